"""The features of HumanML3D against the definition, spelled out frame by frame with matrices."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import footwork

PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19]
OFFSETS = """0 0 0|1 0 0|-1 0 0|0 1 0|0 -1 0|0 -1 0|0 1 0|0 -1 0|0 -1 0|0 1 0|0 0 1|0 0 1|0 1 0|1 0 0|-1 0 0|0 0 1|0 -1 0|0 -1 0
|0 -1 0|0 -1 0|0 -1 0|0 -1 0"""
BONES = np.array([[float(number) for number in row.split()] for row in OFFSETS.replace("\n", "").split("|")])
Floats = NDArray[np.float64]


def shortest(a: Floats, b: Floats) -> Floats:
    """Returns the matrix of the shortest rotation between two directions, by Rodrigues' formula."""
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    axis, cosine = np.cross(a, b), float(a @ b)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + cross + cross @ cross / (1.0 + cosine)


def expected(positions: Floats) -> Floats:
    """Returns the features of every frame but the last, one number after the other."""
    p = positions.copy()
    p[:, :, 1] -= p[:, :, 1].min()
    p -= np.array([p[0, 0, 0], 0.0, p[0, 0, 2]])
    z = np.array([0.0, 0.0, 1.0])
    first = np.cross([0.0, 1.0, 0.0], (p[0, 2] - p[0, 1]) + (p[0, 17] - p[0, 16]))
    p = p @ shortest(first, z).T
    ahead = []
    for pose in p:
        across = (pose[1] - pose[2]) + (pose[17] - pose[16])
        ahead.append(np.cross([0.0, 1.0, 0.0], across / np.linalg.norm(across)))
    smooth = []
    for frame in range(len(p)):
        total, weights = np.zeros(3), 0.0
        for offset in range(-80, 81):
            weight = math.exp(-0.5 * (offset / 20) ** 2)
            total += weight * ahead[min(max(frame + offset, 0), len(p) - 1)]
            weights += weight
        smooth.append(total / weights)
    headings = [shortest(one, z) for one in smooth]
    headings[0] = np.eye(3)
    rows = []
    for frame in range(len(p) - 1):
        pose, following = p[frame], p[frame + 1]
        # The sine of half the turn about y.
        turn = headings[frame + 1] @ headings[frame].T
        angle = math.atan2(turn[0, 2], turn[0, 0])
        row = [0.5 * angle]
        velocity = headings[frame + 1] @ (following[0] - pose[0])
        row += [velocity[0], velocity[2], pose[0, 1]]
        for joint in range(1, 22):
            row += list(headings[frame] @ (pose[joint] - pose[0] * [1.0, 0.0, 1.0]))
        world = {}
        for joint in range(1, 22):
            # The bones of the arms are relative to the heading too, not to the trunk.
            parent = PARENTS[joint]
            before = headings[frame] if parent == 0 or joint in (13, 14) else world[parent]
            world[joint] = shortest(BONES[joint], pose[joint] - pose[parent])
            local = before.T @ world[joint]
            row += [*local[:, 0], *local[:, 1]]
        for joint in range(22):
            row += list(headings[frame] @ (following[joint] - pose[joint]))
        row += [float(((following[joint] - pose[joint]) ** 2).sum() < 0.002) for joint in (7, 10, 8, 11)]
        rows.append(row)
    return np.array(rows)


def motion(seed: int, frames: int = 50) -> Floats:
    """Returns a person of random bones who swings, turns and travels."""
    rng = np.random.default_rng(seed)
    lengths = rng.uniform(0.1, 0.45, 22)
    phase = rng.uniform(0, 6, (22, 3))
    found = np.zeros((frames, 22, 3))
    for frame in range(frames):
        turn = 0.3 + 0.03 * frame
        facing = np.array([[math.cos(turn), 0, math.sin(turn)], [0, 1, 0], [-math.sin(turn), 0, math.cos(turn)]])
        found[frame, 0] = [0.02 * frame + 1.0, 1.0 + 0.05 * math.sin(0.3 * frame), 0.05 * frame - 2.0]
        for joint in range(1, 22):
            bone = BONES[joint] + 0.3 * np.sin(phase[joint] + 0.2 * frame)
            found[frame, joint] = found[frame, PARENTS[joint]] + facing @ (lengths[joint] * bone / np.linalg.norm(bone))
    # Hips narrower than shoulders, as in people: the published heading needs it.
    for joint, side in ((1, 1.0), (2, -1.0), (16, 1.0), (17, -1.0)):
        turn = 0.3 + 0.03 * np.arange(frames)
        out = np.stack([np.cos(turn), np.zeros(frames), -np.sin(turn)], axis=1)
        centre = found[:, 0] if joint < 3 else found[:, 9]
        found[:, joint] = centre + side * (0.08 if joint < 3 else 0.2) * out
    return found


