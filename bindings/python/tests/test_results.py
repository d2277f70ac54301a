"""Query results: arrays with the documented shapes that view the library's memory."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import footwork


def address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


def test_the_arrays_of_a_result_agree(library: footwork.Library) -> None:
    found = library.query("then(Phase.Takeoff, Phase.Land, 0.4s)")
    for array in (found.clip, found.start, found.stop):
        assert array.dtype == np.int32 and array.shape == (9,) == (len(found),)
    assert found.ranges().dtype == np.int32 and found.ranges().shape == (9, 2)
    np.testing.assert_array_equal(found.ranges(), np.stack([found.start, found.stop], axis=1))
    assert found.frame_count == 72 == int((found.stop - found.start).sum())
    names = [clip.name for clip in library.clips]
    assert found.names == [names[clip] for clip in found.clips]
    assert list(found) == [
        (names[clip], start, stop) for clip, start, stop in zip(found.clip, found.start, found.stop)
    ]
    assert found[-1] == list(found)[-1] == ("deepmimic/spinkick.txt", 56, 73)
    with pytest.raises(IndexError):
        found[9]
    name = "cmu/playground_forward_jump_01.bvh"
    expected = [[77, 85], [175, 184]]
    assert found.ranges(name).tolist() == expected == found.ranges(names.index(name)).tolist()
    assert found.mask(name).sum() == 17 and found.mask(name).view(np.uint8).max() == 1
    assert found.ranges("deepmimic/walk.txt").shape == (0, 2)
    assert not found.mask("deepmimic/walk.txt").any()


def test_an_empty_result_has_empty_arrays(library: footwork.Library) -> None:
    found = library.query("none")
    assert len(found) == found.frame_count == 0 and list(found) == []
    assert found.clip.shape == found.start.shape == found.stop.shape == (0,)
    assert found.ranges().shape == (0, 2)


def test_views_share_memory(library: footwork.Library) -> None:
    found = library.query("Gait")
    for read in (lambda: found.clip, lambda: found.start, lambda: found.stop, lambda: found.ranges()):
        assert address(read()) == address(read())
        assert np.shares_memory(read(), read())
    assert np.shares_memory(found.start, found.ranges()) and np.shares_memory(found.stop, found.ranges())
    part = found.ranges(int(found.clips[1]))
    assert np.shares_memory(part, found.ranges())


def test_views_are_read_only_and_outlive_their_owner(library: footwork.Library) -> None:
    start = library.query("Gait").start
    kept = start.copy()
    again = [library.query("Gait & !Direction").start for _ in range(50)]
    np.testing.assert_array_equal(start, kept)
    assert again
    with pytest.raises(ValueError):
        start[0] = 1
    with pytest.raises(ValueError):
        start.flags.writeable = True


def test_clips_by_number_or_name(library: footwork.Library) -> None:
    found = library.query("all")
    with pytest.raises(KeyError, match="did you mean `deepmimic/walk.txt`"):
        found.ranges("deepmimic/wlak.txt")
    with pytest.raises(IndexError, match="there are 22"):
        found.ranges(22)
    with pytest.raises(IndexError):
        found.ranges(-1)
    with pytest.raises(TypeError, match="float"):
        found.ranges(1.5)  # type: ignore[arg-type]
    assert len(found.ranges(np.int32(3))) == 1


def test_errors_list_every_mistake(library: footwork.Library) -> None:
    with pytest.raises(ValueError) as raised:
        library.query("Gait.Rnu & ")
    error = raised.value
    assert isinstance(error, footwork.QueryError)
    assert error.span == error.char_span == (0, 8)
    assert error.code == "unknown-tag"
    assert error.message == "unknown tag `Gait.Rnu`"
    assert error.hint == "did you mean `Gait.Run`?"
    assert len(error.diagnostics) == 2
    assert str(error).startswith("unknown tag `Gait.Rnu` (at byte 0), did you mean `Gait.Run`?; expected")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error) and copy.diagnostics == error.diagnostics


def test_spans_in_characters_and_bytes() -> None:
    db = footwork.Database()
    db.declare_tag("Größe")
    text = "Größe & Grüße"
    with pytest.raises(footwork.QueryError) as raised:
        db.query(text)
    error = raised.value
    assert text.encode()[slice(*error.span)].decode() == "Grüße" == text[slice(*error.char_span)]
    assert error.span != error.char_span


def test_predicates_read_the_motion(library: footwork.Library) -> None:
    found = library.query("{ mean(speed, 0.3s) > 2.5 } & Gait & !near(Foot.Left, 2)")
    assert list(found) == [("deepmimic/run.txt", 0, 9), ("deepmimic/run.txt", 14, 25)]
    with pytest.raises(footwork.QueryError, match="did you mean"):
        library.query("{ sped > 2 }")
    with pytest.warns(footwork.FootworkWarning, match="no joint `left_hip`"):
        library.query("{ left_hip.height > 0.5 }")


def test_saved_queries(library: footwork.Library) -> None:
    name, text = next(iter(library.saved_queries.items()))
    assert list(library.query(f"@{name}")) == list(library.query(text))
    with pytest.raises(KeyError):
        library.query("@elephants")


def test_properties_of_a_library(library: footwork.Library, samples: Path) -> None:
    assert Path(library.path) == samples
    assert len(library.clips) == 22 and {"Gait.Walk", "Phase.Land"} <= set(library.tags)
    assert library.events == ["Foot.Left", "Foot.Right", "Hand.Left", "Hand.Right"]
    walk = library.clips[library.clip_number("walk")]
    assert (walk.name, walk.frames, walk.rate, walk.exact_rate) == ("deepmimic/walk.txt", 39, 30.0, 30)
    assert library.tag_ranges("Gait.Walk", "walk").tolist() == [[0, 39]]
    assert library.event_frames("Foot.Left", "walk").tolist() == [19.0]
    assert ("Gait.Walk", 0, 39) in library.spans("walk")
    with pytest.raises(KeyError, match="Gait.Wlak"):
        library.tag_ranges("Gait.Wlak", "walk")


def test_findings_and_failures_to_open(tmp_path: Path) -> None:
    (tmp_path / "broken.bvh").write_text("HIERARCHY\nROOT")
    with pytest.warns(footwork.FootworkWarning, match=r"broken\.bvh"):
        opened = footwork.load(tmp_path)
    [finding] = [finding for finding in opened.findings if finding.severity == "error"]
    assert finding.file == "broken.bvh" and finding.code and finding.line == 2
    assert finding.message in str(finding)
    with pytest.raises(FileNotFoundError):
        footwork.load(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="a library is a folder"):
        footwork.load(tmp_path / "broken.bvh")
    (tmp_path / "footwork.toml").write_text("length_unit = ")
    with pytest.raises(ValueError, match="footwork.toml"):
        footwork.load(tmp_path)
