"""Labels that a program made, such as the events that a network predicts, or edited, written to the sidecars of a library."""

from __future__ import annotations

import json
from operator import index
from typing import TYPE_CHECKING, Iterable, List, Mapping, NamedTuple, Sequence, SupportsIndex, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _footwork
from ._footwork import EventTrack, Library

if TYPE_CHECKING:
    from ._footwork import _ClipKey, _Number

__all__ = ["WrittenLabels", "edit_labels", "write_labels"]

_Secs = Union[EventTrack, Sequence[float], NDArray[np.float64]]
_Span = Tuple[str, SupportsIndex, SupportsIndex]
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


def edit_labels(
    library: Library,
    clip: _ClipKey,
    *,
    remove_spans: Iterable[_Span] = (),
    add_spans: Iterable[_Span] = (),
    remove_events: Iterable[Tuple[str, _Number]] = (),
    move_events: Iterable[Tuple[str, _Number, _Number]] = (),
    add_events: Iterable[Tuple[str, _Number]] = (),
    label: str,
) -> List[str]:
    """Removes, moves and adds labels of one clip, as a person who edits them, and returns the sidecars that changed.

    Spans are (tag, start, stop), with frames ``[start, stop)``, and are those that people authored, as `Library.spans` gives
    them: one to remove must be there exactly, one to add may touch or overlap others. Events are (event, time), or (event,
    from, to) for one that moves and keeps its data; times are in frames, as `Library.event_frames` gives them. Spans come before
    events, and what is removed before what is added. Adding a span erases tags that exclude its own, and a span that a rule
    made and that is removed is not made again. Every other line of the sidecar stays as it is.

    It is one edit, named `label` in the history, which ``footwork undo`` takes back. The library on disk is another one
    afterwards: open it again. Raises KeyError for an unknown clip, ChangedError if the library changed since it was opened, and
    ValueError for a span or an event that is not there, for frames outside the clip, for a clip that changed since it was
    tagged, and for mirrored twins; nothing is written then. An edit that is there already changes nothing.
    """
    if not label:
        raise ValueError("`label` must say what the edit is")

    def spans(given: Iterable[_Span]) -> List[Tuple[str, int, int]]:
        return [(tag, index(start), index(stop)) for tag, start, stop in given]

    def events(given: Iterable[Tuple[str, _Number]]) -> List[Tuple[str, float]]:
        return [(event, float(time)) for event, time in given]

    moved = [(event, float(old), float(new)) for event, old, new in move_events]
    of_spans = (spans(remove_spans), spans(add_spans))
    of_events = (events(remove_events), moved, events(add_events))
    return _footwork._edit_labels(library, library.clip_number(clip), of_spans, of_events, label)
