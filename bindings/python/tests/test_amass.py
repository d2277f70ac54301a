"""Motion in the format of AMASS."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import footwork


def write(path: Path, joints: int = 52, frames: int = 4, **change: object) -> Path:
    arrays: dict[str, object] = {
        "poses": np.zeros((frames, 3 * joints)),
        "trans": np.zeros((frames, 3)),
        "mocap_framerate": np.array(120.0),
        "gender": np.array("neutral"),
        "betas": np.zeros(16),
    }
    arrays.update(change)
    np.savez(path, **{key: value for key, value in arrays.items() if value is not None})  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize(("joints", "last"), [(22, "right_wrist"), (24, "right_hand"), (52, "right_thumb3"), (55, "right_thumb3")])
def test_each_number_of_joints_has_its_skeleton(tmp_path: Path, joints: int, last: str) -> None:
    clip = footwork.load_clip(write(tmp_path / "a.npz", joints))
    assert len(clip.names) == joints == len(set(clip.names)) and clip.names[-1] == last
    parent = dict(zip(clip.names, (clip.names[p] if p >= 0 else None for p in clip.parents)))
    assert parent["pelvis"] is None and parent["left_wrist"] == "left_elbow" and parent["right_foot"] == "right_ankle"
    if joints > 50:
        assert parent["left_index1"] == "left_wrist" and parent["right_thumb2"] == "right_thumb1"
        assert parent["right_index1"] == "right_wrist"
    assert (clip.exact_rate, clip.frame_count) == (120, 4)


def test_z_up_becomes_y_up(tmp_path: Path) -> None:
    trans = np.array([[0.0, -1.0, 0.9], [0.0, -2.0, 1.0]])
    poses = np.zeros((2, 156))
    # As in AMASS: a body that is y-up and faces z at rest, in a z-up world.
    poses[:, 0] = np.pi / 2
    clip = footwork.load_clip(write(tmp_path / "a.npz", 52, 2, poses=poses, trans=trans))
    np.testing.assert_allclose(clip.root_positions, [[0, 0.9, 1.0], [0, 1.0, 2.0]], atol=1e-12)
    # Upright, facing +z.
    np.testing.assert_allclose(np.abs(clip.rotations[:, 0]), [[0, 0, 0, 1]] * 2, atol=1e-6)
    np.testing.assert_allclose(clip.channel("height"), [0.9, 1.0], rtol=1e-6)


def test_rotations_match_the_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    poses = rng.normal(0, 1, (5, 66))
    poses[0, 3:6] = 0.0
    clip = footwork.load_clip(write(tmp_path / "a.npz", 22, 5, poses=poses))
    for joint in (1, 7, 21):
        axis_angle = poses[:, 3 * joint : 3 * joint + 3]
        angle = np.linalg.norm(axis_angle, axis=1)
        half = np.where(angle > 0, np.sin(angle / 2) / np.maximum(angle, 1e-300), 0.5)
        expected = np.concatenate([axis_angle * half[:, None], np.cos(angle / 2)[:, None]], 1)
        np.testing.assert_allclose(clip.rotations[:, joint], expected, atol=1e-6)


def test_unknown_offsets_are_not_invented(tmp_path: Path) -> None:
    clip = footwork.load_clip(write(tmp_path / "a.npz"))
    assert not clip.has_offsets and not clip.offsets.any()
    # By joint name, and by role.
    channels = ("left_foot.height", "mean(head.y, 3)", "left_lower_leg.y", "gait_speed")
    asked = [lambda channel=channel: clip.channel(channel) for channel in channels]
    for ask in (clip.positions, *asked):
        with pytest.raises(ValueError, match="give `offsets`"):
            ask()
    assert clip.channel("speed").tolist() == [0.0] * 4


def test_offsets_give_bone_lengths_and_the_place_of_the_pelvis(tmp_path: Path) -> None:
    offsets = np.zeros((52, 3), np.float32)
    offsets[0], offsets[1], offsets[4] = (0.01, -0.25, 0.02), (0.07, -0.09, 0.0), (0.0, -0.38, 0.0)
    poses = np.zeros((1, 156))
    poses[:, 0] = np.pi / 2
    path = write(tmp_path / "a.npz", 52, 1, poses=poses, trans=np.array([[0.0, 0.0, 1.2]]))
    clip = footwork.load_clip(path, offsets=offsets)
    assert clip.has_offsets
    # In the world of the file the pelvis is at `trans` plus its rest position: (0.01, -0.25, 1.22).
    np.testing.assert_allclose(clip.root_positions, [[0.01, 1.22, 0.25]], atol=1e-6)
    np.testing.assert_allclose(clip.positions()[0, 4] - clip.positions()[0, 0], [0.07, -0.47, 0.0], atol=1e-6)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"poses": None}, "no `poses`"),
        ({"trans": None}, "no `trans`"),
        ({"mocap_framerate": None}, "no `mocap_framerate`"),
        ({"mocap_framerate": np.array(0.0)}, "frame rate"),
        ({"mocap_framerate": np.array([1.0, 2.0])}, "one number"),
        ({"poses": np.zeros((4, 153))}, "22, 24, 52 or 55"),
        ({"poses": np.zeros((4, 155))}, "3 \\* joints"),
        ({"poses": np.full((4, 156), np.nan)}, "no direction"),
        ({"poses": np.array([["a"] * 156] * 4)}, "does not hold numbers"),
        ({"trans": np.zeros((3, 3))}, r"\(4, 3\)"),
        ({"trans": np.full((4, 3), np.inf)}, "joint 0 on frame 0"),
        ({"poses": np.zeros((0, 156)), "trans": np.zeros((0, 3))}, "at least one frame"),
        ({"poses": np.array([{}], object)}, "allow_pickle"),
    ],
)
def test_malformed_files_raise_with_the_reason(tmp_path: Path, change: dict[str, object], words: str) -> None:
    with pytest.raises(footwork.ClipError, match=words):
        footwork.load_clip(write(tmp_path / "a.npz", **change))  # type: ignore[arg-type]


def test_the_other_name_of_the_rate_and_missing_files(tmp_path: Path) -> None:
    path = write(tmp_path / "a.npz", 55, mocap_framerate=None, mocap_frame_rate=np.array(59.94))
    assert footwork.load_clip(path).exact_rate.denominator == 1001
    with pytest.raises(FileNotFoundError):
        footwork.load_clip(tmp_path / "none.npz")
    with pytest.raises(footwork.ClipError, match="offsets"):
        footwork.load_clip(path, offsets=np.zeros((52, 3), np.float32))
    np.save(tmp_path / "b.npy", np.zeros(3))
    (tmp_path / "b.npy").rename(tmp_path / "b.npz")
    with pytest.raises(footwork.ClipError, match="single array"):
        footwork.load_clip(tmp_path / "b.npz")
    (tmp_path / "c.npz").write_bytes(b"not a file of NumPy")
    with pytest.raises(footwork.ClipError):
        footwork.load_clip(tmp_path / "c.npz")
