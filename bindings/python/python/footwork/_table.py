"""Tables with one row per frame: channels, event signals and tags as columns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ._choices import Choices, MoreKeywords, event_columns
from ._features import Features
from ._findings import check_clips
from ._footwork import Encoding, Guards, Library, Probability, QueryResult
from ._progress import shown
from ._tables import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["FramesTable", "frames_table", "table_of"]


class FramesTable(Table):
    """Named columns of equal length, with one row per frame.

    The columns are:

    * ``clip``: int32, the number of the clip in the library
    - ``frame``: int32, the number of the frame in the clip, at ``rates``
    - for a channel, a float32 column with its name
    - for an event such as ``Foot.Left``, the two columns ``Foot.Left.sin`` and ``Foot.Left.cos``, or the column
      ``Foot.Left.probability``
    - for a tag, a bool column

    The table is a mapping of NumPy arrays, as in ``table["speed"]`` and ``dict(table)``. `Table` describes how to
    convert it for pandas, Polars, Arrow and Parquet. These keep the encoding, the rates and the units.
    """

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        clip_names: Sequence[str],
        encodings: Sequence[Encoding] = (),
        *,
        events: Sequence[str] = (),
        rates: Sequence[Fraction] = (),
        rounds: Sequence[int] = (),
        units: Optional[Mapping[str, str]] = None,
    ) -> None:
        super().__init__(columns, {"clip": clip_names}, units)
        self.encodings = list(encodings)
        """The encoding of the events for each clip of the library; empty without events."""
        self.events = list(events)
        """The names of the events among the columns."""
        self.rates = list(rates)
        """The frames per second of each clip of the library in this table."""
        self.rounds = list(rounds)
        """The length of one round of each looping clip in frames; -1 for clips that do not loop."""

    @property
    def clip_names(self) -> List[str]:
        """The names of all clips of the library; ``clip`` is an index into it."""
        return self._names["clip"]

    @property
    def event_window_secs(self) -> Optional[float]:
        """The window of the encoding in seconds, the same for all clips; None without events. Decoding needs it. Pass
        it as ``encoding=`` to encode other clips in the same way.
        """
        return self.encodings[0].window_secs if self.encodings else None

    def matrix(self) -> NDArray[np.float32]:
        """Returns all columns but ``clip`` and ``frame`` side by side, tags as 0 and 1: (rows, columns), a new array."""
        columns = [column for name, column in self._columns.items() if name not in ("clip", "frame")]
        if not columns:
            return np.zeros((self.row_count, 0), np.float32)
        return np.stack(columns, axis=1, dtype=np.float32)

    def decode(
        self, event: str, guards: Optional[Guards] = None, *, probability: Optional[Probability] = None
    ) -> Dict[str, NDArray[np.float64]]:
        """Returns the times of an event by the name of the clip, in seconds from the clip's start, decoded from its columns.

        - guards: the guards of signals.
        - probability: the decoder of probabilities; by default `Probability()`.

        Each run of successive frames is decoded separately. A complete looping clip is decoded as a loop. Clips without
        rows are left out. Raises KeyError for an event without columns.
        """
        if event not in self.events:
            raise KeyError(f"the table has no signal of the event `{event}`")
        is_encoded = bool(self.encodings)
        names = event_columns([event], "encoded" if is_encoded else "probability")
        signal = np.stack([self._columns[column] for column in names], axis=1)
        clip, frame = self._columns["clip"], self._columns["frame"]
        cuts = np.flatnonzero((np.diff(clip) != 0) | (np.diff(frame) != 1)) + 1
        found: Dict[str, List[NDArray[np.float64]]] = {}
        for rows in np.split(np.arange(self.row_count), cuts):
            if len(rows) == 0:
                continue
            number, first = int(clip[rows[0]]), int(frame[rows[0]])
            rate = self.rates[number]
            loops = first == 0 and len(rows) == self.rounds[number] + 1
            if is_encoded:
                times = self.encodings[number].decode_all(signal[rows], rate, guards, loops=loops)[0].times
            else:
                [times] = (probability or Probability()).decode_all(signal[rows], rate, loops=loops)
            found.setdefault(self.clip_names[number], []).append(times + float(first / rate))
        return {name: np.concatenate(times) for name, times in found.items()}

    def _metadata(self) -> Dict[str, Any]:
        return {
            **super()._metadata(),
            "events": self.events,
            "encodings": [(encoding.window_secs, encoding.sigma_secs) for encoding in self.encodings],
            "rates": [str(rate) for rate in self.rates],
            "rounds": self.rounds,
        }

    @classmethod
    def _rest(cls, metadata: Mapping[str, Any]) -> Dict[str, Any]:
        return {
            **super()._rest(metadata),
            "events": metadata["events"],
            "encodings": [Encoding(window, sigma) for window, sigma in metadata["encodings"]],
            "rates": [Fraction(rate) for rate in metadata["rates"]],
            "rounds": metadata["rounds"],
        }

    def __repr__(self) -> str:
        return f"<FramesTable: {self.row_count} frames, columns {', '.join(self._columns)}>"


def frames_table(
    library: Library,
    channels: Sequence[str] = (),
    events: Sequence[str] = (),
    tags: Sequence[str] = (),
    *,
    query: Optional[str] = None,
    strict: bool = False,
    progress: Optional[bool] = None,
    **choices: Unpack[MoreKeywords],
) -> FramesTable:
    """Returns a table with one row per frame, one column per channel and tag, and two per event, or one if it is a probability.

    - channels, events, tags, poses, joints, targets, encoding, missing, rate: see `Choices`.
    - query: the frames to keep.
    - strict: whether clips that are missing or changed since they were tagged raise an error instead of a warning.
    - progress: True shows a bar, False none, and None shows one if tqdm is installed and standard error is a terminal.

    Events of looping clips are encoded as loops. Events closer than two frames are merged into one in their middle.

    Raises QueryError for a query with mistakes, ChannelError for an unknown channel, KeyError for unknown events,
    ValueError for clips of different rates, ChangedError for a clip that changed since the library was opened, and
    LibraryError for broken or changed clips if ``strict``.

    Warns with FootworkWarning of stale and missing clips, of merged events and of events that the encoding will lose.
    """
    found = None if query is None else library.query(query)
    used = list(range(len(library.clips))) if found is None else [int(clip) for clip in found.clips]
    check_clips(library, used if events or tags or found else (), strict, stacklevel=2)
    made = Choices(channels, events, tags, **choices)
    features = Features(library, used, made, stacklevel=3)
    return table_of(features, found, shown(used, "frames", progress))


def table_of(
    features: Features,
    found: Optional[QueryResult],
    clips: Iterable[int],
    failed: Optional[Callable[[int, Exception], None]] = None,
) -> FramesTable:
    """Returns the rows of the given clips for the frames that a query found, or for all frames. failed: receives the number of
    each clip that cannot be read or measured, and the reason, instead of an exception."""
    kept: Dict[str, List[NDArray[Any]]] = {name: [] for name in ["clip", "frame", *features.columns]}
    for clip in clips:
        if found is None:
            frames = np.arange(features.frames[clip])
        else:
            runs = [np.arange(start, stop) for start, stop in features.ranges(found, clip).tolist()]
            frames = np.concatenate(runs) if runs else np.zeros(0, np.intp)
        try:
            of_clip = features.clip_columns(clip)
        except (OSError, ValueError) as error:
            if failed is None:
                raise
            failed(clip, error)
            continue
        kept["clip"].append(np.full(len(frames), clip, np.int32))
        kept["frame"].append(frames.astype(np.int32))
        for name, column in of_clip.items():
            kept[name].append(column[frames])
    kinds = {"clip": np.int32, "frame": np.int32, **{tag: np.bool_ for tag in features.tags}}
    columns = {
        name: np.concatenate(parts) if parts else np.zeros(0, kinds.get(name, np.float32)) for name, parts in kept.items()
    }
    return FramesTable(
        columns,
        [clip.name for clip in features.clips],
        features.encodings,
        events=features.events,
        rates=features.rates,
        rounds=features.rounds,
        units=features.units,
    )
