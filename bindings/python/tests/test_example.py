"""The worked examples run: tiny versions by default, all of the foot strikes if FOOTWORK_SOAK is set."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import footwork

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "foot_strikes"
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


def test_learned_events_are_compared(tmp_path: Path) -> None:
    folder = ROOT / "bench" / "events_learning"
    command = [sys.executable, "learn.py", "football", "--seeds", "1", "--epochs", "4", "--workers", "1", "--keep", str(tmp_path)]
    tables = []
    for _ in range(2):
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        tables.append(ran.stdout.rpartition("\n\n")[0])
    # The second run reads the folds of the first.
    assert tables[0] == tables[1] and len(list(tmp_path.iterdir())) == 4
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+) \|", tables[0], re.MULTILINE)
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert len(rows) == 7 and all(readme.count(f"| {method} |") == 3 for method, _ in rows)
    assert float(rows[0][1]) > 0.05, tables[0]


def test_the_generator_is_exported_with_its_specification(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the package onnx is not installed")
    reference = pytest.importorskip("onnx.reference")
    path = tmp_path / "generator.onnx"
    command = [sys.executable, "train.py", "--tiny", "--output", str(path)]
    ran = subprocess.run(command, cwd=ROOT / "examples" / "generator", capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    for file in (path, ROOT / "examples" / "generator" / "generator.onnx"):
        spec = footwork.FeatureSpec.from_onnx(file)
        assert list(spec.encodings) == ["Foot.Left", "Foot.Right"] and spec.rate == 30
        assert spec.tags == ["Gait.Idle", "Gait.Walk", "Gait.Run"] and spec.inputs[3:] == spec.outputs
        assert spec.statistics is not None
        network = reference.ReferenceEvaluator(onnx.load(file))
        # After 60 frames, a standing character is still as tall as a person.
        idle = footwork.load(ROOT / "samples" / "football").clip("idle_01").resampled(30)
        row = np.zeros(len(spec.columns), np.float32)
        row[[spec.columns.index(f"{event}.cos") for event in spec.encodings]] = -1.0
        poses = spec.pose_rows(idle)
        row[-poses.shape[1] :] = poses[0]
        for _ in range(60):
            [scaled] = network.run(None, {"columns": spec.statistics.normalise(row)[None]})
            row[3:] = (scaled[0] * spec.statistics.deviation[3:] + spec.statistics.mean[3:]).astype(np.float32)
        height = row[spec.columns.index("root_motion.height")]
        assert np.isfinite(row).all() and 0.7 < height < 1.2, height
