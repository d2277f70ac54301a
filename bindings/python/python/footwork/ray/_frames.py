"""Columns of the frames of clips, to write as shards."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, SupportsIndex, Tuple, Union

from .._choices import Choices
from .._footwork import Encoding
from .._windows import at_least_one
from ._block import Source, opened_block, rows_of
from ._files import ClipFile, opened_store
from ._job import Failed, Job, Written
from ._shards import Shape, parquet, tfrecord, webdataset

if TYPE_CHECKING:
    from ._clips import Clips

__all__ = ["Frames"]

_PARQUET, _TFRECORD, _WEBDATASET = "parquet", "tfrecord", "tar"


@dataclass(frozen=True)
class Frames:
    """Columns of the frames of clips. Clips are read only when the columns are written.

    Each ``write_…`` makes one shard per block of files in a folder of any fsspec store, and returns a `Written`. A
    repeated call with the same arguments does only the missing blocks.

    * concurrency: the number of blocks in work at a time, by default the number of cores.
    - here: whether to work in this process, without Ray.

    Raises FileExistsError if the folder has other files, QueryError for a query with mistakes, and ChannelError for an
    unknown channel. Gives a FootworkWarning about names that no clip has, and the warnings of `frames_table`.
    """

    clips: Clips
    choices: Choices
    query: Optional[str] = None

    def encode_events(
        self, events: Sequence[str], window_secs: Optional[float] = None, *, encoding: Optional[Encoding] = None
    ) -> Frames:
        """Returns the same rows with two more columns per event. Give either a window or an `Encoding`, because fitting
        a window to the gaps of all events would take another pass over all clips. Otherwise raises TypeError.
        """
        if (window_secs is None) == (encoding is None):
            raise TypeError("give the window of the encoding in seconds, or the encoding")
        return replace(self, choices=replace(self.choices, events=events, encoding=encoding or window_secs))

    def write_parquet(self, path: str, *, concurrency: Optional[int] = None, here: bool = False) -> Written:
        """Writes rows as Parquet files. `FramesTable.read_parquet` reads one, and ``ray.data.read_parquet`` reads all."""
        return self._write(path, _PARQUET, None, concurrency, here)

    def write_tfrecord(
        self,
        path: str,
        *,
        window: Optional[SupportsIndex] = None,
        stride: SupportsIndex = 1,
        concurrency: Optional[int] = None,
        here: bool = False,
    ) -> Written:
        """Writes windows as TFRecord files of ``tf.train.Example``. Without ``window``, writes the runs of frames that
        a query finds. Each example has the fields ``values`` (flat), ``shape``, ``clip``, ``start``, ``rate`` and, with
        events, ``encoding``. Tags are 0 and 1.
        """
        return self._write(path, _TFRECORD, _shape(window, stride), concurrency, here)

    def write_webdataset(
        self,
        path: str,
        *,
        window: Optional[SupportsIndex] = None,
        stride: SupportsIndex = 1,
        concurrency: Optional[int] = None,
        here: bool = False,
    ) -> Written:
        """Writes the samples of `write_tfrecord` as tar files for webdataset. Each sample has ``npy``, a float32 array
        of (frames, columns), and ``json``."""
        return self._write(path, _WEBDATASET, _shape(window, stride), concurrency, here)

    def _write(self, path: str, kind: str, shape: Optional[Shape], concurrency: Optional[int], here: bool) -> Written:
        self.clips.check(self.choices, self.query)
        choices = self.clips.resolved(self.choices)
        store, folder = opened_store(path, self.clips.options)
        folder = folder.rstrip("/")
        said = {"kind": kind, "shape": shape, "query": self.query, "choices": choices.to_json()}
        work = functools.partial(_shard, choices, self.query, kind, shape)
        job = Job(self.clips.source, self.clips.blocks, work, said, store, folder)
        records = job.run(here, concurrency)
        written = Written(
            path,
            [file for record in records for file in record["files"]],
            sorted(name for record in records for name in record["clips"]),
            sum(record["frames"] for record in records),
            sum(record["samples"] for record in records),
            next((record["columns"] for record in records), []),
            [Failed(*failed) for record in records for failed in record["failed"]],
        )
        job.end(written)
        return written


def _shape(window: Optional[SupportsIndex], stride: SupportsIndex) -> Shape:
    return Shape(None if window is None else at_least_one("window", window), at_least_one("stride", stride))


def _shard(
    choices: Choices, query: Optional[str], kind: str, shape: Optional[Shape], source: Source, files: Sequence[ClipFile], name: str
) -> Tuple[Dict[str, bytes], Dict[str, Any]]:
    """Returns the shard of a block, and its record."""
    with opened_block(source, files) as block:
        table, clips = rows_of(block, choices, query)
        samples = 0
        if shape is None:
            data = parquet(table)
        elif kind == _TFRECORD:
            data, samples = tfrecord(table, shape)
        else:
            data, samples = webdataset(table, shape, name)
        columns = [column for column in table if column not in ("clip", "frame")]
        record: Dict[str, Any] = {
            "clips": clips,
            "frames": table.row_count,
            "samples": samples,
            "columns": columns,
            "failed": block.failed,
            "unknown": list(block.unknown),
            "readings": block.readings,
            "said": block.said,
        }
        return {f"{name}.{kind}": data}, record
