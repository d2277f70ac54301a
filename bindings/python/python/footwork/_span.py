"""Labelled spans of datasets."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

from ._footwork import ClipInfo

__all__ = ["Span"]


class Span(NamedTuple):
    """A label on a part of a clip."""

    clip: str
    """The dataset's name of the clip, without the file extension."""
    label: str
    """The label's text."""
    start_secs: float
    """The start, in seconds from the first frame of the clip."""
    stop_secs: Optional[float]
    """The stop, in seconds. None is the end of the clip."""
    categories: Tuple[str, ...] = ()
    """The categories of the label, if the dataset has any."""

    def frames(self, clip: ClipInfo) -> Tuple[int, int]:
        """Returns the frames ``[start, stop)`` of the span, clamped to the clip.

        Seconds are rounded to the nearest frame, half up.
        """

        def frame(secs: float) -> int:
            return min(max(int(secs * clip.rate + 0.5), 0), clip.frames)

        stop = clip.frames if self.stop_secs is None else frame(self.stop_secs)
        return min(frame(self.start_secs), stop), stop
