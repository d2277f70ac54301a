"""Libraries from untrusted sources: opening one changes nothing around it, and does not complete an edit whose journal someone
else shipped with it."""

from __future__ import annotations

import os
import shutil
import struct
import sys
from pathlib import Path
from typing import Dict, Tuple

import pytest

import footwork

SAMPLE = Path(__file__).parents[3] / "samples" / "deepmimic" / "walk.txt"
OWNED = b"owned by a stranger"
SIDECAR = b"footwork-tags 1\ntag Gait.Walk 0 9\n"

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="links need rights there"),
    # Findings are warnings too. Only the files matter here.
    pytest.mark.filterwarnings("ignore::footwork.FootworkWarning"),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library in a folder, and files of the user around it."""
    state = tmp_path / "state"
    state.mkdir()
    monkeypatch.setenv("FOOTWORK_STATE_DIR", str(state))
    library = tmp_path / "lib"
    for folder in (library / ".footwork", library / ".git", tmp_path / "outside" / "folder"):
        folder.mkdir(parents=True)
    shutil.copy(SAMPLE, library / "walk.txt")
    (library / "walk.txt.tags").write_bytes(SIDECAR)
    (library / "footwork.toml").write_text("[tags.Gait]\n")
    (library / ".git" / "config").write_text("[core]\n")
    (library / ".profile").write_text("export A=1\n")
    (tmp_path / "outside" / "victim").write_text("the user's own\n")
    return tmp_path


def around(home: Path) -> Dict[str, Tuple[int, bytes]]:
    """Returns the mode and the content of everything outside the state folder; the content of a link is its target."""
    found: Dict[str, Tuple[int, bytes]] = {}
    for folder, folders, files in os.walk(home):
        for name in folders + files:
            path = Path(folder) / name
            inside = path.relative_to(home).as_posix()
            if inside.startswith("state"):
                continue
            if path.is_symlink():
                content = os.readlink(path).encode()
            else:
                content = b"" if path.is_dir() else path.read_bytes()
            found[inside] = (path.lstat().st_mode, content)
    return found


@pytest.mark.parametrize("target", ["outside/victim", "outside/made", "outside/folder"])
@pytest.mark.parametrize("file", ["journal", "history", "lock", "index", ".gitignore", "poses", ""])
def test_links_are_not_followed(home: Path, file: str, target: str) -> None:
    link = home / "lib" / ".footwork" / file
    if file == "":
        link.rmdir()
    link.symlink_to(home / target)
    before = around(home)
    for _ in range(2):
        library = footwork.load(home / "lib")
        assert library.query("Gait").frame_count == 9
    assert around(home) == before


def edit(file: str, before: bytes | None, after: bytes) -> bytes:
    """A valid record of an edit of one file, sealed by another user."""

    def number(value: int) -> bytes:
        return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + number(value >> 7)

    def text(content: bytes) -> bytes:
        return number(len(content)) + content

    old = b"\0" if before is None else b"\1" + text(before)
    changes = number(1) + text(file.encode()) + old + b"\1" + text(after)
    payload = b"\0" + text(b"a fix") + changes + b"\0"
    return b"fwk2" + struct.pack("<I", len(payload)) + b"\x5a" * 8 + b"\xa5" * 32 + payload


@pytest.mark.parametrize(
    "name", [".git/config", ".profile", "../outside/victim", "FOOTWORK.TOML", "walk.txt.tags", "footwork.toml"]
)
def test_a_shipped_journal_is_ignored(home: Path, name: str) -> None:
    path = home / "lib" / name
    shipped = edit(name, path.read_bytes() if path.exists() else None, OWNED)
    (home / "lib" / ".footwork" / "journal").write_bytes(shipped)
    (home / "state" / "secret").write_bytes(b"\7" * 32)
    before = around(home)
    for _ in range(2):
        codes = [finding.code for finding in footwork.load(home / "lib").findings]
        assert "old-folder" in codes and "recovered" not in codes
    assert around(home) == before
