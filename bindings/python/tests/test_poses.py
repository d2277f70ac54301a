"""Poses as columns, statistics, splits, mirrored and resampled clips."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import footwork
import footwork._poses
from footwork import kinematics

GROUPS = ["rotations", "positions", "velocities", "root", "contacts"]
WALKS = "Gait.Walk - Direction.Turn"


@pytest.fixture(scope="module")
def library(samples: Path) -> footwork.Library:
    """Clips of one skeleton."""
    return footwork.Library.load(samples / "deepmimic")


@pytest.fixture(scope="module")
def walk(library: footwork.Library) -> footwork.Clip:
    return library.clip("walk")


@pytest.fixture(scope="module")
def poses(library: footwork.Library) -> footwork.WindowDataset:
    return footwork.WindowDataset(library, WALKS, window=20, poses=GROUPS, rate=60)


def of_group(dataset: footwork.WindowDataset, window: np.ndarray, ending: str) -> np.ndarray:
    places = [place for place, name in enumerate(dataset.columns) if ending in name]
    return window[:, places]


def ahead(vectors: np.ndarray, heading: np.ndarray) -> np.ndarray:
    """Turns vectors (F, n, 3) so that z is the heading."""
    sin, cos = np.sin(heading)[:, None], np.cos(heading)[:, None]
    x, y, z = np.moveaxis(vectors, -1, 0)
    return np.stack([cos * x - sin * z, y, sin * x + cos * z], axis=-1)


def plain_columns(motion: footwork.Clip) -> dict[str, np.ndarray]:
    """The definitions of all groups in NumPy, as (F, columns)."""
    world, headings = motion.positions(), motion.headings()
    root = world[:, motion.names.index(motion.root)]

    def rate(values: np.ndarray) -> np.ndarray:
        steps = np.diff(values, axis=0) * motion.rate
        return np.concatenate([steps[:1], steps])

    # The first frame has the rates of the second, already turned to its heading.
    turned = np.concatenate([headings[1:2], headings[1:]])
    six = kinematics.six_from_quaternions(motion.rotations.astype(float))
    for joint in np.flatnonzero(motion.parents < 0):
        six[:, joint] = ahead(six[:, joint].reshape(-1, 2, 3), headings).reshape(-1, 6)
    velocity = ahead(rate(root)[:, None], turned)[:, 0]
    frames = len(motion)
    return {
        "rotations": six.reshape(frames, -1),
        "positions": ahead(world - root[:, None] * (1.0, 0.0, 1.0), headings).reshape(frames, -1),
        "velocities": ahead(rate(world - root[:, None]), turned).reshape(frames, -1),
        "root": np.stack([velocity[:, 0], velocity[:, 2], rate(headings), root[:, 1]], axis=1),
        "contacts": motion.contacts().astype(float),
    }


def test_columns_equal_their_definitions_in_numpy(poses: footwork.WindowDataset, library: footwork.Library) -> None:
    """The compiled half computes the definitions in NumPy, on every frame of every clip."""
    assert poses.columns[0] == f"{library.clip('walk').names[0]}.rotation_0"
    for rate in (30, 60):
        dataset = footwork.WindowDataset(library, "all", window=2, poses=GROUPS, rate=rate)
        assert len(np.unique(dataset.windows[:, 0])) > 10
        for clip in np.unique(dataset.windows[:, 0]).tolist():
            motion = library.clip(clip).resampled(rate)
            plain = plain_columns(motion)
            expected = np.concatenate([plain[group] for group in GROUPS], axis=1)
            windows = dataset.windows[:, 0] == clip
            # Joints within 1 µm, and so rates of change within 1 µm per frame.
            is_rate = ["velocity" in column or column.endswith(".turn") for column in dataset.columns]
            unit = np.where(is_rate, 1e-6 * rate, 1e-6)
            for index in np.flatnonzero(windows).tolist():
                _, start, stop = dataset.windows[index].tolist()
                allowed = unit * np.maximum(1, np.abs(expected[start:stop]))
                assert (np.abs(dataset[index] - expected[start:stop]) <= allowed).all(), (motion.name, start)


def test_velocities_add_up(poses: footwork.WindowDataset, library: footwork.Library) -> None:
    """Sums of the root's columns give back its path and heading."""
    for clip in range(len(library.clips)):
        motion = library.clip(clip)
        rows = footwork._poses.PoseColumns(library, [clip], ["root"], None).values(motion).astype(float)
        headings = motion.headings()
        found = headings[0] + np.concatenate([[0.0], np.cumsum(rows[1:, 2])]) / motion.rate
        np.testing.assert_allclose(found, headings, atol=1e-4)
        sin, cos = np.sin(found[1:]), np.cos(found[1:])
        left, forward = rows[1:, 0], rows[1:, 1]
        steps = np.stack([cos * left + sin * forward, cos * forward - sin * left], axis=1)
        root = motion.positions()[:, motion.names.index(motion.root)][:, [0, 2]]
        np.testing.assert_allclose(root[0] + np.cumsum(steps, axis=0) / motion.rate, root[1:], atol=1e-3)


