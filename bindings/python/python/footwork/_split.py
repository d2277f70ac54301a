"""Training, validation and test sets that share no motion."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, Union, cast

from ._findings import warn_each
from ._footwork import Clip, Library
from ._mirrored import twins_by_content
from ._twins import Twins, key_of, twins_by_name

__all__ = ["GivenClips", "GivenGroups", "GivenTwins", "Split", "numbers_of_parts", "parts_of", "split_clips", "twins_of"]

GivenGroups = Optional[Union[Callable[[str], str], Mapping[str, str]]]
"""The groups of clips that stay together: the actor of each name, as a function or a mapping. None groups by file."""

GivenClips = Union[Library, Sequence[str], Sequence[Clip]]

_FORMAT = "footwork-split 1"

GivenTwins = Literal["together", "apart"]
"""Whether mirrored twins stay together."""


class Split(List[List[str]]):
    """The names of each part, as a list of lists, with the mirrored twins among all names."""

    def __init__(self, parts: Iterable[List[str]], twins: Sequence[Twins], not_compared: Sequence[str]) -> None:
        super().__init__(parts)
        self.twins: List[Twins] = list(twins)
        """The twins: ``clip``, ``mirrored``, and ``by``, which is the name or the content."""
        self.not_compared: List[str] = list(not_compared)
        """The clips whose motion could not be compared, because their left and right joints or their bone lengths are not
        known. All clips, if only names were given."""

    @property
    def hash(self) -> str:
        """The hash of the names of all parts in order, as 16 hexadecimal digits, for a paper."""
        return hashlib.blake2b(json.dumps(list(self)).encode(), digest_size=8).hexdigest()

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Freezes the split: writes the names of each part, and their hash, as JSON. Raises OSError."""
        twins = [list(pair) for pair in self.twins]
        head = {"format": _FORMAT, "hash": self.hash, "parts": list(self), "twins": twins, "not_compared": self.not_compared}
        Path(path).write_text(json.dumps(head, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    @staticmethod
    def load(path: Union[str, "os.PathLike[str]"], clips: Optional[Iterable[str]] = None) -> "Split":
        """Reads a frozen split.

        clips: the names that the split must have, such as ``dataset.clip_names``.

        Raises OSError if the file cannot be read. Raises ValueError if the file is not a split, if it was changed after
        it was written, or if a name is only in the split or only in ``clips``.
        """
        text = Path(path).read_text(encoding="utf-8")
        try:
            head = json.loads(text)
            form, parts = head["format"], head["parts"]
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{os.fspath(path)}: this is not a split of clips") from error
        if form != _FORMAT:
            raise ValueError(f"{os.fspath(path)}: it is a `{form}`, and this version reads `{_FORMAT}`")
        split = Split(parts, [Twins(*pair) for pair in head["twins"]], head["not_compared"])
        if split.hash != head["hash"]:
            raise ValueError(f"{os.fspath(path)}: the split was changed after it was written: its hash is {split.hash}, not {head['hash']}")
        if clips is not None:
            frozen, given = {name for part in split for name in part}, set(clips)
            for names, where in ((frozen - given, "is in the split, but not among the clips"), (given - frozen, "is not in the split")):
                if names:
                    raise ValueError(f"{os.fspath(path)}: {min(names)} {where}" + (f"; so are {len(names) - 1} more" if len(names) > 1 else ""))
        return split


def split_clips(
    clips: GivenClips,
    shares: Sequence[float],
    *,
    seed: int = 0,
    by: GivenGroups = None,
    library: Optional[Library] = None,
    twins: GivenTwins = "together",
) -> Split:
    """Splits clips into parts by shares, such as ``(0.8, 0.1, 0.1)``.

    - clips: a library, a sequence of `Clip`, or names.
    - library: the library from which the motion of clips given by name is read. Without it, only names are compared.
    - by: the group of a clip, such as its actor, as a function or a mapping of its name; by default its file.

    Mirrored twins are recognised by names such as ``walk.bvh~mirrored``, ``M000001``, ``walk_mirror``,
    ``walk_mirrored``, ``mirror/walk`` and ``takes_mirror/walk``. They are also recognised by their motion, as two clips
    of equal length whose mirrored poses agree within 1 cm.

    Clips of one group are in one part. Twins stay together too, so their groups become one. ``twins="apart"`` allows
    twins in different parts. Groups are shuffled by a hash of their name and the seed, so a split is the same on every
    machine and for any order of the names. In this order, groups fill the parts: a group goes to the part whose share
    of the clips contains the middle of the group.

    `Split.twins` has the twins found. Warns with FootworkWarning of twins with unrelated names, and of groups of ``by`` that
    twins join.

    Raises ValueError for shares that are negative or sum to 0, and KeyError for a name that a mapping or the library
    lacks.
    """
    motions: Union[Library, Sequence[Clip], None] = library
    if isinstance(clips, Library):
        names, motions = [info.name for info in clips.clips], clips
    else:
        names = [clip.name if isinstance(clip, Clip) else clip for clip in clips]
        if clips and isinstance(clips[0], Clip):
            motions = cast("Sequence[Clip]", clips)
    found, not_compared = twins_of(names, motions)
    parts = parts_of(names, shares, seed, by, found, twins, stacklevel=3)
    return Split(parts, found, not_compared)


def twins_of(names: Sequence[str], motions: Union[Library, Sequence[Clip], None]) -> Tuple[List[Twins], List[str]]:
    """Returns the twins among these clips, first those known by name, and the clips whose motion cannot be compared."""
    named = twins_by_name(names)
    if motions is None:
        return named, sorted(set(names))
    moving, not_compared = twins_by_content(motions, names)
    known = {frozenset(pair[:2]) for pair in named}
    return named + [pair for pair in moving if frozenset(pair[:2]) not in known], not_compared


def parts_of(
    names: Sequence[str], shares: Sequence[float], seed: int, by: GivenGroups, found: Sequence[Twins], twins: GivenTwins, stacklevel: int
) -> List[List[str]]:
    """Returns the names of each part, with these twins together or not."""
    if any(not share >= 0 for share in shares) or not 0 < sum(shares) < float("inf"):
        raise ValueError(f"shares must be at least 0 and not all 0, not {tuple(shares)}")
    if twins not in ("together", "apart"):
        raise ValueError(f'`twins` must be "together" or "apart", not {twins!r}')
    own_file = _file_of if twins == "together" else _plain_file_of
    group_of = own_file if by is None else by.__getitem__ if isinstance(by, Mapping) else by
    group = {name: group_of(name) for name in names}
    first = _joined(group, found if twins == "together" else ())
    if twins == "together":
        _warn(group, found, by is not None, stacklevel + 1)
    groups: Dict[str, List[str]] = {}
    for name in names:
        groups.setdefault(first[group[name]], []).append(name)
    return _shared_out(groups, shares, len(names), seed)


def _joined(group: Mapping[str, str], twins: Iterable[Twins]) -> Dict[str, str]:
    """Returns, for each group, the first group among those that twins join with it."""
    first = {name: name for name in group.values()}

    def found(name: str) -> str:
        while first[name] != name:
            first[name] = name = first[first[name]]
        return name

    for clip, mirrored, _ in twins:
        low, high = sorted((found(group[clip]), found(group[mirrored])))
        first[high] = low
    return {name: found(name) for name in first}


def numbers_of_parts(split: Sequence[Sequence[str]], names: Sequence[str]) -> List[List[int]]:
    """Returns the numbers of the clips of each part among all names. Raises KeyError for an unknown clip, and ValueError
    for a clip in two parts."""
    numbers = {name: number for number, name in enumerate(names)}
    place_of: Dict[str, int] = {}
    for place, part in enumerate(split):
        for name in part:
            if name not in numbers:
                raise KeyError(f"there is no clip `{name}`")
            if place_of.setdefault(name, place) != place:
                raise ValueError(f"`{name}` is in two parts")
    return [[numbers[name] for name in part] for part in split]


def _warn(group: Mapping[str, str], twins: Sequence[Twins], is_given: bool, stacklevel: int) -> None:
    """Warns of twins with unrelated names, and of given groups that become one."""
    said = [
        f"{clip} and {mirrored} are mirror images of each other, although their names differ: they stay together"
        for clip, mirrored, by in twins
        if by == "content"
    ]
    warn_each(said, "more pairs of clips are mirror images of each other: see Split.twins", stacklevel + 1)
    joined = [pair for pair in twins if is_given and group[pair.clip] != group[pair.mirrored]]
    said = [
        f"the groups `{group[clip]}` and `{group[mirrored]}` are one: {clip} and {mirrored} are mirrored twins"
        for clip, mirrored, _ in joined
    ]
    warn_each(said, "more groups are joined by mirrored twins", stacklevel + 1)


def _shared_out(groups: Mapping[str, List[str]], shares: Sequence[float], count: int, seed: int) -> List[List[str]]:
    def order(group: str) -> bytes:
        return hashlib.blake2b(f"{seed}\n{group}".encode(), digest_size=16).digest()

    parts: List[List[str]] = [[] for _ in shares]
    ends = [sum(shares[: place + 1]) / sum(shares) * count for place in range(len(shares))]
    done, place = 0, 0
    for group in sorted(groups, key=order):
        # A group goes to the part in which its middle falls.
        middle = done + 0.5 * len(groups[group])
        while place + 1 < len(ends) and middle >= ends[place]:
            place += 1
        parts[place] += groups[group]
        done += len(groups[group])
    return [sorted(part) for part in parts]


def _file_of(name: str) -> str:
    return _plain_file_of(key_of(name))


def _plain_file_of(name: str) -> str:
    return name.split("#")[0]