@pytest.mark.parametrize("seed", range(5))
def test_features_are_those_of_the_definition(seed: int) -> None:
    positions = motion(seed)
    features = footwork.humanml3d_features(positions)
    assert features.shape == (49, 263)
    np.testing.assert_allclose(features, expected(positions), atol=1e-4)
    assert 0.0 < features[:, -4:].mean() < 1.0 or seed > 0
    # Neither the place nor the direction in the world matters.
    cosine, sine = math.cos(2.0), math.sin(2.0)
    moved = positions @ np.array([[cosine, 0, -sine], [0, 1, 0], [sine, 0, cosine]]) + [5.0, 1.0, -3.0]
    np.testing.assert_allclose(footwork.humanml3d_features(moved), features, atol=1e-6)


def test_positions_come_back() -> None:
    # From frame 107 on, the heading is more than half a turn from the first, and the published turn has the wrong sign there.
    positions = motion(3, 100)
    features = footwork.humanml3d_features(positions)
    found = footwork.humanml3d_positions(features)
    # As the dataset: on the floor, at the origin, and turned once, so that the first pose faces +z.
    floor = positions - [positions[0, 0, 0], positions[..., 1].min(), positions[0, 0, 2]]
    across = (floor[0, 2] - floor[0, 1]) + (floor[0, 17] - floor[0, 16])
    turned = floor @ shortest(np.cross([0.0, 1.0, 0.0], across), np.array([0.0, 0.0, 1.0])).T
    np.testing.assert_allclose(found, turned[:-1], atol=1e-6)
    assert len(footwork.humanml3d_positions(features[:0])) == 0


def test_all_motion_gets_the_bone_lengths_of_one_person() -> None:
    small, large = motion(6), motion(7)
    features = footwork.humanml3d_features(small, onto=large[0])
    found = footwork.humanml3d_positions(features)
    for joint in range(1, 22):
        lengths = np.linalg.norm(found[:, joint] - found[:, PARENTS[joint]], axis=1)
        assert lengths == pytest.approx(np.linalg.norm(large[0, joint] - large[0, PARENTS[joint]]), abs=1e-6)
    with pytest.raises(ValueError, match=r"the shape \(22, 3\)"):
        footwork.humanml3d_features(small, onto=large)


def test_clips_of_smpl_have_features_and_others_say_so(library: footwork.Library) -> None:
    with pytest.raises(ValueError, match="has no joint `pelvis`: the features need the joints of SMPL"):
        footwork.humanml3d_features(library.clip("walk"))
    names, parents = footwork.smpl_skeleton(22)
    rng = np.random.default_rng(8)
    rotations = (0.1 * np.cumsum(rng.normal(size=(60, 22, 4)), axis=0) / 8 + [0, 0, 0, 1]).astype(np.float32)
    roots = np.cumsum(rng.normal(0.0, 0.02, (60, 3)), axis=0) + [0, 1, 0]
    offsets = (0.3 * BONES).astype(np.float32)
    clip = footwork.Clip(names, parents, rotations, roots, 20, offsets=offsets)
    features = footwork.humanml3d_features(clip)
    np.testing.assert_array_equal(features, footwork.humanml3d_features(clip.positions()))
    assert len(footwork.humanml3d_features(clip.resampled(60))) == pytest.approx(59, abs=1)
    with pytest.raises(ValueError, match="at least 2 frames"):
        footwork.humanml3d_features(np.zeros((1, 22, 3)))
    with pytest.raises(ValueError, match=r"\(frames, 263\)"):
        footwork.humanml3d_positions(np.zeros((4, 262)))
