"""The description of a dataset for the appendix of a paper."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, List

import numpy as np

from ._footwork import __version__

if TYPE_CHECKING:
    from ._dataset import WindowDataset

__all__ = ["data_card"]


def data_card(dataset: WindowDataset[Any]) -> str:
    """Returns the card as Markdown."""
    clips = sorted(set(dataset.windows[:, 0].tolist()))
    rates = {clip: float(dataset.rates[clip]) for clip in clips}
    covered = {clip: np.zeros(0, np.int64) for clip in clips}
    for clip in clips:
        of_clip = dataset.windows[dataset.windows[:, 0] == clip]
        covered[clip] = np.unique(np.concatenate([np.arange(start, stop) for _, start, stop in of_clip.tolist()]))
    frames = sum(map(len, covered.values()))
    minutes = sum(len(rows) / rates[clip] for clip, rows in covered.items()) / 60.0
    names = sorted(dataset.clip_names[clip] for clip in clips)
    said = ", ".join(f"{rate:g}" for rate in sorted(set(rates.values()))) or "none"
    lines = [
        "| data | |",
        "|---|---|",
        f"| windows | {len(dataset)} of {dataset.window} frames, {'1 frame' if dataset.stride == 1 else f'{dataset.stride} frames'} apart |",
        f"| frames in them | {frames}, each counted once: {minutes:.1f} minutes |",
        f"| clips | {len(clips)}; hash of their sorted names {_hash(names)} |",
        f"| query | `{dataset.query}` |",
        f"| frames per second | {said} |",
    ]
    codes = sorted({(code.window_secs, code.sigma_secs) for code in (dataset.encodings[clip] for clip in clips if dataset.encodings)})
    lines += [f"| events | encoded with a window of {window:g} s, smoothed by {sigma:g} s |" for window, sigma in codes]
    lines += [
        f"| scaled | {'by mean and deviation' + _unscaled(dataset) if dataset.scaling is not None else 'no'} |",
        f"| columns | {len(dataset.columns)}; hash of their names {_hash(dataset.columns)} |",
        f"| made with | Footwork {__version__} |",
        "",
        "| group | columns | mean | deviation |",
        "|---|---|---|---|",
    ]
    if len(dataset) > 0:
        lines += _groups(dataset)
    return "\n".join(lines) + "\n"


def _unscaled(dataset: WindowDataset[Any]) -> str:
    unscaled = dataset.scaling.unscaled if dataset.scaling is not None else []
    return f", but for {len(unscaled)} columns" if unscaled else ""


def _groups(dataset: WindowDataset[Any]) -> List[str]:
    """Returns a row for each group of columns: for a tag, the mean is its share of frames."""
    try:
        every = dataset.statistics()
    except ValueError as error:
        # Columns that clips lack.
        return [f"| {error} | | | |"]
    rows = []
    for group, columns in dataset.groups.items():
        places = [dataset.columns.index(name) for name in columns if name in dataset.columns]
        if not places:
            continue
        mean, deviation = (np.array(values)[places] for values in (every.mean, every.deviation))
        rows.append(f"| {group} | {len(places)} | {mean.min():.3g} to {mean.max():.3g} | {deviation.min():.3g} to {deviation.max():.3g} |")
    return rows


def _hash(names: List[str]) -> str:
    return hashlib.blake2b("\n".join(names).encode(), digest_size=8).hexdigest()
