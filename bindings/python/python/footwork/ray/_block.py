"""The work on one block of files, without Ray: the files as a library, its rows, and its failures."""

from __future__ import annotations

import hashlib
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from .._choices import Choices
from .._errors import ChangedError, ChannelError, Diagnostic, FootworkWarning, QueryError
from .._features import Features
from .._findings import findings_to_say
from .._footwork import Clip, Database, EventTrack, Library, QueryResult
from .._table import FramesTable, table_of
from ._files import SETTINGS, ClipFile
from ._staging import Unread, staged

__all__ = ["Block", "Source", "may_be_elsewhere", "opened_block", "rows_of", "saved_text"]

@dataclass(frozen=True)
class Source:
    """The location of the files."""

    store: Any
    root: str
    settings: Optional[str]
    keep_stale: bool


@dataclass
class Block:
    """A block of files as a library, with the results so far."""

    library: Library
    used: List[int]
    """The clips that can be read."""
    failed: List[Tuple[str, str, str]]
    """Each file or clip that cannot be used, with a code and a message."""
    unknown: Dict[str, None] = field(default_factory=dict)
    """Names of the query, of tags and of events that no clip here has."""
    said: List[str] = field(default_factory=list)
    """Sentences to warn with."""
    readings: Dict[str, List[str]] = field(default_factory=dict)
    """For each skeleton, by a hash of its joints, how its clips were read: the root, and the unit if it was estimated."""


@contextmanager
def opened_block(source: Source, files: Sequence[ClipFile]) -> Iterator[Block]:
    """Opens a library with the given files."""
    sizes = {name: size for file in files for name, size, _ in file.stamps}
    with staged(source.store, source.root, sizes, source.settings) as (folder, unread):
        yield _opened(folder, {file.name for file in files}, unread, source.keep_stale)


def _opened(folder: Path, files: set[str], unread: Unread, keep_stale: bool) -> Block:
    library = Library._opened(folder)
    failed = {name: (name, *why) for name, why in unread.items()}
    for finding in library.findings:
        if finding.severity == "error":
            failed.setdefault(finding.file, (finding.file, finding.code, finding.message))
    stale = set() if keep_stale else set(library.stale)
    used, left_out = [], set(failed)
    for number, (clip, (file, sidecar, is_broken)) in enumerate(zip(library.clips, library._files())):
        # A clip with unreadable tags must not count as untagged.
        if file not in files or is_broken or {clip.name, file, sidecar} & failed.keys():
            continue
        if number in stale:
            left_out |= {clip.name, sidecar}
            failed[clip.name] = (clip.name, "stale", "it has changed since it was tagged")
        else:
            used.append(number)
    warned = [finding for finding in findings_to_say(library.findings) if finding.severity != "error"]
    # The job as a whole reports on the settings, because a block lacks some of the clips they name.
    said = [str(finding) for finding in warned if finding.file not in {SETTINGS, *left_out}]
    return Block(library, used, sorted(failed.values()), said=said)


class _BlockFeatures(Features):
    """The columns of a block. Names unknown to this block may be known to others."""

    def __init__(self, block: Block, choices: Choices) -> None:
        self._block = block
        self._database: Database = block.library.to_database(partial=True)
        super().__init__(block.library, block.used, choices)

    def _check_rates(self) -> None:
        """Does nothing: here, clips that cannot be resampled are left out instead of raising an error."""

    def query(self, text: str) -> QueryResult:
        # The settings are those of the root, so the block knows the saved queries.
        text = saved_text(self.library, text)
        while True:
            try:
                found = self._database.query(text)
                self.library._warn_of_queries()
                return found
            except QueryError as error:
                if not all(may_be_elsewhere(text, mistake) for mistake in error.diagnostics):
                    raise
                places = []
                for mistake in error.diagnostics:
                    name = text[slice(*mistake.char_span)]
                    self._block.unknown[name] = None
                    if mistake.code in _DECLARED:
                        getattr(self._database, _DECLARED[mistake.code])(name)
                    else:
                        places.append(mistake.char_span[0])
                text = _without_predicates(text, places)

    def track(self, event: str, clip: int) -> EventTrack:
        if not any(name == event or name.startswith(f"{event}.") for name in self.library.events):
            self._block.unknown[event] = None
            return EventTrack([])
        return self.library.event_track(event, clip)

    def read(self, clip: int) -> Clip:
        motion = super().read(clip)
        skeleton = hashlib.sha256("\n".join(motion.names).encode()).hexdigest()[:16]
        reading = " ".join([motion.root, *(text.split(":")[0] for text in motion.findings if "is estimated" in text)])
        readings = self._block.readings.setdefault(skeleton, [])
        if reading not in readings:
            readings.append(reading)
        return motion


_CODES: Dict[type, str] = {ChangedError: "changed", ChannelError: "channel"}
_DECLARED = {"unknown-tag": "declare_tag", "unknown-event": "declare_event"}


def saved_text(library: Library, query: str) -> str:
    """Returns the text of a query. ``@name`` is a saved query."""
    return library.saved_queries[query[1:]] if query.startswith("@") else query


def may_be_elsewhere(query: str, mistake: Diagnostic) -> bool:
    """Returns whether a query may be valid for other clips: they may have the tag, the event, or the joint of a channel
    that this block lacks.
    """
    is_of_joint = mistake.code == "unknown-name" and "." in query[slice(*mistake.char_span)]
    return is_of_joint or mistake.code in _DECLARED


def _without_predicates(query: str, places: Iterable[int]) -> str:
    """Returns the query with an empty set in place of each ``{ … }`` that contains one of the given places. That is how
    a library answers for clips that lack a joint."""
    starts = {query.rfind("{", 0, place) for place in places}
    # From the end, so that earlier places stay valid.
    for start in sorted(starts, reverse=True):
        query = f"{query[:start]}none{query[query.find('}', start) + 1 :]}"
    return query


def rows_of(block: Block, choices: Choices, query: Optional[str]) -> Tuple[FramesTable, List[str]]:
    """Returns the rows of a block, and the names of their clips. Adds clips that cannot be measured to
    ``block.failed``, and warnings to ``block.said``."""
    names = [clip.name for clip in block.library.clips]
    lost = set()

    def failed(clip: int, error: Exception) -> None:
        lost.add(clip)
        code = getattr(error, "code", None) or _CODES.get(type(error), "not-measurable")
        block.failed.append((names[clip], code, str(error)))

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FootworkWarning)
        features = _BlockFeatures(block, choices)
        found = None if query is None else features.query(query)
        table = table_of(features, found, block.used, failed)
    for warning in caught:
        if issubclass(warning.category, FootworkWarning):
            block.said.append(str(warning.message))
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    return table, [names[clip] for clip in block.used if clip not in lost]
