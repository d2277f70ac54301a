"""Rotations and forward kinematics in batches, in NumPy and PyTorch."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import footwork
from footwork import kinematics

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")

RANDOM = np.random.default_rng(7)
QUATERNIONS = RANDOM.normal(size=(50, 7, 4)).astype(np.float32)


def rotated(quaternion: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Rotates by the definition: q v q*."""

    def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.array([*(a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])), a[3] * b[3] - a[:3] @ b[:3]])

    unit = quaternion / np.linalg.norm(quaternion)
    return product(product(unit, np.array([*vector, 0.0])), unit * (-1, -1, -1, 1))[:3]


def test_matrices_rotate_like_quaternions() -> None:
    matrices = kinematics.matrices_from_quaternions(QUATERNIONS)
    assert matrices.shape == (50, 7, 3, 3) and matrices.dtype == np.float32
    vector = np.array([0.3, -2.0, 1.0])
    for quaternion, matrix in zip(QUATERNIONS[:, 0].astype(float), matrices[:, 0]):
        np.testing.assert_allclose(matrix @ vector, rotated(quaternion, vector), atol=1e-5)


def test_conversions_and_their_inverses() -> None:
    halves = np.concatenate([np.eye(4), -np.eye(4), [[1, 1, 0, 0], [0, 1, 0, -1], [1, -1, 1, -1]]])
    for given in (QUATERNIONS.astype(np.float64), halves):
        unit = given / np.linalg.norm(given, axis=-1, keepdims=True)
        matrices = kinematics.matrices_from_quaternions(given)
        back = kinematics.quaternions_from_matrices(matrices)
        np.testing.assert_allclose(np.abs((back * unit).sum(-1)), 1.0, atol=1e-12)
        assert (back[..., 3] >= 0).all()
        np.testing.assert_allclose(kinematics.matrices_from_six(kinematics.six_from_quaternions(given)), matrices, atol=1e-12)
    # Almost any six numbers describe a rotation.
    six = RANDOM.normal(size=(100, 6))
    matrices = kinematics.matrices_from_six(six)
    np.testing.assert_allclose(matrices @ np.swapaxes(matrices, -1, -2), np.broadcast_to(np.eye(3), (100, 3, 3)), atol=1e-9)
    np.testing.assert_allclose(np.linalg.det(matrices), 1.0, atol=1e-9)
    np.testing.assert_allclose(matrices[:, :, 0], six[:, :3] / np.linalg.norm(six[:, :3], axis=1, keepdims=True))


@pytest.mark.parametrize("form", ["quaternions", "six", "matrices"])
def test_positions_equal_those_of_the_clip(library: footwork.Library, form: str) -> None:
    for name in ("walk", "playground_climb_up_01"):
        clip = library.clip(name)
        rotations = {
            "quaternions": clip.rotations,
            "six": kinematics.six_from_quaternions(clip.rotations),
            "matrices": kinematics.matrices_from_quaternions(clip.rotations),
        }[form]
        args = rotations, clip.root_positions, clip.offsets, clip.parents
        positions, world = kinematics.forward_kinematics(*args, translations=clip.translations)
        assert positions.shape == (len(clip), len(clip.names), 3) and world.shape == (*positions.shape, 3)
        np.testing.assert_allclose(positions, clip.positions(), atol=2e-5)


def test_a_batch_equals_its_clips(walk: footwork.Clip) -> None:
    batch = np.stack([walk.rotations[:10], walk.rotations[10:20]])
    roots = np.stack([walk.root_positions[:10], walk.root_positions[10:20]])
    positions, _ = kinematics.forward_kinematics(batch, roots, walk.offsets, walk.parents)
    np.testing.assert_allclose(positions.reshape(20, -1, 3), walk.positions()[:20], atol=2e-5)
    with pytest.raises(ValueError, match="must end in"):
        kinematics.forward_kinematics(batch[..., :3], roots, walk.offsets, walk.parents)


@needs_torch
def test_torch_agrees_and_differentiates(walk: footwork.Clip) -> None:
    import torch

    rotations = torch.tensor(walk.rotations[:8], dtype=torch.float64, requires_grad=True)
    six = kinematics.six_from_quaternions(rotations)
    roots, offsets = torch.tensor(walk.root_positions[:8]), torch.tensor(walk.offsets, dtype=torch.float64)
    positions, world = kinematics.forward_kinematics(six, roots, offsets, walk.parents.tolist())
    np.testing.assert_allclose(positions.detach().numpy(), walk.positions()[:8], atol=2e-5)
    again = kinematics.quaternions_from_matrices(kinematics.matrices_from_quaternions(rotations))
    np.testing.assert_allclose(np.abs((again * rotations).sum(-1).detach().numpy()), 1.0, atol=1e-6)
    assert world.dtype == torch.float64
    (positions**2).sum().backward()
    assert rotations.grad is not None and torch.isfinite(rotations.grad).all() and rotations.grad.abs().max() > 0

    def height(turned: torch.Tensor) -> torch.Tensor:
        matrices = kinematics.matrices_from_six(turned)
        return kinematics.forward_kinematics(matrices, roots[:1], offsets, walk.parents.tolist())[0][..., 1]

    assert torch.autograd.gradcheck(height, six[:1].detach().requires_grad_())


@needs_torch
def test_tensors_are_accepted(walk: footwork.Clip) -> None:
    import torch

    encoding = footwork.Encoding(0.2, 1 / 60)
    track = footwork.EventTrack(torch.tensor([0.5, 1.1]))
    assert track == footwork.EventTrack(np.array([0.5, 1.1], np.float32))
    signal = encoding.encode(track, 60, 120)
    tensor = torch.from_numpy(signal).requires_grad_()
    np.testing.assert_array_equal(encoding.decode(tensor), encoding.decode(signal))
    assert encoding.decode_all(tensor, 60)[0].times.tolist() == encoding.decode_all(signal, 60)[0].times.tolist()
    doubled = footwork.compile("x * 2", ["x"])
    np.testing.assert_array_equal(doubled(torch.ones(5)), np.full(5, 2, np.float32))
    with pytest.raises(TypeError, match="float32"):
        encoding.decode(tensor.double())
