"""A program writes labels as one edit, which is marked with its origin and leaves out existing labels."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import footwork
import typed_usage


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


def test_labels_are_edited_as_a_person_does(folder: Path) -> None:
    sidecar = folder / "walk.txt.tags"
    sidecar.write_text(
        'footwork-tags 1\nclip walk.txt\nframes 39\nrate 30\nhash xxh3:52bbfdecf622ddcf\nstate done by "Ann" on 2026-11-26\n'
        'note "left as it is"\nlater 3 of another version\ntag Gait.Walk 0 20\ntag Gait.Walk 20 39 rule\n'
        'event Foot.Left 19.25 data {"surface":"grass"}\nevent Foot.Right 38\n'
    )
    with pytest.warns(footwork.FootworkWarning, match="keeps it unchanged"):
        library = footwork.Library.load(folder)
    footwork.edit_labels(
        library,
        "walk",
        remove_spans=[("Gait.Walk", 20, 39)],
        add_spans=[("Gait.Run", np.int64(25), 39), ("Gait.Run", 30, 35)],
        remove_events=[("Foot.Right", 38)],
        move_events=[("Foot.Left", 19.25, 18)],
        add_events=[("Clap", 2.5)],
        label="by hand",
    )
    assert sidecar.read_text() == (
        'footwork-tags 1\nclip walk.txt\nframes 39\nrate 30\nhash xxh3:52bbfdecf622ddcf\nstate done by "Ann" on 2026-11-26\n'
        'note "left as it is"\nlater 3 of another version\ntag Gait.Run 25 39\ntag Gait.Run 30 35\ntag Gait.Walk 0 20\n'
        'not Gait.Walk 20 39\nevent Clap 2.5\nevent Foot.Left 18 data {"surface":"grass"}\n'
    )


def test_an_edit_of_missing_labels_is_refused(folder: Path) -> None:
    library = footwork.Library.load(folder)
    before = (folder / "walk.txt.tags").read_bytes()
    for wrong in [
        {"remove_spans": [("Gait.Walk", 0, 38)], "add_events": [("Clap", 1)]},
        {"remove_events": [("Foot.Left", 3)], "add_events": [("Clap", 1)]},
        {"move_events": [("Foot.Left", 3, 4)], "add_events": [("Clap", 1)]},
        {"add_spans": [("Gait.Walk", 0, 40)]},
        {"add_spans": [("Gait.Walk", 3, 3)]},
        {"add_events": [("Clap", 39)]},
    ]:
        with pytest.raises(ValueError):
            footwork.edit_labels(library, "walk", label="by hand", **wrong)
    with pytest.raises(KeyError):
        footwork.edit_labels(library, "wlak", label="by hand")
    with pytest.raises(ValueError, match="label"):
        footwork.edit_labels(library, "walk", label="")
    assert (folder / "walk.txt.tags").read_bytes() == before
    assert footwork.edit_labels(library, "walk", label="nothing") == []
    assert typed_usage.edited(library) == ["walk.txt.tags"]
    assert footwork.Library.load(folder).spans("walk") == [("Gait.Walk", 0, 39)]
    with pytest.raises(footwork.ChangedError):
        footwork.edit_labels(library, "walk", label="too late")


def test_scores_of_all_clips() -> None:
    first, second = np.array([0.5, 1.0]), [0.5]
    score = footwork.score_all([(first, second), (second, [])], 0.05)
    assert (score.matched, score.missed, score.extra) == (1, 2, 0)
    assert footwork.score_all([], 0.05).matched == 0
    with pytest.raises(ValueError):
        footwork.score_all([([1.0, 0.5], [])], 0.05)
