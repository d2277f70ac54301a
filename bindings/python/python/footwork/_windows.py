"""Positions of windows of frames."""

from __future__ import annotations

import operator
from typing import Iterator, Literal, SupportsIndex, Tuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["at_least_one", "covered_rows", "cut_windows", "padded_starts", "window_starts"]

_BLOCK_ROWS = 1 << 16
"""The number of rows that `covered_rows` yields at a time."""


def at_least_one(name: str, frames: SupportsIndex) -> int:
    """Returns the number if it is at least 1. Raises ValueError otherwise."""
    number = operator.index(frames)
    if number < 1:
        raise ValueError(f"`{name}` must be at least 1 frame, not {number}")
    return number


def window_starts(
    clip: NDArray[np.int32], start: NDArray[np.int32], stop: NDArray[np.int32], window: int, stride: int
) -> Tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the clip and the first frame of each window inside ranges of the given clips, ``stride`` frames apart."""
    counts = np.maximum((stop.astype(np.int64) - start - window) // stride + 1, 0)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    within = np.arange(counts.sum(), dtype=np.int64) - before
    return np.repeat(clip.astype(np.int64), counts), np.repeat(start.astype(np.int64), counts) + stride * within


def padded_starts(
    clip: NDArray[np.int32], start: NDArray[np.int32], stop: NDArray[np.int32], window: int, stride: int
) -> Tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Returns the clip, the first frame and the length of each window of ranges, ``stride`` frames apart. The last window of a range
    ends with it, and may be shorter than the others."""
    frames = np.maximum(stop.astype(np.int64) - start, 0)
    counts = np.where(frames > 0, np.maximum(-(-(frames - window) // stride), 0) + 1, 0)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    skipped = stride * (np.arange(counts.sum(), dtype=np.int64) - before)
    lengths = np.minimum(np.repeat(frames, counts) - skipped, window)
    # If the stride is longer than the window, the last window may begin after the range.
    inside = lengths > 0
    starts = np.repeat(start.astype(np.int64), counts) + skipped
    return np.repeat(clip.astype(np.int64), counts)[inside], starts[inside], lengths[inside]


def cut_windows(
    clip: NDArray[np.int32],
    start: NDArray[np.int32],
    stop: NDArray[np.int32],
    window: int,
    stride: int,
    short: Literal["drop", "pad"],
) -> Tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Returns the clip, the first frame and the length of each window of ranges, ``stride`` frames apart. Frames that fill no
    window are dropped or padded."""
    if short == "pad":
        return padded_starts(clip, start, stop, window, stride)
    clips, starts = window_starts(clip, start, stop, window, stride)
    return clips, starts, np.full(len(starts), window, np.int64)


def covered_rows(count: int, firsts: NDArray[np.int64], lengths: NDArray[np.int64]) -> Iterator[NDArray[np.intp]]:
    """Yields the numbers of the rows among ``count`` that a window covers, each once, in blocks."""
    depth = np.zeros(count + 1, np.int32)
    np.add.at(depth, firsts, 1)
    np.add.at(depth, firsts + lengths, -1)
    is_covered = np.cumsum(depth[:-1]) > 0
    for at in range(0, count, _BLOCK_ROWS):
        block = np.flatnonzero(is_covered[at : at + _BLOCK_ROWS])
        if len(block):
            yield at + block