def test_columns_do_not_depend_on_the_heading(library: footwork.Library, walk: footwork.Clip) -> None:
    columns = footwork._poses.PoseColumns(library, [library.clip_number("walk")], GROUPS, None)

    def made(rotations: np.ndarray, roots: np.ndarray) -> footwork.Clip:
        rotations = rotations.astype(np.float32)
        return footwork.Clip(walk.names, walk.parents, rotations, roots, 30, offsets=walk.offsets, loops=walk.loops)

    half = np.array([0, np.sin(0.6), 0, np.cos(0.6)])
    rotations = walk.rotations.astype(float)
    x, y, z, w = np.moveaxis(rotations[:, 0], -1, 0)
    sin, cos = half[1], half[3]
    rotations[:, 0] = np.stack([cos * x + sin * z, cos * y + sin * w, cos * z - sin * x, cos * w - sin * y], -1)
    turn = kinematics.matrices_from_quaternions(half)
    turned = made(rotations, walk.root_positions @ turn.T + (3.0, 0.0, -7.0))
    plain = made(walk.rotations, walk.root_positions)
    np.testing.assert_allclose(turned.headings() - plain.headings(), 1.2, atol=1e-5)
    np.testing.assert_allclose(columns.values(turned), columns.values(plain), atol=2e-4)


def test_poses_of_several_skeletons_need_common_joints(samples: Path) -> None:
    library = footwork.Library.load(samples)
    assert footwork.frames_table(library, poses=["root", "contacts"], rate=30).matrix().shape[1] == 6
    with pytest.raises(ValueError, match="another skeleton than .*joints="):
        footwork.WindowDataset(library, "all", window=10, poses=["positions"], rate=30)
    joints = ["hips", "left_foot", "right_foot"]
    dataset = footwork.WindowDataset(library, "all", window=10, poses=["positions", "contacts"], joints=joints, rate=30)
    assert dataset.columns[3:6] == ["left_foot.position_x", "left_foot.position_y", "left_foot.position_z"]
    assert len(np.unique(dataset.windows[:, 0])) == len(library.clips)
    with pytest.raises(ValueError, match="has no joint `tail`"):
        footwork.WindowDataset(library, "all", window=10, poses=["positions"], joints=["tail"], rate=30)
    for wrong in (["position"], ["root", "root"]):
        with pytest.raises(ValueError, match="`poses` must be some of"):
            footwork.frames_table(library, poses=wrong, rate=30)
    with pytest.raises(TypeError, match="`poses` must be a sequence"):
        footwork.frames_table(library, poses="root", rate=30)


def test_mirroring_and_resampling_keep_the_motion(walk: footwork.Clip) -> None:
    mirrored = walk.mirrored()
    assert mirrored.mirrored() == walk and mirrored != walk
    left, right = walk.roles["left_toe"], walk.roles["right_toe"]
    np.testing.assert_allclose(mirrored.positions()[:, left], walk.positions()[:, right] * (-1, 1, 1), atol=1e-5)
    np.testing.assert_array_equal(mirrored.contacts(), walk.contacts()[:, ::-1])
    fine = walk.resampled(60)
    assert len(fine) == 2 * len(walk) - 1 and fine.exact_rate == 60 and fine.resampled(30) == walk
    np.testing.assert_array_equal(fine.rotations[::2], walk.rotations)
    with pytest.raises(ValueError, match="frame rate"):
        walk.resampled(0)
    alone = footwork.Clip(["a"], [-1], np.ones((3, 1, 4), np.float32), np.zeros((3, 3)), 30, offsets=np.zeros((1, 3), np.float32))
    with pytest.raises(ValueError, match="feet of this clip are not known"):
        alone.contacts()


def test_statistics_are_the_mean_and_deviation_of_each_frame_once(poses: footwork.WindowDataset) -> None:
    measured = poses.statistics()
    rows = {}
    for (clip, start, _), window in zip(poses.windows.tolist(), poses):
        rows.update({(clip, start + frame): row for frame, row in enumerate(window)})
    every = np.stack(list(rows.values())).astype(np.float64)
    np.testing.assert_allclose(measured.mean, every.mean(axis=0), atol=1e-5)
    deviation = every.std(axis=0)
    np.testing.assert_allclose(measured.deviation, np.where(deviation < 1e-6, 1, deviation), rtol=1e-4)
    scaled = poses.scaled(measured)
    np.testing.assert_allclose(measured.denormalise(scaled[5]), poses[5], atol=1e-5)
    np.testing.assert_array_equal(scaled.__getitems__([5, 6])[1], scaled[6])
    np.testing.assert_allclose(scaled.statistics().mean, measured.mean)
    other = footwork.Statistics(["a"], np.zeros(1, np.float32), np.ones(1, np.float32))
    with pytest.raises(ValueError, match="other columns"):
        poses.scaled(other)


