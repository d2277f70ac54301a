"""Motion of the AMASS dataset and others in its format (Mahmood and others, 2019).

A file has the axis-angle rotations of the joints of a SMPL body, the body's translation and the frame rate. It does not have
the bone lengths, which are in the body model. The body model has its own licence and is not included.
"""

from __future__ import annotations

import os
import zipfile
from typing import Any, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import ClipError
from ._files import check_file
from ._footwork import Clip

__all__ = ["SMPL_BODY", "load_amass", "smpl_skeleton"]

SMPL_BODY: Tuple[Tuple[str, int], ...] = (
    ("pelvis", -1),
    ("left_hip", 0),
    ("right_hip", 0),
    ("spine1", 0),
    ("left_knee", 1),
    ("right_knee", 2),
    ("spine2", 3),
    ("left_ankle", 4),
    ("right_ankle", 5),
    ("spine3", 6),
    ("left_foot", 7),
    ("right_foot", 8),
    ("neck", 9),
    ("left_collar", 9),
    ("right_collar", 9),
    ("head", 12),
    ("left_shoulder", 13),
    ("right_shoulder", 14),
    ("left_elbow", 16),
    ("right_elbow", 17),
    ("left_wrist", 18),
    ("right_wrist", 19),
)
"""The 22 joints that all SMPL bodies share, each with the index of its parent."""

_FINGERS = ("index", "middle", "pinky", "ring", "thumb")


def _hand(side: str, wrist: int, first: int) -> List[Tuple[str, int]]:
    joints: List[Tuple[str, int]] = []
    for finger in _FINGERS:
        for part in (1, 2, 3):
            number = first + len(joints)
            joints.append((f"{side}_{finger}{part}", wrist if part == 1 else number - 1))
    return joints


def smpl_skeleton(joints: int) -> Tuple[List[str], List[int]]:
    """Returns the names and parents of the joints of a body: 22 (body alone), 24 (SMPL), 52 (SMPL-H), 55 (SMPL-X).

    Raises ValueError for any other number.
    """
    skeleton = list(SMPL_BODY)
    if joints == 24:
        skeleton += [("left_hand", 20), ("right_hand", 21)]
    elif joints == 52:
        skeleton += _hand("left", 20, 22) + _hand("right", 21, 37)
    elif joints == 55:
        skeleton += [("jaw", 15), ("left_eye", 15), ("right_eye", 15)]
        skeleton += _hand("left", 20, 25) + _hand("right", 21, 40)
    elif joints != 22:
        raise ValueError(f"a SMPL body has 22, 24, 52 or 55 joints, not {joints}")
    return [name for name, _ in skeleton], [parent for _, parent in skeleton]


def load_amass(
    path: Union[str, os.PathLike[str]],
    *,
    offsets: Optional[NDArray[np.float32]] = None,
) -> Clip:
    """Reads an ``.npz`` file with ``poses`` (F, 3 J) in radians, ``trans`` (F, 3) in metres and
    ``mocap_framerate`` (or ``mocap_frame_rate``).

    J is 22, 24, 52 or 55; the joints have their SMPL names. AMASS has z up, a `Clip` has y up: the world is rotated so
    that -y becomes +z. Nothing in the file is executed (``allow_pickle=False``).

    The file has neither the bone lengths nor the position of the pelvis in the body. ``offsets`` (J, 3) float32, in metres and
    y up, gives both: the rest position of each joint minus that of its parent, and for the pelvis its rest position. Without
    them, ``Clip.has_offsets`` is False. The clip then has channels of the root, but no channels of joints and no
    ``positions()``, and ``root_positions`` is ``trans`` with y up. The true positions are offset from it by the rest position
    of the pelvis, a constant of about 0.3 m.

    Raises OSError if the file cannot be read, and ClipError if it does not have this format or ``offsets`` does not fit it.
    """
    name = os.fspath(path)
    with _opened(path, name) as file:
        poses = _numbers(file, name, ("poses",))
        trans = _numbers(file, name, ("trans",))
        rate = _numbers(file, name, ("mocap_framerate", "mocap_frame_rate"))
    if poses.ndim != 2 or poses.shape[1] % 3 != 0:
        raise ClipError(f"{name}: `poses` has the shape {poses.shape}, not (frames, 3 * joints)", "not-amass")
    if trans.shape != (len(poses), 3):
        raise ClipError(f"{name}: `trans` has the shape {trans.shape}, not ({len(poses)}, 3)", "not-amass")
    if rate.size != 1:
        raise ClipError(f"{name}: the frame rate must be one number, not {rate.size} numbers", "not-amass")
    try:
        names, parents = smpl_skeleton(poses.shape[1] // 3)
        rotations = _quaternions(poses.reshape(len(poses), len(names), 3))
        rotations[:, 0] = _turned(rotations[:, 0])
        roots = np.stack([trans[:, 0], trans[:, 2], -trans[:, 1]], axis=1)
        if offsets is not None and np.shape(offsets) == (len(names), 3):
            # The rest position of the pelvis, in the z-up world of the file.
            pelvis = np.asarray(offsets[0], np.float64)
            roots = roots + np.array([pelvis[0], pelvis[2], -pelvis[1]])
        return Clip(
            names,
            parents,
            rotations.astype(np.float32),
            roots,
            float(rate.reshape(-1)[0]),
            offsets=offsets,
            name=os.path.basename(name),
        )
    except ValueError as error:
        raise ClipError(f"{name}: {error}", "not-amass", str(error)) from error


def _opened(path: Union[str, os.PathLike[str]], name: str) -> Any:
    check_file(path)
    try:
        file = np.load(path, allow_pickle=False)
    except (EOFError, ValueError, zipfile.BadZipFile) as error:
        raise ClipError(f"{name}: not a NumPy file: {error}", "not-amass", str(error)) from error
    if isinstance(file, np.ndarray):
        raise ClipError(f"{name}: the file holds a single array, not the named arrays of a motion", "not-amass")
    return file


def _numbers(file: Any, name: str, keys: Tuple[str, ...]) -> NDArray[np.float64]:
    for key in keys:
        if key in file.files:
            try:
                return np.asarray(file[key], dtype=np.float64)
            except (TypeError, ValueError) as error:
                raise ClipError(f"{name}: `{key}` does not hold numbers: {error}", "not-amass") from error
    raise ClipError(f"{name}: there is no `{keys[0]}`, which every AMASS file has", "not-amass")


def _quaternions(axis_angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Converts axis-angle vectors (…, 3) to quaternions (…, 4) x, y, z, w."""
    angle = np.linalg.norm(axis_angles, axis=-1, keepdims=True)
    # sin(a / 2) / a, by np.sinc(x) = sin(pi x) / (pi x), which is exact at 0.
    scale = 0.5 * np.sinc(angle / (2.0 * np.pi))
    return np.concatenate([axis_angles * scale, np.cos(0.5 * angle)], axis=-1)


def _turned(rotations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Converts rotations (F, 4) from a z-up world to a y-up world, by multiplying them with a quarter turn about -x
    from the left."""
    x, y, z, w = rotations.T
    turned: NDArray[np.float64] = np.stack([x - w, y + z, z - y, w + x], axis=1) * np.sqrt(0.5)
    return turned
