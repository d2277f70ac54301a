"""Jobs on Ray: the same bytes with any number of workers, and every clip exactly once, even if processes are killed.

Ray listens on all interfaces, so each test runs in its own network, made by `unshare`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Iterator, List

import pytest

IS_SOAK = bool(os.environ.get("FOOTWORK_SOAK"))
TIME_LIMIT_SECS = 300
UNSHARE = ["unshare", "--net"] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]


def reason() -> str:
    """Returns why no job can run here; empty if one can."""
    if importlib.util.find_spec("ray") is None:
        return "Ray is not installed"
    if shutil.which("unshare") is None or subprocess.run([*UNSHARE, "true"], capture_output=True, check=False).returncode:
        return "`unshare --net` makes no network here, and Ray would listen on all interfaces"
    return ""


REASON = reason()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON)


@pytest.fixture
def clips(samples: Path, tmp_path: Path) -> Path:
    """The sample library, with a clip that cannot be read."""
    folder = tmp_path / "library"
    for part in ("cmu", "deepmimic"):
        shutil.copytree(samples / part, folder / part)
    settings = (samples / "footwork.toml").read_text(encoding="utf-8")
    assert settings.count("[queries]\n") == 1
    settings = settings.replace("[queries]\n", '[queries]\nkicks = "Action.Kick | Never.Seen"\n')
    (folder / "footwork.toml").write_text(settings, encoding="utf-8")
    (folder / "broken.bvh").write_text("HIERARCHY\nROOT")
    return folder


@pytest.fixture(autouse=True)
def ray_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A separate folder for Ray, in which it finds no other Ray. Its name is short, as required for sockets."""
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        monkeypatch.setenv("RAY_TMPDIR", folder)
        yield


def started(job: str, clips: Path, folder: Path) -> "subprocess.Popen[bytes]":
    program = Path(__file__).with_name("ray_jobs.py")
    # The network has no other programs, so Ray needs no authentication.
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
    command = [*UNSHARE, sys.executable, "-W", "ignore::DeprecationWarning", str(program), job, str(clips), str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdout=pipe, stderr=subprocess.STDOUT, start_new_session=True)


def ended(process: "subprocess.Popen[bytes]") -> None:
    """Waits for a job, and checks that all its processes end."""
    try:
        said, _ = process.communicate(timeout=TIME_LIMIT_SECS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
        pytest.fail(f"it hangs: {said.decode()}")
    assert process.returncode == 0, said.decode()


@pytest.mark.parametrize("job", ["same_bytes", "killed_worker", "killed_raylet", "of_its_own"])
def test_job(job: str, clips: Path, tmp_path: Path) -> None:
    if job in ("killed_raylet", "of_its_own") and not IS_SOAK:
        pytest.skip("in the soak")
    ended(started(job, clips, tmp_path / job))


def test_a_killed_driver_continues(clips: Path, tmp_path: Path) -> None:
    if not IS_SOAK:
        pytest.skip("in the soak; test_shards.py tests the same without Ray")
    folder = tmp_path / "driver"
    driver = started("driver", clips, folder)
    deadline = time.monotonic() + TIME_LIMIT_SECS
    done: List[Path] = []
    while len(done) < 4:
        assert driver.poll() is None, "the driver ended before it was killed"
        assert time.monotonic() < deadline, "the driver is too slow"
        time.sleep(0.005)
        done = list(folder.glob("out/_footwork/part-*.json"))
    os.killpg(driver.pid, signal.SIGKILL)
    driver.communicate()
    done = list(folder.glob("out/_footwork/part-*.json"))
    assert len(done) < 23, "the driver was killed too late"
    before = {path.name: path.stat().st_mtime_ns for path in done}
    ended(started("driver", clips, folder))
    for name, time_ns in before.items():
        assert (folder / "out" / "_footwork" / name).stat().st_mtime_ns == time_ns, f"{name} was written again"
