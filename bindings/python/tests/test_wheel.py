"""The wheel works in an environment with nothing but NumPy, and so does what the source distribution makes."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
WHEEL = os.environ.get("FOOTWORK_WHEEL")
IS_SOAK = bool(os.environ.get("FOOTWORK_SOAK"))
FOLDER = "Scripts" if sys.platform == "win32" else "bin"
needs_wheel = pytest.mark.skipif(WHEEL is None, reason="FOOTWORK_WHEEL does not say where the wheel is")

PROGRAM = """
import footwork, importlib.metadata, importlib.util, sys
from pathlib import Path
assert importlib.util.find_spec("pyarrow") is None and importlib.util.find_spec("tqdm") is None
assert footwork.__version__ == importlib.metadata.version("footwork")
assert (Path(footwork.__file__).parent / "py.typed").is_file()
library = footwork.load(sys.argv[1])
table = footwork.frames_table(library, ["speed"], ["Foot.Left"], ["Gait"], query="Gait.Walk", rate="own")
print(table.row_count, library.query("Gait.Walk").frame_count)
"""


def check(folder: Path, samples: Path, package: str, *options: str) -> None:
    """Installs a package into an environment of its own and uses it there."""
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty" / FOLDER / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, package]
    subprocess.run(install, check=True)
    ran = subprocess.run(
        [python, "-c", PROGRAM, samples], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    script = subprocess.run([folder / "empty" / FOLDER / "footwork", "--version"], capture_output=True, text=True, check=False)
    if script.returncode == 0:
        assert script.stdout.startswith("footwork ")
    else:
        assert "cargo install" in script.stderr, script.stderr
    rows, frames = ran.stdout.split()
    assert rows == frames != "0"


@needs_wheel
def test_the_wheel_installs_and_works(tmp_path: Path, samples: Path) -> None:
    assert WHEEL is not None
    check(tmp_path, samples, WHEEL)


@needs_wheel
def test_what_is_in_the_wheel() -> None:
    assert WHEEL is not None and "-cp310-abi3-" in WHEEL
    with zipfile.ZipFile(WHEEL) as wheel:
        names = {Path(name).name: name for name in wheel.namelist()}
        for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
            text = wheel.read(names[licence]).decode()
            assert text == (PACKAGE.parents[1] / licence).read_text(encoding="utf-8"), "it is not that of the repository"
    assert {"py.typed", "_footwork.pyi"} < set(names)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for the command is a shell script")
def test_the_script_runs_the_command(tmp_path: Path) -> None:
    command = tmp_path / "footwork"
    command.write_text('#!/bin/sh\necho "$@"\nexit 3\n')
    command.chmod(0o755)
    program = f"import pathlib, footwork._command as of; of.COMMAND = pathlib.Path({str(command)!r}); of.main()"
    ran = subprocess.run([sys.executable, "-c", program, "query", "a b"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (3, "query a b\n"), ran.stderr


def test_the_source_distribution_installs(tmp_path: Path, samples: Path) -> None:
    if not IS_SOAK:
        pytest.skip("in the soak: it compiles everything")
    pytest.importorskip("maturin", reason="maturin is not installed")
    subprocess.run([sys.executable, "-m", "maturin", "sdist", "--out", tmp_path], cwd=PACKAGE, check=True)
    [source] = tmp_path.glob("*.tar.gz")
    # Whatever it lacks, the repository must not lend.
    check(tmp_path, samples, str(source))
