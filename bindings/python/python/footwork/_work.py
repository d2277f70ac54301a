"""The commands ``check``, ``events detect``, ``rules`` and ``cut`` as functions, and a reader of sidecars."""

from __future__ import annotations

import os
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _footwork
from ._errors import FootworkWarning
from ._findings import warn_each
from ._footwork import Clip, Finding, Library

if TYPE_CHECKING:
    from ._footwork import _ClipKey

__all__ = [
    "CheckFinding",
    "CutPiece",
    "RuleProposal",
    "Sidecar",
    "check",
    "cut",
    "detect_ends",
    "detect_strikes",
    "follow_rules",
    "propose_rules",
    "read_sidecar",
]

_Path = Union[str, os.PathLike[str]]
Times = Dict[str, Dict[str, NDArray[np.float64]]]
"""The times in seconds of each event in each clip, as `write_labels` accepts them."""


class CheckFinding(NamedTuple):
    """A problem with the tags, the events or the motion of a clip."""

    severity: Literal["note", "warning", "error"]
    clip: str
    """The clip, or a file that is not a clip."""
    frames: Optional[Tuple[int, int]]
    """The frames ``[start, stop)``."""
    code: str
    """A stable name for the kind of finding, such as "exclusive-overlap"."""
    tag: Optional[str]
    message: str


class RuleProposal(NamedTuple):
    """The changes that a rule of ``footwork.toml`` makes to a clip."""

    tag: str
    clip: str
    before: NDArray[np.int32]
    """The frames of the spans that the rule made, (n, 2)."""
    after: NDArray[np.int32]
    """The frames of the spans that it would make now, (n, 2)."""


class CutPiece(NamedTuple):
    """A range of a clip in a separate file."""

    clip: str
    start: int
    stop: int
    file: str
    """The file, relative to the folder of the pieces."""
    spans: int
    """The number of tag spans in it."""
    events: int


class Sidecar(NamedTuple):
    """The contents of a sidecar. Missing values are None."""

    clip: Optional[str]
    """The name of the clip's file."""
    frames: Optional[int]
    rate: Optional[Fraction]
    tags: List[Tuple[str, int, int]]
    """The spans, as authored: tag, start, stop."""
    events: List[Tuple[str, float]]
    """Event and time in frames."""
    findings: List[Finding]
    """The problems found in its lines."""


def check(library: Library) -> List[CheckFinding]:
    """Returns all problems with the tags, the events and the motion of a library, as ``footwork check`` finds them.
    Reads the motion of all clips, unless ``[checks.severity]`` turns off all checks of motion.
    """
    return [CheckFinding(*found) for found in _footwork._check(library)]


def detect_strikes(
    library: Library,
    below: str = "Foot",
    *,
    clips: Optional[Iterable[_ClipKey]] = None,
    touch_height_m: float = 0.04,
    lift_height_m: float = 0.12,
    touch_speed_mps: float = 1.0,
    lift_speed_mps: float = 1.5,
    clear_height_m: float = 0.02,
    close_secs: float = 0.1,
    min_secs: float = 0.1,
) -> Times:
    """Returns the times at which feet come down, by heights and speeds, as in ``footwork events detect``:
    ``found["Foot.Left"][clip]``. ``write_labels(library, found, origin=…)`` writes them.

    - below: the parent of the feet's events.
    - clips: the numbers or names of clips; all by default. Mirrored twins have no strikes of their own.

    A contact begins when a joint is at most ``touch_height_m`` above its floor and at most ``touch_speed_mps`` fast. It
    ends when the joint is above ``lift_height_m`` or faster than ``lift_speed_mps``. Contacts with a gap below
    ``close_secs`` are joined, and those shorter than ``min_secs`` are dropped. A joint that rises by more than
    ``clear_height_m`` may come down on another floor.

    Warns with FootworkWarning of clips that cannot be read or whose feet are not known. Raises ValueError for thresholds
    out of range.
    """
    chosen = range(len(library.clips)) if clips is None else [library.clip_number(clip) for clip in clips]
    thresholds = [clear_height_m, touch_height_m, lift_height_m, touch_speed_mps, lift_speed_mps, close_secs, min_secs]
    events, findings = _footwork._detect_strikes(library, list(chosen), below, thresholds)
    warn_each([str(finding) for finding in findings], "more clips without strikes", stacklevel=3)
    return _by_event(library, events)


