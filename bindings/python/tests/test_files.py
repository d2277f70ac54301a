"""Files rewritten while open, endless files, and files that are too large."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Callable

import numpy as np
import pytest

import footwork

FRAMES = 5000


def database(tag: str) -> footwork.Database:
    made = footwork.Database()
    for clip in range(300):
        made.add_clip(f"clip_{clip:03}.bvh", FRAMES, 60)
        starts = np.arange(clip % 7, FRAMES - 10, 20)
        made.set_tag(tag, clip, np.stack([starts, starts + 5 + clip % 5], axis=1))
    return made


def write_into(path: Path, content: bytes) -> None:
    """Overwrites a file in place, like `cp`."""
    with open(path, "r+b") as file:
        file.write(content)
        file.truncate()


@pytest.mark.parametrize("content", [b"", b"\0" * (1 << 20), None])
def test_answers_are_those_of_the_file_as_it_was_opened(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "motion.tagdb"
    database("A").save(path)
    expected = database("A").query("A").frame_count
    other = database("B").to_bytes() if content is None else content
    opened = footwork.Database.load(path)
    loaded = footwork.load(path)
    write_into(path, other)
    assert isinstance(loaded, footwork.Database)
    for found in (opened, loaded):
        assert found.query("A").frame_count == expected
        assert found.to_bytes() == database("A").to_bytes()


def test_a_mapped_database_keeps_a_file_that_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "motion.tagdb"
    database("A").save(path)
    opened = footwork.Database.load(path, mapped=True)
    if os.name != "nt":
        # `save` renames the new file into place, so the map keeps the old one.
        database("B").save(path)
        assert footwork.Database.load(path, mapped=True).tags == ["B"]
    assert opened.to_bytes() == database("A").to_bytes()


# Each call runs in a separate process, because it might never end.
LOADERS = {
    "load": ("x.tagdb", "footwork.load(path)"),
    "Database.load": ("x.tagdb", "footwork.Database.load(path)"),
    "mapped": ("x.tagdb", "footwork.Database.load(path, mapped=True)"),
    "load_clip": ("x.bvh", "footwork.load_clip(path)"),
    "load_clips": ("x.glb", "footwork.load_clips(path)"),
    "load_amass": ("x.npz", "footwork.load_amass(path)"),
    "load_babel": ("x.json", "footwork.load_babel(path)"),
    "load_humanml3d": ("x.csv", "footwork.load_humanml3d(path)"),
}

CODE = """
import sys, footwork
path = sys.argv[1]
try:
    {call}
except OSError as error:
    print(error)
"""


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def sparse(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(3 << 30)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has these devices")
@pytest.mark.parametrize(
    ("put", "words"),
    [(device, "a pipe or a device"), (pipe, "a pipe or a device"), (sparse, "3221225472 bytes")],
)
@pytest.mark.parametrize("loader", LOADERS)
def test_pipes_devices_and_huge_files_are_refused_at_once(
    tmp_path: Path, loader: str, put: Callable[[Path], None], words: str
) -> None:
    name, call = LOADERS[loader]
    if put is sparse and loader == "mapped":
        pytest.skip("a map takes no memory")
    path = tmp_path / name
    put(path)
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(call=call), str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert words in done.stdout and name in done.stdout


@pytest.mark.skipif(shutil.which("cp") is None, reason="there is no cp")
def test_a_copy_over_an_opened_file_does_not_end_python(tmp_path: Path) -> None:
    """Runs a shell script that copies its build over the file, in a separate process. If the file were mapped, the process
    would crash.
    """
    path, small = tmp_path / "motion.tagdb", tmp_path / "small.tagdb"
    database("A").save(path)
    footwork.Database().save(small)
    code = (
        "import subprocess, sys, footwork\n"
        "opened = footwork.load(sys.argv[1])\n"
        "subprocess.run(['cp', sys.argv[2], sys.argv[1]], check=True)\n"
        "print(opened.query('A').frame_count)\n"
    )
    arguments = [sys.executable, "-c", code, str(path), str(small)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) == database("A").query("A").frame_count
