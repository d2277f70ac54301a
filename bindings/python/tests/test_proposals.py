"""Proposals, compared with the command, and accepting them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import footwork
from test_work import COMMAND, said


@pytest.fixture
def folder(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "library"
    shutil.copytree(samples / "football", folder)
    for name in ("walk_02", "run_02"):
        (folder / f"{name}.glb.tags").unlink()
    return folder


def test_learned_proposals_equal_those_of_the_command_and_are_accepted(folder: Path) -> None:
    library = footwork.Library.load(folder)
    found = footwork.propose(library, ["Gait", "Roll"])
    walk, run = (library.clip_number(name) for name in ("walk_02", "run_02"))
    assert set(found["clip"].tolist()) <= {walk, run}
    tags = [found._names["name"][name] for name in found["name"]]
    frames = {walk: {}, run: {}}  # type: ignore[var-annotated]
    for clip, tag, start, stop in zip(found["clip"], tags, found["start"], found["stop"]):
        frames[int(clip)][tag] = frames[int(clip)].get(tag, 0) + stop - start
    assert max(frames[walk], key=frames[walk].__getitem__) == "Gait.Walk"
    assert ((found["score"] >= 0) & (found["score"] <= 1)).all()
    assert {name for name, _ in found.order} == {"walk_02.glb", "run_02.glb"}
    measured = {quality.tag: quality for quality in found.quality}
    assert measured["Gait.Walk"].frame_recall is not None and measured["Gait.Walk"].frame_recall > 0.5
    if COMMAND is not None:
        answer = said("propose", folder, "Gait", "Roll")
        spans = [row["span"] for row in answer["proposals"]]
        assert spans == [[int(a), int(b)] for a, b in zip(found["start"], found["stop"])]
    files = footwork.accept(library, found.rows(found["clip"] == walk))
    assert files == ["walk_02.glb.tags"]
    text = (folder / "walk_02.glb.tags").read_text()
    assert "tag Gait.Walk" in text and "state in-progress" in text
    with pytest.raises(footwork.ChangedError):
        footwork.accept(library, found)


def test_sidecars_keep_the_source_and_the_score_if_the_settings_say_so(folder: Path) -> None:
    settings = folder / "footwork.toml"
    settings.write_text(settings.read_text() + "\n[studio]\nprovenance = true\n")
    library = footwork.Library.load(folder)
    found = footwork.propose(library, "Gait")
    (first,) = np.flatnonzero(found["clip"] == library.clip_number("walk_02"))[:1]
    one = found.rows(np.arange(len(found["clip"])) == first)
    name = one._names["name"][one["name"][0]]
    place = f"{name} {one['start'][0]:.0f} {one['stop'][0]:.0f}"
    footwork.accept(library, one)
    lines = (folder / "walk_02.glb.tags").read_text().splitlines()
    assert f"tag {place}" in lines
    (by,) = [line for line in lines if line.startswith("by ")]
    assert by == f"by learned {one['score'][0]:.2f} {place}"


def test_other_sources(folder: Path) -> None:
    library = footwork.Library.load(folder)
    with pytest.raises(ValueError, match="did you mean Gait"):
        footwork.propose(library, "Gat")
    strikes = footwork.propose(library, "Foot", source="contacts")
    assert strikes["is_event"].all() and len(strikes["clip"]) > 2
    like = footwork.propose(library, "Kick.Again", source="similar", like=("kick_right_01", 42, 112), count=2)
    kicks = {library.clip_number(f"kick_right_0{number}") for number in (2, 3)}
    assert set(like["clip"].tolist()) == kicks
    assert (np.diff(like["score"]) <= 0).all()
    for wrong in ({"source": "similar"}, {"source": "similar", "like": ("kick_right_01", 5, 5000)}):
        with pytest.raises(ValueError):
            footwork.propose(library, "Kick", **wrong)  # type: ignore[arg-type]


def test_rejections_are_listed_and_forgotten(folder: Path, tmp_path: Path) -> None:
    # The first edit makes the state folder of the library.
    footwork.edit_labels(footwork.Library.load(folder), "kick_right_02", add_spans=[("Seen", 0, 3)], label="look")
    library = footwork.Library.load(folder)
    assert footwork.rejected(library) == []
    found = footwork.propose(library, "Gait")
    footwork.forget(library, [])
    name = found._names["name"][found["name"][0]]
    clip = library.clips[int(found["clip"][0])].name
    first = footwork.Rejected(clip, name, float(found["start"][0]), float(found["stop"][0]))
    gone = footwork.Rejected("gone.glb", "Foot.Left", 12.5, 12.5)
    remember(folder, tmp_path, [first, gone])

    def is_proposed() -> bool:
        again = footwork.propose(library, "Gait")
        names = [again._names["name"][number] for number in again["name"]]
        return (clip, name, first.start, first.stop) in {
            (library.clips[number].name, tag, start, stop)
            for number, tag, start, stop in zip(again["clip"].tolist(), names, again["start"], again["stop"])
        }

    assert footwork.rejected(library) == sorted([first, gone])
    assert footwork.rejected(library, "Gait") == [first]
    assert footwork.rejected(library, ["Foot", "Kick"]) == [gone]
    if COMMAND is not None:
        listed = said("propose", folder, "--rejected")["rejected"]
        assert [row["clip"] for row in listed] == [one.clip for one in footwork.rejected(library)]
    assert not is_proposed()
    with pytest.raises(ValueError, match="nothing is withdrawn"):
        footwork.forget(library, [first, gone._replace(start=13.0)])
    assert len(footwork.rejected(library)) == 2
    footwork.forget(library, [first])
    assert footwork.rejected(library) == [gone]
    assert is_proposed()
    footwork.forget(library, footwork.rejected(library))
    assert footwork.rejected(library) == []


def remember(folder: Path, tmp_path: Path, rejections: list[footwork.Rejected]) -> None:
    """Writes rejections into the state folder of the library, as the studio does."""
    lines = []
    for one in rejections:
        place = {"time": one.start} if one.start == one.stop else {"start": int(one.start), "stop": int(one.stop)}
        lines.append(json.dumps({"clip": one.clip, "name": one.name, **place}) + "\n")
    (state,) = {path.parent for path in (tmp_path / "state").rglob("library")}
    (state / "rejected").write_text("".join(lines))
