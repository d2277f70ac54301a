"""Writes motions of the body in `body.py` as glTF and as text FBX."""

import base64
import json
import math
import struct

from body import nodes

TICKS = 46186158000
PARTS = {
    "translation": ("Lcl Translation", "T", [0.0, 0.0, 0.0]),
    "rotation": ("Lcl Rotation", "R", [0.0, 0.0, 0.0]),
    "scale": ("Lcl Scaling", "S", [1.0, 1.0, 1.0]),
}


def gltf(clips, scale=None):
    """Returns a glTF file. `scale` is the scale of the hips at rest."""
    joints = [{k: v for k, v in node.items() if v != []} for node in nodes()]
    if scale:
        joints[0]["scale"] = scale
    index = {node["name"]: i for i, node in enumerate(joints)}
    data, views, accessors, animations = b"", [], [], []

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

    for name, tracks in clips.items():
        samplers, channels, inputs = [], [], {}
        for (joint, path), (times, values) in tracks.items():
            if tuple(times) not in inputs:
                inputs[tuple(times)] = store(times, "SCALAR")
            output = store(values, f"VEC{len(values[0])}")
            samplers.append({"input": inputs[tuple(times)], "output": output})
            target = {"node": index[joint], "path": path}
            channels.append({"sampler": len(samplers) - 1, "target": target})
        animations.append({"name": name, "samplers": samplers, "channels": channels})
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
            "animations": animations,
        }
    )


def degrees(quaternion):
    """Returns the angles of a rotation about x, y and z in degrees, in FBX's default order."""
    x, y, z, w = quaternion
    roll = math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = math.asin(max(-1.0, min(1.0, 2 * (w * y - z * x))))
    yaw = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return [math.degrees(angle) for angle in (roll, pitch, yaw)]


def fbx(clips, scale=None):
    """Returns a text FBX file in metres. Rotations become angles, so wrong lengths and flipped signs of quaternions are lost."""
    objects, links = [], []
    ids = iter(range(1000, 10**9))

    def add(kind, name, what, body=""):
        number = next(ids)
        objects.append(f'\t{kind}: {number}, "{name}", "{what}" {{\n{body}\t}}\n')
        return number

    def numbers(key, values):
        listed = ",".join(str(value) for value in values)
        return f"\t\t{key}: *{len(values)} {{\n\t\t\ta: {listed}\n\t\t}}\n"

    def properties(rows):
        return "\t\tProperties70:  {\n" + "".join(f"\t\t\tP: {row}\n" for row in rows) + "\t\t}\n"

    def vector(name, value):
        return f'"{name}", "{name}", "", "A",' + ",".join(str(part) for part in value)

    models, joints = {}, nodes()
    for node in joints:
        limb = add("NodeAttribute", "NodeAttribute::" + node["name"], "LimbNode", '\t\tTypeFlags: "Skeleton"\n')
        rows = [vector("Lcl Translation", node["translation"])]
        if scale and not models:
            rows.append(vector("Lcl Scaling", scale))
        models[node["name"]] = add("Model", "Model::" + node["name"], "LimbNode", properties(rows))
        links.append(f'"OO",{limb},{models[node["name"]]}')
    for node in joints:
        links += [f'"OO",{models[joints[child]["name"]]},{models[node["name"]]}' for child in node["children"]]
    links.append(f'"OO",{models[joints[0]["name"]]},0')
    for name, tracks in clips.items():
        ends = [round(times[-1] * TICKS) for times, _ in tracks.values()]
        span = [f'"LocalStart", "KTime", "Time", "",0', f'"LocalStop", "KTime", "Time", "",{max(ends)}']
        stack = add("AnimationStack", "AnimStack::" + name, "", properties(span))
        layer = add("AnimationLayer", "AnimLayer::" + name, "")
        links.append(f'"OO",{layer},{stack}')
        for (joint, path), (times, values) in tracks.items():
            prop, short, rest = PARTS[path]
            rows = [f'"d|{axis}", "Number", "", "A",{part}' for axis, part in zip("XYZ", rest)]
            node = add("AnimationCurveNode", f"AnimCurveNode::{short}", "", properties(rows))
            links += [f'"OO",{node},{layer}', f'"OP",{node},{models[joint]}, "{prop}"']
            values = [degrees(value) for value in values] if path == "rotation" else values
            for axis, column in zip("XYZ", zip(*values)):
                body = "\t\tDefault: 0\n\t\tKeyVer: 4008\n"
                body += numbers("KeyTime", [round(time * TICKS) for time in times])
                body += numbers("KeyValueFloat", column)
                body += numbers("KeyAttrFlags", [4]) + numbers("KeyAttrDataFloat", [0, 0, 0, 0])
                body += numbers("KeyAttrRefCount", [len(times)])
                curve = add("AnimationCurve", "AnimCurve::", "", body)
                links.append(f'"OP",{curve},{node}, "d|{axis}"')
    axes = {"UpAxis": 1, "UpAxisSign": 1, "FrontAxis": 2, "FrontAxisSign": 1, "CoordAxis": 0, "CoordAxisSign": 1}
    settings = [f'"{name}", "int", "Integer", "",{value}' for name, value in axes.items()]
    settings += ['"UnitScaleFactor", "double", "Number", "",100', '"TimeMode", "enum", "", "",6']
    return (
        "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
        + "GlobalSettings:  {\n\tVersion: 1000\n" + properties(settings) + "}\n"
        + "Objects:  {\n" + "".join(objects) + "}\n"
        + "Connections:  {\n" + "".join(f"\tC: {link}\n" for link in links) + "}\n"
    )
