"""The window of events depends only on the training clips."""

from __future__ import annotations

import os
import pickle
import warnings
from pathlib import Path
from typing import Any, List, Tuple

import numpy as np
import pytest

import footwork

# The clips have events close together.
pytestmark = pytest.mark.filterwarnings("ignore::footwork.FootworkWarning")

CASES = 100_000 if os.environ.get("FOOTWORK_SOAK") else 1_000
Opened = Tuple[footwork.Library, footwork.WindowDataset, footwork.WindowDataset]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A library whose clips have different gaps between events, and datasets of it and of its store."""
    folder = tmp_path_factory.mktemp("events")
    rng = np.random.default_rng(4)
    (folder / "footwork.toml").write_text('length_unit = "m"\n')
    for number in range(12):
        frames, rate = 150 + number, (30, 60)[number % 2]
        motion = "\n".join("0 1 0 0 0 0" for _ in range(frames))
        (folder / f"{number:02}.bvh").write_text(
            "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
            f"  End Site\n  {{\n    OFFSET 0 0.9 0\n  }}\n}}\nMOTION\nFrames: {frames}\nFrame Time: {1 / rate:.8f}\n{motion}\n"
        )
        events = np.arange(5, frames, int(rng.integers(10, 60)))
        lines = [f"footwork-tags 1\nclip {number:02}.bvh\nframes {frames}\nrate {rate}"]
        lines += [f"event {name} {frame}" for name in ("A", "B") for frame in events + (name == "B")]
        (folder / f"{number:02}.bvh.tags").write_text("\n".join(lines) + "\n")
    with warnings.catch_warnings():
        # The marks of a module do not apply to its fixtures.
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        library = footwork.Library.load(folder)
        dataset = footwork.WindowDataset(library, "all", window=9, stride=40, events=["A", "B"], channels=["speed"], rate=30)
        store = library.to_store(folder / "store", events=["A", "B"], channels=["speed"], rate=30)
        of_store = footwork.WindowDataset(store, "all", window=9, stride=40, columns=["B", "speed", "A.cos"])
    return library, dataset, of_store


def fitted(library: footwork.Library, clips: List[int]) -> float:
    tracks = [library.event_track(event, clip) for clip in clips for event in ("A", "B")]
    return footwork.Encoding.from_gaps(tracks, 30).window_secs


def test_a_split_fits_the_window_to_its_first_part(opened: Opened) -> None:
    library, dataset, of_store = opened
    rng = np.random.default_rng(1)
    windows = set()
    for case in range(CASES):
        seed, shares = int(rng.integers(1 << 30)), (rng.random(int(rng.integers(1, 4))) + 0.2).tolist()
        parts, others = dataset.split(shares, seed=seed), of_store.split(shares, seed=seed)
        training = np.unique(parts[0].windows[:, 0]).tolist()
        window = fitted(library, training) if training else dataset.event_window_secs
        assert window is not None
        windows.add(window)
        for part, other in zip(parts, others, strict=True):
            assert part.event_window_secs == other.event_window_secs == window, f"case {case}"
            np.testing.assert_array_equal(part.windows, other.windows)
            if len(part) == 0:
                continue
            index = int(rng.integers(len(part)))
            clip, start, stop = part.windows[index].tolist()
            encoding = footwork.Encoding(window, min(1 / 30, 0.25 * window))
            tracks = [library.event_track(event, clip) for event in ("A", "B")]
            frames = round((library.clips[clip].frames - 1) * 30 / library.clips[clip].rate) + 1
            expected = encoding.encode(tracks, 30, frames)[start:stop]
            names = ["A.sin", "A.cos", "B.sin", "B.cos"]
            np.testing.assert_array_equal(part[index][:, [part.columns.index(name) for name in names]], expected)
            np.testing.assert_array_equal(other[index][:, [0, 1, 3]], expected[:, [2, 3, 1]])
            np.testing.assert_array_equal(part.__getitems__([index])[0], part.view(index))
    assert len(windows) > 10, "different training clips must give different windows"


def test_a_given_window_stays(opened: Opened, tmp_path: Path) -> None:
    library, dataset, of_store = opened
    options: Any = {"window": 9, "events": ["A"], "rate": 30}
    training = [clip.name for clip in library.clips[:3]]
    given = footwork.WindowDataset(library, "all", encoding=0.2, **options)
    of_training = footwork.WindowDataset(library, "all", training=training, **options)
    assert of_training.event_window_secs == footwork.frames_table(
        library, events=["A"], training=training, rate=30
    ).event_window_secs == footwork.Encoding.from_gaps([library.event_track("A", clip) for clip in range(3)], 30).window_secs
    for whole in (given, of_training):
        assert {part.event_window_secs for part in whole.split([1, 1])} == {whole.event_window_secs}
    train, rest = dataset.split([1, 1], seed=2)
    assert {part.event_window_secs for part in rest.split([1, 1])} == {train.event_window_secs}, "a part keeps its window"
    with pytest.raises(TypeError, match="`training` must be a sequence"):
        footwork.WindowDataset(library, "all", training="00.bvh", **options)
    with pytest.raises(KeyError):
        footwork.WindowDataset(library, "all", training=["walk.bvh"], **options)


def test_a_frozen_split_fits_the_window_to_its_first_part(opened: Opened) -> None:
    library, dataset, of_store = opened
    windows = set()
    for seed in range(20):
        frozen = footwork.split_clips(dataset.clip_names, [1, 1], seed=seed)
        window = fitted(library, [dataset.clip_names.index(name) for name in frozen[0]])
        windows.add(window)
        for whole in (dataset, of_store):
            parts = whole.parts(frozen)
            assert [part.event_window_secs for part in parts] == [window, window]
            assert sum(map(len, parts)) == len(whole)
            assert pickle.loads(pickle.dumps(parts[1])) == parts[1]
            # Without training clips, the window stays.
            assert [part.event_window_secs for part in whole.parts([[], frozen[0]])] == [whole.event_window_secs] * 2
    assert len(windows) > 1, "different training clips must give different windows"


def test_parts_are_pickled_with_their_window(opened: Opened) -> None:
    _, dataset, of_store = opened
    for whole in (dataset, of_store):
        for part in whole.split([1, 2], seed=3):
            again = pickle.loads(pickle.dumps(part))
            assert again == part and again.event_window_secs == part.event_window_secs
            scaled = again.scaled(again.statistics(unscaled=["A.cos"]))
            assert scaled == part.scaled(part.statistics(unscaled=["A.cos"]))
