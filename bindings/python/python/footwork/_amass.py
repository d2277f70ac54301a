"""Motion of the AMASS dataset and others in its form (Mahmood and others, 2019).

A file holds axis-angle rotations of the joints of a SMPL body, where the body is, and the frame rate. It does not
hold how long the bones are: that is in the body model, which has a licence of its own and is not here.
"""

from __future__ import annotations

import os
import zipfile
from typing import Any, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import ClipError
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
"""The 22 joints that all SMPL bodies share, each with the number of its parent."""

_FINGERS = ("index", "middle", "pinky", "ring", "thumb")


def _hand(side: str, wrist: int, first: int) -> List[Tuple[str, int]]:
    joints: List[Tuple[str, int]] = []
    for finger in _FINGERS:
        for part in (1, 2, 3):
            number = first + len(joints)
            joints.append((f"{side}_{finger}{part}", wrist if part == 1 else number - 1))
    return joints


def smpl_skeleton(joints: int) -> Tuple[List[str], List[int]]:
    """The names and parents of the joints of a body: 22 (body alone), 24 (SMPL), 52 (SMPL-H), 55 (SMPL-X).

    Raises ValueError for another number.
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

    J is 22, 24, 52 or 55; the joints are called as SMPL calls them. AMASS has z up, a `Clip` has y up: the
    world is turned, so that what faced -y faces +z. Nothing in the file is run (``allow_pickle=False``).

    What is not known: how long the bones are, and where the pelvis is inside the body. ``offsets`` (J, 3)
    float32, in metres and y up, gives both: the place of each joint of the body at rest less that of its parent, for
    the pelvis its place. Without them ``Clip.has_offsets`` is False: channels of the root are there, channels of
    joints and ``positions()`` are not; and ``root_positions`` is ``trans``, which is off by the place of the pelvis
    (some 0.3 m), always the same.

    Raises OSError when the file cannot be read and ClipError when it is not of this form.
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
        raise ClipError(f"{name}: the frame rate is one number, not {rate.size}", "not-amass")
    try:
        names, parents = smpl_skeleton(poses.shape[1] // 3)
        rotations = _quaternions(poses.reshape(len(poses), len(names), 3))
        rotations[:, 0] = _turned(rotations[:, 0])
        roots = np.stack([trans[:, 0], trans[:, 2], -trans[:, 1]], axis=1)
        if offsets is not None and np.shape(offsets) == (len(names), 3):
            # The pelvis is where the body has it, in the world as it was.
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
    try:
        file = np.load(path, allow_pickle=False)
    except (EOFError, ValueError, zipfile.BadZipFile) as error:
        raise ClipError(f"{name}: not a file of NumPy: {error}", "not-amass", str(error)) from error
    if isinstance(file, np.ndarray):
        raise ClipError(f"{name}: one array is no motion", "not-amass")
    return file


def _numbers(file: Any, name: str, keys: Tuple[str, ...]) -> NDArray[np.float64]:
    for key in keys:
        if key in file.files:
            try:
                return np.asarray(file[key], dtype=np.float64)
            except (TypeError, ValueError) as error:
                raise ClipError(f"{name}: `{key}` is not numbers: {error}", "not-amass") from error
    raise ClipError(f"{name}: there is no `{keys[0]}`: not a motion as AMASS has them", "not-amass")


def _quaternions(axis_angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """(…, 3) axis times angle, to (…, 4) x, y, z, w."""
    angle = np.linalg.norm(axis_angles, axis=-1, keepdims=True)
    # sin(a / 2) / a, by np.sinc(x) = sin(pi x) / (pi x), which is right at 0.
    scale = 0.5 * np.sinc(angle / (2.0 * np.pi))
    return np.concatenate([axis_angles * scale, np.cos(0.5 * angle)], axis=-1)


def _turned(rotations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rotations (F, 4) in a world with z up, as they are with y up: a quarter turn about -x before them."""
    x, y, z, w = rotations.T
    turned: NDArray[np.float64] = np.stack([x - w, y + z, z - y, w + x], axis=1) * np.sqrt(0.5)
    return turned
