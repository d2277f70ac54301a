"""Jobs on clips with difficult names, on glTF files with separate buffers, on saved queries and on folders inside a library,
in this process: no clip vanishes or loses its tags without a warning."""

from __future__ import annotations

import json
import os
import shutil
import struct
import warnings
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np
import pytest

import footwork

pytest.importorskip("fsspec", reason="fsspec is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")

import footwork.ray

TAGS = ["Gait", "Odd"]


def parts_of(glb: bytes) -> Tuple[Dict[str, Any], bytes]:
    """Returns the JSON and the buffer of a GLB file."""
    (size,) = struct.unpack_from("<I", glb, 12)
    return json.loads(glb[20 : 20 + size]), glb[28 + size :]


def glb_of(said: Dict[str, Any], buffer: bytes) -> bytes:
    text = json.dumps(said).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I", len(text)) + b"JSON" + text + struct.pack("<I", len(buffer)) + b"BIN\0" + buffer
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def rows(written: footwork.ray.Written, folder: Path) -> List[Tuple[str, bool, bool]]:
    found = []
    for file in written.files:
        table = footwork.FramesTable.read_parquet(folder / file)
        names = [table.clip_names[clip] for clip in table["clip"]]
        found += list(zip(names, *(table[tag].tolist() for tag in TAGS)))
    return sorted(found)


@pytest.fixture
def odd(library: footwork.Library, samples: Path, tmp_path: Path) -> Path:
    """A library of clips and animations whose names contain special characters."""
    folder = tmp_path / "library"
    folder.mkdir()
    said, buffer = parts_of(library.clip("walk").to_bytes("glb"))
    [motion] = said["animations"]
    said["animations"] = [{**motion, "name": name} for name in ("Rig|Walk", "Walk#2", "Plain")]
    (folder / "moves.glb").write_bytes(glb_of(said, buffer))
    (folder / "moves.glb#Rig%7CWalk.tags").write_text("footwork-tags 1\ntag Gait.Walk 0 5\n")
    (folder / "moves.glb#Walk#2.tags").write_text("footwork-tags 1\ntag Odd 2 9\n")
    for name, tag in (("a#b.txt", "Gait.Run"), ("walk[1].txt", "Odd")):
        shutil.copy(samples / "deepmimic" / "walk.txt", folder / name)
        (folder / f"{name}.tags").write_text(f"footwork-tags 1\ntag {tag} 3 8\n")
    return folder


@pytest.mark.parametrize("block_files", [1, 10])
def test_odd_names_keep_their_tags(odd: Path, tmp_path: Path, block_files: int) -> None:
    library = footwork.Library.load(odd, strict=True)
    names = ["a#b.txt", "moves.glb#Plain", "moves.glb#Rig|Walk", "moves.glb#Walk#2", "walk[1].txt"]
    assert [clip.name for clip in library.clips] == names
    clips = footwork.ray.read_clips(odd, block_files=block_files)
    written = clips.features(tags=TAGS, rate="own").write_parquet(str(tmp_path / "out"), here=True)
    assert written.failed == [] and written.clips == names
    whole = footwork.frames_table(library, tags=TAGS, rate="own")
    expected = zip([whole.clip_names[clip] for clip in whole["clip"]], *(whole[tag].tolist() for tag in TAGS))
    assert rows(written, tmp_path / "out") == sorted(expected)
    assert sum(gait for _, gait, _ in rows(written, tmp_path / "out")) == 10
    clips.compile(str(tmp_path / "all.tagdb"), here=True)
    assert (tmp_path / "all.tagdb").read_bytes() == library.to_database().to_bytes()


