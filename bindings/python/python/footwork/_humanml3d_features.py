"""The 263 features of HumanML3D (Guo and others, *Generating Diverse and Natural 3D Human Motions from Text*, 2022)."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._amass import SMPL_BODY
from ._footwork import Clip

__all__ = ["humanml3d_features", "humanml3d_positions"]

RATE = 20
JOINTS = 22
CHAINS = ((0, 2, 5, 8, 11), (0, 1, 4, 7, 10), (0, 3, 6, 9, 12, 15), (9, 14, 17, 19, 21), (9, 13, 16, 18, 20))
"""The joints of SMPL: both legs, the trunk, both arms."""

ACROSS, UP, DOWN, AHEAD = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0)
RIGHT = (-1.0, 0.0, 0.0)
DIRECTIONS = np.array(
    [(0.0, 0.0, 0.0), ACROSS, RIGHT, UP, DOWN, DOWN, UP, DOWN, DOWN, UP, AHEAD]
    + [AHEAD, UP, ACROSS, RIGHT, AHEAD, DOWN, DOWN, DOWN, DOWN, DOWN, DOWN]
)
"""The direction of the bone that ends at each joint, in the pose without rotations."""

LEFT_HIP, RIGHT_HIP, LEFT_SHOULDER, RIGHT_SHOULDER = 1, 2, 16, 17
FEET = ((7, 10), (8, 11))
"""The ankle and the ball of the left and of the right foot."""

SHIN, THIGH = 8, 5
"""The joints whose bones give the size of a person."""

SMOOTHING_FRAMES = 20
"""The standard deviation of the Gaussian that smooths the heading."""

_Floats = NDArray[np.float64]


def humanml3d_features(
    motion: Union[Clip, NDArray[Any]], *, onto: Optional[NDArray[Any]] = None, foot_threshold: float = 0.002
) -> NDArray[np.float64]:
    """Returns the features of HumanML3D for all frames but the last: (F - 1, 263).

    The features are the published ones, in this order:

    * the root: its turn per frame (as half the angle), its velocity per frame, and its height
    - the positions of 21 joints, and then their rotations
    - the velocities of 22 joints per frame
    - whether each ankle and each ball of the foot stands

    As in the published code, the heading is smoothed by a Gaussian of 20 frames, combines hips and shoulders with
    opposite signs, and is +z on the first frame.

    - motion: the positions of the joints of SMPL, in its order, (F, 22, 3), in metres, at 20 frames per second, with y
      up. Or a `Clip` of `load_amass`, which is resampled.
    - onto: a pose, (22, 3), of the person whose bone lengths all motion gets. The dataset uses the first pose of its
      clip 000021. Without it, bones keep their lengths.
    - foot_threshold: the squared distance per frame below which a foot stands, in m².

    Raises ValueError for another shape, fewer than two frames, and a clip without these joints.
    """
    positions = _of_clip(motion) if isinstance(motion, Clip) else np.array(motion, np.float64)
    if positions.ndim != 3 or positions.shape[1:] != (JOINTS, 3) or len(positions) < 2:
        raise ValueError(f"positions must have the shape (frames, {JOINTS}, 3) with at least 2 frames, not {positions.shape}")
    if onto is not None:
        positions = _resized(positions, np.asarray(onto, np.float64))
    positions[..., 1] -= positions[..., 1].min()
    positions -= positions[0, 0] * [1.0, 0.0, 1.0]
    first = positions[0]
    across = first[RIGHT_HIP] - first[LEFT_HIP] + first[RIGHT_SHOULDER] - first[LEFT_SHOULDER]
    positions = _rotated(_between(_unit(np.cross(UP, across)), np.array(AHEAD)), positions)

    moved = np.diff(positions, axis=0)
    standing = [(moved[:, feet] ** 2).sum(axis=-1) < foot_threshold for feet in map(list, FEET)]
    rotations = _solved(positions, smooths=True)
    heading = rotations[:, 0]
    turns = _product(heading[1:], _inverse(heading[:-1]))
    local = positions - positions[:, :1] * [1.0, 0.0, 1.0]
    local = _rotated(heading[:, None], local)
    root = _rotated(heading[1:], moved[:, 0])
    columns = [
        np.arcsin(turns[:, 2:3]),
        root[:, [0, 2]],
        positions[:-1, 0, 1:2],
        local[:-1, 1:].reshape(len(moved), -1),
        _six(rotations[:-1, 1:]).reshape(len(moved), -1),
        _rotated(heading[:-1, None], moved).reshape(len(moved), -1),
        *(feet.astype(np.float64) for feet in standing),
    ]
    return np.concatenate(columns, axis=1)


def humanml3d_positions(features: NDArray[Any]) -> NDArray[np.float64]:
    """Returns the positions of all joints from the features of HumanML3D: (F, 22, 3). They come from the features of
    positions, not from those of rotations. The character starts at the origin and faces along +z. If it has turned by
    more than half a turn since the first frame, the published definition gives the turn of the frame at which this
    happens the wrong sign. From that frame on, the direction is off by twice that turn.

    Raises ValueError for another shape.
    """
    rows = np.asarray(features, np.float64)
    if rows.ndim != 2 or rows.shape[1] != 263:
        raise ValueError(f"features must have the shape (frames, 263), not {rows.shape}")
    angle = np.concatenate([[0.0], np.cumsum(rows[:-1, 0])]) if len(rows) else np.zeros(0)
    back = np.stack([np.cos(angle), np.zeros(len(rows)), -np.sin(angle), np.zeros(len(rows))], axis=1)
    moved = np.zeros((len(rows), 3))
    moved[1:, 0], moved[1:, 2] = rows[:-1, 1], rows[:-1, 2]
    root = np.cumsum(_rotated(back, moved), axis=0)
    local = _rotated(back[:, None], rows[:, 4 : 4 + 3 * (JOINTS - 1)].reshape(len(rows), JOINTS - 1, 3))
    joints = local + (root * [1.0, 0.0, 1.0])[:, None]
    root[:, 1] = rows[:, 3]
    return np.concatenate([root[:, None], joints], axis=1)


def _of_clip(clip: Clip) -> _Floats:
    names = [name for name, _ in SMPL_BODY]
    missing = [name for name in names if name not in clip.names]
    if missing:
        raise ValueError(f"{clip.name} has no joint `{missing[0]}`: the features need the joints of SMPL")
    given = clip if clip.exact_rate == RATE else clip.resampled(RATE)
    return given.positions()[:, [clip.names.index(name) for name in names]]


def _parents() -> List[Tuple[int, int]]:
    return [(parent, joint) for chain in CHAINS for parent, joint in zip(chain, chain[1:])]


def _resized(positions: _Floats, onto: _Floats) -> _Floats:
    """Returns the motion with the bones of another person, moved in proportion to the legs."""
    if onto.shape != (JOINTS, 3):
        raise ValueError(f"`onto` must have the shape ({JOINTS}, 3), not {onto.shape}")
    lengths = [
        {joint: float(np.linalg.norm(pose[joint] - pose[parent])) for parent, joint in _parents()} for pose in (positions[0], onto)
    ]
    own, wanted = (of_bone[THIGH] + of_bone[SHIN] for of_bone in lengths)
    rotations = _solved(positions, smooths=False)
    made = np.zeros_like(positions)
    made[:, 0] = positions[:, 0] * (wanted / own)
    for chain in CHAINS:
        turn = rotations[:, 0]
        for parent, joint in zip(chain, chain[1:]):
            turn = _product(turn, rotations[:, joint])
            made[:, joint] = made[:, parent] + _rotated(turn, DIRECTIONS[joint] * lengths[1][joint])
    return made


def _solved(positions: _Floats, smooths: bool) -> _Floats:
    """Returns the heading, as joint 0, and the rotation of every joint relative to the joint before it in its chain: quaternions
    w, x, y, z, (F, 22, 4). Each chain begins at the heading."""
    across = positions[:, LEFT_HIP] - positions[:, RIGHT_HIP] + positions[:, RIGHT_SHOULDER] - positions[:, LEFT_SHOULDER]
    ahead = np.cross(UP, _unit(across))
    if smooths:
        ahead = _smoothed(ahead)
    heading = _between(_unit(ahead), np.array(AHEAD))
    # As published: the first frame keeps its direction, even if the smoothed heading differs.
    heading[0] = (1.0, 0.0, 0.0, 0.0)
    rotations = np.zeros((len(positions), JOINTS, 4))
    rotations[:, 0] = heading
    for chain in CHAINS:
        turn = heading
        for parent, joint in zip(chain, chain[1:]):
            bone = _unit(positions[:, joint] - positions[:, parent])
            rotations[:, joint] = _product(_inverse(turn), _between(DIRECTIONS[joint], bone))
            turn = _product(turn, rotations[:, joint])
    return rotations


def _smoothed(rows: _Floats) -> _Floats:
    """Returns the rows smoothed over frames by a Gaussian cut off at four deviations; the ends are repeated."""
    radius = 4 * SMOOTHING_FRAMES
    weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / SMOOTHING_FRAMES) ** 2)
    weights /= weights.sum()
    padded = np.pad(rows, ((radius, radius), (0, 0)), mode="edge")
    return np.stack([np.convolve(column, weights, mode="valid") for column in padded.T], axis=1)


def _unit(vectors: Any) -> _Floats:
    given = np.asarray(vectors, np.float64)
    return np.asarray(given / np.linalg.norm(given, axis=-1, keepdims=True), np.float64)


def _between(a: _Floats, b: _Floats) -> _Floats:
    """Returns the shortest rotation from one unit vector to another: w, x, y, z."""
    a, b = np.broadcast_arrays(a, b)
    real = np.sqrt((a * a).sum(-1) * (b * b).sum(-1)) + (a * b).sum(-1)
    return _unit(np.concatenate([real[..., None], np.cross(a, b)], axis=-1))


def _inverse(quaternions: _Floats) -> _Floats:
    return quaternions * [1.0, -1.0, -1.0, -1.0]


def _product(a: _Floats, b: _Floats) -> _Floats:
    real = a[..., :1] * b[..., :1] - (a[..., 1:] * b[..., 1:]).sum(-1, keepdims=True)
    imaginary = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([real, imaginary], axis=-1)


def _rotated(quaternions: _Floats, vectors: Any) -> _Floats:
    axis, real = quaternions[..., 1:], quaternions[..., :1]
    twice = 2.0 * np.cross(axis, vectors)
    return np.asarray(vectors + real * twice + np.cross(axis, twice), np.float64)


def _six(quaternions: _Floats) -> _Floats:
    """Returns the first two columns of the matrices, one after the other."""
    columns: Sequence[_Floats] = [_rotated(quaternions, np.array(axis)) for axis in (ACROSS, UP)]
    return np.concatenate(columns, axis=-1)
