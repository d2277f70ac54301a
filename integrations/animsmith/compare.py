"""Runs animsmith and Footwork on small generated files: one that triggers each check, and one that does not.

`python compare.py ANIMSMITH FOOTWORK [CHECK]` prints a line per check and format and exits with 1 if one of the two programs
gives an unexpected answer.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from cases import CASES
from files import fbx, gltf

WRITERS = {"gltf": gltf, "fbx": fbx}


def animsmith(program, case, folder, name, contract):
    """Returns whether animsmith has a finding of the check, and what it says."""
    (folder / "animsmith.toml").write_text(contract)
    ran = subprocess.run([program, "lint", name], cwd=folder, capture_output=True, text=True)
    answer = ran.stdout + ran.stderr
    # A line of coverage says what was not evaluated.
    return any(f"{kind}[{case.check}]" in answer for kind in ("error", "warning", "note")), answer


def footwork(program, case, folder, limits):
    """Returns whether Footwork has one of the words, and what it says."""
    key = "group" if case.is_group else "where"
    contract = f'[[expect]]\n{key} = "all"\n{limits}\n' if limits else ""
    (folder / "footwork.toml").write_text(contract)
    ran = subprocess.run([program, "check", "."], cwd=folder, capture_output=True, text=True)
    answer = ran.stdout + ran.stderr
    return any(word in answer for word in case.ours.split("|")), answer


def compare(programs, case, ending, folder):
    """Returns four flags: whether each program finds the fault in the file that triggers the check and in the other file."""
    row, answers = [], []
    for kind in ("trigger", "clean"):
        is_trigger = kind == "trigger"
        place = folder / f"{case.check}-{ending}-{kind}"
        place.mkdir()
        clips = case.trigger if is_trigger else case.clean
        name = f"walk.{ending}"
        (place / name).write_text(WRITERS[ending](clips, case.scale if is_trigger else None))
        theirs = case.theirs if is_trigger or case.clean_theirs is None else case.clean_theirs
        limits = case.limits if is_trigger or case.clean_limits is None else case.clean_limits
        for found, answer in (
            animsmith(programs[0], case, place, name, theirs),
            footwork(programs[1], case, place, limits),
        ):
            row.append(found)
            answers.append(f"--- {place.name}: {answer}")
    return row, answers


def main():
    programs = [str(Path(name).resolve()) for name in sys.argv[1:3]]
    wrong = rows = 0
    with tempfile.TemporaryDirectory() as temporary:
        for case in CASES:
            if sys.argv[3:] and case.check not in sys.argv[3:]:
                continue
            for ending in WRITERS:
                row, answers = compare(programs, case, ending, Path(temporary))
                said = ["found" if found else "-" for found in row]
                expected = case.in_fbx if ending == "fbx" else (True, True, False, False)
                reason = case.reason if ending == "fbx" else ""
                print(f"{case.check:24} {ending:5} {said[0]:6}{said[1]:6} clean: {said[2]:6}{said[3]:6} {reason}")
                rows += 1
                if tuple(row) != expected:
                    wrong += 1
                    print("\n".join(answers))
    print(f"{rows} rows, {wrong} of them otherwise than expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
