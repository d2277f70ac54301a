"""Clips from files of every format and from arrays."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import footwork


def address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


def rotate(quaternions: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    axis, w = quaternions[..., :3], quaternions[..., 3:]
    t = 2.0 * np.cross(axis, vectors)
    return vectors + w * t + np.cross(axis, t)


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    ax, aw, bx, bw = a[..., :3], a[..., 3:], b[..., :3], b[..., 3:]
    vector = aw * bx + bw * ax + np.cross(ax, bx)
    return np.concatenate([vector, aw * bw - (ax * bx).sum(-1, keepdims=True)], axis=-1)


def forward_kinematics(clip: footwork.Clip) -> np.ndarray:
    """Computes the positions of joints from a clip's arrays with NumPy, to check the order and the spaces of the arrays."""
    local = clip.rotations.astype(np.float64)
    moved = clip.translations
    rotations, positions = np.empty_like(local), np.empty((*local.shape[:2], 3))
    for joint, parent in enumerate(clip.parents):
        offset = clip.offsets[joint] if moved is None else moved[:, joint]
        if parent < 0:
            rotations[:, joint], positions[:, joint] = local[:, joint], clip.root_positions
            continue
        rotations[:, joint] = multiply(rotations[:, parent], local[:, joint])
        turned = rotate(rotations[:, parent], np.broadcast_to(offset, (len(local), 3)).astype(np.float64))
        positions[:, joint] = positions[:, parent] + turned
    return positions


@pytest.mark.parametrize("name", ["cmu/playground_forward_jump_01.bvh", "deepmimic/walk.txt"])
def test_arrays_of_a_clip(library: footwork.Library, name: str) -> None:
    clip = library.clip(name)
    frames, joints = clip.frame_count, len(clip.names)
    assert clip.name == name and len(clip) == frames
    assert clip.parents.shape == (joints,) and clip.parents.dtype == np.int32
    assert clip.parents[0] == -1 and (clip.parents < np.arange(joints)).all()
    assert clip.offsets.shape == (joints, 3) and clip.offsets.dtype == np.float32
    assert clip.rotations.shape == (frames, joints, 4) and clip.rotations.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(clip.rotations, axis=-1), 1.0, atol=1e-6)
    assert clip.root_positions.shape == (frames, 3) and clip.root_positions.dtype == np.float64
    assert clip.translations is None
    positions = clip.positions()
    assert positions.shape == (frames, joints, 3) and positions.dtype == np.float64
    np.testing.assert_allclose(positions, forward_kinematics(clip), atol=1e-5)
    np.testing.assert_array_equal(positions[:, 0], clip.root_positions)


@pytest.mark.parametrize("attribute", ["parents", "offsets", "rotations", "root_positions"])
def test_attributes_are_views(walk: footwork.Clip, attribute: str) -> None:
    first, second = getattr(walk, attribute), getattr(walk, attribute)
    assert address(first) == address(second) and np.shares_memory(first, second)
    assert not first.flags.owndata and not first.flags.writeable
    with pytest.raises(ValueError):
        first[0] = 0


def test_views_outlive_their_clip(library: footwork.Library) -> None:
    rotations, speed = library.clip("walk").rotations, library.clip("walk").channel("speed")
    again = library.clip("walk")
    np.testing.assert_array_equal(rotations, again.rotations)
    np.testing.assert_array_equal(speed, again.channel("speed"))


def test_channels_are_measured_and_cached(walk: footwork.Clip) -> None:
    speed = walk.channel("speed")
    assert speed.dtype == np.float32 and speed.shape == (39,) and 0.5 < speed.mean() < 2.0
    assert address(speed) == address(walk.channel("speed"))
    smooth = walk.channel("mean(speed, 0.3s)")
    assert address(smooth) == address(walk.channel("mean( speed, 300ms )"))
    assert smooth.std() < speed.std()
    ankle = walk.names.index("left_ankle")
    np.testing.assert_allclose(walk.channel("left_ankle.height"), walk.positions()[:, ankle, 1], atol=1e-6)
    np.testing.assert_allclose(walk.channel("time"), np.arange(39) / 30, rtol=1e-6)
    for text, words in [
        ("sped", "did you mean `speed`"),
        ("mean(sped, 5)", "did you mean `speed`"),
        ("left_ankel.height", "left_ankle"),
        ("", "channel|name"),
        ("{", "channel|name"),
    ]:
        with pytest.raises(footwork.ChannelError, match=words):
            walk.channel(text)


