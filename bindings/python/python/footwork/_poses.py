"""Poses as columns: the view that a network has of a character, in the space of the character.

That space moves with the character: its origin is on the ground below the root, z is ahead and x is to the left.
"""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ._footwork import Clip, Library
from .kinematics import six_from_quaternions

__all__ = ["GROUPS", "PoseColumns"]

GROUPS = ("rotations", "positions", "velocities", "root", "contacts")
"""The groups of columns for poses, in the order of the columns."""

_AXES = "xyz"


class PoseColumns:
    """Groups of columns for the joints of one skeleton, or for joints by role in any skeleton.

    ====================  =========================  ===========================================================
    group                 columns                    what
    ====================  =========================  ===========================================================
    ``rotations``         ``Hips.rotation_0`` … 5    the first two columns of the local rotation matrix (Zhou and
                                                     others, *On the Continuity of Rotation Representations*, 2019)
    ``positions``         ``Hips.position_x`` …      relative to the ground below the root, metres
    ``velocities``        ``Hips.velocity_x`` …      relative to that of the root, m/s
    ``root``              ``root_motion.turn``, …    the root's velocity to the left and ahead, m/s; its turn,
                                                     rad/s; its height, metres
    ``contacts``          ``left_foot.contact``, …   whether a foot touches the ground, 0 or 1
    ====================  =========================  ===========================================================
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
        self._names: List[str] = library.clip(first).names if self.joints is None and first is not None else self.joints or []
        self._like = None if first is None else library.clips[first].name
        self.columns: List[str] = []
        self.slices: Dict[str, slice] = {}
        """The columns of each group."""
        self.units: Dict[str, str] = {}
        for group in self.groups:
            columns = self._columns(group)
            self.slices[group] = slice(len(self.columns), len(self.columns) + len(columns))
            self.columns += columns
            if group in ("positions", "velocities"):
                self.units.update(dict.fromkeys(columns, "m" if group == "positions" else "m/s"))
            elif group == "root":
                self.units.update(zip(columns, ("m/s", "m/s", "rad/s", "m")))

    def _columns(self, group: str) -> List[str]:
        if group == "root":
            return ["root_motion.velocity_x", "root_motion.velocity_z", "root_motion.turn", "root_motion.height"]
        if group == "contacts":
            return ["left_foot.contact", "right_foot.contact"]
        parts = {"rotations": "012345"}.get(group, _AXES)
        # Joints' names are unique in a skeleton.
        one = "velocity" if group == "velocities" else group[:-1]
        return [f"{name}.{one}_{part}" for name in self._names for part in parts]

    def groups_of_columns(self) -> Dict[str, List[str]]:
        """Returns the columns of each group, by its name."""
        return {group: self.columns[place] for group, place in self.slices.items()}

    def values(self, clip: Clip) -> NDArray[np.float32]:
        """Returns the columns for all frames of a clip: (F, columns).

        Raises ValueError for a clip of another skeleton, unless joints were chosen; for a clip without one of the chosen
        joints; and for unknown bone lengths or feet.
        """
        chosen = self._chosen(clip)
        values = np.empty((len(clip), len(self.columns)), np.float32)
        if "rotations" in self.slices:
            six = six_from_quaternions(clip.rotations[:, chosen])
            values[:, self.slices["rotations"]] = six.reshape(len(clip), -1)
        if {"positions", "velocities", "root"} & set(self.slices):
            self._place(clip, chosen, values)
        if "contacts" in self.slices:
            values[:, self.slices["contacts"]] = clip.contacts()
        return values

    def _place(self, clip: Clip, chosen: List[int], values: NDArray[np.float32]) -> None:
        """Fills in the values measured in the character's space."""
        world = clip.positions()
        root = world[:, clip.names.index(clip.root)]
        heading = clip.headings()
        if "positions" in self.slices:
            from_root = world[:, chosen] - root[:, None] * (1.0, 0.0, 1.0)
            values[:, self.slices["positions"]] = _ahead(from_root, heading).reshape(len(clip), -1)
        moved = _derivative(world[:, chosen] - root[:, None], clip.rate)
        if "velocities" in self.slices:
            values[:, self.slices["velocities"]] = _ahead(moved, heading).reshape(len(clip), -1)
        if "root" in self.slices:
            velocity = _ahead(_derivative(root, clip.rate)[:, None], heading)[:, 0]
            turn = _derivative(heading, clip.rate)
            values[:, self.slices["root"]] = np.stack([velocity[:, 0], velocity[:, 2], turn, root[:, 1]], axis=1)

    def _chosen(self, clip: Clip) -> List[int]:
        if self.joints is None:
            if clip.names != self._names:
                raise ValueError(
                    f"{clip.name} has another skeleton than {self._like}: choose joints=[…] by their roles, such as"
                    " left_foot, or retarget one of them"
                )
            return list(range(len(self._names)))
        roles, names = clip.roles, clip.names
        places = [roles.get(joint, names.index(joint) if joint in names else -1) for joint in self.joints]
        if -1 in places:
            raise ValueError(f"{clip.name} has no joint `{self.joints[places.index(-1)]}`")
        return places


def _ahead(vectors: NDArray[np.float64], heading_rad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turns vectors (F, n, 3) so that z is the heading of the character."""
    sin, cos = np.sin(heading_rad)[:, None], np.cos(heading_rad)[:, None]
    x, y, z = np.moveaxis(vectors, -1, 0)
    return np.stack([cos * x - sin * z, y, sin * x + cos * z], axis=-1)


def _derivative(values: NDArray[np.float64], rate: float) -> NDArray[np.float64]:
    """Returns the change per second along the first axis: central differences, one-sided at the ends."""
    if len(values) < 2:
        return np.zeros_like(values)
    return np.asarray(np.gradient(values, 1.0 / rate, axis=0))
