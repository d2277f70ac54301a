"""Labels made or edited by a program, such as the events that a network predicts, written to the sidecars of a library."""

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
    """The result of `write_labels`."""

    files: List[str]
    """The sidecars that changed, relative to the library."""
    added: int
    """The number of added events."""
    there: int
    """The number of events left out because the clip already had one within `same_within_secs`."""


def write_labels(
    library: Library,
    events: Mapping[str, Mapping[str, _Secs]] = {},
    tags: Mapping[str, Mapping[str, _Ranges]] = {},
    *,
    origin: str,
    same_within_secs: float = 0.1,
) -> WrittenLabels:
    """Writes events and tags to the sidecars of a library as one edit, which ``footwork undo`` reverts.

    - events: for each event, the times in each clip in seconds, as returned by `FramesTable.decode`: ``{"Foot.Left":
      table.decode("Foot.Left")}``.
    - tags: for each tag, the frame ranges ``[start, stop)`` of each clip, (n, 2). Ranges of the same tag that overlap
      or touch are joined. Tags that exclude a tag are erased in its ranges.
    - origin: the source of the labels, such as the name of a model. It is written to the data of each event, as
      ``{"origin": …}``. Tags have no data, so only the label of the edit in the history shows their origin.
    - same_within_secs: a time in seconds. An event this close to an existing event with the same name is left out.

    This changes the library on disk, so open it again afterwards.

    Raises KeyError for an unknown clip, and ChangedError if the library changed since it was opened. Raises ValueError
    for times and ranges outside a clip, for a clip that changed since it was tagged, and for any label that the
    library's settings reject. After an error, nothing has been written.
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
    """Removes, moves and adds labels of one clip, as if edited by hand, and returns the changed sidecars.

    Spans are (tag, start, stop), with frames ``[start, stop)``, as in `Library.spans`. A span to remove must exist with exactly
    these frames, and a span to add may touch or overlap others. Events are (event, time), or (event, from, to) for an event
    that moves and keeps its data; times are in frames, as in `Library.event_frames`. Spans are edited before events, and
    removals come before additions. Adding a span erases, in its frames, the tags that exclude its tag. A rule does not make a
    removed span again. Every other line of the sidecar stays as it is.

    It is one edit, named `label` in the history, which ``footwork undo`` reverts. This changes the library on disk, so
    open it again afterwards. Repeating an edit changes nothing.

    Raises KeyError for an unknown clip, and ChangedError if the library changed since it was opened. Raises ValueError
    for a span or an event that does not exist, for frames outside the clip, for a clip that changed since it was
    tagged, and for mirrored twins. After an error, nothing has been written.
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
