"""The package's types pass a type checker, and the stubs are complete."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import footwork
import typed_usage
from footwork import _footwork

PACKAGE = Path(__file__).resolve().parents[1]


def test_mypy_accepts_the_package() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "python/footwork", "tests/typed_usage.py"]
    checked = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("name", ["foot_strikes/strikes.py", "generator/train.py", "generator/score.py", "shards/prepare.py", "shards/train.py"])
def test_mypy_accepts_the_examples(name: str) -> None:
    if name == "shards/train.py" and importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed, so its classes have no types")
    part, file = name.split("/")
    command = [sys.executable, "-m", "mypy", "--config-file", str(PACKAGE / "pyproject.toml"), file]
    folder = PACKAGE.parents[1] / "examples" / part
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_rejects_misuse(tmp_path: Path) -> None:
    lines = [
        "db.query(3)",
        "db.querry('A')",
        "db.add_clip('a', 1.5, 60)",
        "footwork.Trigger('A')",
        "footwork.load('samples').clip('walk')",
        "footwork.EventTrack(np.zeros(3, np.complex64))",
        "trigger.advance(np.zeros((3, 2)), 0.1)",
        "missing: float = trigger.advance((0.0, 1.0), 0.1)",
        "narrow: float = trigger.advance(rows, 0.1)",
        "number: float = footwork.compile('x', ['x'])(rows)",
        "footwork.Guards().norm = 0.1",
        "footwork.matching.index(db)",
        "footwork.matching.index(library).search([1.0])",
        "footwork.matching.index(library).search(0, filter=3)",
        "footwork.WindowDataset(db, 'all', window=5)",
        "footwork.frames_table(library, rate=[30])",
        "footwork.write_labels(library, {})",
        "footwork.to_rerun(library, 'walk', 3)",
        "number: str = footwork.WindowDataset(library, 'all', window=5)[0]",
        "footwork.WindowDataset(library, 'all', window=5, chanels=['speed'])",
        "footwork.WindowDataset(library, 'all')",
        "footwork.detect_ends(library, 'all', 'A', at='middle')",
        "footwork.ray.read_clips('samples').features(rate=[30])",
        "footwork.matching.simulate(footwork.matching.index(library), 'round')",
    ]
    head = [
        *("import footwork.ray", "import numpy as np", "db = footwork.Database()"),
        "library = footwork.Library.load('samples')",
        "encoding = footwork.Encoding(0.1)",
        *("trigger = footwork.Trigger(encoding)", "rows = encoding.encode([], 60, 5)"),
    ]
    (tmp_path / "wrong.py").write_text("\n".join(head + lines) + "\n")
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "wrong.py")]
    checked = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    wrong = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line}
    assert wrong == set(range(len(head) + 1, len(head) + len(lines) + 1)), checked.stdout + checked.stderr


def test_the_typed_program_runs(samples: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    library = footwork.Library.load(samples)
    library.to_database().save("samples.tagdb")
    (tmp_path / "train.json").write_text('{"1": {"feat_p": "a.npz", "dur": 1, "seq_ann": {"labels": [{"raw_label": "walk"}]}}}')
    typed_usage.opened(samples, "samples.tagdb")
    typed_usage.queries(library)
    typed_usage.databases()
    typed_usage.clips(library)
    typed_usage.events()
    typed_usage.expressions(np.ones(3, np.float32))
    typed_usage.datasets(library)
    typed_usage.training(library, tmp_path)
    typed_usage.poses(library)
    typed_usage.work(library, tmp_path)
    if importlib.util.find_spec("torch") is not None:
        typed_usage.tensors(library)


STUBS = ast.parse((PACKAGE / "python" / "footwork" / "_footwork.pyi").read_text())
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}


def test_stubs_list_every_public_name() -> None:
    functions = {node.name for node in STUBS.body if isinstance(node, ast.FunctionDef) if not node.name.startswith("_")}
    there = {name for name in dir(_footwork) if not name.startswith("_")}
    assert functions | set(CLASSES) == there


def test_stubs_have_the_docstrings() -> None:
    checked = subprocess.run([sys.executable, "stub_docs.py", "--check"], cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("name", CLASSES)
def test_stubs_list_every_member(name: str) -> None:
    kind = getattr(_footwork, name)
    declared = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    there = {attribute for attribute in vars(kind) if not attribute.startswith("_")}
    assert there == {attribute for attribute in declared if not attribute.startswith("_")}
    for attribute in there:
        assert getattr(kind, attribute).__doc__, f"{name}.{attribute} has no docstring"
