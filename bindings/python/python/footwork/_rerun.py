"""Clips with their tags, events and channels in rerun, which is optional."""

from __future__ import annotations

import os
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import FootworkWarning
from ._findings import stale_clips
from ._footwork import Clip, Library, channel_unit

if TYPE_CHECKING:
    from rerun import RecordingStream

    from ._footwork import _ClipKey

__all__ = ["to_rerun"]

_JOINT_RADIUS_M = 0.015
_BONE_RADIUS_M = 0.008
Series = Tuple[str, str, NDArray[Any]]
"""A name, a unit or an empty text, and one value per frame."""


def to_rerun(
    library: Library,
    clip: _ClipKey,
    path: Optional[Union[str, os.PathLike[str]]] = None,
    *,
    channels: Sequence[str] = ("speed", "height"),
    curves: Mapping[str, NDArray[Any]] = {},
    entity: Optional[str] = None,
    recording: Optional[RecordingStream] = None,
) -> None:
    """Logs a clip of a library to rerun: its skeleton, tags, events and channels.

    >>> footwork.to_rerun(library, "walk", "walk.rrd", channels=["speed", "left_foot.height"])  # then: rerun walk.rrd

    path: the ``.rrd`` file to write or replace, with a layout for the viewer. Without a path, everything goes to
    `recording`, or to the current recording of ``rerun.init``, and the layout stays as it is.

    - channels: as in `Clip.channel`.
    - curves: other values by name, one per frame, such as those of an `Expression`.
    - entity: the parent entity, by default the name of the clip, so that several clips can share a recording:

    ==============================  ==========================================================================
    entity                          what
    ==============================  ==========================================================================
    ``…``                           ``ViewCoordinates``: right-handed, y up; metres
    ``…/skeleton/joints``           ``Points3D``, named like the joints
    ``…/skeleton/bones``            ``LineStrips3D``, one from each parent to its joint
    ``…/tags/Gait.Walk``            ``StateChange``: the tag's name where the tag starts, nothing where it stops
    ``…/events/Foot.Left``          ``TextLog``: the event's name when it happens
    ``…/channels/speed``            ``Scalars`` of a channel
    ``…/curves/weight``             ``Scalars`` of a curve
    ==============================  ==========================================================================

    Everything is on two timelines: ``secs``, the time since the first frame, and ``frame``, the number of the frame. An
    event between two frames is at its exact time on ``secs``, and at the nearer frame on ``frame``. If both frames are
    equally near, it is at the later one. A tag has its own spans, without those of the tags below it. The data of
    events are left out.

    Raises:

    - ImportError without rerun, and RuntimeError without a recording
    - KeyError for an unknown clip, and ChangedError for a clip that changed since the library was opened
    - ChannelError for an unknown channel
    - OSError for a path that cannot be written
    - ValueError for a clip without bone lengths, for a curve of another shape, and if there is both a path and a
      recording

    Warns with FootworkWarning if the clip changed since it was tagged.
    """
    try:
        import rerun
    except ImportError as error:
        raise ImportError("to_rerun needs rerun: pip install 'footwork[rerun]'") from error
    if isinstance(channels, str):
        raise TypeError("`channels` must be a sequence of names, not one text")
    if path is not None and recording is not None:
        raise ValueError("give either a path or a recording")
    number = library.clip_number(clip)
    motion = library.clip(number)
    world = motion.positions()
    series = _series(motion, channels, curves)
    for said in stale_clips(library, [number]):
        warnings.warn(said, FootworkWarning, stacklevel=2)
    root = (entity or motion.name).strip("/").split("/")
    if path is not None:
        with _file(rerun, path, _layout(rerun, root), motion.name) as stream:
            _Log(rerun, stream, root, motion).everything(library, number, world, series)
        return
    stream = rerun.get_data_recording(recording)
    if stream is None:
        raise RuntimeError("rerun has no recording: call rerun.init, or give `path` or `recording`")
    _Log(rerun, stream, root, motion).everything(library, number, world, series)


def _series(motion: Clip, channels: Sequence[str], curves: Mapping[str, NDArray[Any]]) -> List[Tuple[str, Series]]:
    """Returns the series to draw over time, each with its parent entity."""
    series = [("channels", (name, channel_unit(name), motion.channel(name))) for name in channels]
    for name, values in curves.items():
        if np.shape(values) != (len(motion),):
            raise ValueError(f"the curve {name} has the shape {np.shape(values)}, not one value for each of {len(motion)} frames")
        series.append(("curves", (name, "", np.asarray(values, np.float64))))
    return series


