"""The log of `to_rerun`, read back by rerun itself. rerun is large, so only the soak installs it."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, List

import numpy as np
import pytest

import footwork
import typed_usage

ROOT = Path(__file__).resolve().parents[3]
needs_rerun = pytest.mark.skipif(importlib.util.find_spec("rerun") is None, reason="rerun is not installed")


def read(path: Path) -> Dict[str, List[Any]]:
    """Returns the tables of each entity of a recording, as pyarrow's record batches."""
    from rerun.chunk import RrdReader

    entities: Dict[str, List[Any]] = {}
    for chunk in RrdReader(path).stream().to_chunks():
        entities.setdefault(chunk.entity_path, []).append(chunk.to_record_batch())
    return entities


def column(batches: List[Any], name: str) -> List[Any]:
    """Returns the rows of the only column with this name in the batches of an entity."""
    [found] = [batch.column(batch.schema.get_field_index(name)) for batch in batches if name in batch.schema.names]
    if name == "secs":
        # The values are in nanoseconds, which are finer than Python's own durations.
        return [of.value / 1e9 for of in found]
    return list(found.to_pylist())


@needs_rerun
def test_a_file_has_the_skeleton_channels_and_curves(library: footwork.Library, walk: footwork.Clip, tmp_path: Path) -> None:
    weight = footwork.compile("smoothstep(0, 1, speed)", ["speed"])(walk.channel("speed"))
    footwork.to_rerun(
        library, "walk", tmp_path / "walk.rrd", channels=["left_foot.height", "phase"], curves={"weight": weight}, entity="walk"
    )
    read_back = read(tmp_path / "walk.rrd")
    frames, joints = len(walk), len(walk.names)
    # x to the right, y up, z towards the viewer.
    assert column(read_back["/walk"], "ViewCoordinates:xyz") == [[[3, 1, 6]]]

    points = read_back["/walk/skeleton/joints"]
    positions = np.array(column(points, "Points3D:positions"))
    assert positions.shape == (frames, joints, 3)
    np.testing.assert_allclose(positions, walk.positions(), atol=1e-6)
    assert column(points, "Points3D:labels") == [walk.names]
    assert column(points, "frame") == list(range(frames))
    np.testing.assert_allclose(column(points, "secs"), np.arange(frames) / walk.rate, atol=1e-9)

    strips = np.array(column(read_back["/walk/skeleton/bones"], "LineStrips3D:strips"))
    below = np.flatnonzero(walk.parents >= 0)
    assert strips.shape == (frames, len(below), 2, 3)
    np.testing.assert_allclose(strips[:, :, 1], walk.positions()[:, below], atol=1e-6)
    np.testing.assert_allclose(strips[:, :, 0], walk.positions()[:, walk.parents[below]], atol=1e-6)

    height = column(read_back["/walk/channels/left_foot.height"], "Scalars:scalars")
    np.testing.assert_array_equal(np.array(height)[:, 0], walk.channel("left_foot.height").astype(np.float64))
    assert column(read_back["/walk/channels/left_foot.height"], "SeriesLines:names") == [["left_foot.height, m"]]
    np.testing.assert_array_equal(np.array(column(read_back["/walk/curves/weight"], "Scalars:scalars"))[:, 0], weight)
    assert column(read_back["/walk/channels/phase"], "SeriesLines:names") == [["phase"]]


@needs_rerun
def test_tags_and_events_are_logged_at_their_times(library: footwork.Library, tmp_path: Path) -> None:
    name = "cmu/playground_forward_jump_02.bvh"
    footwork.to_rerun(library, name, tmp_path / "jump.rrd", channels=[])
    read_back = read(tmp_path / "jump.rrd")
    period = float(1 / library.clip(name).exact_rate)
    tags = {entity.split("/tags/")[1] for entity in read_back if "/tags/" in entity}
    assert tags == {tag for tag, _, _ in library.spans(name)} and len(tags) > 3
    for tag in tags:
        ranges = library.tag_ranges(tag, name)
        changes = read_back[f"/{name}/tags/{tag}"]
        assert column(changes, "frame") == ranges.reshape(-1).tolist()
        assert column(changes, "StateChange:state") == [[tag], [""]] * len(ranges)
        np.testing.assert_allclose(column(changes, "secs"), ranges.reshape(-1) * period, atol=1e-9)
    assert len(library.tag_ranges("Phase.Land", name)) == 3
    events = {entity.split("/events/")[1]: batches for entity, batches in read_back.items() if "/events/" in entity}
    assert events
    for event, happened in events.items():
        frames = library.event_frames(event, name)
        assert column(happened, "TextLog:text") == [[event]] * len(frames)
        assert column(happened, "frame") == np.floor(frames + 0.5).astype(int).tolist()
        np.testing.assert_allclose(column(happened, "secs"), frames * period, atol=1e-9)


