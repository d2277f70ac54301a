"""Spans of labels, as datasets give them."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

from ._footwork import ClipInfo

__all__ = ["Span"]


class Span(NamedTuple):
    """A label of a part of a clip."""

    clip: str
    """The clip, as the dataset calls it, without the ending of its file."""
    label: str
    """What was written of it."""
    start_secs: float
    """Where it starts, in seconds from the first frame of the clip."""
    stop_secs: Optional[float]
    """Where it stops; None is the end of the clip."""
    categories: Tuple[str, ...] = ()
    """Categories of the label, where the dataset has them."""

    def frames(self, clip: ClipInfo) -> Tuple[int, int]:
        """The frames ``[start, stop)`` of the span, inside a clip of this length and rate.

        Seconds become the nearest frame, half away from zero.
        """

        def frame(secs: float) -> int:
            return min(max(int(secs * clip.rate + 0.5), 0), clip.frames)

        stop = clip.frames if self.stop_secs is None else frame(self.stop_secs)
        return min(frame(self.start_secs), stop), stop
