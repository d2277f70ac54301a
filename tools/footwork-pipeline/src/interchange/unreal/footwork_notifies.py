"""Puts the rows of `footwork export --to unreal` on animations as notifies, and reads them back.

UNTESTED IN THE EDITOR: written from the documentation of unreal.AnimationLibrary (5.x), never run
there. Try it on a copy of your content first.

In the editor's Python console:

    import footwork_notifies as notifies
    notifies.apply("C:/takes/notifies.csv", "/Game/Animations",
                   notify="/Game/Notifies/AN_Footwork", state="/Game/Notifies/ANS_Footwork")
    notifies.read_back("C:/takes/notifies.csv", "C:/takes/back.csv", "/Game/Animations")

`notify` and `state` are Blueprint classes of yours, made from AnimNotify and AnimNotifyState. Each tag
has a track of its own with a name such as "Footwork tag Gait.Run". Only tracks with such names are
replaced. A clip belongs to the animation whose asset has the name of the clip's file, without extension.
"""

import csv

import unreal

PREFIX = "Footwork "
COLUMNS = ["clip", "tag", "start_secs", "stop_secs", "kind", "rate", "data", "editor"]


def _rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _asset_name(clip):
    base = clip.replace("#", "/").split("/")[-1]
    return base.rsplit(".", 1)[0]


def _animations(folder):
    """Returns the animations of a content folder, by the names of their assets."""
    found = {}
    for path in unreal.EditorAssetLibrary.list_assets(folder, recursive=True):
        asset = unreal.EditorAssetLibrary.load_asset(path)
        if isinstance(asset, unreal.AnimSequenceBase):
            found[asset.get_name()] = asset
    return found


def _ours(animation):
    names = unreal.AnimationLibrary.get_animation_notify_track_names(animation)
    return [str(name) for name in names if str(name).startswith(PREFIX)]


def apply(path, folder, notify, state):
    """Puts the rows of a file on the animations of a content folder, and saves them."""
    library = unreal.AnimationLibrary
    notify_class = unreal.EditorAssetLibrary.load_blueprint_class(notify)
    state_class = unreal.EditorAssetLibrary.load_blueprint_class(state)
    animations = _animations(folder)
    changed = {}
    for row in _rows(path):
        animation = animations.get(_asset_name(row["clip"]))
        if animation is None:
            unreal.log_warning("no animation for " + row["clip"])
            continue
        if animation not in changed.values():
            changed[row["clip"]] = animation
            for track in _ours(animation):
                library.remove_animation_notify_track(animation, track)
        track = PREFIX + row["kind"] + " " + row["tag"]
        if track not in _ours(animation):
            library.add_animation_notify_track(animation, track)
        start = float(row["start_secs"])
        if row["kind"] == "event":
            library.add_animation_notify_event(animation, track, start, notify_class)
        else:
            length = float(row["stop_secs"]) - start
            library.add_animation_notify_state_event(animation, track, start, length, state_class)
    for animation in changed.values():
        unreal.EditorAssetLibrary.save_loaded_asset(animation)


def read_back(path, output, folder):
    """Writes the notifies that the animations have now. `path` is the applied file, which names the clips.

    The editor stores times as 32-bit floats. `yes` in the column `editor` marks rows that went through it."""
    library = unreal.AnimationLibrary
    animations = _animations(folder)
    clips = {}
    for row in _rows(path):
        clips.setdefault(row["clip"], row["rate"])
    with open(output, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for clip, rate in clips.items():
            animation = animations.get(_asset_name(clip))
            if animation is None:
                unreal.log_warning("no animation for " + clip)
                continue
            for track in _ours(animation):
                kind, tag = track[len(PREFIX):].split(" ", 1)
                for event in library.get_animation_notify_events_for_track(animation, track):
                    start = library.get_anim_notify_event_trigger_time(event)
                    stop = start + event.get_editor_property("duration")
                    writer.writerow({
                        "clip": clip, "tag": tag, "kind": kind, "rate": rate, "data": "",
                        "editor": "yes",
                        "start_secs": "%.9f" % start,
                        "stop_secs": "" if kind == "event" else "%.9f" % stop,
                    })
