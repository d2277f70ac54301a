"""Rows and windows as the bytes of shards: Parquet, tar files for webdataset, and TFRecord. Equal rows give equal bytes."""

from __future__ import annotations

import io
import json
import struct
import tarfile
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from .._footwork import _crc32c
from .._table import FramesTable
from .._tables import pyarrow_module
from .._windows import window_starts

__all__ = ["Shape", "parquet", "tfrecord", "webdataset"]


class Shape(NamedTuple):
    """The cut of rows into samples."""

    window: Optional[int]
    """The number of frames in a sample. Without it, a sample is a run of successive frames."""
    stride: int
    """The number of frames from one window to the next."""


class _Sample(NamedTuple):
    """Successive frames of one clip."""

    clip: str
    start: int
    values: NDArray[np.float32]
    rate: str
    encoding: Optional[List[float]]

    def to_json(self) -> Dict[str, Any]:
        stop = self.start + len(self.values)
        of: Dict[str, Any] = {"clip": self.clip, "start": self.start, "stop": stop, "rate": self.rate}
        return {**of, "encoding": self.encoding} if self.encoding else of


def parquet(table: FramesTable) -> bytes:
    """Returns the rows as a Parquet file, which `FramesTable.read_parquet` reads."""
    pyarrow_module()
    import pyarrow.parquet

    written = io.BytesIO()
    pyarrow.parquet.write_table(table.to_arrow(), written)
    return written.getvalue()


def webdataset(table: FramesTable, shape: Shape, key: str) -> Tuple[bytes, int]:
    """Returns a tar file with ``.npy``, (frames, columns) float32, and ``.json`` for each sample, and the number of
    samples."""
    written, count = io.BytesIO(), 0
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for count, sample in enumerate(_samples(table, shape), 1):
            values = io.BytesIO()
            np.save(values, sample.values, allow_pickle=False)
            said = json.dumps(sample.to_json(), ensure_ascii=False).encode()
            for ending, data in (("json", said), ("npy", values.getvalue())):
                info = tarfile.TarInfo(f"{key}-{count - 1:08d}.{ending}")
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    return written.getvalue(), count


def tfrecord(table: FramesTable, shape: Shape) -> Tuple[bytes, int]:
    """Returns a TFRecord file with a ``tf.train.Example`` for each sample, and the number of samples. Its fields are
    ``values``, flat floats; ``shape``, its frames and columns; ``clip``; ``start``; ``rate``; and with events ``encoding``,
    its window and smoothing in seconds."""
    parts: List[bytes] = []
    count = 0
    for count, sample in enumerate(_samples(table, shape), 1):
        features = {
            "clip": _bytes_feature(sample.clip.encode()),
            "rate": _bytes_feature(sample.rate.encode()),
            "shape": _int_feature(sample.values.shape),
            "start": _int_feature([sample.start]),
            "values": _float_feature(sample.values.astype("<f4").tobytes()),
        }
        if sample.encoding:
            features["encoding"] = _float_feature(np.array(sample.encoding, "<f4").tobytes())
        entries = (_field(1, _field(1, name.encode()) + _field(2, feature)) for name, feature in sorted(features.items()))
        example = _field(1, b"".join(entries))
        length = struct.pack("<Q", len(example))
        parts += [length, _masked(length), example, _masked(example)]
    return b"".join(parts), count


def _samples(table: FramesTable, shape: Shape) -> Iterator[_Sample]:
    clip, frame, matrix = table["clip"], table["frame"], table.matrix()
    cuts = np.flatnonzero((np.diff(clip) != 0) | (np.diff(frame) != 1)) + 1
    firsts = np.concatenate([[0], cuts]).astype(np.int32)
    ends = np.concatenate([cuts, [table.row_count]]).astype(np.int32)
    if shape.window is not None:
        firsts = window_starts(np.zeros(len(firsts), np.int32), firsts, ends, shape.window, shape.stride)[1].astype(np.int32)
        ends = firsts + np.int32(shape.window)
    for first, end in zip(firsts.tolist(), ends.tolist()):
        if first < end:
            number = int(clip[first])
            code = table.encodings[number] if table.encodings else None
            encoding = [code.window_secs, code.sigma_secs] if code is not None else None
            name, rate = table.clip_names[number], str(table.rates[number])
            yield _Sample(name, int(frame[first]), matrix[first:end], rate, encoding)


def _masked(data: bytes) -> bytes:
    """Returns the checksum as TFRecord stores it."""
    crc = _crc32c(data)
    return struct.pack("<I", (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF)


def _varint(number: int) -> bytes:
    """Encodes a number of at least 0 as a varint of protocol buffers, in base 128."""
    parts = bytearray()
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def _field(number: int, data: bytes) -> bytes:
    """Encodes a field of bytes, text or another message."""
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _bytes_feature(data: bytes) -> bytes:
    return _field(1, _field(1, data))


def _float_feature(data: bytes) -> bytes:
    return _field(2, _field(1, data))


def _int_feature(numbers: Sequence[int]) -> bytes:
    return _field(3, _field(1, b"".join(_varint(number) for number in numbers)))
