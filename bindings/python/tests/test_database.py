"""Databases made in Python, and `.tagdb` files."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import footwork


@pytest.fixture
def db() -> footwork.Database:
    made = footwork.Database()
    made.add_clip("run_01.bvh", 300, 60)
    return made


def test_tags_and_events_that_were_set_are_found(db: footwork.Database) -> None:
    db.set_tag("Gait.Run", "run_01.bvh", np.array([[20, 260]], np.int32))
    db.set_tag("Direction.Turn", 0, [(100, 140)])
    db.set_event("Foot.Left", 0, [40.5, 30])
    found = db.query("longer(Gait.Run - Direction.Turn, 1.5s)")
    assert list(found) == [("run_01.bvh", 140, 260)]
    assert db.tags == ["Direction.Turn", "Gait.Run"] and db.events == ["Foot.Left"]
    assert db.event_frames("Foot.Left", 0).tolist() == [30.0, 40.5]
    # Earlier results do not change.
    db.set_tag("Gait.Run", 0, np.zeros((0, 2), np.int64))
    assert found.frame_count == 120 and db.query("Gait").frame_count == 0


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.int64, np.uint16, np.uint32])
def test_ranges_of_any_integer_dtype(db: footwork.Database, dtype: type) -> None:
    db.set_tag("A", 0, np.array([[30, 40], [0, 10], [10, 20]], dtype)[::-1])
    assert db.tag_ranges("A", 0).tolist() == [[0, 20], [30, 40]]
    assert db.tag_ranges("A", 0).dtype == np.int32


@pytest.mark.parametrize(
    ("ranges", "kind", "words"),
    [
        (np.zeros((1, 2)), TypeError, "whole numbers .* float64"),
        (np.zeros((2, 3), np.int32), ValueError, r"shape \(n, 2\), not \(2, 3\)"),
        (np.zeros(4, np.int32), ValueError, r"shape \(n, 2\), not \(4,\)"),
        ([(5, 5)], ValueError, r"\[5, 5\)"),
        ([(9, 5)], ValueError, "stop after it starts"),
        ([(-1, 5)], ValueError, "0 or later"),
        ([(0, 301)], ValueError, "past the end of a clip of 300 frames"),
        ([1, 2], TypeError, "whole numbers of shape"),
        ("no", TypeError, "`str`"),
    ],
)
def test_invalid_ranges(db: footwork.Database, ranges: object, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        db.set_tag("A", 0, ranges)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("times", "kind", "words"),
    [
        ([np.nan], ValueError, "NaN|not inside"),
        ([300.0], ValueError, "not inside a clip of 300 frames"),
        (np.zeros((2, 2)), ValueError, r"one-dimensional, not of shape \(2, 2\)"),
        (np.zeros(2, np.complex128), TypeError, "complex128"),
        (np.array(["a"]), TypeError, "one-dimensional array"),
    ],
)
def test_invalid_times(db: footwork.Database, times: object, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        db.set_event("A", 0, times)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rate", "exact"),
    [
        (60, Fraction(60)),
        (29.97, Fraction(30000, 1001)),
        (59.94, Fraction(60000, 1001)),
        (23.976, Fraction(24000, 1001)),
        (12.5, Fraction(25, 2)),
        ("30000/1001", Fraction(30000, 1001)),
        (Fraction(1, 3), Fraction(1, 3)),
        (np.float64(120.0), Fraction(120)),
    ],
)
def test_rates_are_exact_fractions(rate: float, exact: Fraction) -> None:
    db = footwork.Database()
    db.add_clip("a", 1, rate)
    assert db.clips[0].exact_rate == exact


@pytest.mark.parametrize("rate", [0, -30, float("nan"), float("inf"), "fast", Fraction(0)])
def test_invalid_rates(rate: float) -> None:
    with pytest.raises(ValueError, match="frame rate"):
        footwork.Database().add_clip("a", 1, rate)


def test_other_mistakes(db: footwork.Database) -> None:
    with pytest.raises(ValueError, match="already a clip named run_01.bvh"):
        db.add_clip("run_01.bvh", 1, 30)
    with pytest.raises(ValueError, match="from 0 to"):
        db.add_clip("long", 1 << 31, 30)
    with pytest.raises(ValueError, match="`frames` must be at least 0, not -1"):
        db.add_clip("short", -1, 30)
    with pytest.raises(ValueError, match="a..b"):
        db.declare_tag("a..b")
    with pytest.raises(KeyError, match="unknown clip"):
        db.set_tag("A", "walk", [])
    assert db.tags == []


def test_a_saved_database_opens_with_the_same_bytes(db: footwork.Database, library: footwork.Library, tmp_path: Path) -> None:
    db.set_tag("Gait.Run", 0, [(20, 260)])
    path = tmp_path / "run.tagdb"
    db.save(path)
    opened = footwork.load(path)
    assert isinstance(opened, footwork.Database)
    assert list(opened.query("Gait")) == [("run_01.bvh", 20, 260)]
    assert opened.to_bytes() == db.to_bytes() == path.read_bytes()
    assert footwork.Database.from_bytes(db.to_bytes()).to_bytes() == db.to_bytes()
    damaged = bytearray(path.read_bytes())
    damaged[100] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(ValueError, match="run.tagdb"):
        footwork.load(path)
    with pytest.raises(FileNotFoundError):
        footwork.load(tmp_path / "none.tagdb")
    copy = library.to_database()
    copy.set_tag("New", 0, [(0, 1)])
    assert "New" not in library.tags and copy.query("Gait").frame_count == library.query("Gait").frame_count


def test_clips_are_one_tuple_until_a_clip_is_added() -> None:
    db = footwork.Database()
    for number in range(11_715):
        db.add_clip(f"{number}.bvh", 10 + number % 7, 20)
    clips = db.clips
    assert len(clips) == 11_715 and clips[8].name == "8.bvh" and clips[8].frames == 11
    # A loop over the clips does not rebuild them.
    assert all(db.clips is clips and db.clips[number] is clips[number] for number in range(len(db.clips)))
    db.set_tag("Gait", 3, [(0, 5)])
    found = db.query("Gait")
    assert db.clips is clips and found.all_clips is found.all_clips
    db.add_clip("last.bvh", 5, 20)
    assert db.clips is not clips and len(clips) == 11_715
    assert db.clips is db.clips and db.clips[-1].name == "last.bvh" and len(db.clips) == 11_716
    assert len(found.all_clips) == 11_715, "an earlier result keeps its clips"


def test_a_librarys_clips_are_one_tuple_and_a_new_clip_is_in_the_next_library(samples: Path, tmp_path: Path) -> None:
    shutil.copy(samples / "deepmimic" / "walk.txt", tmp_path / "walk.txt")
    library = footwork.Library.load(tmp_path)
    clips = library.clips
    assert isinstance(clips, tuple) and library.clips is clips and [clip.name for clip in clips] == ["walk.txt"]
    shutil.copy(samples / "deepmimic" / "run.txt", tmp_path / "run.txt")
    assert library.clips is clips
    assert [clip.name for clip in footwork.Library.load(tmp_path).clips] == ["run.txt", "walk.txt"]


def test_a_loop_over_a_librarys_clips_rebuilds_none(testdata: Path, tmp_path: Path) -> None:
    library = footwork.Library.load(shutil.copytree(testdata / "roles", tmp_path / "roles"))
    clips = library.clips
    assert len(clips) == 16 and list(clips) == sorted(clips, key=lambda clip: clip.name)
    assert all(library.clips is clips and library.clips[number] is clip for number, clip in enumerate(clips))
    found = library.query("{ left_foot.height < 0.08 }")
    assert library.clips is clips and found.frame_count == 16
    assert [found.ranges(clip.name).tolist() for clip in library.clips] == [[[0, 1]]] * 16
