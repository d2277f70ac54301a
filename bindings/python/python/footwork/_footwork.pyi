"""The compiled half of the package. `stub_docs.py` copies the docstrings from the objects; the types are written here."""

import os
from fractions import Fraction
from typing import (
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    SupportsIndex,
    Tuple,
    Union,
    final,
    overload,
)

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from typing_extensions import Unpack

from ._choices import ChoiceKeywords
from ._store import Store

__version__: str

_Path = Union[str, os.PathLike[str]]
_Number = Union[float, Fraction, np.floating[Any], np.integer[Any]]
_Rate = Union[_Number, str]
_ClipKey = Union[SupportsIndex, str]
_Times = Union[
    Sequence[_Number],
    NDArray[np.float64],
    NDArray[np.float32],
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.uint32],
]
_Ranges = Union[
    Sequence[Sequence[SupportsIndex]],
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.uint32],
    NDArray[np.int16],
    NDArray[np.uint16],
]
_Tracks = Union["EventTrack", Sequence["EventTrack"]]
_Scalar = Union[float, np.floating[Any], np.integer[Any]]
_Value = Union[_Scalar, NDArray[np.float32]]
_Row = np.ndarray[Tuple[int], np.dtype[np.float32]]
_Rows = np.ndarray[Tuple[int, int], np.dtype[np.float32]]

_Spans = Union[str, "QueryResult", Iterable[Tuple[_ClipKey, SupportsIndex, SupportsIndex]], NDArray[np.integer[Any]]]
_Goal = Union[SupportsIndex, NDArray[np.float32], NDArray[np.integer[Any]]]
_Soft = Union[Mapping[str, _Scalar], Iterable[Tuple[_Spans, _Scalar]]]
_Weights = Union[Mapping[str, _Scalar], _Times]

def load(path: _Path, *, strict: bool = False) -> Union[Library, Database]:
    """Opens a folder of clips as a `Library`, or a `.tagdb` file as a `Database`.

    Clips and sidecars that cannot be read are left out, and tags of a clip that changed since may be wrong. Each such finding,
    up to five, is a FootworkWarning; with `strict=True` a LibraryError with all of them is raised instead.
    `Library.findings` lists them.

    Raises OSError if it cannot be read, ValueError if the settings or the bytes are invalid.
    """
def load_clip(path: _Path, *, animation: Optional[str] = None, length_unit: Optional[str] = None) -> Clip:
    """Reads a clip file: BVH, glTF or GLB, FBX, or DeepMimic JSON. `animation` chooses one if the
    file holds several. `length_unit`, such as "cm" or "m", is the unit of BVH, which does not state it; without
    it the unit is estimated, and `Clip.findings` says so. For other formats it is the length of what the
    file calls a metre, and without it a body of no person's size is a FootworkWarning and one of `Clip.findings`.

    Raises OSError if the file cannot be read, ClipError if it is not a clip or holds several.
    """
def load_clip_bytes(
    data: bytes, name: _Path, *, animation: Optional[str] = None, length_unit: Optional[str] = None
) -> Clip:
    """Reads a clip from the bytes of a file of this name, which says the format where the bytes do not. Files that it
    refers to are not read.

    Raises ClipError if it is not a clip or holds several, ValueError for more bytes than a file may have.
    """
def load_clips(path: _Path, *, length_unit: Optional[str] = None) -> List[Clip]:
    """Reads all clips of a file, in file order. Animations that cannot be read are left out."""
def compile(text: str, variables: Sequence[str]) -> Expression:
    """Compiles one line of maths over variables of these names, such as
    `footwork.compile("clamp(speed / 4, 0, 1)", ["speed"])`.

    Raises ExprError with every mistake.
    """
def channel_unit(channel: str) -> str:
    """The unit of a channel, such as "m/s" for `mean(speed, 0.3s)`; empty for a number without one.

    Raises ChannelError for a text that is no channel.
    """
def column_names(events: Sequence[str]) -> List[str]:
    """The column names of an encoded signal: `Foot.Left.sin`, `Foot.Left.cos` and so on."""
def score(truth: _Times, found: _Times, tolerance_secs: _Number) -> Score:
    """Scores found events against true ones. Both are ascending times in seconds; an event that is off by
    exactly `tolerance_secs` matches. The matching is maximal, as in `mir_eval`.

    Raises ValueError for times that are not finite or not ascending, or for a negative tolerance.
    """
def score_all(lists: Iterable[Tuple[_Times, _Times]], tolerance_secs: _Number) -> Score:
    """Scores many lists together, such as those of all clips: pairs of true and found events, each as in `score`. Events of
    different pairs are never matched; the figures are over all events, not means of figures.
    """
def _write_labels(
    library: Library,
    events: List[Tuple[int, str, float]],
    spans: List[Tuple[int, str, int, int]],
    label: str,
    data: str,
    same_within_secs: float,
) -> Tuple[List[str], int]: ...
def _edit_labels(
    library: Library,
    clip: int,
    spans: Tuple[List[Tuple[str, int, int]], List[Tuple[str, int, int]]],
    events: Tuple[List[Tuple[str, float]], List[Tuple[str, float, float]], List[Tuple[str, float]]],
    label: str,
) -> List[str]: ...
def _crc32c(data: bytes) -> int: ...
def simulate(
    index: PoseIndex,
    stick: str = "mixed",
    *,
    seed: int = 0,
    seconds: float = 60.0,
    speed_mps: Optional[float] = None,
    filter: Optional[_Spans] = None,
    foot_lock: bool = True,
) -> Simulated:
    """Leads a character by a made-up stick through the clips of an index, as `footwork sim matching` does: see
    `footwork.matching.simulate`.
    """

