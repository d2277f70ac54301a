"""Labels of the BABEL dataset (Punnakkal and others, 2021)."""

from __future__ import annotations

import json
import math
import os
from typing import Any, Iterator, List, Optional, Union

from ._files import check_file
from ._span import Span

__all__ = ["load_babel"]


def load_babel(path: Union[str, os.PathLike[str]]) -> List[Span]:
    """Returns the labels of a BABEL file: ``train.json``, ``val.json``, ``extra_train.json`` …

    The name of a clip is ``feat_p`` without ``.npz``: ``CMU/CMU/01/01_01_poses``. A label of a whole sequence spans it
    from 0 to its duration. Categories are those of ``act_cat``.

    Raises OSError if the file cannot be read, ValueError if it is not JSON or not in this format.
    """
    check_file(path)
    with open(path, encoding="utf-8") as file:
        try:
            sequences = json.load(file)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error
    if not isinstance(sequences, dict):
        raise ValueError(f"{os.fspath(path)}: a BABEL file is an object of sequences")
    spans: List[Span] = []
    for number, sequence in sequences.items():
        try:
            spans.extend(_sequence_spans(sequence))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)}: sequence {number}: {error!r}") from error
    return spans


def _sequence_spans(sequence: Any) -> Iterator[Span]:
    clip = str(sequence["feat_p"])
    clip = clip[: -len(".npz")] if clip.endswith(".npz") else clip
    duration = sequence.get("dur")
    end = None if duration is None else _secs(duration)
    for single, several in [("frame_ann", "frame_anns"), ("seq_ann", "seq_anns")]:
        # The extra files have the labels of several annotators.
        found = [sequence.get(single), *(sequence.get(several) or [])]
        for annotation in found:
            for label in (annotation or {}).get("labels") or []:
                yield _label_span(clip, label, end)


def _label_span(clip: str, label: Any, end: Optional[float]) -> Span:
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
        raise ValueError(f"{given} is not a time in seconds")
    return secs
