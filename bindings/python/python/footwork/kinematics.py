"""Rotations and forward kinematics in batches, for NumPy arrays and PyTorch tensors.

Every function takes either, returns the same kind, and is differentiable in PyTorch. A rotation is a
quaternion x, y, z, w of any length but 0, a matrix, or six numbers. The six numbers are the first two columns of the
matrix, one after the other. They have no discontinuities for a network to learn (Zhou and others, *On the Continuity of
Rotation Representations in Neural Networks*, 2019).
"""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple, TypeVar

import numpy as np

__all__ = [
    "forward_kinematics",
    "matrices_from_quaternions",
    "matrices_from_six",
    "quaternions_from_matrices",
    "six_from_matrices",
    "six_from_quaternions",
]

A = TypeVar("A")
"""A NumPy array or a PyTorch tensor."""


def _module(values: Any) -> Any:
    """Returns NumPy or PyTorch, depending on the values."""
    if type(values).__module__.split(".")[0] == "torch":
        import torch

        return torch
    return np


def _stacked(module: Any, rows: Sequence[Any]) -> Any:
    return module.stack(list(rows), -1)


def _unit(module: Any, vectors: Any) -> Any:
    return vectors / module.sqrt((vectors * vectors).sum(-1))[..., None]


def _cross(module: Any, a: Any, b: Any) -> Any:
    ax, ay, az = (a[..., axis] for axis in range(3))
    bx, by, bz = (b[..., axis] for axis in range(3))
    return _stacked(module, [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def matrices_from_quaternions(quaternions: A) -> A:
    """Converts quaternions (…, 4), x, y, z, w, to matrices (…, 3, 3)."""
    module = _module(quaternions)
    x, y, z, w = (_unit(module, quaternions)[..., part] for part in range(4))
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrices: A = module.stack([_stacked(module, row) for row in rows], -2)
    return matrices


def six_from_matrices(matrices: A) -> A:
    """Returns the first two columns of matrices (…, 3, 3), one after the other: (…, 6)."""
    given: Any = matrices
    six: A = _module(matrices).concatenate([given[..., :, 0], given[..., :, 1]], -1)
    return six


def six_from_quaternions(quaternions: A) -> A:
    """Converts quaternions (…, 4) to the first two columns of their matrices: (…, 6)."""
    return six_from_matrices(matrices_from_quaternions(quaternions))


def matrices_from_six(six: A) -> A:
    """Converts any six numbers (…, 6) to matrices (…, 3, 3) by the Gram-Schmidt process. The first three numbers give
    the direction of the first column. The part of the last three that is perpendicular to the first column gives the
    direction of the second. Parallel or zero vectors give NaN.
    """
    module, given = _module(six), _any(six)
    a = _unit(module, given[..., :3])
    along = (a * given[..., 3:]).sum(-1)[..., None]
    b = _unit(module, given[..., 3:] - along * a)
    matrices: A = _stacked(module, [a, b, _cross(module, a, b)])
    return matrices


def quaternions_from_matrices(matrices: A) -> A:
    """Converts matrices (…, 3, 3) to unit quaternions (…, 4), x, y, z, w, with w at least 0 (Shepperd, *Quaternion from
    Rotation Matrix*, 1978: starts from the largest of the four numbers)."""
    module, m = _module(matrices), _any(matrices)
    m00, m11, m22 = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    yz, zx, xy = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    xy2, xz2, yz2 = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1]
    candidates = [
        _stacked(module, [1 + m00 - m11 - m22, xy2, xz2, yz]),
        _stacked(module, [xy2, 1 - m00 + m11 - m22, yz2, zx]),
        _stacked(module, [xz2, yz2, 1 - m00 - m11 + m22, xy]),
        _stacked(module, [yz, zx, xy, 1 + m00 + m11 + m22]),
    ]
    sizes = [candidates[place][..., place] for place in range(4)]
    chosen, size = candidates[0], sizes[0]
    for other, larger in zip(candidates[1:], sizes[1:]):
        is_larger = larger > size
        chosen = module.where(is_larger[..., None], other, chosen)
        size = module.where(is_larger, larger, size)
    quaternions: A = _unit(module, module.where(chosen[..., 3:] < 0, -chosen, chosen))
    return quaternions


def forward_kinematics(
    rotations: A, root_positions: A, offsets: A, parents: Sequence[int], translations: Optional[A] = None
) -> Tuple[A, A]:
    """Returns the world positions (…, J, 3) and world rotation matrices (…, J, 3, 3) of every joint.

    - rotations: the local rotations, as quaternions (…, J, 4), six numbers (…, J, 6) or matrices (…, J, 3, 3).
    - root_positions: the world positions of joint 0, (…, 3).
    - offsets: the offsets of the joints, (J, 3), such as ``Clip.offsets``, or different ones for each pose.
    - parents: the J indices of the parents, -1 for roots. Parents come before their children.
    - translations: local positions (…, J, 3) that replace the offsets, for clips that animate them. The row of joint 0
      is ignored.

    Raises ValueError for rotations of another shape.
    """
    module, given = _module(rotations), _any(rotations)
    order = [int(parent) for parent in parents]
    if given.shape[-2:] == (3, 3) and given.shape[-3] == len(order):
        local = given
    elif given.shape[-2:] == (len(order), 4):
        local = matrices_from_quaternions(given)
    elif given.shape[-2:] == (len(order), 6):
        local = matrices_from_six(given)
    else:
        raise ValueError(f"`rotations` must end in ({len(order)}, 4), (…, 6) or (…, 3, 3), not {tuple(given.shape)}")
    moves = _any(offsets if translations is None else translations)
    world: List[Any] = []
    places: List[Any] = []
    for joint, parent in enumerate(order):
        own, move = local[..., joint, :, :], moves[..., joint, :]
        if parent >= 0:
            places.append(places[parent] + (world[parent] @ move[..., None])[..., 0])
            world.append(world[parent] @ own)
        else:
            # Further roots are at their translations, or else at their offsets.
            places.append(_any(root_positions) if joint == 0 else move + 0 * _any(root_positions))
            world.append(own)
    return module.stack(places, -2), module.stack(world, -3)


def _any(values: Any) -> Any:
    return values