@pytest.mark.filterwarnings("ignore:.*not the size of a person")
def test_files_of_every_format(samples: Path, testdata: Path) -> None:
    bvh = footwork.load_clip(testdata / "bvh" / "small.bvh", length_unit="cm")
    assert bvh.name == "small.bvh" and np.isclose(bvh.offsets[1], [0.095, -0.04, 0.0]).all()
    guessed = footwork.load_clip(str(testdata / "bvh" / "small.bvh"))
    assert any("estimated" in finding for finding in guessed.findings)
    assert footwork.load_clip(samples / "deepmimic" / "walk.txt").rate == 30.0
    several = footwork.load_clips(testdata / "gltf" / "every-kind.gltf")
    assert several and all("#" in clip.name for clip in several)
    one = footwork.load_clip(testdata / "gltf" / "every-kind.gltf", animation=several[0].name.split("#")[1])
    np.testing.assert_array_equal(one.rotations, several[0].rotations)
    moved = [clip.translations for clip in several if clip.translations is not None]
    for translations in moved:
        assert translations.dtype == np.float32 and translations.ndim == 3
    if footwork.load_clips(testdata / "fbx" / "nod.fbx"):
        assert footwork.load_clips(testdata / "fbx" / "nod.fbx")[0].frame_count > 1


def test_a_body_larger_than_any_person_gives_a_warning(testdata: Path) -> None:
    path = testdata / "bvh" / "still-root.bvh"
    walk = footwork.load_clip(path, length_unit="cm")
    meant = "the posed body measures"
    assert not any(finding.startswith(meant) for finding in walk.findings)
    giant = testdata / "gltf" / "giant.gltf"
    with pytest.warns(footwork.FootworkWarning, match=r'giant.gltf: the posed body .* 170.00 m .* length_unit="cm"'):
        found = footwork.load_clip(giant)
    assert any(finding.startswith(meant) for finding in found.findings)
    with pytest.warns(footwork.FootworkWarning):
        (same,) = footwork.load_clips(giant)
    assert same.findings == found.findings
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert footwork.load_clip(giant, length_unit="m").findings == []
        small = footwork.load_clip(giant, length_unit="cm")
    np.testing.assert_allclose(small.positions() * 100, found.positions(), atol=1e-3)


def test_the_root_is_the_joint_that_travels(testdata: Path, library: footwork.Library) -> None:
    walk = footwork.load_clip(testdata / "bvh" / "still-root.bvh", length_unit="cm")
    assert walk.root == "Hips" != walk.names[0]
    hips = walk.positions()[:, walk.names.index("Hips")]
    speed = np.hypot(*(np.gradient(hips[:, axis]) * walk.rate for axis in (0, 2)))
    np.testing.assert_allclose(walk.channel("speed"), speed, atol=1e-3)
    np.testing.assert_allclose(walk.channel("speed"), 1.2, atol=1e-3)
    assert not np.gradient(walk.root_positions[:, 2]).any()
    assert library.clip("walk").root == library.clip("walk").names[0]


def test_functions_of_channels_nest(walk: footwork.Clip) -> None:
    inner = walk.channel("rate(height)")
    padded = np.pad(inner.astype(np.float64), 2, mode="edge")
    mean = np.convolve(padded, np.full(5, 0.2), mode="valid")
    np.testing.assert_allclose(walk.channel("mean(rate(height), 5)"), mean, atol=1e-5)
    with pytest.raises(footwork.ChannelError, match="did you mean `rate`"):
        walk.channel("mean(raet(height), 5)")


def test_files_that_are_not_clips(tmp_path: Path) -> None:
    broken = tmp_path / "broken.bvh"
    broken.write_text("HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n")
    with pytest.raises(footwork.ClipError, match="broken.bvh: line 4") as raised:
        footwork.load_clip(broken)
    error = raised.value
    assert (error.line, error.column, error.code) == (4, 12, error.code) and error.message
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    with pytest.raises(FileNotFoundError) as missing:
        footwork.load_clip(tmp_path / "none.bvh")
    assert missing.value.filename == str(tmp_path / "none.bvh")
    (tmp_path / "a.xyz").write_text("")
    with pytest.raises(footwork.ClipError, match=r"clips are \.bvh, \.glb, \.gltf, \.vrm, \.vrma and \.fbx files"):
        footwork.load_clip(tmp_path / "a.xyz")
    with pytest.raises(ValueError, match="a length unit is"):
        footwork.load_clip(broken, length_unit="parsec")


