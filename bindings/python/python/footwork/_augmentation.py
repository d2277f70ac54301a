"""Random changes of windows for training: turned, played faster or slower, mirrored, with noise."""

from __future__ import annotations

import hashlib
import math
import operator
from dataclasses import dataclass, field
from typing import Mapping, NamedTuple, Tuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Augmentation", "Draw"]


class Draw(NamedTuple):
    """The changes drawn for one window."""

    yaw_rad: float
    speed: float
    is_mirrored: bool
    noise: NDArray[np.uint64]
    """The key of the noise: (2,)."""


@dataclass(frozen=True)
class Augmentation:
    """Random changes of the windows of a `WindowDataset`, in this order:

    - speed: the slowest and the fastest playback as factors, such as ``(0.9, 1.1)``. A window keeps its number of
      frames and its middle, so a faster one also reads frames before and after it. Near an end of the clip, the window
      is shifted into the clip. If the clip is too short, the speed is reduced.
    - mirror: the probability that left and right are exchanged.
    - yaw_rad: the largest turn about the vertical through the origin, to either side.
    - noise: the standard deviation of normal noise for each named column or group, in its unit.

    ====================  ====================================  ===============================  ==========================
    columns               speed s                               mirror                           yaw
    ====================  ====================================  ===============================  ==========================
    tags, ``contacts``    those of the nearest frame            of the other side                stay
    events, encoded       an error                              of the other event               stay
    events, probability   on the frame nearest to their time    of the other event               stay
    ``rotations``         between frames, made orthonormal      of the partner, reflected        stay
    ``positions``         between frames                        of the partner, x negated        stay
    ``velocities``        between frames, times s               of the partner, x negated        stay
    ``root``              between frames; velocities, turn      velocity_x and turn negated      stay
                          times s
    ``speed``, ``turn``   as ``root``; ``accel`` times s²       ``speed_x``, ``turn`` negated    stay
    ``foot.speed``        between frames, times s               of the partner                   stay
    ``foot.x`` … ``z``    between frames                        of the partner, x negated        x and z turn together
    ``time``, ``phase``   an error                              stay                             stay
    ``mean(c, w)``, …     an error                              as c; an error for other         as c; an error for
                                                                expressions, and for extremes    other expressions of
                                                                of a negated c                   x and z
    ====================  ====================================  ===============================  ==========================

    Columns of poses are in the space of the character, so yaw changes only positions of joints in the world. Noise on
    tags, contacts or events is an error. A mirrored column whose counterpart is not among the columns is an error too.
    Padding stays 0 and masks stay the same. Statistics, `WindowDataset.view` and the data on disk are not affected.

    pairs: tags, events and joints that are mirror images of each other without left and right in their names, such as
    ``{"Lead.Port": "Lead.Starboard"}``. ``mirror`` in the library's settings is not read. The joints of a library are
    paired as by `Clip.mirrored`, and those of a store by their names.

    seed: a number that determines all changes of a window, together with the epoch, the name of the clip and the first
    frame of the window. So a sample is the same for any number of workers, in any order, in any part of a split, and
    after a restart. The indices of a `WindowSampler` contain their epoch. The noise comes from NumPy, and may differ
    between versions of NumPy.

    Raises ValueError for a factor that is not above 0, and for other numbers out of range.
    """

    yaw_rad: float = 0.0
    speed: Tuple[float, float] = (1.0, 1.0)
    mirror: float = 0.0
    noise: Mapping[str, float] = field(default_factory=dict)
    pairs: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        slow, fast = map(float, self.speed)
        object.__setattr__(self, "speed", (slow, fast))
        both = {**self.pairs, **{other: name for name, other in self.pairs.items()}}
        object.__setattr__(self, "pairs", both)
        object.__setattr__(self, "noise", {name: float(size) for name, size in self.noise.items()})
        object.__setattr__(self, "seed", operator.index(self.seed))
        if not (0.0 < slow <= fast < math.inf):
            raise ValueError(f"`speed` must be two factors above 0, the smaller first, not {slow:g}, {fast:g}")
        if not 0.0 <= self.mirror <= 1.0:
            raise ValueError(f"`mirror` must be a probability from 0 to 1, not {self.mirror:g}")
        if not 0.0 <= self.yaw_rad <= math.pi:
            raise ValueError(f"`yaw_rad` must be from 0 to pi, not {self.yaw_rad:g}")
        for name, other in both.items():
            if both[other] != name:
                raise ValueError(f"`pairs` has several partners for `{other}`")
        for name, size in self.noise.items():
            if not 0.0 <= size < math.inf:
                raise ValueError(f"the noise of `{name}` must be a deviation of at least 0, not {size:g}")

    def draw(self, clip: str, frame: int, epoch: int = 0) -> Draw:
        """Returns the changes of the window that starts at a frame of a clip."""
        key = f"{self.seed}\n{epoch}\n{frame}\n{clip}".encode()
        words = np.frombuffer(hashlib.blake2b(key, digest_size=40).digest(), "<u8")
        # 53 bits, from 0 to below 1.
        turn, speed, mirror = ((words[:3] >> np.uint64(11)).astype(np.float64) * 2.0**-53).tolist()
        slow, fast = self.speed
        return Draw(self.yaw_rad * (2.0 * turn - 1.0), slow + (fast - slow) * speed, mirror < self.mirror, words[3:].astype(np.uint64))
