"""Detection of mirrored twins by their motion, regardless of their names."""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict
from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._footwork import Clip, Library
from ._twins import Twins

__all__ = ["twins_by_content"]

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
_Joints = Tuple[str, ...]

_TOLERANCE_M = 0.01
"""The largest distance between joints of mirrored poses, in metres."""

_SAMPLED = 8
"""The number of frames of two clips to compare first. All frames are compared only if these agree."""

_FEW = 32
"""Up to this number of candidates, all numbers of a clip are compared at once, instead of one after the other."""

_KEPT = 64
"""The largest number of clips whose positions stay in memory while pairs are compared."""

_SIDES_M = 0.001
"""The largest difference between left and right bones, in metres along each axis, for which a skeleton is its own
mirror image."""


def twins_by_content(clips: Union[Library, Sequence[Clip]], names: Sequence[str]) -> Tuple[List[Twins], List[str]]:
    """Returns the twins among these clips by their motion, and the clips that cannot be compared. A clip cannot be
    compared if its bone lengths or the partners of its joints are not known.

    Two clips are twins if they have the same number of frames and the same joints, and if each mirrored pose of one
    agrees with the pose of the other within 1 cm. Poses are compared after the turn about the vertical and the shift
    over the ground that fit best. For a larger group of twins, the result has enough pairs to connect them all.

    Clips with a unique length are not read.
    """
    read, lengths = _reader(clips)
    by_length: Dict[int, List[str]] = defaultdict(list)
    for name in sorted(set(names)):
        by_length[lengths[name]].append(name)
    found: List[Twins] = []
    unknown: List[str] = []
    for of_length in by_length.values():
        if len(of_length) == 1:
            continue
        sets: Dict[Tuple[_Joints, bool], _Set] = {}
        for name in of_length:
            kinds = _motions(read(name))
            for kind, motion in kinds.items():
                sets.setdefault(kind, _Set(motion.partners)).add(name, motion.positions)
            if not kinds:
                unknown.append(name)
        for kind, members in sets.items():
            found += members.twins(functools.partial(_positions, read, kind))
    return sorted(set(found)), unknown


def _reader(clips: Union[Library, Sequence[Clip]]) -> Tuple[Callable[[str], Clip], Dict[str, int]]:
    """Returns a function that reads a clip by name, and the number of frames of each clip."""
    if isinstance(clips, Library):
        return clips.clip, {info.name: info.frames for info in clips.clips}
    twice = [name for name, count in Counter(clip.name for clip in clips).items() if count > 1]
    if twice:
        raise ValueError(f"several clips are called `{twice[0]}`: give each a name of its own")
    by_name = {clip.name: clip for clip in clips}
    return by_name.__getitem__, {name: len(clip) for name, clip in by_name.items()}


class _Motion(NamedTuple):
    positions: Floats
    """(F, J, 3), metres, y up."""
    partners: Ints
    """The joint of the other side for each joint, or itself."""


def _motions(clip: Clip) -> Dict[Tuple[_Joints, bool], _Motion]:
    """Returns the motion. If the left and right bones differ and the clip has no translations, also returns the motion
    with equal bones: a program that mirrors positions and one that mirrors rotations make different twins of such a
    clip. The result is empty for a clip that cannot be compared."""
    try:
        partners = np.array(clip._partners(), np.intp)
        made = {(tuple(clip.names), False): _Motion(clip.positions(), partners)}
    except ValueError:
        return {}
    even = np.asarray(0.5 * (clip.offsets + clip.offsets[partners] * np.array([-1, 1, 1], np.float32)), np.float32)
    if clip.translations is None and np.abs(even - clip.offsets).max(initial=0.0) > 0.5 * _SIDES_M:
        same = Clip(clip.names, clip.parents, clip.rotations, clip.root_positions, clip.exact_rate, offsets=even)
        made[tuple(clip.names), True] = _Motion(same.positions(), partners)
    return made


def _positions(read: Callable[[str], Clip], kind: Tuple[_Joints, bool], name: str) -> Floats:
    return _motions(read(name))[kind].positions


