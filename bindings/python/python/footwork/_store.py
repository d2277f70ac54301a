"""Stores: libraries as one file of numbers, from which windows are read without opening a clip."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

import numpy as np
from numpy.typing import NDArray

from ._choices import ChoiceKeywords, Choices
from ._errors import ChangedError
from ._event_signals import EventSignals
from ._features import Features
from ._findings import check_clips
from ._footwork import Database, Encoding, Library, QueryResult, _check_whole
from ._progress import shown
from ._rates import ranges_at
from ._split import twins_of
from ._stamps import changed_file, stamps
from ._statistics import columns_named
from ._twins import Twins

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Store"]

_Path = Union[str, os.PathLike[str]]
_VERSION = 3
_FORMAT = f"footwork-store {_VERSION}"
_BEFORE = {f"footwork-store {version}" for version in (1, 2)}
_CHANGED = ("rotations", "velocities", "root")
"""The groups whose columns have another meaning since version 3."""
_HEAD, _ROWS, _TAGS = "store.json", "rows.f32", "labels.tagdb"


class Store:
    """The features, tags and events of a library in their own folder: rows of float32, one per frame, mapped into memory.
    `WindowDataset` reads windows from it. A store opens instantly, and is pickled as its path.

    ``library.to_store(path)`` makes a store, and `Store.open` opens it. A store knows the version of its library, and opening
    it raises ChangedError if the library has changed. If the library's folder is missing, for example on another machine, the
    versions are not compared.
    """

    def __init__(self, path: _Path, head: Dict[str, Any]) -> None:
        self.path = Path(path)
        """The folder."""
        self.version: str = head["version"]
        """The version of the library it was made from: see `Library.version`."""
        self.id: str = head["id"]
        """The unique id of this store."""
        self.library_path = Path(head["library"])
        """The folder of the library."""
        self.columns: List[str] = head["columns"]
        """The names of the columns."""
        self.groups: Dict[str, List[str]] = head["groups"]
        """The columns of each group, by its name: ``channels``, ``events``, ``tags``, an event, or a group of poses."""
        self.units: Dict[str, str] = head["units"]
        """The unit of each column that has one."""
        self.clip_names: List[str] = head["clips"]
        """The names of the clips."""
        self.frames = np.array(head["frames"], np.int64)
        """The number of frames of each clip in the store: (clips,) int64."""
        self.offsets: NDArray[np.int64] = np.cumsum(self.frames) - self.frames
        """The row of the first frame of each clip: (clips,) int64."""
        self.rounds: List[int] = head["rounds"]
        """The length of one round of each looping clip in frames; -1 for clips that do not loop."""
        self._rates: List[str] = head["rates"]
        self._encodings: List[Tuple[float, float]] = head["encodings"]
        # Missing in a store of version 1.
        self._fitted: Optional[Dict[str, Any]] = head.get("fitted")
        self.twins: Optional[List[Twins]] = [Twins(*pair) for pair in head["twins"]] if "twins" in head else None
        """The mirrored twins among the clips, by their names and motion: see `split_clips`. None in a store of version 1."""
        shape = (int(self.frames.sum()), len(self.columns))
        file = self.path / _ROWS
        if file.stat().st_size != 4 * shape[0] * shape[1]:
            raise ValueError(f"{file}: it does not have {shape[0]} rows of {shape[1]} numbers")
        mapped = np.memmap(file, np.float32, "r", shape=shape) if shape[0] * shape[1] else np.zeros(shape, np.float32)
        # A plain array over the same memory, because slicing a `memmap` costs more than reading a window.
        self.rows: NDArray[np.float32] = np.asarray(mapped)
        """All rows, clip by clip: (frames of all clips, columns) float32, read-only."""
        self.database = Database.load(self.path / _TAGS)
        """The tags and events, at the rates of the store. Do not change it."""

    @classmethod
    def open(cls: Type[Store], path: _Path, *, check: bool = True) -> Store:
        """Opens a store.

        check: whether to compare the store with its library, if the library exists. The sizes and times of all files
        are compared first, and their contents only if those differ.

        Raises ChangedError, with the name of the library, if the library has changed. Raises OSError if the store
        cannot be read, and ValueError if it is damaged, of a newer version, or not a store. A store of version 1 or 2
        also raises ValueError if it has rotations, velocities or root, because version 3 changed their meaning.
        """
        folder = Path(path)
        try:
            head = json.loads((folder / _HEAD).read_text(encoding="utf-8"))
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise ValueError(f"{folder}: this is not a store: {error}") from error
        _check_format(folder, head)
        if check:
            _check(folder, head)
        return cls(folder, head)

    @property
    def rates(self) -> List[Fraction]:
        """The frames per second of each clip in the store."""
        known = {rate: Fraction(rate) for rate in set(self._rates)}
        return [known[rate] for rate in self._rates]

    @property
    def encodings(self) -> List[Encoding]:
        """The encoding of the events for each clip; empty without events."""
        known = {(window, sigma): Encoding(window, sigma) for window, sigma in map(tuple, self._encodings)}
        return [known[window, sigma] for window, sigma in self._encodings]

    def signals(self) -> Optional[EventSignals]:
        """Returns the events if their window was fitted to all clips. A dataset of some clips can then fit its own
        window.
        """
        if self._fitted is None:
            return None
        return EventSignals.from_json(self._fitted, self.rates, self.frames.tolist(), self.clip_names)

    def query(self, text: str) -> QueryResult:
        """Returns the frames that match a query, at the rates of the store. A store has no motion, and does not answer
        predicates."""
        return self.database.query(text)

    def clip(self, name: str) -> NDArray[np.float32]:
        """Returns the rows of a clip: (frames, columns), a read-only view. Raises KeyError for an unknown clip."""
        if name not in self.clip_names:
            raise KeyError(f"the store has no clip `{name}`")
        number = self.clip_names.index(name)
        return self.rows[self.offsets[number] :][: self.frames[number]]

    def picked(self, columns: Optional[Sequence[str]]) -> Tuple[List[str], Optional[Union[slice, NDArray[np.intp]]]]:
        """Returns the names of the given columns or groups, and the index that selects them in a row. None selects all."""
        if columns is None:
            return self.columns, None
        chosen = np.array(columns_named(columns, self.columns, self.groups), np.intp)
        names = [self.columns[place] for place in chosen]
        if len(chosen) and np.array_equal(chosen, np.arange(chosen[0], chosen[0] + len(chosen))):
            return names, slice(int(chosen[0]), int(chosen[-1]) + 1)
        return names, chosen

    def __reduce__(self) -> Tuple[Callable[..., Any], Tuple[Any, ...]]:
        return _reopened, (os.path.abspath(self.path), self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Store) and (os.path.abspath(self.path), self.id) == (os.path.abspath(other.path), other.id)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Store {self.path}: {len(self.clip_names)} clips, {len(self.rows)} frames, {len(self.columns)} columns>"

    @staticmethod
    def write(
        library: Library,
        path: _Path,
        *,
        query: str = "all",
        strict: bool = False,
        partial: bool = False,
        progress: Optional[bool] = None,
        **choices: Unpack[ChoiceKeywords],
    ) -> Store:
        """Makes a store from a library; ``library.to_store(path, …)`` is the same.

        The arguments for columns are those of `Choices`. An existing store is replaced once the new one is complete.

        * query: the frames to find; clips without such frames are left out.
        - partial: whether to skip unreadable clips and tags. Otherwise an unreadable file raises LibraryError, and the
          existing store stays.

        Raises the errors of `WindowDataset`. Raises ChangedError if the library changed since it was opened,
        FileExistsError if the path exists and is not a store, and OSError if the store cannot be written.
        """
        target = Path(path)
        if target.exists() and not (target / _HEAD).exists():
            raise FileExistsError(f"{target}: this exists and is not a store")
        found = library.query(query).clips
        _check_whole(library, partial, f"{target} is not written")
        # A clip with an unreadable sidecar must not count as untagged.
        of_clips = library._files()
        used = [int(clip) for clip in found if not of_clips[clip][2]]
        check_clips(library, used, strict, stacklevel=2)
        files = sorted({file for *names, _ in of_clips for file in names})
        known = stamps(library.path, files)
        features = Features(library, used, Choices(**choices), stacklevel=3)
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            with open(unfinished / _ROWS, "wb") as file:
                for clip in shown(used, "store", progress):
                    file.write(features.matrix(clip).tobytes())
            # Changed clips are a separate error. This finds other changes.
            if Library._opened(library.path).version != library.version:
                name = os.fspath(library.path)
                raise ChangedError(f"{name}: the library has changed since it was opened", name)
            _labels(features).save(unfinished / _TAGS)
            head = _head(features, known, twins_of([features.clips[clip].name for clip in used], library)[0])
            (unfinished / _HEAD).write_text(json.dumps(head), encoding="utf-8")
            if target.exists():
                shutil.rmtree(target)
            unfinished.rename(target)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
        return Store(target, head)


def _head(features: Features, known: Dict[str, Any], twins: List[Twins]) -> Dict[str, Any]:
    used = features.used
    codes = [features.encodings[clip] for clip in used] if features.encodings else []
    return {
        "format": _FORMAT,
        "id": os.urandom(16).hex(),
        "library": os.path.abspath(features.library.path),
        "version": features.library.version,
        "columns": features.columns,
        "groups": features.groups,
        "units": features.units,
        "clips": [features.clips[clip].name for clip in used],
        "frames": [features.frames[clip] for clip in used],
        "rates": [str(features.rates[clip]) for clip in used],
        "rounds": [features.rounds[clip] for clip in used],
        "encodings": [(code.window_secs, code.sigma_secs) for code in codes],
        "fitted": features.signals.to_json(used) if features.signals is not None and features.is_fitted else None,
        "twins": twins,
        "stamps": known,
    }


def _labels(features: Features) -> Database:
    """Returns the tags and events of the clips, at the rates of the store."""
    database, numbers = Database(), {}
    for clip in features.used:
        name = features.clips[clip].name
        numbers[clip] = database.add_clip(name, features.frames[clip], features.rates[clip])
    (tags, (of_clip, of_tag, start, stop)), (events, (event_clip, event), frame) = features.library.to_database(partial=True)._labels()
    for tag in tags:
        database.declare_tag(tag)
    for name in events:
        database.declare_event(name)
    spans: Dict[Tuple[int, int], List[Tuple[int, int]]] = {}
    for clip, tag_number, *ends in zip(of_clip.tolist(), of_tag.tolist(), start.tolist(), stop.tolist()):
        spans.setdefault((tag_number, clip), []).append((ends[0], ends[1]))
    for (tag_number, clip), ranges in spans.items():
        if clip in numbers:
            own, rate, frames = features.clips[clip].exact_rate, features.rates[clip], features.frames[clip]
            database.set_tag(tags[tag_number], numbers[clip], ranges_at(np.array(ranges, np.int32), own, rate, frames))
    times: Dict[Tuple[int, int], List[float]] = {}
    for clip, event_number, at in zip(event_clip.tolist(), event.tolist(), frame.tolist()):
        times.setdefault((event_number, clip), []).append(at)
    for (event_number, clip), own_frames in times.items():
        if clip in numbers:
            scale = float(features.rates[clip] / features.clips[clip].exact_rate)
            # An event after the last frame is moved into it.
            end = np.nextafter(features.frames[clip], 0)
            database.set_event(events[event_number], numbers[clip], [min(at * scale, end) for at in own_frames])
    return database


def _check_format(folder: Path, head: Any) -> None:
    said = head.get("format") if isinstance(head, dict) else None
    if said == _FORMAT:
        return
    if said in _BEFORE:
        groups = head.get("groups")
        changed = [group for group in _CHANGED if isinstance(groups, dict) and groups.get(group)]
        if changed:
            raise ValueError(
                f"{folder}: the store was made before the columns of poses changed, and has {', '.join(changed)}: write it again"
            )
        return
    found = re.fullmatch("footwork-store ([1-9][0-9]{0,8})", said) if isinstance(said, str) else None
    if found is None:
        raise ValueError(f"{folder}: this is not a store")
    raise ValueError(
        f"{folder}: the store is of version {found[1]}, and this Footwork reads {_VERSION}: open it with a newer one, or write it again"
    )


def _check(folder: Path, head: Dict[str, Any]) -> None:
    library = head["library"]
    if not os.path.isdir(library):
        return
    changed = changed_file(library, head["stamps"])
    # Copying a folder changes times but not contents, so the version decides.
    if changed is not None and Library._opened(library).version != head["version"]:
        raise ChangedError(
            f"{folder}: the store is older than its library {library}, in which {changed} changed: write it again", library
        )


def _reopened(path: str, id: str) -> Store:
    store = Store.open(path, check=False)
    if store.id != id:
        raise ChangedError(f"{path}: the store was written again since it was pickled", path)
    return store
