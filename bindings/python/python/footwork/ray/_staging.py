"""Staging: copies the files of a block from any store to a disk, so that they can be read as a library."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple

from ._files import SETTINGS, buffers_of, each, place_of

if sys.platform != "win32":
    import fcntl

__all__ = ["Unread", "staged"]

Unread = Dict[str, Tuple[str, str]]
"""A code and a message for each file that cannot be used."""


@contextmanager
def staged(store: Any, root: str, sizes: Dict[str, int], settings: Optional[str]) -> Iterator[Tuple[Path, Unread]]:
    """Yields a folder with copies of the files in ``sizes`` and the settings, and the reason for each file that could
    not be read. The folder is deleted on exit."""
    _sweep()
    with ExitStack() as folders:
        place = _place(sum(sizes.values()))
        folder = folders.enter_context(_folder(place))
        try:
            unread = _fill(folder, store, root, sizes)
        except OSError as error:
            if place is None or error.errno != errno.ENOSPC:
                raise
            # Another process took the memory in the meantime.
            folder = folders.enter_context(_folder(None))
            unread = _fill(folder, store, root, sizes)
        # Write the settings even if they are empty. Otherwise the settings of a parent folder would apply.
        (folder / SETTINGS).write_text(settings or "", encoding="utf-8")
        yield folder, unread


def _fill(folder: Path, store: Any, root: str, sizes: Dict[str, int]) -> Unread:
    unread: Unread = {}
    waiting = list(sizes)
    while waiting:
        names, waiting = waiting, []
        for name, data in zip(names, each(store, [place_of(root, name) for name in names], keep_errors=True)):
            if isinstance(data, Exception):
                unread[name] = "unreadable", str(data) or type(data).__name__
                continue
            if len(data) != sizes.get(name, len(data)):
                unread[name] = "changed", "it has changed since it was listed"
                continue
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            if name.lower().endswith((".gltf", ".glb")):
                # Some buffers are not in `sizes`: those of GLB files, and of files that have
                # changed.
                waiting += [buffer for buffer in buffers_of(name, data) if buffer not in sizes and buffer not in names]
    return unread


_PREFIX = "footwork-block-"
_MEMORY = Path("/dev/shm")
"""The folder that Linux keeps in memory."""
_SHARE = 8
"""The staged files of all cores may fill at most 1/8 of the free memory, because Ray keeps its objects there too."""


def _place(size: int) -> Optional[Path]:
    """Returns the place for files of this total size; None for the folder of temporary files.

    Files go to memory if it has room, because the block is in memory anyway. On ext4, creating a file takes longer the
    more files were deleted in the last minute. After a few blocks, a worker would spend a third of its time creating
    files."""
    with suppress(OSError):
        if os.access(_MEMORY, os.W_OK) and size * (os.cpu_count() or 1) * _SHARE <= shutil.disk_usage(_MEMORY).free:
            return _MEMORY
    return None


@contextmanager
def _folder(place: Optional[Path]) -> Iterator[Path]:
    """Yields a new folder, which is deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    lock = None
    try:
        lock = _lock(folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


_MIN_AGE_SECS = 60
"""The age in seconds below which a folder in memory is left alone, because its owner may not have locked it yet."""
_MAX_AGE_SECS = 24 * 3600
"""The age in seconds above which a folder on disk is deleted. No block takes that long."""


def _lock(folder: Path) -> Optional[int]:
    """Locks a folder while the returned file descriptor is open and this process lives. Returns None if another process has
    locked it, or if folders cannot be locked."""
    if sys.platform == "win32":
        return None
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _sweep() -> None:
    """Deletes the folders of killed workers: unlocked folders in memory, and folders on disk that are older than a
    day. Other machines may share a disk, so folders there are not judged by their locks."""
    for folder in _MEMORY.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            lock = _lock(folder) if _age_secs(folder) > _MIN_AGE_SECS else None
            if lock is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if _age_secs(folder) > _MAX_AGE_SECS:
                shutil.rmtree(folder, ignore_errors=True)


def _age_secs(folder: Path) -> float:
    return time.time() - folder.stat().st_mtime
