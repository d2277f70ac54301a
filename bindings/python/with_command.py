"""Builds the `footwork` command and puts it where maturin finds it, so that the next wheel has it inside.

    python with_command.py [--without-pages]

maturin puts what is in `footwork.data/scripts` among the scripts of the wheel: `pip install footwork` then has the command
too. A source distribution has no such folder, and its users install the command with cargo.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parents[1]
NAME = "footwork.exe" if os.name == "nt" else "footwork"


def built(with_pages: bool) -> Path:
    """The command, built in release; with the pages of the studio and of the match inside, if they are built."""
    features = ["--features", "embed-ui"] if with_pages else []
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "footwork-cli", *features], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / NAME


def main() -> None:
    parser = argparse.ArgumentParser(description="Puts the command into the next wheel.")
    parser.add_argument("--without-pages", action="store_true", help="of the studio and the match, which Node builds")
    scripts = PACKAGE / "footwork.data" / "scripts"
    command = built(not parser.parse_args().without_pages)
    shutil.rmtree(scripts.parent, ignore_errors=True)
    scripts.mkdir(parents=True)
    shutil.copy(command, scripts / NAME)
    print(f"{scripts / NAME}: {(scripts / NAME).stat().st_size} bytes")


if __name__ == "__main__":
    main()