@contextmanager
def _file(rerun: Any, path: Union[str, os.PathLike[str]], layout: Any, name: str) -> Iterator[Any]:
    """Opens a new recording to a file. The file is complete when the recording closes."""
    # If rerun cannot write a path, it only logs that, and goes on.
    with open(path, "wb"):
        pass
    stream = rerun.RecordingStream("footwork")
    stream.save(os.fspath(path), default_blueprint=layout)
    stream.send_recording_name(name)
    try:
        yield stream
        stream.flush()
    finally:
        stream.disconnect()


def _layout(rerun: Any, root: List[str]) -> Any:
    """Returns a layout with the skeleton above the tags, the channels and the events."""
    blueprint = rerun.blueprint
    origin = rerun.new_entity_path(root)
    plots = blueprint.TimeSeriesView(origin=origin, contents=["$origin/channels/**", "$origin/curves/**"], name="Channels")
    return blueprint.Blueprint(
        blueprint.Vertical(
            blueprint.Spatial3DView(origin=origin, contents="$origin/skeleton/**", name="Skeleton"),
            blueprint.StateTimelineView(origin=f"{origin}/tags", name="Tags"),
            blueprint.Horizontal(plots, blueprint.TextLogView(origin=f"{origin}/events", name="Events")),
            row_shares=[3, 1, 1],
        )
    )


class _Log:
    """Logs the parts of one clip below one entity. Data that rerun rejects raise an error instead of only a printed
    warning."""

    def __init__(self, rerun: Any, stream: Any, root: List[str], motion: Clip) -> None:
        self.rerun = rerun
        self.stream = stream
        self.root = root
        self.motion = motion

    def everything(self, library: Library, number: int, world: NDArray[np.float64], series: List[Tuple[str, Series]]) -> None:
        self.static([], self.rerun.ViewCoordinates.RIGHT_HAND_Y_UP)
        self.skeleton(world)
        for below, one in series:
            self.scalars(below, *one)
        for tag in library.tags:
            self.tag(tag, library.tag_ranges(tag, number))
        for event in library.events:
            self.event(event, library.event_frames(event, number))

    def skeleton(self, world: NDArray[np.float64]) -> None:
        rerun, (frames, joints, _) = self.rerun, world.shape
        every = np.arange(frames, dtype=np.float64)
        styled = rerun.Points3D.from_fields(radii=_JOINT_RADIUS_M, labels=self.motion.names, show_labels=False)
        self.static(["skeleton", "joints"], styled)
        points = rerun.Points3D.columns(positions=world.reshape(-1, 3)).partition([joints] * frames)
        self.send(["skeleton", "joints"], every, points)
        parents = self.motion.parents
        below = np.flatnonzero(parents >= 0)
        if len(below) == 0:
            return
        self.static(["skeleton", "bones"], rerun.LineStrips3D.from_fields(radii=_BONE_RADIUS_M))
        bones = np.stack([world[:, parents[below]], world[:, below]], axis=2).reshape(-1, 2, 3)
        self.send(["skeleton", "bones"], every, rerun.LineStrips3D.columns(strips=bones).partition([len(below)] * frames))

    def tag(self, tag: str, ranges: NDArray[np.int32]) -> None:
        if len(ranges):
            states = [tag, ""] * len(ranges)
            self.send(["tags", tag], ranges.reshape(-1).astype(np.float64), self.rerun.StateChange.columns(state=states))

    def event(self, event: str, frames: NDArray[np.float64]) -> None:
        if len(frames):
            self.send(["events", event], frames, self.rerun.TextLog.columns(text=[event] * len(frames)))

    def scalars(self, below: str, name: str, unit: str, values: NDArray[Any]) -> None:
        self.static([below, name], self.rerun.SeriesLines(names=f"{name}, {unit}" if unit else name))
        every = np.arange(len(values), dtype=np.float64)
        self.send([below, name], every, self.rerun.Scalars.columns(scalars=values))

    def static(self, below: List[str], logged: Any) -> None:
        self.stream.log(self.rerun.new_entity_path([*self.root, *below]), logged, static=True, strict=True)

    def send(self, below: List[str], frames: NDArray[np.float64], columns: Any) -> None:
        """Sends columns. `frames` holds the time of each row, counted in frames."""
        rate = self.motion.exact_rate
        secs = frames * rate.denominator / rate.numerator
        nearest = np.floor(frames + 0.5).astype(np.int64)
        times = [
            self.rerun.TimeColumn("secs", duration=secs),
            self.rerun.TimeColumn("frame", sequence=nearest),
        ]
        self.stream.send_columns(self.rerun.new_entity_path([*self.root, *below]), times, columns, strict=True)
