"""Files of clips on any store that fsspec knows."""

from __future__ import annotations

import json
import os
import posixpath
import struct
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple
from urllib.parse import unquote

from .._files import file_status
from .._stamps import files_of_sidecar

__all__ = ["SETTINGS", "ClipFile", "buffers_of", "each", "is_on_disk", "listed", "opened_store", "place_of"]

SETTINGS = "footwork.toml"
_ENDINGS = (".bvh", ".fbx", ".glb", ".gltf", ".txt", ".json")
_SIDECAR = ".tags"
_STAMPS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "crc")
"""The names that stores use for a value that changes with the content of a file."""


class ClipFile(NamedTuple):
    """A file of clips, by its path from the root, with its sidecars."""

    name: str
    sidecars: List[str]
    stamps: List[Tuple[str, int, str]]
    """The name, size and stamp of the file, of its sidecars, and of the buffers of a glTF file."""


def opened_store(path: str, options: Dict[str, Any]) -> Tuple[Any, str]:
    """Returns the fsspec filesystem of a path, and the path in it. Raises ImportError without fsspec."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise ImportError("reading from stores needs fsspec: pip install 'footwork[ray]'") from error
    store, place = url_to_fs(os.fspath(path), **options)
    return store, str(place)


def listed(paths: Sequence[str], root: Optional[str], options: Dict[str, Any]) -> Tuple[Any, str, List[ClipFile]]:
    """Returns the store, the root in it, and the files of clips that the paths match, sorted by name.

    Folders with their own settings below the root are separate libraries, and left out like hidden files, as when a library is
    opened. Raises FileNotFoundError for a path that matches nothing, ValueError for paths on several stores or outside the
    root.
    """
    placed = [opened_store(path, options) for path in paths]
    if root is not None:
        placed.append(opened_store(root, options))
    if not placed:
        raise ValueError("`paths` names no file")
    store = placed[0][0]
    if any(other != store for other, _ in placed):
        raise ValueError("all paths must be on one store")
    places = [place.rstrip("/") for _, place in placed]
    top = places.pop() if root is not None else _common(store, places)
    below = top
    if root is None:
        top = _library_of(store, top)
    details = _details(store, top, below)
    inner = {name.rpartition("/")[0] for name in details if name.endswith("/" + SETTINGS)}
    chosen: Dict[str, None] = {}
    for path, place in zip(paths, places):
        found = _matching(store, place)
        names = [_below(top, name) for name in found]
        kept = [name for name in names if name in details and _is_visible(name) and _is_clip(name) and not _is_inner(name, inner)]
        if not names:
            raise FileNotFoundError(f"{path}: no file or folder matches")
        chosen.update(dict.fromkeys(kept))
    sidecars: Dict[str, List[str]] = {}
    for name in sorted(details):
        if name.endswith(_SIDECAR) and _is_visible(name):
            for of in files_of_sidecar(name):
                sidecars.setdefault(of, []).append(name)
    buffers = dict(_listed_buffers(store, top, sorted(chosen)))
    files = []
    for name in sorted(chosen):
        of_clip = sidecars.get(name, [])
        beside = [buffer for buffer in buffers.get(name, []) if buffer in details]
        files.append(ClipFile(name, of_clip, [(file, *details[file]) for file in [name, *of_clip, *beside]]))
    return store, top, files


def _library_of(store: Any, folder: str) -> str:
    """Returns the folder or, if it has no settings, the nearest parent folder that has settings, because folders inside a
    library use the settings of the library. Returns the folder itself if no parent has settings."""
    above = folder
    while not store.exists(f"{above}/{SETTINGS}"):
        parent = posixpath.dirname(above)
        if parent == above or not parent:
            return folder
        above = parent
    return above


_AT_ONCE = 256
"""The number of files in memory while they are listed."""


def _listed_buffers(store: Any, top: str, names: Sequence[str]) -> Iterator[Tuple[str, List[str]]]:
    """Yields the files that each glTF file refers to, so that changes to them are noticed."""
    names = [name for name in names if name.lower().endswith(".gltf")]
    for at in range(0, len(names), _AT_ONCE):
        some = names[at : at + _AT_ONCE]
        for name, data in zip(some, each(store, [place_of(top, name) for name in some], keep_errors=True)):
            if isinstance(data, bytes):
                yield name, buffers_of(name, data)


def place_of(top: str, name: str) -> str:
    return f"{top.rstrip('/')}/{name}" if top else name


def each(store: Any, places: Sequence[str], keep_errors: bool = False) -> List[Any]:
    """Returns the bytes of the files, or with ``keep_errors`` the errors of reading them. Stores read several files at
    once. A file whose name contains `*`, `?` or `[` is read alone, because some stores take such a name for a pattern.
    On disk, anything but a regular file is rejected before it is opened.
    """
    on_disk = is_on_disk(store)
    plain = [] if on_disk else [place for place in places if not any(sign in place for sign in "*?[")]
    on_error = "return" if keep_errors else "raise"
    found = dict(store.cat(plain, on_error=on_error)) if plain else {}
    for place in places:
        if place not in found:
            try:
                if on_disk:
                    file_status(place)
                found[place] = store.cat_file(place)
            except Exception as error:  # As `cat` does: a name with a zero in it is a ValueError.
                if not keep_errors:
                    raise
                found[place] = error
    return [found[place] for place in places]


def is_on_disk(store: Any) -> bool:
    protocols = {store.protocol} if isinstance(store.protocol, str) else set(store.protocol)
    return bool(protocols & {"file", "local"})


def _common(store: Any, places: Sequence[str]) -> str:
    """Returns the deepest folder that contains all paths: the root of their names."""
    folders = []
    for place in places:
        fixed = []
        for part in place.split("/"):
            if any(sign in part for sign in "*?["):
                break
            fixed.append(part)
        folder = "/".join(fixed)
        is_folder = len(fixed) < len(place.split("/")) or store.isdir(folder)
        folders.append(folder if is_folder else posixpath.dirname(folder))
    return posixpath.commonpath(folders) if len(folders) > 1 else folders[0]


def _details(store: Any, top: str, below: str) -> Dict[str, Tuple[int, str]]:
    """Returns the size and stamp of each file below a folder of the root, by its name from the root."""
    found = store.find(below, detail=True)
    details = {}
    for place, info in found.items():
        stamp = next((str(info[key]) for key in _STAMPS if info.get(key) is not None), "")
        details[_below(top, place)] = (int(info.get("size") or 0), stamp)
    return details


def _is_visible(name: str) -> bool:
    return not any(part.startswith(".") for part in name.split("/"))


def _matching(store: Any, place: str) -> List[str]:
    if any(sign in place for sign in "*?["):
        return [str(found) for found in store.glob(place)]
    return [str(found) for found in store.find(place)]


def _below(top: str, place: str) -> str:
    start = top.rstrip("/") + "/" if top else ""
    if not place.startswith(start):
        raise ValueError(f"{place} is not below the root {top}")
    return place[len(start) :]


def _is_clip(name: str) -> bool:
    return name.lower().endswith(_ENDINGS)


def _is_inner(name: str, inner: set[str]) -> bool:
    parts = name.split("/")[:-1]
    return any("/".join(parts[: end + 1]) in inner for end in range(len(parts)))


def buffers_of(name: str, data: bytes) -> List[str]:
    """Returns the files that a glTF file refers to, if they are in its folder or below. The reader reports references
    to other files.
    """
    try:
        if data[:4] == b"glTF":
            (size,) = struct.unpack_from("<I", data, 12)
            data = data[20 : 20 + size]
        buffers = json.loads(data).get("buffers", [])
        uris = [str(buffer.get("uri", "data:")) for buffer in buffers]
        beside = [posixpath.normpath(unquote(uri, errors="strict")) for uri in uris if ":" not in uri]
    except (AttributeError, TypeError, ValueError, struct.error):
        return []
    return [posixpath.join(posixpath.dirname(name), uri) for uri in beside if not uri.startswith(("..", "/"))]
