"""What the network sees of a foot: numbers a frame, from where the joints are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import footwork

RATE = 60
"""Frames a second that all clips are brought to."""

REACH = np.arange(-18, 19, 3)
"""Which frames around a frame the network sees: 0.3 s before and after it."""

REACH_SECS = 0.3
"""The same in seconds. The window of the encoding is as long: the network cannot know of a strike further away."""

FEET = {
    "Foot.Left": ("LeftToeBase", "LeftFoot", "left_toe", "left_ankle"),
    "Foot.Right": ("RightToeBase", "RightFoot", "right_toe", "right_ankle"),
}
"""The toe and the ankle of each foot, in both skeletons of the sample library."""

Array = NDArray[np.float64]


@dataclass
class Foot:
    """One foot in one clip."""

    clip: str
    name: str
    features: NDArray[np.float32]
    """(frames, features of all frames in reach)"""
    height: Array
    """Of the toe, (frames,), metres."""
    strikes: Array
    """When it comes down, seconds."""

    @property
    def frames(self) -> int:
        return len(self.features)

    @property
    def track(self) -> footwork.EventTrack:
        return footwork.EventTrack(self.strikes)


def feet(library: footwork.Library, speed: float = 1.0) -> list[Foot]:
    """Both feet of all clips, played at this speed."""
    found: list[Foot] = []
    for number, info in enumerate(library.clips):
        clip = library.clip(number)
        positions = _resampled(clip.positions(), info.rate, speed)
        for name, joints in FEET.items():
            other = next(joints for foot, joints in FEET.items() if foot != name)
            frames = _features(clip, positions, joints, other)
            strikes = library.event_frames(name, number) / info.rate / speed
            toe = _joint(clip, positions, joints[::2])
            found.append(Foot(info.name, name, _in_reach(frames), toe[:, 1], strikes))
    return found


def _resampled(positions: Array, rate: float, speed: float) -> Array:
    """(frames, joints, 3) at `RATE`, by straight lines."""
    length = (len(positions) - 1) / rate / speed
    at = np.arange(int(length * RATE + 1e-9) + 1) / RATE * speed * rate
    before = np.minimum(at.astype(int), len(positions) - 2)
    share = (at - before)[:, None, None]
    return np.asarray(positions[before] * (1.0 - share) + positions[before + 1] * share)


def _joint(clip: footwork.Clip, positions: Array, names: tuple[str, ...]) -> Array:
    place = next(clip.names.index(name) for name in names if name in clip.names)
    return np.asarray(positions[:, place])


def _features(clip: footwork.Clip, positions: Array, own: tuple[str, ...], other: tuple[str, ...]) -> Array:
    """Nothing of it depends on where the clip is in the world, which way it faces, or which foot it is."""
    toes = [_joint(clip, positions, joints[::2]) for joints in (own, other)]
    floor = min(toe[:, 1].min() for toe in toes)
    root = positions[:, 0]
    columns = [root[:, 1] - floor, _velocity(root)[:, 1], _length(_velocity(root)[:, [0, 2]])]
    for joints, toe in zip((own, other), toes):
        ankle = _joint(clip, positions, joints[1::2])
        moving = _velocity(toe)
        columns += [toe[:, 1] - floor, ankle[:, 1] - floor, _length(moving), moving[:, 1], _velocity(ankle)[:, 1]]
        columns.append(_length((toe - root)[:, [0, 2]]))
    return np.stack(columns, axis=1)


def _velocity(points: Array) -> Array:
    return np.asarray(np.gradient(points, axis=0) * RATE)


def _length(vectors: Array) -> Array:
    return np.asarray(np.linalg.norm(vectors, axis=1))


def _in_reach(frames: Array) -> NDArray[np.float32]:
    places = np.clip(np.arange(len(frames))[:, None] + REACH, 0, len(frames) - 1)
    return np.asarray(frames[places].reshape(len(frames), -1), np.float32)
