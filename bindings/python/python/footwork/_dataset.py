"""Datasets of windows of frames for training."""

from __future__ import annotations

import operator
import pickle
import typing
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Generic,
    List,
    Literal,
    Optional,
    Sequence,
    SupportsIndex,
    Tuple,
    Union,
    cast,
    overload,
)

import numpy as np
from numpy.typing import NDArray

from ._augmentation import Augmentation
from ._augmented import Augmenter
from ._choices import ChoiceKeywords, Choices
from ._data_card import data_card
from ._event_signals import EventSignals
from ._features import Features
from ._findings import check_clips
from ._footwork import Encoding, Library, column_names
from ._poses import PoseColumns
from ._progress import shown
from ._split import GivenGroups, GivenTwins, numbers_of_parts, parts_of, twins_of
from ._statistics import Statistics
from ._store import Store
from ._twins import Twins
from ._windows import at_least_one, covered_rows, cut_windows

if TYPE_CHECKING:
    import torch
    from typing_extensions import Required, TypeVar, Unpack

    A = TypeVar("A", default=NDArray[np.float32])

    class _WindowKeywords(ChoiceKeywords, total=False):
        window: Required[int]
        stride: int
        short: Literal["drop", "pad"]
        columns: Optional[Sequence[str]]
        statistics: Optional[Statistics]
        augmentation: Optional[Augmentation]
        strict: bool
        progress: Optional[bool]

else:
    A = typing.TypeVar("A")

__all__ = ["WindowDataset"]


