"""Mirrored twins: their detection, and that they stay together."""

from __future__ import annotations

import os
import pickle
import time
import warnings
from pathlib import Path
from typing import Any, Dict, List, Sequence

import numpy as np
import pytest

import footwork

CASES = 100_000 if os.environ.get("FOOTWORK_SOAK") else 1_000
SEEDS = 20
"""A failure names the seed of its part of the cases."""


def quiet(clips: object, shares: Sequence[float], **options: object) -> footwork.Split:
    """A split without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        return footwork.split_clips(clips, shares, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("clip", "mirrored"),
    [
        ("a/walk.bvh", "a/walk.bvh~mirrored"),
        ("all.glb#Walk", "all.glb#Walk~mirrored"),
        ("all.glb#Walk", "all.glb#Walk_mirrored"),
        ("000001.npy", "M000001.npy"),
        ("new_joints/004822.npy", "new_joints/M004822.npy"),
        ("walk.bvh", "walk_mirror.bvh"),
        ("walk.bvh", "walk_mirrored.bvh"),
        ("Walk.fbx", "Walk_Mirrored.fbx"),
        ("walk.bvh", "mirror/walk.bvh"),
        ("a/b/walk.bvh", "a/mirrored/b/walk.bvh"),
        ("takes/walk.bvh", "takes_mirror/walk.bvh"),
        ("takes/b/walk.bvh", "takes_mirrored/b/walk.bvh"),
        ("000001", "M000001"),
    ],
)
def test_twins_by_name(clip: str, mirrored: str) -> None:
    found = footwork.split_clips([mirrored, "else.bvh", clip], [1, 1, 1], seed=3)
    assert found.twins == [footwork.Twins(clip, mirrored, "name")]
    assert any({clip, mirrored} <= set(part) for part in found)
    apart = {tuple(map(len, footwork.split_clips([clip, mirrored], [1, 1], seed=seed, by=str, twins="apart"))) for seed in range(20)}
    assert (1, 1) in apart, "twins may be in different parts"


@pytest.mark.parametrize("name", ["M0001.bvh", "Mirror.bvh", "mirror.bvh", "_mirror.bvh", "mirrored/mirror.bvh", "hall_of_mirrors/a.bvh", "M0000012"])
def test_names_without_twins(name: str) -> None:
    others = ["0001.bvh", ".bvh", "", "a.bvh", "hall_of/a.bvh", "0000012", "mirror", "mirrored"]
    assert footwork.split_clips([name, *others], [1, 1]).twins == []


def test_twins_by_name_stay_together() -> None:
    """Each name is in one part, and names with the same key are in the same part, with actors and without."""
    marks = ["{}/{}.bvh~mirrored", "{}/{}_mirror.bvh", "{}/{}_mirrored.bvh", "mirror/{}/{}.bvh", "{}_mirror/{}.bvh", "{}/mirrored/{}.bvh"]
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        for _ in range(CASES // SEEDS):
            names, families = [], {}
            for number in range(int(rng.integers(1, 30))):
                parts = (f"take{rng.integers(3)}", f"{number:06}")
                made = [f"{parts[0]}/{parts[1]}.bvh", f"{parts[0]}/M{parts[1]}.bvh", *(mark.format(*parts) for mark in marks)]
                for name in rng.choice(made, int(rng.integers(1, 4)), replace=False).tolist():
                    names.append(name)
                    families[name] = number
            actors = {name: f"actor {rng.integers(4)}" for name in names}
            by = actors if rng.random() < 0.5 else None
            shares = rng.random(int(rng.integers(1, 4))) + 0.01
            found = quiet(rng.permutation(names).tolist(), shares.tolist(), seed=int(rng.integers(9)), by=by)
            assert sorted(name for part in found for name in part) == sorted(names), f"seed {seed}"
            place = {name: number for number, part in enumerate(found) for name in part}
            for clip, mirrored, _ in found.twins:
                assert families[clip] == families[mirrored] and place[clip] == place[mirrored], f"seed {seed}: {clip}, {mirrored}"
            of_group: Dict[object, set[int]] = {}
            for name in names:
                of_group.setdefault(actors[name] if by else families[name], set()).add(place[name])
            assert all(len(places) == 1 for places in of_group.values()), f"seed {seed}"


SIDES = ("Left", "Right")
NAMES = ["Hips", "Spine", *(side + joint for side in SIDES for joint in ("Leg", "Foot", "Arm", "Hand"))]
PARENTS = [-1, 0, 0, 2, 1, 4, 0, 6, 1, 8]


def person(rng: np.random.Generator, name: str, frames: int, uneven_m: float) -> footwork.Clip:
    """Random motion of a body whose left bones differ from its right ones by up to ``uneven_m``."""
    half = np.array([[0, 0, 0], [0, 0.5, 0], [0.1, -0.1, 0], [0, -0.8, 0], [0.2, 0.1, 0], [0.5, 0, 0]])
    offsets = np.concatenate([half, half[2:] * (-1, 1, 1)])
    offsets[2:] += rng.uniform(-uneven_m, uneven_m, (8, 3)) / 2
    steps = rng.normal(0, 0.4, (1, 10, 4)) + np.cumsum(rng.normal(0, 0.1, (frames, 10, 4)), axis=0) + (0, 0, 0, 1)
    steps /= np.linalg.norm(steps, axis=-1, keepdims=True)
    roots = np.cumsum(rng.normal(0, 0.02, (frames, 3)), axis=0) + (0, 1, 0)
    return footwork.Clip(NAMES, PARENTS, steps.astype(np.float32), roots, 30, offsets=offsets.astype(np.float32), name=name)


def placed(clip: footwork.Clip, rng: np.random.Generator, name: str, offsets: np.ndarray | None = None) -> footwork.Clip:
    """The same motion elsewhere, facing another way."""
    angle = rng.uniform(-3, 3)
    sin, cos = np.sin(angle / 2), np.cos(angle / 2)
    x, y, z, w = np.moveaxis(clip.rotations[:, 0].astype(float), -1, 0)
    rotations = clip.rotations.astype(float)
    rotations[:, 0] = np.stack([cos * x + sin * z, cos * y + sin * w, cos * z - sin * x, cos * w - sin * y], -1)
    turn = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    roots = clip.root_positions @ turn.T + rng.normal(0, 5, 3) * (1, 0, 1)
    offsets = clip.offsets if offsets is None else offsets
    return footwork.Clip(clip.names, clip.parents, rotations.astype(np.float32), roots, clip.rate, offsets=offsets, name=name)


def with_a_slip(clip: footwork.Clip, rng: np.random.Generator, name: str) -> footwork.Clip:
    """The same motion, but an arm is elsewhere on one frame."""
    rotations = np.array(clip.rotations)
    frame = int(rng.integers(len(clip)))
    x, y, z, w = rotations[frame, 4].tolist()
    # By a quarter turn about z, across the arm.
    rotations[frame, 4] = np.sqrt(0.5) * np.array([x + y, y - x, z + w, w - z])
    return footwork.Clip(clip.names, clip.parents, rotations, clip.root_positions, clip.rate, offsets=clip.offsets, name=name)


def test_twins_by_motion_are_found_whatever_their_names() -> None:
    """Exact mirror images, also moved, turned or on the skeleton of the original, are twins; near misses are not."""
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        for case in range(CASES // SEEDS):
            frames, names = int(rng.integers(1, 40)), iter(rng.permutation(40).tolist())
            uneven_m = float(rng.choice([0.0, 0.0005, 0.04]))
            clips: List[footwork.Clip] = []
            expected = set()
            for _ in range(int(rng.integers(1, 4))):
                clip = person(rng, f"{next(names):02}.bvh", frames, uneven_m)
                clips.append(clip)
                kind = rng.integers(4)
                if kind == 0:
                    continue
                name = f"{next(names):02}.bvh"
                # On the skeleton of the original, or on the mirrored one.
                image = placed(clip.mirrored(), rng, name, clip.offsets if kind == 1 else None)
                if kind == 3:
                    image = with_a_slip(image, rng, name)
                else:
                    expected.add(tuple(sorted((clip.name, name))))
                clips.append(image)
            found = quiet(rng.permutation(np.array(clips, object)).tolist(), [2, 1, 1], seed=case)
            assert {pair[:2] for pair in found.twins} == expected, f"seed {seed}, case {case}"
            assert all(pair.by == "content" for pair in found.twins) and found.not_compared == []
            for pair in found.twins:
                assert any(set(pair[:2]) <= set(part) for part in found), f"seed {seed}, case {case}"


def test_twins_with_unrelated_names_give_warnings(samples: Path) -> None:
    rng = np.random.default_rng(1)
    clip = person(rng, "a.bvh", 20, 0.0)
    image = placed(clip.mirrored(), rng, "b.bvh")
    with pytest.warns(footwork.FootworkWarning, match=r"^a\.bvh and b\.bvh are mirror images of each other, although their names differ"):
        found = footwork.split_clips([image, clip], [1, 1])
    assert found.twins == [footwork.Twins("a.bvh", "b.bvh", "content")] and sorted(map(len, found)) == [0, 2]
    with pytest.warns(footwork.FootworkWarning) as caught:
        footwork.split_clips([image, clip], [1, 1], by=lambda name: f"actor {name[0]}")
    assert "the groups `actor a` and `actor b` are one" in str(caught[1].message) and caught[0].filename == __file__
    apart = [footwork.split_clips([image, clip], [1, 1], twins="apart", seed=seed) for seed in range(20)]
    assert [1, 1] in [list(map(len, parts)) for parts in apart] and all(len(parts.twins) == 1 for parts in apart)
    joint = footwork.Clip(["Hips", "LeftLeg"], [-1, 0], np.ones((20, 2, 4), np.float32), np.zeros((20, 3)), 30, offsets=np.zeros((2, 3), np.float32), name="c")
    assert quiet([clip, image, joint], [1]).not_compared == ["c"]
    assert footwork.split_clips(["x", "y"], [1]).not_compared == ["x", "y"]
    with pytest.raises(ValueError, match='`twins` must be "together" or "apart"'):
        footwork.split_clips(["x"], [1], twins="split")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"several clips are called `a\.bvh`"):
        footwork.split_clips([clip, clip], [1])


def test_a_library_a_dataset_and_a_store_keep_twins_together(samples: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "footwork.toml").write_text('length_unit = "cm"\n')
    plain = footwork.Library.load(samples / "deepmimic")
    for number, name in enumerate(("walk", "run", "dance", "kick", "punch")):
        clip = plain.clip(name)
        clip.save(folder / f"{name}.bvh")
        clip.mirrored().save(folder / f"take_{number}.bvh")
    library = footwork.Library._opened(folder)
    found = quiet(library, [1, 1])
    assert {frozenset(pair[:2]) for pair in found.twins} == {
        frozenset((f"{name}.bvh", f"take_{number}.bvh")) for number, name in enumerate(("walk", "run", "dance", "kick", "punch"))
    }
    names = [clip.name for clip in library.clips]
    assert quiet(names, [1, 1], library=library) == found and footwork.split_clips(names, [1, 1]).twins == []
    options: Any = {"window": 5, "stride": 5}
    dataset = footwork.WindowDataset(library, "all", channels=["speed"], rate=30, **options)
    store = library.to_store(tmp_path / "store", channels=["speed"], rate=30)
    of_store = footwork.WindowDataset(footwork.Store.open(store.path), "all", **options)
    assert store.twins == found.twins
    for whole in (dataset, of_store, pickle.loads(pickle.dumps(dataset))):
        for seed in range(5):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", footwork.FootworkWarning)
                parts = whole.split([1, 1, 1], seed=seed)
            in_part = {names[clip]: number for number, part in enumerate(parts) for clip in part.windows[:, 0].tolist()}
            assert all(in_part[clip] == in_part[mirrored] for clip, mirrored, _ in found.twins)


@pytest.mark.skipif(not os.environ.get("FOOTWORK_SOAK"), reason="in the soak")
def test_ten_thousand_clips(capsys: pytest.CaptureFixture[str]) -> None:
    """Clips of one length, with 2,500 mirrored ones and 2,500 copies of one. Asserts only that the results are right."""
    rng = np.random.default_rng(5)
    clips = [person(rng, f"{number:05}", 60, 0.02) for number in range(5000)]
    clips += [placed(clip.mirrored(), rng, f"m{clip.name}") for clip in clips[:2500]]
    clips += [placed(clips[-1], rng, f"copy{number:05}") for number in range(2500)]
    begun = time.perf_counter()
    found = quiet(clips, [8, 1, 1])
    secs = time.perf_counter() - begun
    pairs = {pair[:2] for pair in found.twins}
    assert {(f"{number:05}", f"m{number:05}") for number in range(2499)} <= pairs
    part = next(part for part in found if "02499" in part)
    assert {f"copy{number:05}" for number in range(2500)} <= set(part)
    with capsys.disabled():
        print(f" {secs:.0f} s for {len(clips)} clips;", end="")
