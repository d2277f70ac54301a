"""Frames at another rate. Frame j of a clip at ``rate`` is at j / rate seconds, as in ``Clip.resampled``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Dict, Iterable, List, Literal, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._footwork import ClipInfo, Database

if TYPE_CHECKING:
    from ._footwork import _Rate

__all__ = ["GivenRate", "chosen_rates", "exact_rate", "frames_at", "ranges_at", "round_at"]

GivenRate = Optional[Union["_Rate", Literal["own"]]]
"""The rate of all frames. ``"own"`` and None leave each clip at its own rate, but None rejects clips of different rates."""


def exact_rate(rate: _Rate) -> Fraction:
    """Returns the rate as a fraction, by the rules of the compiled half: 29.97 is 30000/1001. Raises ValueError, TypeError."""
    scratch = Database()
    scratch.add_clip("", 1, rate)
    return scratch.clips[0].exact_rate


def chosen_rates(clips: Sequence[ClipInfo], used: Iterable[int], rate: GivenRate) -> List[Fraction]:
    """Returns the rate of each clip's frames. Raises ValueError if the clips in use differ in rate and no rate is given."""
    own = [clip.exact_rate for clip in clips]
    if rate == "own":
        return own
    if rate is not None:
        return [exact_rate(rate)] * len(own)
    first: Dict[Fraction, int] = {}
    for clip in used:
        first.setdefault(own[clip], clip)
    if len(first) > 1:
        rates = ", ".join(f"{rate} ({clips[clip].name})" for rate, clip in sorted(first.items()))
        raise ValueError(
            f"the clips have different frame rates: {rates}; pass rate=… to resample them, or rate=\"own\" to mix them"
        )
    return own


def frames_at(frames: int, own: Fraction, rate: Fraction) -> int:
    """Returns the number of frames of a clip at another rate, up to its last frame."""
    return int((frames - 1) * rate / own) + 1 if frames else 0


def round_at(round_frames: int, own: Fraction, rate: Fraction) -> int:
    """Returns the length of one round of a loop in frames at another rate. Returns -1 without a loop, or if the length
    is not a whole number.
    """
    length = round_frames * rate / own
    return length.numerator if round_frames >= 0 and length.denominator == 1 else -1


def ranges_at(ranges: NDArray[np.int32], own: Fraction, rate: Fraction, frames: int) -> NDArray[np.int32]:
    """Converts ranges to another rate. Returns the frames at that rate whose nearest original frame is in the ranges:
    (n, 2) int32, in order, with touching ranges joined."""
    if own == rate:
        return ranges
    scale = rate / own
    joined: List[Tuple[int, int]] = []
    for start, stop in ranges.tolist():
        # Frame j is nearest to floor(j / scale + 1/2), so the first one nearest to frame s is ceil((s - 1/2) scale).
        first, last = (min(-((1 - 2 * at) * scale.numerator // (2 * scale.denominator)), frames) for at in (start, stop))
        first = max(first, 0)
        if first >= last:
            continue
        if joined and joined[-1][1] >= first:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return np.array(joined, np.int32).reshape(-1, 2)
