"""Runs animsmith and Footwork on small generated glTF files: one that triggers each check, and one that does not.

`python compare.py ANIMSMITH FOOTWORK` prints a line per check and exits with 1 if one of the two programs says something else.
"""

import base64
import json
import math
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SIDE = {"Left": 0.1, "Right": -0.1}


def turn(angle):
    return [math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2)]


def body():
    """Returns the tracks of a body that bends its spine once per second and stands on its feet."""
    times = [i / 30 for i in range(31)]
    spine = [turn(0.3 * math.sin(math.tau * t)) for t in times]
    return {("mixamorig:Spine", "rotation"): (times, spine)}


def nodes():
    found = [{"name": "mixamorig:Hips", "translation": [0, 0.9, 0], "children": []}]

    def add(name, parent, place):
        found.append({"name": "mixamorig:" + name, "translation": place, "children": []})
        found[parent]["children"].append(len(found) - 1)
        return len(found) - 1

    add("Head", add("Spine", 0, [0, 0.2, 0]), [0, 0.5, 0])
    for side, x in SIDE.items():
        leg = add(side + "UpLeg", 0, [x, 0, 0])
        foot = add(side + "Foot", add(side + "Leg", leg, [0, -0.45, 0]), [0, -0.4, 0])
        add(side + "ToeBase", foot, [0, -0.05, 0.15])
    return [{k: v for k, v in node.items() if v != []} for node in found]


def gltf(tracks, scale=None):
    joints = nodes()
    if scale:
        joints[0]["scale"] = scale
    index = {node["name"]: i for i, node in enumerate(joints)}
    data, views, accessors, samplers, channels = b"", [], [], [], []

    def store(rows, kind):
        nonlocal data
        flat = [x for row in rows for x in (row if isinstance(row, list) else [row])]
        packed = struct.pack(f"<{len(flat)}f", *flat)
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(packed)})
        accessor = {"bufferView": len(views) - 1, "componentType": 5126, "count": len(rows), "type": kind}
        if kind == "SCALAR":
            accessor |= {"min": [min(rows)], "max": [max(rows)]}
        accessors.append(accessor)
        data += packed
        return len(accessors) - 1

    for (joint, path), (times, values) in tracks.items():
        samplers.append({"input": store(times, "SCALAR"), "output": store(values, f"VEC{len(values[0])}")})
        target = {"node": index[joint], "path": path}
        channels.append({"sampler": len(samplers) - 1, "target": target})
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": joints,
            "buffers": [{"byteLength": len(data), "uri": uri}],
            "bufferViews": views,
            "accessors": accessors,
            "animations": [{"name": "walk", "samplers": samplers, "channels": channels}],
        }
    )


def spine(change):
    tracks = body()
    times, values = tracks["mixamorig:Spine", "rotation"]
    change(times, values)
    return gltf(tracks)


def hips(path, value):
    times = body()["mixamorig:Spine", "rotation"][0]
    return gltf(body() | {("mixamorig:Hips", path): (times, [value(t) for t in times])})


def put(at, value):
    return lambda times, values: values.__setitem__(at, value(values[at]))


def cut(times, values):
    del times[24:], values[24:]


