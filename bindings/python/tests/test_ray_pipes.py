"""Jobs on folders with pipes, devices and links to folders: each is an ordinary failure, and none is opened.

Opening a pipe waits for ever, so the jobs run in separate processes."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Tuple

import pytest

import footwork

pytest.importorskip("fsspec", reason="fsspec is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")

TIME_LIMIT_SECS = 60
NO_FILE = "it is a pipe or a device, not a file"
PROGRAM = """
import json, sys, footwork.ray
folder, out, options = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
try:
    clips = footwork.ray.read_clips(folder, **options)
    written = clips.features("all", channels=["height"], rate=30).write_parquet(out, here=True)
except OSError as error:
    print(json.dumps([[], [["", "OSError", str(error)]]]))
else:
    print(json.dumps([written.clips, written.failed]))
"""


def done(folder: Path, out: Path, **options: Any) -> Tuple[Any, Dict[str, Tuple[str, str]]]:
    """Returns the clips that a job wrote, and the code and message of each failure."""
    command = [sys.executable, "-c", PROGRAM, str(folder), str(out), json.dumps(options)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT_SECS, check=False)
    except subprocess.TimeoutExpired:
        pytest.fail("it hangs")
    assert ran.returncode == 0, ran.stderr
    clips, failed = json.loads(ran.stdout)
    return clips, {clip: (code, message) for clip, code, message in failed}


@pytest.fixture
def folder(samples: Path, tmp_path: Path) -> Path:
    """A library of one clip."""
    made = tmp_path / "library"
    made.mkdir()
    shutil.copy(samples / "deepmimic" / "walk.txt", made)
    return made


def test_a_pipe_is_a_failure(folder: Path, tmp_path: Path) -> None:
    names = ["pipe.bvh", "pipe[1].bvh", "pipe.gltf"]
    for name in names:
        os.mkfifo(folder / name)
    with pytest.raises(OSError, match=NO_FILE):
        footwork.load_clip(folder / "pipe.bvh")
    clips, failed = done(folder, tmp_path / "out")
    assert clips == ["walk.txt"] and sorted(failed) == sorted(names)
    assert all(code == "unreadable" and NO_FILE in message for code, message in failed.values()), failed


def test_links_to_devices_and_folders_are_failures(folder: Path, tmp_path: Path) -> None:
    (folder / "device.bvh").symlink_to("/dev/null")
    (tmp_path / "elsewhere").mkdir()
    (folder / "link.bvh").symlink_to(tmp_path / "elsewhere")
    (folder / "linked.txt").symlink_to(folder / "walk.txt")
    (folder / "inner.bvh").mkdir()
    shutil.copy(folder / "walk.txt", folder / "inner.bvh")
    clips, failed = done(folder, tmp_path / "out")
    assert clips == ["inner.bvh/walk.txt", "linked.txt", "walk.txt"] and sorted(failed) == ["device.bvh", "link.bvh"]
    assert NO_FILE in failed["device.bvh"][1]


def test_a_clip_beside_a_pipe_fails_with_it(folder: Path, library: footwork.Library, tmp_path: Path) -> None:
    """The pipe has the name of the tags, or of the buffer, of a clip."""
    shutil.copy(folder / "walk.txt", folder / "tagged.txt")
    os.mkfifo(folder / "tagged.txt.tags")
    glb = library.clip("walk").to_bytes("glb")
    (size,) = struct.unpack_from("<I", glb, 12)
    said = json.loads(glb[20 : 20 + size])
    for name in ("a.bin", "b.bin"):
        os.mkfifo(folder / name)
    said["buffers"][0]["uri"] = "a.bin"
    (folder / "a.gltf").write_text(json.dumps(said))
    said["buffers"][0]["uri"] = "b.bin"
    text = json.dumps(said).encode()
    text += b" " * (-len(text) % 4)
    (folder / "b.glb").write_bytes(b"glTF" + struct.pack("<III", 2, 20 + len(text), len(text)) + b"JSON" + text)
    clips, failed = done(folder, tmp_path / "out")
    assert clips == ["walk.txt"]
    assert sorted(failed) == ["a.bin", "a.gltf", "b.bin", "b.glb", "tagged.txt.tags"]
    assert all(NO_FILE in failed[name][1] for name in ("a.bin", "b.bin", "tagged.txt.tags")), failed


@pytest.mark.parametrize("of_library", [True, False])
def test_settings_in_a_pipe_are_refused(folder: Path, tmp_path: Path, of_library: bool) -> None:
    place = (folder if of_library else tmp_path) / "footwork.toml"
    os.mkfifo(place)
    clips, failed = done(folder, tmp_path / "out", **({} if of_library else {"settings": str(place)}))
    assert clips == [] and NO_FILE in failed[""][1]
