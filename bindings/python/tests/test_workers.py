"""Workers started with each method open libraries, query them and read windows. A worker that hangs fails the test."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import footwork

METHODS = ["fork", "spawn", "forkserver"]
FEW = ["walk.txt", "run.txt", "punch.txt", "kick.txt", "turn_left.txt", "turn_right.txt"]
# Twelve or more spawned workers import PyTorch. Together that takes a minute on two cores, and longer on shared ones.
TIME_LIMIT_SECS = 300

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows only spawns")
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.fixture(scope="module")
def few(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of few clips, which opens quickly, and a store of it."""
    folder = tmp_path_factory.mktemp("few")
    for name in FEW:
        for file in (name, f"{name}.tags"):
            shutil.copy(samples / "deepmimic" / file, folder / file)
    shutil.copy(samples / "footwork.toml", folder)
    library = footwork.Library.load(folder)
    library.to_store(folder.parent / "store", channels=["speed"], poses=["root", "contacts"], rate=30)
    return folder


def run(folder: Path, *args: str) -> None:
    program = Path(__file__).with_name("workers.py")
    environment = {**os.environ, "STORE": str(folder.parent / "store"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore::DeprecationWarning", str(program), *args, str(folder)]
    # A separate session, so that the time limit ends its workers too.
    started = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        said, _ = started.communicate(timeout=TIME_LIMIT_SECS)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, 9)
        said, _ = started.communicate()
        pytest.fail(f"it hangs: {said.decode()}")
    assert started.returncode == 0, said.decode()


@pytest.mark.parametrize("method", METHODS)
def test_processes(few: Path, method: str) -> None:
    run(few, "processes", method)


@needs_torch
@pytest.mark.parametrize("persistent", ["persistent", "started each time"])
@pytest.mark.parametrize("method", METHODS)
def test_data_loader(few: Path, method: str, persistent: str) -> None:
    run(few, "loader", method, persistent)
