"""The clips of a library on any store, in blocks of files."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, SupportsIndex, Tuple, TYPE_CHECKING, Union

from .._choices import ChoiceKeywords, Choices
from .._errors import QueryError
from .._files import check_file
from .._findings import findings_to_say, warn_each
from .._footwork import Clip, Library, channel_unit
from .._windows import at_least_one
from ._block import Source, may_be_elsewhere, opened_block, saved_text
from ._compile import compiled
from ._files import SETTINGS, ClipFile, each, listed
from ._frames import Frames
from ._job import Written

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Clips", "read_clips"]

_Path = Union[str, os.PathLike[str]]

_OF_JOINTS = {"rotations", "positions", "velocities"}


def read_clips(
    paths: Union[_Path, Sequence[_Path]],
    *,
    root: Optional[str] = None,
    settings: Optional[_Path] = None,
    block_files: SupportsIndex = 256,
    keep_stale: bool = False,
    storage_options: Optional[Dict[str, Any]] = None,
) -> Clips:
    """Finds the clips of folders, files and globs, on any store that fsspec knows: ``"s3://bucket/motion/**/*.bvh"``.
    Reads only the names of files, and the text of glTF files, which refers to their buffers.

    - root: the folder that clip names are relative to. By default, it is the deepest folder with all paths or, if
      that has no ``footwork.toml``, the nearest parent folder that has one.
    - settings: a local ``footwork.toml``; by default that of the root. Sidecars are next to their clips.
    - block_files: the number of files in a block, and so in a shard. A whole block is in memory at once.
    - keep_stale: whether to use clips that changed since they were tagged. Otherwise they count as failed.
    - storage_options: for fsspec.

    A library uses all clips of a skeleton to determine the root joint and, for BVH, the unit of length. Here, each
    block determines them from its own clips. Set ``root`` and ``length_unit`` in the settings so that all blocks agree.
    A FootworkWarning tells you if blocks disagreed.

    Raises FileNotFoundError if a path matches nothing, ValueError if there are no clips.
    """
    given = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    options = dict(storage_options or {})
    store, top, files = listed(given, root, options)
    if not files:
        raise ValueError(f"{', '.join(given)}: there is no clip")
    text: Optional[str] = None
    if settings is not None:
        check_file(settings)
        text = Path(settings).read_text(encoding="utf-8")
    elif store.exists(f"{top}/{SETTINGS}"):
        [data] = each(store, [f"{top}/{SETTINGS}"])
        text = data.decode("utf-8")
    return Clips(Source(store, top, text, keep_stale), files, at_least_one("block_files", block_files), options)


@dataclass(frozen=True)
class Clips:
    """Files of clips, in blocks. `features` chooses the columns to compute."""

    source: Source
    files: List[ClipFile]
    """The files, sorted by name from the root."""
    block_files: int
    options: Dict[str, Any]

    @property
    def blocks(self) -> List[List[ClipFile]]:
        """Returns the files of each block."""
        return [self.files[at : at + self.block_files] for at in range(0, len(self.files), self.block_files)]

    def __len__(self) -> int:
        return len(self.files)

    def features(self, query: Optional[str] = None, **choices: Unpack[ChoiceKeywords]) -> Frames:
        """Returns rows with these columns: see `Choices`. query: keeps only the frames that match. It is evaluated on each
        clip separately, so ``similar(…)`` to another clip is rejected.

        ``rate`` is required, because the rates of all clips are not known in advance: frames per second, or "own".
        `Frames.encode_events` adds events. Without ``joints``, poses have the joints of the first clip.
        """
        made = Choices(**choices)
        if made.rate is None:
            raise TypeError('give `rate`, in frames per second, or "own" to leave each clip at its own')
        if made.events and made.encoding is None:
            raise TypeError("give `encoding`: fitting one to the gaps of all events would take another pass over all clips")
        return Frames(self, made, query)

    def compile(self, path: str, *, concurrency: Optional[int] = None, here: bool = False) -> Written:
        """Writes the tags and events of all clips as one ``.tagdb`` file, on any store. The bytes are those that
        ``footwork compile`` makes from the library without the failed clips. Blocks are compiled separately, and merged
        in any order. See `Frames` for the other arguments.
        """
        return compiled(self.source, self.blocks, self.options, path, concurrency, here)

    def check(self, choices: Choices, query: Optional[str]) -> None:
        """Finds mistakes before the work starts. Raises QueryError, ChannelError, ValueError for settings."""
        for channel in choices.channels:
            channel_unit(channel)
        with _empty_library(self.source.settings) as library:
            # This library has no clips, so a setting that matches none is not a mistake.
            wrong = [finding for finding in findings_to_say(library.findings) if finding.code != "unknown-joint"]
            warn_each([str(finding) for finding in wrong], "more findings in the settings", stacklevel=4)
            for text in [*([query] if query is not None else []), *choices.tags]:
                try:
                    library.query(text)
                except QueryError as error:
                    if not all(may_be_elsewhere(saved_text(library, text), mistake) for mistake in error.diagnostics):
                        raise

    def resolved(self, choices: Choices) -> Choices:
        """Returns the choices with the joints of the first readable clip, if they need joints and none are chosen."""
        if choices.joints is not None or not _OF_JOINTS & set(choices.poses):
            return choices
        for file in self.files:
            with opened_block(replace(self.source, keep_stale=True), [file]) as block:
                if block.used:
                    return replace(choices, joints=block.library.clip(block.used[0]).names)
        return choices


@contextlib.contextmanager
def _empty_library(settings: Optional[str]) -> Any:
    with tempfile.TemporaryDirectory(prefix="footwork-check-") as folder:
        (Path(folder) / SETTINGS).write_text(settings or "", encoding="utf-8")
        yield Library._opened(folder)
