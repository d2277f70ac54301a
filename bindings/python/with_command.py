"""Builds the `footwork` command and copies it into the package for the next wheel, with the licences of all linked crates.

    python with_command.py [--without-page]

The script `footwork` of the package runs it. Packages built from the source distribution have no command; the script then says
how to install it with cargo.
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


def built(with_page: bool) -> Path:
    """Builds the command as released, with the page of the studio inside, and returns its path."""
    features = [] if with_page else ["--no-default-features", "--features", "fbx"]
    web = ROOT / "tools/footwork-studio/web"
    if with_page and not (web / "dist/index.html").exists():
        raise SystemExit(f"{web.relative_to(ROOT)} is not built: run `cargo xtask page`, or give --without-page")
    subprocess.run(["cargo", "build", "--profile", "dist", "--locked", "-p", "footwork-cli", *features], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "dist" / NAME


def main() -> None:
    parser = argparse.ArgumentParser(description="Puts the command into the next wheel.")
    parser.add_argument("--without-page", action="store_true", help="without the page of the studio, which needs Node")
    place = PACKAGE / "python" / "footwork" / "_bin" / NAME
    command = built(not parser.parse_args().without_page)
    place.parent.mkdir(exist_ok=True)
    shutil.copy(command, place)
    subprocess.run(["cargo", "xtask", "notices", "python", PACKAGE / "THIRD-PARTY-NOTICES.txt"], cwd=ROOT, check=True)
    print(f"{place}: {place.stat().st_size} bytes")


if __name__ == "__main__":
    main()