class WindowDataset(Generic[A]):
    """Windows of frames inside the ranges that a query finds, ``stride`` frames apart.

    Window i is ``dataset[i]``: (window, columns) float32, a new array, or a tensor. The class is a map-style dataset
    for PyTorch's ``DataLoader``, with ``__len__``, ``__getitem__`` and ``__getitems__``. Workers may be forked or
    spawned.

    - source: a `Library` or a `Store`. The features of a library are computed on construction and kept in memory. Those
      of a store are read from disk, so that pickles are small.
    - query: the frames to use. For a store, the query must have no predicates.
    - window, stride: the length of a window and the distance between windows, in frames.
    - short: the treatment of frames that do not fill a window, such as a range shorter than the window. "drop" leaves
      them out. "pad" adds them as a window that is filled with 0 after scaling: see `lengths` and `mask`.
    - statistics: the statistics that scale each window; see `statistics`.
    - augmentation: random changes of each window, before scaling: see `Augmentation`.
    - tensors: whether windows are PyTorch tensors.

    A library has further arguments. See `Choices` for channels, events, tags, poses, joints, targets, encoding,
    training, missing and rate. See `frames_table` for strict and progress.

    A store has the argument columns: the names of the columns to read, in this order; all by default.

    Raises:

    - QueryError for a query with mistakes, and ChannelError for an unknown channel
    - KeyError for unknown events and columns
    - ValueError for a window or a stride below 1, for clips of different rates or different skeletons, and for columns
      that the augmentation cannot change
    - ChangedError for a clip that changed since the library was opened
    - LibraryError for broken or changed clips if ``strict``

    Warns with FootworkWarning of stale and missing clips, of merged events and of events that the encoding will lose.
    """

    @overload
    def __init__(
        self: WindowDataset[NDArray[np.float32]],
        source: Union[Library, Store],
        query: str,
        *,
        tensors: Literal[False] = False,
        **options: Unpack[_WindowKeywords],
    ) -> None: ...

    @overload
    def __init__(
        self: WindowDataset[torch.Tensor],
        source: Union[Library, Store],
        query: str,
        *,
        tensors: Literal[True],
        **options: Unpack[_WindowKeywords],
    ) -> None: ...

    def __init__(
        self,
        source: Union[Library, Store],
        query: str,
        *,
        window: int,
        stride: int = 1,
        short: Literal["drop", "pad"] = "drop",
        columns: Optional[Sequence[str]] = None,
        statistics: Optional[Statistics] = None,
        augmentation: Optional[Augmentation] = None,
        tensors: bool = False,
        strict: bool = False,
        progress: Optional[bool] = None,
        **choices: Unpack[ChoiceKeywords],
    ) -> None:
        self.query = query
        """The query that chose the frames."""
        self.window = at_least_one("window", window)
        self.stride = at_least_one("stride", stride)
        self.tensors = tensors
        if short not in ("drop", "pad"):
            raise ValueError(f'`short` must be "drop" or "pad", not {short!r}')
        self.short = short
        """Whether frames that fill no window are dropped or padded."""
        self._store: Optional[Store] = None
        self._library: Union[Library, bytes, None] = None
        self._described: Optional[Tuple[Choices, Optional[PoseColumns], Dict[str, str]]] = None
        self._known_twins: Optional[List[Twins]] = None
        self._only: Optional[List[int]] = None
        self._window_secs: Optional[float] = None
        if isinstance(source, Store):
            if Choices(**choices) != Choices():
                raise TypeError("a store has its columns: choose among them with columns=[…]")
            self._of_store(source, columns)
        elif isinstance(source, Library):
            if columns is not None:
                raise TypeError("columns=[…] chooses columns of a store; a library has channels, events, tags and poses")
            found = source.query(query)
            used = [int(clip) for clip in found.clips]
            check_clips(source, used, strict, stacklevel=2)
            self._of_library(Features(source, used, Choices(**choices), stacklevel=3), progress)
        else:
            kind = type(source).__name__
            raise TypeError(f"`library` must be a Library, whose clips can be read, not a {kind}")
        self.scaling = self._checked(statistics)
        """The statistics that scale windows, or None."""
        self._augment(augmentation, 0)

    def _of_library(self, features: Features, progress: Optional[bool]) -> None:
        found = features.library.query(self.query)
        self._library = features.library
        self._described = (features.choices, features.poses, features.units)
        self.columns: List[str] = features.columns
        """The names of the columns."""
        self.units: Dict[str, str] = features.units
        """The unit of each column that has one."""
        self.groups: Dict[str, List[str]] = features.groups
        """The columns of each group, by its name: ``channels``, ``events``, ``tags``, an event, or a group of poses."""
        self.encodings: List[Encoding] = features.encodings
        """The encoding of the events for each clip of the library; empty without events."""
        self.clip_names: List[str] = [clip.name for clip in features.clips]
        """The names of all clips of the library."""
        self.rates = features.rates
        """The frames per second of each clip of the library."""
        ranges = [features.ranges(found, clip) for clip in features.used]
        clip = np.repeat(np.array(features.used, np.int32), [len(of_clip) for of_clip in ranges])
        every = np.concatenate([np.zeros((0, 2), np.int32), *ranges])
        clips, starts, lengths = cut_windows(clip, every[:, 0], every[:, 1], self.window, self.stride, self.short)
        rows: List[NDArray[np.float32]] = []
        offsets = np.zeros(len(features.clips), np.int64)
        first = 0
        for number in shown(np.unique(clips).tolist(), "windows", progress):
            rows.append(features.matrix(number))
            offsets[number] = first
            first += len(rows[-1])
        self._pick: Optional[Union[slice, NDArray[np.intp]]] = None
        self._rows = np.concatenate(rows) if rows else np.zeros((0, len(self.columns)), np.float32)
        self._rows.flags.writeable = False
        self._clip_frames = np.array(features.frames, np.int64)
        self._place(clips, starts, lengths, offsets, features.signals if features.is_fitted else None)

    def _of_store(self, store: Store, columns: Optional[Sequence[str]]) -> None:
        self._store = store
        self.columns, self._pick = store.picked(columns)
        self.encodings, self.clip_names, self.rates, self.groups = store.encodings, store.clip_names, store.rates, store.groups
        self.units = store.units
        found = store.query(self.query)
        clips, starts, lengths = cut_windows(found.clip, found.start, found.stop, self.window, self.stride, self.short)
        self._rows = store.rows
        self._known_twins = store.twins
        self._clip_frames = store.frames
        self._place(clips, starts, lengths, store.offsets, store.signals())
        if self._only is not None:
            self._keep(self._only)
        if self._window_secs is not None:
            self._encode(self._window_secs)

    def _place(
        self,
        clips: NDArray[np.int64],
        starts: NDArray[np.int64],
        lengths: NDArray[np.int64],
        offsets: NDArray[np.int64],
        signals: Optional[EventSignals],
    ) -> None:
        self._offsets = offsets
        self._firsts = offsets[clips] + starts
        columns = column_names(signals.events) if signals else []
        of_signals = [(place, columns.index(name)) for place, name in enumerate(self.columns) if name in columns]
        self._signals = signals if of_signals else None
        self._encoded: Optional[NDArray[np.float32]] = None
        self._of_signals = np.array(of_signals, np.intp).reshape(-1, 2).T
        self.windows: NDArray[np.int32] = np.stack([clips, starts, starts + lengths], axis=1).astype(np.int32)
        """The clip and frames of each window: (windows, 3) int32, clip, start, stop."""

    def _keep(self, clips: Sequence[int]) -> None:
        self._only = sorted(clips)
        kept = np.isin(self.windows[:, 0], self._only)
        self.windows, self._firsts = self.windows[kept], self._firsts[kept]

    def _encode(self, window_secs: float) -> None:
        """Encodes the events again with another window, in the clips that have windows of frames."""
        assert self._signals is not None
        self._window_secs = window_secs
        self.encodings = self._signals.encodings(window_secs)
        # Clips without windows stay untouched and take no memory.
        self._encoded = np.zeros((len(self._rows), 2 * len(self._signals.events)), np.float32)
        for clip in np.unique(self.windows[:, 0]).tolist():
            signal = self._signals.signal(clip, self.encodings[clip])
            self._encoded[self._offsets[clip] :][: len(signal)] = signal

    def _checked(self, statistics: Optional[Statistics]) -> Optional[Statistics]:
        if statistics is not None and statistics.columns != self.columns:
            raise ValueError("the statistics have other columns than the dataset")
        return statistics

    @property
    def event_window_secs(self) -> Optional[float]:
        """The window of the encoding: see `FramesTable.event_window_secs`."""
        return self.encodings[0].window_secs if self.encodings else None

    def __len__(self) -> int:
        return len(self._firsts)

    def __getitem__(self, index: SupportsIndex) -> A:
        """Returns the window at ``index``: (window, columns) float32, a new array or tensor."""
        first, length = self._first(index)
        values = np.zeros((self.window, len(self.columns)), np.float32)
        values[:length] = self._sample(index, first, length)
        return self._given(values, [length])

    def __getitems__(self, indices: Sequence[SupportsIndex]) -> List[A]:
        """Returns the windows at all indices, read together. PyTorch's ``DataLoader`` calls this for a batch."""
        runs = [self._first(index) for index in indices]
        values = np.zeros((len(runs), self.window, len(self.columns)), np.float32)
        for place, (index, (first, length)) in enumerate(zip(indices, runs)):
            values[place, :length] = self._sample(index, first, length)
        # Each row of the array is a window.
        return list(cast("Any", self._given(values, [length for _, length in runs])))

    def _sample(self, index: SupportsIndex, first: int, length: int) -> NDArray[np.float32]:
        """Returns the rows of a window, changed at random if the dataset is augmented."""
        if self._augmenter is None:
            return self._picked(slice(first, first + length))
        clip, start, _ = self.windows[operator.index(index)].tolist()
        draw = self._augmenter.augmentation.draw(self.clip_names[clip], start, getattr(index, "epoch", self._epoch))

        def read(begin: int, end: int) -> NDArray[np.float32]:
            return self._picked(slice(first - start + begin, first - start + end))

        return self._augmenter.sample(draw, read, start, length, int(self._clip_frames[clip]))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of frames of each window before its padding: (windows,) int64."""
        return (self.windows[:, 2] - self.windows[:, 1]).astype(np.int64)

    def mask(self, index: SupportsIndex) -> NDArray[np.bool_]:
        """Returns for each frame of the window at ``index`` whether it is a frame of the clip rather than padding:
        (window,).
        """
        return np.arange(self.window) < self._first(index)[1]

    def view(self, index: SupportsIndex) -> NDArray[np.float32]:
        """Returns the window at ``index`` as it is in memory or on disk, not scaled and not padded. It is a read-only
        view that shares memory with its neighbours. It is a copy if a store's columns were chosen in another order, or
        if `split` encoded the events.
        """
        first, length = self._first(index)
        values = self._picked(slice(first, first + length))
        values.flags.writeable = False
        return values

    def _picked(self, rows: Union[slice, NDArray[np.intp]]) -> NDArray[np.float32]:
        """Returns these rows, in the columns of the dataset."""
        values = self._rows[rows] if self._pick is None else self._rows[rows][:, self._pick]
        if self._encoded is None:
            return values
        values = np.array(values)
        places, columns = self._of_signals
        values[:, places] = self._encoded[rows][:, columns]
        return values

    def _first(self, index: SupportsIndex) -> Tuple[int, int]:
        """Returns the row of the first frame of a window, and its number of frames."""
        number = operator.index(index)
        count = len(self._firsts)
        if not -count <= number < count:
            raise IndexError(f"there is no window {number}: there are {count}")
        _, start, stop = self.windows[number].tolist()
        return int(self._firsts[number]), stop - start

    def _given(self, values: NDArray[np.float32], lengths: Sequence[int]) -> A:
        """Scales one window, or several of them. Their padding stays 0."""
        if self.scaling is not None:
            values = self.scaling.normalise(values)
            for rows, length in zip(values.reshape(len(lengths), self.window, -1), lengths):
                rows[length:] = 0.0
        if not self.tensors:
            return cast("A", values)
        import torch

        return cast("A", torch.from_numpy(values))

    def statistics(self, unscaled: Sequence[str] = ()) -> Statistics:
        """Returns the mean and deviation of each column over the unscaled frames of all windows. A frame in several windows
        counts once.

        unscaled: the names of columns, or of `groups` of them, to leave as they are. A usual choice is
        ``unscaled=["events", "contacts", "tags"]``, because decoding needs unscaled signals, and contacts and tags are
        0 or 1.

        To scale this dataset, pass the result to `scaled`. To scale other datasets in the same way, make them with
        ``WindowDataset(…, statistics=training.statistics())``.

        Raises ValueError if there are no windows or a scaled column has NaN, and KeyError for an unknown name.
        """
        blocks = covered_rows(len(self._rows), self._firsts, self.lengths)
        return Statistics.of(self.columns, map(self._picked, blocks), unscaled=unscaled, groups=self.groups)

    def scaled(self, statistics: Optional[Statistics]) -> WindowDataset[A]:
        """Returns the same windows, scaled by these statistics; not scaled if None."""
        made = self._copy()
        made.scaling = self._checked(statistics)
        return made

    def augmented(self, augmentation: Optional[Augmentation], *, epoch: int = 0) -> WindowDataset[A]:
        """Returns the same windows, changed at random by this augmentation; not changed if None.

        epoch: the epoch of windows that are read by a plain number. The numbers of a `WindowSampler` contain their own
        epoch. The parts of an augmented dataset are augmented too. So split first, and augment only the training part:
        ``training.augmented(…)``.

        Raises ValueError with the names of columns that a change has no meaning for, and KeyError for noise of unknown columns.
        """
        made = self._copy()
        made._augment(augmentation, epoch)
        return made

    def _augment(self, augmentation: Optional[Augmentation], epoch: int) -> None:
        self.augmentation = augmentation
        """The random changes of windows, or None."""
        self._epoch = operator.index(epoch)
        self._augmenter: Optional[Augmenter] = None
        if augmentation is not None:
            known = self._partners if self._store is None and len(self.windows) else None
            self._augmenter = Augmenter(augmentation, self.columns, self.groups, known)

    def _partners(self) -> Dict[str, str]:
        """Returns the partners of the joints of the first clip, if it has any."""
        if isinstance(self._library, bytes):
            self._library = cast("Library", pickle.loads(self._library))
        assert self._library is not None
        clip = self._library.clip(int(self.windows[0, 0]))
        try:
            return {name: clip.names[partner] for name, partner in zip(clip.names, clip._partners())}
        except ValueError:
            return {}

    def split(
        self, shares: Sequence[float], *, seed: int = 0, by: GivenGroups = None, twins: GivenTwins = "together"
    ) -> List[WindowDataset[A]]:
        """Returns a dataset of the clips of each part. Parts share no clip and no group of ``by``, such as an actor.
        Mirrored twins, recognised by name or motion, are in the same part: see `split_clips`. Clips without windows are
        ignored.

        The first part is for training. If the window of the encoding was fitted to the events of all clips, it is
        fitted again to those of the first part, and the events of all parts are encoded with it. It stays the same if
        the first part is empty, or when a part is split further.
        """
        numbers = {self.clip_names[clip]: clip for clip in np.unique(self.windows[:, 0]).tolist()}
        found = self._twins(list(numbers))
        names = parts_of(list(numbers), shares, seed, by, found, twins, stacklevel=3)
        return self._in_parts([[numbers[name] for name in part] for part in names], stacklevel=3)

    def parts(self, split: Sequence[Sequence[str]]) -> List[WindowDataset[A]]:
        """Returns a dataset of the clips of each part of a split, for example of a frozen one: see `Split.load`. Clips
        without windows are ignored. The window of the encoding is fitted to the first part, as by `split`.

        Raises KeyError for an unknown clip, and ValueError for a clip in two parts.
        """
        used = set(np.unique(self.windows[:, 0]).tolist())
        clips = [sorted(set(part) & used) for part in numbers_of_parts(split, self.clip_names)]
        return self._in_parts(clips, stacklevel=3)

    def _in_parts(self, clips: Sequence[Sequence[int]], stacklevel: int) -> List[WindowDataset[A]]:
        """Returns a dataset of the clips of each part, with the window of events fitted to the first."""
        is_fitted = self._signals is not None and self._window_secs is None and any(clips[:1])
        window_secs = self._signals.fitted_secs(clips[0]) if self._signals is not None and is_fitted else None
        parts = []
        for of_part in clips:
            parts.append(self._copy())
            parts[-1]._keep(of_part)
            if window_secs is not None:
                parts[-1]._encode(window_secs)
        if window_secs is not None and self._signals is not None:
            self._signals.warn(sorted({clip for of_part in clips for clip in of_part}), parts[0].encodings, stacklevel + 1)
        return parts

    def data_card(self) -> str:
        """Returns the facts for the appendix of a paper, as Markdown: the query, the windows, the rate, the clips, the
        columns with their units and scale, and the encoding of events."""
        return data_card(self)

    def _chosen_columns(self) -> Tuple[Choices, Optional[PoseColumns], Dict[str, str]]:
        """Returns the choices, the columns of poses and the units of all columns."""
        if self._described is None:
            raise TypeError("a store does not hold a skeleton: make the specification from a WindowDataset of its library")
        return self._described

    def _twins(self, names: List[str]) -> List[Twins]:
        """Returns the mirrored twins among these clips. They are searched for once."""
        if self._known_twins is None:
            if isinstance(self._library, bytes):
                self._library = cast("Library", pickle.loads(self._library))
            self._known_twins = twins_of(names, self._library)[0]
        return [pair for pair in self._known_twins if {pair.clip, pair.mirrored} <= set(names)]

    def _copy(self) -> WindowDataset[A]:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __getstate__(self) -> Dict[str, Any]:
        if self._store is None:
            # The library is opened again only to search for twins.
            library = self._library if isinstance(self._library, bytes) else pickle.dumps(self._library)
            return {**self.__dict__, "_library": library}
        names = (
            *("query", "window", "stride", "short", "tensors", "scaling", "augmentation", "_epoch"),
            *("_store", "_library", "_described", "_only", "_window_secs"),
        )
        return {**{name: self.__dict__[name] for name in names}, "columns": None if self._pick is None else self.columns}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        if state["_store"] is None:
            self.__dict__.update(state)
            self._rows.flags.writeable = False
            return
        columns = state.pop("columns")
        self.__dict__.update(state)
        self._of_store(state["_store"], columns)
        self._augment(self.augmentation, self._epoch)

    def __eq__(self, other: object) -> bool:
        """Returns whether both have the same windows with the same numbers."""
        if not isinstance(other, WindowDataset):
            return NotImplemented
        return (
            (self.columns, self.clip_names, self.rates, self.encodings, self.scaling, self.window, self.tensors)
            == (other.columns, other.clip_names, other.rates, other.encodings, other.scaling, other.window, other.tensors)
            and np.array_equal(self.windows, other.windows)
            and (self.augmentation, self._epoch) == (other.augmentation, other._epoch)
            and all(self.view(index).tobytes() == other.view(index).tobytes() for index in range(len(self)))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<WindowDataset: {len(self)} windows of {self.window} frames, {len(self.columns)} columns>"
