"""Imports an FBX file into Blender and compares joints, and vertices if it has a mesh, with the numbers in a JSON file.

python blender.py FILE.fbx EXPECTED.json

Prints one line per importer: its name, the largest distance of a joint and of a vertex in metres, and the frame rate.
"""

import json
import sys

import bpy


def y_up(at):
    """Blender has z up."""
    return (at[0], at[2], -at[1])


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def importers(path):
    if hasattr(bpy.ops.import_scene, "fbx"):
        yield "import_scene.fbx", lambda: bpy.ops.import_scene.fbx(filepath=path)
    if hasattr(bpy.ops.wm, "fbx_import"):
        yield "wm.fbx_import", lambda: bpy.ops.wm.fbx_import(filepath=path)


def measure(expected):
    scene = bpy.context.scene
    [armature] = [thing for thing in bpy.data.objects if thing.type == "ARMATURE"]
    bones = {bone.name: bone.parent.name if bone.parent else None for bone in armature.data.bones}
    assert bones == expected["parents"], (bones, expected["parents"])
    start = armature.animation_data.action.frame_range[0]
    farthest = farthest_vertex = 0.0
    for number, places, vertices in zip(expected["frames"], expected["joints"], expected["vertices"]):
        frame = start + number
        scene.frame_set(int(frame), subframe=frame - int(frame))
        graph = bpy.context.evaluated_depsgraph_get()
        posed = armature.evaluated_get(graph)
        for name, place in places.items():
            head = posed.matrix_world @ posed.pose.bones[name].head
            farthest = max(farthest, distance(y_up(head), place))
        if vertices:
            [body] = [thing for thing in bpy.data.objects if thing.type == "MESH"]
            shown = body.evaluated_get(graph)
            assert len(shown.data.vertices) == len(vertices)
            assert shown.data.materials, "no material"
            for vertex, place in zip(shown.data.vertices, vertices):
                farthest_vertex = max(farthest_vertex, distance(y_up(shown.matrix_world @ vertex.co), place))
    return farthest, farthest_vertex


def main():
    path, expected = sys.argv[1:]
    with open(expected, encoding="utf-8") as file:
        expected = json.load(file)
    for name, run in importers(path):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        if name == "import_scene.fbx":
            import addon_utils

            addon_utils.enable("io_scene_fbx")
        assert run() == {"FINISHED"}
        joint, vertex = measure(expected)
        render = bpy.context.scene.render
        print(f"{name} {joint:.7f} {vertex:.7f} {render.fps / render.fps_base:.6f}")


main()
