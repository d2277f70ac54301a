"""The types of the package, by a type checker; and stubs that say what is there."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from footwork import _footwork

PACKAGE = Path(__file__).resolve().parents[1]


def test_mypy_finds_nothing() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "python/footwork", "tests/typed_usage.py"]
    checked = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_finds_nothing_in_the_example() -> None:
    command = [sys.executable, "-m", "mypy", "--config-file", str(PACKAGE / "pyproject.toml"), "strikes.py"]
    folder = PACKAGE.parents[1] / "examples" / "foot_strikes"
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_finds_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        "import footwork\n"
        "db = footwork.Database()\n"
        "db.query(3)\n"
        "db.querry('A')\n"
        "footwork.Trigger('A')\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "wrong.py")]
    checked = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert "Found 3 errors" in checked.stdout, checked.stdout + checked.stderr


STUBS = ast.parse((PACKAGE / "python" / "footwork" / "_footwork.pyi").read_text())
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}


def test_stubs_name_all_that_is_there() -> None:
    functions = {node.name for node in STUBS.body if isinstance(node, ast.FunctionDef)}
    there = {name for name in dir(_footwork) if not name.startswith("_")}
    assert functions | set(CLASSES) == there


@pytest.mark.parametrize("name", CLASSES)
def test_stubs_name_all_of_a_class(name: str) -> None:
    kind = getattr(_footwork, name)
    declared = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    there = {attribute for attribute in vars(kind) if not attribute.startswith("_")}
    assert there == {attribute for attribute in declared if not attribute.startswith("_")}
    for attribute in there:
        assert getattr(kind, attribute).__doc__, f"{name}.{attribute} says nothing"