CLEAN = gltf(body())
TIMES = [i / 30 for i in range(31)]
STILL_SPINE = gltf(
    {
        ("mixamorig:Spine", "rotation"): (TIMES, [turn(0.0)] * 31),
        ("mixamorig:Hips", "translation"): (TIMES, [[0.0, 0.9, t] for t in TIMES]),
    }
)
LOOP = "[clips.walk]\nloop = true\n"
SPINE = '[clips.walk]\nanimates_bones = ["mixamorig:Spine"]\n'
# The check, its contract there, a file that triggers it, what is found here (None: no equal; see
# docs/guides/contracts.md), the contract here.
CASES = [
    ("nan", "", spine(put(9, lambda q: [math.nan, *q[1:]])), "bad-frames|keys_not_finite", "keys_not_finite = 0"),
    ("time-monotonic", "", spine(lambda t, v: t.__setitem__(9, t[8])), "same-time", ""),
    ("quat-norm", "", spine(put(9, lambda q: [1.5 * x for x in q])), "keys_not_unit", "keys_not_unit = 0"),
    ("quat-flip", "", spine(put(9, lambda q: [-x for x in q])), "keys_flipped", "keys_flipped = 0"),
    ("duration-sanity", "", gltf({("mixamorig:Spine", "rotation"): ([0.0], [turn(0.2)])}), "no-motion|no-duration", ""),
    ("scale-keys", "", hips("scale", lambda t: [1 + t / 9] * 3), "keys_scaled", "keys_scaled = 0"),
    ("non-uniform-scale", "", hips("scale", lambda t: [1.0, 2.0, 1.0]), "  scale", ""),
    (
        "constant-nonunit-scale",
        '[checks.constant-nonunit-scale]\nseverity = "warn"\n',
        hips("scale", lambda t: [2.0] * 3),
        None,
        "",
    ),
    ("constant-track", "", hips("translation", lambda t: [0.0, 0.9, 0.0]), "constant_tracks", "constant_tracks = 0"),
    (
        "fps",
        "[clips.walk]\nfps = 30.0\n",
        spine(lambda t, v: t.__setitem__(9, 0.312)),
        "uneven-keys|keys_off_grid",
        "keys_off_grid = 0",
    ),
    ("loop-closure", LOOP, spine(cut), "loop_rotation", 'loop_rotation = "2deg"'),
    ("loop-seam-rot", LOOP, spine(cut), "loop_angular_velocity", 'loop_angular_velocity = "30deg/s"'),
    (
        "in-place",
        '[clips.walk]\nmovement_owner_xz = "gameplay"\n',
        hips("translation", lambda t: [0.0, 0.9, t]),
        "hips_travel is",
        'hips_travel = { max = "20cm" }',
    ),
    (
        "root-motion-speed",
        "[clips.walk]\nspeed_mps = { value = 0.0, tolerance = 0.2 }\n",
        hips("translation", lambda t: [0.0, 0.9, t]),
        "speed is",
        'speed = { value = "0m/s", within = "0.2m/s" }',
    ),
    ("missing-bones", '[clips.walk]\nanimates_bones = ["tail"]\n', CLEAN, "tail", 'joints = ["tail"]'),
    ("required-bones", '[rig]\nrequired_bones = ["tail"]\n', CLEAN, "tail", 'joints = ["tail"]'),
    (
        "rest-world-scale",
        '[checks.rest-world-scale]\nnode_selectors = ["mixamorig:Hips"]\n',
        gltf(body(), [2, 2, 2]),
        None,
        "",
    ),
    ("frozen-bone", SPINE, STILL_SPINE, None, ""),
]


def says(program, folder, text, contract, wanted, other):
    """Writes a clip with its contract, and returns a program's answer, and whether it has one of the words."""
    folder.mkdir()
    (folder / "walk.gltf").write_text(text)
    (folder / "animsmith.toml").write_text(contract)
    rules = f'[[expect]]\nwhere = "all"\n{other}\n' if other else ""
    (folder / "footwork.toml").write_text(rules)
    call = [program, "lint", "walk.gltf"] if wanted.startswith("[") else [program, "check", "."]
    ran = subprocess.run(call, cwd=folder, capture_output=True, text=True)
    answer = ran.stdout + ran.stderr
    return any(word in answer for word in wanted.split("|")), answer


def main():
    animsmith, footwork = [str(Path(name).resolve()) for name in sys.argv[1:3]]
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        for check, theirs, trigger, ours, limits in CASES:
            row = []
            for kind, text in (("trigger", trigger), ("clean", CLEAN)):
                if text == CLEAN and check in ("missing-bones", "required-bones") and kind == "clean":
                    theirs, limits = (
                        theirs.replace("tail", "mixamorig:Spine"),
                        limits.replace("tail", "mixamorig:Spine"),
                    )
                for program, wanted in ((animsmith, f"[{check}]"), (footwork, ours)):
                    if wanted is None:
                        continue
                    folder = Path(temporary) / f"{check}-{kind}-{wanted[0] == '['}"
                    found, answer = says(program, folder, text, theirs, wanted, limits)
                    row.append(found)
                    if found != (kind == "trigger"):
                        wrong += 1
                        print(f"--- {folder.name}: {answer}")
            print(check, row)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
