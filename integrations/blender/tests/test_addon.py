"""The add-on in Blender: actions get markers, edits of markers reach the sidecar, and nothing else changes there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Iterator

import pytest

from conftest import ROOT, SIDECAR

bpy: Any = pytest.importorskip("bpy", reason="Blender's module bpy is not installed")
footwork: Any = pytest.importorskip("footwork", reason="the Python package is not installed")
import footwork_tags  # noqa: E402


@pytest.fixture
def action() -> Iterator[Any]:
    """An action of the active object, from frame 1 on and as long as the clip. The add-on is registered."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    footwork_tags.register()
    thing = bpy.data.objects.new("Walker", None)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    for frame in (1, 39):
        thing.keyframe_insert("location", frame=frame)
    yield thing.animation_data.action
    footwork_tags.unregister()


def sidecar(folder: Path) -> Path:
    return folder / "clips" / "walk.txt.tags"


def show(folder: Path, **options: Any) -> None:
    assert bpy.ops.footwork.show_tags(filepath=str(sidecar(folder)), **options) == {"FINISHED"}


def shown(action: Any) -> list[tuple[int, str]]:
    return sorted((marker.frame, marker.name) for marker in action.pose_markers)


def marker(action: Any, name: str, frame: int) -> Any:
    [found] = [marker for marker in action.pose_markers if (marker.name, marker.frame) == (name, frame)]
    return found


def test_a_clip_is_shown(folder: Path, action: Any) -> None:
    show(folder)
    assert shown(action) == [
        (1, "Gait.Walk ["),
        (3, '"Hand made" ['),
        (6, '"Hand made" #2 ['),
        (10, '"Hand made" )'),
        (13, '"Hand made" #2 )'),
        (20, "Foot.Left"),
        (21, "Gait.Walk )"),
        (21, "Gait.Walk ["),
        (31, "Gait.Run ["),
        (31, "Gait.Walk )"),
        (39, "Foot.Right"),
        (40, "Gait.Run )"),
    ]


def test_nothing_is_written_if_nothing_was_edited(folder: Path, action: Any) -> None:
    show(folder)
    assert bpy.ops.footwork.write_tags() == {"FINISHED"}
    assert sidecar(folder).read_text(encoding="utf-8") == SIDECAR


def test_edits_are_written_and_nothing_else_changes(folder: Path, action: Any) -> None:
    show(folder)
    for one in [marker for marker in action.pose_markers if marker.frame == 21]:
        one.frame = 24
    marker(action, "Foot.Left", 20).frame = 18
    action.pose_markers.remove(marker(action, "Foot.Right", 39))
    marker(action, '"Hand made" #2 )', 13).name = "Other #2 )"
    marker(action, '"Hand made" #2 [', 6).name = "Other #2 ["
    action.pose_markers.new("Clap").frame = 5
    assert bpy.ops.footwork.add_tag(tag="Tempo.Slow", start=1, stop=40) == {"FINISHED"}
    assert bpy.ops.footwork.write_tags() == {"FINISHED"}
    assert sidecar(folder).read_text(encoding="utf-8") == (
        SIDECAR.replace("Walk 0 20", "Walk 0 23")
        .replace("Walk 20 30", "Walk 23 30")
        .replace('"Hand made" 5 12\n', "Other 5 12\ntag Tempo.Slow 0 39\n")
        .replace("event Foot.Left 19.25", "event Clap 4\nevent Foot.Left 17")
        .replace("event Foot.Right 38\n", "")
    )
    # The markers equal the written labels: nothing is left to write.
    before = sidecar(folder).read_bytes()
    assert bpy.ops.footwork.write_tags() == {"FINISHED"}
    assert sidecar(folder).read_bytes() == before


def test_tags_that_exclude_each_other_are_shown_as_written(folder: Path, action: Any) -> None:
    show(folder)
    marker(action, "Gait.Run [", 31).frame = 27
    assert bpy.ops.footwork.write_tags() == {"FINISHED"}
    assert "tag Gait.Run 26 39\ntag Gait.Walk 0 20\ntag Gait.Walk 20 26\n" in sidecar(folder).read_text(encoding="utf-8")
    assert (27, "Gait.Walk )") in shown(action)


def test_labels_that_others_wrote_meanwhile_stay(folder: Path, action: Any) -> None:
    show(folder)
    library = footwork.Library.load(folder)
    footwork.edit_labels(library, "walk.txt", add_spans=[("Mood.Calm", 0, 39)], remove_spans=[("Gait.Walk", 0, 20)], label="other")
    marker(action, "Foot.Right", 39).frame = 38
    assert bpy.ops.footwork.write_tags() == {"FINISHED"}
    written = sidecar(folder).read_text(encoding="utf-8")
    assert "tag Mood.Calm 0 39\n" in written and "event Foot.Right 37\n" in written and "Gait.Walk 0 20" not in written
    assert (1, "Mood.Calm [") in shown(action) and (1, "Gait.Walk [") not in shown(action)


