"""The `footwork` script: runs the command, if it is in this package, as in published wheels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["COMMAND", "main"]

COMMAND = Path(__file__).parent / "_bin" / ("footwork.exe" if os.name == "nt" else "footwork")
"""The path to which `with_command.py` copies the command."""


def main() -> None:
    """Runs the command with the arguments of this program, and exits with its status."""
    if not COMMAND.exists():
        sys.exit(
            "footwork: the command is not in this package, which was built from source: install it with"
            " `cargo install --path tools/footwork-cli` in the repository"
        )
    arguments = [os.fspath(COMMAND), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(arguments, check=False).returncode)
    sys.stdout.flush()
    os.execv(COMMAND, arguments)
