"""A character that plays compressed poses, compared bit for bit with the file that the Rust tests provide for all languages."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Iterable, Optional, Tuple

import numpy as np
import pytest
from numpy.typing import NDArray

import footwork
from footwork import matching

STICKS = [(0.0, 3.5), (1.0, 3.5), (2.0, 0.0), (0.0, 0.0), (-1.0, 1.0)]


@pytest.fixture(scope="module")
def characters(testdata: Path) -> Path:
    return testdata / "characters"


@pytest.fixture(scope="module")
def poses(characters: Path) -> matching.Repertoire:
    return matching.Repertoire.load(characters / "football.fwposes")


@pytest.fixture(scope="module")
def tags(characters: Path) -> footwork.Database:
    return footwork.Database.load(characters / "football.tagdb")


def hashed(words: Iterable[int]) -> str:
    """FNV-1a over numbers of 32 bits."""
    found = 0xCBF29CE484222325
    for word in words:
        found = (found ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{found:016x}"


def bits(number: float) -> str:
    return struct.pack(">d", number).hex()


class Wall:
    """A wall across z = 4, on flat ground."""

    def reach(self, from_m: Tuple[float, float, float], step_m: Tuple[float, float]) -> Tuple[float, float]:
        x, z = step_m
        return x, (0.0 if from_m[2] + z > 4.0 else z)


class Ramp:
    """A wall across x = 12, on a ramp."""

    def reach(self, from_m: Tuple[float, float, float], step_m: Tuple[float, float]) -> Tuple[float, float]:
        x, z = step_m
        return (0.0 if from_m[0] + x > 12.0 else x), z

    def ground(self, at_m: Tuple[float, float, float]) -> Optional[float]:
        return 0.125 * at_m[0]


def test_frames_have_the_bits_of_rust(poses: matching.Repertoire, tags: footwork.Database, characters: Path) -> None:
    expected = iter((characters / "football.txt").read_text(encoding="utf-8").splitlines())
    state = bytes.fromhex((characters / "football.state").read_text(encoding="utf-8"))
    allowed = poses.filter(tags, "Gait & !Kick", runway_secs=0.25)
    character = matching.Character(poses, heading_rad=0.5)
    joints = len(poses.joints)
    assert next(expected) == f"{joints} {allowed.pose_count}"
    with pytest.raises(KeyError) as unknown:
        poses.joint("left_foot")
    assert next(expected) == f"{poses.joint('LeftFoot')} {unknown.value.args[0]}"
    runs, walks = (poses.filter(tags, query, runway_secs=0.25) for query in ("Gait.Run", "Gait.Walk"))
    bias = poses.bias(costs=[(runs, 0.5)], stays=[(walks, 0.25)])
    mask = [joint % 2 == 0 for joint in range(joints)]
    transforms = np.zeros((joints, 7), np.float32)
    for frame in range(300):
        if frame == 120:
            # The character stands at the wall.
            assert 3.3 <= character.position_m[2] <= 4.0
            character.teleport((10.0, 0.0, -2.0), 1.25)
            assert character.position_m == (10.0, 0.0, -2.0)
        if frame == 130:
            character.record(frames=100, searches=20, tags=tags)
        if frame == 220:
            x, y, z = character.position_m
            character.take_over(
                transforms,
                (x + 1.0, y, z),
                character.heading_rad,
                spins_radps=np.full((joints, 3), 0.125, np.float32),
                hips_mps=(0.0, 0.0, 0.5),
                root_velocity=(0.0, 1.0, 0.0),
                filter=allowed,
            )
        if frame == 240:
            saved = character.save()
            assert next(expected) == f"{len(saved)} {hashed(saved)}"
            assert saved == state
        if frame == 260:
            character.set_detail(2, 0.25, 3)
        if frame == 265:
            character.set_detail(1, 0.125)
        if frame == 270:
            character.restore(state)
        if frame == 290:
            recording = character.recording()
            assert next(expected) == f"{len(recording)} {hashed(recording)}"
            character.stop_recording()
            with pytest.raises(ValueError, match="call `record` first"):
                character.recording()
        biased = bias if frame % 90 >= 45 else None
        walls = Wall() if frame < 200 else Ramp()
        if frame < 280:
            heading = 0.75 if frame % 100 > 80 else None
            character.update(1 / 60, STICKS[frame // 60], heading_rad=heading, filter=allowed, bias=biased, world=walls)
        else:
            x, _, z = character.position_m
            path = [(1.0, x + 1.0, z + 1.0, 0.5), (2.0, x + 1.0, z + 3.0, 0.0)]
            character.update(1 / 60, path=path, filter=allowed, bias=biased, world=walls)
        character.write_pose(transforms, mask if frame % 2 == 1 else None)
        decoded = poses.decode(character.clip, character.frame, part=0.5, mirrored=character.mirrored)
        flags = [int(character.jumped), poses.clips.index(character.clip), character.frame, int(character.resting)]
        hashes = [hashed(it.view(np.uint32).ravel().tolist()) for it in (transforms, decoded, character.pose_in())]
        place = [*character.position_m, character.heading_rad]
        for foot, position_m, speed_mps in character.footsteps:
            place += [0.0 if foot == "left" else 1.0, *position_m, speed_mps]
        assert next(expected) == " ".join([*map(str, flags), *hashes, *map(bits, place)]), f"frame {frame}"
    character.plant_feet(transforms)
    assert next(expected).split() == [f"{word:08x}" for word in transforms.view(np.uint32).ravel().tolist()]


def test_worlds_may_raise_and_nothing_changes(poses: matching.Repertoire) -> None:
    class Broken:
        def reach(self, from_m: object, step_m: object) -> object:
            raise RuntimeError("no physics")

    character = matching.Character(poses)
    before = character.save()
    with pytest.raises(RuntimeError, match="no physics"):
        character.update(1 / 60, (0.0, 1.0), world=Broken())
    assert character.save() == before
    with pytest.raises(TypeError, match="reach"):
        character.update(1 / 60, world=3)
    with pytest.raises(ValueError, match="not finite"):
        character.update(1 / 60, (math.nan, 0.0))
    with pytest.raises(ValueError, match="damaged"):
        character.restore(before[:-1])


def test_tags_of_another_library_are_refused(poses: matching.Repertoire, testdata: Path) -> None:
    other = footwork.Database.load(testdata / "formats" / "clips.1.0.tagdb")
    with pytest.raises(ValueError, match="no clip in common.*compile both from the same library"):
        poses.filter(other, "Gait")


def test_joints_and_motion_are_those_of_the_samples(poses: matching.Repertoire) -> None:
    assert poses.parents[0] == -1 and (poses.parents[1:] < np.arange(1, len(poses.joints))).all()
    assert poses.rate == 60.0 and "run_01.glb" in poses.clips
    at = poses.decode("run_01.glb", 10, part=0.5)
    assert at.shape == (len(poses.joints), 7) and np.allclose(np.linalg.norm(at[:, :4], axis=1), 1.0, atol=1e-5)
    with pytest.raises(KeyError, match="no clip"):
        poses.decode("walk.bvh", 0)
    with pytest.raises(IndexError, match="frames"):
        poses.decode("run_01.glb", 100_000)
    with pytest.raises(ValueError, match="not"):
        matching.Repertoire.from_bytes(b"no poses")


def test_feet_are_planted_last(poses: matching.Repertoire) -> None:
    first, last = matching.Character(poses), matching.Character(poses, feet_last=True)
    for _ in range(90):
        first.update(1 / 60, (0.0, 1.5))
        last.update(1 / 60, (0.0, 1.5))
    own: NDArray[np.float32] = last.pose
    assert not np.array_equal(own, first.pose)
    last.plant_feet(own)
    assert np.allclose(own, first.pose, atol=1e-6)
    with pytest.raises(ValueError, match="shape"):
        last.plant_feet(own[:3].copy())


def test_joints_in_the_space_of_the_root_and_of_the_world(poses: matching.Repertoire) -> None:
    character = matching.Character(poses, position_m=(3.0, 1.0, -2.0), heading_rad=math.pi / 2)
    root, world = character.pose_in("root"), character.pose_in()
    assert np.array_equal(root[0], character.pose[0]), "the hips are in the space of the root"
    # Ahead is +x at this heading, and left is -z.
    left, up, ahead = root[:, 4], root[:, 5], root[:, 6]
    assert np.allclose(world[:, 4:], np.stack([3.0 + ahead, 1.0 + up, -2.0 - left], 1), atol=1e-5)
    lengths = np.linalg.norm(np.diff(root[[poses.joint("LeftLeg"), poses.joint("LeftFoot")], 4:], axis=0))
    assert lengths == pytest.approx(np.linalg.norm(character.pose[poses.joint("LeftFoot"), 4:]), abs=1e-5)
    with pytest.raises(ValueError, match='"world" or "root"'):
        character.pose_in("local")  # type: ignore[arg-type]


def test_biases_change_what_plays_and_have_bounds(poses: matching.Repertoire, tags: footwork.Database) -> None:
    runs = poses.filter(tags, "Gait.Run")

    def clips(bias: Optional[matching.RepertoireBias]) -> set[str]:
        character = matching.Character(poses)
        played = set()
        for _ in range(180):
            character.update(1 / 60, (0.0, 3.5), bias=bias)
            played.add(character.clip)
        return played

    assert any(clip.startswith("run") for clip in clips(None))
    assert not any(clip.startswith("run") for clip in clips(poses.bias(costs=[(runs, 1e6)])))
    for costs, stays in [([(runs, -1.0)], []), ([(runs, math.nan)], []), ([], [(runs, math.inf)])]:
        with pytest.raises(ValueError):
            poses.bias(costs=costs, stays=stays)
