"""Labels that a program made, such as the events that a network predicts, written to the sidecars of a library."""

from __future__ import annotations

import json
from typing import List, Mapping, NamedTuple, Sequence, SupportsIndex, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _footwork
from ._footwork import EventTrack, Library

__all__ = ["WrittenLabels", "write_labels"]

_Secs = Union[EventTrack, Sequence[float], NDArray[np.float64]]
_Ranges = Union[Sequence[Sequence[SupportsIndex]], NDArray[np.int32], NDArray[np.int64]]


class WrittenLabels(NamedTuple):
    """What `write_labels` did."""

    files: List[str]
    """The sidecars that changed, relative to the library."""
    added: int
    """How many events were added."""
    there: int
    """How many events were there already."""


def write_labels(
    library: Library,
    events: Mapping[str, Mapping[str, _Secs]] = {},
    tags: Mapping[str, Mapping[str, _Ranges]] = {},
    *,
    origin: str,
    same_within_secs: float = 0.1,
) -> WrittenLabels:
    """Writes events and tags to the sidecars of a library, as one edit, which ``footwork undo`` takes back.

    events: for each event the times of each clip in seconds, such as `FramesTable.decode` gives: ``{"Foot.Left":
    table.decode("Foot.Left")}``. tags: for each tag the frame ranges ``[start, stop)`` of each clip, (n, 2); those that
    overlap or touch others of the tag are joined with them, and tags that exclude it are erased there. origin: who made
    them, such as the name of a model: each event has it in its data, ``{"origin": …}``, and the history in its label, where
    tags can be told by it. same_within_secs: an event that close to one of its name, whoever placed that, is left out.

    The library on disk is another one afterwards: open it again. Raises KeyError for an unknown clip, ChangedError if the
    library changed since it was opened, ValueError for times and ranges outside a clip, for a clip that changed since it was
    tagged, and for whatever the settings refuse; nothing is written then.
    """
    if not origin:
        raise ValueError("`origin` must say who made the labels")
    infos = library.clips
    placed: List[Tuple[int, str, float]] = []
    for event, by_clip in events.items():
        for name, given in by_clip.items():
            clip = library.clip_number(name)
            secs = given.times if isinstance(given, EventTrack) else np.asarray(given, np.float64)
            placed += [(clip, event, at) for at in np.round(secs * infos[clip].rate, 2).tolist()]
    spans: List[Tuple[int, str, int, int]] = []
    for tag, ranges_by_clip in tags.items():
        for name, ranges in ranges_by_clip.items():
            clip = library.clip_number(name)
            rows = np.asarray(ranges, np.int64).reshape(-1, 2).tolist()
            if any(start < 0 or stop > infos[clip].frames for start, stop in rows):
                raise ValueError(f"{infos[clip].name}: a range of {tag} is outside the clip's {infos[clip].frames} frames")
            spans += [(clip, tag, start, stop) for start, stop in rows]
    data = json.dumps({"origin": origin})
    files, there = _footwork._write_labels(library, placed, spans, f"labels by {origin}", data, same_within_secs)
    return WrittenLabels(files, len(placed) - there, there)
