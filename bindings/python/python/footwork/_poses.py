"""Poses as columns for a network, in the space of the character.

That space moves with the character: its origin is on the ground below the root, z is ahead and x is to the left. The
compiled module defines and computes the columns, and a game can compute the same ones.
"""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ._footwork import Clip, Library, _pose_columns

__all__ = ["GROUPS", "PoseColumns"]

GROUPS = ("rotations", "positions", "velocities", "root", "contacts")
"""The groups of columns for poses, in the order of the columns."""


class PoseColumns:
    """Groups of columns for the joints of one skeleton, or for joints by role in any skeleton.

    ====================  =========================  ===========================================================
    group                 columns                    what
    ====================  =========================  ===========================================================
    ``rotations``         ``Hips.rotation_0`` … 5    the first two columns of the local rotation matrix (Zhou and
                                                     others, *On the Continuity of Rotation Representations*, 2019);
                                                     a joint without a parent is relative to the heading
    ``positions``         ``Hips.position_x`` …      relative to the ground below the root, metres
    ``velocities``        ``Hips.velocity_x`` …      change, since the frame before, of the position relative to the
                                                     root, m/s
    ``root``              ``root_motion.turn``, …    the root's velocity to the left and ahead since the frame before,
                                                     m/s; its turn, rad/s; its height, metres
    ``contacts``          ``left_foot.contact``, …   whether a foot touches the ground, 0 or 1
    ====================  =========================  ===========================================================

    Sums of ``root`` give back the path. The velocities and the turn of a clip's first frame are those of its second.
    """

    def __init__(
        self, library: Library, used: Iterable[int], groups: Sequence[str], joints: Optional[Sequence[str]]
    ) -> None:
        unknown = [group for group in groups if group not in GROUPS]
        if unknown or len(set(groups)) < len(groups):
            raise ValueError(f"`poses` must be some of {', '.join(GROUPS)}, each once, not {', '.join(groups)}")
        self.groups = [group for group in GROUPS if group in groups]
        self.joints = None if joints is None else list(joints)
        if self.joints is None and not {"rotations", "positions", "velocities"} & set(self.groups):
            self.joints = []
        first = next(iter(used), None)
        self.like: Optional[Clip] = None if first is None else library.clip(first)
        """A clip with the skeleton of the columns."""
        self._names: List[str] = self.like.names if self.joints is None and self.like is not None else self.joints or []
        self._like = None if first is None else library.clips[first].name
        columns = _pose_columns(self.groups, self._names)
        self.columns: List[str] = [name for name, _, _ in columns]
        self.units: Dict[str, str] = {name: unit for name, unit, _ in columns if unit}
        self._group_of: List[str] = [group for _, _, group in columns]

    def groups_of_columns(self) -> Dict[str, List[str]]:
        """Returns the columns of each group, by its name."""
        grouped: Dict[str, List[str]] = {group: [] for group in self.groups}
        for name, group in zip(self.columns, self._group_of):
            grouped[group].append(name)
        return grouped

    def values(self, clip: Clip) -> NDArray[np.float32]:
        """Returns the columns for all frames of a clip: (F, columns).

        Raises ValueError for a clip of another skeleton, unless joints were chosen; for a clip without one of the chosen
        joints; and for unknown bone lengths or feet.
        """
        if self.joints is None:
            if clip.names != self._names:
                raise ValueError(
                    f"{clip.name} has another skeleton than {self._like}: choose joints=[…] by their roles, such as"
                    " left_foot, or retarget one of them"
                )
        else:
            known = {*clip.roles, *clip.names}
            missing = [joint for joint in self.joints if joint not in known]
            if missing:
                raise ValueError(f"{clip.name} has no joint `{missing[0]}`")
        return clip._pose_rows(self.groups, self._names)
