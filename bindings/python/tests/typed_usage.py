"""A program that uses the package with types; a type checker reads it, see `test_types.py`."""

from __future__ import annotations

from fractions import Fraction
from typing import List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

import footwork


def queries(library: footwork.Library) -> Tuple[NDArray[np.int32], NDArray[np.bool_], int]:
    found = library.query("Gait.Walk")
    for name, start, stop in found:
        text: str = name
        frames: int = stop - start
        assert text and frames
    try:
        library.query("Gait.Wlak")
    except footwork.QueryError as error:
        span: Tuple[int, int] = error.span
        hint: Optional[str] = error.hint
        assert span and hint
    return found.ranges(0), found.masks("walk"), found.frame_count


def databases() -> footwork.Database:
    db = footwork.Database()
    number: int = db.add_clip("a", 100, Fraction(30000, 1001))
    db.set_tag("A", number, [(0, 10)])
    db.set_tag("A", "a", np.array([[0, 10]]))
    db.set_event("E", number, [1.0])
    return db


def clips(library: footwork.Library) -> NDArray[np.float64]:
    clip = library.clip("walk")
    rotations: NDArray[np.float32] = clip.rotations
    moved: Optional[NDArray[np.float32]] = clip.translations
    assert rotations.size and moved is None
    return clip.positions()


def events() -> List[footwork.Decoded]:
    tracks = [footwork.EventTrack([0.5]), footwork.EventTrack(np.array([0.7]), loop_secs=1.0)]
    encoding = footwork.Encoding.from_gaps(tracks, 60)
    signal = encoding.encode(tracks, 60, 100)
    trigger = footwork.Trigger(encoding, footwork.Guards(slope=(0.5, 2.0)), lead_secs=0.1)
    ago: Optional[float] = trigger.advance((0.0, 1.0), 1 / 60)
    assert ago is None
    f1: float = footwork.score([0.5], [0.5], 0.1).f1
    assert f1
    return encoding.decode_all(signal, 60)


def expressions(values: NDArray[np.float32]) -> float:
    compiled = footwork.compile("x + y", ["x", "y"])
    result: NDArray[np.float32] = compiled(values, 1.0, out=np.empty_like(values))
    number: float = compiled(1.0, 2.0)
    return float(result.sum()) + number


def datasets(library: footwork.Library) -> NDArray[np.float32]:
    table: footwork.FramesTable = library.frames_table(["speed"], missing="nan")
    column: NDArray[np.float32] = table["speed"]
    dataset = footwork.WindowDataset(library, "Gait", window=10, channels=["speed"])
    spans: List[footwork.Span] = footwork.load_babel("train.json")
    assert column.size and spans
    return dataset[0]
