"""Clips written to files and bytes and read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import footwork


@pytest.mark.parametrize("name", ["walk", "playground_forward_jump_01"])
def test_glb_comes_back_bit_for_bit(library: footwork.Library, tmp_path: Path, name: str) -> None:
    clip = library.clip(name)
    clip.save(tmp_path / "clip.glb")
    again = footwork.load_clip(tmp_path / "clip.glb")
    assert again.names == clip.names and again.exact_rate == clip.exact_rate and again.loops == clip.loops
    np.testing.assert_array_equal(again.rotations, clip.rotations)
    np.testing.assert_allclose(again.positions(), clip.positions(), atol=1e-6)
    assert (tmp_path / "clip.glb").read_bytes() == clip.to_bytes("glb")


def test_bvh_comes_back(walk: footwork.Clip, tmp_path: Path) -> None:
    walk.save(tmp_path / "clip.BVH")
    again = footwork.load_clip(tmp_path / "clip.BVH", length_unit="cm")
    assert len(again) == len(walk) and again.exact_rate == walk.exact_rate
    # In the file, joints are in the order of the hierarchy, and end sites are joints too.
    order = [again.names.index(name) for name in walk.names]
    np.testing.assert_allclose(again.positions()[:, order], walk.positions(), atol=1e-4)


def test_clips_from_bytes(samples: Path, walk: footwork.Clip) -> None:
    data = (samples / "deepmimic" / "walk.txt").read_bytes()
    read = footwork.load_clip(data, name="walk.txt")
    np.testing.assert_array_equal(read.rotations, walk.rotations)
    assert read.name == "walk.txt" and footwork.load_clip(walk.to_bytes("glb"), name="a.glb").names == walk.names
    with pytest.raises(footwork.ClipError):
        footwork.load_clip(b"nothing", name="walk.bvh")
    with pytest.raises(footwork.ClipError):
        footwork.load_clip(b"")


def test_clips_that_cannot_be_written_leave_no_file(walk: footwork.Clip, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=".bvh or .glb"):
        walk.save(tmp_path / "clip.fbx")
    with pytest.raises(ValueError, match='must be "bvh" or "glb"'):
        walk.to_bytes("fbx")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        walk.save(tmp_path / "nowhere" / "clip.bvh")
    without = footwork.Clip(["a"], [-1], np.ones((2, 1, 4), np.float32), np.zeros((2, 3)), 30)
    with pytest.raises(ValueError, match="bone lengths"):
        without.to_bytes("glb")
    assert list(tmp_path.iterdir()) == []