def detect_ends(library: Library, query: str, event: str, *, at: Literal["starts", "stops"] = "starts") -> Times:
    """Returns an event at the first frame of each range that a query finds, or at the frame after the range:
    ``found[event][clip]``. A range that reaches the end of its clip has no frame after it. Mirrored twins are skipped.

    Raises QueryError.
    """
    if at not in ("starts", "stops"):
        raise ValueError(f'`at` must be "starts" or "stops", not {at!r}')
    return _by_event(library, _footwork._detect_ends(library, query, event, at == "stops"))


def _by_event(library: Library, events: List[Tuple[int, str, float]]) -> Times:
    infos = library.clips
    times: Dict[str, Dict[str, List[float]]] = {}
    for clip, event, frame in events:
        times.setdefault(event, {}).setdefault(infos[clip].name, []).append(frame / infos[clip].rate)
    return {event: {clip: np.array(secs) for clip, secs in of.items()} for event, of in times.items()}


def propose_rules(library: Library) -> List[RuleProposal]:
    """Returns the changes that the rules of ``footwork.toml`` would make, by tag and clip; empty if all their spans are up to
    date.

    Raises ValueError for rules with mistakes, and for motion that cannot be read.
    """
    return _proposals(library, _footwork._rules(library, False, False)[0])


def follow_rules(library: Library, *, partial: bool = False) -> List[RuleProposal]:
    """Makes the changes of `propose_rules` as one edit, and returns them. ``footwork undo`` reverts the edit. This
    changes the library on disk, so open it again afterwards.

    partial: whether to skip unreadable clips and tags, and keep the spans that rules made there. Otherwise an
    unreadable file raises LibraryError, and nothing is written.

    Raises ChangedError if the library changed since it was opened, and the errors of `propose_rules`.
    """
    return _proposals(library, _footwork._rules(library, True, partial)[0])


_Pairs = List[Tuple[int, int]]


def _proposals(library: Library, rows: List[Tuple[str, int, _Pairs, _Pairs]]) -> List[RuleProposal]:
    infos = library.clips
    return [RuleProposal(tag, infos[clip].name, _frames(before), _frames(after)) for tag, clip, before, after in rows]


def _frames(pairs: _Pairs) -> NDArray[np.int32]:
    return np.array(pairs, np.int32).reshape(-1, 2)


def cut(
    library: Library,
    query: str,
    folder: _Path,
    *,
    name: str = "{clip}_{index:02}",
    format: Optional[Literal["bvh", "glb", "fbx"]] = None,
    onto: Optional[Clip] = None,
    force: bool = False,
    dry_run: bool = False,
    partial: bool = False,
) -> List[CutPiece]:
    """Writes each range that a query finds as a separate clip, with its tags and events, as ``footwork cut`` does: all of them
    or none.

    - name: the template for the names of the pieces, as for ``footwork cut --name``.
    - format: the format of the pieces; by default BVH for BVH clips and GLB for others.
    - onto: a clip whose skeleton the pieces get.
    - force: whether to replace existing files.
    - dry_run: whether to write nothing, and only return the pieces that would be written.
    - partial: whether to skip unreadable clips and tags, and clips that cannot be cut. Otherwise an unreadable file
      raises LibraryError, and nothing is written.

    Warns with FootworkWarning of labels that no piece contains. Raises QueryError, and ValueError for anything that prevents
    the cut.
    """
    pieces, left = _footwork._cut(library, query, os.fspath(folder), name, format, onto, force, dry_run, partial)
    for finding in left:
        if finding.severity != "note":
            warnings.warn(str(finding), FootworkWarning, stacklevel=2)
    infos = library.clips
    return [
        CutPiece(infos[clip].name, start, stop, file, spans, events) for clip, start, stop, file, spans, events in pieces
    ]


def read_sidecar(text: Union[str, bytes], *, file: str = "sidecar") -> Sidecar:
    """Reads the text of a sidecar, for example from an archive or a request. file: its name, for findings.

    Raises ValueError if it is not a sidecar, is of a newer version, or has the markers of a merge conflict.
    """
    data = text.encode() if isinstance(text, str) else text
    (clip, frames, rate), tags, events, findings = _footwork._sidecar(data, file)
    return Sidecar(clip, frames, None if rate is None else Fraction(*rate), tags, events, findings)
