"""Fixtures for the tests: a library to edit, and the add-on as Blender imports it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

BLENDER = Path(__file__).resolve().parents[1]
ROOT = BLENDER.parents[1]
sys.path.insert(0, str(BLENDER))

SIDECAR = """footwork-tags 1
clip walk.txt
frames 39
rate 30
hash xxh3:52bbfdecf622ddcf
state done by "Ann" on 2026-11-26
reference walk.mp4 offset 1.5
note "left as it is"
tag Gait.Run 30 39 rule
tag Gait.Walk 0 20
tag Gait.Walk 20 30
tag "Hand made" 2 9
tag "Hand made" 5 12
not Gait.Run 0 4
event Foot.Left 19.25 data {"surface":"grass"}
event Foot.Right 38
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of one clip, whose sidecar has everything that a sidecar may have."""
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "library"
    (folder / "clips").mkdir(parents=True)
    (folder / "footwork.toml").write_text('exclusive = ["Gait"]\n', encoding="utf-8")
    shutil.copy(ROOT / "samples" / "deepmimic" / "walk.txt", folder / "clips" / "walk.txt")
    (folder / "clips" / "walk.txt.tags").write_text(SIDECAR, encoding="utf-8")
    return folder
