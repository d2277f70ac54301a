"""The tags and events of all clips as tables, in one call each."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._footwork import Database, Library
from ._tables import Table

__all__ = ["LabelsTable", "cooccurrence_table", "events_table", "spans_table"]

Labelled = Union[Library, Database]


class LabelsTable(Table):
    """A table of spans, events or co-occurring tags. `spans_table`, `events_table` and `cooccurrence_table` list the
    columns."""


def spans_table(library: Labelled) -> LabelsTable:
    """Returns one row for each span of a tag, clip by clip.

    ``clip``, ``tag``: int32, indices of names; ``start``, ``stop``: int32 frames ``[start, stop)``; ``start_secs``,
    ``stop_secs``: float64. The spans of a `Library` are those authored by people, which may touch or overlap. The spans of a
    `Database` are the ranges of each tag, without those of the tags below it.
    """
    (tags, (clip, tag, start, stop)), _ = library._labels()
    periods = _periods(library)[clip]
    columns: Dict[str, NDArray[Any]] = {"clip": clip, "tag": tag, "start": start, "stop": stop}
    columns.update(start_secs=start * periods, stop_secs=stop * periods)
    units = {"start": "frames", "stop": "frames", "start_secs": "s", "stop_secs": "s"}
    return LabelsTable(columns, {"clip": _clip_names(library), "tag": tags}, units)


def events_table(library: Labelled) -> LabelsTable:
    """Returns one row for each event, clip by clip in the order of their times.

    ``clip``, ``event``: int32, indices of names; ``frame``: float64, in frames; ``secs``: float64.
    """
    _, (events, (clip, event), frame) = library._labels()
    columns: Dict[str, NDArray[Any]] = {"clip": clip, "event": event, "frame": frame}
    columns["secs"] = frame * _periods(library)[clip]
    units = {"frame": "frames", "secs": "s"}
    return LabelsTable(columns, {"clip": _clip_names(library), "event": events}, units)


def cooccurrence_table(library: Labelled, tags: Sequence[str] = ()) -> LabelsTable:
    """Returns one row for each pair of tags that hold on the same frames somewhere, and one for each tag with itself. Each pair
    is listed once.

    ``tag``, ``other``: int32, indices of names; ``frames``: int64, the number of frames on which both hold;
    ``secs``: float64, their time; ``clips``: int32, the number of clips with such frames; ``share``: float64,
    ``frames`` divided by the number of frames on which either holds. A tag includes those below it, as in queries.
    tags: the tags to compare; all by default.

    Raises QueryError for an unknown tag.
    """
    if isinstance(tags, str):
        raise TypeError("`tags` must be a sequence of names, not one text")
    names = list(tags) or library.tags
    periods = _periods(library)

    def measured(query: str) -> Tuple[int, float, int]:
        found = library.query(query)
        secs = float(((found.stop - found.start) * periods[found.clip]).sum())
        return found.frame_count, secs, len(found.clips)

    own = [measured(name)[0] for name in names]
    rows: List[Tuple[int, int, int, float, int, float]] = []
    for place, name in enumerate(names):
        for other in range(place, len(names)):
            frames, secs, clips = measured(name if place == other else f"{name} & {names[other]}")
            if frames:
                either = own[place] + own[other] - frames
                rows.append((place, other, frames, secs, clips, frames / either))
    kinds = [np.int32, np.int32, np.int64, np.float64, np.int32, np.float64]
    heads = ["tag", "other", "frames", "secs", "clips", "share"]
    by_column: List[Sequence[float]] = [[row[column] for row in rows] for column in range(len(heads))]
    columns = {head: np.array(values, kind) for head, kind, values in zip(heads, kinds, by_column)}
    return LabelsTable(columns, {"tag": names, "other": names}, {"frames": "frames", "secs": "s"})


def _clip_names(library: Labelled) -> List[str]:
    return [clip.name for clip in library.clips]


def _periods(library: Labelled) -> NDArray[np.float64]:
    """Returns the duration of one frame of each clip, in seconds."""
    return np.array([float(1 / clip.exact_rate) for clip in library.clips], np.float64)
