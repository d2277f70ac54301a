"""Windows changed at random: what each change does to each kind of column, and that the same window always has the same sample."""

from __future__ import annotations

import pickle
import shutil
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Dict, List

import numpy as np
import pytest

import footwork
from footwork import Augmentation, WindowDataset
from footwork._augmented import Augmenter

POSES: Dict[str, Any] = {"poses": ["rotations", "positions", "velocities", "root", "contacts"]}
RELATIVE: Dict[str, Any] = {
    "channels": ["speed", "speed_x", "turn", "left_ankle.height", "right_ankle.height", "left_ankle.speed", "right_ankle.speed"],
    "tags": ["Gait.Walk", "Direction.Turn.Left", "Direction.Turn.Right"],
    **POSES,
}
EVENTS: Dict[str, Any] = {"events": ["Foot.Left", "Foot.Right"], "encoding": footwork.Encoding(0.3, 0.02)}
CHANCES: Dict[str, Any] = {"events": ["Foot.Left", "Foot.Right"], "targets": "probability"}
OPTIONS: Dict[str, Any] = {"window": 12, "stride": 5, "rate": 30}


@pytest.fixture(scope="module")
def library(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> footwork.Library:
    """Three clips and their mirrored twins."""
    folder = tmp_path_factory.mktemp("library")
    for name in ("walk", "turn_left", "run"):
        for file in (f"{name}.txt", f"{name}.txt.tags"):
            shutil.copy(samples / "deepmimic" / file, folder / file)
    (folder / "footwork.toml").write_text("mirror = true\n")
    return footwork.Library.load(folder)


def all_of(dataset: WindowDataset) -> np.ndarray[Any, Any]:
    return np.stack([dataset[index] for index in range(len(dataset))])


def originals(library: footwork.Library, augmentation: Any = None, **choices: Any) -> WindowDataset:
    return WindowDataset(library, 'all - clip("*~mirrored")', augmentation=augmentation, **{**OPTIONS, **choices})


def places(dataset: WindowDataset, *names: str) -> List[int]:
    return [dataset.columns.index(column) for name in names for column in dataset.groups.get(name, [name])]


@pytest.mark.parametrize("events", [EVENTS, CHANCES])
def test_a_mirrored_window_equals_that_of_the_mirrored_twin(library: footwork.Library, events: Dict[str, Any]) -> None:
    channels = [*RELATIVE["channels"], "left_ankle.x", "right_ankle.x", "mean(turn, 0.2s)", "hips.z"]
    choices: Dict[str, Any] = {**RELATIVE, **events, "channels": channels}
    made = originals(library, Augmentation(mirror=1.0), **choices)
    twins = WindowDataset(library, 'clip("*~mirrored")', **OPTIONS, **choices)
    plain = originals(library, **choices)
    assert len(made) == len(twins) > 10
    np.testing.assert_allclose(all_of(made), all_of(twins), atol=2e-4)
    assert not np.allclose(all_of(made), all_of(plain), atol=0.1)


def test_mirroring_twice_is_the_identity(library: footwork.Library) -> None:
    made = originals(library, Augmentation(mirror=1.0), **RELATIVE, **EVENTS)
    augmenter = made._augmenter
    assert augmenter is not None
    for index in range(len(made)):
        assert augmenter.mirrored(made[index]).tobytes() == made.view(index).tobytes()


def test_yaw_rotates_only_columns_in_world_space(library: footwork.Library) -> None:
    world = ["hips.x", "hips.y", "hips.z", "mean(hips.z, 0.2s)", "mean(hips.x, 0.2s)"]
    choices = {**RELATIVE, **EVENTS, "channels": [*RELATIVE["channels"], *world]}
    plain, made = originals(library, **choices), originals(library, Augmentation(yaw_rad=3.0), **choices)
    turned = places(plain, "hips.x", "hips.z", "mean(hips.x, 0.2s)", "mean(hips.z, 0.2s)")
    stays = [place for place in range(len(plain.columns)) if place not in turned]
    before, after = all_of(plain), all_of(made)
    np.testing.assert_array_equal(before[..., stays], after[..., stays])
    for x, z in (turned[:2], turned[2:]):
        np.testing.assert_allclose(np.hypot(before[..., x], before[..., z]), np.hypot(after[..., x], after[..., z]), atol=1e-5)
        # All frames of a window turn by the same angle, and different windows by different angles.
        angle = np.angle((before[..., z] + 1j * before[..., x]).conj() * (after[..., z] + 1j * after[..., x]))
        spread = np.abs(np.exp(1j * angle) - np.exp(1j * angle.mean(axis=1, keepdims=True)))
        far = np.hypot(before[..., x], before[..., z]).min(axis=1) > 0.3
        assert far.sum() > 3 and np.median(spread[far]) < 1e-3 and np.ptp(angle[far]) > 0.5


def test_speed_one_changes_nothing_and_other_speeds_resample_the_clip(library: footwork.Library) -> None:
    choices: Dict[str, Any] = {**RELATIVE, **CHANCES}
    plain = originals(library, **choices)
    assert all_of(originals(library, Augmentation(speed=(1, 1)), **choices)).tobytes() == all_of(plain).tobytes()
    near = all_of(originals(library, Augmentation(speed=(1.0 + 1e-9, 1.0 + 1e-9)), **choices))
    np.testing.assert_allclose(near, all_of(plain), atol=1e-4)
    # At speed 2, a window has every second frame of the clip.
    made = originals(library, Augmentation(speed=(2, 2)), **choices)
    faster = places(plain, "velocities", "speed", "turn", "root_motion.velocity_x", "root_motion.velocity_z", "root_motion.turn")
    compared = 0
    for index, (clip, start, _) in enumerate(plain.windows.tolist()):
        first = plain._offsets[clip]
        frames = int(plain._clip_frames[clip])
        middle = start + 5.5 - 11
        if middle < 0 or middle + 22 > frames - 1:
            continue
        rows = plain._rows[first : first + frames]
        at = int(middle + 0.5) + 2 * np.arange(12)
        own = (rows[at - 1] + rows[at]) / 2
        np.testing.assert_allclose(made[index][:, faster], 2 * own[:, faster], atol=1e-3)
        positions = places(plain, "positions", "root_motion.height", "left_ankle.height")
        np.testing.assert_allclose(made[index][:, positions], own[:, positions], atol=1e-5)
        np.testing.assert_array_equal(made[index][:, places(plain, "tags", "contacts")], rows[at][:, places(plain, "tags", "contacts")])
        compared += 1
    assert compared > 3
    six = all_of(made)[..., places(plain, "rotations")].reshape(-1, 2, 3)
    np.testing.assert_allclose(np.linalg.norm(six, axis=-1), 1, atol=1e-5)
    np.testing.assert_allclose((six[:, 0] * six[:, 1]).sum(axis=-1), 0, atol=1e-5)


def test_events_keep_their_number_at_another_speed(library: footwork.Library) -> None:
    slow, plain = (originals(library, how, stride=1, **CHANCES) for how in (Augmentation(speed=(0.5, 0.5)), None))
    ones = all_of(slow)
    assert set(np.unique(ones)) == {0.0, 1.0}
    for index, (clip, start, _) in enumerate(plain.windows.tolist()):
        rows = plain._rows[plain._offsets[clip] :][: int(plain._clip_frames[clip])]
        # The half of the window around its middle.
        assert ones[index].sum() == rows[start + 3 : start + 9].sum(), (index, start)


def test_noise_has_its_deviation_and_padding_stays(library: footwork.Library) -> None:
    choices = {**RELATIVE, "short": "pad", "window": 16}
    plain = originals(library, **choices)
    made = originals(library, Augmentation(noise={"positions": 0.5, "speed": 2.0}), **choices)
    difference = np.concatenate([(made[index] - plain[index])[plain.mask(index)] for index in range(len(plain))])
    noisy = places(plain, "positions")
    others = [place for place in range(len(plain.columns)) if place not in [*noisy, *places(plain, "speed")]]
    assert abs(difference[:, noisy].std() - 0.5) < 0.02 and abs(difference[:, noisy].mean()) < 0.02
    assert abs(difference[:, places(plain, "speed")].std() - 2.0) < 0.4 and not difference[:, others].any()
    every = Augmentation(noise={"positions": 0.5}, speed=(0.7, 1.4), mirror=0.5, yaw_rad=1)
    for scaling in (None, plain.statistics(unscaled=["tags"])):
        padded = plain.scaled(scaling).augmented(every)
        assert (plain.lengths < 16).any() and (padded.lengths == plain.lengths).all()
        assert not any(padded[index][~plain.mask(index)].any() for index in range(len(plain)))


def _read(dataset: WindowDataset, indices: List[Any]) -> List[bytes]:
    return [values.tobytes() for values in dataset.__getitems__(indices)]


@pytest.mark.parametrize("is_store", [False, True])
def test_samples_do_not_depend_on_workers_order_or_restarts(library: footwork.Library, tmp_path: Path, is_store: bool) -> None:
    augmentation = Augmentation(yaw_rad=1, speed=(0.8, 1.2), mirror=0.5, noise={"positions": 0.01}, seed=7)
    choices: Dict[str, Any] = {**RELATIVE, **CHANCES}
    if is_store:
        store = library.to_store(tmp_path / "store", rate=30, query='all - clip("*~mirrored")', **choices)
        dataset = WindowDataset(store, "all", window=12, stride=5, augmentation=augmentation)
        expected = originals(library, augmentation, **choices)
        np.testing.assert_array_equal(all_of(dataset), all_of(expected))
    else:
        dataset = originals(library, augmentation, **choices)
    sampler = footwork.WindowSampler(dataset, seed=3)
    epochs = [list(sampler), list(sampler)]
    samples = [dict(zip(map(int, order), _read(dataset, order))) for order in epochs]
    assert all(samples[0][index] != samples[1][index] for index in samples[0])
    assert samples[1] == {index: dataset.augmented(augmentation, epoch=1)[index].tobytes() for index in samples[1]}
    later = footwork.WindowSampler(dataset, seed=3)
    later.load_state_dict({**later.state_dict(), "epoch": 1, "done": 5})
    assert [dataset[index].tobytes() for index in later] == [samples[1][int(index)] for index in epochs[1][5:]]
    for workers in (1, 3):
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            batches = [epochs[1][at : at + 7] for at in range(0, len(dataset), 7)]
            found = [sample for batch in pool.map(_read, [dataset] * len(batches), batches) for sample in batch]
        assert found == [samples[1][int(index)] for index in epochs[1]]
    for part in dataset.split([1, 1], seed=1):
        of_whole = {tuple(window): index for index, window in enumerate(dataset.windows.tolist())}
        for index, window in enumerate(part.windows.tolist()):
            np.testing.assert_array_equal(part[index], dataset[of_whole[tuple(window)]])
    assert dataset.statistics() == dataset.augmented(None).statistics()
    assert pickle.loads(pickle.dumps(dataset)) == dataset != dataset.augmented(None)
    assert "mirrored 0.5" in dataset.data_card() and "augmentation" not in dataset.augmented(None).data_card()


def test_columns_without_a_meaning_are_named(library: footwork.Library) -> None:
    def check(words: str, augmentation: Augmentation, **choices: Any) -> None:
        with pytest.raises(ValueError, match=words):
            originals(library, augmentation, **choices)

    mirror, speed, yaw = Augmentation(mirror=0.5), Augmentation(speed=(0.9, 1.1)), Augmentation(yaw_rad=1)
    check(r"missing, for Foot.Left.sin \(no Foot.Right.sin\), Foot.Left.cos", mirror, events=["Foot.Left"], encoding=0.3)
    check(r"missing, for Direction.Turn.Left", mirror, tags=["Direction.Turn.Left", "Gait"])
    check(r"missing, for left_ankle.height \(no right_ankle.height\)", mirror, channels=["left_ankle.height"])
    check(r"meaning for lowest\(turn, 0.2s\)", mirror, channels=["lowest(turn, 0.2s)", "speed"])
    check("missing, for left_foot.position_x", mirror, poses=["positions"], joints=["left_foot", "hips"])
    check("signals of events .*: Foot.Left.sin, Foot.Left.cos", speed, events=["Foot.Left"], encoding=0.3)
    check(r"meaning for time, mean\(speed, 0.2s\)$", speed, channels=["time", "mean(speed, 0.2s)", "speed"])
    check(r"missing for hips.x \(no hips.z\)", yaw, channels=["hips.x"])
    check(r"meaning for highest\(hips.x, 0.2s\)", yaw, channels=["highest(hips.x, 0.2s)", "hips.y"])
    check("meaning for Gait", Augmentation(noise={"tags": 0.1}), tags=["Gait"])
    with pytest.raises(KeyError, match="no column `sped`"):
        originals(library, Augmentation(noise={"sped": 0.1}), channels=["speed"])


def test_names_without_sides_need_given_pairs(library: footwork.Library) -> None:
    made = originals(library, Augmentation(mirror=1, pairs={"Gait.Walk": "Gait.Run"}), tags=["Gait.Run", "Gait.Walk"])
    np.testing.assert_array_equal(all_of(made), all_of(made.augmented(None))[..., ::-1])
    clip = library.clip("walk")
    names = [f"Joint{number}" for number in range(len(clip.names))]
    assert len(names) > 8
    groups = {"positions": [f"{name}.position_{axis}" for name in names for axis in "xyz"]}
    with pytest.raises(ValueError, match="needs the sides of joints, which Joint0, Joint1, .* and [0-9]+ more do not state"):
        Augmenter(Augmentation(mirror=1), groups["positions"], groups, None)
    lettered = {"positions": [f"{name}.position_x" for name in ("lfemur", "rfemur", "lowerback", "thigh.L", "thigh.R")]}
    augmenter = Augmenter(Augmentation(mirror=1), lettered["positions"], lettered, None)
    np.testing.assert_array_equal(augmenter.mirrored(np.array([[1, 2, 3, 4, 5]], np.float32)), [[-2, -1, -3, -5, -4]])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"speed": (0.0, 1.0)}, "two factors above 0"),
        ({"speed": (1.2, 1.1)}, "the smaller first"),
        ({"speed": (1.0, float("nan"))}, "two factors"),
        ({"mirror": 1.5}, "a probability from 0 to 1, not 1.5"),
        ({"yaw_rad": -1.0}, "from 0 to pi"),
        ({"noise": {"speed": -1.0}}, "noise of `speed`"),
        ({"pairs": {"A": "B", "C": "B"}}, "several partners for `B`"),
    ],
)
def test_numbers_are_checked(options: Dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Augmentation(**options)
