"""Says what is wrong with a library before anybody trains on it: as warnings, or with ``strict=True`` as an error."""

from __future__ import annotations

import os
import warnings
from typing import Iterable, List, Sequence, Union

from ._errors import FootworkWarning, LibraryError
from ._footwork import Finding, Library

__all__ = ["MAX_WARNINGS", "check_clips", "report", "warn_each"]

_HARMLESS = {"missing-header"}
"""Warnings that say nothing about the data: a sidecar without a header line is read by its clip's own."""

MAX_WARNINGS = 5
"""Further warnings of one kind are only counted."""


def report(path: Union[str, os.PathLike[str]], findings: Sequence[Finding], strict: bool) -> None:
    """Warns of the findings of a library that may make its data wrong; raises `LibraryError` if ``strict``."""
    wrong = [finding for finding in findings if finding.severity != "note" and finding.code not in _HARMLESS]
    if not wrong:
        return
    if strict:
        raise LibraryError(_summary(f"{os.fspath(path)}: {_count(len(wrong), 'finding')}", map(str, wrong)), wrong)
    warn_each([str(finding) for finding in wrong], "more findings: see Library.findings", stacklevel=3)


def check_clips(library: Library, clips: Iterable[int], strict: bool, stacklevel: int) -> None:
    """Warns of clips in use that changed since they were tagged, and of files that are missing from the library; raises
    `LibraryError` if ``strict``."""
    stale = set(library.stale).intersection(clips)
    infos = library.clips if stale else ()
    said = [f"{infos[clip].name} has changed since it was tagged: its tags and events may be wrong" for clip in sorted(stale)]
    left_out = [finding for finding in library.findings if finding.severity == "error"]
    said += [f"left out: {finding}" for finding in left_out]
    if not said:
        return
    if strict:
        raise LibraryError(_summary("the clips are not all as they were tagged", said), left_out)
    warn_each(said, "more clips are stale or left out", stacklevel + 1)


def warn_each(said: List[str], more: str, stacklevel: int) -> None:
    """A `FootworkWarning` for each text, up to `MAX_WARNINGS`."""
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