def _check(library: Library) -> List[Tuple[Any, str, Optional[Tuple[int, int]], str, Optional[str], str]]: ...
def _detect_strikes(
    library: Library, clips: List[int], below: str, thresholds: List[float]
) -> Tuple[List[Tuple[int, str, float]], List[Finding]]: ...
def _detect_ends(library: Library, query: str, event: str, at_stops: bool) -> List[Tuple[int, str, float]]: ...
def _check_whole(library: Library, partial: bool, kept: str) -> None: ...
def _rules(
    library: Library, write: bool, partial: bool
) -> Tuple[List[Tuple[str, int, List[Tuple[int, int]], List[Tuple[int, int]]]], List[str]]: ...
def _cut(
    library: Library,
    query: str,
    folder: str,
    template: str,
    format: Optional[str],
    onto: Optional[Clip],
    force: bool,
    dry_run: bool,
    partial: bool,
) -> Tuple[List[Tuple[int, int, int, str, int, int]], List[Finding]]: ...
def _sidecar(
    data: bytes, file: str
) -> Tuple[
    Tuple[Optional[str], Optional[int], Optional[Tuple[int, int]]],
    List[Tuple[str, int, int]],
    List[Tuple[str, float]],
    List[Finding],
]: ...

_Ints = NDArray[np.int32]
_Labels = Tuple[Tuple[List[str], List[_Ints]], Tuple[List[str], List[_Ints], NDArray[np.float64]]]

@final
class ClipInfo:
    """The name, the length and the frame rate of a clip."""
    @staticmethod
    def _restored(name: str, frames: int, rate: Tuple[int, int]) -> ClipInfo: ...
    def _odd_rate(self) -> Optional[str]: ...
    @property
    def name(self) -> str:
        """The clip's name: its path in the library, with `/`."""
    @property
    def frames(self) -> int:
        """The number of frames."""
    @property
    def rate(self) -> float:
        """Frames per second."""
    @property
    def exact_rate(self) -> Fraction:
        """Frames per second, as an exact `fractions.Fraction`."""

@final
class Finding:
    """Something wrong or worth knowing in a file, such as what was repaired while reading it."""
    @staticmethod
    def _restored(words: List[str], line: Optional[int], column: Optional[int]) -> Finding: ...
    @property
    def severity(self) -> Literal["note", "warning", "error"]:
        """"note", "warning" or "error"; an error means that something was left out."""
    @property
    def file(self) -> str:
        """The file, relative to the library, with `/`."""
    @property
    def line(self) -> Optional[int]:
        """The line, from 1, or None."""
    @property
    def column(self) -> Optional[int]:
        """The column, from 1, or None."""
    @property
    def code(self) -> str:
        """A stable name for the kind of finding, such as "span-overlap"."""
    @property
    def message(self) -> str:
        """What is wrong, in one sentence."""

