"""Builds the `footwork` command and puts it into the package, so that the next wheel has it inside, with the licences of all that is linked.

    python with_command.py [--without-pages]

The script `footwork` of the package runs it. What is built from the source distribution has no command in it, and the script
says how to install it with cargo.
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
    """The command, built as it is handed to people; with the pages of the studio and of the match inside."""
    features = [] if with_pages else ["--no-default-features", "--features", "fbx"]
    for page in ("tools/footwork-studio", "demos/football") if with_pages else ():
        if not (ROOT / page / "web/dist/index.html").exists():
            raise SystemExit(f"{page}/web is not built: run `npm ci && npm run build` there, or give --without-pages")
    subprocess.run(["cargo", "build", "--profile", "dist", "--locked", "-p", "footwork-cli", *features], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "dist" / NAME


def main() -> None:
    parser = argparse.ArgumentParser(description="Puts the command into the next wheel.")
    parser.add_argument("--without-pages", action="store_true", help="of the studio and the match, which Node builds")
    place = PACKAGE / "python" / "footwork" / "_bin" / NAME
    command = built(not parser.parse_args().without_pages)
    place.parent.mkdir(exist_ok=True)
    shutil.copy(command, place)
    subprocess.run(["cargo", "xtask", "notices", "python", PACKAGE / "THIRD-PARTY-NOTICES.txt"], cwd=ROOT, check=True)
    print(f"{place}: {place.stat().st_size} bytes")


if __name__ == "__main__":
    main()
