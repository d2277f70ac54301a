"""Clips, tags and events of all blocks as one ``.tagdb`` file: compiled separately, and merged as a tree."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from .._footwork import Database
from ._block import Source, opened_block
from ._files import ClipFile, each, opened_store
from ._job import Failed, Job, Written, put

__all__ = ["compiled"]

_PARTS = ".parts"
"""The suffix of the folder of parts, after the name of the file. The folder is deleted afterwards."""

_MERGED_AT_ONCE = 64
"""The maximum number of databases that one task merges."""


def compiled(
    source: Source,
    blocks: List[List[ClipFile]],
    options: Dict[str, Any],
    path: str,
    concurrency: Optional[int],
    here: bool,
) -> Written:
    """Compiles the blocks, merges them and writes the file."""
    store, place = opened_store(path, options)
    job = Job(source, blocks, _part, {"kind": "tagdb"}, store, place + _PARTS)
    records = job.run(here, concurrency)
    names = [f"{job.folder}/{file}" for record in records for file in record["files"]]
    put(store, place, _tree(store, names, here))
    store.rm(job.folder, recursive=True)
    return Written(
        path,
        [place],
        sorted(name for record in records for name in record["clips"]),
        sum(record["frames"] for record in records),
        0,
        [],
        [Failed(*failed) for record in records for failed in record["failed"]],
    )


def _part(source: Source, files: Sequence[ClipFile], name: str) -> Tuple[Dict[str, bytes], Dict[str, Any]]:
    with opened_block(source, files) as block:
        database = block.library._database_of(block.used)
        record = {
            "clips": [clip.name for clip in database.clips],
            "frames": sum(clip.frames for clip in database.clips),
            "failed": block.failed,
            "unknown": [],
            "readings": {},
            "said": block.said,
        }
        return {f"{name}.tagdb": database.to_bytes()}, record


def _tree(store: Any, names: Sequence[str], here: bool) -> bytes:
    """Merges all parts, `_MERGED_AT_ONCE` at a time. With `here`, the last merge takes all groups at once."""
    groups = [list(names[at : at + _MERGED_AT_ONCE]) for at in range(0, len(names), _MERGED_AT_ONCE)]
    if here or len(groups) == 1:
        level = [_merged_files(store, group) for group in groups]
        return level[0] if len(level) == 1 else _merged(*level)
    import ray

    of_files, of_bytes = ray.remote(_merged_files), ray.remote(_merged)
    refs = [of_files.remote(store, group) for group in groups]
    while len(refs) > 1:
        refs = [of_bytes.remote(*refs[at : at + _MERGED_AT_ONCE]) for at in range(0, len(refs), _MERGED_AT_ONCE)]
    data: bytes = ray.get(refs[0])
    return data


def _merged_files(store: Any, names: Sequence[str]) -> bytes:
    return _merged(*each(store, names))


def _merged(*parts: bytes) -> bytes:
    return Database.merged([Database.from_bytes(part) for part in parts]).to_bytes()