@final
class QueryResult:
    """The frames that match a query, as ranges. Later changes of the database do not affect it. Results of the same query are
    equal if their clips and ranges are.

    `clip`, `start`, `stop` and `ranges` are read-only views of the same memory: reading them copies
    nothing.
    """
    def _repr_html_(self) -> str: ...
    @staticmethod
    def _restored(query: str, clips: bytes, clip: _Ints, ranges: _Ints) -> QueryResult: ...
    @property
    def query(self) -> str:
        """The text of the query."""
    @property
    def clip(self) -> NDArray[np.int32]:
        """The clip number of each range: shape (n,), int32, ascending. A view."""
    @property
    def start(self) -> NDArray[np.int32]:
        """The first frame of each range: shape (n,), int32. A view."""
    @property
    def stop(self) -> NDArray[np.int32]:
        """One past the last frame of each range: shape (n,), int32. A view."""
    @property
    def clips(self) -> NDArray[np.int32]:
        """The numbers of the clips with a frame in the result: shape (k,), int32, ascending. A view."""
    @property
    def names(self) -> List[str]:
        """The names of those clips."""
    @property
    def frame_count(self) -> int:
        """The number of frames in the result."""
    @property
    def all_clips(self) -> Tuple[ClipInfo, ...]:
        """All clips of the database, with and without frames in the result."""
    def ranges(self, clip: Optional[_ClipKey] = None) -> NDArray[np.int32]:
        """The ranges `[start, stop)` of one clip, or of all clips: shape (n, 2), int32. A view."""
    def mask(self, clip: _ClipKey) -> NDArray[np.bool_]:
        """Whether each frame of a clip is in the result: shape (frames,), bool, a new array. Use
        `.view(np.uint8)` for 0 and 1 without a copy.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> Tuple[str, int, int]: ...
    def __iter__(self) -> Iterator[Tuple[str, int, int]]: ...

@final
class RangeIterator:
    """An iterator over the ranges of a result."""
    def __iter__(self) -> RangeIterator: ...
    def __next__(self) -> Tuple[str, int, int]: ...

@final
class Database:
    """Clips with tags (named sets of frames) and events (named moments), ready to query.

    A database is pickled as the bytes of its `.tagdb` file. One that was copied from a library answers predicates, and one
    that was pickled or saved does not: asking raises QueryError.

    >>> import footwork
    >>> db = footwork.Database()
    >>> run = db.add_clip("run_01.bvh", 300, 60)
    >>> db.set_tag("Gait.Run", run, [(20, 260)])
    >>> db.query("Gait").frame_count
    240
    """
    def __new__(cls) -> Database: ...
    @staticmethod
    def load(path: _Path, *, mapped: bool = False) -> Database:
        """Opens a `.tagdb` file. Its bytes are copied: answers are those of the file as it was opened, whatever
        happens to it later.

        With `mapped=True` the bytes are memory-mapped where the system allows it, which spares the copy. Until the
        database and everything made from it is gone, nobody may then write into the file or shorten it: answers would
        be wrong without notice, or Python would end with SIGBUS. Replacing the file by renaming another over it is
        fine, as `save` and `footwork compile` do; copying over it is not.

        Raises OSError if it cannot be read, ValueError if it is damaged or not a `.tagdb` file.
        """
    @staticmethod
    def from_bytes(data: bytes) -> Database:
        """Reads a database from the bytes of a `.tagdb` file, all of which are checked.

        Raises ValueError if they are damaged or not those of a `.tagdb` file.
        """
    @staticmethod
    def merged(databases: Sequence[Database]) -> Database:
        """The clips, tags and events of several databases as one, with the clips sorted by name: parts of a library in any
        order, or merged in any order, give the bytes of the whole.

        Raises ValueError if two of them have a clip of the same name.
        """
    def _labels(self) -> _Labels: ...
    def __copy__(self) -> Database: ...
    def __deepcopy__(self, _memo: object, /) -> Database: ...
    def to_bytes(self) -> bytes:
        """The bytes of the `.tagdb` file; equal databases give equal bytes."""
    def save(self, path: _Path) -> None:
        """Writes a `.tagdb` file atomically."""
    def add_clip(self, name: str, frames: SupportsIndex, rate: _Rate) -> int:
        """Adds a clip and returns its number. `frames` is its length, `rate` its frames per second: a
        number, a `fractions.Fraction` or a string such as "30000/1001".

        Raises ValueError if a clip of this name exists.
        """
    def declare_tag(self, tag: str) -> None:
        """Declares a tag, so that queries may name it before any frame has it."""
    def declare_event(self, event: str) -> None:
        """Declares an event, so that queries may name it before it happens anywhere."""
    def set_tag(self, tag: str, clip: _ClipKey, ranges: _Ranges) -> None:
        """Replaces the ranges of `tag` in one clip: shape (n, 2), int32 or int64, each row `[start, stop)`,
        in any order; overlapping ranges are merged.

        Raises ValueError for a range that is empty, reversed or past the clip's end.
        """
    def set_event(self, event: str, clip: _ClipKey, frames: _Times) -> None:
        """Replaces the times of `event` in one clip, in frames: numbers in [0, frames), in any order.

        Raises ValueError for a time that is NaN or outside the clip.
        """
    @property
    def clips(self) -> Tuple[ClipInfo, ...]:
        """The clips, in the order they were added. The same tuple each time, until a clip is added."""
    @property
    def tags(self) -> List[str]:
        """The names of all tags."""
    @property
    def events(self) -> List[str]:
        """The names of all events."""
    def query(self, text: str) -> QueryResult:
        """The frames that match a query.

        Raises QueryError with every mistake.
        """
    def tag_ranges(self, tag: str, clip: _ClipKey) -> NDArray[np.int32]:
        """The ranges of exactly this tag in one clip: shape (n, 2), int32, a new array."""
    def event_frames(self, event: str, clip: _ClipKey) -> NDArray[np.float64]:
        """The times of exactly this event in one clip, in frames: shape (n,), float64, a new array."""

@final
class Library:
    """A folder of motion clips with tags and events, as it was when it was opened. Read-only: the
    `footwork` command edits tags.

    A library is pickled as its path and its version. Unpickling opens the folder again, and raises ChangedError if it is of
    another version by then. Libraries of the same version in the same folder are equal.
    """
    def _repr_html_(self) -> str: ...
    @staticmethod
    def load(path: _Path, *, strict: bool = False) -> Library:
        """Opens a folder of clips, as the function `load` does."""
    @staticmethod
    def _opened(path: _Path) -> Library: ...
    def _labels(self) -> _Labels: ...
    def _rounds(self) -> List[int]: ...
    def _files(self) -> List[Tuple[str, str, bool]]: ...
    def _database_of(self, clips: Sequence[int]) -> Database: ...
    def _warn_of_queries(self) -> None: ...
    def __hash__(self) -> int: ...
    @property
    def version(self) -> str:
        """A hash of everything that answers depend on: the settings, the clips and their sidecars, as they were opened."""
    @property
    def stale(self) -> List[int]:
        """The numbers of the clips that changed since they were tagged, so that their tags may be wrong."""
    def to_store(
        self,
        path: _Path,
        *,
        query: str = "all",
        strict: bool = False,
        partial: bool = False,
        progress: Optional[bool] = None,
        **choices: Unpack[ChoiceKeywords],
    ) -> Store:
        """Writes the poses, tags and events of the library to a folder, from which windows for training are read without
        opening a clip: see `footwork.Store.write`.
        """
    @property
    def path(self) -> os.PathLike[str]:
        """The folder."""
    @property
    def clips(self) -> Tuple[ClipInfo, ...]:
        """The clips, sorted by name; a clip's number in results is its index here. The same tuple each time."""
    @property
    def tags(self) -> List[str]:
        """The names of all tags."""
    @property
    def events(self) -> List[str]:
        """The names of all events."""
    @property
    def findings(self) -> List[Finding]:
        """What opening the library found in its files; `load` warns of those that are more than notes."""
    @property
    def saved_queries(self) -> Dict[str, str]:
        """The saved queries of `footwork.toml`, by name."""
    def to_database(self) -> Database:
        """A copy of the clips, tags and events as a `Database`, which can be changed. It still answers
        predicates such as `{ speed > 3 }`.
        """
    def query(self, text: str) -> QueryResult:
        """The frames that match a query; `@name` is a saved query.

        Raises QueryError with every mistake. Warns with FootworkWarning of clips whose motion could not be
        read to answer a predicate `{ … }`.
        """
    def clip(self, clip: _ClipKey) -> Clip:
        """Reads the motion of a clip, given by its number, its name, or the last part of its name if that is
        unique. Each call reads the file.

        Raises KeyError for an unknown clip, ClipError if its file cannot be read any more, ChangedError if the file has
        other content than when the library was opened.
        """
    def clip_number(self, clip: _ClipKey) -> int:
        """The number of the clip of this name, or of the last part of a name if that is unique."""
    def tag_ranges(self, tag: str, clip: _ClipKey) -> NDArray[np.int32]:
        """The ranges of exactly this tag in one clip: shape (n, 2), int32, a new array."""
    def event_frames(self, event: str, clip: _ClipKey) -> NDArray[np.float64]:
        """The times of exactly this event in one clip, in frames: shape (n,), float64, a new array."""
    def event_track(self, event: str, clip: _ClipKey) -> EventTrack:
        """The times of an event and those below it in one clip, in seconds. The track of a looping clip
        loops: the clip's last frame coincides with the first frame of the next cycle.

        Raises KeyError for an event that is neither in a clip nor in `footwork.toml`.
        """
    def spans(self, clip: _ClipKey) -> List[Tuple[str, int, int]]:
        """The spans of tags in one clip as authored, which may touch or overlap: a list of
        `(tag, start, stop)`.
        """

