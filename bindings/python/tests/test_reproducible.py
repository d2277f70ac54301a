"""What a paper needs: frozen splits, the order of windows, and the card of a dataset."""

from __future__ import annotations

import json
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import footwork
from footwork import Split, WindowSampler


@pytest.fixture(scope="module")
def dataset(library: footwork.Library) -> footwork.WindowDataset:
    with warnings.catch_warnings():
        # Both feet strike almost together in some clips.
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        return footwork.WindowDataset(
            library, "Gait", window=8, stride=3, channels=["speed"], events=["Foot"], tags=["Gait.Walk"], encoding=0.3, rate=30
        )


def test_a_frozen_split_comes_back_or_says_what_changed(
    library: footwork.Library, dataset: footwork.WindowDataset, tmp_path: Path
) -> None:
    split = footwork.split_clips(library, [2, 1, 1])
    path = tmp_path / "split.json"
    split.save(path)
    again = Split.load(path, dataset.clip_names)
    assert again == split and again.hash == split.hash and again.twins == split.twins
    parts = dataset.parts(again)
    assert sum(map(len, parts)) == len(dataset) > 0
    for part, names in zip(parts, again):
        assert {part.clip_names[clip] for clip in part.windows[:, 0]} <= set(names)
    with pytest.raises(ValueError, match="walk.txt is in the split, but not among the clips"):
        Split.load(path, [name for name in dataset.clip_names if not name.endswith("/walk.txt")])
    with pytest.raises(ValueError, match="zzz is not in the split"):
        Split.load(path, [*dataset.clip_names, "zzz"])
    with pytest.raises(KeyError, match="no clip `other`"):
        dataset.parts([["other"]])
    name = dataset.clip_names[0]
    with pytest.raises(ValueError, match=f"`{name}` is in two parts"):
        dataset.parts([[name], [name]])
    assert dataset.parts([]) == []
    head = json.loads(path.read_text())
    head["parts"][0].append(head["parts"][1].pop())
    path.write_text(json.dumps(head))
    with pytest.raises(ValueError, match="was changed after it was written"):
        Split.load(path)
    path.write_text(json.dumps({**head, "format": "footwork-split 9"}))
    with pytest.raises(ValueError, match="it is a `footwork-split 9`"):
        Split.load(path)
    for wrong in ("", "[]", "{}"):
        path.write_text(wrong)
        with pytest.raises(ValueError, match="not a split of clips"):
            Split.load(path)


def test_the_stored_split_is_read_and_written(testdata: Path, tmp_path: Path) -> None:
    stored = testdata / "formats" / "split.1.json"
    split = Split.load(stored, ["walk_01.bvh", "größe.bvh", "run_01.bvh", "run_01.bvh~mirrored"])
    assert split.twins == [("run_01.bvh", "run_01.bvh~mirrored", "name")] and split.not_compared == ["größe.bvh"]
    split.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == stored.read_bytes(), "a change of a format needs a version"


