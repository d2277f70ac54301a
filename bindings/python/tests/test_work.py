"""Checks, detected events, rules and cuts, compared with the commands, and the text of sidecars."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import footwork

COMMAND = os.environ.get("FOOTWORK_COMMAND")
needs_command = pytest.mark.skipif(COMMAND is None, reason="FOOTWORK_COMMAND does not say where the command is")


def said(*args: object) -> Any:
    """Returns the output of the command."""
    assert COMMAND is not None
    ran = subprocess.run([COMMAND, *map(str, args), "--format", "json"], capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    return json.loads(ran.stdout)


@pytest.fixture
def folder(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "library"
    shutil.copytree(samples, folder, ignore=shutil.ignore_patterns("football"))
    return folder


def test_a_check_reports_each_mistake_with_its_clip(folder: Path) -> None:
    assert footwork.check(footwork.Library.load(folder)) == []
    sidecar = folder / "deepmimic" / "walk.txt.tags"
    sidecar.write_text(sidecar.read_text() + "tag Gait.Run 3 9\ntag Unheard 1 5\n")
    found = footwork.check(footwork.Library.load(folder))
    assert {finding.code for finding in found} == {"exclusive-overlap", "not-in-vocabulary"}
    assert all(finding.clip == "deepmimic/walk.txt" and finding.severity == "error" for finding in found)
    assert (3, 9) in [finding.frames for finding in found] and "Unheard" in [finding.tag for finding in found]


def test_strikes_are_those_of_the_command(library: footwork.Library, samples: Path) -> None:
    found = footwork.detect_strikes(library, "Auto")
    assert set(found) == {"Auto.Left", "Auto.Right"}
    one = footwork.detect_strikes(library, "Auto", clips=["walk"])
    name = "deepmimic/walk.txt"
    np.testing.assert_array_equal(one["Auto.Left"][name], found["Auto.Left"][name])
    assert set(one["Auto.Left"]) == {name}
    truth = library.event_track("Foot.Left", "walk").times
    assert footwork.score(truth, one["Auto.Left"][name], 0.1).f1 > 0.5
    with pytest.raises(ValueError):
        footwork.detect_strikes(library, min_secs=-1.0)
    if COMMAND is not None:
        answer = said("events", "detect", samples, "--prefix", "Auto")
        times = {(of["clip"], event["event"]): [] for of in answer["clips"] for event in of["events"]}
        for of in answer["clips"]:
            for event in of["events"]:
                times[of["clip"], event["event"]].append(event["secs"])
        assert {(clip, event) for event, of in found.items() for clip in of} == set(times)
        for (clip, event), secs in times.items():
            np.testing.assert_allclose(found[event][clip], secs, atol=1e-9)


def test_events_are_made_at_the_ends_of_ranges(library: footwork.Library) -> None:
    found = footwork.detect_ends(library, "Gait.Walk", "Start")
    assert set(found) == {"Start"} and found["Start"]["deepmimic/walk.txt"].tolist() == [0.0]
    stops = footwork.detect_ends(library, "Phase.Land", "Stop", at="stops")["Stop"]
    for clip, secs in stops.items():
        rate = library.clips[library.clip_number(clip)].rate
        ends = library.query("Phase.Land").ranges(clip)[:, 1]
        np.testing.assert_allclose(secs * rate, ends[ends < library.clips[library.clip_number(clip)].frames])
    with pytest.raises(footwork.QueryError):
        footwork.detect_ends(library, "Gait &", "Start")


def test_detected_events_are_written(folder: Path) -> None:
    library = footwork.Library.load(folder)
    found = footwork.detect_strikes(library, "Hand", clips=["walk"])
    written = footwork.write_labels(library, found, origin="detect")
    again = footwork.Library.load(folder)
    secs = np.concatenate([found[event]["deepmimic/walk.txt"] for event in sorted(found)])
    assert written.added == len(secs) > 0
    tracks = [again.event_track(event, "walk").times for event in sorted(found)]
    np.testing.assert_allclose(np.concatenate(tracks), secs, atol=1e-3)


def test_rules_are_proposed_and_applied(folder: Path) -> None:
    settings = folder / "footwork.toml"
    text = settings.read_text()
    settings.write_text(text[: text.index("[rules]")] + '[rules]\n"Auto.Run" = "{ speed > 2 }"\n')
    library = footwork.Library.load(folder)
    proposals = footwork.propose_rules(library)
    run = next(proposal for proposal in proposals if proposal.clip == "deepmimic/run.txt")
    assert run.tag == "Auto.Run" and len(run.after) and not len(run.before)
    np.testing.assert_array_equal(run.after, library.query("{ speed > 2 }").ranges("deepmimic/run.txt"))
    assert "Auto.Run" not in (folder / "deepmimic" / "run.txt.tags").read_text()
    made = footwork.follow_rules(library)
    assert [proposal.clip for proposal in made] == [proposal.clip for proposal in proposals]
    again = footwork.Library.load(folder)
    assert footwork.propose_rules(again) == []
    np.testing.assert_array_equal(again.tag_ranges("Auto.Run", "deepmimic/run.txt"), run.after)
    with pytest.raises(footwork.ChangedError):
        footwork.follow_rules(library)
    settings.write_text(text[: text.index("[rules]")] + '[rules]\n"Auto.Run" = "{ speeed > 2 }"\n')
    with pytest.raises(ValueError, match="Auto.Run"):
        footwork.propose_rules(footwork.Library.load(folder))


def test_a_cut_writes_a_clip_for_each_range(library: footwork.Library, tmp_path: Path) -> None:
    planned = footwork.cut(library, "Gait.Walk", tmp_path / "walks", dry_run=True)
    assert not (tmp_path / "walks").exists() and planned
    pieces = footwork.cut(library, "Gait.Walk", tmp_path / "walks")
    assert pieces == planned and [(piece.clip, piece.start, piece.stop) for piece in pieces] == list(library.query("Gait.Walk"))
    again = footwork.Library.load(tmp_path / "walks")
    assert sorted(clip.name for clip in again.clips) == sorted(piece.file for piece in pieces)
    for piece in pieces:
        clip = again.clip(piece.file)
        assert len(clip) == piece.stop - piece.start
        np.testing.assert_allclose(clip.positions(), library.clip(piece.clip).positions()[piece.start : piece.stop], atol=1e-3)
    with pytest.raises(ValueError, match="already exists"):
        footwork.cut(library, "Gait.Walk", tmp_path / "walks")
    with pytest.raises(ValueError, match="template"):
        footwork.cut(library, "Gait.Walk", tmp_path / "other", name="{clop}")
    onto = footwork.cut(library, 'Gait.Walk & clip("*walk*")', tmp_path / "onto", onto=library.clip(0), format="glb")
    assert footwork.load_clip(tmp_path / "onto" / onto[0].file).names == library.clip(0).names
    [fbx] = footwork.cut(library, 'clip("cmu/playground_forward_jump_01.bvh")', tmp_path / "fbx", format="fbx")
    assert len(footwork.load_clip(tmp_path / "fbx" / fbx.file)) == fbx.stop - fbx.start


def test_the_text_of_a_sidecar_is_read(samples: Path, library: footwork.Library) -> None:
    text = (samples / "deepmimic" / "walk.txt.tags").read_text()
    read = footwork.read_sidecar(text)
    assert read.clip == "walk.txt" and read.frames == len(library.clip("walk")) and isinstance(read.rate, Fraction)
    assert sorted(read.tags) == sorted(library.spans("walk")) and read.findings == []
    left = sorted(frame for event, frame in read.events if event == "Foot.Left")
    assert left == library.event_frames("Foot.Left", "walk").tolist()
    assert footwork.read_sidecar(text.encode() + b"tag Broken 3\n").findings
    with pytest.raises(ValueError):
        footwork.read_sidecar("<<<<<<< ours\n")
