"""The events of clips as signals, and windows that fit the gaps between the events of some clips."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, Iterable, List, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ._findings import warn_each
from ._footwork import Encoding, EventTrack, Probability

__all__ = ["EventSignals"]


class EventSignals:
    """The tracks of some events in each clip, and the rate and the length of its signals."""

    def __init__(
        self,
        events: Sequence[str],
        tracks: Mapping[int, List[EventTrack]],
        rates: Sequence[Fraction],
        frames: Sequence[int],
        names: Sequence[str],
    ) -> None:
        self.events = list(events)
        self.tracks = tracks
        """The tracks by the number of the clip, one per event."""
        self.rates = list(rates)
        self.frames = [int(count) for count in frames]
        self.names = list(names)

    def fitted_secs(self, clips: Iterable[int]) -> float:
        """Returns the window that fits the gaps between events of only the given clips."""
        used = [clip for clip in clips if clip in self.tracks]
        tracks = [track for clip in used for track in self.tracks[clip]]
        return Encoding.from_gaps(tracks, min((self.rates[clip] for clip in used), default=Fraction(1))).window_secs

    def encodings(self, window_secs: float) -> List[Encoding]:
        """Returns the encoding of each clip with this window, smoothed by one of its frames."""
        return [Encoding(window_secs, min(float(1 / rate), 0.25 * window_secs)) for rate in self.rates]

    def signal(self, clip: int, encoding: Encoding) -> NDArray[np.float32]:
        """Returns the signals of all events of a clip: (frames, 2 events)."""
        return encoding.encode(self.tracks[clip], self.rates[clip], self.frames[clip])

    def chances(self, clip: int) -> NDArray[np.float32]:
        """Returns the probabilities of all events of a clip, 1 on their frames and 0 elsewhere: (frames, events)."""
        return Probability.encode(self.tracks[clip], self.rates[clip], self.frames[clip])

    def warn(self, clips: Iterable[int], encodings: Sequence[Encoding], stacklevel: int) -> None:
        """Warns of events that the encoding will lose."""
        said = [
            f"{self.names[clip]}: {event}: {warning}"
            for clip in clips
            for event, track in zip(self.events, self.tracks.get(clip, ()))
            for warning in encodings[clip].warnings(track)
        ]
        warn_each(said, "more warnings of the same kind", stacklevel + 1)

    def to_json(self, clips: Sequence[int]) -> Dict[str, Any]:
        """Returns the events and their times in these clips, as plain values."""
        of_clips = [[(track.times.tolist(), track.loop_secs) for track in self.tracks[clip]] for clip in clips]
        return {"names": self.events, "tracks": of_clips}

    @staticmethod
    def from_json(
        said: Mapping[str, Any], rates: Sequence[Fraction], frames: Sequence[int], names: Sequence[str]
    ) -> EventSignals:
        """Reads the values of `to_json` for all clips, in the order of their numbers."""
        tracks = {
            clip: [EventTrack(times, loop_secs=loop_secs) for times, loop_secs in of_clip]
            for clip, of_clip in enumerate(said["tracks"])
        }
        return EventSignals(said["names"], tracks, rates, frames, names)
