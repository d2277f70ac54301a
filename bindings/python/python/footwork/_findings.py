"""Says what is wrong with a library before anybody trains on it: as warnings, or with ``strict=True`` as an error."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Iterable, List, Sequence, Union

from ._errors import FootworkWarning, LibraryError
from ._footwork import Finding, Library
from ._stamps import clip_files

__all__ = ["MAX_WARNINGS", "check_clips", "report", "warn_each"]

_Path = Union[str, os.PathLike[str]]
_SIDECAR = ".tags"
_SETTINGS = "footwork.toml"

_HARMLESS = {"missing-header"}
"""Warnings that say nothing about the data: a sidecar without a header line is read by its clip's own."""

MAX_WARNINGS = 5
"""Further warnings of one kind are only counted."""


def report(path: _Path, findings: Sequence[Finding], strict: bool) -> None:
    """Warns of the findings of a library that may make its data wrong, and of sidecars whose clips are gone; raises
    `LibraryError` if ``strict``."""
    wrong = [finding for finding in findings if finding.severity != "note" and finding.code not in _HARMLESS]
    said = [*map(str, wrong), *_without_clip(path), *_other_settings(path)]
    if not said:
        return
    if strict:
        raise LibraryError(_summary(f"{os.fspath(path)}: {_count(len(said), 'finding')}", said), wrong)
    warn_each(said, "more findings: see Library.findings", stacklevel=3)


def check_clips(library: Library, clips: Iterable[int], strict: bool, stacklevel: int) -> None:
    """Warns of clips in use that changed since they were tagged, and of files that are missing from the library; raises
    `LibraryError` if ``strict``."""
    stale = set(library.stale).intersection(clips)
    infos = library.clips if stale else ()
    said = [f"{infos[clip].name} has changed since it was tagged: its tags and events may be wrong" for clip in sorted(stale)]
    left_out = [finding for finding in library.findings if finding.severity == "error"]
    said += [f"left out: {text}" for text in [*map(str, left_out), *_without_clip(library.path)]]
    if not said:
        return
    if strict:
        raise LibraryError(_summary("the clips are not all as they were tagged", said), left_out)
    warn_each(said, "more clips are stale or left out", stacklevel + 2)


def _other_settings(root: _Path) -> List[str]:
    """What is wrong with a folder that has no settings and is inside a library that has."""
    folder = Path(os.path.abspath(root))
    if (folder / _SETTINGS).exists():
        return []
    above = next((parent for parent in folder.parents if (parent / _SETTINGS).exists()), None)
    if above is None:
        return []
    inside = folder.relative_to(above).as_posix()
    return [
        f"{os.fspath(root)}: the settings of {above} do not hold for a folder inside it that is opened alone: open {above},"
        f' and ask for `clip("{inside}/**")`'
    ]


def _without_clip(root: _Path) -> List[str]:
    """What is wrong with each sidecar whose clip is gone, in the order of their names."""
    sidecars = sorted(file for file in clip_files(root) if file.endswith(_SIDECAR))
    gone = []
    for sidecar in sidecars:
        clip = sidecar[: -len(_SIDECAR)]
        # In a file of several clips, `#` and the animation follow its name.
        if not any(os.path.exists(os.path.join(root, file)) for file in (clip, clip.rsplit("#", 1)[0])):
            gone.append(f"{sidecar}: its clip is missing: there is no {clip}")
    return gone


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
