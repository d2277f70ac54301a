"""The description of a dataset for the appendix of a paper."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, List

import numpy as np
from numpy.typing import NDArray

from ._footwork import __version__
from ._windows import covered_rows

if TYPE_CHECKING:
    from ._dataset import WindowDataset

__all__ = ["data_card"]


def data_card(dataset: WindowDataset[Any]) -> str:
    """Returns the card as Markdown."""
    clips = sorted(set(dataset.windows[:, 0].tolist()))
    rates = [float(dataset.rates[clip]) for clip in clips]
    covered = _covered(dataset, clips)
    minutes = sum(rows / rate for rows, rate in zip(covered.tolist(), rates)) / 60.0
    names = sorted(dataset.clip_names[clip] for clip in clips)
    said = ", ".join(f"{rate:g}" for rate in sorted(set(rates))) or "none"
    lines = [
        "| data | |",
        "|---|---|",
        f"| windows | {len(dataset)} of {dataset.window} frames, {'1 frame' if dataset.stride == 1 else f'{dataset.stride} frames'} apart |",
        f"| frames that fill no window | {_short(dataset)} |",
        f"| frames in them | {covered.sum()}, each counted once: {minutes:.1f} minutes |",
        f"| clips | {len(clips)}; hash of their sorted names {_hash(names)} |",
        f"| query | `{_cell(dataset.query)}` |",
        f"| frames per second | {said} |",
    ]
    lines += [f"| events | {text} |" for text in _events(dataset, clips)]
    lines += [
        *([f"| augmentation | {_augmentation(dataset)} |"] if dataset.augmentation is not None else []),
        f"| scaled | {'by mean and deviation' + _unscaled(dataset) if dataset.scaling is not None else 'no'} |",
        f"| columns | {len(dataset.columns)}; hash of their names {_hash(dataset.columns)} |",
        f"| made with | Footwork {__version__} |",
        "",
        "| group | columns | mean | deviation |",
        "|---|---|---|---|",
    ]
    if len(dataset) > 0:
        lines += _groups(dataset)
    return "\n".join([*lines, "", *_columns(dataset)]) + "\n"


def _covered(dataset: WindowDataset[Any], clips: List[int]) -> NDArray[np.int64]:
    """Returns the number of frames of each clip that a window covers."""
    counts = np.zeros(len(clips), np.int64)
    firsts = dataset._offsets[clips] if clips else np.zeros(0, np.int64)
    for rows in covered_rows(len(dataset._rows), dataset._firsts, dataset.lengths):
        counts += np.bincount(np.searchsorted(firsts, rows, side="right") - 1, minlength=len(clips))
    return counts


def _short(dataset: WindowDataset[Any]) -> str:
    if dataset.short == "drop":
        return "left out"
    return f"in windows that end with 0: {np.count_nonzero(dataset.lengths < dataset.window)} of all"


def _events(dataset: WindowDataset[Any], clips: List[int]) -> List[str]:
    """Returns the encodings of the events as text."""
    codes = sorted({(code.window_secs, code.sigma_secs) for code in (dataset.encodings[clip] for clip in clips if dataset.encodings)})
    if codes:
        return [f"encoded with a window of {window:g} s, smoothed by {sigma:g} s" for window, sigma in codes]
    columns = [name for name in dataset.groups.get("events", []) if name in dataset.columns]
    is_chance = any(name.endswith(".probability") for name in columns)
    return ["probabilities: 1 on the frame of the event, 0 elsewhere"] if is_chance else []


def _augmentation(dataset: WindowDataset[Any]) -> str:
    """Returns the random changes, with their seed."""
    used = dataset.augmentation
    assert used is not None
    slow, fast = used.speed
    noise = ", ".join(f"{_cell(name)} {size:g}" for name, size in used.noise.items()) or "none"
    parts = f"speed {slow:g} to {fast:g}, mirrored {used.mirror:g}, yaw up to {used.yaw_rad:g} rad, noise {noise}"
    return f"{parts}, seed {used.seed}; not in the statistics"


def _unscaled(dataset: WindowDataset[Any]) -> str:
    unscaled = dataset.scaling.unscaled if dataset.scaling is not None else []
    return f", but for {len(unscaled)} columns" if unscaled else ""


def _groups(dataset: WindowDataset[Any]) -> List[str]:
    """Returns a row for each group of columns: for a tag, the mean is its share of frames."""
    try:
        every = dataset.statistics()
    except ValueError as error:
        # Columns that clips lack.
        return [f"| {_cell(str(error))} | | | |"]
    rows = []
    for group, columns in dataset.groups.items():
        places = [dataset.columns.index(name) for name in columns if name in dataset.columns]
        if not places:
            continue
        mean, deviation = (np.array(values)[places] for values in (every.mean, every.deviation))
        spans = [f"{values.min():.3g} to {values.max():.3g}" for values in (mean, deviation)]
        rows.append(f"| {_cell(group)} | {len(places)} | {' | '.join(spans)} |")
    return rows


def _columns(dataset: WindowDataset[Any]) -> List[str]:
    """Returns a table of the columns in order, with their units and their scaling."""
    rows = ["| column | unit | less | divided by |", "|---|---|---|---|"]
    scaling = dataset.scaling
    for place, name in enumerate(dataset.columns):
        is_scaled = scaling is not None and name not in scaling.unscaled
        scale = f"{scaling.mean[place]:.6g} | {scaling.deviation[place]:.6g}" if scaling is not None and is_scaled else "|"
        rows.append(f"| {_cell(name)} | {_cell(dataset.units.get(name, ''))} | {scale} |")
    return rows


def _cell(text: str) -> str:
    """Returns a text as it is written in a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def _hash(names: List[str]) -> str:
    return hashlib.blake2b("\n".join(names).encode(), digest_size=8).hexdigest()