@final
class Clip:
    """A motion of one skeleton: J joints, F frames.

    Lengths are in metres, times in seconds; the world is right-handed with y up. Rotations are local
    quaternions in the order x, y, z, w, as in SciPy. `parents`, `offsets`, `rotations`,
    `translations`, `root_positions` and the results of `channel` are read-only views of the clip's
    memory: reading them copies nothing.
    """
    def __new__(
        cls,
        names: Sequence[str],
        parents: Union[Sequence[SupportsIndex], NDArray[np.integer[Any]]],
        rotations: NDArray[np.float32],
        root_positions: Union[NDArray[np.float64], NDArray[np.float32]],
        rate: _Rate,
        *,
        offsets: Optional[NDArray[np.float32]] = None,
        translations: Optional[NDArray[np.float32]] = None,
        loops: bool = False,
        name: str = "",
    ) -> Clip: ...
    @staticmethod
    def _restored(state: Dict[str, Any]) -> Clip: ...
    def _partners(self) -> List[int]: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def plot(self, *channels: str, axes: Optional[Axes] = None) -> Axes:
        """Plots channels over time, by default `speed` and `height`, with matplotlib, and returns the axes; `axes=` are
        those to draw on.

        Raises ImportError without matplotlib, ChannelError for an unknown channel.
        """
    def retargeted(self, onto: Clip) -> Clip:
        """The motion on the skeleton of another clip, as a new clip.

        Joints correspond by their roles, whatever they are called, and those without a role by their names. Bones keep
        the lengths of `onto`; the hips move as far as its legs are long; feet that stand in this clip stand there. What
        could not be taken over is in `findings` of the result.

        Raises ValueError if one of the skeletons has no known hips, arms or legs, or does not stand upright at rest.
        """
    def mirrored(self) -> Clip:
        """The mirror image, with left and right exchanged, as a new clip: x becomes -x, and each joint moves as its partner did.

        Raises ValueError if the partners of the joints are not known.
        """
    def resampled(self, rate: _Rate) -> Clip:
        """The same motion at another frame rate, as a new clip of floor((frames - 1) * new / old) + 1 frames. Rotations between
        two frames are slerped, positions are on the straight line.

        Raises ValueError if the clip's own rate is below 5 or above 1,000 frames per second, which no motion is recorded at.
        """
    def to_bytes(self, format: Literal["bvh", "glb"]) -> bytes:
        """The clip as the bytes of a file, "bvh" or "glb". BVH is in centimetres and does not say whether the clip loops.

        Raises ValueError for another format, for unknown bone lengths, and for what the format cannot hold.
        """
    def save(self, path: _Path) -> None:
        """Writes the clip to a file whose name ends in .bvh or .glb, atomically, as `to_bytes` says.

        Raises OSError if it cannot be written.
        """
    def contacts(self) -> NDArray[np.bool_]:
        """Whether the left and the right foot touch the ground on each frame: shape (F, 2), bool, a new array. By the heights
        and speeds of the feet, as `footwork detect strikes` does.

        Raises ValueError if the feet or the bone lengths are not known.
        """
    def headings(self) -> NDArray[np.float64]:
        """Where the character faces on each frame, as an angle about y: shape (F,), float64, radians, a new array. 0 is +z,
        growing to the left, and it goes on past half a turn.
        """
    @property
    def roles(self) -> Dict[str, int]:
        """The joint in each known role, such as `left_foot`, as its index: skeletons differ in their names, not in their roles."""
    @property
    def name(self) -> str:
        """The clip's name in its library or file."""
    @property
    def names(self) -> List[str]:
        """The names of the J joints, as the file spells them."""
    @property
    def parents(self) -> NDArray[np.int32]:
        """The index of each joint's parent, -1 for roots: shape (J,), int32. A view."""
    @property
    def offsets(self) -> NDArray[np.float32]:
        """The rest position of each joint in its parent's space: shape (J, 3), float32, metres. A view.
        Zeros if `has_offsets` is False.
        """
    @property
    def has_offsets(self) -> bool:
        """Whether the bone lengths are known; for AMASS files they come from a body model."""
    @property
    def rotations(self) -> NDArray[np.float32]:
        """The local rotation of each joint on each frame: shape (F, J, 4), float32, quaternions in the
        order x, y, z, w, normalized. A view.
        """
    @property
    def translations(self) -> Optional[NDArray[np.float32]]:
        """The position of each joint in its parent's space on each frame, or None if the clip does not
        animate it: shape (F, J, 3), float32, metres. A view. The row of joint 0 is unused.
        """
    @property
    def root(self) -> str:
        """The name of the joint whose motion over the ground is that of the character, which `speed`, `height`
        and the other channels of the root measure. Found from the motion: in many files joint 0 stands still.
        """
    @property
    def root_positions(self) -> NDArray[np.float64]:
        """The world position of joint 0 on each frame: shape (F, 3), float64, metres. A view."""
    def positions(self) -> NDArray[np.float64]:
        """The world position of every joint on every frame, by forward kinematics: shape (F, J, 3),
        float64, metres, a new array.

        Raises ValueError if `has_offsets` is False.
        """
    def channel(self, channel: str) -> NDArray[np.float32]:
        """A channel, one number per frame: shape (F,), float32. Computed on the first call and cached:
        later calls return views of the same memory.

        `time`, `frame`, `phase`, `speed`, `speed_x`, `speed_z`, `turn`, `accel`, `height`, `gait_speed` of
        the root; `LeftFoot.height`, `.speed`, `.x`, `.y`, `.z` of a joint by its name or role;
        `left_foot.height`, by role, of the sole; `mean(speed, 0.3s)`, `lowest`, `highest`, `lag`, `lead`,
        `rate` of a channel. Metres, seconds, radians.

        Raises ChannelError for an unknown channel or joint.
        """
    @property
    def rate(self) -> float:
        """Frames per second."""
    @property
    def exact_rate(self) -> Fraction:
        """Frames per second, as an exact `fractions.Fraction`."""
    @property
    def loops(self) -> bool:
        """Whether the last frame leads into the first."""
    @property
    def frame_count(self) -> int:
        """The number of frames."""
    @property
    def duration_secs(self) -> float:
        """The time from the first frame to the last, in seconds."""
    @property
    def findings(self) -> List[str]:
        """What the reader repaired or estimated, one sentence each."""
    def __len__(self) -> int: ...

