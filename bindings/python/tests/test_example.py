"""The worked example runs: a tiny version by default, all of it if FOOTWORK_SOAK is set."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "foot_strikes"
IS_SOAK = bool(os.environ.get("FOOTWORK_SOAK"))
METHODS = ["one-hot, threshold 0.5", "one-hot, threshold tuned", "encoded"]


def scores(page: str) -> dict[str, list[float]]:
    """Returns F1 at every frame and at every third frame, for each method."""
    rate_columns = r"([\d.]+) \| [\d., ]+ \| [^|]+ \|"
    rows = re.findall(rf"^\| ([^|]+) \| {rate_columns} {rate_columns}$", page, re.MULTILINE)
    return {method: [float(every), float(third)] for method, every, third in rows}


def test_foot_strikes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "strikes.png"
    size = [] if IS_SOAK else ["--tiny"]
    command = [sys.executable, "strikes.py", *size, "--plot", str(picture)]
    ran = subprocess.run(command, cwd=EXAMPLE, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = scores(ran.stdout)
    assert list(found) == METHODS
    assert picture.read_bytes().startswith(b"\x89PNG")
    # Six epochs on a few clips learn little, but more than nothing.
    assert found["encoded"][0] > 0.05 and found["one-hot, threshold tuned"][0] > 0.05
    if IS_SOAK:
        with capsys.disabled():
            print(f"\n{ran.stdout}")
        written = scores((EXAMPLE / "README.md").read_text(encoding="utf-8"))
        for method in METHODS:
            assert found[method] == pytest.approx(written[method], abs=0.05), "the README says something else"