class _Set:
    """Clips with the same number of frames and the same joints."""

    def __init__(self, partners: Ints) -> None:
        self._partners = partners
        self._names: List[str] = []
        self._sampled: List[Floats] = []

    def add(self, name: str, positions: Floats) -> None:
        self._names.append(name)
        self._sampled.append(positions[np.linspace(0, len(positions) - 1, _SAMPLED).astype(np.intp)])

    def twins(self, read: Callable[[str], Floats]) -> List[Twins]:
        """Returns the pairs of twins. ``read`` returns the positions of all frames."""
        kept: OrderedDict[int, Floats] = OrderedDict()

        def all_of(place: int) -> Floats:
            if place not in kept:
                kept[place] = read(self._names[place])
                if len(kept) > _KEPT:
                    kept.popitem(last=False)
            return kept[place]

        sampled = np.stack(self._sampled)
        numbers = _Numbers(sampled, self._partners)
        of_set = np.arange(len(sampled))
        found: List[Twins] = []
        for place in range(len(sampled) - 1):
            # Clips that are already connected need no other pair.
            near = numbers.candidates(place, of_set != of_set[place])
            near = near[_apart(self._mirrored(sampled[place]), sampled[near]) <= _TOLERANCE_M]
            for other in near.tolist():
                if of_set[other] == of_set[place] or _apart(self._mirrored(all_of(place)), all_of(other)) > _TOLERANCE_M:
                    continue
                of_set[of_set == of_set[other]] = of_set[place]
                clip, mirrored = sorted((self._names[place], self._names[other]))
                found.append(Twins(clip, mirrored, "content"))
        return found

    def _mirrored(self, positions: Floats) -> Floats:
        return np.asarray(positions[..., self._partners, :] * (-1.0, 1.0, 1.0))


class _Numbers:
    """The height of each joint, and its distance over the ground from the centre of all joints, on the frames in
    ``sampled``, for each clip and for its mirror image. These numbers do not depend on the heading of the character.
    Each number of a mirror image differs from that of the twin by at most twice the tolerance."""

    def __init__(self, sampled: Floats, partners: Ints) -> None:
        ground = sampled[..., [0, 2]]
        away = np.linalg.norm(ground - ground.mean(axis=-2, keepdims=True), axis=-1)
        of_joints = np.stack([sampled[..., 1], away], axis=-2).astype(np.float32)
        own, self._images = (of.reshape(len(sampled), -1) for of in (of_joints, of_joints[..., partners]))
        self._middle = own.mean(axis=0)
        widest = int(np.argmax(own.std(axis=0)))
        self._order = np.argsort(own[:, widest], kind="stable")
        # One row for each number. Its columns are the clips, in the order of the number that separates clips best.
        self._columns = np.ascontiguousarray(own[self._order].T)
        reach = np.float32(2 * _TOLERANCE_M + 1e-6)
        aim = self._images[:, widest]
        self._reach = reach
        self._first = np.searchsorted(self._columns[widest], aim - reach, "left")
        self._stop = np.searchsorted(self._columns[widest], aim + reach, "right")

    def candidates(self, place: int, allowed: NDArray[np.bool_]) -> Ints:
        """Returns the allowed clips that may be the mirror image of this one."""
        image = self._images[place]
        near = np.arange(self._first[place], self._stop[place])
        near = near[allowed[self._order[near]]]
        # Starts with the numbers in which the image differs most from other clips.
        for column in np.argsort(-np.abs(image - self._middle)).tolist():
            if len(near) <= _FEW:
                break
            near = near[np.abs(self._columns[column, near] - image[column]) <= self._reach]
        near = near[(np.abs(self._columns[:, near] - image[:, None]) <= self._reach).all(axis=0)]
        return np.asarray(self._order[near], np.intp)


def _apart(poses: Floats, others: Floats) -> Floats:
    """Returns the largest distance between matching joints, in metres, of poses (…, F, J, 3), after the turn about y and the
    shift over the ground that fit each best: Kabsch 1976, in the plane."""
    own, aim = (of[..., 0] + 1j * of[..., 2] for of in (poses, others))
    own, aim = (of - of.mean(axis=-1, keepdims=True) for of in (own, aim))
    turn = (own.conj() * aim).sum(axis=-1, keepdims=True)
    length = np.abs(turn)
    turned = own * np.where(length > 0.0, turn / np.where(length > 0.0, length, 1.0), 1.0)
    squares = np.abs(turned - aim) ** 2 + (poses[..., 1] - others[..., 1]) ** 2
    return np.asarray(np.sqrt(squares.max(axis=(-1, -2), initial=0.0)))