def test_a_clip_that_loses_its_tags_fails(odd: Path, tmp_path: Path) -> None:
    for name in ("moves.glb#Rig%7CWalk.tags", "a#b.txt.tags"):
        (odd / name).write_text("tga Gait.Walk 0 5\n")
    clips = footwork.ray.read_clips(odd)
    written = clips.features(tags=["Odd"], rate="own").write_parquet(str(tmp_path / "out"), here=True)
    assert written.clips == ["moves.glb#Plain", "moves.glb#Walk#2", "walk[1].txt"]
    assert [row.clip for row in written.failed] == ["a#b.txt.tags", "moves.glb#Rig%7CWalk.tags"]
    # The compiled database has the clips of the Parquet files, and no others.
    compiled = clips.compile(str(tmp_path / "all.tagdb"), here=True)
    database = footwork.Database.load(tmp_path / "all.tagdb")
    assert compiled.clips == written.clips == [clip.name for clip in database.clips]
    assert compiled.failed == written.failed


def test_a_stale_clip_is_counted_once(samples: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    for name in ("walk.txt", "walk.txt.tags", "run.txt", "run.txt.tags"):
        shutil.copy(samples / "deepmimic" / name, folder)
    (folder / "run.txt").write_text((folder / "run.txt").read_text().replace("0.0333", "0.0334").replace("0.0625", "0.0626"))
    written = footwork.ray.read_clips(folder).compile(str(tmp_path / "all.tagdb"), here=True)
    assert written.clips == ["walk.txt"] and [row.clip for row in written.failed] == ["run.txt"]
    database = footwork.Database.load(tmp_path / "all.tagdb")
    assert [clip.name for clip in database.clips] == ["walk.txt"]
    assert written.frames == database.clips[0].frames
    # Kept clips are not failures, and raise a warning.
    kept = footwork.ray.read_clips(folder, keep_stale=True)
    with pytest.warns(footwork.FootworkWarning, match=r"run\.txt"):
        again = kept.compile(str(tmp_path / "kept.tagdb"), here=True)
    assert again.clips == ["run.txt", "walk.txt"] and again.failed == []


def test_buffers_beside_gltf(library: footwork.Library, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    (folder / "parts").mkdir(parents=True)
    said, buffer = parts_of(library.clip("walk").to_bytes("glb"))
    said["buffers"][0]["uri"] = "parts/of%20a%23walk.bin"
    (folder / "walk.gltf").write_text(json.dumps(said))
    (folder / "walk.glb").write_bytes(glb_of(said, b""))
    place = folder / "parts" / "of a#walk.bin"
    place.write_bytes(buffer)
    (folder / "parts" / "other.bin").write_bytes(b"nobody's")
    clips = footwork.ray.read_clips(folder)
    assert [name for name, *_ in clips.files[1].stamps] == ["walk.gltf", "parts/of a#walk.bin"]
    out = str(tmp_path / "out")
    written = clips.features(channels=["speed"], rate="own").write_parquet(out, here=True)
    assert written.failed == [] and written.clips == ["walk.glb", "walk.gltf"]
    (folder / "parts" / "other.bin").write_bytes(b"changed")
    assert footwork.ray.read_clips(folder).features(channels=["speed"], rate="own").write_parquet(out, here=True) == written
    place.write_bytes(buffer[:-4] + bytes(8))
    with pytest.raises(FileExistsError, match="other clips"):
        footwork.ray.read_clips(folder).features(channels=["speed"], rate="own").write_parquet(out, here=True)
    failed = clips.features(channels=["speed"], rate="own").write_parquet(str(tmp_path / "late"), here=True).failed
    assert ("parts/of a#walk.bin", "changed") in [(row.clip, row.code) for row in failed]


def test_saved_queries(samples: Path, tmp_path: Path) -> None:
    clips = footwork.ray.read_clips(samples, block_files=5)
    library = footwork.Library.load(samples)
    saved = library.saved_queries
    name = next(name for name in saved if library.query(f"@{name}").frame_count > 0)
    by_name = clips.features(f"@{name}", rate=30).write_parquet(str(tmp_path / "name"), here=True)
    by_text = clips.features(saved[name], rate=30).write_parquet(str(tmp_path / "text"), here=True)
    assert by_name.frames == by_text.frames > 0
    with pytest.raises(KeyError, match="no saved query"):
        clips.features("@nothing", rate=30).write_parquet(str(tmp_path / "none"), here=True)


def test_warnings_of_blocks_are_given_once(samples: Path, tmp_path: Path) -> None:
    for name in ("walk.txt", "run.txt"):
        shutil.copy(samples / "deepmimic" / name, tmp_path)
        (tmp_path / f"{name}.tags").write_text("footwork-tags 1\ntag Gait 0 3\ntag Gait 2 9\n")
    (tmp_path / "footwork.toml").write_text("[querys]\n")
    clips = footwork.ray.read_clips(tmp_path, block_files=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        clips.features("{ nowhere.height > 1 } | Gait", rate="own").write_parquet(str(tmp_path / "out"), here=True)
    said = [str(warning.message) for warning in caught]
    assert any("querys" in text for text in said), said
    assert any("no clip has nowhere.height" in text for text in said), said
    assert sum("overlap" in text for text in said) == 2, said
    # A warning of two blocks appears once.
    assert len(set(said)) == len(said)


def test_a_query_may_name_a_joint_that_some_blocks_lack(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    [joint, *_] = sorted(set(library.clip(0).names) - set(library.clip("walk").names))
    for name, query in (("named", f"{{ {joint}.height > 0.1 }} | Gait.Run"), ("not", "!{ left_foot.height > 0.1 } & Gait")):
        clips = footwork.ray.read_clips(samples, block_files=3)
        with warnings.catch_warnings():
            # Ignores the warning that clips lack the joint.
            warnings.simplefilter("ignore", footwork.FootworkWarning)
            written = clips.features(query, rate="own").write_parquet(str(tmp_path / name), here=True)
            expected = library.query(query).frame_count
        assert written.frames == expected > 0 and written.failed == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("{ a.height > b.height } | Gait", "none | Gait"),
        ("{ speed > 1 } & ({ a.height > b.height } | { a.speed < 1 } | Gait)", "{ speed > 1 } & (none | none | Gait)"),
    ],
)
def test_predicates_on_several_joints_are_left_out_once(query: str, expected: str) -> None:
    from footwork.ray._block import _without_predicates

    places = [place for place in range(len(query)) if query[place:].startswith(("a.", "b."))]
    assert _without_predicates(query, places) == expected


def test_an_unfinished_file_is_ignored_and_deleted_after_a_day(samples: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "_footwork").mkdir(parents=True)
    left = out / "_footwork" / f".job.json.{'0' * 32}"
    left.write_text("{")
    clips = footwork.ray.read_clips(samples / "deepmimic" / "walk.txt", root=str(samples))
    written = clips.features(rate="own").write_parquet(str(out), here=True)
    # The file may still be in use; a day later it is not.
    assert left.exists() and written.failed == []
    old = left.stat().st_mtime - 2 * 24 * 3600
    os.utime(left, (old, old))
    assert clips.features(rate="own").write_parquet(str(out), here=True) == written
    assert not left.exists()
    (out / "_footwork" / "job.json").unlink()
    with pytest.raises(FileExistsError, match="not shards"):
        clips.features(rate="own").write_parquet(str(out), here=True)


def test_a_folder_inside_has_the_settings_of_the_library(samples: Path, library: footwork.Library, tmp_path: Path) -> None:
    clips = footwork.ray.read_clips(samples / "cmu")
    assert Path(clips.source.root) == samples and clips.source.settings == (samples / "footwork.toml").read_text()
    written = clips.features(channels=["speed"], rate="own").write_parquet(str(tmp_path / "out"), here=True)
    names = [clip.name for clip in library.clips if clip.name.startswith("cmu/")]
    assert written.clips == names
    table = footwork.FramesTable.read_parquet(tmp_path / "out" / written.files[0])
    whole = footwork.frames_table(library, ["speed"], query='clip("cmu/**")', rate="own")
    np.testing.assert_array_equal(table["speed"], whole["speed"])