@final
class EventTrack:
    """The times of one event in seconds, not bound to frames, repeated if the track loops.

    `times` may be in any order. With `loop_secs` they are in [0, loop_secs).

    Raises ValueError for NaN, infinity, and times outside the loop.

    Tracks are equal if their times and loops are.
    """
    def __new__(cls, times: _Times, *, loop_secs: Optional[_Number] = None) -> EventTrack: ...
    @property
    def times(self) -> NDArray[np.float64]:
        """The times in seconds, ascending: shape (n,), float64. A view."""
    @property
    def loop_secs(self) -> Optional[float]:
        """The length of the loop in seconds, or None."""
    def gaps(self) -> NDArray[np.float64]:
        """The gaps between neighbouring events in seconds, in a loop also across the seam: float64."""
    def signed_times(self, at_secs: _Times) -> NDArray[np.float64]:
        """The time from each of these times to the nearest event in seconds, positive before the event;
        NaN without events. Ties go to the later event.
        """
    def between(self, previous_secs: _Number, now_secs: _Number) -> NDArray[np.float64]:
        """The events that an update of the clock passes, each exactly once, in the order it passes them:
        those in (previous, now], or in [now, previous) if it runs backwards.

        Raises ValueError for NaN and infinity, and if the update passes more than a million events.
        """
    def start(self, at_secs: _Number) -> NDArray[np.float64]:
        """The events exactly at `at_secs`, where a clock starts.

        Raises ValueError for NaN and infinity.
        """
    def with_min_gap(self, min_gap_secs: _Number, too_close: Literal["merge", "refuse"] = "merge") -> EventTrack:
        """The track with no two events closer than `min_gap_secs`: with `too_close="merge"` such events
        become one in their middle.

        Raises ValueError for a gap that is negative or NaN, and with `too_close="refuse"` for events that
        are too close.
        """
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Guards:
    """The checks of a trigger; None, or False for `falling`, switches one off. By default all but `nearness` are off: a guard that
    rejects a false event of one network rejects a true one of another. The guide on events has what each costs and gains.

    norm: the minimum length of a pair. nearness: the maximum distance between either side of a crossing
    and the event, as a share of the window. falling: whether a signal that rises is rejected. jump: the
    maximum fall beyond what the update explains, as a share of the window. approach: how far before an
    event, as a share of the window, the signal must have been. slope: the minimum and maximum rate, in
    seconds per second, at which the time to the event falls. refractory_secs: the minimum time between
    two events.
    """
    def __new__(
        cls,
        *,
        norm: Optional[_Number] = None,
        nearness: Optional[_Number] = 0.8,
        falling: bool = False,
        jump: Optional[_Number] = None,
        approach: Optional[_Number] = None,
        slope: Optional[Tuple[_Number, _Number]] = None,
        refractory_secs: Optional[_Number] = None,
    ) -> Guards: ...
    @staticmethod
    def none() -> Guards:
        """Guards that check nothing: every fall through zero by less than half a turn is an event."""
    @staticmethod
    def steady() -> Guards:
        """Guards for signals with noise on every frame, such as those of a network that sees one frame at a time."""
    @property
    def norm(self) -> Optional[float]:
        """The minimum length of a pair."""
    @property
    def nearness(self) -> Optional[float]:
        """The maximum distance between either side of a crossing and the event, as a share of the window."""
    @property
    def falling(self) -> bool:
        """Whether a signal that rises is rejected."""
    @property
    def jump(self) -> Optional[float]:
        """The maximum fall beyond what the update explains, as a share of the window."""
    @property
    def approach(self) -> Optional[float]:
        """How far before an event, as a share of the window, the signal must have been."""
    @property
    def slope(self) -> Optional[Tuple[float, float]]:
        """The minimum and maximum rate, in seconds per second, at which the time to the event falls."""
    @property
    def refractory_secs(self) -> Optional[float]:
        """The minimum time between two events, in seconds."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Encoding:
    """The window of a signal around each event and its smoothing, in seconds.

    A signal has two columns for each event, (sin, cos) of the time to the nearest event; (0, -1) means
    that no event is within the window.
    """
    def __new__(cls, window_secs: _Number, sigma_secs: _Number = 0.0) -> Encoding: ...
    @staticmethod
    def from_gaps(tracks: _Tracks, rate: _Rate) -> Encoding:
        """An encoding that fits the tracks: the window is half the 10th percentile of the gaps between
        events, or half a second without gaps; the smoothing is one frame.
        """
    @property
    def window_secs(self) -> float:
        """How far the signal extends before and after an event, in seconds."""
    @property
    def sigma_secs(self) -> float:
        """The standard deviation of the smoothing in seconds."""
    def warnings(self, tracks: _Tracks) -> List[str]:
        """What this encoding will lose of these tracks, one sentence each."""
    def encode(self, tracks: _Tracks, rate: _Rate, frames: SupportsIndex) -> _Rows:
        """The signals of E tracks on F frames: shape (F, 2 E), float32, (sin, cos) for each track. Frame
        i is at i / rate seconds.
        """
    def encode_at(self, tracks: _Tracks, times: _Times, spacing_secs: Optional[_Number] = None) -> _Rows:
        """The signals at any times, in seconds: shape (n, 2 E), float32. With smoothing, `spacing_secs` is
        the distance between the samples that the filter reads.
        """
    def decode(self, signal: NDArray[np.float32]) -> NDArray[np.float64]:
        """The time to the nearest event for each pair of a float32 signal of shape (…, 2 E): shape (…, E),
        float64, seconds, positive before the event. NaN if it is unknown: no event within the window,
        a pair shorter than 0.05, or NaN.
        """
    def decode_all(
        self, signal: NDArray[np.float32], rate: _Rate, guards: Optional[Guards] = None, *, loops: bool = False
    ) -> List[Decoded]:
        """The events of a whole float32 signal of shape (F, 2 E), as a trigger finds them frame by frame:
        a list of E `Decoded`.

        loops: whether it is the signal of a looping clip, whose last frame coincides with the first of the next round. Then
        an event across the seam is found once, and all times are within the loop, from 0 to (F - 1) / rate. Without, an
        event on the first frame or near the seam may be missed or found twice.
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Decoded:
    """The events decoded from a whole signal."""
    @staticmethod
    def _restored(times: List[float], unknown: int, rejected: List[int]) -> Decoded: ...
    def __hash__(self) -> int: ...
    @property
    def times(self) -> NDArray[np.float64]:
        """The times of the events in seconds, rising, between frames too: float64, a new array."""
    @property
    def unknown(self) -> int:
        """The number of frames on which the time to the nearest event is unknown."""
    @property
    def rejected(self) -> Dict[str, int]:
        """How often each guard rejected a crossing, by the guard's name."""

