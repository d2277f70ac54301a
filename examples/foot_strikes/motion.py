"""What the network sees of a foot: pose columns of the library, the same for the left and the right."""

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

SIDES = {"Foot.Left": ("left", "right", 1.0), "Foot.Right": ("right", "left", -1.0)}
"""Of each event its side, the other one, and the sign of x, so that +x is outwards."""

JOINTS = ["left_foot", "left_toe", "right_foot", "right_toe"]
"""By their roles, which both skeletons of the sample library have."""

Floats = NDArray[np.float32]


@dataclass
class Foot:
    """One foot in one clip."""

    clip: str
    name: str
    features: Floats
    """(frames, features of all frames in reach)"""
    height: Floats
    """Of the toe, (frames,), metres."""
    strikes: NDArray[np.float64]
    """When it comes down, seconds."""

    @property
    def frames(self) -> int:
        return len(self.features)

    @property
    def track(self) -> footwork.EventTrack:
        return footwork.EventTrack(self.strikes)


def feet(library: footwork.Library, speed: float = 1.0) -> list[Foot]:
    """Both feet of all clips, played at this speed: clips at another rate, whose frames are taken for those of `RATE`."""
    poses = ["positions", "velocities", "root"]
    table = footwork.frames_table(library, poses=poses, joints=JOINTS, rate=RATE / speed, progress=False)
    found: list[Foot] = []
    for number, info in enumerate(library.clips):
        rows = table["clip"] == number
        columns = {name: table[name][rows] for name in table if name not in ("clip", "frame")}
        for name, (own, other, sign) in SIDES.items():
            frames = _features(columns, own, other, sign, speed)
            strikes = library.event_frames(name, number) / info.rate / speed
            found.append(Foot(info.name, name, _in_reach(frames), columns[f"{own}_toe.position_y"], strikes))
    return found


def _features(columns: dict[str, Floats], own: str, other: str, sign: float, speed: float) -> Floats:
    """Of both feet and of the root. Nothing of it depends on where the clip is in the world or on which foot it is."""
    signs = {"x": sign, "y": 1.0, "z": 1.0}
    found: list[Floats] = []
    for side in (own, other):
        for joint in (f"{side}_foot", f"{side}_toe"):
            found += [signs[axis] * columns[f"{joint}.position_{axis}"] for axis in signs]
            found += [speed * signs[axis] * columns[f"{joint}.velocity_{axis}"] for axis in signs]
    root = [sign * columns["root_motion.velocity_x"], columns["root_motion.velocity_z"], sign * columns["root_motion.turn"]]
    found += [speed * column for column in root]
    found.append(columns["root_motion.height"])
    return np.stack(found, axis=1).astype(np.float32)


def _in_reach(frames: Floats) -> Floats:
    places = np.clip(np.arange(len(frames))[:, None] + REACH, 0, len(frames) - 1)
    return np.asarray(frames[places].reshape(len(frames), -1), np.float32)