@needs_rerun
def test_clips_share_the_current_recording(library: footwork.Library, tmp_path: Path) -> None:
    import rerun

    with rerun.RecordingStream("test") as recording:
        recording.save(tmp_path / "both.rrd")
        footwork.to_rerun(library, "walk")
        footwork.to_rerun(library, "run", channels=[], recording=recording)
        recording.flush()
        recording.disconnect()
    entities = set(read(tmp_path / "both.rrd"))
    assert {"/deepmimic/walk.txt/skeleton/joints", "/deepmimic/run.txt/skeleton/joints"} <= entities
    assert "/deepmimic/walk.txt/channels/speed" in entities and "/deepmimic/run.txt/channels/speed" not in entities


@needs_rerun
def test_a_file_has_a_layout(library: footwork.Library, tmp_path: Path) -> None:
    from rerun.chunk import RrdReader

    footwork.to_rerun(library, "walk", tmp_path / "walk.rrd")
    reader = RrdReader(tmp_path / "walk.rrd")
    assert len(reader.recordings()) == len(reader.blueprints()) == 1


@needs_rerun
def test_the_typed_calls_run(library: footwork.Library, tmp_path: Path) -> None:
    typed_usage.recorded(library, tmp_path / "walk.rrd")
    assert "/walk/curves/down" in read(tmp_path / "walk.rrd")


@needs_rerun
def test_mistakes_raise(library: footwork.Library, walk: footwork.Clip, tmp_path: Path) -> None:
    import rerun

    file = tmp_path / "walk.rrd"
    with pytest.raises(RuntimeError, match=r"call rerun\.init, or give `path`"):
        footwork.to_rerun(library, "walk")
    with pytest.raises(ValueError, match="either a path or a recording"):
        footwork.to_rerun(library, "walk", file, recording=rerun.RecordingStream("test"))
    with pytest.raises(TypeError, match="not one text"):
        footwork.to_rerun(library, "walk", file, channels="speed")
    with pytest.raises(footwork.ChannelError, match="sped"):
        footwork.to_rerun(library, "walk", file, channels=["sped"])
    with pytest.raises(KeyError):
        footwork.to_rerun(library, "wlak", file)
    with pytest.raises(ValueError, match="one value for each of 39 frames"):
        footwork.to_rerun(library, "walk", file, curves={"short": np.zeros(len(walk) - 1)})
    assert not file.exists()
    with pytest.raises(OSError):
        footwork.to_rerun(library, "walk", tmp_path / "no" / "folder.rrd")


@needs_rerun
def test_stale_tags_are_warned_of(samples: Path, tmp_path: Path) -> None:
    for file in ["walk.txt", "walk.txt.tags"]:
        shutil.copy(samples / "deepmimic" / file, tmp_path / file)
    sidecar = tmp_path / "walk.txt.tags"
    sidecar.write_text(sidecar.read_text().replace("xxh3:52bb", "xxh3:52bc"))
    with pytest.warns(footwork.FootworkWarning):
        library = footwork.Library.load(tmp_path)
    with pytest.warns(footwork.FootworkWarning, match=r"walk\.txt has changed since it was tagged"):
        footwork.to_rerun(library, "walk.txt", tmp_path / "walk.rrd")


@needs_rerun
def test_the_guide_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "guides" / "rerun.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    assert blocks
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    monkeypatch.chdir(tmp_path)
    exec(compile("\n".join(blocks), "rerun.md", "exec"), {})
    assert "/deepmimic/walk.txt/tags/Gait.Walk" in read(tmp_path / "walk.rrd")


def test_a_missing_rerun_is_named(library: footwork.Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "rerun", None)
    with pytest.raises(ImportError, match=r"pip install 'footwork\[rerun\]'"):
        footwork.to_rerun(library, "walk", tmp_path / "walk.rrd")
