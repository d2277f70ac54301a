"""Detection of changed files in a library, by their sizes and modification times."""

from __future__ import annotations

import os
from typing import Dict, Iterable, List, Optional, Union

__all__ = ["changed_file", "clip_files", "files_of_sidecar", "stamps"]

_Path = Union[str, os.PathLike[str]]
_SETTINGS = "footwork.toml"
_SIDECAR = ".tags"
_ENDINGS = (".bvh", ".fbx", ".glb", ".gltf", ".bin", ".txt", ".json", ".tags")
"""The file extensions of clips and sidecars."""


def stamps(root: _Path, files: Iterable[str]) -> Dict[str, Optional[List[int]]]:
    """Returns the sizes and modification times of the given files, of the settings, and of all other files that may be
    clips or sidecars. A missing file has None.
    """
    return {file: _stamp(root, file) for file in sorted({*files, _SETTINGS, *clip_files(root)})}


def changed_file(root: _Path, known: Dict[str, Optional[List[int]]]) -> Optional[str]:
    """Returns the first file that changed, appeared or disappeared since the stamps were taken, or None."""
    for file, stamp in known.items():
        if _stamp(root, file) != stamp:
            return file
    return next((file for file in clip_files(root) if file not in known), None)


def _stamp(root: _Path, file: str) -> Optional[List[int]]:
    try:
        status = os.stat(os.path.join(root, file))
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]


def clip_files(root: _Path) -> Iterable[str]:
    """Returns the files that may be clips or sidecars, by extension, as paths from the root with `/`."""
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            entries = list(os.scandir(os.path.join(root, folder)))
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith("."):
                continue
            name = folder + entry.name
            if entry.is_dir(follow_symlinks=False):
                waiting.append(name + "/")
            elif entry.name.lower().endswith(_ENDINGS):
                yield name


def files_of_sidecar(sidecar: str) -> List[str]:
    """Returns the files that a sidecar may belong to. For a file with several clips, a sidecar is called
    `FILE#ANIMATION.tags`. FILE and ANIMATION may contain `#` themselves, so the name alone does not determine the file.
    The library determines it by reading the files.
    """
    clip = sidecar[: -len(_SIDECAR)]
    parts = clip.split("#")
    return [clip, *("#".join(parts[:end]) for end in range(1, len(parts)))]
