"""Labels written back: one edit, marked with who made it, and nothing that is there already."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import footwork


@pytest.fixture
def folder(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "library"
    folder.mkdir()
    for name in ("walk", "run"):
        for file in (f"{name}.txt", f"{name}.txt.tags"):
            shutil.copy(samples / "deepmimic" / file, folder / file)
    return folder


def test_predictions_are_written(folder: Path) -> None:
    library = footwork.Library.load(folder)
    events = {"Foot.Left": {"walk": library.event_track("Foot.Left", "walk")}, "Clap": {"walk": [0.5, 0.9], "run": np.array([0.25])}}
    written = footwork.write_labels(library, events, {"Pred.Fast": {"run": [(2, 9)]}}, origin="model 3")
    strikes = len(library.event_track("Foot.Left", "walk"))
    assert written == (["run.txt.tags", "walk.txt.tags"], 3, strikes)
    text = (folder / "walk.txt.tags").read_text()
    assert 'event Clap 15 data {"origin":"model 3"}' in text.replace(": ", ":"), text
    again = footwork.Library.load(folder)
    assert again != library and again.event_frames("Clap", "walk").tolist() == [15.0, 27.0]
    assert again.tag_ranges("Pred.Fast", "run").tolist() == [[2, 9]]
    assert again.event_frames("Foot.Left", "walk").tolist() == library.event_frames("Foot.Left", "walk").tolist()
    assert footwork.write_labels(again, events, origin="model 3") == ([], 0, 3 + strikes)


def test_nothing_is_written_if_something_is_wrong(folder: Path) -> None:
    library = footwork.Library.load(folder)
    before = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    with pytest.raises(KeyError, match="wlak"):
        footwork.write_labels(library, {"Clap": {"wlak": [0.1]}}, origin="me")
    for events, tags in [
        ({"Clap": {"walk": [0.1, 99.0]}}, {}),
        ({"Clap": {"walk": [float("nan")]}}, {}),
        ({"not a name!": {"walk": [0.1]}}, {}),
        ({}, {"A": {"walk": [(3, 3)]}}),
        ({}, {"A": {"walk": [(3, 400)]}}),
    ]:
        with pytest.raises(ValueError):
            footwork.write_labels(library, {"Clap": {"run": [0.2]}, **events}, tags, origin="me")
    with pytest.raises(ValueError, match="origin"):
        footwork.write_labels(library, origin="")
    assert {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()} == before
    (folder / "run.txt.tags").write_bytes(before["run.txt.tags"] + b"tag New 0 3\n")
    with pytest.raises(footwork.ChangedError, match="has changed since it was opened"):
        footwork.write_labels(library, {"Clap": {"run": [0.2]}}, origin="me")


def test_scores_of_all_clips() -> None:
    first, second = np.array([0.5, 1.0]), [0.5]
    score = footwork.score_all([(first, second), (second, [])], 0.05)
    assert (score.matched, score.missed, score.extra) == (1, 2, 0)
    assert footwork.score_all([], 0.05).matched == 0
    with pytest.raises(ValueError):
        footwork.score_all([([1.0, 0.5], [])], 0.05)
