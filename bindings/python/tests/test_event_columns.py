"""Events as columns: the same signals as the command's, with loops, merged events and smoothing per clip."""

from __future__ import annotations

import json
import os
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

import footwork

COMMAND = os.environ.get("FOOTWORK_COMMAND")


@pytest.mark.skipif(COMMAND is None, reason="FOOTWORK_COMMAND does not say where the command is")
@pytest.mark.parametrize(("event", "window"), [("Foot.Left", None), ("Foot.Right", 0.25), ("Foot", None)])
def test_the_command_encodes_the_same(
    library: footwork.Library, samples: Path, event: str, window: float | None
) -> None:
    assert COMMAND is not None
    command = [COMMAND, "--format", "json", "--errors", "json", "events", "encode", str(samples), event]
    ran = subprocess.run(
        command + ([] if window is None else ["--window", str(window)]), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    expected = json.loads(ran.stdout)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = footwork.frames_table(library, events=[event], encoding=window, rate="own")
    assert table.event_window_secs == expected["window"]
    loops = 0
    for number, clip in enumerate(expected["clips"]):
        assert clip["clip"] == table.clip_names[number]
        assert table.encodings[number].sigma_secs == clip["sigma"]
        rows = table["clip"] == number
        found = np.stack([table[f"{event}.sin"][rows], table[f"{event}.cos"][rows]], 1)
        np.testing.assert_array_equal(found, np.array(clip["pairs"], np.float32), err_msg=clip["clip"])
        loops += clip["loops"]
    assert loops > 0
    # The warnings of the command appear here too, with the event's name.
    findings = json.loads(ran.stderr)["findings"] if ran.stderr else []
    said = [f["message"] for f in findings if f["severity"] == "warning" or f["code"] == "too-close"]
    assert len(caught) == len(said)
    for warning, message in zip(caught, said):
        assert issubclass(warning.category, footwork.FootworkWarning) and warning.filename == __file__
        assert str(warning.message).replace(f": {event}:", ":") == message or "more warnings" in str(warning.message)


def test_looping_clips_are_encoded_as_loops(library: footwork.Library) -> None:
    table = footwork.frames_table(library, events=["Foot.Left"], rate="own")
    loops = [number for number in range(len(library.clips)) if library.clip(number).loops]
    assert len(loops) >= 3
    near_the_seam = 0
    for number in loops:
        clip, track = library.clip(number), library.event_track("Foot.Left", number)
        assert track.loop_secs == pytest.approx(clip.duration_secs)
        frames = library.event_frames("Foot.Left", number)
        np.testing.assert_allclose(track.times, np.unique(frames % (len(clip) - 1)) / clip.rate)
        rows = table["clip"] == number
        for column in ("Foot.Left.sin", "Foot.Left.cos"):
            np.testing.assert_allclose(table[column][rows][0], table[column][rows][-1], atol=1e-6)
        encoding = table.encodings[number]
        unlooped = encoding.encode(footwork.EventTrack(track.times), clip.exact_rate, len(clip))
        near_the_seam += bool(np.abs(unlooped[:, 0] - table["Foot.Left.sin"][rows]).max() > 0.5)
    assert near_the_seam > 0, "no clip tells a loop from one that does not loop"
    dataset = footwork.WindowDataset(library, "all", window=2, events=["Foot.Left"], rate="own")
    columns = np.stack([table["Foot.Left.sin"], table["Foot.Left.cos"]], 1)
    for window, (number, start, stop) in zip(dataset, dataset.windows):
        np.testing.assert_array_equal(window, columns[table["clip"] == number][start:stop])


def test_the_smoothing_of_each_clip_is_one_frame_long(library: footwork.Library) -> None:
    table = footwork.frames_table(library, events=["Foot.Left"], rate="own")
    assert len({clip.exact_rate for clip in library.clips}) > 1
    for clip, encoding in zip(library.clips, table.encodings, strict=True):
        assert encoding.sigma_secs == float(1 / clip.exact_rate) and encoding.window_secs == table.event_window_secs
    own = footwork.Encoding(0.2, 0.05)
    assert footwork.frames_table(library, events=["Foot.Left"], encoding=own, rate="own").encodings == [own] * len(library.clips)
    short = footwork.frames_table(library, events=["Foot.Left"], encoding=0.05, rate="own").encodings
    assert {encoding.sigma_secs for encoding in short} == {min(s.sigma_secs, 0.0125) for s in table.encodings}
    with pytest.raises(ValueError, match="window"):
        footwork.frames_table(library, events=["Foot.Left"], encoding=-1.0, rate="own")


def test_an_event_includes_those_below_it(library: footwork.Library) -> None:
    both = library.event_track("Foot", "walk")
    sides = [library.event_track(f"Foot.{side}", "walk").times for side in ("Left", "Right")]
    assert both.times.tolist() == sorted(np.concatenate(sides).tolist()) and len(both) == 2
    with pytest.raises(KeyError, match="did you mean `Foot.Left`"):
        library.event_track("Foot.Letf", "walk")
    with pytest.warns(footwork.FootworkWarning):
        dataset = footwork.WindowDataset(library, "Gait.Walk", window=10, events=["Foot"], rate="own")
    assert dataset.columns == ["Foot.sin", "Foot.cos"] and len(dataset) > 0


def clip_with(folder: Path, name: str, events: list[int]) -> None:
    frames = 60
    motion = "\n".join("0 0 0 0 0 0" for _ in range(frames))
    (folder / f"{name}.bvh").write_text(
        "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n"
        "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "  End Site\n  {\n    OFFSET 0 0.1 0\n  }\n}\n"
        f"MOTION\nFrames: {frames}\nFrame Time: 0.016666667\n{motion}\n"
    )
    lines = [f"footwork-tags 1\nclip {name}.bvh\nframes {frames}\nrate 60", *(f"event E {frame}" for frame in events)]
    (folder / f"{name}.bvh.tags").write_text("\n".join(lines) + "\n")


