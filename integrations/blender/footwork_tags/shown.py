"""Shows the labels of a clip as markers of an action: reads them from a library and writes them back. Needs Blender's actions,
not its user interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple

from . import markers
from .markers import Labels, MarkerError

__all__ = ["Shown", "add_span", "clip_of_file", "has_edits", "show", "shown_of", "write"]

_KEY = "footwork"
_SETTINGS = "footwork.toml"
_SUFFIX = ".tags"


class Shown(NamedTuple):
    """The clip whose labels an action shows, and those labels as they were in the library."""

    library: str
    """The folder."""
    clip: str
    """The name of the clip in it."""
    first_frame: int
    """The frame of the scene that corresponds to frame 0 of the clip."""
    labels: Labels
    left_out: List[str]
    """Names that are too long for markers."""


def package() -> Any:
    """Returns the Python package of Footwork. Raises ImportError with instructions if it is missing."""
    try:
        import footwork
    except ImportError as error:
        raise ImportError("Blender's Python has no package footwork: see docs/guides/blender.md of Footwork") from error
    return footwork


def clip_of_file(path: Path) -> Tuple[Path, str]:
    """Returns the library and the name of a clip, given the clip's file or its sidecar.

    The library is the nearest folder above the file with a ``footwork.toml`` or, if there is none, the folder of the file.
    """
    file = path.absolute()
    name = file.name[: -len(_SUFFIX)] if file.name.endswith(_SUFFIX) else file.name
    root = next((folder for folder in file.parents if (folder / _SETTINGS).is_file()), file.parent)
    return root, (file.parent / name).relative_to(root).as_posix()


def show(action: Any, library: Path, clip: str, first_frame: int, discard: bool = False) -> List[str]:
    """Puts the labels of a clip on an action as markers, and returns warnings for the user.

    Raises MarkerError if that would remove other markers, or unwritten edits (unless `discard`).
    """
    before = shown_of(action)
    if before is None and len(action.pose_markers):
        raise MarkerError("the action has markers of its own, which would be read as events: delete them first")
    if before is not None and not discard and has_edits(action):
        raise MarkerError("the markers were edited and not written yet: write them, or discard the edits")
    opened = package().Library.load(library)
    number = opened.clip_number(clip)
    _show(action, opened, number, first_frame)
    info, said = opened.clips[number], []
    start, stop = action.frame_range
    if round(stop - start) + 1 != info.frames:
        frames = f"the action has {round(stop - start) + 1} frames and the clip {info.frames}"
        said.append(f"{frames}: each frame of the action counts as one frame of the clip")
    shown = shown_of(action)
    if shown is not None and shown.left_out:
        said.append(f"too long for markers, so not shown: {', '.join(shown.left_out)}")
    return said


def write(action: Any) -> List[str]:
    """Writes the edits since the labels were shown to the sidecar, as one edit of the library, and shows the clip again with
    its new labels in the library. Returns the files that changed.

    Raises MarkerError for markers that are not labels, and the errors of `footwork.edit_labels`, such as ValueError for a span
    that has changed in the library meanwhile; nothing is written then.
    """
    shown = _must_show(action)
    edited = markers.changes(shown.labels, _labels(action, shown))
    load = package().Library.load
    library = load(shown.library)
    files: List[str] = []
    if edited:
        files = package().edit_labels(library, shown.clip, **edited._asdict(), label=f"Blender {shown.clip}")
        library = load(shown.library)
    _show(action, library, library.clip_number(shown.clip), shown.first_frame)
    return files


def add_span(action: Any, tag: str, start: int, stop: int) -> None:
    """Adds the markers of a span, in frames of the scene. Raises MarkerError if existing markers are not labels."""
    shown = _must_show(action)
    labels = _labels(action, shown)
    span = (tag, start - shown.first_frame, stop - shown.first_frame)
    _put(action, Labels(sorted([*labels.spans, span]), labels.events), shown.first_frame)


def has_edits(action: Any) -> bool:
    """Returns whether the markers differ from the shown labels."""
    shown = _must_show(action)
    try:
        return bool(markers.changes(shown.labels, _labels(action, shown)))
    except MarkerError:
        return True


def shown_of(action: Any) -> Any:
    """Returns the `Shown` of an action, or None. It is stored in the Blender file."""
    text = action.get(_KEY)
    if text is None:
        return None
    kept: Dict[str, Any] = json.loads(text)
    spans, events = ([tuple(row) for row in rows] for rows in kept.pop("labels"))
    return Shown(**kept, labels=Labels(spans, events))


def _must_show(action: Any) -> Shown:
    shown: Any = shown_of(action)
    if shown is None:
        raise MarkerError("the action shows no clip of Footwork")
    return shown


def _show(action: Any, library: Any, number: int, first_frame: int) -> None:
    events = [(event, float(time)) for event in library.events for time in library.event_frames(event, number)]
    labels, left_out = markers.without_long_names(Labels(sorted(library.spans(number)), sorted(events)))
    shown = Shown(str(library.path), library.clips[number].name, first_frame, labels, left_out)
    _put(action, labels, first_frame)
    action[_KEY] = json.dumps(shown._asdict())


def _put(action: Any, labels: Labels, first_frame: int) -> None:
    """Replaces all markers of the action."""
    for marker in list(action.pose_markers):
        action.pose_markers.remove(marker)
    for name, frame in markers.markers_of(labels):
        action.pose_markers.new(name).frame = frame + first_frame


def _labels(action: Any, shown: Shown) -> Labels:
    """Returns the labels that the markers show, in frames of the clip."""
    labels = markers.labels_of((marker.name, marker.frame - shown.first_frame) for marker in action.pose_markers)
    early = [start for _, start, _ in labels.spans if start < 0] + [time for _, time in labels.events if time < 0]
    if early:
        raise MarkerError(f"a marker is before frame {shown.first_frame}, on which the clip starts")
    return labels
