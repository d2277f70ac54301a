"""Misaligned arrays are read like all others."""

from __future__ import annotations

from typing import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import footwork

ENCODING = footwork.Encoding(0.3)
SIGNAL = ENCODING.encode(footwork.EventTrack([0.5]), 60, 60)
EXPRESSION = footwork.compile("x * 2", ["x"])


def at_an_odd_byte(array: NDArray[np.generic]) -> NDArray[np.generic]:
    moved = np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)
    assert not moved.flags.aligned
    return moved


def in_packed_records(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """The distance between values is not a multiple of their size."""
    records = np.zeros(array.shape, np.dtype([("value", array.dtype), ("flag", np.uint8)]))
    records["value"] = array
    assert records["value"].strides[-1] % array.itemsize != 0
    return records["value"]


def clip(rotations: object, roots: object, parents: object) -> NDArray[np.float64]:
    made = footwork.Clip(["a"], parents, rotations, roots, 60, offsets=np.zeros((1, 3), np.float32))  # type: ignore[arg-type]
    return made.positions()


def tag_result(ranges: object) -> object:
    db = footwork.Database()
    db.add_clip("a", 100, 60)
    db.set_tag("A", 0, ranges)  # type: ignore[arg-type]
    return db.tag_ranges("A", 0)


ROTATIONS = np.tile(np.array([0, 0, 0, 1], np.float32), (3, 1, 1))
DOORS: dict[str, tuple[Callable[..., object], list[NDArray[np.generic]]]] = {
    "decode": (ENCODING.decode, [SIGNAL]),
    "decode_all": (lambda signal: ENCODING.decode_all(signal, 60)[0].times, [SIGNAL]),
    "trigger": (lambda signal: footwork.Trigger(ENCODING).advance(signal, 1 / 60), [SIGNAL]),
    "one pair": (lambda pair: footwork.Trigger(ENCODING).advance(pair, 1 / 60), [np.array([0, 1], np.float32)]),
    "steps": (lambda steps: footwork.Trigger(ENCODING).advance(SIGNAL, steps), [np.full(60, 1 / 60)]),
    "crowd": (lambda pairs: footwork.TriggerArray(60, ENCODING).advance(pairs, 0.1), [SIGNAL]),
    "track": (lambda times: footwork.EventTrack(times).times, [np.array([0.5, 0.25])]),
    "track of float32": (lambda times: footwork.EventTrack(times).times, [np.array([0.5, 0.25], np.float32)]),
    "track of int64": (lambda times: footwork.EventTrack(times).times, [np.array([3, 2])]),
    "signed times": (footwork.EventTrack([1.0]).signed_times, [np.array([0.5, 0.25])]),
    "encode_at": (lambda times: ENCODING.encode_at(footwork.EventTrack([0.5]), times), [np.array([0.5, 0.25])]),
    "score": (lambda a, b: repr(footwork.score(a, b, 0.1)), [np.array([0.5, 1.0]), np.array([0.5, 2.0])]),
    "expression": (EXPRESSION, [np.arange(6, dtype=np.float32).reshape(2, 3)]),
    "expression by name": (lambda x: EXPRESSION(x=x), [np.arange(6, dtype=np.float32)]),
    "ranges": (tag_result, [np.array([[1, 4], [7, 9]], np.int32)]),
    "clip": (clip, [ROTATIONS, np.ones((3, 3)), np.array([-1], np.int32)]),
    "clip of float32": (clip, [ROTATIONS, np.ones((3, 3), np.float32), np.array([-1])]),
}


@pytest.mark.parametrize("moved", [at_an_odd_byte, in_packed_records])
@pytest.mark.parametrize("door", DOORS)
def test_misaligned_arrays_give_the_same_results(door: str, moved: Callable[[NDArray[np.generic]], NDArray[np.generic]]) -> None:
    call, arrays = DOORS[door]
    expected, found = call(*arrays), call(*map(moved, arrays))
    if isinstance(expected, np.ndarray):
        np.testing.assert_array_equal(found, expected)  # type: ignore[arg-type]
    else:
        assert found == expected


def test_a_misaligned_out_is_rejected() -> None:
    out = np.frombuffer(bytearray(4 * 6 + 1), np.float32, offset=1)
    with pytest.raises(ValueError, match="aligned"):
        EXPRESSION(np.zeros(6, np.float32), out=out)
    assert not out.any()