@final
class Trigger:
    """Fires when the event of one character happens. Once per update, feed it the network's output and
    how far the clip advanced in seconds; negative is backwards.

    lead_secs: how long before the event it fires, from 0 to a quarter of the window; anything else raises ValueError. smoothing_secs: the
    time constant of a filter over the pairs, which suppresses noise and delays by about as much.

    A copy continues from the trigger's current state. Only a trigger at the start of a stream (new, or
    after `restart`) can be pickled, without its counts; in the middle of one it raises TypeError.
    """
    def __new__(
        cls,
        encoding: Encoding,
        guards: Optional[Guards] = None,
        *,
        lead_secs: _Number = 0.0,
        smoothing_secs: _Number = 0.0,
    ) -> Trigger: ...
    @overload
    def advance(self, pairs: Union[Sequence[_Number], _Row], step_secs: _Number) -> Optional[float]:
        """One update with a pair (sin, cos), or n updates with a float32 array of shape (n, 2).

        Returns how long before the end of the update the event happened, in seconds, or None; for n
        updates an array of shape (n,), float64, NaN where nothing fired. `step_secs` is then one number
        or n of them.

        One pair is two numbers, or a float32 array of shape (2,).

        Raises TypeError for a wrong dtype, ValueError for a wrong shape or steps that are not finite. A
        pair with NaN is ignored.
        """
    @overload
    def advance(self, pairs: _Rows, step_secs: Union[_Number, _Times]) -> NDArray[np.float64]: ...
    def fires_within(self, secs: _Number) -> Optional[float]:
        """The time until it fires, in seconds of the clip, or None if that is unknown or above `secs`."""
    def __copy__(self) -> Trigger: ...
    def __deepcopy__(self, _memo: object, /) -> Trigger: ...
    def restart(self) -> None:
        """Starts a new stream; the counts are kept."""
    @property
    def rejections(self) -> Dict[str, int]:
        """How often each guard rejected a crossing, by the guard's name."""
    @property
    def may_have_missed(self) -> int:
        """The number of updates as long as the window, during which an event may have been missed."""

@final
class TriggerArray:
    """One trigger for each of `count` characters, or events of characters.

    Raises ValueError for a negative count, MemoryError for one that does not fit in memory.
    """
    def __new__(
        cls,
        count: SupportsIndex,
        encoding: Encoding,
        guards: Optional[Guards] = None,
        *,
        lead_secs: _Number = 0.0,
        smoothing_secs: _Number = 0.0,
    ) -> TriggerArray: ...
    def advance(self, pairs: NDArray[np.float32], step_secs: Union[_Number, _Times]) -> NDArray[np.float64]:
        """One update of all triggers: a float32 array of shape (count, 2), and one step in seconds or
        count of them. Returns how long before the end of the update each event happened, in seconds:
        shape (count,), float64, NaN where nothing fired.
        """
    def fires_within(self, secs: _Number) -> NDArray[np.float64]:
        """The time until each trigger fires, in seconds of the clip: shape (count,), float64, NaN where it
        is unknown or above `secs`.
        """
    def restart(self, index: Optional[SupportsIndex] = None) -> None:
        """Starts a new stream for one character, or for all."""
    @property
    def may_have_missed(self) -> int:
        """The number of updates, over all triggers, as long as the window, during which an event may have
        been missed.
        """
    @property
    def rejections(self) -> Dict[str, int]:
        """How often each guard rejected a crossing, over all triggers, by the guard's name."""
    def __len__(self) -> int: ...