def test_an_edit_of_a_removed_span_is_refused(folder: Path, action: Any) -> None:
    show(folder)
    footwork.edit_labels(footwork.Library.load(folder), "walk.txt", remove_spans=[("Gait.Walk", 0, 20)], label="other")
    before = sidecar(folder).read_bytes()
    for one in [marker for marker in action.pose_markers if marker.frame == 21]:
        one.frame = 24
    with pytest.raises(RuntimeError, match="there is no span Gait.Walk"):
        bpy.ops.footwork.write_tags()
    assert sidecar(folder).read_bytes() == before and (24, "Gait.Walk )") in shown(action)


def test_mistakes_are_reported_and_nothing_is_written(folder: Path, action: Any) -> None:
    with pytest.raises(RuntimeError, match="shows no clip of Footwork"):
        bpy.ops.footwork.write_tags()
    with pytest.raises(RuntimeError, match="nothing.bvh"):
        bpy.ops.footwork.show_tags(filepath=str(folder / "nothing.bvh.tags"))
    show(folder)
    end = marker(action, "Gait.Run )", 40)
    for frame, message in [(41, "outside the clip"), (2, "no `Gait.Run \\)` after it")]:
        end.frame = frame
        with pytest.raises(RuntimeError, match=message):
            bpy.ops.footwork.write_tags()
    end.frame = 40
    action.pose_markers.new("Early").frame = 0
    with pytest.raises(RuntimeError, match="before frame 1"):
        bpy.ops.footwork.write_tags()
    assert sidecar(folder).read_text(encoding="utf-8") == SIDECAR
    with pytest.raises(RuntimeError, match="were edited and not written"):
        show(folder)
    show(folder, discard=True)
    assert len(action.pose_markers) == 12
    with pytest.raises(RuntimeError, match="are empty"):
        bpy.ops.footwork.add_tag(tag="A", start=3, stop=3)


def test_markers_of_something_else_are_kept(folder: Path, action: Any) -> None:
    action.pose_markers.new("Pose A").frame = 7
    with pytest.raises(RuntimeError, match="markers of its own"):
        show(folder)
    assert shown(action) == [(7, "Pose A")]


def test_an_action_remembers_its_clip_in_the_file(folder: Path, action: Any, tmp_path: Path) -> None:
    show(folder, first_frame=101)
    name = action.name
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "walk.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "walk.blend"))
    again = bpy.data.actions[name]
    marker(again, "Foot.Right", 139).frame = 130
    assert bpy.ops.footwork.write_tags(action=name) == {"FINISHED"}
    assert "event Foot.Right 29\n" in sidecar(folder).read_text(encoding="utf-8")


def test_long_names_stay_in_the_sidecar(folder: Path, action: Any) -> None:
    long = "Tag." + "x" * 70
    text = SIDECAR.replace("not Gait.Run", f"tag {long} 0 9\nnot Gait.Run")
    sidecar(folder).write_text(text, encoding="utf-8")
    show(folder)
    assert len(action.pose_markers) == 12
    marker(action, "Foot.Right", 39).frame = 38
    assert bpy.ops.footwork.write_tags() == {"FINISHED"}
    assert sidecar(folder).read_text(encoding="utf-8") == text.replace("Right 38", "Right 37")


def test_an_imported_clip_has_its_tags(tmp_path: Path, action: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "library"
    folder.mkdir()
    name = "playground_forward_jump_02.bvh"
    for file in (name, f"{name}.tags"):
        shutil.copy(ROOT / "samples" / "cmu" / file, folder / file)
    bpy.ops.preferences.addon_enable(module="io_anim_bvh")
    assert bpy.ops.import_anim.bvh(filepath=str(folder / name)) == {"FINISHED"}
    imported = bpy.context.object.animation_data.action
    from footwork_tags import shown as of

    # One frame of Blender is one frame of the clip, so there is no message.
    assert of.show(imported, *of.clip_of_file(folder / name), round(imported.frame_range[0])) == []
    library = footwork.Library.load(folder)
    crouches = library.tag_ranges("Phase.Crouch", name) + round(imported.frame_range[0])
    assert [frame for frame, at in shown(imported) if at == "Phase.Crouch ["] == crouches[:, 0].tolist()
    assert len(crouches) == 3
    frames = f"the action has 39 frames and the clip {library.clips[0].frames}"
    assert of.show(action, folder, name, 1) == [f"{frames}: each frame of the action counts as one frame of the clip"]


def test_every_sample_is_shown_and_comes_back(tmp_path: Path, action: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(tmp_path / "state"))
    from footwork_tags import shown as of

    library = footwork.Library.load(ROOT / "samples")
    for info in library.clips:
        for one in list(action.pose_markers):
            action.pose_markers.remove(one)
        of.show(action, ROOT / "samples", info.name, 1, discard=True)
        assert not of.has_edits(action), info.name
        assert of.shown_of(action).labels.spans == sorted(library.spans(info.name))
