"""The wheel works in an environment with nothing but NumPy."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

WHEEL = os.environ.get("FOOTWORK_WHEEL")

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


@pytest.mark.skipif(WHEEL is None, reason="FOOTWORK_WHEEL does not say where the wheel is")
def test_the_wheel_installs_and_works(tmp_path: Path, samples: Path) -> None:
    assert WHEEL is not None
    venv.create(tmp_path / "empty", with_pip=True)
    folder = "Scripts" if sys.platform == "win32" else "bin"
    python = tmp_path / "empty" / folder / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", WHEEL]
    subprocess.run(install, check=True)
    ran = subprocess.run(
        [python, "-c", PROGRAM, samples], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    rows, frames = ran.stdout.split()
    assert rows == frames != "0"
