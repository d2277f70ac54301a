"""Windows of frames for training."""

from __future__ import annotations

import operator
from typing import List, Optional, Sequence, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._footwork import Encoding, Library
from ._progress import shown
from ._table import Features, GivenEncoding

__all__ = ["WindowDataset"]


class WindowDataset:
    """Windows of frames inside the ranges that a query finds, ``stride`` frames apart.

    Window i is ``dataset[i]``: (window, columns) float32, a new array. The columns are channels, events as (sin, cos), and
    tags as 0 and 1; ``columns`` has their names. With ``__len__`` and ``__getitem__`` it is a map-style dataset for
    PyTorch's ``DataLoader``, and it can be pickled to the workers. All features are computed once, on construction.

    library: a `Library`. query: which frames. window, stride: in frames, at the rate of each clip. channels,
    events, tags: names; an event or a tag includes those below it. encoding, missing, progress: see
    `frames_table`.

    Raises QueryError, ChannelError, KeyError for unknown events, ValueError for a window or a stride below 1. Warns
    with FootworkWarning of merged events and of events that the encoding will lose.
    """

    def __init__(
        self,
        library: Library,
        query: str,
        *,
        window: int,
        stride: int = 1,
        channels: Sequence[str] = (),
        events: Sequence[str] = (),
        tags: Sequence[str] = (),
        encoding: Optional[GivenEncoding] = None,
        missing: str = "raise",
        progress: Optional[bool] = None,
    ) -> None:
        self.window = _at_least_one("window", window)
        self.stride = _at_least_one("stride", stride)
        if not isinstance(library, Library):
            raise TypeError(f"`library` must be a Library, whose clips can be read, not a {type(library).__name__}")
        features = Features(library, channels, events, tags, encoding, missing)
        self.columns: List[str] = features.columns
        """The names of the columns."""
        self.encodings: List[Encoding] = features.encodings
        """The encoding of the events for each clip of the library; empty without events."""
        self.clip_names: List[str] = [clip.name for clip in features.clips]
        """The names of all clips of the library."""
        found = library.query(query)
        windows: List[NDArray[np.int64]] = []
        rows: List[NDArray[np.float32]] = []
        firsts: List[NDArray[np.int64]] = []
        first = 0
        for clip in shown([int(clip) for clip in found.clips], "windows", progress):
            starts = [
                np.arange(start, stop - self.window + 1, self.stride, dtype=np.int64)
                for start, stop in found.ranges(clip).tolist()
            ]
            start = np.concatenate(starts)
            if len(start) == 0:
                continue
            columns = features.clip_columns(clip)
            frames = features.clips[clip].frames
            matrix = np.empty((frames, len(self.columns)), np.float32)
            for place, name in enumerate(self.columns):
                matrix[:, place] = columns[name]
            windows.append(np.stack([np.full_like(start, clip), start, start + self.window], axis=1))
            firsts.append(first + start)
            rows.append(matrix)
            first += frames
        self._rows = np.concatenate(rows) if rows else np.zeros((0, len(self.columns)), np.float32)
        self._rows.flags.writeable = False
        self._firsts = np.concatenate(firsts) if firsts else np.zeros(0, np.int64)
        self.windows: NDArray[np.int32] = (
            np.concatenate(windows).astype(np.int32) if windows else np.zeros((0, 3), np.int32)
        )
        """The clip and frames of each window: (windows, 3) int32, clip, start, stop."""

    @property
    def event_window_secs(self) -> Optional[float]:
        """The window of the encoding: see `FramesTable.event_window_secs`."""
        return self.encodings[0].window_secs if self.encodings else None

    def __len__(self) -> int:
        return len(self._firsts)

    def __getitem__(self, index: SupportsIndex) -> NDArray[np.float32]:
        """The window at ``index``: (window, columns) float32, a new array."""
        return self.view(index).copy()

    def view(self, index: SupportsIndex) -> NDArray[np.float32]:
        """The window at ``index`` as a read-only view, which shares memory with its neighbours."""
        number = operator.index(index)
        count = len(self)
        if not -count <= number < count:
            raise IndexError(f"there is no window {number}: there are {count}")
        first = int(self._firsts[number])
        return self._rows[first : first + self.window]

    def __repr__(self) -> str:
        return f"<WindowDataset: {len(self)} windows of {self.window} frames, {len(self.columns)} columns>"


def _at_least_one(name: str, frames: SupportsIndex) -> int:
    number = operator.index(frames)
    if number < 1:
        raise ValueError(f"`{name}` must be at least 1 frame, not {number}")
    return number
