"""Names of the other side of the body: of tags, events and joints."""

from __future__ import annotations

import re
from typing import Callable, Dict, Mapping, Optional, Sequence

__all__ = ["JointSides", "label_mirrored"]

_LABEL_WORDS = re.compile(
    r"(?<![A-Za-z])(?:left|right)(?![a-z])|(?<![A-Za-z])(?:LEFT|RIGHT)(?![A-Za-z])|(?<![A-Z])(?:Left|Right)(?![a-z])"
)
"""The sides in names of tags and events, but not in `Leftover` and `bright`."""
_WORDS = re.compile(r"(?<![A-Za-z])(?:left|right|LEFT|RIGHT)|Left|Right")
"""The sides in names of joints, also in `lefthand`."""
_LETTERS = re.compile(r"(?<![A-Za-z])[lrLR](?![A-Za-z])|(?<![A-Za-z])[LR](?=[A-Z][a-z])")
_OTHER = {"left": "right", "Left": "Right", "LEFT": "RIGHT", "l": "r", "L": "R"}
_OTHER.update({right: left for left, right in list(_OTHER.items())})
_FEW = 8
"""The largest number of joints that may all be in the middle of the body."""


def _other(found: re.Match[str]) -> str:
    return _OTHER[found[0]]


def label_mirrored(name: str, pairs: Mapping[str, str]) -> str:
    """Returns the tag or event of the other side. ``pairs`` has priority, for the name itself and for names above
    it. Otherwise, the words left and right are exchanged, as in ``Foot.Left`` and ``turn_left``. A name without a
    side is returned unchanged."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        above = ".".join(parts[:end])
        if above in pairs:
            return ".".join([pairs[above], *parts[end:]])
    return _LABEL_WORDS.sub(_other, name)


class JointSides:
    """The partner of each joint: the right one for a left one, itself for one in the middle.

    - pairs: the partners given by the caller, which have priority.
    - known: the partners according to the skeleton.
    - joints: the names of all joints of columns. Partners are searched by name among these.
    """

    def __init__(self, pairs: Mapping[str, str], known: Optional[Callable[[], Dict[str, str]]], joints: Sequence[str]) -> None:
        self._pairs = {**(known() if known is not None else {}), **pairs}
        self._joints = set(joints)

    def __call__(self, joint: str) -> str:
        """Returns the partner."""
        if joint in self._pairs:
            return self._pairs[joint]
        swapped = _WORDS.sub(_other, joint)
        swapped = swapped if swapped != joint else _LETTERS.sub(_other, joint)
        # As in `lfemur`.
        initial = _OTHER.get(joint[:1], "") + joint[1:]
        return initial if swapped == joint and initial != joint and initial in self._joints else swapped

    def are_unknown(self, joints: Sequence[str]) -> bool:
        """Returns whether these joints are a whole skeleton in which no joint has a partner, because the names do
        not state sides."""
        return len(joints) > _FEW and all(self(joint) == joint for joint in joints)
