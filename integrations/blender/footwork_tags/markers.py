"""Converts tags and events to the names and frames of markers, and back. Does not need Blender.

A span ``[start, stop)`` of a tag is two markers, an event is one:

    Gait.Walk [        the first frame
    Gait.Walk )        the frame after the last
    Foot.Left          the frame nearest to the event

If spans of one tag overlap, a number distinguishes them: ``Gait.Walk #2 [``. Names of tags and events are spelt as in sidecars, with
quotes around names that are not plain. A name that itself ends in a bracket or a number is therefore recognised: ``"a [" [``.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Dict, Iterable, List, NamedTuple, Sequence, Tuple

__all__ = ["MAX_NAME_BYTES", "Changes", "Labels", "MarkerError", "changes", "labels_of", "markers_of", "without_long_names"]

MAX_NAME_BYTES = 63
"""The longest name of a marker, in bytes. Blender cuts longer ones."""

Span = Tuple[str, int, int]
Event = Tuple[str, float]
Marker = Tuple[str, int]
"""A name and a frame of the clip, from 0."""

_EDGE = re.compile(r"(?P<tag>.+?)(?: #(?P<number>\d+))? (?P<edge>[\[)])", re.DOTALL)


class MarkerError(ValueError):
    """Markers that are not labels. The message lists all mistakes, one per line."""


class Labels(NamedTuple):
    """The spans and events of a clip."""

    spans: List[Span]
    events: List[Event]


class Changes(NamedTuple):
    """The changes by an edit of markers, in the form that `footwork.edit_labels` accepts."""

    remove_spans: List[Span]
    add_spans: List[Span]
    remove_events: List[Event]
    move_events: List[Tuple[str, float, float]]
    add_events: List[Event]

    def __bool__(self) -> bool:
        return any(self[:])


def without_long_names(labels: Labels) -> Tuple[Labels, List[str]]:
    """Returns the labels with names short enough for Blender, and the other names, which are neither shown nor changed."""
    numbers = _numbers(labels.spans)
    long = {span[0] for span, number in zip(labels.spans, numbers) if len(_edge_name(span[0], number, "[").encode()) > MAX_NAME_BYTES}
    long |= {event for event, _ in labels.events if len(event.encode()) > MAX_NAME_BYTES}
    spans = [span for span in labels.spans if span[0] not in long]
    return Labels(spans, [event for event in labels.events if event[0] not in long]), sorted(long)


def markers_of(labels: Labels) -> List[Marker]:
    """Returns the markers of labels, ordered by frame."""
    markers: List[Marker] = []
    for (tag, start, stop), number in zip(labels.spans, _numbers(labels.spans)):
        markers += [(_edge_name(tag, number, "["), start), (_edge_name(tag, number, ")"), stop)]
    markers += [(event, _nearest(time)) for event, time in labels.events]
    return sorted(markers, key=lambda marker: (marker[1], marker[0]))


def labels_of(markers: Iterable[Marker]) -> Labels:
    """Returns the spans and events that markers show; events are on whole frames.

    Among the markers of one tag and number, each start goes with the next stop. Raises MarkerError, with all mistakes, for a
    start without a stop, a stop without a start, and empty names.
    """
    edges: Dict[Tuple[str, str], List[Tuple[int, str]]] = {}
    events: List[Event] = []
    wrong: List[str] = []
    for name, frame in markers:
        found = _EDGE.fullmatch(name.strip())
        if found:
            edges.setdefault((found["tag"], found["number"] or ""), []).append((frame, found["edge"]))
        elif name.strip():
            events.append((name.strip(), float(frame)))
        else:
            wrong.append(f"the marker at frame {frame} has no name")
    spans: List[Span] = []
    for (tag, number), of in edges.items():
        shown = f"{tag} #{number}" if number else tag
        # On one frame a span stops before the next starts: `)` sorts before `[`.
        start = None
        for frame, edge in sorted(of):
            if edge == "[" and start is None:
                start = frame
            elif edge == "[":
                wrong.append(f"`{shown} [` at frame {frame} is inside the span that starts at {start}: number them, as `{tag} #2 [`")
            elif start is None:
                wrong.append(f"`{shown} )` at frame {frame} has no `{shown} [` before it")
            else:
                spans.append((tag, start, frame))
                start = None
        if start is not None:
            wrong.append(f"`{shown} [` at frame {start} has no `{shown} )` after it")
    if wrong:
        raise MarkerError("\n".join(wrong))
    return Labels(sorted(spans), sorted(events))


def changes(before: Labels, after: Labels) -> Changes:
    """Returns the changes between the shown labels and those of the markers.

    An event with an unmoved marker keeps its time between frames. An event with a moved marker is moved, so that it
    keeps its data: among several moved events of one name, the first goes to the first new frame.
    """
    gone, new = Counter(before.spans) - Counter(after.spans), Counter(after.spans) - Counter(before.spans)
    removed: List[Event] = []
    moved: List[Tuple[str, float, float]] = []
    added: List[Event] = []
    for name in sorted({name for name, _ in [*before.events, *after.events]}):
        old, left = _apart(
            sorted(time for event, time in before.events if event == name),
            sorted(time for event, time in after.events if event == name),
        )
        count = min(len(old), len(left))
        moved += [(name, was, now) for was, now in zip(old, left)]
        removed += [(name, was) for was in old[count:]]
        added += [(name, now) for now in left[count:]]
    return Changes(sorted(gone.elements()), sorted(new.elements()), removed, moved, added)


def _apart(old: Sequence[float], new: Sequence[float]) -> Tuple[List[float], List[float]]:
    """Returns the times of events and the frames of markers that do not correspond to each other."""
    left = list(new)
    unmatched: List[float] = []
    for time in old:
        if _nearest(time) in left:
            left.remove(_nearest(time))
        else:
            unmatched.append(time)
    return unmatched, left


def _numbers(spans: Sequence[Span]) -> List[int]:
    """Returns a number for each span, 0 if its tag needs none. Overlapping spans have different numbers."""
    free: Dict[str, List[int]] = {}
    numbers = [0] * len(spans)
    for place in sorted(range(len(spans)), key=lambda place: spans[place]):
        tag, start, stop = spans[place]
        # The frame at which the last span of each number stops.
        stops = free.setdefault(tag, [])
        number = next((number for number, stopped in enumerate(stops) if stopped <= start), len(stops))
        stops[number : number + 1] = [stop]
        numbers[place] = number
    return [number + 1 if number else 0 for number in numbers]


def _edge_name(tag: str, number: int, edge: str) -> str:
    return f"{tag} #{number} {edge}" if number else f"{tag} {edge}"


def _nearest(time: float) -> int:
    return int(time + 0.5)