@final
class Score:
    """How well found events agree with true ones; each event is in at most one pair."""
    @staticmethod
    def _restored(parts: Tuple[List[int], List[float], List[Optional[float]]]) -> Score: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    @property
    def matched(self) -> int:
        """The number of pairs within the tolerance."""
    @property
    def missed(self) -> int:
        """The number of true events without a match."""
    @property
    def extra(self) -> int:
        """The number of found events without a match."""
    @property
    def precision(self) -> float:
        """The share of found events that match; 0 if there are none."""
    @property
    def recall(self) -> float:
        """The share of true events that match; 0 if there are none."""
    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 if both are 0."""
    @property
    def mean_abs_secs(self) -> Optional[float]:
        """The mean absolute error of the pairs in seconds, or None without pairs."""
    @property
    def p95_abs_secs(self) -> Optional[float]:
        """The 95th percentile of the absolute error in seconds, or None without pairs."""
    @property
    def bias_secs(self) -> Optional[float]:
        """The mean error in seconds, positive if events are found late, or None without pairs."""

@final
class Expression:
    """A compiled expression: call it with a value for each variable, by position or by name.

    A value is a number or a float32 array. All arrays must have the same shape, which is the shape of
    the result; with numbers only, the result is a float. The evaluation is in float32 and gives the same
    bits on every machine. `out=` is a C-contiguous float32 array to write the result to; it must not
    share memory with a value. Expressions of the same text over the same variables are equal.
    """
    @property
    def text(self) -> str:
        """The source text."""
    @property
    def variables(self) -> List[str]:
        """The names of the variables."""
    @property
    def postfix(self) -> str:
        """The bytecode, in postfix order."""
    @overload
    def __call__(self, *values: _Value, out: NDArray[np.float32], **named: _Value) -> NDArray[np.float32]: ...
    @overload
    def __call__(self, *values: _Scalar, out: None = None, **named: _Scalar) -> float: ...
    @overload
    def __call__(
        self, first: NDArray[np.float32], /, *values: _Value, out: None = None, **named: _Value
    ) -> NDArray[np.float32]: ...
    @overload
    def __call__(
        self, first: _Scalar, second: NDArray[np.float32], /, *values: _Value, out: None = None, **named: _Value
    ) -> NDArray[np.float32]: ...
    @overload
    def __call__(self, *, out: None = None, **named: NDArray[np.float32]) -> NDArray[np.float32]: ...
    @overload
    def __call__(self, *values: _Value, out: None = None, **named: _Value) -> Any: ...

@final
class PoseIndex:
    """The poses of a library as rows of features, and searches among them: see `footwork.matching`. It is pickled with its
    features, which `save` writes too, and the library as its path and version.
    """
    @staticmethod
    def _restored(library: Library, data: bytes) -> PoseIndex: ...
    @staticmethod
    def build(
        library: Library, *, clips: Optional[Iterable[_ClipKey]] = None, rate: Optional[_Rate] = None
    ) -> PoseIndex:
        """Indexes the poses of a library: see `footwork.matching.index`."""
    @staticmethod
    def load(path: _Path, library: Library) -> PoseIndex:
        """Opens the index in a file: see `footwork.matching.load`."""
    def save(self, path: _Path) -> None:
        """Writes the index to a file, atomically, which `footwork.matching.load` and, in a game, `Index::from_bytes` open; and
        beside it, under its name with `.clips`, of what content its clips were, which only the former needs.

        Raises OSError if it cannot be written.
        """
    @property
    def library(self) -> Library:
        """The library."""
    @property
    def rate(self) -> float:
        """The poses per second."""
    @property
    def features(self) -> _Rows:
        """The features of all poses, as they are stored, in metres, m/s and unit vectors: shape (n, d), float32. Computed on
        the first call and kept: later calls return views of the same memory.

        The space is that of the character: x to its left, y up, z ahead.
        """
    @property
    def poses(self) -> Poses:
        """Which clip and frame each row of the features is of."""
    def row(self, clip: _ClipKey, frame: SupportsIndex, *, mirrored: bool = False) -> int:
        """The row of the pose nearest to a frame of a clip, given by its number or name: what `search` and `explain` take. Of two
        as near the earlier. frame: at the rate of the clip. mirrored: whether of its mirrored twin.

        Raises KeyError for an unknown clip and for one that is not in the index, IndexError for a frame that it has not.
        """
    @property
    def names(self) -> List[str]:
        """The names of the d features, such as `left foot position x`."""
    @property
    def groups(self) -> Dict[str, slice]:
        """The columns of each group of features, by the name of the group: a dict of slices."""
    @property
    def weights(self) -> Dict[str, float]:
        """The weight of each group of features, by the name of the group."""
    @property
    def findings(self) -> List[Finding]:
        """Which clips were left out, and why. Empty for an index from a file."""
    def filter(self, spans: Union[_Spans, PoseFilter]) -> PoseFilter:
        """Prepares the poses of a query or of spans, for many searches. The filters of the last 16 queries are kept anyway.

        spans: a query, which `@name` is a saved one of; or (clip, start, stop) each, with frames at the rate of the clip,
        such as a `QueryResult` or an array of whole numbers of shape (n, 3). Frames past the end of a clip, and clips that are not in the index, have no poses.

        Raises QueryError, KeyError for an unknown clip, ValueError for a span that is empty or starts below 0.
        """
    def search(
        self,
        goal: _Goal,
        k: Optional[SupportsIndex] = None,
        *,
        filter: Optional[Union[_Spans, PoseFilter]] = None,
        soft: Optional[_Soft] = None,
        weights: Optional[_Weights] = None,
        max_cost: float = ...,
    ) -> PoseMatches:
        """The k poses nearest to a goal (by default one), exactly, the best first; of equal costs the earlier row.

        goal: a row, whose features are then the goal, or an array of m rows; or features of shape (d,), or (m, d) for m goals, float32. filter:
        which poses may be found, as in `filter`, or a `PoseFilter`. soft: what poses cost beside their distance, as
        a dict or pairs of (query or spans, cost); a pose in two of them pays twice. weights: a dict by group, the
        others being those of `weights`, or one number for each group. max_cost: poses that cost more are not found.

        Raises ValueError for a goal with NaN, or of another shape, and for numbers out of range; TypeError for a goal
        that is not float32; IndexError for an unknown row; QueryError for a query with mistakes; KeyError for an unknown
        clip or group.
        """
    def explain(
        self,
        goal: _Goal,
        row: Optional[SupportsIndex] = None,
        *,
        filter: Optional[Union[_Spans, PoseFilter]] = None,
        soft: Optional[_Soft] = None,
        weights: Optional[_Weights] = None,
    ) -> Optional[Explanation]:
        """Why the pose in a row costs what it does, or the best pose for the goal if `row` is None. None if no pose may be
        found.

        The other arguments are those of `search`, with one goal.
        """
    def __len__(self) -> int: ...

@final
class Poses:
    """The poses of an index: one for each row of its features. All arrays are views."""
    @staticmethod
    def _restored(*columns: NDArray[Any]) -> Poses: ...
    def __hash__(self) -> int: ...
    @property
    def clip(self) -> NDArray[np.int32]:
        """The number of the clip in the library: shape (n,), int32. A mirrored twin is a clip of its own there."""
    @property
    def frame(self) -> NDArray[np.int32]:
        """The frame of the clip, at the rate of the clip, that is nearest in time: shape (n,), int32."""
    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Whether it is the pose of a mirrored twin: shape (n,), bool."""
    @property
    def candidate(self) -> NDArray[np.bool_]:
        """Whether a search may find it: not if its trajectory ends with its clip. Shape (n,), bool."""
    def __len__(self) -> int: ...

