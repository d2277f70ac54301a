"""Poses of a library as features, and searches among them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import footwork
from footwork import matching

COMMAND = os.environ.get("FOOTWORK_COMMAND")


@pytest.fixture(scope="module")
def index(library: footwork.Library) -> matching.PoseIndex:
    return matching.index(library)


@pytest.fixture(scope="module")
def row(index: matching.PoseIndex) -> int:
    return int(np.flatnonzero(index.poses.candidate)[100])


def plain_costs(index: matching.PoseIndex, goal: NDArray[np.float32], weights: dict[str, float]) -> NDArray[np.float64]:
    """Returns the cost of every pose, by the definition."""
    features = index.features.astype(np.float64)
    deviations = features[index.poses.candidate].std(axis=0)
    costs = np.zeros(len(features))
    for name, columns in index.groups.items():
        scale = weights[name] / deviations[columns].mean()
        costs += ((scale * (features[:, columns] - goal[columns])) ** 2).sum(axis=1)
    return costs


def allowed_by(index: matching.PoseIndex, query: str) -> NDArray[np.bool_]:
    """Returns the poses that a query allows: those whose time lies in one of its ranges."""
    found = index.library.query(query)
    poses, clips = index.poses, index.library.clips
    allowed = np.zeros(len(poses), np.bool_)
    for clip in np.unique(poses.clip):
        rows = np.flatnonzero(poses.clip == clip)
        secs = np.arange(len(rows)) / index.rate
        frames = np.floor(secs * clips[clip].rate + 1e-9).astype(int)
        mask = found.mask(int(clip))
        # A pose between two frames belongs to a range only if the range goes on to the next frame.
        is_whole = np.abs(secs * clips[clip].rate - frames) < 1e-9
        following = np.minimum(frames + 1, len(mask) - 1)
        allowed[rows] = mask[frames] & (is_whole | mask[following] | (frames + 1 >= len(mask)))
    return allowed


def test_features_are_one_row_for_each_pose(index: matching.PoseIndex, library: footwork.Library) -> None:
    features, poses = index.features, index.poses
    assert features.shape == (len(index), len(index.names)) == (len(poses), 27)
    assert features.dtype == np.float32 and not features.flags.writeable
    assert index.features.ctypes.data == features.ctypes.data
    assert (poses.clip.dtype, poses.frame.dtype, poses.mirrored.dtype) == (np.int32, np.int32, np.bool_)
    assert not poses.mirrored.any() and 0 < poses.candidate.sum() < len(poses)
    assert list(index.groups) == list(index.weights) and list(index.groups.values())[-1].stop == 27
    assert len(index.findings) == 9
    # Column 1 is the height of the left foot. It does not depend on the heading, so it equals the height of the joint.
    number = library.clip_number("walk")
    walk = library.clip(number)
    rows = np.flatnonzero(poses.clip == number)
    height = walk.positions()[:, walk.names.index("left_ankle"), 1]
    on_frames = rows[::2]
    np.testing.assert_array_equal(poses.frame[on_frames], np.arange(len(on_frames)))
    np.testing.assert_allclose(features[on_frames, 1], height[: len(on_frames)], atol=1e-4)


@pytest.mark.parametrize("query", [None, "Gait.Walk", "Gait - Direction.Turn", "none"])
def test_searches_find_what_numpy_finds(index: matching.PoseIndex, row: int, query: str | None) -> None:
    candidate = index.poses.candidate if query is None else index.poses.candidate & allowed_by(index, query)
    rng = np.random.default_rng(7)
    for goal in [index.features[row], index.features[3], *(index.features[row] + rng.normal(0, 0.3, (5, 27))).astype(np.float32)]:
        costs = np.where(candidate, plain_costs(index, goal, index.weights), np.inf)
        expected = np.sort(costs)[:8]
        expected = expected[np.isfinite(expected)]
        found = index.search(goal, 8, filter=query)
        assert found.cost.shape == expected.shape
        np.testing.assert_allclose(found.cost, expected, rtol=2e-3, atol=1e-6)
        np.testing.assert_allclose(costs[found.row], found.cost, rtol=2e-3, atol=1e-6)
        np.testing.assert_array_equal(found.clip, index.poses.clip[found.row])
        np.testing.assert_array_equal(found.frame, index.poses.frame[found.row])


def test_weights_and_soft_costs_count(index: matching.PoseIndex, row: int) -> None:
    weights = dict(index.weights, **{"trajectory position": 0.0, "hip velocity": 3.0})
    goal = index.features[row]
    costs = plain_costs(index, goal, weights) + 2.0 * allowed_by(index, "Gait.Walk") + 0.5 * allowed_by(index, "Gait")
    expected = np.sort(costs[index.poses.candidate])[:20]
    soft = {"Gait.Walk": 2.0, "Gait": 0.5}
    found = index.search(goal, 20, weights={"trajectory position": 0, "hip velocity": 3}, soft=soft)
    np.testing.assert_allclose(found.cost, expected, rtol=2e-3, atol=1e-6)
    each = index.search(goal, 20, weights=list(weights.values()), soft=list(soft.items()))
    np.testing.assert_array_equal(each.row, found.row)
    cheap = index.search(goal, 20, max_cost=float(found.cost[3]), weights=list(weights.values()), soft=soft)
    assert (cheap.cost <= found.cost[3]).all() and 4 <= len(cheap) < 20


def test_a_search_for_many_goals_equals_single_searches(index: matching.PoseIndex, row: int) -> None:
    goals = index.features[row : row + 30 : 10]
    found = index.search(goals, 4)
    assert found.row.shape == found.clip.shape == found.cost.shape == (3, 4) and len(found) == 12
    for place, goal in enumerate(goals):
        one = index.search(goal, 4)
        np.testing.assert_array_equal(one.row, found.row[place])
        np.testing.assert_array_equal(one.cost, found.cost[place])
    assert index.search(goals[:0], 4).row.shape == (0, 4)
    assert index.search(goals[::-1].copy()[::-1], 4).row.tolist() == found.row.tolist()
    few = index.search(goals, 50, filter=[("walk", 0, 3), ("cmu/playground_climb_up_01.bvh", 0, 2)])
    count = len(few) // 3
    assert 0 < count < 50
    assert few.row.shape == (3, 50) and (few.row[:, count:] == -1).all()
    assert (few.clip[:, count:] == -1).all() and np.isinf(few.cost[:, count:]).all()


def test_a_row_can_be_the_goal(index: matching.PoseIndex, row: int, library: footwork.Library) -> None:
    found = index.search(row, 3)
    assert found.row[0] == row and found.cost[0] < 1e-9
    for key in (np.int64(row), np.int32(row)):
        assert index.search(key, 3).row.tolist() == found.row.tolist()
    [(name, frame, mirrored, cost), *_] = found
    assert (name, frame) == (library.clips[found.clip[0]].name, found.frame[0])
    assert mirrored is False and cost == found.cost[0]
    assert index.search(row).row.shape == (1,) and index.search(row, 0).row.shape == (0,)
    assert len(index.search(row, 10**12)) == index.poses.candidate.sum()


def test_filters_can_be_queries_spans_or_prepared(index: matching.PoseIndex, row: int, library: footwork.Library) -> None:
    by_text = index.search(row, 5, filter="Gait.Walk")
    found = library.query("Gait.Walk")
    spans = [(library.clip_number(name), start, stop) for name, start, stop in found]
    prepared = index.filter("Gait.Walk")
    assert 0 < prepared.pose_count < len(index)
    for given in (found, spans, iter(spans), prepared, index.filter(spans)):
        assert index.search(row, 5, filter=given).row.tolist() == by_text.row.tolist()
    saved = next(iter(library.saved_queries))
    assert index.filter(f"@{saved}").pose_count == index.filter(library.saved_queries[saved]).pose_count
    assert index.filter([]).pose_count == 0 and len(index.search(row, filter=[])) == 0


def test_explanations_add_up(index: matching.PoseIndex, row: int) -> None:
    why = index.explain(row, filter="Gait.Walk", soft={"Gait": 2.0})
    best = index.search(row, 2, filter="Gait.Walk", soft={"Gait": 2.0})
    assert why is not None
    assert (why.row, why.cost, why.soft) == (best.row[0], best.cost[0], 2.0)
    assert (why.runner_up, why.runner_up_cost) == (best.row[1], best.cost[1])
    assert sum(why.costs.values()) + why.soft == pytest.approx(why.cost, rel=1e-5)
    assert {name: part / why.cost for name, part in why.costs.items()} == pytest.approx(why.shares)
    other = index.explain(row, row, filter="Gait.Walk")
    assert other is not None
    assert (other.row, other.soft, other.runner_up) == (row, 0.0, index.search(row, filter="Gait.Walk").row[0])
    assert other.cost < 1e-9
    assert index.explain(row, filter="none") is None


def test_a_loaded_index_equals_the_saved_one(index: matching.PoseIndex, row: int, library: footwork.Library, tmp_path: Path) -> None:
    file = tmp_path / "samples.poses"
    index.save(file)
    again = matching.load(file, library)
    np.testing.assert_array_equal(again.features, index.features)
    np.testing.assert_array_equal(again.poses.clip, index.poses.clip)
    assert again.search(row, 5, filter="Gait.Walk").row.tolist() == index.search(row, 5, filter="Gait.Walk").row.tolist()
    assert again.findings == []
    # The two indexes are equal, so a filter of one fits the other.
    assert again.search(row, filter=index.filter("Gait.Walk")).row.shape == (1,)
    content = bytearray(file.read_bytes())
    content[200] ^= 1
    file.write_bytes(content)
    with pytest.raises(ValueError, match="samples.poses: the index is damaged"):
        matching.load(file, library)
    with pytest.raises(ValueError, match="not an index of poses"):
        matching.load(Path(__file__), library)
    with pytest.raises(FileNotFoundError):
        matching.load(tmp_path / "nothing", library)


def test_other_content_of_the_same_length_is_noticed(samples: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    shutil.copy(samples / "deepmimic" / "walk.txt", folder)
    index = matching.index(footwork.Library.load(folder))
    index.save(tmp_path / "poses")
    assert len(matching.load(tmp_path / "poses", footwork.Library.load(folder))) == len(index)
    motion = json.loads((folder / "walk.txt").read_text())
    motion["Frames"][3][1] += 0.01
    (folder / "walk.txt").write_text(json.dumps(motion))
    changed = footwork.Library.load(folder)
    with pytest.raises(footwork.ChangedError, match=r"walk\.txt has changed since it was indexed") as caught:
        matching.load(tmp_path / "poses", changed)
    assert caught.value.name == "walk.txt"
    # The list of clips of another index is not accepted.
    matching.index(changed).save(tmp_path / "other")
    shutil.copy(tmp_path / "other.clips", tmp_path / "poses.clips")
    with pytest.raises(ValueError, match="does not belong to the index"):
        matching.load(tmp_path / "poses", changed)
    (tmp_path / "poses.clips").unlink()
    with pytest.warns(footwork.FootworkWarning, match="go unnoticed"):
        matching.load(tmp_path / "poses", changed)


def test_a_stale_library_is_refused(samples: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    for name in ("walk", "dance"):
        shutil.copy(samples / "deepmimic" / f"{name}.txt", folder)
    index = matching.index(footwork.Library.load(folder))
    index.save(tmp_path / "poses")
    motion = json.loads((folder / "walk.txt").read_text())
    del motion["Frames"][-1]
    (folder / "walk.txt").write_text(json.dumps(motion))
    with pytest.raises(ValueError, match=r"walk\.txt had 39 frames at 30 per second when it was indexed, and has 38 at 30"):
        matching.load(tmp_path / "poses", footwork.Library.load(folder))
    (folder / "walk.txt").unlink()
    with pytest.raises(ValueError, match=r"the index has poses of walk\.txt, which is not in the library; build the index again"):
        matching.load(tmp_path / "poses", footwork.Library.load(folder))


def test_an_index_may_have_some_clips_at_another_rate(library: footwork.Library) -> None:
    walk = library.clip_number("walk")
    index = matching.index(library, clips=["walk", walk, "cmu/playground_climb_up_01.bvh"], rate=30)
    assert index.rate == 30.0
    counts = {name: int((index.poses.clip == library.clip_number(name)).sum()) for name in ("walk", "dance")}
    assert counts["walk"] in (38, 39) and counts["dance"] == 0
    filter = matching.index(library).filter("Gait.Walk")
    with pytest.raises(ValueError, match="made for another index"):
        index.search(0, filter=filter)


def test_mirrored_twins_are_marked(samples: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    shutil.copy(samples / "deepmimic" / "walk.txt", folder)
    (folder / "footwork.toml").write_text('mirror = true\n')
    library = footwork.Library.load(folder)
    assert len(library.clips) == 2
    index = matching.index(library)
    poses = index.poses
    assert poses.mirrored.any() and not poses.mirrored.all()
    assert all("~mirrored" in library.clips[clip].name for clip in np.unique(poses.clip[poses.mirrored]))
    twins = [index.features[poses.mirrored == side] for side in (False, True)]
    np.testing.assert_allclose(twins[0][:, 0], -twins[1][:, 3], atol=1e-3)


def test_a_library_without_feet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "post.bvh").write_text(
        "HIERARCHY\nROOT Post\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\nOFFSET 0 1.7 0\n}\n}\n"
        "MOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n"
    )
    with pytest.raises(ValueError, match="no clip can be indexed: post.bvh: .*no joint has the role `left_foot`"):
        matching.index(footwork.Library.load(tmp_path))


def test_simulations_repeat(index: matching.PoseIndex) -> None:
    first = matching.simulate(index, "wild", seed=3, seconds=4)
    again = matching.simulate(index, "wild", seed=3, seconds=4)
    other = matching.simulate(index, "wild", seed=4, seconds=4)
    fields = ("clips", "poses", "allowed", "joints", "way_m", "jumps_per_sec", "none_allowed")
    assert [getattr(first, field) for field in fields] == [getattr(again, field) for field in fields]
    assert first.skate_mps.mean == again.skate_mps.mean != other.skate_mps.mean
    assert first.allowed == first.poses > 0 and first.distance_m.count == 240
    walks = matching.simulate(index, "straight", seconds=1, filter="Gait.Walk", foot_lock=False)
    assert walks.allowed < walks.poses


@pytest.mark.skipif(COMMAND is None, reason="FOOTWORK_COMMAND does not say where the command is")
@pytest.mark.parametrize("filter", [None, "Gait"])
def test_the_command_simulates_the_same(index: matching.PoseIndex, samples: Path, filter: str | None) -> None:
    assert COMMAND is not None
    command = [COMMAND, "--format", "json", "sim", "matching", str(samples), "--seconds", "5", "--seed", "2"]
    command += [] if filter is None else ["--filter", filter]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    printed = json.loads(ran.stdout)
    found = matching.simulate(index, "mixed", seed=2, seconds=5, filter=filter)
    assert (found.clips, found.poses, found.allowed, found.joints) == tuple(
        printed[field] for field in ("clips", "poses", "allowed", "joints")
    )
    assert (found.way_m, found.jumps_per_sec) == (printed["way_m"], printed["jumps_per_sec"])


Action = Callable[[matching.PoseIndex, int], Any]


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (lambda i, r: i.search(np.full(27, np.nan, np.float32)), ValueError, "left foot position x .* not a finite number"),
        (lambda i, r: i.search(np.full(27, 1e30, np.float32)), ValueError, "`goal`: .* too far from all poses"),
        (lambda i, r: i.search(np.zeros(26, np.float32)), ValueError, r"have the shape \(27,\) or \(m, 27\), not \(26,\)"),
        (lambda i, r: i.search(np.zeros((1, 1, 27), np.float32)), ValueError, r"not \(1, 1, 27\)"),
        (lambda i, r: i.search(np.zeros(27)), TypeError, r"use goal\.astype\(np\.float32\)"),
        (lambda i, r: i.search([0.0] * 27), TypeError, r"use np\.asarray\(goal, np\.float32\)"),
        (lambda i, r: i.search(len(i)), IndexError, r"there is no pose 4050: there are 4050"),
        (lambda i, r: i.search(-1), IndexError, "there is no pose -1"),
        (lambda i, r: i.search(r, -1), ValueError, "`k` must be at least 0, not -1"),
        (lambda i, r: i.search(r, 1.5), TypeError, "`k` must be a whole number"),
        (lambda i, r: i.search(r, max_cost=float("nan")), ValueError, "the largest cost is not a number"),
        (lambda i, r: i.search(r, filter="Gait.Rnu"), footwork.QueryError, "did you mean `Gait.Run`"),
        (lambda i, r: i.search(r, filter="@nothing"), KeyError, "no saved query `nothing`"),
        (lambda i, r: i.search(r, filter=[("wlk", 1, 2)]), KeyError, "did you mean walk"),
        (lambda i, r: i.search(r, filter=[(99, 1, 2)]), IndexError, "there is no clip 99"),
        (lambda i, r: i.search(r, filter=[("walk", 4, 4)]), ValueError, r"`filter` has the span \[4, 4\)"),
        (lambda i, r: i.search(r, filter=[("walk", -1, 4)]), ValueError, r"\[-1, 4\)"),
        (lambda i, r: i.search(r, filter=[("walk", 1)]), TypeError, r"spans of \(clip, start, stop\)"),
        (lambda i, r: i.search(r, filter=3), TypeError, "must be a query or spans"),
        (lambda i, r: i.search(r, weights={"feet": 1.0}), KeyError, "there is no group `feet`"),
        (lambda i, r: i.search(r, weights={"hip velocity": -1.0}), ValueError, "the weight of hip velocity is out of range"),
        (lambda i, r: i.search(r, weights={"hip velocity": float("nan")}), ValueError, "hip velocity is out of range"),
        (lambda i, r: i.search(r, weights=[1.0, 2.0]), ValueError, "2 weights for 7 groups"),
        (lambda i, r: i.search(r, weights="x"), TypeError, "`weights` must be a dict by group or one number"),
        (lambda i, r: i.search(r, soft={"Gait": -1.0}), ValueError, "the soft cost -1"),
        (lambda i, r: i.search(r, soft={"Gait": float("inf")}), ValueError, "the soft cost inf"),
        (lambda i, r: i.search(r, soft={"Gait": "x"}), TypeError, "`soft` must be a number"),
        (lambda i, r: i.search(r, soft="Gait"), TypeError, "`soft` must be a dict or pairs"),
        (lambda i, r: i.explain(i.features[:2]), ValueError, "one goal, not several"),
        (lambda i, r: i.explain(r, "x"), TypeError, "`row` must be a whole number"),
        (lambda i, r: i.explain(r, 10**20), IndexError, "there is no pose 1"),
        (lambda i, r: matching.simulate(i, "round"), ValueError, '"straight", "circle", "mixed" or "wild", not "round"'),
        (lambda i, r: matching.simulate(i, seconds=-1), ValueError, "out of range"),
        (lambda i, r: matching.simulate(i, seconds=1, filter="none"), ValueError, "the query finds none"),
        (lambda i, r: matching.index(i.library, clips=["wlk"]), KeyError, "did you mean walk"),
        (lambda i, r: matching.index(i.library, clips=[]), ValueError, "there are no clips"),
        (lambda i, r: matching.index(i.library, rate=0), ValueError, "a frame rate must be finite and above zero"),
        (lambda i, r: matching.index(footwork.Database()), TypeError, "`library` must be a Library"),
        (lambda i, r: matching.load("x", footwork.Database()), TypeError, "`library` must be a Library"),
    ],
)
def test_mistakes_are_named(index: matching.PoseIndex, row: int, action: Action, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        action(index, row)


def test_queries_find_similar_poses(library: footwork.Library) -> None:
    found = library.query('similar("walk.txt", 10, 5)')
    assert (len(found), found.frame_count) == (5, 5)
    [copy] = library.query('similar("walk.txt", 10..20, 1)')
    assert copy[2] - copy[1] > 1
    # A database of the library still compares poses. A database restored from bytes has no clips to compare.
    copied = library.to_database()
    assert list(copied.query('similar("walk.txt", 10, 5)')) == list(found)
    with pytest.raises(footwork.QueryError, match="which a compiled library does not have") as raised:
        footwork.Database.from_bytes(copied.to_bytes()).query('similar("walk.txt", 10, 5)')
    assert raised.value.span == (8, 18)
    with pytest.raises(footwork.QueryError, match="`deepmimic/walk.txt` has no frame 39") as raised:
        library.query('similar("walk.txt", 39, 5)')
    assert raised.value.span == (20, 22)
    with pytest.raises(footwork.QueryError, match="did you mean `walk.txt`"):
        library.query('similar("wakl.txt", 3, 5)')


def test_a_row_is_found_by_clip_and_frame(index: matching.PoseIndex, library: footwork.Library) -> None:
    walk = library.clip_number("walk")
    for frame in (0, 7, 38):
        row = index.row("walk", frame)
        assert index.poses.clip[row] == walk and index.poses.frame[row] == frame and not index.poses.mirrored[row]
        assert row == index.row(walk, np.int64(frame)) == int(np.flatnonzero((index.poses.clip == walk) & (index.poses.frame == frame))[0])
    coarse = matching.index(library, clips=["walk"], rate=10)
    assert abs(int(coarse.poses.frame[coarse.row("walk", 20)]) - 20) <= 2
    with pytest.raises(IndexError, match=r"walk\.txt has no frame 39: it has 39"):
        index.row("walk", 39)
    with pytest.raises(KeyError, match="did you mean walk"):
        index.row("wlk", 0)
    with pytest.raises(KeyError, match=r"dance.* is not in the index"):
        coarse.row("dance", 0)
    with pytest.raises(KeyError, match="mirrored is not in the index"):
        index.row("walk", 0, mirrored=True)


def test_arrays_are_spans_and_rows(index: matching.PoseIndex, library: footwork.Library, row: int) -> None:
    found = library.query("Gait.Walk")
    spans = np.stack([found.clip, found.start, found.stop], axis=1)
    for given in (spans, spans.astype(np.int64), np.asfortranarray(spans)):
        assert index.filter(given).pose_count == index.filter("Gait.Walk").pose_count > 0
    assert index.search(row, 3, filter=spans).row.tolist() == index.search(row, 3, filter="Gait.Walk").row.tolist()
    soft = index.search(row, 3, soft=[(spans, 5.0)])
    assert soft.cost.tolist() == index.search(row, 3, soft={"Gait.Walk": 5.0}).cost.tolist()
    for wrong in (spans[:, :2], spans.astype(np.float32), spans.ravel()):
        with pytest.raises(TypeError, match=r"spans of \(clip, start, stop\)"):
            index.filter(wrong)
    rows = np.array([row, row + 3, 0])
    np.testing.assert_array_equal(index.search(rows, 2).row, index.search(index.features[rows], 2).row)
    with pytest.raises(IndexError, match="there is no pose -1"):
        index.search(np.array([0, -1]))


def test_the_repr_of_results_shows_poses_and_costs(index: matching.PoseIndex, row: int) -> None:
    [(name, frame, _, cost)] = list(index.search(row, 1))
    assert repr(index.search(row, 1)) == f"<PoseMatches: 1 pose: {name} {frame} costs {cost:.4f}>"
    assert repr(index.search(row, 9)).count(" costs ") == 3 and repr(index.search(row, 9)).endswith(", …>")
    assert repr(index.search(row, 0)) == "<PoseMatches: 0 poses>"
    why = index.explain(row, row + 40, soft={"Gait": 2.0})
    assert why is not None
    dearest = max(why.costs, key=lambda group: why.costs[group])
    assert f"costs {why.cost:.4f}: " in repr(why) and f"{dearest} {why.costs[dearest]:.4f}" in repr(why)


def test_threads_share_an_index(index: matching.PoseIndex, row: int) -> None:
    expected = [index.search(row + at, 5, filter="Gait").row.tolist() for at in range(20)]
    found: list[list[list[int]]] = [[] for _ in range(4)]

    def work(place: int) -> None:
        found[place] = [index.search(row + at, 5, filter="Gait").row.tolist() for at in range(20)]

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_arrays_outlive_what_made_them(library: footwork.Library) -> None:
    index = matching.index(library, clips=["walk", "dance"])
    features, clip, costs = index.features, index.poses.clip, index.search(0, 3).cost
    sums = (float(features.sum()), int(clip.sum()), float(costs.sum()))
    del index
    assert (float(features.sum()), int(clip.sum()), float(costs.sum())) == sums
