"""Arguments and results of workers can be pickled and copied, and are equal afterwards."""

from __future__ import annotations

import copy
import pickle
import shutil
from pathlib import Path
from typing import Any, Callable, Dict

import numpy as np
import pytest

import footwork
from footwork import matching

Make = Callable[[footwork.Library], Any]

WINDOWS: Dict[str, Any] = {"window": 20, "channels": ["speed"], "events": ["Foot.Left"], "rate": 30}
SIGNAL = footwork.Encoding(0.3).encode(footwork.EventTrack([0.5, 1.2]), 30, 60)
MADE: Dict[str, Make] = {
    "library": lambda library: library,
    "clip": lambda library: library.clip("walk"),
    "clip of another format": lambda library: library.clip(0),
    "clip from arrays": lambda library: footwork.Clip(
        ["a", "b"], [-1, 0], np.ones((3, 2, 4), np.float32), np.zeros((3, 3)), 30, translations=np.ones((3, 2, 3), np.float32)
    ),
    "clip infos": lambda library: library.clips,
    "database": lambda library: library.to_database(),
    "query result": lambda library: library.query("Gait"),
    "empty query result": lambda library: library.query("none"),
    "expression": lambda library: footwork.compile("x + y * 2", ["x", "y"]),
    "encoding": lambda library: footwork.Encoding(0.3, 0.01),
    "table": lambda library: footwork.frames_table(library, ["speed"], ["Foot.Left"], ["Gait"], query="Gait.Walk", rate=30),
    "spans": lambda library: footwork.spans_table(library),
    "events": lambda library: footwork.events_table(library),
    "label": lambda library: footwork.Span("walk", "walk", 0.0, None, ("walk",)),
    "dataset": lambda library: footwork.WindowDataset(library, "Gait", **WINDOWS),
    "scaled dataset": lambda library: (lambda made: made.scaled(made.statistics()))(
        footwork.WindowDataset(library, "Gait", **WINDOWS)
    ),
    "pose index": lambda library: matching.index(library, clips=["walk", "run"], rate=30),
    "score": lambda library: footwork.score([0.5, 1.0], [0.51, 2.0], 0.05),
    "empty score": lambda library: footwork.score([], [], 0.05),
    "decoded": lambda library: footwork.Encoding(0.3).decode_all(SIGNAL, 30)[0],
    "poses": lambda library: matching.index(library, clips=["walk"], rate=30).poses,
    "pose filter": lambda library: matching.index(library, clips=["walk"], rate=30).filter("Gait.Walk"),
    "pose filter of spans": lambda library: matching.index(library, clips=["walk"], rate=30).filter(iter([("walk", 1, 9)])),
    "matches": lambda library: matching.index(library, clips=["walk"], rate=30).search(3, k=4),
    "matches of several": lambda library: (lambda index: index.search(index.features[:2], k=3))(
        matching.index(library, clips=["walk"], rate=30)
    ),
    "choices": lambda library: footwork.Choices(["speed"], rate=30, encoding=footwork.Encoding(0.3)),
}


@pytest.mark.parametrize("what", MADE)
def test_copies_are_equal(library: footwork.Library, what: str) -> None:
    made = MADE[what](library)
    for again in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy({"of": made})["of"]):
        assert again == made and not again != made and type(again) is type(made)
    assert made != 3 and made is not None


def test_different_values_are_not_equal(library: footwork.Library) -> None:
    for first, second in [
        (library.clip("walk"), library.clip("run")),
        (library.query("Gait"), library.query("Gait.Walk")),
        (library.query("Gait"), library.query("Gait | Gait")),
        (footwork.compile("x", ["x"]), footwork.compile("x", ["x", "y"])),
        (library.clips[0], library.clips[1]),
        (footwork.spans_table(library), footwork.events_table(library)),
        (footwork.WindowDataset(library, "Gait.Walk", **WINDOWS), footwork.WindowDataset(library, "Gait.Run", **WINDOWS)),
    ]:
        assert first != second and not first == second
    changed = library.to_database()
    changed.set_tag("Gait.Run", 0, [(0, 1)])
    assert changed != library.to_database()