def opened(folder: Path) -> footwork.Library:
    """Loads the library, without the warning about its single joint of implausible size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", footwork.FootworkWarning)
        return footwork.Library.load(folder)


def test_close_events_are_merged(tmp_path: Path) -> None:
    (tmp_path / "footwork.toml").write_text('length_unit = "m"\n')
    clip_with(tmp_path, "a", [10, 11, 40, 42])
    library = opened(tmp_path)
    assert len(library.event_track("E", 0)) == 4
    with pytest.warns(footwork.FootworkWarning) as caught:
        table = footwork.frames_table(library, events=["E"], encoding=0.2, rate="own")
    texts = [str(warning.message) for warning in caught]
    assert texts[0] == "1 event merged with another less than two frames away"
    assert len(texts) == 3 and all(text.startswith("a.bvh: E: ") for text in texts[1:])
    merged = footwork.EventTrack([10.5 / 60, 40 / 60, 42 / 60])
    expected = footwork.Encoding(0.2, 1 / 60).encode(merged, library.clips[0].exact_rate, 60)
    np.testing.assert_allclose(table["E.sin"], expected[:, 0], atol=1e-4)


def test_further_warnings_are_only_counted(tmp_path: Path) -> None:
    for number in range(8):
        clip_with(tmp_path, f"clip_{number}", [10, 16])
    library = opened(tmp_path)
    with pytest.warns(footwork.FootworkWarning) as caught:
        footwork.WindowDataset(library, "all", window=5, events=["E"], encoding=0.2, rate="own")
    assert len(caught) == 6 and str(caught[-1].message) == "11 more warnings of the same kind"
    assert caught[0].filename == __file__


def test_a_library_without_clips(tmp_path: Path) -> None:
    (tmp_path / "footwork.toml").write_text('[events."Step"]\ndescription = "a foot comes down"\n')
    library = opened(tmp_path)
    table = footwork.frames_table(library, ["speed"], ["Step"], rate="own")
    assert table.row_count == 0 and table["Step.sin"].dtype == np.float32 and table.event_window_secs is None
    assert len(footwork.WindowDataset(library, "all", window=5, events=["Step"], rate="own")) == 0
