"""The cases of `testdata/queries`, which every evaluator runs, in Python."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import footwork

QUERIES = Path(__file__).resolve().parents[3] / "testdata" / "queries"
FUNCTIONS = tomllib.loads((QUERIES / "functions.toml").read_text())
ERRORS = tomllib.loads((QUERIES / "errors.toml").read_text())["case"]


def flattened(names: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in names.items():
        if isinstance(value, dict):
            flat.update(flattened(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


@pytest.fixture(scope="module")
def database() -> footwork.Database:
    db = footwork.Database()
    for clip in FUNCTIONS["clip"]:
        frames = max(len(picture) for picture in clip["tags"].values())
        number = db.add_clip(clip["name"], frames, clip["rate"])
        for tag, picture in clip["tags"].items():
            held = [(frame, frame + 1) for frame, mark in enumerate(picture) if mark != "."]
            db.set_tag(tag, number, held)
        for event, times in clip.get("events", {}).items():
            db.set_event(event, number, times)
    return db


# Only the Rust tests have the resolver that answers predicates and compares poses.
ANSWERED = [case for case in FUNCTIONS["case"] if "{" not in case["query"] and "similar(" not in case["query"]]


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case["query"])
def test_answers(database: footwork.Database, case: dict[str, str]) -> None:
    found = database.query(case["query"])
    for clip in database.clips:
        picture = case.get(clip.name.split("/")[-1], "")
        expected = np.array([mark != "." for mark in picture.ljust(clip.frames, ".")], bool)
        mask = found.mask(clip.name)
        assert mask.dtype == np.bool_
        np.testing.assert_array_equal(mask, expected, err_msg=clip.name)
        from_ranges = np.zeros(clip.frames, bool)
        for start, stop in found.ranges(clip.name):
            from_ranges[start:stop] = True
        np.testing.assert_array_equal(from_ranges, expected, err_msg=clip.name)


def test_most_cases_are_run() -> None:
    assert len(ANSWERED) > 60


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: case["query"][:60])
def test_error_spans(case: dict[str, Any]) -> None:
    db = footwork.Database()
    for tag in ["A", "B", "Gait.Run", "Gait.Walk", '"Hand made"', '"A-B"', '"C-B"']:
        db.declare_tag(tag)
    db.declare_event("Foot.Left")
    text = case["query"]
    with pytest.raises(footwork.QueryError) as raised:
        db.query(text)
    found = raised.value.diagnostics
    assert [f"{d.code}: {text.encode()[slice(*d.span)].decode()}" for d in found] == case["errors"]
    assert [f"{d.code}: {text[slice(*d.char_span)]}" for d in found] == case["errors"]
    if "hints" in case:
        assert [d.hint for d in found if d.hint] == case["hints"]


PREDICATES = QUERIES.parent / "predicates"


@pytest.mark.parametrize("case", tomllib.loads((PREDICATES / "cases.toml").read_text())["case"], ids=lambda case: case["query"])
def test_predicates(tmp_path: Path, case: dict[str, str]) -> None:
    library = footwork.Library.load(shutil.copytree(PREDICATES, tmp_path / "library"))
    assert library.findings == []
    mask = library.query(case["query"]).mask("pulse.bvh")
    assert "".join(".#"[int(held)] for held in mask) == case["frames"]
