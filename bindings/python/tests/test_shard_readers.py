"""Other readers of the shards: webdataset, Hugging Face's datasets, and the example that trains on them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator

import numpy as np
import pytest

import footwork

pytest.importorskip("fsspec", reason="fsspec is not installed")
import footwork.ray

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "shards"
IS_SOAK = bool(os.environ.get("FOOTWORK_SOAK"))


READER = """
import json, sys, webdataset
for key, values, of in webdataset.WebDataset(sys.argv[1:], shardshuffle=False).decode().to_tuple("__key__", "npy", "json"):
    print(json.dumps([key, values.tolist(), of]))
"""


@pytest.fixture(scope="module")
def shards(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("shards") / "out"
    frames = footwork.ray.read_clips(samples, block_files=8).features("Gait", channels=["speed"], tags=["Gait.Walk"], rate=30)
    frames.write_webdataset(str(out), window=20, stride=10, here=True)
    return out


def test_webdataset_reads_the_windows(shards: Path, library: footwork.Library) -> None:
    pytest.importorskip("webdataset", reason="webdataset is not installed")
    expected = footwork.WindowDataset(
        library, "Gait", window=20, stride=10, channels=["speed"], tags=["Gait.Walk"], rate=30
    )
    files = sorted(str(path) for path in shards.glob("*.tar"))
    # Read in a separate process, because webdataset leaves closing files to the interpreter.
    command = [sys.executable, "-W", "ignore", "-c", READER, *files]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    read = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(read) == len(expected) == len({key for key, _, _ in read}) > 0
    places = [(expected.clip_names[clip], start) for clip, start, _ in expected.windows.tolist()]
    for _, values, of in read:
        np.testing.assert_array_equal(np.array(values, np.float32), expected[places.index((of["clip"], of["start"]))])


def test_hugging_face_holds_the_windows(library: footwork.Library, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    windows = footwork.WindowDataset(library, "Gait", window=20, stride=10, channels=["speed"], rate=30)

    def rows(of: footwork.WindowDataset) -> Iterator[Dict[str, Any]]:
        for number, (clip, start, _) in enumerate(of.windows.tolist()):
            yield {"clip": of.clip_names[clip], "start": start, "values": of[number]}

    features = datasets.Features(
        {"clip": datasets.Value("string"), "start": datasets.Value("int32"), "values": datasets.Array2D((20, 1), "float32")}
    )
    made = datasets.Dataset.from_generator(
        rows, features=features, gen_kwargs={"of": windows}, cache_dir=str(tmp_path)
    ).with_format("numpy")
    assert len(made) == len(windows)
    for number in (0, len(windows) - 1):
        np.testing.assert_array_equal(made[number]["values"], windows[number])


def test_the_example_prepares_shards_and_trains(samples: Path, tmp_path: Path) -> None:
    for name in ("webdataset", "torch"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    out = tmp_path / "shards"
    prepare = [sys.executable, "prepare.py", "--here", "--library", str(samples), "--output", str(out)]
    ran = subprocess.run(prepare, cwd=EXAMPLE, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "22 clips" in ran.stdout, ran.stdout + ran.stderr
    assert json.loads((out / "_footwork" / "done.json").read_text())["columns"][0] == "Foot.Left.sin"
    train = [sys.executable, "train.py", "--shards", str(out), "--epochs", "40" if IS_SOAK else "3"]
    ran = subprocess.run(train, cwd=EXAMPLE, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    scores = [float(score) for score in re.findall(r"F1 ([\d.]+)", ran.stdout)]
    assert len(scores) == 2
    if IS_SOAK:
        page = (EXAMPLE / "README.md").read_text(encoding="utf-8")
        written = [float(row) for row in re.findall(r"^\| (?:not )?trained on \|.*\| ([\d.]+) \|$", page, re.MULTILINE)]
        assert scores == pytest.approx(written, abs=0.1), "the README says something else"
