"""Motion matching: the poses of a library that fit best where a character should go, or look most like another.

>>> from footwork import matching
>>> index = matching.index(library)
>>> found = index.search(100, k=5, filter="Gait.Run")  # the poses nearest to that of row 100 that run
>>> found.clip, found.frame, found.mirrored, found.cost

Each pose is a row of features: where the feet are and how fast they move, how fast the hips move, and where the root
will be and face in 1/3, 2/3 and 1 second. Searches are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Optional, Sequence, SupportsIndex, Union

from ._footwork import Explanation, Library, PoseFilter, PoseIndex, PoseMatches, Poses, Simulated, Spread
from ._footwork import simulate as _simulate

if TYPE_CHECKING:
    from ._footwork import _Path, _Rate, _Spans

__all__ = [
    "Explanation",
    "PoseFilter",
    "PoseIndex",
    "PoseMatches",
    "Poses",
    "Simulated",
    "Spread",
    "index",
    "load",
    "simulate",
]


def index(
    library: Library, *, clips: Optional[Sequence[Union[SupportsIndex, str]]] = None, rate: _Rate = 60
) -> PoseIndex:
    """Indexes the poses of a library, as ``footwork sim matching`` does, and reads the motion of its clips for that.

    clips: their numbers or names; all by default. rate: the poses per second.

    Clips without hips and feet, or which cannot be read, are left out and named in ``PoseIndex.findings``. A looping clip
    goes on if it closes; of any other nobody knows what comes after it, so a search finds none of its last second.

    Raises ValueError if no clip is left, KeyError for an unknown clip.
    """
    if not isinstance(library, Library):
        raise TypeError(f"`library` must be a Library, whose clips can be read, not a {type(library).__name__}")
    return PoseIndex.build(library, clips=clips, rate=rate)


def load(path: _Path, library: Library) -> PoseIndex:
    """Opens an index that ``PoseIndex.save`` wrote, for the library that it was made of.

    ``PoseIndex.save`` writes a file with the ending ``.clips`` beside it, which tells what content the clips had. Without it,
    a FootworkWarning says that a clip of other content, but of the same length and rate, would not be noticed.

    Raises OSError if it cannot be read; ValueError if it is damaged or of another version, and if the library is another
    one by now: a clip is gone, or has another length or rate; ChangedError if one has other content.
    """
    if not isinstance(library, Library):
        raise TypeError(f"`library` must be a Library, whose clips can be read, not a {type(library).__name__}")
    return PoseIndex.load(path, library)


def simulate(
    index: PoseIndex,
    stick: Literal["straight", "circle", "mixed", "wild"] = "mixed",
    *,
    seed: int = 0,
    seconds: float = 60.0,
    speed_mps: Optional[float] = None,
    filter: Optional[_Spans] = None,
    foot_lock: bool = True,
) -> Simulated:
    """Leads a character by a made-up stick through the clips of an index, and measures how it looked.

    The same as ``footwork sim matching``, with the same figures: the clips of the skeleton with the most motion are read
    again and played at 60 poses per second, however the index was made.

    stick: straight ahead; a circle of 5 m; another direction and speed, or none, every 0.3 to 2.5 s (mixed); another
    direction at full speed every 0.1 to 0.5 s (wild). seed: which random stick. speed_mps: of the whole stick; without it,
    the median speed of the clips that move. filter: a query or spans for the frames that may be played. foot_lock: whether feet that stand are held.

    Raises ValueError if there is no character or no pose that may be played, and for numbers out of range; QueryError.
    """
    return _simulate(
        index, stick, seed=seed, seconds=seconds, speed_mps=speed_mps, filter=filter, foot_lock=foot_lock
    )
