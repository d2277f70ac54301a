"""A folder inside a library, opened alone, has the settings of the library."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

import footwork

SETTINGS = """
length_unit = { "inner/**" = "in" }
root = { "inner/*" = "root" }
exclude = ["inner/left_out/**"]
mirror = ["inner/**"]
[queries]
walks = "Gait.Walk"
here = 'clip("inner/**") & Gait'
[rules]
"Auto.Walk" = 'Gait.Walk & clip("inner/**")'
[tags."Never.Seen"]
"""


def test_the_settings_of_the_library_hold(samples: Path, library: footwork.Library) -> None:
    alone = footwork.Library.load(samples / "cmu")
    whole = [clip.name for clip in library.clips if clip.name.startswith("cmu/")]
    assert [f"cmu/{clip.name}" for clip in alone.clips] == whole
    for clip in alone.clips:
        own, other = alone.clip(clip.name), library.clip(f"cmu/{clip.name}")
        # A pattern that starts at the root sets the unit of the samples.
        np.testing.assert_array_equal(own.positions(), other.positions())
        np.testing.assert_array_equal(own.channel("turn"), other.channel("turn"))
    assert any(finding.code == "settings-above" for finding in alone.findings)
    assert set(alone.saved_queries) < set(library.saved_queries) | {""}
    assert footwork.Library.load(samples / "cmu" / ".." / "cmu").version == alone.version


@pytest.fixture
def nested(samples: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    for part in ("inner", "inner/left_out"):
        (folder / part).mkdir(parents=True)
        for name in ("walk.txt", "walk.txt.tags"):
            shutil.copy(samples / "deepmimic" / name, folder / part / name)
    sidecar = folder / "inner" / "walk.txt.tags"
    first = "tag Direction.Forward"
    sidecar.write_text(sidecar.read_text().replace(first, f"tag Auto.Walk 0 9 rule\n{first}", 1))
    (folder / "footwork.toml").write_text(SETTINGS)
    return folder


def test_patterns_start_at_the_root_and_names_do_not(nested: Path) -> None:
    with pytest.warns(footwork.FootworkWarning, match="@here, the rule for Auto.Walk: left out"):
        alone = footwork.Library.load(nested / "inner")
    assert [clip.name for clip in alone.clips] == ["walk.txt", "walk.txt~mirrored"]
    assert alone.saved_queries == {"walks": "Gait.Walk"}
    assert alone.query("@walks").frame_count == 2 * 39
    with pytest.raises(footwork.LibraryError, match="left out"):
        footwork.Library.load(nested / "inner", strict=True)
    # A rule that names clips from the root is left out here, and its spans stay.
    assert alone.query("Auto.Walk").frame_count == 2 * 9
    assert footwork.propose_rules(alone) == []


def test_a_change_of_the_settings_above_is_noticed(nested: Path) -> None:
    with pytest.warns(footwork.FootworkWarning):
        alone = footwork.Library.load(nested / "inner")
    stored = pickle.dumps(alone)
    assert pickle.loads(stored) == alone
    (nested / "footwork.toml").write_text(SETTINGS.replace('"in"', '"cm"'))
    with pytest.raises(footwork.ChangedError):
        pickle.loads(stored)
    with pytest.raises(footwork.ChangedError):
        footwork.write_labels(alone, {"Foot.Left": {"walk.txt": [0.1]}}, origin="test")


def test_edits_go_to_the_folder(nested: Path) -> None:
    (nested / "footwork.toml").write_text("[checks]\nmin_frames = 1\n")
    alone = footwork.Library.load(nested / "inner", strict=True)
    footwork.write_labels(alone, {"Foot.Left": {"walk.txt": [0.1]}}, origin="test")
    assert "origin" in (nested / "inner" / "walk.txt.tags").read_text()
    assert len(footwork.Library.load(nested / "inner").event_frames("Foot.Left", "walk.txt")) > 1


def test_a_library_inside_has_its_own_settings(samples: Path) -> None:
    inside = footwork.Library.load(samples / "football", strict=True)
    assert not any(finding.code == "settings-above" for finding in inside.findings)


def test_settings_above_that_cannot_be_read_are_named(nested: Path) -> None:
    (nested / "footwork.toml").write_text("exclude = 3\n")
    with pytest.raises(ValueError, match="footwork.toml"):
        footwork.Library.load(nested / "inner")
