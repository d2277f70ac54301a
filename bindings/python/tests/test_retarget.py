"""Clips on the skeletons of other clips."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import footwork


def test_a_walk_on_another_skeleton_walks(samples: Path) -> None:
    library = footwork.load(samples)
    walk = library.clip("deepmimic/walk.txt")
    onto = library.clip("cmu/playground_turn_right_jump_01.bvh")
    moved = walk.retargeted(onto)
    assert moved.names == onto.names
    assert np.array_equal(moved.offsets, onto.offsets)
    assert (moved.frame_count, moved.exact_rate, moved.loops) == (walk.frame_count, walk.exact_rate, walk.loops)
    assert any("left_shoulder" in finding for finding in moved.findings)
    # The legs of the other skeleton are shorter, and so are the steps.
    ratio = np.mean(moved.channel("speed")) / np.mean(walk.channel("speed"))
    assert 0.8 < ratio < 1.1
    assert np.array_equal(walk.retargeted(walk).rotations, walk.rotations)


def test_skeletons_that_do_not_fit_are_refused(samples: Path) -> None:
    walk = footwork.load(samples).clip("deepmimic/walk.txt")
    one = footwork.Clip(["hips"], [-1], np.float32([[[0, 0, 0, 1]]]), np.zeros((1, 3)), 30, offsets=np.zeros((1, 3), np.float32))
    with pytest.raises(ValueError, match="the target has no joint for"):
        walk.retargeted(one)
    with pytest.raises(ValueError, match="the source has no joint for"):
        one.retargeted(walk)
    bare = footwork.Clip(["hips"], [-1], np.float32([[[0, 0, 0, 1]]]), np.zeros((1, 3)), 30)
    with pytest.raises(ValueError, match="bone lengths"):
        walk.retargeted(bare)
