"""What a block of files needs on disk to be read as a library, from whatever store they are on."""

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
    """A folder with the files of these names and sizes and with the settings, which is gone afterwards; and why files that
    could not be read could not."""
    _sweep()
    with ExitStack() as folders:
        place = _place(sum(sizes.values()))
        folder = folders.enter_context(_folder(place))
        try:
            unread = _fill(folder, store, root, sizes)
        except OSError as error:
            if place is None or error.errno != errno.ENOSPC:
                raise
            # Something else took the memory meanwhile.
            folder = folders.enter_context(_folder(None))
            unread = _fill(folder, store, root, sizes)
        # Never without settings: those of a folder above would hold.
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
                # Those that were not listed: of GLB files, and of files that changed.
                waiting += [buffer for buffer in buffers_of(name, data) if buffer not in sizes and buffer not in names]
    return unread


_PREFIX = "footwork-block-"
_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""
_SHARE = 8
"""All cores together take at most one part in this many of what is free there: Ray keeps its objects in the same place."""


def _place(size: int) -> Optional[Path]:
    """Where to put files of this size together; None for the folder of temporary files.

    In memory if there is room, as the files are in memory anyway: a disk formatted with ext4 takes longer for a new file the more
    were deleted in the minute before, and after a few blocks a worker would spend a third of its time with that."""
    with suppress(OSError):
        if os.access(_MEMORY, os.W_OK) and size * (os.cpu_count() or 1) * _SHARE <= shutil.disk_usage(_MEMORY).free:
            return _MEMORY
    return None


@contextmanager
def _folder(place: Optional[Path]) -> Iterator[Path]:
    """A folder of its own, which is gone afterwards."""
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
"""A folder in memory that is younger may not be locked yet."""
_MAX_AGE_SECS = 24 * 3600
"""No block takes that long."""


def _lock(folder: Path) -> Optional[int]:
    """Says that somebody uses a folder, for as long as this is open and this process lives; None if somebody else does, or where
    folders cannot be locked."""
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
    """Deletes the folders of workers that were killed: in memory those that nobody has locked, and on disks, which other machines
    may use too, those that are a day old."""
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
