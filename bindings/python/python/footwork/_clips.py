"""Readers of clip files in every format."""

from __future__ import annotations

import os
from typing import Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _footwork
from ._amass import load_amass

__all__ = ["load_clip"]


def load_clip(
    path: Union[str, os.PathLike[str], bytes],
    *,
    name: str = "",
    animation: Optional[str] = None,
    length_unit: Optional[str] = None,
    offsets: Optional[NDArray[np.float32]] = None,
) -> _footwork.Clip:
    """Reads a clip file: BVH, glTF or GLB, FBX, DeepMimic JSON, or an AMASS ``.npz``. Files other than ``.npz`` may
    also be given as bytes, for example from an archive or a request. Then ``name`` is the name of the file, and its
    ending determines the format.

    ``animation`` chooses a clip if the file holds several. ``length_unit``, such as "cm", is the unit of length. BVH
    does not state its unit. If ``length_unit`` is not given, the unit is estimated, and ``Clip.findings`` says so. For
    other formats, ``length_unit`` is the true length of one metre of the file. ``offsets`` is for ``.npz``: see
    `load_amass`.

    Raises OSError if the file cannot be read, ClipError if it is not a clip or holds several.
    """
    if isinstance(path, bytes):
        return _footwork.load_clip_bytes(path, name, animation=animation, length_unit=length_unit)
    if os.fspath(path).lower().endswith(".npz"):
        return load_amass(path, offsets=offsets)
    return _footwork.load_clip(path, animation=animation, length_unit=length_unit)
