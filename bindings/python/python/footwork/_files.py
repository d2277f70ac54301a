"""Checks of the files that Python itself reads: they must be regular files below a size limit."""

from __future__ import annotations

import errno
import os
import stat
from typing import Union

__all__ = ["MAX_BYTES", "check_file", "file_status"]

MAX_BYTES = 1 << 30
"""The size of the largest accepted file, in bytes."""


def check_file(path: Union[str, os.PathLike[str]]) -> None:
    """Raises OSError if there is no regular file of at most `MAX_BYTES`."""
    status = file_status(path)
    if status.st_size > MAX_BYTES:
        message = f"it has {status.st_size} bytes, which is more than the limit of {MAX_BYTES}"
        raise OSError(errno.EFBIG, message, os.fspath(path))


def file_status(path: Union[str, os.PathLike[str]]) -> os.stat_result:
    """Returns the status of a regular file. Raises OSError for anything else, such as a pipe or a device, which may never
    end."""
    status = os.stat(path)
    name = os.fspath(path)
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", name)
    return status
