"""Broken, missing, stale or mixed clips never enter training without a warning."""

from __future__ import annotations

import shutil
import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import footwork
from footwork import matching

STALE = "frames 39\nrate 30\nhash xxh3:0000000000000000\n"


@pytest.fixture
def folder(samples: Path, tmp_path: Path) -> Path:
    """Two clips at 30 and one at 60 frames per second."""
    for name in ("walk", "run", "dance"):
        for file in (f"{name}.txt", f"{name}.txt.tags"):
            shutil.copy(samples / "deepmimic" / file, tmp_path / file)
    return tmp_path


def spoil(folder: Path) -> None:
    """A clip changed since it was tagged, a broken clip, and a sidecar without its clip."""
    (folder / "walk.txt.tags").write_text(f"footwork-tags 1\nclip walk.txt\n{STALE}tag Gait.Walk 0 9\n")
    (folder / "broken.bvh").write_text("HIERARCHY\nROOT")
    (folder / "run.txt").rename(folder.parent / "run.txt")


def test_load_warns(folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        footwork.load(folder)
    spoil(folder)
    with pytest.warns(footwork.FootworkWarning) as caught:
        footwork.load(folder)
    said = [str(warning.message) for warning in caught]
    for words in ("walk.txt.tags: warning[stale-hash]", "broken.bvh:2", "run.txt.tags"):
        assert any(words in text for text in said), said
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize("load", [footwork.load, footwork.Library.load])
def test_load_may_be_strict(folder: Path, load: object) -> None:
    assert load(folder, strict=True)  # type: ignore[operator]
    spoil(folder)
    with pytest.raises(footwork.LibraryError, match="findings") as caught:
        load(folder, strict=True)  # type: ignore[operator]
    assert {"stale-hash"} < {finding.code for finding in caught.value.findings}


def test_many_warnings_are_counted(folder: Path) -> None:
    for number in range(9):
        (folder / f"broken_{number}.bvh").write_text("HIERARCHY\nROOT")
    with pytest.warns(footwork.FootworkWarning) as caught:
        footwork.load(folder)
    assert len(caught) == 6 and str(caught[-1].message) == "4 more findings: see Library.findings"


def test_datasets_warn_of_stale_and_missing_clips(folder: Path) -> None:
    spoil(folder)
    library = footwork.Library._opened(folder)
    assert [library.clips[clip].name for clip in library.stale] == ["walk.txt"]
    for make in (
        lambda strict: footwork.WindowDataset(library, "Gait", window=5, channels=["speed"], strict=strict),
        lambda strict: footwork.frames_table(library, tags=["Gait"], strict=strict, rate="own"),
    ):
        with pytest.warns(footwork.FootworkWarning) as caught:
            make(False)
        said = [str(warning.message) for warning in caught]
        assert said[0] == "walk.txt has changed since it was tagged: its tags and events may be wrong"
        assert any("left out: broken.bvh" in text for text in said)
        assert {warning.filename for warning in caught} == {__file__}
        with pytest.raises(footwork.LibraryError, match="walk.txt"):
            make(True)


def test_mixed_rates_are_refused(folder: Path) -> None:
    library = footwork.Library.load(folder)
    for make in (
        lambda **rate: footwork.WindowDataset(library, "all", window=10, tags=["Gait"], **rate),
        lambda **rate: footwork.frames_table(library, tags=["Gait"], **rate),
    ):
        with pytest.raises(ValueError, match=r'different frame rates: 30 \(.*\), 60 \(dance.txt\); pass rate=… to'):
            make()
        mixed = make(rate="own")
        assert set(mixed.rates) == {Fraction(30), Fraction(60)}
        assert set(make(rate=24).rates) == {Fraction(24)}
    assert len(footwork.WindowDataset(library, "Gait.Walk", window=10, tags=["Gait"])) > 0


def test_frames_at_another_rate(folder: Path) -> None:
    library = footwork.Library.load(folder)
    table = footwork.frames_table(library, ["speed"], ["Foot.Left"], ["Gait.Walk"], rate=60)
    for number, info in enumerate(library.clips):
        rows = table["clip"] == number
        clip = library.clip(number).resampled(60)
        assert rows.sum() == len(clip) and table.rates[number] == 60
        np.testing.assert_array_equal(table["speed"][rows], clip.channel("speed"))
        signal = table.encodings[number].encode(library.event_track("Foot.Left", number), 60, len(clip))
        np.testing.assert_array_equal(table["Foot.Left.sin"][rows], signal[:, 0])
        # Each new frame has the tags of the nearest old one, or of the later of two equally near ones.
        nearest = [int(frame * info.exact_rate / 60 + Fraction(1, 2)) for frame in range(len(clip))]
        mask = library.query("Gait.Walk").mask(number)
        np.testing.assert_array_equal(table["Gait.Walk"][rows], mask[np.minimum(nearest, len(mask) - 1)])
    walk = footwork.frames_table(library, query="Gait.Walk", rate=45)
    own = footwork.frames_table(library, tags=["Gait.Walk"], rate=45)
    assert walk.row_count == own["Gait.Walk"].sum() > 0


@pytest.mark.parametrize("rate", [0, -1, float("nan"), "fast"])
def test_rates_are_checked(folder: Path, rate: object) -> None:
    with pytest.raises(ValueError):
        footwork.frames_table(footwork.Library.load(folder), rate=rate)  # type: ignore[arg-type]


def test_a_clip_that_changed_after_loading_is_an_error(folder: Path) -> None:
    library = footwork.Library.load(folder)
    text = (folder / "walk.txt").read_text()
    changed = text.replace("0.9", "0.8", 1)
    assert changed != text
    (folder / "walk.txt").write_text(changed)
    for use in (
        lambda: library.clip("walk"),
        lambda: footwork.frames_table(library, ["speed"], query="Gait.Walk"),
        lambda: footwork.WindowDataset(library, "Gait.Walk", window=5, channels=["speed"]),
        lambda: matching.index(library),
        lambda: library.to_store(folder.parent / "store", channels=["speed"], rate=30),
    ):
        with pytest.raises(footwork.ChangedError, match="has changed since") as caught:
            use()
        assert caught.value.name == "walk.txt"
    with pytest.warns(footwork.FootworkWarning, match="walk.txt.*has changed since the library was opened"):
        library.query("{ speed > 0 }")
    assert footwork.Library._opened(folder).clip("walk").frame_count == 39