def two_joints(frames: int = 3) -> dict[str, object]:
    rotations = np.zeros((frames, 2, 4), np.float32)
    rotations[..., 3] = 2.0
    return {
        "names": ["hips", "head"],
        "parents": [-1, 0],
        "rotations": rotations,
        "root_positions": np.arange(3.0 * frames).reshape(frames, 3),
        "rate": 30,
        "offsets": np.array([[0, 0, 0], [0, 0.5, 0]], np.float32),
    }


def test_clips_from_arrays() -> None:
    clip = footwork.Clip(**two_joints(), loops=True, name="made")  # type: ignore[arg-type]
    assert (clip.name, clip.loops, clip.exact_rate, clip.has_offsets) == ("made", True, 30, True)
    np.testing.assert_allclose(np.linalg.norm(clip.rotations, axis=-1), 1.0)
    np.testing.assert_allclose(clip.positions()[:, 1] - clip.root_positions, [[0, 0.5, 0]] * 3)


def test_a_clip_returns_the_arrays_it_was_made_from(walk: footwork.Clip) -> None:
    made = footwork.Clip(
        walk.names, walk.parents, walk.rotations, walk.root_positions, walk.exact_rate, offsets=walk.offsets
    )
    np.testing.assert_array_equal(made.rotations, walk.rotations)
    np.testing.assert_allclose(made.positions(), walk.positions(), atol=1e-12)
    np.testing.assert_array_equal(made.channel("speed"), walk.channel("speed"))


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"rotations": np.zeros((3, 2, 4))}, TypeError, "float32 array, not a float64"),
        ({"rotations": np.zeros((3, 2, 3), np.float32)}, ValueError, r"shape \(3, 2, 4\), not \(3, 2, 3\)"),
        ({"rotations": np.zeros((3, 2, 4), np.float32)}, ValueError, "no direction"),
        ({"rotations": np.full((3, 2, 4), np.nan, np.float32)}, ValueError, "joint 0 on frame 0"),
        ({"root_positions": np.full((3, 3), np.inf)}, ValueError, "joint 0 on frame 0"),
        ({"root_positions": np.zeros((2, 3))}, ValueError, r"shape \(2, 2, 4\)"),
        ({"root_positions": np.zeros((3, 3), np.int32)}, ValueError, "float64 or float32"),
        ({"root_positions": np.zeros(3)}, ValueError, r"shape \(frames, 3\)"),
        ({"offsets": np.zeros((3, 3), np.float32)}, ValueError, r"shape \(2, 3\)"),
        ({"offsets": np.full((2, 3), np.nan, np.float32)}, ValueError, "offset of joint 0"),
        ({"parents": [-1, 1]}, ValueError, "parent of joint 1"),
        ({"parents": [-1, -2]}, ValueError, "`head`"),
        ({"parents": [-1]}, ValueError, "2 names and 1 parents"),
        ({"rate": 0}, ValueError, "frame rate"),
    ],
)
def test_invalid_arrays_are_rejected(change: dict[str, object], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        footwork.Clip(**{**two_joints(), **change})  # type: ignore[arg-type]


def test_arrays_need_not_be_contiguous() -> None:
    parts = two_joints()
    rotations = np.asfortranarray(parts["rotations"])
    roots = np.repeat(np.asarray(parts["root_positions"]), 2, axis=0)[::2]
    made = footwork.Clip(**{**parts, "rotations": rotations, "root_positions": roots})  # type: ignore[arg-type]
    same = footwork.Clip(**parts)  # type: ignore[arg-type]
    np.testing.assert_array_equal(made.positions(), same.positions())


def test_the_height_of_a_foot_by_role_is_that_of_its_sole(walk: footwork.Clip) -> None:
    foot = [walk.names.index(name) for name in ("left_ankle", "left_heel", "left_toe")]
    heights = walk.positions()[:, foot, 1]
    np.testing.assert_allclose(walk.channel("left_foot.height"), heights.min(1), atol=1e-6)
    np.testing.assert_allclose(walk.channel("left_foot.y"), heights[:, 0], atol=1e-6)
    assert walk.channel("left_ankle.height").tolist() == walk.channel("left_foot.y").tolist()
