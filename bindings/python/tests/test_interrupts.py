"""Ctrl-C ends long calls, in a separate process that reports its progress."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COPIES = 300
PROGRAM = """
import sys, footwork
library = footwork.Library.load(sys.argv[2]) if sys.argv[1] in ("check", "query", "detect", "index") else None
if sys.argv[1] in ("simulate", "search"):
    small_index = footwork.matching.index(footwork.Library.load(sys.argv[3]))
    goals = small_index.features[[0] * 1_000_000]
calls = {
    "load": lambda: footwork.Library.load(sys.argv[2]),
    "check": lambda: footwork.check(library),
    "query": lambda: library.query("{ speed > 1 }"),
    "detect": lambda: footwork.detect_strikes(library),
    "index": lambda: footwork.matching.index(library),
    "simulate": lambda: footwork.matching.simulate(small_index, seconds=36_000),
    "search": lambda: small_index.search(goals, 50),
}
print("begins", flush=True)
try:
    calls[sys.argv[1]]()
    print("came to its end", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    # The interrupt breaks nothing: libraries can still be loaded and searched.
    small = footwork.Library.load(sys.argv[3])
    assert small.query("{ speed > 1 }").frame_count > 0
    print("and goes on", flush=True)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")


@pytest.fixture(scope="module")
def many(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Makes a library that takes long to open."""
    folder = tmp_path_factory.mktemp("many")
    text = (samples / "cmu" / "playground_climb_down_01.bvh").read_text()
    for number in range(COPIES):
        # No two clips are the same.
        (folder / f"{number:03d}.bvh").write_text(f"{text.rstrip()}\n{'' if number % 2 else ' ' * number}\n")
    return folder


STARVED = """
import os, resource, sys, footwork
pages = int(open("/proc/self/statm").read().split()[0])
room = pages * resource.getpagesize() + 400 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    footwork.Library.load(sys.argv[1])
except RuntimeError as error:
    print(error)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory limit needs Linux")
def test_a_thread_that_cannot_start_is_an_error(samples: Path) -> None:
    # There is memory for the stack of one thread. The pool gets it, and the thread that waits for the pool cannot start.
    environment = {**os.environ, "RUST_MIN_STACK": str(256 * 2**20), "RAYON_NUM_THREADS": "1"}
    command = [sys.executable, "-c", STARVED, str(samples)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and ran.stdout.startswith("the system starts no thread"), ran.stderr


@pytest.mark.parametrize("call", ["load", "check", "query", "detect", "index", "simulate", "search"])
def test_a_call_is_interrupted(call: str, many: Path, samples: Path, tmp_path: Path) -> None:
    if call in ("query", "detect") and not os.environ.get("FOOTWORK_SOAK"):
        pytest.skip("in the soak")
    small = tmp_path / "small"
    small.mkdir()
    shutil.copy(samples / "deepmimic" / "walk.txt", small)
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, call, str(many), str(small)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        said, wrong = process.communicate(timeout=120)
    assert process.returncode == 0, wrong
    assert said.splitlines() == ["interrupted", "and goes on"], said
