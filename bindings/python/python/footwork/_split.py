"""Training, validation and test sets that share no motion."""

from __future__ import annotations

import hashlib
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Union

__all__ = ["GivenGroups", "split_clips"]

GivenGroups = Optional[Union[Callable[[str], str], Mapping[str, str]]]
"""What clips stay together, by their names: the actor of each, as a function or a mapping. None: the file."""

_MIRRORED = "~mirrored"


def split_clips(names: Sequence[str], shares: Sequence[float], *, seed: int = 0, by: GivenGroups = None) -> List[List[str]]:
    """Splits clips into parts of these shares, such as ``(0.8, 0.1, 0.1)``.

    Clips of one group are in one part. by: the group of a clip, such as its actor, as a function or a mapping of its name;
    by default its file, so that a clip, its mirrored twin and other takes of the same file stay together. Groups are
    shuffled by a hash of their name and the seed: the same on every machine, whatever the order of the names, and a part
    gets the next groups while it has less than its share of the clips.

    Raises ValueError for shares that are negative or sum to 0, KeyError for a name that a mapping lacks.
    """
    if any(not share >= 0 for share in shares) or not 0 < sum(shares) < float("inf"):
        raise ValueError(f"shares must be at least 0 and not all 0, not {tuple(shares)}")
    group_of = _file_of if by is None else by.__getitem__ if isinstance(by, Mapping) else by
    groups: Dict[str, List[str]] = {}
    for name in names:
        groups.setdefault(group_of(name), []).append(name)

    def order(group: str) -> bytes:
        return hashlib.blake2b(f"{seed}\n{group}".encode(), digest_size=16).digest()

    parts: List[List[str]] = [[] for _ in shares]
    ends = [sum(shares[: place + 1]) / sum(shares) * len(names) for place in range(len(shares))]
    done, place = 0, 0
    for group in sorted(groups, key=order):
        # A group goes where its middle falls.
        middle = done + 0.5 * len(groups[group])
        while place + 1 < len(ends) and middle >= ends[place]:
            place += 1
        parts[place] += groups[group]
        done += len(groups[group])
    return [sorted(part) for part in parts]


def _file_of(name: str) -> str:
    name = name[: -len(_MIRRORED)] if name.endswith(_MIRRORED) else name
    return name.split("#")[0]
