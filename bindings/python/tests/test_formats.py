"""Stores of every version in `testdata/formats/` can be read. `docs/formats.md` describes the folder, and how to add a
version."""

from __future__ import annotations

import json
import os
import shutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import footwork

FILES = ("labels.tagdb", "rows.f32", "store.json")
WRITTEN = "store.3"
"""The format written by this version."""

CLIP = """HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 3 Xposition Yposition Zposition
 End Site
 {
  OFFSET 0 0.7 0
 }
}
MOTION
Frames: 4
Frame Time: 0.5
0 1 0
0 1 0.5
0 1 1
0 1 1.5
"""
TAGS = "footwork-tags 1\nclip walk.bvh\nframes 4\ntag Gait.Walk 1 3\nevent Foot.Left 2\n"


def written(folder: Path) -> Path:
    """Returns a store as written by this version, without the parts that differ between stores of one library."""
    library = folder / "library"
    library.mkdir()
    for name, text in (("footwork.toml", 'length_unit = "m"\n'), ("walk.bvh", CLIP), ("walk.bvh.tags", TAGS)):
        (library / name).write_bytes(text.encode())
        os.utime(library / name, ns=(10**18, 10**18))
    # `load` would warn about the rate of two frames per second.
    store = footwork.Library._opened(library).to_store(
        folder / WRITTEN, channels=["speed"], tags=["Gait.Walk"], events=["Foot.Left"], poses=["positions"], joints=["Hips"]
    )
    head = store.path / "store.json"
    said = json.loads(head.read_text(encoding="utf-8"))
    fixed = {"id": 32 * "0", "library": "/a folder that does not exist", "version": f"xxh3:{16 * '0'}"}
    head.write_text(json.dumps({**said, **fixed}), encoding="utf-8")
    return store.path


def test_this_version_writes_the_stored_bytes(testdata: Path, tmp_path: Path) -> None:
    there, made = testdata / "formats" / WRITTEN, written(tmp_path)
    assert sorted(os.listdir(made)) == sorted(FILES)
    if os.environ.get("BLESS") and not there.exists():
        shutil.copytree(made, there)
    for file in FILES:
        assert (made / file).read_bytes() == (there / file).read_bytes(), f"{file}: a change of a format needs a version"


@pytest.mark.parametrize("version", ["store.1", "store.2", "store.3"])
def test_stores_of_every_version_are_read(testdata: Path, version: str) -> None:
    store = footwork.Store.open(testdata / "formats" / version)
    assert (store.clip_names, store.rates, store.rounds) == (["walk.bvh"], [Fraction(2)], [-1])
    assert store.encodings == [footwork.Encoding(0.5, 0.125)]
    hips = [f"Hips.position_{axis}" for axis in "xyz"]
    assert store.columns == ["speed", "Foot.Left.sin", "Foot.Left.cos", "Gait.Walk", *hips]
    assert store.groups["positions"] == hips and store.units == {"speed": "m/s", **dict.fromkeys(hips, "m")}
    assert store.twins == (None if version == "store.1" else [])
    names, picked = store.picked(["speed", "Gait.Walk", "positions"])
    assert names == ["speed", "Gait.Walk", *hips]
    np.testing.assert_array_equal(store.clip("walk.bvh")[:, picked], [[1, tag, 0, 1, 0] for tag in (0, 1, 1, 0)])
    # The cosine is 1 at the event.
    np.testing.assert_allclose(store.rows[:, 2], [-1, -1, 1, -1], atol=0.01)
    assert [store.query(text).frame_count for text in ("Gait", "event(Foot.Left)")] == [2, 1]
    assert len(footwork.WindowDataset(store, "Gait", window=2)) == 1


def test_a_newer_version_is_refused_with_help(testdata: Path, tmp_path: Path) -> None:
    shutil.copytree(testdata / "formats" / WRITTEN, tmp_path / WRITTEN)
    head = tmp_path / WRITTEN / "store.json"
    head.write_text(head.read_text(encoding="utf-8").replace("footwork-store 3", "footwork-store 4"), encoding="utf-8")
    with pytest.raises(ValueError, match="of version 4.*: open it with a newer one, or write it again"):
        footwork.Store.open(head.parent)


@pytest.mark.parametrize("version", ["store.1", "store.2", "store.3"])
@pytest.mark.parametrize("group", ["rotations", "velocities", "root", "contacts"])
def test_stores_from_before_the_columns_of_poses_changed_are_refused(
    testdata: Path, tmp_path: Path, version: str, group: str
) -> None:
    shutil.copytree(testdata / "formats" / version, tmp_path / version)
    head = tmp_path / version / "store.json"
    said = json.loads(head.read_text(encoding="utf-8"))
    said["groups"][group] = said["groups"].pop("positions")
    head.write_text(json.dumps(said), encoding="utf-8")
    if version == "store.3" or group == "contacts":
        assert group in footwork.Store.open(head.parent).groups
        return
    with pytest.raises(ValueError, match=f"made before the columns of poses changed, and has {group}: write it again"):
        footwork.Store.open(head.parent)
    with pytest.raises(ValueError, match="write it again"):
        footwork.Store.open(head.parent, check=False)