def test_a_restored_clip_has_the_same_channels_and_positions(library: footwork.Library) -> None:
    for number in (0, len(library.clips) - 1):
        clip = library.clip(number)
        again = pickle.loads(pickle.dumps(clip))
        assert (again.name, again.names, again.root, again.roles) == (clip.name, clip.names, clip.root, clip.roles)
        assert again.exact_rate == clip.exact_rate and again.loops == clip.loops and again.findings == clip.findings
        for channel in ("speed", "turn", "gait_speed", "left_foot.height"):
            np.testing.assert_array_equal(again.channel(channel), clip.channel(channel))
        np.testing.assert_array_equal(again.positions(), clip.positions())


def test_a_restored_query_result_has_the_same_frames(library: footwork.Library) -> None:
    found = library.query("Gait.Walk")
    again = pickle.loads(pickle.dumps(found))
    assert list(again) == list(found) and again.names == found.names and again.frame_count == found.frame_count
    assert again.all_clips == found.all_clips
    for clip in found.names:
        np.testing.assert_array_equal(again.mask(clip), found.mask(clip))
        np.testing.assert_array_equal(again.ranges(clip), found.ranges(clip))


def test_search_results_are_restored(library: footwork.Library) -> None:
    index = matching.index(library, clips=["walk", "run"], rate=30)
    found = index.search(index.features[:3], k=2, filter="Gait.Walk")
    again = pickle.loads(pickle.dumps(found))
    assert list(again) == list(found) and len(again) == len(found) and repr(again) == repr(found)
    for column in ("row", "clip", "frame", "mirrored", "cost"):
        np.testing.assert_array_equal(getattr(again, column), getattr(found, column))
    poses = pickle.loads(pickle.dumps(index.poses))
    for column in ("clip", "frame", "mirrored", "candidate"):
        np.testing.assert_array_equal(getattr(poses, column), getattr(index.poses, column))
    both = pickle.loads(pickle.dumps((index, index.filter("Gait.Walk"))))
    assert list(both[0].search(0, k=5, filter=both[1])) == list(index.search(0, k=5, filter="Gait.Walk"))
    assert index.filter("Gait.Walk") != index.filter("Gait.Run") and found != index.search(0, k=2)
    scored = footwork.score([0.5], [0.51], 0.05)
    assert scored != footwork.score([0.5], [0.52], 0.05) and pickle.loads(pickle.dumps(scored)).f1 == 1.0


def test_a_library_is_pickled_as_its_path(library: footwork.Library) -> None:
    assert len(pickle.dumps(library)) < 300
    assert hash(pickle.loads(pickle.dumps(library))) == hash(library)


def test_a_library_that_changed_is_an_error(samples: Path, tmp_path: Path) -> None:
    for file in ("walk.txt", "walk.txt.tags"):
        shutil.copy(samples / "deepmimic" / file, tmp_path / file)
    library = footwork.Library.load(tmp_path)
    pickled = pickle.dumps(library)
    assert pickle.loads(pickled) == library
    sidecar = tmp_path / "walk.txt.tags"
    sidecar.write_text(sidecar.read_text() + "tag New 0 3\n")
    assert footwork.Library.load(tmp_path) != library
    with pytest.raises(footwork.ChangedError, match="has changed since it was pickled") as caught:
        pickle.loads(pickled)
    assert caught.value.name == str(tmp_path)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_pickled_database_says_that_it_has_no_motion(library: footwork.Library) -> None:
    database = library.to_database()
    assert copy.copy(database).query("{ speed > 1 }").frame_count > 0
    with pytest.raises(footwork.QueryError):
        pickle.loads(pickle.dumps(database)).query("{ speed > 1 }")
    changed = copy.deepcopy(database)
    changed.add_clip("new", 10, 30)
    assert len(database.clips) + 1 == len(changed.clips)
