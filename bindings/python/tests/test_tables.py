"""Frames as columns, and windows of them for training."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import footwork

FEATURES = {"channels": ["speed", "height"], "events": ["Foot.Left", "Foot.Right"], "tags": ["Gait", "Gait.Walk"], "rate": "own"}


def test_a_table_has_the_requested_columns_for_every_frame(library: footwork.Library) -> None:
    table = footwork.frames_table(library, **FEATURES)
    frames = sum(clip.frames for clip in library.clips)
    assert list(table) == [
        *("clip", "frame", "speed", "height"),
        *("Foot.Left.sin", "Foot.Left.cos", "Foot.Right.sin", "Foot.Right.cos"),
        *("Gait", "Gait.Walk"),
    ]
    assert table.row_count == frames and {len(column) for column in table.values()} == {frames}
    assert [table[name].dtype for name in ("clip", "frame", "speed", "Foot.Left.sin", "Gait")] == [
        np.int32,
        np.int32,
        np.float32,
        np.float32,
        np.bool_,
    ]
    for number in (0, 21):
        rows = table["clip"] == number
        clip = library.clip(number)
        np.testing.assert_array_equal(table["frame"][rows], np.arange(len(clip)))
        np.testing.assert_array_equal(table["speed"][rows], clip.channel("speed"))
        np.testing.assert_array_equal(table["Gait"][rows], library.query("Gait").mask(number))
        track = library.event_track("Foot.Left", number)
        signal = table.encodings[number].encode(track, clip.exact_rate, len(clip))
        np.testing.assert_array_equal(table["Foot.Left.cos"][rows], signal[:, 1])
    assert table.matrix().shape == (frames, 8) and table.matrix().dtype == np.float32


def test_a_table_of_a_query_has_only_its_frames(library: footwork.Library) -> None:
    found = library.query("Gait.Walk")
    table = footwork.frames_table(library, ["time"], tags=["Gait.Walk"], query="Gait.Walk", rate="own")
    assert table.row_count == found.frame_count and table["Gait.Walk"].all() and table.encodings == [] and table.event_window_secs is None
    empty = footwork.frames_table(library, ["time"], ["Foot.Left"], ["Gait"], query="none", rate="own")
    assert empty.row_count == 0 and empty["Gait"].dtype == np.bool_ and empty.matrix().shape == (0, 4)


def test_a_missing_joint_raises_or_gives_nan(library: footwork.Library) -> None:
    with pytest.raises(footwork.ChannelError, match="^cmu/.*left_ankle"):
        footwork.frames_table(library, ["left_ankle.height"], rate="own")
    table = footwork.frames_table(library, ["left_ankle.height"], missing="nan", rate="own")
    from_cmu = np.array([name.startswith("cmu/") for name in table.clip_names])[table["clip"]]
    np.testing.assert_array_equal(np.isnan(table["left_ankle.height"]), from_cmu)


def test_unknown_and_repeated_names_raise(library: footwork.Library) -> None:
    with pytest.raises(footwork.ChannelError, match="did you mean `speed`"):
        footwork.frames_table(library, ["sped"], rate="own")
    with pytest.raises(KeyError, match="Foot.Letf"):
        footwork.frames_table(library, events=["Foot.Letf"], rate="own")
    with pytest.raises(footwork.QueryError, match="Gait.Wlak"):
        footwork.frames_table(library, tags=["Gait.Wlak"], rate="own")
    with pytest.raises(TypeError, match="not one text"):
        footwork.frames_table(library, "speed", rate="own")
    with pytest.raises(ValueError, match="names of their own"):
        footwork.frames_table(library, ["speed", "speed"], rate="own")
    with pytest.raises(ValueError, match="missing"):
        footwork.frames_table(library, missing="zero", rate="own")  # type: ignore[arg-type]


def test_arrow_and_parquet_have_the_columns_of_the_table(library: footwork.Library, tmp_path: Path) -> None:
    table = footwork.frames_table(library, **FEATURES, query="Gait.Walk")
    arrow = table.to_arrow()
    assert arrow.num_rows == table.row_count and arrow.schema.field("Gait").type == pyarrow.bool_()
    path = tmp_path / "frames.parquet"
    table.write_parquet(path)
    read = pyarrow.parquet.read_table(path)
    np.testing.assert_array_equal(read["Foot.Left.sin"].to_numpy(), table["Foot.Left.sin"])
    names = [table.clip_names[clip] for clip in table["clip"]]
    assert read["clip"].to_pylist() == names


def test_errors_name_the_missing_optional_package(library: footwork.Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    table = footwork.frames_table(library, ["time"], query="Gait.Run", progress=False, rate="own")
    with pytest.raises(ImportError, match=r"footwork\[arrow\]"):
        table.to_arrow()
    with pytest.raises(ImportError, match=r"footwork\[progress\]"):
        footwork.frames_table(library, ["time"], progress=True, rate="own")
    assert footwork.frames_table(library, ["time"], query="Gait.Run", rate="own").row_count == table.row_count


def test_a_bar_shows_progress_only_if_requested(library: footwork.Library, capsys: pytest.CaptureFixture[str]) -> None:
    footwork.frames_table(library, ["time"], progress=True, rate="own")
    assert "22/22" in capsys.readouterr().err
    footwork.frames_table(library, ["time"], rate="own")
    assert capsys.readouterr().err == ""


def test_windows_have_the_rows_of_the_table(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(library, "Gait.Walk", window=20, stride=5, **FEATURES)
    table = footwork.frames_table(library, **FEATURES, encoding=dataset.event_window_secs)
    expected = [
        (int(clip), start, start + 20)
        for clip, first, last in zip(*(getattr(library.query("Gait.Walk"), a) for a in ("clip", "start", "stop")))
        for start in range(first, last - 19, 5)
    ]
    assert len(dataset) == len(expected) > 50
    assert dataset.windows.tolist() == [list(window) for window in expected]
    assert dataset.columns == list(table)[2:]
    matrix = table.matrix()
    for window, (clip, start, stop) in zip(dataset, expected, strict=True):
        assert window.shape == (20, 8) and window.dtype == np.float32
        rows = np.flatnonzero(table["clip"] == clip)[start:stop]
        np.testing.assert_array_equal(window, matrix[rows])


def test_a_window_is_a_copy_and_a_view_is_not(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(library, "Gait.Walk", window=20, channels=["speed"], rate="own")
    own, kept = dataset[0], dataset[0]
    own[:] = 7.0
    np.testing.assert_array_equal(dataset[0], kept)
    assert np.shares_memory(dataset.view(0), dataset.view(1)) and not dataset.view(0).flags.writeable
    np.testing.assert_array_equal(dataset[-1], dataset[len(dataset) - 1])
    np.testing.assert_array_equal(dataset[np.int64(3)], dataset.view(3))
    for index in (len(dataset), -len(dataset) - 1):
        with pytest.raises(IndexError):
            dataset[index]
    with pytest.raises(TypeError):
        dataset["speed"]  # type: ignore[index]


def test_windows_are_stacked_and_datasets_are_pickled(library: footwork.Library) -> None:
    dataset = footwork.WindowDataset(library, "Gait", window=16, stride=16, **FEATURES)
    batch = np.stack([dataset[index] for index in range(8)])
    assert batch.shape == (8, 16, 8) and batch.dtype == np.float32
    copy = pickle.loads(pickle.dumps(dataset))
    assert copy.columns == dataset.columns and copy.encodings == dataset.encodings
    np.testing.assert_array_equal(copy[5], dataset[5])


def test_a_dataset_may_be_empty_and_wrong_arguments_raise(library: footwork.Library) -> None:
    assert len(footwork.WindowDataset(library, "none", window=5, channels=["speed"], rate="own")) == 0
    assert list(footwork.WindowDataset(library, "Gait", window=10_000, channels=["speed"], rate="own")) == []
    for wrong in ({"window": 0}, {"window": 5, "stride": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            footwork.WindowDataset(library, "Gait", **wrong)
    with pytest.raises(footwork.QueryError):
        footwork.WindowDataset(library, "Gati", window=5, rate="own")
    with pytest.raises(TypeError, match="`library` must be a Library, whose clips can be read, not a Database"):
        footwork.WindowDataset(library.to_database(), "Gait", window=5, rate="own")  # type: ignore[arg-type]
