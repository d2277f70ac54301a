"""Motion matching: searches for the poses of a library that best fit a character's next steps, or look most like another pose.

>>> from footwork import matching
>>> index = matching.index(library)
>>> found = index.search(100, k=5, filter="Gait.Run")  # the poses nearest to that of row 100 that run
>>> found.clip, found.frame, found.mirrored, found.cost

Each pose is a row of features: the positions and velocities of the feet, the velocity of the hips, and the position and
heading of the root 1/3, 2/3 and 1 second later. Searches are exact.

A `Character` plays the compressed poses of a `Repertoire`, and goes where a stick points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Optional, Sequence, SupportsIndex, Union

from ._footwork import (
    Character,
    Explanation,
    Library,
    PoseFilter,
    PoseIndex,
    PoseMatches,
    Poses,
    Repertoire,
    RepertoireBias,
    RepertoireFilter,
    Simulated,
    Spread,
)
from ._footwork import simulate as _simulate

if TYPE_CHECKING:
    from ._footwork import _Path, _Rate, _Spans

__all__ = [
    "Character",
    "Explanation",
    "PoseFilter",
    "PoseIndex",
    "PoseMatches",
    "Poses",
    "Repertoire",
    "RepertoireBias",
    "RepertoireFilter",
    "Simulated",
    "Spread",
    "index",
    "load",
    "simulate",
]


def index(
    library: Library, *, clips: Optional[Sequence[Union[SupportsIndex, str]]] = None, rate: _Rate = 60
) -> PoseIndex:
    """Indexes the poses of a library, as ``footwork sim matching`` does. Reads the motion of its clips.

    - clips: the numbers or names of the clips; all by default.
    - rate: the poses per second.

    Clips that cannot be read, or that have no hips or feet, are left out. ``PoseIndex.findings`` lists them. A looping
    clip whose last pose is close to its first continues at its start, and a clip that ends at rest keeps its last pose.
    The continuation of any other clip is unknown, so a search excludes its last second.

    Raises ValueError if no clip is left, KeyError for an unknown clip.
    """
    if not isinstance(library, Library):
        raise TypeError(f"`library` must be a Library, whose clips can be read, not a {type(library).__name__}")
    return PoseIndex.build(library, clips=clips, rate=rate)


def load(path: _Path, library: Library) -> PoseIndex:
    """Opens an index that ``PoseIndex.save`` wrote, for the library it was made from.

    ``PoseIndex.save`` also writes a file with the ending ``.clips``, with hashes of the clips' contents. If that file
    is missing, changed clips with the same length and rate would go unnoticed. A FootworkWarning says so.

    Raises OSError if the file cannot be read, and ValueError if it is damaged or has another version. Raises ValueError
    if a clip is missing from the library or has another length or rate, and ChangedError if a clip has other content.
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
    """Leads a character through the clips of an index with a simulated stick, and measures the motion.

    The figures are those of ``footwork sim matching``. The clips of the skeleton with the most motion are read again
    and played at 60 poses per second, regardless of the rate of the index.

    - stick: the movement of the stick. "straight" points ahead, and "circle" makes a circle with a radius of 5 m.
      "mixed" takes a random direction and speed, or none, every 0.3 to 2.5 s. "wild" takes a random direction at full
      speed every 0.1 to 0.5 s.
    - seed: the seed of the random stick.
    - speed_mps: the speed at full stick; by default, the median speed of the clips that move.
    - filter: a query or spans for the allowed frames.
    - foot_lock: whether standing feet are held in place.

    Raises ValueError if there is no character or no allowed pose, and for numbers out of range. Raises QueryError if
    the query of the filter is invalid.
    """
    return _simulate(
        index, stick, seed=seed, seconds=seconds, speed_mps=speed_mps, filter=filter, foot_lock=foot_lock
    )
