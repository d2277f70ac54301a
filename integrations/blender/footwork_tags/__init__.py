"""An add-on for Blender that shows the tags and events of a clip as markers of an action, and writes edited markers to
the clip's sidecar.

In the Action Editor, the tab Footwork of the sidebar shows a clip's labels, adds tags and writes edits. Markers are moved, renamed,
duplicated and deleted with Blender's own commands. The Python package of Footwork reads and writes the sidecars.
"""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, IntProperty, StringProperty

from . import shown

# Mistakes in a user's file or markers: `MarkerError` is a ValueError, and so are Footwork's errors.
_MISTAKES = (ImportError, KeyError, OSError, ValueError)


def _action(context):
    """The action of the active object, or None."""
    animation = context.object.animation_data if context.object else None
    return animation.action if animation else None


class _OnAction:
    """The shared part of the operators: they act on one action and report mistakes."""

    action: StringProperty(name="Action", description="By default, the action of the active object", options={"HIDDEN"})

    def execute(self, context):
        action = bpy.data.actions.get(self.action) if self.action else _action(context)
        if action is None:
            self.report({"ERROR"}, "there is no action: import the clip's motion first")
            return {"CANCELLED"}
        try:
            self.act(context, action)
        except _MISTAKES as error:
            # str of a KeyError has quotes around the message.
            self.report({"ERROR"}, str(error.args[0]) if error.args else str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class FOOTWORK_OT_show_tags(_OnAction, bpy.types.Operator):
    """Show the tags and events of a clip as markers of the action"""

    bl_idname = "footwork.show_tags"
    bl_label = "Show Tags"
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(subtype="FILE_PATH")
    filter_glob: StringProperty(default="*.tags;*.bvh;*.glb;*.gltf;*.fbx;*.txt;*.json", options={"HIDDEN"})
    first_frame: IntProperty(name="First frame", description="The frame of the scene that is frame 0 of the clip", default=1)
    discard: BoolProperty(name="Discard edits", description="Replace the markers even if edits are not written", default=False)

    def invoke(self, context, _event):
        action = _action(context)
        if action is not None:
            self.first_frame = round(action.frame_range[0])
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def act(self, context, action):
        library, clip = shown.clip_of_file(Path(bpy.path.abspath(self.filepath)))
        for said in shown.show(action, library, clip, self.first_frame, self.discard):
            self.report({"WARNING"}, said)
        for area in context.screen.areas if context.screen else ():
            if area.type == "DOPESHEET_EDITOR":
                area.spaces.active.show_pose_markers = True


class FOOTWORK_OT_write_tags(_OnAction, bpy.types.Operator):
    """Write the edited markers to the clip's sidecar, as one edit that Footwork can undo"""

    bl_idname = "footwork.write_tags"
    bl_label = "Write Tags"

    def act(self, _context, action):
        files = shown.write(action)
        self.report({"INFO"}, f"written: {', '.join(files)}" if files else "nothing to write")


class FOOTWORK_OT_add_tag(_OnAction, bpy.types.Operator):
    """Add the markers of a tag, from the current frame on"""

    bl_idname = "footwork.add_tag"
    bl_label = "Add Tag"
    bl_options = {"REGISTER", "UNDO"}

    tag: StringProperty(name="Tag", default="Gait.Walk")
    start: IntProperty(name="Start", description="The first frame")
    stop: IntProperty(name="Stop", description="The frame after the last")

    def invoke(self, context, _event):
        self.start = context.scene.frame_current
        self.stop = self.start + 10
        return context.window_manager.invoke_props_dialog(self)

    def act(self, _context, action):
        if self.stop <= self.start:
            raise ValueError(f"frames {self.start} to {self.stop} are empty: the stop must be after the start")
        shown.add_span(action, self.tag, self.start, self.stop)


class FOOTWORK_PT_tags(bpy.types.Panel):
    """The tab in the sidebar of the Action Editor"""

    bl_idname = "FOOTWORK_PT_tags"
    bl_label = "Footwork"
    bl_space_type = "DOPESHEET_EDITOR"
    bl_region_type = "UI"
    bl_category = "Footwork"

    def draw(self, context):
        action = _action(context)
        of = None if action is None else shown.shown_of(action)
        column = self.layout.column()
        if of is not None:
            column.label(text=of.clip)
            column.label(text=f"clip frame 0 is scene frame {of.first_frame}" + (", edited" if shown.has_edits(action) else ""))
            column.operator(FOOTWORK_OT_add_tag.bl_idname)
            column.operator(FOOTWORK_OT_write_tags.bl_idname)
        column.operator(FOOTWORK_OT_show_tags.bl_idname)


_CLASSES = (FOOTWORK_OT_show_tags, FOOTWORK_OT_write_tags, FOOTWORK_OT_add_tag, FOOTWORK_PT_tags)


def register():
    for kind in _CLASSES:
        bpy.utils.register_class(kind)


def unregister():
    for kind in reversed(_CLASSES):
        bpy.utils.unregister_class(kind)
