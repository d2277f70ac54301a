"""One row for each frame: channels, event signals and tags as columns."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import ChannelError
from ._footwork import Encoding, EventTrack, Library, QueryResult, column_names
from ._progress import shown

if TYPE_CHECKING:
    import pyarrow

__all__ = ["FramesTable", "frames_table"]


class FramesTable(Mapping[str, NDArray[Any]]):
    """Columns of one length, one row for each frame, by their names.

    ``clip`` and ``frame`` are int32: the clip's number in the library and the frame's in the clip. A channel is a
    float32 column of its own name; an event ``Foot.Left`` is two, ``Foot.Left.sin`` and ``Foot.Left.cos``; a tag is a bool
    column. A mapping of NumPy arrays: ``table["speed"]``, ``dict(table)``.
    """

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        clip_names: Sequence[str],
        encoding: Optional[Encoding],
    ) -> None:
        self._columns = dict(columns)
        self.clip_names = list(clip_names)
        """The names of all clips of the library; ``clip`` counts them."""
        self.encoding = encoding
        """How events became columns; None without events."""

    def __getitem__(self, column: str) -> NDArray[Any]:
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def row_count(self) -> int:
        """How many frames there are."""
        return len(self._columns["frame"])

    def matrix(self) -> NDArray[np.float32]:
        """All columns but ``clip`` and ``frame`` side by side, tags as 0 and 1: (rows, columns), a new array."""
        columns = [column for name, column in self._columns.items() if name not in ("clip", "frame")]
        if not columns:
            return np.zeros((self.row_count, 0), np.float32)
        return np.stack(columns, axis=1, dtype=np.float32)

    def to_arrow(self) -> "pyarrow.Table":
        """The table as a ``pyarrow.Table``; ``clip`` is a dictionary of the clips' names.

        Raises ImportError without pyarrow.
        """
        arrow = _pyarrow()
        columns: Dict[str, Any] = dict(self._columns)
        columns["clip"] = arrow.DictionaryArray.from_arrays(arrow.array(columns["clip"]), arrow.array(self.clip_names))
        return arrow.table(columns)

    def write_parquet(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a Parquet file. Raises ImportError without pyarrow."""
        table = self.to_arrow()
        import pyarrow.parquet

        pyarrow.parquet.write_table(table, os.fspath(path))

    def __repr__(self) -> str:
        return f"<FramesTable: {self.row_count} frames, columns {', '.join(self._columns)}>"


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("Arrow and Parquet need pyarrow: pip install 'footwork[arrow]'") from error
    return pyarrow


class Features:
    """The columns of clips: which, and how they are worked out."""

    def __init__(
        self,
        library: Library,
        channels: Sequence[str],
        events: Sequence[str],
        tags: Sequence[str],
        encoding: Optional[Encoding],
        missing: str,
    ) -> None:
        for name, given in (("channels", channels), ("events", events), ("tags", tags)):
            if isinstance(given, str):
                raise TypeError(f"`{name}` must be a sequence of names, not one text")
        if missing not in ("raise", "nan"):
            raise ValueError(f'`missing` is "raise" or "nan", not {missing!r}')
        self.library = library
        self.clips = library.clips
        self.channels, self.events, self.tags = list(channels), list(events), list(tags)
        self.missing = missing
        self._found: Dict[str, QueryResult] = {}
        self.columns = self.channels + column_names(self.events) + self.tags
        twice = {name for name in self.columns if self.columns.count(name) > 1}
        if twice or {"clip", "frame"} & set(self.events + self.tags):
            raise ValueError(f"columns need names of their own: {', '.join(sorted(twice)) or 'clip, frame'}")
        self.encoding = (encoding or self._default_encoding()) if self.events else None

    def tracks(self, clip: int) -> List[EventTrack]:
        """The events of a clip, in seconds."""
        rate = self.clips[clip].rate
        return [EventTrack(self.library.event_frames(event, clip) / rate) for event in self.events]

    def of_clip(self, clip: int) -> Dict[str, NDArray[Any]]:
        """All columns on all frames of a clip."""
        info = self.clips[clip]
        columns: Dict[str, NDArray[Any]] = {}
        if self.channels:
            motion = self.library.clip(clip)
            for channel in self.channels:
                try:
                    columns[channel] = motion.channel(channel)
                except ChannelError as error:
                    if self.missing == "raise" or "." not in channel:
                        raise ChannelError(f"{info.name}: {error}") from error
                    columns[channel] = np.full(info.frames, np.nan, np.float32)
        if self.encoding is not None:
            signal = self.encoding.encode(self.tracks(clip), info.exact_rate, info.frames)
            columns.update(zip(column_names(self.events), signal.T))
        for tag in self.tags:
            # A tag is also what is below it, as in queries.
            columns[tag] = self._tagged(tag).masks(clip)
        return columns

    def _tagged(self, tag: str) -> QueryResult:
        if tag not in self._found:
            self._found[tag] = self.library.query(tag)
        return self._found[tag]

    def _default_encoding(self) -> Encoding:
        tracks = [track for clip in range(len(self.clips)) for track in self.tracks(clip)]
        slowest = min(self.clips, key=lambda clip: clip.rate)
        return Encoding.from_gaps(tracks, slowest.exact_rate)


def frames_table(
    library: Library,
    channels: Sequence[str] = (),
    events: Sequence[str] = (),
    tags: Sequence[str] = (),
    *,
    query: Optional[str] = None,
    encoding: Optional[Encoding] = None,
    missing: str = "raise",
    progress: Optional[bool] = None,
) -> FramesTable:
    """The frames of a library, or those that a query finds, one row each: see `Library.frames_table`."""
    features = Features(library, channels, events, tags, encoding, missing)
    parts: List[Tuple[int, NDArray[np.intp]]] = []
    if query is None:
        parts = [(clip, np.arange(info.frames)) for clip, info in enumerate(features.clips)]
    else:
        found = library.query(query)
        parts = [(int(clip), np.flatnonzero(found.masks(int(clip)))) for clip in found.clips]
    kept: Dict[str, List[NDArray[Any]]] = {name: [] for name in ["clip", "frame", *features.columns]}
    for clip, frames in shown(parts, "frames", progress):
        kept["clip"].append(np.full(len(frames), clip, np.int32))
        kept["frame"].append(frames.astype(np.int32))
        for name, column in features.of_clip(clip).items():
            kept[name].append(column[frames])
    kinds = {"clip": np.int32, "frame": np.int32, **{tag: np.bool_ for tag in features.tags}}
    columns = {
        name: np.concatenate(parts_of) if parts_of else np.zeros(0, kinds.get(name, np.float32))
        for name, parts_of in kept.items()
    }
    return FramesTable(columns, [clip.name for clip in features.clips], features.encoding)
