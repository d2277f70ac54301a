"""The inputs of the network for one foot: pose columns of the library, with the same meaning for the left and the right foot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import numpy as np
from numpy.typing import NDArray

import footwork

RATE = 60
"""The frame rate to which all clips are resampled, in frames per second."""

REACH_SECS = 0.3
"""The network sees this many seconds before and after a frame, in steps of 0.05 s. The window of the encoding is as
long, because the network cannot know about strikes further away."""

SIDES = {"Foot.Left": ("left", "right"), "Foot.Right": ("right", "left")}
"""The side of each event, and the other side."""

JOINTS = ["left_foot", "left_toe", "right_foot", "right_toe"]
"""The joints of the inputs, by role. Both skeletons of the sample library have them."""

BODY = ["hips", "chest", "neck", "left_lower_arm", "left_hand", "right_lower_arm", "right_hand"]
"""The joints that are visible if the legs of a character are hidden."""

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
LIBRARIES = [SAMPLES, SAMPLES / "football"]

Floats = NDArray[np.float32]


@dataclass
class Foot:
    """One foot in one clip."""

    clip: str
    name: str
    features: Floats
    """(frames, features of all frames in reach)"""
    height: Floats
    """(frames,), in metres: the height of the toe, or of the root for `bodies`."""
    strikes: NDArray[np.float64]
    """(n,), in seconds: the times at which the foot comes down."""

    @property
    def frames(self) -> int:
        return len(self.features)

    @property
    def track(self) -> footwork.EventTrack:
        return footwork.EventTrack(self.strikes)


def feet(library: footwork.Library, speed: float = 1.0, rate: int = RATE) -> list[Foot]:
    """Returns both feet of all clips, played at this speed: clips are resampled to ``rate / speed``, and their frames
    then count as frames at ``rate``."""
    poses = ["positions", "velocities", "root"]
    table = footwork.frames_table(library, poses=poses, joints=JOINTS, rate=rate / speed, progress=False)
    found: list[Foot] = []
    for number, info, columns in _clips(library, table):
        for name, (own, other) in SIDES.items():
            frames = _features(columns, own, other, speed, rate)
            strikes = library.event_frames(name, number) / info.rate / speed
            found.append(Foot(info.name, name, _in_reach(frames, rate), columns[f"{own}_toe.position_y"], strikes))
    return found


def bodies(library: footwork.Library, rate: int = RATE) -> list[Foot]:
    """Returns both feet of all clips. The network sees the upper body and its travel, mirrored for the right foot."""
    poses = ["positions", "velocities", "root"]
    table = footwork.frames_table(library, poses=poses, joints=BODY, rate=rate, progress=False)
    found: list[Foot] = []
    for number, info, columns in _clips(library, table):
        for name, (own, _) in SIDES.items():
            seen = columns if own == "left" else _mirrored(columns)
            strikes = library.event_frames(name, number) / info.rate
            frames = _in_reach(np.stack(list(seen.values()), axis=1), rate)
            found.append(Foot(info.name, name, frames, columns["root_motion.height"], strikes))
    return found


def _clips(library: footwork.Library, table: footwork.FramesTable) -> Iterator[tuple[int, footwork.ClipInfo, dict[str, Floats]]]:
    """Yields the number, the name and the columns of each clip. Mirrored twins are skipped, because their left foot has
    the inputs of the right foot of the original, and the other way round."""
    for number, info in enumerate(library.clips):
        if not info.name.endswith("~mirrored"):
            rows = table["clip"] == number
            yield number, info, {name: table[name][rows] for name in table if name not in ("clip", "frame")}


def _mirrored(columns: dict[str, Floats]) -> dict[str, Floats]:
    """Returns the same columns with left and right exchanged."""
    swapped = {"left": "right", "right": "left"}
    found: dict[str, Floats] = {}
    for name in columns:
        side, _, rest = name.partition("_")
        values = columns[f"{swapped[side]}_{rest}" if side in swapped else name]
        found[name] = -values if name.endswith(("_x", ".turn")) else values
    return found


def _features(columns: dict[str, Floats], own: str, other: str, speed: float, rate: int) -> Floats:
    """Returns heights above the lowest toe, speeds over the ground and distances of the toes from the root. They do not
    depend on the place of the clip in the world, its heading or the side of the foot."""
    toes = [columns[f"{side}_toe.position_y"] for side in (own, other)]
    floor = min(toe.min() for toe in toes)
    height = columns["root_motion.height"]
    root = np.stack([columns["root_motion.velocity_x"], np.gradient(height) * rate / speed, columns["root_motion.velocity_z"]], 1)
    found = [height - floor, speed * root[:, 1], speed * _length(root[:, [0, 2]])]
    for side, toe in zip((own, other), toes):
        # The columns are relative to the velocity of the root.
        toe_moves, foot_moves = (_vector(columns, f"{side}_{joint}.velocity") + root for joint in ("toe", "foot"))
        found += [toe - floor, columns[f"{side}_foot.position_y"] - floor]
        found += [speed * _length(toe_moves[:, [0, 2]]), speed * toe_moves[:, 1], speed * foot_moves[:, 1]]
        found.append(_length(_vector(columns, f"{side}_toe.position")[:, [0, 2]]))
    return np.stack(found, axis=1).astype(np.float32)


def _vector(columns: dict[str, Floats], name: str) -> Floats:
    return np.stack([columns[f"{name}_{axis}"] for axis in "xyz"], axis=1)


def _length(vectors: Floats) -> Floats:
    return np.asarray(np.linalg.norm(vectors, axis=1), np.float32)


def _in_reach(frames: Floats, rate: int) -> Floats:
    reach = np.rint(np.arange(-6, 7) / 6 * REACH_SECS * rate).astype(int)
    places = np.clip(np.arange(len(frames))[:, None] + reach, 0, len(frames) - 1)
    return np.asarray(frames[places].reshape(len(frames), -1), np.float32)