@final
class PoseFilter:
    """The poses that searches of one index may find, prepared once for many searches: see `PoseIndex.filter`."""
    def __hash__(self) -> int: ...
    @property
    def pose_count(self) -> int:
        """How many poses it allows."""

@final
class PoseMatches:
    """The poses that a search found, the best first: of shape (k,) for one goal, and of shape (m, k) for m goals. All arrays
    are views. Where fewer than k poses may be found, those of one goal are fewer; of several goals, the last places of a
    row have the row, clip and frame -1 and the cost inf.
    """
    @staticmethod
    def _restored(shape: List[int], *parts: Any) -> PoseMatches: ...
    def __hash__(self) -> int: ...
    @property
    def row(self) -> NDArray[np.int64]:
        """The rows in `PoseIndex.features` and `.poses`: int64. A view."""
    @property
    def clip(self) -> NDArray[np.int32]:
        """The numbers of the clips in the library: int32. A view."""
    @property
    def frame(self) -> NDArray[np.int32]:
        """The frames of the clips, at the rate of the clip: int32. A view."""
    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Whether they are poses of mirrored twins: bool. A view."""
    @property
    def cost(self) -> NDArray[np.float32]:
        """What they cost: the sum over all features of (weight × difference ÷ deviation)², and the soft cost; float32. A
        view.
        """
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tuple[str, int, bool, float]]: ...

@final
class Explanation:
    """Why a pose costs what it does."""
    @property
    def row(self) -> int:
        """The row of the pose in `PoseIndex.features` and `.poses`."""
    @property
    def clip(self) -> int:
        """The number of its clip in the library."""
    @property
    def frame(self) -> int:
        """The frame of its clip, at the rate of the clip."""
    @property
    def mirrored(self) -> bool:
        """Whether it is the pose of a mirrored twin."""
    @property
    def cost(self) -> float:
        """What it costs."""
    @property
    def costs(self) -> Dict[str, float]:
        """The part of each group of features, a dict by name; with `soft` they add up to the cost, up to rounding."""
    @property
    def shares(self) -> Dict[str, float]:
        """Those parts divided by the cost, a dict by name; all 0 for a cost of 0."""
    @property
    def soft(self) -> float:
        """The part of the soft costs."""
    @property
    def runner_up(self) -> Optional[int]:
        """The row of the best other pose that may be found, or None."""
    @property
    def runner_up_cost(self) -> Optional[float]:
        """What that costs, or None."""

@final
class Spread:
    """A mean, and what 95 and 99 % are below."""
    @property
    def mean(self) -> float:
        """The mean."""
    @property
    def p95(self) -> float:
        """95 % are below."""
    @property
    def p99(self) -> float:
        """99 % are below."""
    @property
    def count(self) -> int:
        """How many there were."""

@final
class Simulated:
    """How a simulation looked: the figures that `footwork sim matching` prints."""
    @property
    def clips(self) -> int:
        """How many clips were played: those of the skeleton with the most motion."""
    @property
    def poses(self) -> int:
        """How many of their poses a search may find."""
    @property
    def allowed(self) -> int:
        """How many of those the filter allows."""
    @property
    def joints(self) -> int:
        """How many joints the character has."""
    @property
    def skate_mps(self) -> Spread:
        """How fast feet moved while the clip said that they stand, in m/s: a `Spread`."""
    @property
    def distance_m(self) -> Spread:
        """How far the character was from what the stick led, in metres: a `Spread`."""
    @property
    def at_jumps_mps2(self) -> Spread:
        """The acceleration of joints within 0.1 s after a jump, in m/s²: a `Spread`."""
    @property
    def away_mps2(self) -> Spread:
        """The same at all other times: a `Spread`."""
    @property
    def way_m(self) -> float:
        """How far the character went, in metres."""
    @property
    def jumps_per_sec(self) -> float:
        """How often it jumped to another pose, per second."""
    @property
    def none_allowed(self) -> int:
        """In how many updates no pose was allowed."""
    @property
    def findings(self) -> List[Finding]:
        """Which clips were left out, and why: a list of `Finding`."""