def test_every_rank_has_its_windows_and_a_restart_continues() -> None:
    windows = range(103)
    for ranks in (1, 2, 5):
        samplers = [WindowSampler(windows, seed=7, rank=rank, ranks=ranks) for rank in range(ranks)]
        for epoch in range(3):
            seen = [list(sampler) for sampler in samplers]
            assert {len(of_rank) for of_rank in seen} == {103 // ranks}
            together = sorted(sum(seen, []))
            assert len(set(together)) == len(together) == 103 // ranks * ranks
            # All ranks share one order.
            whole = WindowSampler(windows, seed=7)
            whole.set_epoch(epoch)
            order = list(whole)
            assert seen[0] == order[::ranks][: 103 // ranks]
    first, second = list(whole), list(WindowSampler(windows, seed=8))
    assert first != second and sorted(first) == sorted(second)
    steps = WindowSampler(windows, seed=7)
    iterator = iter(steps)
    done = [next(iterator) for _ in range(40)]
    state = json.loads(json.dumps(steps.state_dict()))
    later = WindowSampler(windows, seed=7)
    later.load_state_dict(state)
    assert len(later) == 63
    assert done + list(later) == list(WindowSampler(windows, seed=7)) and later.epoch == 0
    # The same numbers on every machine.
    assert list(WindowSampler(range(12), seed=1)) == [7, 1, 0, 4, 8, 9, 5, 10, 2, 3, 11, 6]
    assert list(WindowSampler(range(5), shuffle=False, rank=1, ranks=2)) == [1, 3]
    with pytest.raises(ValueError, match="one of 7 seed, not of 8"):
        WindowSampler(windows, seed=8).load_state_dict(state)
    with pytest.raises(ValueError, match="from 0 to 1, not 2"):
        WindowSampler(windows, rank=2, ranks=2)


def test_the_epoch_is_that_of_the_training_while_workers_read_ahead() -> None:
    windows = range(20)
    epochs = [list(WindowSampler(windows, seed=5))]
    second = WindowSampler(windows, seed=5)
    second.set_epoch(1)
    epochs.append(list(second))
    sampler = WindowSampler(windows, seed=5)
    # All windows are taken before the training sees the first one.
    taken = list(sampler)
    for seen in (0, 1, 19, 20):
        again = WindowSampler(windows, seed=5)
        again.load_state_dict({**sampler.state_dict(), "done": seen})
        assert len(again) == (20 - seen or 20)
        assert taken[:seen] + list(again) == (epochs[0] if seen < 20 else epochs[0] + epochs[1])
    assert list(sampler) == epochs[1] and sampler.epoch == 1
    for wrong in (-1, 21):
        with pytest.raises(ValueError, match=f"`done` must be from 0 to 20, not {wrong}"):
            sampler.load_state_dict({**sampler.state_dict(), "done": wrong})
    empty = WindowSampler(range(1), ranks=2)
    assert len(empty) == 0 and list(empty) == list(empty) == [] and empty.epoch == 0


def test_the_order_is_random_enough() -> None:
    # Neighbours in the dataset are far apart in the order, and every window comes early in some epoch.
    sampler = WindowSampler(range(1000), seed=3)
    places = []
    for _ in range(40):
        order = np.array(list(sampler))
        places.append(np.argsort(order))
        assert abs(np.corrcoef(order[:-1], order[1:])[0, 1]) < 0.15
    mean = np.mean(places, axis=0)
    assert abs(mean - 499.5).max() < 250 and mean.std() == pytest.approx(1000 / np.sqrt(12 * 40), rel=0.2)


def test_the_card_has_the_facts(dataset: footwork.WindowDataset) -> None:
    card = dataset.data_card()
    assert f"| windows | {len(dataset)} of 8 frames, 3 frames apart |" in card
    assert "| query | `Gait` |" in card and "| frames per second | 30 |" in card
    assert "| events | encoded with a window of 0.3 s, smoothed by 0.0333333 s |" in card and "| scaled | no |" in card
    scaled = dataset.scaled(dataset.statistics(unscaled=["events"])).data_card()
    assert "| scaled | by mean and deviation, but for 2 columns |" in scaled
    rows = {line.split(" | ")[0].strip("| ") for line in card.splitlines()}
    assert {"channels", "events", "tags", "Foot"} <= rows
    assert dataset.parts([[]])[0].data_card().count("0 of 8 frames") == 1
    assert "| frames that fill no window | left out |" in card and "| speed | m/s | | |" in card
    statistics = dataset.statistics(unscaled=["events"])
    place = dataset.columns.index("speed")
    assert f"| speed | m/s | {statistics.mean[place]:.6g} | {statistics.deviation[place]:.6g} |" in scaled
    assert "| Foot.sin | | | |" in scaled.replace("  ", " ")
    covered = {(clip, frame) for clip, start, stop in dataset.windows.tolist() for frame in range(start, stop)}
    assert f"| frames in them | {len(covered)}, each counted once: {len(covered) / 30 / 60:.1f} minutes |" in card


def test_the_card_tells_of_alternatives_probabilities_and_padding(library: footwork.Library) -> None:
    with warnings.catch_warnings():
        # Both feet strike almost together in some clips.
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        made = footwork.WindowDataset(
            library, "Gait.Walk | Gait.Run", window=40, stride=15, short="pad", events=["Foot"], targets="probability", rate=30
        )
    card = made.data_card()
    assert "| query | `Gait.Walk \\| Gait.Run` |" in card
    assert "| events | probabilities: 1 on the frame of the event, 0 elsewhere |" in card
    short = np.count_nonzero(made.lengths < 40)
    assert short > 0 and f"| frames that fill no window | in windows that end with 0: {short} of all |" in card
    for part in made.parts([[made.clip_names[clip]] for clip in np.unique(made.windows[:, 0])]):
        covered = {frame for _, start, stop in part.windows.tolist() for frame in range(start, stop)}
        assert f"| frames in them | {len(covered)}, " in part.data_card()


def test_short_ranges_are_padded(library: footwork.Library, tmp_path: Path) -> None:
    choices = {"channels": ["speed"], "tags": ["Gait.Walk"], "rate": 30}
    dropped = footwork.WindowDataset(library, "Gait", window=40, stride=15, **choices)  # type: ignore[arg-type]
    padded = footwork.WindowDataset(library, "Gait", window=40, stride=15, short="pad", **choices)  # type: ignore[arg-type]
    frames = footwork.frames_table(library, query="Gait", **choices)  # type: ignore[arg-type]
    assert (dropped.lengths == 40).all() and 0 < padded.lengths.min() < 40
    # Every frame of the query is in a window.
    seen = {(clip, frame) for clip, start, stop in padded.windows.tolist() for frame in range(start, stop)}
    assert seen == set(zip(frames["clip"].tolist(), frames["frame"].tolist()))
    whole = {tuple(row) for row in dropped.windows.tolist()}
    assert whole <= {tuple(row) for row in padded.windows.tolist()}
    scaled = padded.scaled(padded.statistics())
    for index in (0, int(np.argmin(padded.lengths)), len(padded) - 1):
        length = padded.lengths[index]
        assert padded.mask(index).tolist() == [frame < length for frame in range(40)]
        assert padded[index].shape == (40, 2) and len(padded.view(index)) == length
        np.testing.assert_array_equal(padded[index][:length], padded.view(index))
        assert not padded[index][length:].any() and not scaled[index][length:].any()
    for one, batched in zip([scaled[index] for index in range(len(scaled))], scaled.__getitems__(range(len(scaled)))):
        np.testing.assert_array_equal(one, batched)
    mean = np.concatenate([scaled.scaled(scaled.scaling)[index][scaled.mask(index)] for index in range(len(scaled))]).mean(axis=0)
    assert abs(mean).max() < 0.3
    store = footwork.WindowDataset(library.to_store(tmp_path / "store", **choices), "Gait", window=40, stride=15, short="pad")  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(store)) == store and store == padded
    sparse = footwork.WindowDataset(library, "Gait", window=5, stride=17, short="pad", **choices)  # type: ignore[arg-type]
    assert sparse.lengths.min() > 0 and (sparse.windows[:, 2] > sparse.windows[:, 1]).all()
    with pytest.raises(ValueError, match='"drop" or "pad", not'):
        footwork.WindowDataset(library, "Gait", window=5, short="keep", rate=30)  # type: ignore[call-overload]
