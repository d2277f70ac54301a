"""A library as a store: the same windows, small pickles, and no outdated content."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import time
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest

import footwork

FEATURES: Dict[str, Any] = {
    "channels": ["speed"],
    "events": ["Foot.Left"],
    "tags": ["Gait.Walk"],
    "poses": ["positions", "root", "contacts"],
    "joints": ["hips", "left_foot"],
}


@pytest.fixture
def folder(samples: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for name in ("walk", "run", "dance"):
        for file in (f"{name}.txt", f"{name}.txt.tags"):
            shutil.copy(samples / "deepmimic" / file, folder / file)
    return folder


@pytest.fixture
def library(folder: Path) -> footwork.Library:
    return footwork.Library.load(folder)


@pytest.mark.parametrize("rate", [30, "own"])
@pytest.mark.parametrize("query", ["Gait", "all", "Gait.Run | none"])
def test_windows_equal_those_of_the_library(library: footwork.Library, tmp_path: Path, rate: Any, query: str) -> None:
    store = library.to_store(tmp_path / "store", rate=rate, **FEATURES)
    options: Any = {"window": 12, "stride": 5}
    expected = footwork.WindowDataset(library, query, rate=rate, encoding=store.encodings[0].window_secs, **options, **FEATURES)
    for opened in (store, footwork.Store.open(tmp_path / "store")):
        found = footwork.WindowDataset(opened, query, **options)
        assert found == expected and len(found) > 0
        np.testing.assert_array_equal(found[1], expected[1])
        np.testing.assert_array_equal(np.stack(found.__getitems__([0, 1, -1])), np.stack(expected.__getitems__([0, 1, -1])))
        assert found.statistics() == expected.statistics()
        assert [len(part) for part in found.split([1, 1], seed=3)] == [len(part) for part in expected.split([1, 1], seed=3)]
    assert (store.clip_names, store.rounds) == ([clip.name for clip in library.clips], footwork.frames_table(library, rate=rate).rounds)
    table = footwork.frames_table(library, rate=rate, encoding=store.encodings[0].window_secs, **FEATURES)
    np.testing.assert_array_equal(store.rows, table.matrix())
    np.testing.assert_array_equal(store.clip("dance.txt"), table.matrix()[table["clip"] == library.clip_number("dance")])


def test_columns_are_chosen(library: footwork.Library, tmp_path: Path) -> None:
    store = library.to_store(tmp_path / "store", rate=30, **FEATURES)
    whole = footwork.WindowDataset(store, "Gait", window=12)
    for columns in (["positions"], ["contacts", "speed"], ["root_motion.turn"], ["Foot.Left.sin", "Foot.Left.cos"], store.columns):
        some = footwork.WindowDataset(store, "Gait", window=12, columns=columns)
        places = [whole.columns.index(name) for name in some.columns]
        np.testing.assert_array_equal(some[2], whole[2][:, places])
        np.testing.assert_array_equal(some.__getitems__([2])[0], whole[2][:, places])
        assert pickle.loads(pickle.dumps(some)) == some
    assert store.units["root_motion.turn"] == "rad/s"
    with pytest.raises(KeyError, match="no column `sped`"):
        footwork.WindowDataset(store, "Gait", window=12, columns=["sped"])
    with pytest.raises(TypeError, match="a store has its columns"):
        footwork.WindowDataset(store, "Gait", window=12, channels=["speed"])
    with pytest.raises(TypeError, match="of a store"):
        footwork.WindowDataset(library, "Gait", window=12, columns=["speed"])
    with pytest.raises(footwork.QueryError):
        store.query("{ speed > 1 }")


def test_pickles_are_small(library: footwork.Library, tmp_path: Path) -> None:
    store = library.to_store(tmp_path / "store", rate=30, **FEATURES)
    dataset = footwork.WindowDataset(store, "Gait", window=12)
    first, second = dataset.split([2, 1], seed=1)
    for made in (dataset, first, second, dataset.scaled(dataset.statistics())):
        data = pickle.dumps(made)
        assert pickle.loads(data) == made and len(data) < 1100
    assert pickle.loads(pickle.dumps(store)) == store
    library.to_store(tmp_path / "store", rate=60, **FEATURES)
    with pytest.raises(footwork.ChangedError, match="written again since it was pickled"):
        pickle.loads(data)


def test_a_store_older_than_its_library_is_an_error(library: footwork.Library, folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"

    def check(name: str, change: Any) -> None:
        footwork.Library.load(folder).to_store(store, channels=["speed"], rate=30)
        footwork.Store.open(store)
        change()
        with pytest.raises(footwork.ChangedError, match=f"older than its library .*{name} changed") as caught:
            footwork.Store.open(store)
        assert caught.value.name == str(folder)
        assert footwork.Store.open(store, check=False).columns == ["speed"]

    sidecar = folder / "walk.txt.tags"
    check("walk.txt.tags", lambda: sidecar.write_text(sidecar.read_text() + "tag New 0 3\n"))
    check("turn.txt", lambda: shutil.copy(folder / "walk.txt", folder / "turn.txt"))
    check("turn.txt", lambda: (folder / "turn.txt").unlink())
    check("footwork.toml", lambda: (folder / "footwork.toml").write_text("[tags.New]\n"))
    text = (folder / "run.txt").read_text()
    check("run.txt", lambda: (folder / "run.txt").write_text(text.replace("0.9", "0.8", 1)))


def test_other_file_times_do_not_count_as_a_change(library: footwork.Library, folder: Path, tmp_path: Path) -> None:
    library.to_store(tmp_path / "store", channels=["speed"], rate=30)
    os.utime(folder / "walk.txt", (1, 1))
    (folder / "notes.md").write_text("of no account")
    footwork.Store.open(tmp_path / "store")
    shutil.move(folder, tmp_path / "elsewhere")
    assert len(footwork.Store.open(tmp_path / "store").clip_names) == 3


def test_a_library_that_changed_makes_no_store(library: footwork.Library, folder: Path, tmp_path: Path) -> None:
    sidecar = folder / "walk.txt.tags"
    sidecar.write_text(sidecar.read_text() + "tag New 0 3\n")
    with pytest.raises(footwork.ChangedError, match="has changed since it was opened"):
        library.to_store(tmp_path / "store", channels=["speed"], rate=30)
    assert os.listdir(tmp_path) == ["library"]


def test_folders_that_are_not_stores_stay(library: footwork.Library, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(FileExistsError, match="is not a store"):
        library.to_store(tmp_path / "mine", channels=["speed"], rate=30)
    with pytest.raises(footwork.ChannelError):
        library.to_store(tmp_path / "store", channels=["sped"], rate=30)
    assert sorted(os.listdir(tmp_path)) == ["library", "mine"]
    with pytest.raises(FileNotFoundError):
        footwork.Store.open(tmp_path / "store")
    store = library.to_store(tmp_path / "store", channels=["speed"], rate=30)
    (store.path / "rows.f32").write_bytes(b"1234")
    with pytest.raises(ValueError, match="does not have"):
        footwork.Store.open(store.path)
    for text in ("{", "[]", json.dumps({"format": "footwork-store 0"})):
        (store.path / "store.json").write_text(text)
        with pytest.raises(ValueError, match="this is not a store"):
            footwork.Store.open(store.path)
    (store.path / "store.json").write_text(json.dumps({"format": "footwork-store 4", "columns": 1}))
    with pytest.raises(ValueError, match="of version 4, and this Footwork reads 3: open it with a newer one, or write it again"):
        footwork.Store.open(store.path)


def test_an_empty_store(library: footwork.Library, tmp_path: Path) -> None:
    store = library.to_store(tmp_path / "store", channels=["speed"], query="none")
    assert len(footwork.WindowDataset(store, "all", window=5)) == 0 and store.rows.shape == (0, 1)


@pytest.mark.skipif(not os.environ.get("FOOTWORK_SOAK"), reason="in the soak")
def test_ten_thousand_clips(samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prints figures of a large store. Asserts only that its results are right."""
    folder = tmp_path / "library"
    folder.mkdir()
    for number in range(10_000):
        name = f"{number:05}.txt"
        os.link(samples / "deepmimic" / "walk.txt", folder / name) if number else shutil.copy(
            samples / "deepmimic" / "walk.txt", folder / name
        )
        (folder / f"{name}.tags").write_text(f"footwork-tags 1\nclip {name}\nframes 39\nrate 30\ntag Gait.Walk 0 39\n")
    begun = time.perf_counter()
    library = footwork.Library._opened(folder)
    loaded = time.perf_counter()
    store = library.to_store(tmp_path / "store", poses=["rotations", "positions", "velocities", "root", "contacts"])
    written = time.perf_counter()
    dataset = footwork.WindowDataset(footwork.Store.open(store.path), "Gait.Walk", window=20, stride=2)
    opened = time.perf_counter()
    data = pickle.dumps(dataset)
    again = pickle.loads(data)
    unpickled = time.perf_counter()
    assert len(dataset) == len(again) == 10 * 10_000
    plain = np.memmap(store.path / "rows.f32", np.float32, "r", shape=store.rows.shape)
    order = np.random.default_rng(2).permutation(len(dataset)).tolist()
    firsts = dataset._firsts.tolist()

    def secs(read: Any) -> float:
        start = time.perf_counter()
        for index in order:
            read(index)
        return time.perf_counter() - start

    def batched() -> float:
        start = time.perf_counter()
        for at in range(0, len(order), 64):
            dataset.__getitems__(order[at : at + 64])
        return time.perf_counter() - start

    own, of_plain, of_batches = [], [], []
    for _ in range(3):
        of_plain.append(secs(lambda index: np.array(plain[firsts[index] : firsts[index] + 20])))
        own.append(secs(dataset.__getitem__))
        of_batches.append(batched())
    with capsys.disabled():
        print(
            f" {store.rows.nbytes >> 20} MiB; load {loaded - begun:.1f} s, write {written - loaded:.1f} s, open {opened - written:.2f} s,"
            f" pickle {len(data)} bytes, unpickle {unpickled - opened:.2f} s; windows at {min(of_plain) / min(own):.0%} of a"
            f" memmap, in batches at {min(of_plain) / min(of_batches):.0%};",
            end="",
        )
