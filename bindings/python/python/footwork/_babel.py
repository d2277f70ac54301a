"""Labels of the BABEL dataset (Punnakkal and others, 2021)."""

from __future__ import annotations

import json
import math
import os
from typing import Any, Iterator, List, Optional, Union

from ._span import Span

__all__ = ["load_babel"]


def load_babel(path: Union[str, os.PathLike[str]]) -> List[Span]:
    """The labels of a JSON file of BABEL: ``train.json``, ``val.json``, ``extra_train.json`` …

    A clip is called as ``feat_p`` says, without ``.npz``: ``CMU/CMU/01/01_01_poses``. A label of the whole
    sequence goes from 0 to its duration. Categories are those of ``act_cat``.

    Raises ValueError for a file that is no JSON, or not of this form.
    """
    with open(path, encoding="utf-8") as file:
        try:
            sequences = json.load(file)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error
    if not isinstance(sequences, dict):
        raise ValueError(f"{os.fspath(path)}: a file of BABEL is an object of sequences")
    spans: List[Span] = []
    for number, sequence in sequences.items():
        try:
            spans.extend(_of_sequence(sequence))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)}: sequence {number}: {error!r}") from error
    return spans


def _of_sequence(sequence: Any) -> Iterator[Span]:
    clip = str(sequence["feat_p"])
    clip = clip[: -len(".npz")] if clip.endswith(".npz") else clip
    duration = sequence.get("dur")
    end = None if duration is None else _secs(duration)
    for single, several in [("frame_ann", "frame_anns"), ("seq_ann", "seq_anns")]:
        # The extra files have what several people said.
        found = [sequence.get(single), *(sequence.get(several) or [])]
        for annotation in found:
            for label in (annotation or {}).get("labels") or []:
                yield _of_label(clip, label, end)


def _of_label(clip: str, label: Any, end: Optional[float]) -> Span:
    start, stop = label.get("start_t"), label.get("end_t")
    return Span(
        clip,
        label.get("raw_label") or label.get("proc_label") or "",
        0.0 if start is None else _secs(start),
        end if stop is None else _secs(stop),
        tuple(label.get("act_cat") or ()),
    )


def _secs(given: Any) -> float:
    secs = float(given)
    if not math.isfinite(secs):
        raise ValueError(f"{given} is no time in seconds")
    return secs