def test_a_large_mean_does_not_swallow_a_small_deviation() -> None:
    rows = (1e4 + np.random.default_rng(3).normal(size=(5000, 1)) * 0.01).astype(np.float32)
    parts = np.array_split(rows, 7)
    measured = footwork.Statistics.of(["a"], parts)
    np.testing.assert_allclose(measured.deviation, rows.astype(np.float64).std(axis=0), rtol=1e-5)
    with pytest.raises(ValueError, match="no rows"):
        footwork.Statistics.of(["a"], [])
    with pytest.raises(ValueError, match="NaN in a"):
        footwork.Statistics.of(["a"], [np.full((2, 1), np.nan, np.float32)])


def test_splits_share_no_file() -> None:
    names = [f"{actor}/{take}.bvh" for actor in "abcdef" for take in range(20)]
    names += [f"{name}~mirrored" for name in names]
    train, test = footwork.split_clips(names, [0.8, 0.2], seed=1)
    assert sorted(train + test) == sorted(names) and abs(len(test) - 48) <= 2
    assert all((f"{name}~mirrored" in test) == (name in test) for name in names if not name.endswith("~mirrored"))
    assert footwork.split_clips(names[::-1], [0.8, 0.2], seed=1) == [train, test]
    assert footwork.split_clips(names, [0.8, 0.2], seed=2) != [train, test]
    parts = footwork.split_clips(names, [4, 1, 1], by=lambda name: name.split("/")[0])
    assert sorted(len(part) // 40 for part in parts) == [1, 1, 4]
    assert len({name[0] for part in parts for name in {name[0] for name in part}}) == 6
    assert parts == footwork.split_clips(names, [4, 1, 1], by={name: name[0] for name in names})
    for wrong in ([], [0.0], [-1, 2], [float("nan"), 1]):
        with pytest.raises(ValueError, match="shares"):
            footwork.split_clips(names, wrong)


def test_a_dataset_is_split(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(library, "all", window=20, channels=["speed"], rate=30)
    parts = dataset.split([0.6, 0.2, 0.2], seed=4)
    clips = [set(part.windows[:, 0].tolist()) for part in parts]
    assert sum(map(len, parts)) == len(dataset) and all(len(part) > 0 for part in parts)
    assert set.union(*clips) == set(dataset.windows[:, 0].tolist()) and sum(map(len, clips)) == len(set.union(*clips))
    for part in parts:
        index = dataset.windows.tolist().index(part.windows[0].tolist())
        np.testing.assert_array_equal(part[0], dataset[index])


def test_a_batch_has_the_windows_of_its_indices(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(library, "Gait", window=16, channels=["speed", "turn"], rate=30)
    batch = dataset.__getitems__([3, -1, 0, 3])
    for window, index in zip(batch, [3, len(dataset) - 1, 0, 3], strict=True):
        np.testing.assert_array_equal(window, dataset[index])
    batch[0][:] = 7.0
    assert not np.array_equal(batch[0], dataset[3]) and dataset.__getitems__([]) == []
    with pytest.raises(IndexError):
        dataset.__getitems__([0, len(dataset)])


def test_windows_as_tensors(library: footwork.Library) -> None:
    torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
    options: Any = {"window": 16, "channels": ["speed", "turn"], "rate": 30}
    dataset = footwork.WindowDataset(library, "Gait", tensors=True, **options)
    plain = footwork.WindowDataset(library, "Gait", **options)
    assert isinstance(dataset[0], torch.Tensor) and torch.equal(torch.from_numpy(plain[3]), dataset[3])
    scaling = plain.statistics()
    assert torch.allclose(scaling.normalise(dataset[3]), torch.from_numpy(scaling.normalise(plain[3])))
    batch = next(iter(torch.utils.data.DataLoader(dataset.scaled(scaling), batch_size=5)))
    assert batch.shape == (5, 16, 2) and batch.dtype == torch.float32


@pytest.mark.filterwarnings("ignore::footwork.FootworkWarning")
def test_the_name_of_a_joint_wins_over_a_role_of_the_same_spelling(testdata: Path, tmp_path: Path) -> None:
    text = (testdata / "roles" / "smpl.bvh").read_text(encoding="utf-8")
    sides = {"L": "left", "R": "right"}
    text = re.sub(r"\b([LR])_(\w+)", lambda found: f"{sides[found[1]]}_{found[2].lower()}", text)
    (tmp_path / "smpl.bvh").write_text(text, encoding="utf-8")
    clip = footwork.load_clip(tmp_path / "smpl.bvh", length_unit="cm")
    # In SMPL, the joint `left_foot` is that of the toes, and the role `left_foot` is the ankle.
    ankle, foot = clip.names.index("left_ankle"), clip.names.index("left_foot")
    assert clip.roles["left_foot"] == ankle
    rows = clip._pose_rows(["positions"], ["left_foot"])
    heights = clip.positions()[:, :, 1]
    np.testing.assert_allclose(rows[:, 1], heights[:, foot], atol=1e-5)
    assert np.abs(rows[:, 1] - heights[:, ankle]).max() > 1e-3
