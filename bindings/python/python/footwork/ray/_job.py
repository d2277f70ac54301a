"""Jobs, which turn each block of files into a shard and a record of its contents, on Ray or in this process.

The record of a block is written after its shard. Both are written atomically: on disk by renaming, elsewhere by the
store itself. So a block is done exactly if its record exists. If a worker or the program dies, its block is repeated,
and gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import time
import uuid
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .._errors import FootworkWarning
from .._findings import warn_each
from .._footwork import __version__
from ._block import Source
from ._files import ClipFile, each, is_on_disk

__all__ = ["Failed", "Job", "Written", "put", "records_of"]

_STATE = "_footwork"
_JOB, _DONE, _FAILED = f"{_STATE}/job.json", f"{_STATE}/done.json", f"{_STATE}/failed.jsonl"

_Item = Tuple[int, List[ClipFile]]
"""The number of a block, and its files."""

Work = Callable[[Source, Sequence[ClipFile], str], Tuple[Dict[str, bytes], Dict[str, Any]]]
"""A function from the files and the name of a block to its output files, by name, and its record."""


class Failed(NamedTuple):
    """A file or a clip without a shard."""

    clip: str
    code: str
    """A stable name for the kind of failure, such as "unreadable" or "stale"."""
    message: str


@dataclass(frozen=True)
class Written:
    """The result of a job."""

    path: str
    files: List[str]
    """The names of the shards in the folder, or the one file."""
    clips: List[str]
    """The names of all clips in the shards, each once, sorted."""
    frames: int
    """The number of frames in the shards."""
    samples: int
    """The number of windows or runs; 0 for rows."""
    columns: List[str]
    """The names of the columns."""
    failed: List[Failed]
    """The files and clips without a shard."""


@dataclass(frozen=True)
class Job:
    """A job, and the folder of its shards."""

    source: Source
    blocks: List[List[ClipFile]]
    work: Work
    said: Dict[str, Any]
    """All values that the shards depend on, other than the files, as plain JSON."""
    store: Any
    folder: str

    def id(self) -> str:
        """The unique id of this job."""
        depends = [__version__, self.said, self.source.settings, self.source.keep_stale, self.blocks]
        return hashlib.sha256(json.dumps(depends).encode()).hexdigest()

    def name(self, block: int) -> str:
        return f"part-{block:05d}"

    def do(self, block: int, files: Sequence[ClipFile]) -> int:
        """Does a block if it is not done yet, and returns its number."""
        name = self.name(block)
        place = f"{self.folder}/{_STATE}/{name}.json"
        if not self.store.exists(place):
            made, record = self.work(self.source, files, name)
            record["files"] = {file: [len(data), hashlib.sha256(data).hexdigest()] for file, data in made.items()}
            for file, data in made.items():
                put(self.store, f"{self.folder}/{file}", data)
            put(self.store, place, json.dumps(record).encode())
        return block

    def run(self, here: bool, concurrency: Optional[int]) -> List[Dict[str, Any]]:
        """Does the missing blocks, and returns the records of all, in order. Raises FileExistsError if the folder has the
        shards of another job."""
        self._begin()
        waiting = sorted(set(range(len(self.blocks))) - set(self._done()))
        items = [(block, self.blocks[block]) for block in waiting]
        for _ in self._here(items) if here else _on_ray(self, items, concurrency):
            pass
        records = records_of(self.store, [f"{self.folder}/{_STATE}/{self.name(block)}.json" for block in range(len(self.blocks))])
        _check(records, self.said)
        return records

    def end(self, written: Written) -> None:
        """Records the end of the job, and its failures."""
        rows = "".join(json.dumps(failed._asdict(), ensure_ascii=False) + "\n" for failed in written.failed)
        put(self.store, f"{self.folder}/{_FAILED}", rows.encode())
        done = {"clips": len(written.clips), "frames": written.frames, "samples": written.samples, "columns": written.columns}
        put(self.store, f"{self.folder}/{_DONE}", json.dumps(done).encode())

    def _begin(self) -> None:
        place, own = f"{self.folder}/{_JOB}", {"job": self.id()}
        if self.store.exists(place):
            if records_of(self.store, [place]) != [own]:
                raise FileExistsError(f"{self.folder}: the folder has the shards of another job, or of other clips")
        elif self.store.exists(self.folder) and not all(_is_unfinished(file) for file in self.store.find(self.folder)):
            raise FileExistsError(f"{self.folder}: the folder has files that are not shards")
        else:
            put(self.store, place, json.dumps(own).encode())
        if is_on_disk(self.store):
            _sweep(self.folder)

    def _done(self) -> Iterator[int]:
        """Yields the blocks whose record and files exist with the written lengths."""
        sizes = {place: info["size"] for place, info in self.store.find(self.folder, detail=True).items()}
        numbers = {f"{self.folder}/{_STATE}/{self.name(block)}.json": block for block in range(len(self.blocks))}
        there = [place for place in numbers if place in sizes]
        for place, record in zip(there, records_of(self.store, there)):
            if all(sizes.get(f"{self.folder}/{file}") == size for file, (size, _) in record["files"].items()):
                yield numbers[place]
            else:
                self.store.rm_file(place)

    def _here(self, items: Iterable[_Item]) -> Iterator[int]:
        for block, files in items:
            yield self.do(block, files)


def _on_ray(job: Job, items: Sequence[_Item], concurrency: Optional[int]) -> Iterator[int]:
    if not items:
        return
    try:
        import ray.data
    except ImportError as error:
        raise ImportError("this needs Ray: pip install 'footwork[ray]', or here=True") from error
    if not ray.is_initialized():
        ray.init()
    tasks = in_tasks(items, concurrency or max(1, int(ray.cluster_resources().get("CPU", 1))))
    # Each row is a task for one core. Ray runs it again whenever its worker or machine dies.
    waiting = ray.data.from_items([{"blocks": json.dumps(task)} for task in tasks], override_num_blocks=len(tasks))
    done = waiting.map(_Doer(job), num_cpus=1, concurrency=concurrency)
    for row in done.iter_rows():
        yield from json.loads(row["blocks"])


MAX_BLOCKS = 16
"""The largest number of blocks in a task. Tasks stay small for two reasons: machines that join during a job must find tasks to
do, and a single row lists all files of a task."""
MAX_TASKS = 10_000
"""The number of tasks above which tasks have more than `MAX_BLOCKS` blocks, because Ray keeps data for each task."""


def in_tasks(items: Sequence[_Item], cores: int) -> List[Sequence[_Item]]:
    """Groups blocks into tasks. A core waits for each task to be assigned, so there are few tasks. Large tasks come first and
    small ones last, so that all cores end at the same time. A task is half of a core's share of the remaining work (factoring:
    Hummel, Schonberg and Flynn 1992), but has at most `MAX_BLOCKS` blocks."""
    tasks: List[Sequence[_Item]] = []
    most = max(MAX_BLOCKS, -(-len(items) // MAX_TASKS))
    begin = 0
    while begin < len(items):
        size = min(most, -(-(len(items) - begin) // (2 * cores)))
        tasks.append(items[begin : begin + size])
        begin += size
    return tasks


class _Doer:
    """The callable that Ray runs on a row."""

    def __init__(self, job: Job) -> None:
        self.source, self.work, self.store, self.folder = job.source, job.work, job.store, job.folder

    def __call__(self, row: Dict[str, Any]) -> Dict[str, Any]:
        # A task has one core, so the threads of a library would take the cores of other tasks.
        os.environ["RAYON_NUM_THREADS"] = "1"
        job = Job(self.source, [], self.work, {}, self.store, self.folder)
        done = []
        for block, listed in json.loads(row["blocks"]):
            files = [ClipFile(name, sidecars, [(of, size, stamp) for of, size, stamp in stamps]) for name, sidecars, stamps in listed]
            done.append(job.do(block, files))
        return {"blocks": json.dumps(done)}


def put(store: Any, place: str, data: bytes) -> None:
    """Writes a file completely or not at all. Object stores do so by themselves; on disk, a temporary file is renamed."""
    if not is_on_disk(store):
        store.pipe_file(place, data)
        return
    os.makedirs(os.path.dirname(place), exist_ok=True)
    unfinished = os.path.join(os.path.dirname(place), f".{os.path.basename(place)}.{uuid.uuid4().hex}")
    try:
        with open(unfinished, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, place)
    except BaseException:
        if os.path.exists(unfinished):
            os.unlink(unfinished)
        raise


_UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}")
_MAX_AGE_SECS = 24 * 3600
"""The age from which an unfinished file counts as abandoned, in seconds."""


def _is_unfinished(place: str) -> bool:
    """Returns whether this file is still being written, or its writer was killed."""
    return _UNFINISHED.fullmatch(posixpath.basename(place)) is not None


def _sweep(folder: str) -> None:
    """Deletes files left unfinished a day ago or earlier."""
    for path in Path(folder).rglob(".*"):
        if _is_unfinished(path.name):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - _MAX_AGE_SECS:
                    path.unlink()


def records_of(store: Any, places: Sequence[str]) -> List[Dict[str, Any]]:
    """Returns the records at these places."""
    return [json.loads(data) for data in each(store, places)]


def _check(records: Sequence[Dict[str, Any]], said: Dict[str, Any]) -> None:
    """Warns of findings across all blocks. A clip in two blocks would be a bug in this file."""
    names = [name for record in records for name in record["clips"]]
    assert len(set(names)) == len(names), "a clip is in two shards"
    unknown = set.intersection(*(set(record["unknown"]) for record in records)) if records else set()
    for name in sorted(unknown):
        warnings.warn(f"no clip has {name}", FootworkWarning, stacklevel=5)
    readings: Dict[str, Dict[str, None]] = {}
    for record in records:
        for skeleton, of in record["readings"].items():
            readings.setdefault(skeleton, {}).update(dict.fromkeys(of))
    for of in readings.values():
        if len(of) > 1:
            warnings.warn(
                f"blocks read clips of one skeleton differently, as {' and '.join(sorted(of))}: set `root` or `length_unit` in"
                " footwork.toml",
                FootworkWarning,
                stacklevel=5,
            )
    said = dict.fromkeys(text for record in records for text in record["said"])
    warn_each(list(said), "more warnings of the same kind", stacklevel=5)
