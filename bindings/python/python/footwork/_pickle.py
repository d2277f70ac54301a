"""Rebuilds pickled objects. Pickles refer to these functions by name, so they stay in this file."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _footwork
from ._errors import ChangedError
from ._footwork import (
    Clip,
    ClipInfo,
    Database,
    Decoded,
    Expression,
    Finding,
    Library,
    PoseFilter,
    PoseIndex,
    PoseMatches,
    Poses,
    QueryResult,
    Score,
)

__all__ = [
    "clip",
    "clip_info",
    "database",
    "decoded",
    "expression",
    "finding",
    "library",
    "pose_filter",
    "pose_index",
    "pose_matches",
    "poses",
    "query_result",
    "score",
    "table",
]


def library(path: os.PathLike[str], version: str) -> Library:
    """Opens the folder of a pickled library, if it still has the same version."""
    opened = Library._opened(path)
    if opened.version != version:
        name = os.fspath(path)
        raise ChangedError(f"{name}: the library has changed since it was pickled: it was {version}", name)
    return opened


def clip(state: Dict[str, Any]) -> Clip:
    return Clip._restored(state)


def clip_info(name: str, frames: int, rate: Tuple[int, int]) -> ClipInfo:
    return ClipInfo._restored(name, frames, rate)


def database(data: bytes) -> Database:
    return Database.from_bytes(data)


def decoded(times: List[float], unknown: int, rejected: List[int]) -> Decoded:
    return Decoded._restored(times, unknown, rejected)


def expression(text: str, variables: List[str]) -> Expression:
    return _footwork.compile(text, variables)


def finding(words: List[str], line: Optional[int], column: Optional[int]) -> Finding:
    return Finding._restored(words, line, column)


def pose_index(of: Library, data: bytes) -> PoseIndex:
    return PoseIndex._restored(of, data)


def pose_filter(index: PoseIndex, spans: Any) -> PoseFilter:
    return index.filter(spans)


def pose_matches(shape: List[int], *parts: Any) -> PoseMatches:
    *columns, names = parts
    return PoseMatches._restored(shape, *map(np.ascontiguousarray, columns), names)


def poses(*columns: NDArray[Any]) -> Poses:
    return Poses._restored(*map(np.ascontiguousarray, columns))


def query_result(query: str, clips: bytes, clip: NDArray[np.int32], ranges: NDArray[np.int32]) -> QueryResult:
    return QueryResult._restored(query, clips, np.ascontiguousarray(clip), np.ascontiguousarray(ranges))


def score(parts: Tuple[List[int], List[float], List[Optional[float]]]) -> Score:
    return Score._restored(parts)


def table(kind: type, columns: Mapping[str, NDArray[Any]], rest: Dict[str, Any]) -> Any:
    """Rebuilds a table of this class, with its columns and other attributes."""
    made: Any = object.__new__(kind)
    made.__dict__.update(rest, _columns=dict(columns))
    return made
