"""The wheel works in an environment with only NumPy, and so does a build of the source distribution."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import footwork

PACKAGE = Path(__file__).resolve().parents[1]
WHEEL = os.environ.get("FOOTWORK_WHEEL")
IS_SOAK = bool(os.environ.get("FOOTWORK_SOAK"))
FOLDER = "Scripts" if sys.platform == "win32" else "bin"
needs_wheel = pytest.mark.skipif(WHEEL is None, reason="FOOTWORK_WHEEL does not say where the wheel is")

PROGRAM = """
import footwork, importlib.metadata, importlib.util, shutil, sys
from pathlib import Path
assert importlib.util.find_spec("pyarrow") is None and importlib.util.find_spec("tqdm") is None
assert shutil.which("cargo") is None and shutil.which("rustc") is None
assert footwork.__version__ == importlib.metadata.version("footwork")
assert Path(footwork.__file__).is_relative_to(sys.prefix), "another footwork than the installed one was imported"
assert (Path(footwork.__file__).parent / "py.typed").is_file()
table = footwork.frames_table(footwork.load("samples"), ["speed"], ["Foot.Left"], ["Gait"], query="Gait.Walk", rate="own")
assert table.row_count > 0
"""


def first_example() -> str:
    """The first program of the README."""
    page = (PACKAGE / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def check(folder: Path, package: str) -> "subprocess.CompletedProcess[str]":
    """Installs a package into a new environment without Rust, uses it in a folder with only the samples, and returns the
    output of the script."""
    venv.create(folder / "empty", with_pip=True)
    programs = folder / "empty" / FOLDER
    install = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    subprocess.run(install, check=True)
    # Links to the programs of the system, except Rust.
    path = os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if not has_rust(part))
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{path}"}
    place = folder / "place"
    shutil.copytree(PACKAGE.parents[1] / "samples", place / "samples")
    for program in (PROGRAM, first_example()):
        command = [programs / "python", "-W", "error", "-c", program]
        ran = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
    script = [programs / "footwork", "--version"]
    return subprocess.run(script, cwd=place, env=environment, capture_output=True, text=True, check=False)


def has_rust(folder: str) -> bool:
    return any((Path(folder) / name).exists() for name in ("cargo", "rustc", "cargo.exe", "rustc.exe"))


def is_of_all(notices: str) -> bool:
    """Returns whether the text has the licences of crates of the module, the command and, if it is built, the page."""
    page = PACKAGE.parents[1] / "tools/footwork-studio/web/dist/index.html"
    crates = all(re.search(rf"\b{crate} \d", notices) for crate in ("pyo3", "rust-numpy|numpy", "clap", "ufbx"))
    return crates and (not page.exists() or "solid-js - " in notices)


@needs_wheel
def test_the_wheel_installs_and_works(tmp_path: Path) -> None:
    assert WHEEL is not None
    script = check(tmp_path, WHEEL)
    assert (script.returncode, script.stdout) == (0, f"footwork {footwork.__version__}\n"), script.stderr


@needs_wheel
def test_the_wheel_has_licences_stubs_and_the_command() -> None:
    assert WHEEL is not None and "-cp310-abi3-" in WHEEL
    with zipfile.ZipFile(WHEEL) as wheel:
        names = {Path(name).name: name for name in wheel.namelist()}
        for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
            text = wheel.read(names[licence]).decode()
            assert text == (PACKAGE.parents[1] / licence).read_text(encoding="utf-8"), f"{licence} differs"
        assert is_of_all(wheel.read(names["THIRD-PARTY-NOTICES.txt"]).decode())
    assert {"py.typed", "_footwork.pyi", "footwork.exe" if sys.platform == "win32" else "footwork"} < set(names)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for the command is a shell script")
def test_the_script_runs_the_command(tmp_path: Path) -> None:
    command = tmp_path / "footwork"
    command.write_text('#!/bin/sh\necho "$@"\nexit 3\n')
    command.chmod(0o755)
    program = f"import pathlib, footwork._command as of; of.COMMAND = pathlib.Path({str(command)!r}); of.main()"
    ran = subprocess.run([sys.executable, "-c", program, "query", "a b"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (3, "query a b\n"), ran.stderr


@needs_wheel
def test_the_source_distribution_installs(tmp_path: Path) -> None:
    if not IS_SOAK:
        pytest.skip("in the soak: it compiles everything")
    pytest.importorskip("maturin", reason="maturin is not installed")
    subprocess.run([sys.executable, "-m", "maturin", "sdist", "--out", tmp_path], cwd=PACKAGE, check=True)
    [source] = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {Path(name).name: name for name in archive.getnames() if name.count("/") == 1 or "bindings/python" in name}
        found = archive.extractfile(names["THIRD-PARTY-NOTICES.txt"])
        assert found is not None and is_of_all(found.read().decode()) and {"LICENSE-MIT", "LICENSE-APACHE"} < set(names)
    # The repository must not provide missing files.
    script = check(tmp_path, str(source))
    assert script.returncode != 0 and "cargo install" in script.stderr, script.stderr
