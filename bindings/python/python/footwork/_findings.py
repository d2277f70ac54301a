"""Reports problems of a library before training: as warnings, or with ``strict=True`` as an error."""

from __future__ import annotations

import os
import warnings
from typing import Iterable, List, Sequence, Union

from ._errors import FootworkWarning, LibraryError
from ._footwork import Finding, Library
from ._stamps import clip_files, files_of_sidecar

__all__ = ["MAX_WARNINGS", "check_clips", "findings_to_say", "report", "warn_each"]

_Path = Union[str, os.PathLike[str]]
_SIDECAR = ".tags"

_HARMLESS = {"missing-header"}
"""Findings that do not affect the data. For example, a sidecar without a header line is read at its clip's own rate."""

MAX_WARNINGS = 5
"""Further warnings of one kind are only counted."""


def report(path: _Path, findings: Sequence[Finding], strict: bool) -> None:
    """Warns of findings that may make the data of a library wrong, and of sidecars whose clips are gone. Raises `LibraryError`
    instead if ``strict``."""
    wrong = findings_to_say(findings)
    said = [*map(str, wrong), *_without_clip(path)]
    if not said:
        return
    if strict:
        raise LibraryError(_summary(f"{os.fspath(path)}: {_count(len(said), 'finding')}", said), wrong)
    warn_each(said, "more findings: see Library.findings", stacklevel=3)


def findings_to_say(findings: Iterable[Finding]) -> List[Finding]:
    """Returns the findings that may make the data wrong."""
    return [finding for finding in findings if finding.severity != "note" and finding.code not in _HARMLESS]


def check_clips(library: Library, clips: Iterable[int], strict: bool, stacklevel: int) -> None:
    """Warns of clips in use that changed since they were tagged, and of files missing from the library. Raises `LibraryError`
    instead if ``strict``."""
    said = stale_clips(library, clips)
    left_out = [finding for finding in library.findings if finding.severity == "error"]
    said += [f"left out: {text}" for text in [*map(str, left_out), *_without_clip(library.path)]]
    if not said:
        return
    if strict:
        raise LibraryError(_summary("some clips changed since they were tagged, or are left out", said), left_out)
    warn_each(said, "more clips are stale or left out", stacklevel + 2)


def stale_clips(library: Library, clips: Iterable[int]) -> List[str]:
    """Returns a sentence for each clip that changed since it was tagged."""
    stale = set(library.stale).intersection(clips)
    infos = library.clips if stale else ()
    return [f"{infos[clip].name} has changed since it was tagged: its tags and events may be wrong" for clip in sorted(stale)]


def _without_clip(root: _Path) -> List[str]:
    """Returns a sentence for each sidecar whose clip is gone, in the order of their names."""
    sidecars = sorted(file for file in clip_files(root) if file.endswith(_SIDECAR))
    gone = []
    for sidecar in sidecars:
        clip = sidecar[: -len(_SIDECAR)]
        if not any(os.path.exists(os.path.join(root, file)) for file in files_of_sidecar(sidecar)):
            gone.append(f"{sidecar}: its clip is missing: there is no {clip}")
    return gone


def warn_each(said: List[str], more: str, stacklevel: int) -> None:
    """Issues a `FootworkWarning` for each text, up to `MAX_WARNINGS`."""
    shown = said[:MAX_WARNINGS]
    if len(said) > MAX_WARNINGS:
        shown.append(f"{len(said) - MAX_WARNINGS} {more}")
    for text in shown:
        warnings.warn(text, FootworkWarning, stacklevel=stacklevel)


def _summary(head: str, said: Iterable[str]) -> str:
    lines = list(said)
    more = [f"{len(lines) - MAX_WARNINGS} more"] if len(lines) > MAX_WARNINGS else []
    return "\n  ".join([head, *lines[:MAX_WARNINGS], *more])


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
