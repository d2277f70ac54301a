"""Prints the world positions of the nodes of a glTF file, for comparison with footwork-clip.

Reads a request as JSON from standard input and writes the answer to standard output:

    {"file": "a.glb", "animations": [{"index": 0, "times": [0.0], "nodes": ["Hips"]}]}
    [[[[x, y, z] per node] per time] per animation]

pygltflib reads containers and JSON. Accessors, interpolation and transforms follow the glTF 2.0 specification, with 4x4
matrices, and share no code with the Rust reader.
"""

import json
import sys

import numpy as np
from pygltflib import GLTF2

COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def view_array(gltf, view_index, byte_offset, kind, width, count):
    view = gltf.bufferViews[view_index]
    data = gltf.get_data_from_buffer_uri(gltf.buffers[view.buffer].uri) if gltf.buffers[view.buffer].uri else gltf.binary_blob()
    kind = np.dtype(kind)
    start = (view.byteOffset or 0) + (byte_offset or 0)
    stride = view.byteStride or kind.itemsize * width
    return np.ndarray((count, width), kind, data, start, (stride, kind.itemsize))


def accessor(gltf, index):
    a = gltf.accessors[index]
    kind, width = COMPONENTS[a.componentType], WIDTHS[a.type]
    if a.bufferView is None:
        values = np.zeros((a.count, width), kind)
    else:
        values = view_array(gltf, a.bufferView, a.byteOffset, kind, width, a.count).copy()
    if a.sparse:
        s = a.sparse
        where = view_array(gltf, s.indices.bufferView, s.indices.byteOffset, COMPONENTS[s.indices.componentType], 1, s.count)
        values[where[:, 0]] = view_array(gltf, s.values.bufferView, s.values.byteOffset, kind, width, s.count)
    out = values.astype(np.float64)
    if a.normalized:
        out = np.maximum(out / np.iinfo(np.dtype(kind)).max, -1.0)
    return out


def slerp(a, b, t):
    dot = float(np.dot(a, b))
    if dot < 0.0:
        b, dot = -b, -dot
    if dot > 0.99999999:
        return a + (b - a) * t
    angle = np.arccos(min(dot, 1.0))
    return (np.sin((1.0 - t) * angle) * a + np.sin(t * angle) * b) / np.sin(angle)


def sample(times, values, interpolation, path, t):
    cubic = interpolation == "CUBICSPLINE"
    key = (lambda i: values[3 * i + 1]) if cubic else (lambda i: values[i])
    # A time that equals a key's time up to rounding uses that key.
    near = int(np.argmin(np.abs(times - t)))
    if abs(times[near] - t) < 1e-5 or t <= times[0] or t >= times[-1]:
        value = key(near)
    else:
        i = int(np.searchsorted(times, t, side="right")) - 1
        span = times[i + 1] - times[i]
        u = (t - times[i]) / span
        if interpolation == "STEP":
            value = key(i)
        elif cubic:
            value = (
                (2 * u**3 - 3 * u**2 + 1) * values[3 * i + 1]
                + span * (u**3 - 2 * u**2 + u) * values[3 * i + 2]
                + (-2 * u**3 + 3 * u**2) * values[3 * i + 4]
                + span * (u**3 - u**2) * values[3 * i + 3]
            )
        elif path == "rotation":
            value = slerp(values[i] / np.linalg.norm(values[i]), values[i + 1] / np.linalg.norm(values[i + 1]), u)
        else:
            value = values[i] + (values[i + 1] - values[i]) * u
    return value / np.linalg.norm(value) if path == "rotation" else value


def matrix(translation, rotation, scale):
    x, y, z, w = rotation
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
    out = np.eye(4)
    out[:3, :3] = turn * np.asarray(scale, float)
    out[:3, 3] = translation
    return out


def positions(gltf, request):
    parents = {child: index for index, node in enumerate(gltf.nodes) for child in node.children or []}
    animation = gltf.animations[request["index"]]
    tracks = {}
    for channel in animation.channels:
        sampler = animation.samplers[channel.sampler]
        track = (accessor(gltf, sampler.input)[:, 0], accessor(gltf, sampler.output), sampler.interpolation or "LINEAR")
        tracks.setdefault(channel.target.node, {}).setdefault(channel.target.path, track)
    by_name = {node.name: index for index, node in enumerate(gltf.nodes)}
    wanted = [by_name[name] for name in request["nodes"]]
    answer = []
    for t in request["times"]:
        world = {}

        def world_of(index):
            if index not in world:
                node, moved = gltf.nodes[index], tracks.get(index, {})
                if node.matrix is not None and not moved:
                    local = np.array(node.matrix, float).reshape(4, 4).T
                else:
                    part = lambda path, rest: sample(*moved[path], path, t) if path in moved else rest
                    local = matrix(
                        part("translation", node.translation or [0, 0, 0]),
                        part("rotation", node.rotation or [0, 0, 0, 1]),
                        part("scale", node.scale or [1, 1, 1]),
                    )
                parent = parents.get(index)
                world[index] = local if parent is None else world_of(parent) @ local
            return world[index]

        answer.append([world_of(index)[:3, 3].tolist() for index in wanted])
    return answer


def main():
    request = json.load(sys.stdin)
    gltf = GLTF2().load(request["file"])
    json.dump([positions(gltf, animation) for animation in request["animations"]], sys.stdout)


main()
