"""Mirrored twins by their names, and what tells them."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Dict, List, Literal, NamedTuple, Sequence, Tuple

__all__ = ["Twins", "key_of", "twins_by_name"]

_MIRRORED = "~mirrored"
_ENDING = re.compile(r"(?<=.)[_-]mirror(ed)?$", re.IGNORECASE)
_FOLDER = re.compile(r"mirror(ed)?", re.IGNORECASE)
_NUMBERED = re.compile(r"M(?=\d{6}$)")


class Twins(NamedTuple):
    """Two clips, one the mirror image of the other."""

    clip: str
    mirrored: str
    """The mirrored one by its name, or the later of the two names."""
    by: Literal["name", "content"]
    """What tells: the names, or the poses."""


def key_of(name: str) -> str:
    """The name without what marks a mirrored clip, which twins share: ``a~mirrored``, ``M000001`` as in HumanML3D,
    ``a_mirror``, ``a_mirrored``, ``mirror/a`` and ``takes_mirror/a``."""
    path, mark, animation = name.removesuffix(_MIRRORED).partition("#")
    *folders, file = path.split("/")
    stem, dot, ending = file.rpartition(".") if "." in file else (file, "", "")
    stem = _NUMBERED.sub("", _ENDING.sub("", stem))
    folders = [_ENDING.sub("", folder) for folder in folders if not _FOLDER.fullmatch(folder)]
    return "/".join([*folders, stem + dot + ending]) + mark + _ENDING.sub("", animation)


def twins_by_name(names: Sequence[str]) -> List[Twins]:
    """The twins among these names: a clip, and each that its name calls the mirror image of it."""
    of_key: Dict[str, Tuple[List[str], List[str]]] = defaultdict(lambda: ([], []))
    for name in sorted(set(names)):
        key = key_of(name)
        of_key[key][key != name].append(name)
    pairs = [(clip, image) for plain, images in of_key.values() for clip in plain for image in images]
    return [Twins(clip, image, "name") for clip, image in sorted(pairs)]
