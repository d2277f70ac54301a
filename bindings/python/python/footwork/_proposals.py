"""The command ``propose`` as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _footwork
from ._findings import warn_each
from ._footwork import Library
from ._tables import Table

if TYPE_CHECKING:
    from ._footwork import _ClipKey

__all__ = ["Proposals", "ProposedQuality", "Rejected", "accept", "forget", "propose", "rejected"]


class ProposedQuality(NamedTuple):
    """The quality of the proposals of a tag, measured on labelled clips that the classifiers had not seen. A share is
    None if fewer than two clips have the tag, which is too few to measure it.
    """

    tag: str
    spans: int
    """The number of its labelled spans."""
    clips: int
    """The number of clips with a labelled span."""
    frame_precision: Optional[float]
    """The share of proposed frames that have the tag."""
    frame_recall: Optional[float]
    """The share of the tag's frames found by a proposal."""
    span_precision: Optional[float]
    """The share of proposed spans whose overlap with a labelled span is at least half of their union."""
    span_recall: Optional[float]
    """The share of labelled spans that a proposed span matches in the same way."""
    edge_secs: Optional[float]
    """The median distance of the edges of matched spans."""


class Rejected(NamedTuple):
    """A proposal that was rejected in the studio, and is therefore not made again."""

    clip: str
    """The name of the clip, which may be gone from the library."""
    name: str
    """The tag or event."""
    start: float
    """The first frame, or the time of an event in frames."""
    stop: float
    """The frame after the last, or again the time of an event."""


class Proposals(Table):
    """Proposed spans and events, one row each.

    The columns are:

    * ``clip``: int32, the number of the clip in the library
    - ``name``: int32, an index into the names of tags and events
    - ``start``, ``stop``: float64, in frames; equal for an event
    - ``score``: float64, from 0 to 1
    - ``is_event``: bool
    - ``is_likely``: bool; a row that is not likely is only possible, because the source has too few examples
    - ``is_bulk``: bool; such a row reaches `threshold`

    ``proposals.rows(mask)`` selects rows for `accept`.
    """

    def __init__(
        self,
        columns: Dict[str, NDArray[Any]],
        clip_names: Sequence[str],
        names: Sequence[str],
        quality: Sequence[ProposedQuality] = (),
        threshold: Optional[float] = None,
        order: Sequence[Tuple[str, float]] = (),
        source: str = "python",
    ) -> None:
        super().__init__(columns, {"clip": clip_names, "name": names})
        self.quality = list(quality)
        """How good the proposals of each tag are; empty unless they are learned."""
        self.threshold = threshold
        """The score above which 97 % of the proposals for held-out clips were right; None if no score reaches that."""
        self.order = list(order)
        """The clips without labels, the most useful to label first, each with its uncertainty from 0 to 1."""
        self.source = source
        """The name of the source, which sidecars keep for accepted spans if ``[studio] provenance = true``."""

    def rows(self, mask: NDArray[np.bool_]) -> Proposals:
        """Returns the rows where ``mask`` is true."""
        columns = {name: values[mask] for name, values in self.items()}
        names = self._names
        return Proposals(
            columns, names["clip"], names["name"], self.quality, self.threshold, self.order, self.source
        )


def propose(
    library: Library,
    tags: Union[str, Iterable[str]] = (),
    *,
    source: Literal["learned", "contacts", "rules", "similar"] = "learned",
    like: Optional[Tuple[_ClipKey, int, int]] = None,
    count: int = 20,
) -> Proposals:
    """Proposes spans of the tags and of those below them, as ``footwork propose`` does. Changes nothing.

    - tags: a tag or several; by default all tags with labels. For "similar", it is the one tag to propose. For
      "contacts", it is the name above the events Left and Right.
    - source: the method. "learned" trains one classifier per tag on the labelled clips. "similar" ranks places whose
      motion is like that of ``like``, a clip with a first frame and the frame after the last one.
    - count: the number of places for "similar".

    Gives a FootworkWarning about clips that cannot be read. Raises ValueError for names, frames and rules with
    mistakes, and OSError if the file of rejected proposals cannot be read.
    """
    wanted = [tags] if isinstance(tags, str) else list(tags)
    rows, quality, threshold, order, findings = _footwork._propose(library, wanted, source, like, count)
    warn_each([str(finding) for finding in findings], "more clips without proposals", stacklevel=3)
    names = sorted({row[1] for row in rows})
    places = {name: place for place, name in enumerate(names)}

    def column(place: int, kind: Any) -> NDArray[Any]:
        return np.array([row[place] for row in rows], kind)

    columns = {
        "clip": column(0, np.int32),
        "name": np.array([places[row[1]] for row in rows], np.int32),
        "start": column(2, np.float64),
        "stop": column(3, np.float64),
        "score": column(4, np.float64),
        "is_event": column(5, np.bool_),
        "is_likely": column(6, np.bool_),
        "is_bulk": column(7, np.bool_),
    }
    infos = library.clips
    measured = []
    for tag, spans, clips, shares, edge in quality:
        precision, recall, span_precision, span_recall = shares or (None, None, None, None)
        measured.append(ProposedQuality(tag, spans, clips, precision, recall, span_precision, span_recall, edge))
    uncertain = [(infos[clip].name, uncertainty) for clip, uncertainty in order]
    return Proposals(columns, [info.name for info in infos], names, measured, threshold, uncertain, source)


def accept(library: Library, proposals: Proposals, *, partial: bool = False) -> List[str]:
    """Adds these proposals to the sidecars as one edit, and returns the changed files. ``footwork undo`` reverts the
    edit. The state of a clip without labels becomes in-progress. With ``[studio] provenance = true`` in ``footwork.toml``,
    sidecars keep the source and the score of each accepted span. This changes the library on disk, so open it again
    afterwards.

    partial: whether to continue if some files of the library cannot be read. Otherwise such a file raises LibraryError,
    and nothing is written.

    Raises ChangedError if the library changed since it was opened.
    """
    names = proposals._names["name"]
    columns = [proposals[name].tolist() for name in ("clip", "name", "start", "stop", "score", "is_event")]
    rows = [(clip, names[name], *rest) for clip, name, *rest in zip(*columns)]
    return _footwork._accept(library, rows, proposals.source, partial)


def rejected(library: Library, tags: Union[str, Iterable[str]] = ()) -> List[Rejected]:
    """Returns the remembered rejections by clip, as ``footwork propose --rejected`` lists them. Clips that the library no longer
    has are included.

    tags: a tag or event or several, each with those below it; all by default.

    Raises ValueError for wrong names, and OSError if the file of rejections in the user's state folder cannot be read.
    """
    wanted = [tags] if isinstance(tags, str) else list(tags)
    return [Rejected(*row) for row in _footwork._rejected(library, wanted)]


def forget(library: Library, rejections: Iterable[Rejected]) -> None:
    """Withdraws rejections, so that these proposals can be made again, as ``footwork propose --forget`` does.
    ``forget(library, rejected(library))`` withdraws all. The library does not change.

    rejections: some of those that `rejected` returns.

    Raises ValueError if one is not remembered, and OSError if the file of rejections cannot be read or written. Nothing
    is then withdrawn.
    """
    _footwork._forget(library, list(rejections))
