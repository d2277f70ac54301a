"""One row for each frame: channels, event signals and tags as columns."""

from __future__ import annotations

import os
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import ChannelError, FootworkWarning
from ._footwork import Encoding, EventTrack, Library, QueryResult, column_names
from ._progress import shown

if TYPE_CHECKING:
    import pyarrow

__all__ = ["FramesTable", "frames_table"]

GivenEncoding = Union[Encoding, float]
"""An encoding for all clips, or a window in seconds, smoothed by a frame of each clip."""

_TOO_CLOSE_FRAMES = 2 * (1 - 1e-9)
"""Events closer than this are merged. A bit below 2: two frames apart is far enough, and times in seconds are rounded."""

_MAX_WARNINGS = 5
"""Further warnings are only counted."""


class FramesTable(Mapping[str, NDArray[Any]]):
    """Columns of one length, one row for each frame, by their names.

    ``clip`` and ``frame`` are int32: the number of the clip in the library and of the frame in the clip. A channel is a
    float32 column of that name; an event ``Foot.Left`` is two, ``Foot.Left.sin`` and ``Foot.Left.cos``; a tag is a bool
    column. The table is a mapping of NumPy arrays: ``table["speed"]``, ``dict(table)``.
    """

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        clip_names: Sequence[str],
        encodings: Sequence[Encoding] = (),
    ) -> None:
        self._columns = dict(columns)
        self.clip_names = list(clip_names)
        """The names of all clips of the library; ``clip`` is an index into it."""
        self.encodings = list(encodings)
        """The encoding of the events for each clip of the library; empty without events."""

    @property
    def event_window_secs(self) -> Optional[float]:
        """The window of the encoding, the same for all clips. Decoding needs it, and ``encoding=`` accepts it to encode
        other clips alike. None without events."""
        return self.encodings[0].window_secs if self.encodings else None

    def __getitem__(self, column: str) -> NDArray[Any]:
        return self._columns[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def row_count(self) -> int:
        """The number of frames."""
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
    """The chosen columns, and how to compute them for a clip."""

    def __init__(
        self,
        library: Library,
        channels: Sequence[str],
        events: Sequence[str],
        tags: Sequence[str],
        encoding: Optional[GivenEncoding],
        missing: str,
    ) -> None:
        for name, given in (("channels", channels), ("events", events), ("tags", tags)):
            if isinstance(given, str):
                raise TypeError(f"`{name}` must be a sequence of names, not one text")
        if missing not in ("raise", "nan"):
            raise ValueError(f'`missing` must be "raise" or "nan", not {missing!r}')
        self.library = library
        self.clips = library.clips
        self.channels, self.events, self.tags = list(channels), list(events), list(tags)
        self.missing = missing
        self._found: Dict[str, QueryResult] = {}
        self.columns = self.channels + column_names(self.events) + self.tags
        twice = {name for name in self.columns if self.columns.count(name) > 1}
        if twice or {"clip", "frame"} & set(self.events + self.tags):
            raise ValueError(f"columns need names of their own: {', '.join(sorted(twice)) or 'clip, frame'}")
        self._tracks: List[List[EventTrack]] = []
        self.encodings: List[Encoding] = []
        if self.events:
            merged = self._read_tracks()
            self.encodings = self._encodings(encoding)
            # Attribute the warnings to the user's call, two frames above the callers of this class.
            self._warn(merged, stacklevel=4)

    def _read_tracks(self) -> int:
        """Reads the events of all clips, merges those that are too close, and returns how many that removed."""
        merged = 0
        for number, clip in enumerate(self.clips):
            tracks = [self.library.event_track(event, number) for event in self.events]
            self._tracks.append([track.with_min_gap(_TOO_CLOSE_FRAMES / clip.rate) for track in tracks])
            merged += sum(map(len, tracks)) - sum(map(len, self._tracks[number]))
        return merged

    def _encodings(self, given: Optional[GivenEncoding]) -> List[Encoding]:
        """The encoding of each clip."""
        if isinstance(given, Encoding):
            return [given] * len(self.clips)
        if given is None:
            rate = min((clip.exact_rate for clip in self.clips), default=Fraction(1))
            every = [track for tracks in self._tracks for track in tracks]
            given = Encoding.from_gaps(every, rate).window_secs
        window = float(given)
        return [Encoding(window, min(float(1 / clip.exact_rate), 0.25 * window)) for clip in self.clips]

    def _warn(self, merged: int, stacklevel: int) -> None:
        """Warns of merged events and of events that the encoding will lose."""
        said = [
            f"{clip.name}: {event}: {warning}"
            for clip, encoding, tracks in zip(self.clips, self.encodings, self._tracks)
            for event, track in zip(self.events, tracks)
            for warning in encoding.warnings(track)
        ]
        if len(said) > _MAX_WARNINGS:
            said[_MAX_WARNINGS:] = [f"{len(said) - _MAX_WARNINGS} more warnings of the same kind"]
        if merged:
            events = "1 event" if merged == 1 else f"{merged} events"
            said.insert(0, f"{events} closer than two frames to another became one with it")
        for text in said:
            warnings.warn(text, FootworkWarning, stacklevel=stacklevel)

    def clip_columns(self, clip: int) -> Dict[str, NDArray[Any]]:
        """All columns for all frames of a clip."""
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
        if self.events:
            signal = self.encodings[clip].encode(self._tracks[clip], info.exact_rate, info.frames)
            columns.update(zip(column_names(self.events), signal.T))
        for tag in self.tags:
            # A tag includes those below it, as in queries.
            columns[tag] = self._tagged(tag).mask(clip)
        return columns

    def _tagged(self, tag: str) -> QueryResult:
        if tag not in self._found:
            self._found[tag] = self.library.query(tag)
        return self._found[tag]


def frames_table(
    library: Library,
    channels: Sequence[str] = (),
    events: Sequence[str] = (),
    tags: Sequence[str] = (),
    *,
    query: Optional[str] = None,
    encoding: Optional[GivenEncoding] = None,
    missing: Literal["raise", "nan"] = "raise",
    progress: Optional[bool] = None,
) -> FramesTable:
    """One row for each frame, one column for each channel and tag and two for each event.

    channels, events, tags: names; a tag or an event includes those below it. query: keeps only the frames that match.
    Events of looping clips are encoded as loops; events closer than two frames are merged into one in their middle.
    encoding: an `Encoding` for all clips, or a window in seconds, by default fitted to the gaps between the events,
    smoothed by one frame of each clip. missing: what to do about clips that lack a joint of a channel: "raise" an error,
    or fill the column with "nan". progress: True shows a bar, False none, and None shows one if tqdm is installed and
    standard error is a terminal.

    Raises QueryError, ChannelError, and KeyError for unknown events. Warns with FootworkWarning of merged events and of
    events that the encoding will lose.
    """
    features = Features(library, channels, events, tags, encoding, missing)
    parts: List[Tuple[int, NDArray[np.intp]]] = []
    if query is None:
        parts = [(clip, np.arange(info.frames)) for clip, info in enumerate(features.clips)]
    else:
        found = library.query(query)
        parts = [(int(clip), np.flatnonzero(found.mask(int(clip)))) for clip in found.clips]
    kept: Dict[str, List[NDArray[Any]]] = {name: [] for name in ["clip", "frame", *features.columns]}
    for clip, frames in shown(parts, "frames", progress):
        kept["clip"].append(np.full(len(frames), clip, np.int32))
        kept["frame"].append(frames.astype(np.int32))
        for name, column in features.clip_columns(clip).items():
            kept[name].append(column[frames])
    kinds = {"clip": np.int32, "frame": np.int32, **{tag: np.bool_ for tag in features.tags}}
    columns = {
        name: np.concatenate(parts_of) if parts_of else np.zeros(0, kinds.get(name, np.float32))
        for name, parts_of in kept.items()
    }
    return FramesTable(columns, [clip.name for clip in features.clips], features.encodings)
