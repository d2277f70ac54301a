"""Mirrored twins, and their detection by name."""

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
    """Two clips that are mirror images."""

    clip: str
    mirrored: str
    """The clip with the mirrored name, or else the later of the two names."""
    by: Literal["name", "content"]
    """The evidence: the names or the poses."""


def key_of(name: str) -> str:
    """Returns the name without the mark of a mirrored clip. The result is the same for twins. The marks are those of
    ``a~mirrored``, ``M000001`` as in HumanML3D, ``a_mirror``, ``a_mirrored``, ``mirror/a`` and ``takes_mirror/a``."""
    path, mark, animation = name.removesuffix(_MIRRORED).partition("#")
    *folders, file = path.split("/")
    stem, dot, ending = file.rpartition(".") if "." in file else (file, "", "")
    stem = _NUMBERED.sub("", _ENDING.sub("", stem))
    folders = [_ENDING.sub("", folder) for folder in folders if not _FOLDER.fullmatch(folder)]
    return "/".join([*folders, stem + dot + ending]) + mark + _ENDING.sub("", animation)


def twins_by_name(names: Sequence[str]) -> List[Twins]:
    """Returns the twins among these names: a clip, and another clip with a name for its mirror image."""
    of_key: Dict[str, Tuple[List[str], List[str]]] = defaultdict(lambda: ([], []))
    for name in sorted(set(names)):
        key = key_of(name)
        of_key[key][key != name].append(name)
    pairs = [(clip, image) for plain, images in of_key.values() for clip in plain for image in images]
    return [Twins(clip, image, "name") for clip, image in sorted(pairs)]
