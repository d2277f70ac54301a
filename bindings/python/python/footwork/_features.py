"""The columns of tables and windows, clip by clip."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Dict, Iterable, List, Optional

import numpy as np
from numpy.typing import NDArray

from ._choices import Choices, event_columns
from ._errors import ChannelError, ClipError
from ._event_signals import EventSignals
from ._findings import warn_each
from ._footwork import Clip, Encoding, EventTrack, Library, QueryResult, channel_unit
from ._poses import PoseColumns
from ._rates import chosen_rates, frames_at, ranges_at, round_at

__all__ = ["Features"]

_TOO_CLOSE_FRAMES = 2 * (1 - 1e-9)
"""Events closer than this number of frames are merged. It is slightly below 2, so that events two frames apart stay
apart although their times in seconds are rounded."""


class Features:
    """The chosen columns, and their computation for a clip."""

    def __init__(self, library: Library, used: Iterable[int], choices: Choices, stacklevel: int = 2) -> None:
        self.library = library
        self.choices = choices
        self.clips = library.clips
        self.channels, self.events, self.tags = list(choices.channels), list(choices.events), list(choices.tags)
        self.missing = choices.missing
        self.used = list(used)
        self.rates: List[Fraction] = chosen_rates(self.clips, self.used, choices.rate)
        """The rate of the frames of each clip of the library."""
        of_each = list(zip(self.clips, self.rates))
        self.frames = [frames_at(clip.frames, clip.exact_rate, rate) for clip, rate in of_each]
        """The number of frames of each clip at that rate."""
        self.rounds = [round_at(own, clip.exact_rate, rate) for own, (clip, rate) in zip(library._rounds(), of_each)]
        """The length of one round of each looping clip in frames; -1 for others."""
        self.poses = PoseColumns(library, self.used, choices.poses, choices.joints) if choices.poses else None
        self._found: Dict[str, QueryResult] = {}
        pose_columns = self.poses.columns if self.poses else []
        self.columns = self.channels + event_columns(self.events, choices.targets) + self.tags + pose_columns
        twice = {name for name, count in Counter(self.columns).items() if count > 1}
        if twice or {"clip", "frame"} & set(self.events + self.tags):
            raise ValueError(f"columns need names of their own: {', '.join(sorted(twice)) or 'clip, frame'}")
        self.units = {channel: unit for channel in self.channels for unit in [_unit(channel)] if unit}
        self.units.update(self.poses.units if self.poses else {})
        self.groups = self._grouped()
        """The columns of each group: of all channels, events and tags, of each event, and of each group of poses."""
        self.signals: Optional[EventSignals] = None
        self.is_encoded = bool(self.events) and choices.targets == "encoded"
        """Whether there are events, and they are encoded as signals."""
        self.encodings: List[Encoding] = []
        self.is_fitted = self.is_encoded and choices.encoding is None and choices.training is None
        """Whether the window was fitted to all clips, because the training clips are not known."""
        self._check_rates()
        if self.events:
            merged = self._read_tracks()
            if self.is_encoded:
                self.encodings = self._encodings(choices)
            self._warn(merged, stacklevel + 1)

    def query(self, text: str) -> QueryResult:
        """Returns the frames that match, at the clips' own rates."""
        return self.library.query(text)

    def track(self, event: str, clip: int) -> EventTrack:
        """Returns the times of an event and of the events below it."""
        return self.library.event_track(event, clip)

    def read(self, clip: int) -> Clip:
        """Reads the motion of a clip."""
        return self.library.clip(clip)

    def _grouped(self) -> Dict[str, List[str]]:
        groups = {"channels": self.channels, "events": event_columns(self.events, self.choices.targets), "tags": self.tags}
        groups.update((event, event_columns([event], self.choices.targets)) for event in self.events)
        groups.update(self.poses.groups_of_columns() if self.poses else {})
        return {name: columns for name, columns in groups.items() if columns}

    def _check_rates(self) -> None:
        for clip in self.used:
            self._check_rate(clip)

    def _check_rate(self, clip: int) -> None:
        """Raises ClipError if a clip must be resampled, but its own rate cannot be that of recorded motion."""
        info, rate = self.clips[clip], self.rates[clip]
        reason = info._odd_rate() if info.exact_rate != rate else None
        if reason is not None:
            hint = "correct the file, leave it out of the query, or keep its frames with rate=\"own\""
            raise ClipError(f"{info.name} cannot be resampled to {rate}: {reason}; {hint}", "odd-rate", reason, hint)

    def _read_tracks(self) -> int:
        """Reads the events of all clips, merges those that are too close, and returns the number of removed events."""
        merged = 0
        by_clip: Dict[int, List[EventTrack]] = {}
        for number, rate in enumerate(self.rates):
            tracks = [self.track(event, number) for event in self.events]
            by_clip[number] = [track.with_min_gap(float(_TOO_CLOSE_FRAMES / rate)) for track in tracks]
            merged += sum(map(len, tracks)) - sum(map(len, by_clip[number]))
        self.signals = EventSignals(self.events, by_clip, self.rates, self.frames, [clip.name for clip in self.clips])
        return merged

    def _encodings(self, choices: Choices) -> List[Encoding]:
        """Returns the encoding of each clip."""
        assert self.signals is not None
        if isinstance(choices.encoding, Encoding):
            return [choices.encoding] * len(self.clips)
        if choices.encoding is not None:
            return self.signals.encodings(float(choices.encoding))
        if choices.training is None:
            training = list(range(len(self.clips)))
        else:
            training = [self.library.clip_number(name) for name in choices.training]
        return self.signals.encodings(self.signals.fitted_secs(training))

    def _warn(self, merged: int, stacklevel: int) -> None:
        """Warns of merged events and of events that the encoding will lose."""
        if merged:
            events = "1 event" if merged == 1 else f"{merged} events"
            warn_each([f"{events} merged with another less than two frames away"], "", stacklevel + 1)
        assert self.signals is not None
        if not self.is_encoded:
            return
        self.signals.warn(range(len(self.clips)), self.encodings, stacklevel + 1)

    def clip_columns(self, clip: int) -> Dict[str, NDArray[np.generic]]:
        """Returns all columns for all frames of a clip."""
        self._check_rate(clip)
        info, rate, frames = self.clips[clip], self.rates[clip], self.frames[clip]
        columns: Dict[str, NDArray[np.generic]] = {}
        motion: Optional[Clip] = None
        if self.channels or self.poses:
            motion = self.read(clip)
            if motion.exact_rate != rate:
                motion = motion.resampled(rate)
        for channel in self.channels:
            assert motion is not None
            try:
                columns[channel] = motion.channel(channel)
            except ChannelError as error:
                if self.missing == "raise" or "." not in channel:
                    raise ChannelError(f"{info.name}: {error}") from error
                columns[channel] = np.full(frames, np.nan, np.float32)
        if self.signals is not None:
            is_encoded = self.is_encoded
            values = self.signals.signal(clip, self.encodings[clip]) if is_encoded else self.signals.chances(clip)
            columns.update(zip(event_columns(self.events, self.choices.targets), values.T))
        for tag in self.tags:
            # A tag includes those below it, as in queries.
            if tag not in self._found:
                self._found[tag] = self.query(tag)
            columns[tag] = _mask(self.ranges(self._found[tag], clip), frames)
        if self.poses:
            assert motion is not None
            columns.update(zip(self.poses.columns, self.poses.values(motion).T))
        return columns

    def matrix(self, clip: int) -> NDArray[np.float32]:
        """Returns all columns side by side, for all frames of a clip: (frames, columns)."""
        columns = self.clip_columns(clip)
        matrix = np.empty((self.frames[clip], len(self.columns)), np.float32)
        for place, name in enumerate(self.columns):
            matrix[:, place] = columns[name]
        return matrix

    def ranges(self, found: QueryResult, clip: int) -> NDArray[np.int32]:
        """Returns the ranges that a query found in a clip, in frames at the chosen rate of the clip: (n, 2)."""
        return ranges_at(found.ranges(clip), self.clips[clip].exact_rate, self.rates[clip], self.frames[clip])


def _mask(ranges: NDArray[np.int32], frames: int) -> NDArray[np.bool_]:
    mask = np.zeros(frames, np.bool_)
    for start, stop in ranges.tolist():
        mask[start:stop] = True
    return mask


def _unit(channel: str) -> str:
    """Returns the unit of a channel. A mistake in the channel is reported when a clip is read."""
    try:
        return channel_unit(channel)
    except ChannelError:
        return ""
