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

    Unreadable clips and sidecars are left out. Tags may be wrong for a clip that changed since it was tagged. Each such
    finding, up to five, is a FootworkWarning. With `strict=True`, all of them are raised as one LibraryError instead.
    `Library.findings` lists them.

    Raises OSError if the path cannot be read, and ValueError if the settings or the bytes are invalid.
    """
def load_clip(path: _Path, *, animation: Optional[str] = None, length_unit: Optional[str] = None) -> Clip:
    """Reads a clip file: BVH, glTF or GLB, FBX, or DeepMimic JSON. `animation` chooses a clip if the file holds several.

    `length_unit`, such as "cm" or "m", is the unit of length. BVH does not state its unit. If `length_unit` is not given, the
    unit is estimated, and `Clip.findings` says so. For other formats, `length_unit` is the true length of one metre of the
    file. If it is not given and the body is not the size of a person, `Clip.findings` says so, with a FootworkWarning.

    Raises OSError if the file cannot be read, and ClipError if it is not a clip or holds several.
    """
def load_clip_bytes(
    data: bytes, name: _Path, *, animation: Optional[str] = None, length_unit: Optional[str] = None
) -> Clip:
    """Reads a clip from the bytes of a file with this name. The format follows from the bytes or, if they do not show it, from
    the name. Other files that the file refers to are not read.

    Raises ClipError if the file is not a clip or holds several, and ValueError if there are more bytes than a file may have.
    """
def load_clips(path: _Path, *, length_unit: Optional[str] = None) -> List[Clip]:
    """Reads all clips of a file, in file order. Animations that cannot be read are left out."""
def compile(text: str, variables: Sequence[str]) -> Expression:
    """Compiles one line of maths over variables with these names, such as
    `footwork.compile("clamp(speed / 4, 0, 1)", ["speed"])`.

    Raises ExprError with every mistake.
    """
def channel_unit(channel: str) -> str:
    """Returns the unit of a channel, such as "m/s" for `mean(speed, 0.3s)`. The text is empty for a number
    without a unit.

    Raises ChannelError if the text is not a channel.
    """
def column_names(events: Sequence[str]) -> List[str]:
    """Returns the column names of an encoded signal: `Foot.Left.sin`, `Foot.Left.cos` and so on."""
def score(truth: _Times, found: _Times, tolerance_secs: _Number) -> Score:
    """Scores found events against true ones. Both are ascending times in seconds. An event that is off by exactly
    `tolerance_secs` matches. The matching is maximal, as in `mir_eval`.

    Raises ValueError for times that are not finite or not ascending, and for a negative tolerance.
    """
def score_all(lists: Iterable[Tuple[_Times, _Times]], tolerance_secs: _Number) -> Score:
    """Scores many lists together, such as those of all clips. Each item is a pair of true and found events, as in `score`.
    Events of different pairs are never matched. The figures are computed over all events, not as means over the pairs.
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
def _pose_columns(groups: Sequence[str], joints: Sequence[str]) -> List[Tuple[str, str, str]]:
    """"""
def _write_spec(
    rate: str,
    channels: Sequence[Tuple[str, str]],
    events: Sequence[Tuple[str, bool, float, float]],
    tags: Sequence[str],
    poses: Sequence[str],
    clips: Iterable[Clip],
    joints: Optional[Sequence[str]],
    scaling: Optional[Tuple[Sequence[float], Sequence[float], Sequence[str]]],
    frames: int,
    inputs: Sequence[str],
    outputs: Sequence[str],
) -> str:
    """"""
def _read_spec(text: str) -> Dict[str, Any]:
    """"""
def _spec_difference(spec: str, running: str) -> Optional[str]:
    """"""
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
    """Leads a character through the clips of an index with a simulated stick, as `footwork sim matching` does: see
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
def _propose(
    library: Library, tags: List[str], source: str, like: Optional[Tuple[_ClipKey, int, int]], count: int
) -> Tuple[
    List[Tuple[int, str, float, float, float, bool, bool, bool]],
    List[Tuple[str, int, int, Optional[List[float]], Optional[float]]],
    Optional[float],
    List[Tuple[int, float]],
    List[Finding],
]: ...
def _accept(
    library: Library, rows: List[Tuple[int, str, float, float, float, bool]], source: str, partial: bool
) -> List[str]: ...
def _rejected(library: Library, tags: List[str]) -> List[Tuple[str, str, float, float]]: ...
def _forget(library: Library, rows: List[Tuple[str, str, float, float]]) -> None: ...
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
    """A problem or a noteworthy fact in a file, such as a repair by the reader."""
    @staticmethod
    def _restored(words: List[str], line: Optional[int], column: Optional[int]) -> Finding: ...
    @property
    def severity(self) -> Literal["note", "warning", "error"]:
        """"note", "warning" or "error". An error means that something was left out."""
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
        """The problem, in one sentence."""

@final
class QueryResult:
    """The frames that match a query, as ranges. Later changes of the database do not affect the result. Results of the same
    query are equal if their clips and ranges are equal.

    `clip`, `start`, `stop` and `ranges` are read-only views of the same memory. Reading them copies nothing.
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
        """The names of the clips with a frame in the result, in the order of `clips`."""
    @property
    def frame_count(self) -> int:
        """The number of frames in the result."""
    @property
    def all_clips(self) -> Tuple[ClipInfo, ...]:
        """All clips of the database, with and without frames in the result."""
    def ranges(self, clip: Optional[_ClipKey] = None) -> NDArray[np.int32]:
        """Returns the ranges `[start, stop)` of one clip, or of all clips: shape (n, 2), int32. A view."""
    def mask(self, clip: _ClipKey) -> NDArray[np.bool_]:
        """Returns whether each frame of a clip is in the result: shape (frames,), bool, a new array. Use `.view(np.uint8)` for 0
        and 1 without a copy.
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

    A database is pickled as the bytes of its `.tagdb` file. A database copied from a library answers predicates. A pickled
    or saved one does not, and raises QueryError for them.

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
        """Opens a `.tagdb` file. Its bytes are copied, so later changes to the file have no effect on answers.

        With `mapped=True`, the bytes are memory-mapped if the system allows it, which saves the copy. The file must then not
        be written to or shortened as long as the database or anything made from it exists. Otherwise answers are wrong
        without notice, or Python ends with SIGBUS. It is safe to replace the file by renaming another over it, as `save` and
        `footwork compile` do. It is not safe to copy over it.

        Raises OSError if the file cannot be read, and ValueError if it is damaged or not a `.tagdb` file.
        """
    @staticmethod
    def from_bytes(data: bytes) -> Database:
        """Reads a database from the bytes of a `.tagdb` file, and checks all of them.

        Raises ValueError if they are damaged or not those of a `.tagdb` file.
        """
    @staticmethod
    def merged(databases: Sequence[Database]) -> Database:
        """Returns the clips, tags and events of several databases as one, with the clips sorted by name. Merging the parts of a
        library, in any order and grouping, gives the same bytes as the whole library.

        Raises ValueError if two of them have a clip of the same name.
        """
    def _labels(self) -> _Labels: ...
    def __copy__(self) -> Database: ...
    def __deepcopy__(self, _memo: object, /) -> Database: ...
    def to_bytes(self) -> bytes:
        """Returns the bytes of the `.tagdb` file. Equal databases give equal bytes."""
    def save(self, path: _Path) -> None:
        """Writes a `.tagdb` file atomically."""
    def add_clip(self, name: str, frames: SupportsIndex, rate: _Rate) -> int:
        """Adds a clip, and returns its number. `frames` is its length, and `rate` its frames per second: a number, a
        `fractions.Fraction` or a string such as "30000/1001".

        Raises ValueError if a clip with this name exists.
        """
    def declare_tag(self, tag: str) -> None:
        """Declares a tag, so that queries may name it before any frame has it."""
    def declare_event(self, event: str) -> None:
        """Declares an event, so that queries may name it before it happens anywhere."""
    def set_tag(self, tag: str, clip: _ClipKey, ranges: _Ranges) -> None:
        """Replaces the ranges of `tag` in one clip: whole numbers of shape (n, 2), each row `[start, stop)`, in any order.
        Overlapping ranges are merged.

        Raises ValueError for a range that is empty, reversed or past the clip's end.
        """
    def set_event(self, event: str, clip: _ClipKey, frames: _Times) -> None:
        """Replaces the times of `event` in one clip, in frames: numbers in [0, frames), in any order.

        Raises ValueError for a time that is NaN or outside the clip.
        """
    @property
    def clips(self) -> Tuple[ClipInfo, ...]:
        """The clips, in the order they were added. The tuple is the same until a clip is added."""
    @property
    def tags(self) -> List[str]:
        """The names of all tags."""
    @property
    def events(self) -> List[str]:
        """The names of all events."""
    def query(self, text: str) -> QueryResult:
        """Returns the frames that match a query.

        Raises QueryError with every mistake.
        """
    def tag_ranges(self, tag: str, clip: _ClipKey) -> NDArray[np.int32]:
        """Returns the ranges of exactly this tag in one clip: shape (n, 2), int32, a new array."""
    def event_frames(self, event: str, clip: _ClipKey) -> NDArray[np.float64]:
        """Returns the times of exactly this event in one clip, in frames: shape (n,), float64, a new array."""

@final
class Library:
    """A folder of motion clips with tags and events, as it was when opened. It is read-only. To edit tags, use `write_labels`,
    `edit_labels` or the `footwork` command, and open it again.

    A library is pickled as its path and version. Unpickling opens the folder again, and raises ChangedError if its version
    has changed. Libraries of the same version in the same folder are equal.
    """
    def _repr_html_(self) -> str: ...
    @staticmethod
    def load(path: _Path, *, strict: bool = False) -> Library:
        """Opens a folder of clips, like the function `load`."""
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
        """A hash of everything that answers depend on: the settings, the clips and their sidecars at the time of opening."""
    @property
    def stale(self) -> List[int]:
        """The numbers of the clips that changed since they were tagged. Their tags may be wrong."""
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
        """Writes the poses, tags and events of the library to a folder, from which training windows are read without opening a
        clip: see `footwork.Store.write`.
        """
    @property
    def path(self) -> os.PathLike[str]:
        """The folder."""
    @property
    def clips(self) -> Tuple[ClipInfo, ...]:
        """The clips, sorted by name. A clip's number in results is its index here. The tuple is always the same."""
    @property
    def tags(self) -> List[str]:
        """The names of all tags."""
    @property
    def events(self) -> List[str]:
        """The names of all events."""
    @property
    def findings(self) -> List[Finding]:
        """The findings from opening the library. `load` warns of those that are more than notes."""
    @property
    def saved_queries(self) -> Dict[str, str]:
        """The saved queries of `footwork.toml`, by name."""
    def to_database(self, *, partial: bool = False) -> Database:
        """Returns a copy of the clips, tags and events as a `Database`, which can be changed. It still answers predicates such
        as `{ speed > 3 }`.

        partial: whether to leave out unreadable clips and tags. Otherwise an unreadable file raises LibraryError.
        """
    def query(self, text: str) -> QueryResult:
        """Returns the frames that match a query. `@name` is a saved query.

        Raises QueryError with every mistake. Warns with FootworkWarning of clips whose motion could not be read for a
        predicate `{ … }`.
        """
    def clip(self, clip: _ClipKey) -> Clip:
        """Reads the motion of a clip, given by its number, its name, or the last part of its name if that is unique. Each call
        reads the file.

        Raises KeyError for an unknown clip, ClipError if its file can no longer be read, and ChangedError if the file has
        changed since the library was opened.
        """
    def clip_number(self, clip: _ClipKey) -> int:
        """Returns the number of the clip with this name, or with this last part of a name if that is unique."""
    def tag_ranges(self, tag: str, clip: _ClipKey) -> NDArray[np.int32]:
        """Returns the ranges of exactly this tag in one clip: shape (n, 2), int32, a new array."""
    def event_frames(self, event: str, clip: _ClipKey) -> NDArray[np.float64]:
        """Returns the times of exactly this event in one clip, in frames: shape (n,), float64, a new array."""
    def event_track(self, event: str, clip: _ClipKey) -> EventTrack:
        """Returns the times of an event and of the events below it in one clip, in seconds. The track of a looping clip loops.
        The clip's last frame is also the first frame of the next round.

        Raises KeyError for an event that is neither in a clip nor in `footwork.toml`.
        """
    def spans(self, clip: _ClipKey) -> List[Tuple[str, int, int]]:
        """Returns the spans of tags in one clip as authored, which may touch or overlap: a list of `(tag, start, stop)`."""

@final
class Clip:
    """A motion of one skeleton, with J joints and F frames.

    Lengths are in metres and times in seconds. The world is right-handed with y up. Rotations are local quaternions in the
    order x, y, z, w, as in SciPy. `parents`, `offsets`, `rotations`, `translations`, `root_positions` and the results of
    `channel` are read-only views of the clip's memory. Reading them copies nothing.
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
        """Plots channels over time with matplotlib, by default `speed` and `height`, and returns the axes. `axes` are the axes
        to draw on.

        Raises ImportError without matplotlib, and ChannelError for an unknown channel.
        """
    def retargeted(self, onto: Clip) -> Clip:
        """Returns the motion on the skeleton of another clip, as a new clip.

        Joints are matched by role, and joints without a role by name. Bones have the lengths of `onto`, and the hips move in
        proportion to its leg length. Feet that stand in this clip also stand in the result, and hands touch what they touch
        in this clip. `findings` of the result lists anything that could not be transferred.

        Raises ValueError if the bone lengths of a clip are unknown, or if a skeleton has no known hips, arms or legs. Also
        raises ValueError if a skeleton is upright neither at rest nor on any frame.
        """
    def mirrored(self) -> Clip:
        """Returns the mirror image as a new clip, with left and right exchanged. x becomes -x, and each joint moves as its
        partner does in this clip.

        Raises ValueError if the partners of the joints are not known.
        """
    def resampled(self, rate: _Rate) -> Clip:
        """Returns the same motion at another frame rate, as a new clip. It has floor((frames - 1) * new / old) + 1 frames.
        Between two frames, rotations are interpolated on the sphere (slerp) and positions linearly.

        Raises ValueError if the clip's own rate is below 5 or above 1,000 frames per second, which is not a rate of recorded
        motion.
        """
    def to_bytes(self, format: Literal["bvh", "glb"]) -> bytes:
        """Returns the clip as the bytes of a file. `format` is "bvh" or "glb". BVH is in centimetres, and does not state
        whether the clip loops.

        Raises ValueError for another format, for unknown bone lengths, and for motion that the format cannot hold.
        """
    def save(self, path: _Path) -> None:
        """Writes the clip atomically to a file with a name ending in .bvh or .glb. See `to_bytes`.

        Raises OSError if it cannot be written.
        """
    def contacts(self) -> NDArray[np.bool_]:
        """Returns whether the left and the right foot touch the ground on each frame: shape (F, 2), bool, a new array. Contacts
        are found by the heights and speeds of the feet, as in `footwork events detect`. The feet are the joints with the
        roles `left_foot` and `right_foot`. For a quadruped, these are only the hind feet.

        Raises ValueError if the feet or the bone lengths are not known.
        """
    def headings(self) -> NDArray[np.float64]:
        """Returns the heading of the character on each frame, as an angle about y: shape (F,), float64, radians, a new array. 0
        is +z, left is positive, and angles continue past half a turn.
        """
    def _pose_rows(self, groups: Sequence[str], joints: Sequence[str]) -> NDArray[np.float32]: ...
    def _spec_rows(self, spec: str) -> NDArray[np.float32]: ...
    @property
    def roles(self) -> Dict[str, int]:
        """The index of the joint in each known role, such as `left_foot`. Skeletons differ in joint names, but share roles."""
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
        """The name of the joint that carries the character over the ground. `speed`, `height` and the other channels of the
        root measure this joint. It is found from the motion, because joint 0 stands still in many files.
        """
    @property
    def root_positions(self) -> NDArray[np.float64]:
        """The world position of joint 0 on each frame: shape (F, 3), float64, metres. A view."""
    def positions(self) -> NDArray[np.float64]:
        """Returns the world position of every joint on every frame, by forward kinematics: shape (F, J, 3), float64, metres, a
        new array.

        Raises ValueError if `has_offsets` is False.
        """
    def channel(self, channel: str) -> NDArray[np.float32]:
        """Returns a channel, which is one number per frame: shape (F,), float32. The first call computes it, and later calls
        return views of the same memory.

        The channels of the root are `time`, `frame`, `phase`, `speed`, `speed_x`, `speed_z`, `turn`, `accel`, `height` and
        `gait_speed`. A joint has the channels `height`, `speed`, `x`, `y` and `z`, after its name or role and a dot, as in
        `LeftFoot.height`. By role, `left_foot.height` is the height of the sole. `mean`, `lowest`, `highest`, `lag`, `lead`
        and `rate` are functions of a channel, as in `mean(speed, 0.3s)`. Units are metres, seconds and radians.

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
        """Repairs and estimates by the reader, one sentence each."""
    def __len__(self) -> int: ...

@final
class EventTrack:
    """The times of one event in seconds. They need not be on frames. A looping track repeats them.

    `times` may be in any order. With `loop_secs`, they are in [0, loop_secs).

    Raises ValueError for NaN, infinity, and times outside the loop.

    Tracks are equal if their times and their loops are equal.
    """
    def __new__(cls, times: _Times, *, loop_secs: Optional[_Number] = None) -> EventTrack: ...
    @property
    def times(self) -> NDArray[np.float64]:
        """The times in seconds, ascending: shape (n,), float64. A view."""
    @property
    def loop_secs(self) -> Optional[float]:
        """The length of the loop in seconds, or None."""
    def gaps(self) -> NDArray[np.float64]:
        """Returns the gaps between neighbouring events in seconds, float64. A loop includes the gap from its last event to
        its first.
        """
    def signed_times(self, at_secs: _Times) -> NDArray[np.float64]:
        """Returns the time from each given time to the nearest event in seconds, positive before the event; NaN without events.
        Ties go to the later event.
        """
    def between(self, previous_secs: _Number, now_secs: _Number) -> NDArray[np.float64]:
        """Returns the events that an update of the clock passes, each exactly once and in the order of passing. These are the
        events in (previous, now], or in [now, previous) if the clock runs backwards.

        Raises ValueError for NaN and infinity, and if the update passes more than a million events.
        """
    def start(self, at_secs: _Number) -> NDArray[np.float64]:
        """Returns the events exactly at `at_secs`, for a clock that starts there.

        Raises ValueError for NaN and infinity.
        """
    def with_min_gap(self, min_gap_secs: _Number, too_close: Literal["merge", "refuse"] = "merge") -> EventTrack:
        """Returns the track with no two events closer than `min_gap_secs`. With `too_close="merge"`, such events become one in
        their middle.

        Raises ValueError for a gap that is negative or NaN, and with `too_close="refuse"` for events that are too close.
        """
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Guards:
    """The checks that a trigger makes before it fires. None, or False for `falling`, switches a check off. By default, only
    `nearness` is on, because a guard that rejects false events of one network can reject true events of another. The guide on
    events lists the accuracy that each guard gains and costs.

    - norm: the minimum length of a (sin, cos) pair, from 0 to 1.
    - nearness: the largest distance of the signal from the event just before and just after a crossing, as a share of the
      window plus the time of one update.
    - falling: whether crossings of a signal that rises overall are rejected.
    - jump: the largest fall of the signal in one update, as a share of the window plus the time of the update.
    - approach: the distance before the event that the signal must have had since the last event, as a share of the window.
    - slope: the smallest and the largest rate at which the time to the event falls, in seconds per second. A clean signal
      falls by 1.
    - refractory_secs: the minimum time between two events.
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
        """Returns guards that check nothing. Every fall through zero by less than half a turn is an event."""
    @staticmethod
    def steady() -> Guards:
        """Returns guards for signals with noise on every frame, such as those of a network that sees one frame at a time."""
    @property
    def norm(self) -> Optional[float]:
        """The minimum length of a (sin, cos) pair, from 0 to 1."""
    @property
    def nearness(self) -> Optional[float]:
        """The largest distance of the signal from the event just before and just after a crossing, as a share of the window plus
        the time of one update.
        """
    @property
    def falling(self) -> bool:
        """Whether crossings of a signal that rises overall are rejected."""
    @property
    def jump(self) -> Optional[float]:
        """The largest fall of the signal in one update, as a share of the window plus the time of the update."""
    @property
    def approach(self) -> Optional[float]:
        """The distance before the event that the signal must have had since the last event, as a share of the window."""
    @property
    def slope(self) -> Optional[Tuple[float, float]]:
        """The minimum and maximum rate at which the time to the event falls, in seconds per second. A clean signal falls by 1."""
    @property
    def refractory_secs(self) -> Optional[float]:
        """The minimum time between two events, in seconds."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Encoding:
    """The encoding of events as a signal. It has a window around each event and a smoothing, both in seconds.

    A signal has two columns for each event: (sin, cos) of an angle that gives the time to the nearest event. (0, -1) means
    that no event is within the window.
    """
    def __new__(cls, window_secs: _Number, sigma_secs: _Number = 0.0) -> Encoding: ...
    @staticmethod
    def from_gaps(tracks: _Tracks, rate: _Rate) -> Encoding:
        """Returns an encoding that fits the tracks. Its window is half of the 10th percentile of the gaps between events, or
        half a second if there are no gaps. The window is at least one frame and at most 3600 s. Its smoothing is one
        frame, but at most a quarter of the window.
        """
    @property
    def window_secs(self) -> float:
        """How far the signal extends before and after an event, in seconds."""
    @property
    def sigma_secs(self) -> float:
        """The standard deviation of the smoothing in seconds."""
    def warnings(self, tracks: _Tracks) -> List[str]:
        """Returns warnings, one sentence each, about tracks with gaps that are too short for the smoothing or the window."""
    def encode(self, tracks: _Tracks, rate: _Rate, frames: SupportsIndex) -> _Rows:
        """Returns the signals of E tracks on F frames: shape (F, 2 E), float32, (sin, cos) for each track. Frame i is at i /
        rate seconds.
        """
    def encode_at(self, tracks: _Tracks, times: _Times, spacing_secs: Optional[_Number] = None) -> _Rows:
        """Returns the signals at any times, in seconds: shape (n, 2 E), float32. With smoothing, `spacing_secs` is
        required: it is the distance between the samples that the filter reads.
        """
    def decode(self, signal: NDArray[np.float32]) -> NDArray[np.float64]:
        """Returns the time to the nearest event for each pair of a float32 signal of shape (…, 2 E). The result has the shape
        (…, E), float64, in seconds, positive before the event. The time is NaN if no event is within the window, if the
        pair (sin, cos), as a vector, has a length below 0.05, or if it contains NaN or infinity.
        """
    def decode_all(
        self, signal: NDArray[np.float32], rate: _Rate, guards: Optional[Guards] = None, *, loops: bool = False
    ) -> List[Decoded]:
        """Returns the events of a whole float32 signal of shape (F, 2 E), as a list of E `Decoded`. They are the events that a
        trigger finds frame by frame.

        loops: whether it is the signal of a looping clip, whose last frame is also the first frame of the next round. If
        so, an event across the seam is found once, and all times are within the loop, from 0 to (F - 1) / rate. Without
        `loops`, an event on the first frame may be missed, and an event near the seam of a looping clip may be missed
        or found twice.
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
        """The times of the events in seconds, ascending and not rounded to frames: float64, a new array."""
    @property
    def unknown(self) -> int:
        """The number of frames on which the time to the nearest event is unknown."""
    @property
    def rejected(self) -> Dict[str, int]:
        """The number of zero crossings of the signal that each guard rejected, by the guard's name."""

@final
class Probability:
    """The decoding of a probability per frame to events. Events are at local maxima on or above a threshold, at least
    `min_gap_secs` apart.

    This is the alternative to an `Encoding`. The network is trained with cross entropy on targets that are 1 on the frame of
    each event and 0 elsewhere. Tune the threshold on clips that the network was not trained on: see `tuned`.
    """
    def __new__(cls, threshold: _Number = 0.5, min_gap_secs: _Number = 0.1) -> Probability: ...
    @staticmethod
    def encode(tracks: _Tracks, rate: _Rate, frames: SupportsIndex) -> _Rows:
        """Returns the targets of E tracks on F frames: shape (F, E), float32. They are 1 on the frame nearest to each event and
        0 elsewhere.
        """
    @staticmethod
    def tuned(
        chances: Sequence[NDArray[np.float32]],
        tracks: Sequence[EventTrack],
        rate: _Rate,
        tolerance_secs: _Number,
        min_gap_secs: _Number = 0.1,
    ) -> Probability:
        """Returns the decoder whose threshold finds the events of `tracks` best, which means with the highest F1 over all clips
        together. `chances` has the probabilities of a network for each clip, each of shape (F,) and at `rate`. `tracks` has
        the true events of each clip. If several thresholds are best, their median is chosen.

        Do not use clips from the training, or clips that you score later. Raises ValueError for lists of different lengths
        and for empty lists.
        """
    @property
    def threshold(self) -> float:
        """The smallest probability at which a local maximum is an event."""
    @property
    def min_gap_secs(self) -> float:
        """The minimum time between two events in seconds."""
    def decode_all(self, chances: NDArray[np.float32], rate: _Rate, *, loops: bool = False) -> List[NDArray[np.float64]]:
        """Returns the events of a whole clip from float32 probabilities of shape (F, E) or (F,). The result is a list of E
        arrays of times in seconds, ascending. Each time is that of a frame. They are the events that a trigger finds frame by
        frame.

        loops: whether it is a looping clip, whose last frame is also the first frame of the next round.
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Trigger:
    """Fires when the event of one character happens. Once per update, pass it the network's output and the time in seconds by
    which the clip advanced. The time is negative if the clip plays backwards.

    - encoding: an `Encoding` or a `Probability`. The trigger of a probability fires on the frame after a local maximum and
      has no guards, lead or smoothing.
    - lead_secs: the time by which the trigger fires before the event, from 0 to a quarter of the window. Other times raise
      ValueError.
    - smoothing_secs: the time constant of a filter over the pairs, which suppresses noise and delays events by about this time.

    A copy continues from the trigger's current state. A trigger can be pickled only at the start of a stream, which means
    when it is new or after `restart`. The pickle does not include its counts. In the middle of a stream, pickling raises
    TypeError.
    """
    def __new__(
        cls,
        encoding: Union[Encoding, Probability],
        guards: Optional[Guards] = None,
        *,
        lead_secs: _Number = 0.0,
        smoothing_secs: _Number = 0.0,
    ) -> Trigger: ...
    @overload
    def advance(self, pairs: Union[_Number, Sequence[_Number], _Row], step_secs: _Number) -> Optional[float]:
        """Makes one update with a pair (sin, cos), or n updates with a float32 array of shape (n, 2).

        Returns the time from the event to the end of the update, in seconds, or None if there was no event. For n updates,
        `step_secs` is one number or n numbers, and the result is an array of shape (n,), float64, with NaN for updates
        without an event.

        A pair is two numbers or a float32 array of shape (2,). A trigger of a `Probability` takes one number instead, or a
        float32 array of shape (n,).

        Raises TypeError for a wrong dtype, and ValueError for a wrong shape or steps that are not finite. A pair with NaN is
        ignored.
        """
    @overload
    def advance(self, pairs: _Rows, step_secs: Union[_Number, _Times]) -> NDArray[np.float64]: ...
    def fires_within(self, secs: _Number) -> Optional[float]:
        """Returns the time until the trigger fires, in seconds of the clip, or None if it is unknown or above `secs`."""
    def __copy__(self) -> Trigger: ...
    def __deepcopy__(self, _memo: object, /) -> Trigger: ...
    def restart(self) -> None:
        """Starts a new stream, and keeps the counts."""
    @property
    def rejections(self) -> Dict[str, int]:
        """The number of crossings that each guard rejected, by the guard's name."""
    @property
    def may_have_missed(self) -> int:
        """The number of updates at least as long as the window, during which an event may have been missed."""

@final
class TriggerArray:
    """An array of `count` triggers, one for each character, or for each event of each character.

    Raises ValueError for a negative count, and MemoryError for a count that does not fit in memory.
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
        """Updates all triggers with a float32 array of shape (count, 2). `step_secs` is one step for all triggers, or an
        array with a step for each. Returns the time from each event to the end of the update, in seconds: shape (count,),
        float64, with NaN for triggers without an event.
        """
    def fires_within(self, secs: _Number) -> NDArray[np.float64]:
        """Returns the time until each trigger fires, in seconds of the clip: shape (count,), float64, NaN if it is unknown or
        above `secs`.
        """
    def restart(self, index: Optional[SupportsIndex] = None) -> None:
        """Starts a new stream for one character, or for all."""
    @property
    def may_have_missed(self) -> int:
        """The number of updates at least as long as the window, during which an event may have been missed, summed over all
        triggers.
        """
    @property
    def rejections(self) -> Dict[str, int]:
        """The number of crossings that each guard rejected, over all triggers, by the guard's name."""
    def __len__(self) -> int: ...

@final
class Score:
    """The agreement of found events with true ones. Each event is in at most one pair."""
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
    """A compiled expression. Call it with a value for each variable, by position or by name.

    A value is a number or a float32 array. All arrays must have the same shape, which is also that of the result. If all
    values are numbers, the result is a float. The evaluation is in float32, and gives the same bits on every machine. `out`
    is a C-contiguous float32 array for the result. It must not share memory with a value. Expressions with the same text and
    variables are equal.
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
    """The poses of a library as rows of features, and searches among them: see `footwork.matching`. A pickle has the features,
    in the form that `save` writes, and the path and version of the library.
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
    def save(self, path: _Path, *, partial: bool = False) -> None:
        """Writes the index atomically to a file. `footwork.matching.load` opens it, and `Index::from_bytes` opens it in a game.
        A second file has the same name plus `.clips`. It has hashes of the contents of the clips, which only `load` needs.

        partial: whether to write the index even if files of the library could not be read. Otherwise such a file raises
        LibraryError, and an existing index stays.

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
        """The stored features of all poses, in metres, m/s and unit vectors: shape (n, d), float32. The first call computes
        them; later calls return views of the same memory.

        Features are in the space of the character, with x to its left, y up and z ahead.
        """
    @property
    def poses(self) -> Poses:
        """The clip and frame of each row of the features."""
    def row(self, clip: _ClipKey, frame: SupportsIndex, *, mirrored: bool = False) -> int:
        """Returns the row of the pose nearest to a frame of a clip, for `search` and `explain`. The earlier of two equally near
        poses wins.

        - clip: the number or name of the clip.
        - frame: the frame, at the rate of the clip.
        - mirrored: whether the pose is of the mirrored twin.

        Raises KeyError for an unknown clip and for a clip outside the index, and IndexError for a frame past its end.
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
        """The clips that were left out, and the reasons. Empty for an index from a file."""
    def filter(self, spans: Union[_Spans, PoseFilter]) -> PoseFilter:
        """Prepares the poses of a query or of spans for many searches. The index itself keeps the filters of the last 16
        queries.

        spans: a query, in which `@name` is a saved query, or spans (clip, start, stop) with frames at the rate of the clip.
        Such spans can be a `QueryResult` or an array of whole numbers of shape (n, 3). Frames past the end of a clip, and
        clips that are not in the index, have no poses.

        Raises QueryError for a query with mistakes, KeyError for an unknown clip, and ValueError for a span that is empty or
        starts below 0.
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
        """Returns the k poses nearest to a goal, best first; by default one. The search is exact. Among equal costs, the earlier
        row comes first.

        - goal: the features of the goal, float32, of shape (d,), or (m, d) for m goals. Instead of features, it can be a row
          of the index or an array of m rows.
        - filter: the allowed poses, as in `filter`, or a `PoseFilter`.
        - soft: extra costs of poses, as a dict or pairs of (query or spans, cost). A pose in two of them has both costs.
        - weights: one number per group, or a dict by group. Missing groups have their weights of `PoseIndex.weights`.
        - max_cost: the highest allowed cost of a result.

        Raises ValueError for a goal with NaN or of another shape, and for numbers out of range. Raises TypeError for a goal
        that is not float32, IndexError for an unknown row, QueryError for a query with mistakes, and KeyError for an unknown
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
        """Explains the cost of the pose in a row, even if it is not allowed. If `row` is None, explains the best pose for the
        goal, or returns None if no pose is allowed.

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
        """The number of the clip in the library: shape (n,), int32. A mirrored twin is a separate clip there."""
    @property
    def frame(self) -> NDArray[np.int32]:
        """The frame of the clip, at the rate of the clip, that is nearest in time: shape (n,), int32."""
    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Whether it is the pose of a mirrored twin: shape (n,), bool."""
    @property
    def candidate(self) -> NDArray[np.bool_]:
        """Whether a search can return the pose: shape (n,), bool. False if its trajectory extends past the end of its
        clip.
        """
    def __len__(self) -> int: ...

@final
class PoseFilter:
    """The poses that searches of one index may find, prepared once for many searches: see `PoseIndex.filter`."""
    def __hash__(self) -> int: ...
    @property
    def pose_count(self) -> int:
        """The number of allowed poses."""

@final
class PoseMatches:
    """The poses that a search found, best first. Arrays have the shape (k,) for one goal, and (m, k) for m goals. All arrays are
    views. If fewer than k poses are allowed, the arrays for one goal are shorter. For several goals, the remaining places
    have -1 as row, clip and frame, and inf as cost.
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
        """The frames of the clips, at each clip's own rate: int32. A view."""
    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Whether they are poses of mirrored twins: bool. A view."""
    @property
    def cost(self) -> NDArray[np.float32]:
        """The costs of the poses: float32. A cost is the sum over all features of (weight × difference ÷ deviation)², plus the
        soft cost. A view.
        """
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tuple[str, int, bool, float]]: ...

@final
class Explanation:
    """An explanation of the cost of a pose."""
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
        """The cost of the pose."""
    @property
    def costs(self) -> Dict[str, float]:
        """The contribution of each group of features to the cost, as a dict by name. The contributions and `soft` sum to the
        cost, up to rounding.
        """
    @property
    def shares(self) -> Dict[str, float]:
        """The contributions divided by the cost, as a dict by name. All are 0 for a cost of 0."""
    @property
    def soft(self) -> float:
        """The contribution of the soft costs."""
    @property
    def runner_up(self) -> Optional[int]:
        """The row of the best other pose that a search can return, or None."""
    @property
    def runner_up_cost(self) -> Optional[float]:
        """The cost of that pose, or None."""

@final
class Spread:
    """A mean, with the 95th and 99th percentiles."""
    @property
    def mean(self) -> float:
        """The mean."""
    @property
    def p95(self) -> float:
        """The 95th percentile."""
    @property
    def p99(self) -> float:
        """The 99th percentile."""
    @property
    def count(self) -> int:
        """The number of values."""

@final
class Repertoire:
    """The clips of one skeleton for any number of characters: compressed motion, and the index of its poses."""
    @staticmethod
    def load(path: _Path, *, skeleton: int = 0) -> Repertoire:
        """Opens a `.fwposes` file, which `footwork compile --poses` writes. `skeleton` is the number of a skeleton in the
        file; 0 is the first.

        Raises OSError if the file cannot be read, and ValueError if it is damaged or has no search index for the skeleton.
        """
    @staticmethod
    def from_bytes(data: bytes, *, skeleton: int = 0) -> Repertoire:
        """Opens the bytes of a `.fwposes` file. `skeleton` is the number of a skeleton in the file; 0 is the first.

        Raises ValueError if the bytes are damaged or have no search index for the skeleton.
        """
    @property
    def joints(self) -> List[str]:
        """The names of the joints, parents first. Joint 0 is the hips."""
    def joint(self, name: str) -> int:
        """Returns the number of the first joint with this name.

        Raises KeyError with similar names if there is none.
        """
    @property
    def parents(self) -> NDArray[np.int32]:
        """The parent of each joint: shape (n,), int32, -1 for the hips."""
    @property
    def clips(self) -> List[str]:
        """The names of the clips."""
    @property
    def rate(self) -> float:
        """The frames per second."""
    def filter(self, database: Database, query: str, *, runway_secs: float = 0.2) -> RepertoireFilter:
        """Prepares the poses that a query finds in a database. The clips of the database and of the repertoire are matched by
        name. Jumps do not land in the last `runway_secs` of a found range. In a range shorter than twice that, they do not
        land in the second half.

        Raises QueryError, and ValueError if the two have no clip in common.
        """
    def bias(
        self,
        *,
        costs: Sequence[Tuple[RepertoireFilter, float]] = ...,
        stays: Sequence[Tuple[RepertoireFilter, float]] = ...,
    ) -> RepertoireBias:
        """Returns preferences among the poses that a character may play. Each entry is a filter of this repertoire and a number.

        - costs: costs of poses. A search chooses a pose of the filter only if it is better than the others by more than the
          number. Costs of overlapping filters add up.
        - stays: bonuses for playing on. While a pose of the filter plays, another pose must be better by the number, in
          addition to the usual margin. A negative number makes a jump more likely.

        Raises ValueError for costs below 0 or above 1e12, bonuses that are not finite, and filters of another repertoire.
        """
    def decode(self, clip: str, frame: int, *, part: float = 0.0, mirrored: bool = False) -> NDArray[np.float32]:
        """Returns the transforms of all joints at a frame of a clip: shape (n, 7), float32. Each is a rotation x, y, z, w in the
        space of the parent, and a position in metres. The hips are in the space of the root on the ground.

        - frame: the frame, at the rate of the repertoire.
        - part: the fraction of the way to the next frame.
        - mirrored: whether left and right are exchanged.

        Raises KeyError for an unknown clip, IndexError for a frame past its end, and ValueError for a part outside 0 to 1.
        """

@final
class RepertoireFilter:
    """The poses of a repertoire that a character may play: see `Repertoire.filter`."""
    @property
    def pose_count(self) -> int:
        """The number of allowed poses."""

@final
class RepertoireBias:
    """Preferences among the poses of a repertoire: see `Repertoire.bias`."""

@final
class Character:
    """A character that plays the clips of a repertoire and moves through a world as its input says. It gives the same bits as in
    Rust, C and the other languages.

    - position_m, heading_rad: the place of the character. The heading is an angle about +y from +z towards +x.
    - max_drop_m: the maximum distance that the hips sink for a foot that does not reach the ground.
    - feet_last: whether updates leave the feet to `plant_feet`.
    - update_every, spread: the character moves in one of this many updates, for the time since it last moved. Give each
      character of a crowd another `spread`, so that they do not all move in the same update.

    Raises ValueError for numbers out of range.
    """
    def __new__(
        cls,
        repertoire: Repertoire,
        *,
        position_m: Sequence[float] = (0.0, 0.0, 0.0),
        heading_rad: float = 0.0,
        max_drop_m: float = 0.25,
        feet_last: bool = False,
        update_every: int = 1,
        spread: int = 0,
    ) -> Character: ...
    def update(
        self,
        dt_secs: float,
        velocity_mps: Sequence[float] = (0.0, 0.0),
        *,
        heading_rad: Optional[float] = None,
        path: Optional[Sequence[Sequence[float]]] = None,
        filter: Optional[RepertoireFilter] = None,
        bias: Optional[RepertoireBias] = None,
        world: Optional[object] = None,
    ) -> None:
        """Advances by `dt_secs`.

        - velocity_mps: the wanted velocity, world x and z. Zeros stop the character.
        - heading_rad: the wanted heading; None means the direction of movement.
        - path: waypoints to follow instead of the velocity, each (seconds from now, x, z, heading).
        - filter: the poses that the character may play.
        - bias: preferences among them.
        - world: an object with the method `reach`, the method `ground`, or both. `reach(from_m, step_m)` returns the part (x,
          z) of a step that the character can make. `ground(at_m)` returns the height under a point, or the height and a
          normal, or None at a hole. Without `reach` there are no walls, and without `ground` the ground is at height 0.

        Raises ValueError for numbers out of range, and any exception that the world raises. The character is then unchanged.
        """
    @property
    def pose(self) -> NDArray[np.float32]:
        """The transforms of all joints: shape (n, 7), float32. Each is a rotation x, y, z, w in the space of the parent, and a
        position in metres. The hips are in the space of the root. Each access makes a new array.
        """
    def pose_in(self, space: Literal["world", "root"] = "world") -> NDArray[np.float32]:
        """Returns the transforms of all joints in one space: shape (n, 7), float32. Each is a rotation x, y, z, w and a position
        in metres. `space` is "world", or "root" for the space on the ground below the character with z ahead.

        Raises ValueError for another space.
        """
    @property
    def footsteps(self) -> List[Tuple[Literal["left", "right"], Tuple[float, float, float], float]]:
        """The feet that came to stand in the last update, at most two. Each is a tuple of "left" or "right", the position (x, y,
        z) of the ball of the foot in the world in metres, and the speed of the root in m/s. A foot that was in the air for
        less than 0.1 s does not count.
        """
    def write_pose(self, out: NDArray[np.float32], mask: Optional[Sequence[bool]] = None) -> None:
        """Writes joints into the caller's transforms, a float32 array of shape (n, 7). `mask` has a flag for each joint that is
        written; all by default.

        Raises ValueError for another number of joints.
        """
    def plant_feet(self, transforms: NDArray[np.float32]) -> None:
        """Plants the feet of transforms, a float32 array of shape (n, 7), that other animation layers have changed. The hips
        sink and the legs bend as in the last update. Use it for a character with `feet_last`.

        Raises ValueError for another number of joints, or numbers that are not finite.
        """
    @property
    def position_m(self) -> Tuple[float, float, float]:
        """The position of the root, in metres."""
    @property
    def heading_rad(self) -> float:
        """The heading of the root in radians, an angle about +y from +z towards +x."""
    @property
    def clip(self) -> str:
        """The name of the clip that plays."""
    @property
    def frame(self) -> int:
        """The frame that plays, at the rate of the repertoire."""
    @property
    def mirrored(self) -> bool:
        """Whether the playing clip has left and right exchanged."""
    @property
    def jumped(self) -> bool:
        """Whether the last update jumped to another pose."""
    @property
    def resting(self) -> bool:
        """Whether the character holds a pose, because it should stand and no clip stands still."""
    def teleport(self, position_m: Sequence[float], heading_rad: float) -> None:
        """Moves the character elsewhere, with its speed and its feet. Its pose does not change.

        Raises ValueError for numbers that are not finite.
        """
    def take_over(
        self,
        transforms: NDArray[np.float32],
        position_m: Sequence[float],
        heading_rad: float,
        *,
        spins_radps: Optional[NDArray[np.float32]] = None,
        hips_mps: Sequence[float] = (0.0, 0.0, 0.0),
        root_velocity: Sequence[float] = (0.0, 0.0, 0.0),
        filter: Optional[RepertoireFilter] = None,
        bias: Optional[RepertoireBias] = None,
    ) -> None:
        """Takes over from any pose, such as that of a ragdoll or a cut-scene. The character plays the most similar allowed pose,
        and blends to it. The next update continues from exactly the given pose and its speeds.

        - transforms: shape (n, 7), float32, as `pose`.
        - spins_radps: the angular velocity of each joint, shape (n, 3), float32; none by default.
        - hips_mps: the velocity of the hips relative to the root, in m/s.
        - root_velocity: the velocity of the root, to the left and ahead in m/s, and about +y in rad/s.
        - filter, bias: as in `update`.

        Raises ValueError for another number of joints, or numbers that are not finite.
        """
    def set_detail(self, update_every: int, search_every_secs: float, spread: int = 0) -> None:
        """Sets how often the character works. It moves in every `update_every`th update, and searches at most every
        `search_every_secs`. `spread` is as in the constructor.

        Raises ValueError for a time that is negative or not finite.
        """
    def save(self) -> bytes:
        """Returns the state of the character, for a rollback, another process or another language. It does not include
        configuration and filters.
        """
    def restore(self, data: bytes) -> None:
        """Restores a state that a character with the same repertoire and arguments saved.

        Raises ValueError if the state is damaged or of another repertoire. The character is then unchanged.
        """
    def record(self, *, frames: int = 3600, searches: int = 1200, tags: Optional[Database] = None) -> None:
        """Begins to record all updates from now on, with the shown pose and the candidates of each search. Recording changes no
        pose. An earlier recording is dropped.

        - frames, searches: the numbers of the latest frames and searches to keep, at 40 and about 370 bytes each.
        - tags: the database that the filters come from, so that the studio can tell if its tags differ.

        Raises ValueError if a number is 0 or too large.
        """
    def stop_recording(self) -> None:
        """Stops recording, and drops the recording."""
    def recording(self) -> bytes:
        """Returns the recording so far as the bytes of a `.fwrec` file, which the studio opens. Recording continues.

        Raises ValueError if updates are not recorded.
        """

@final
class Simulated:
    """The figures of a simulation, as printed by `footwork sim matching`."""
    @property
    def clips(self) -> int:
        """The number of clips that could play: those with the skeleton that has the most motion. With a filter, only clips
        with allowed frames count.
        """
    @property
    def poses(self) -> int:
        """The number of poses in those clips that a search may find."""
    @property
    def allowed(self) -> int:
        """How many of those poses the filter allows."""
    @property
    def joints(self) -> int:
        """The number of joints of the character."""
    @property
    def skate_mps(self) -> Spread:
        """The speed of feet while the clip says that they stand, in m/s: a `Spread`."""
    @property
    def distance_m(self) -> Spread:
        """The distance of the character from the point that the stick moves, in metres: a `Spread`."""
    @property
    def at_jumps_mps2(self) -> Spread:
        """The acceleration of joints within 0.1 s after a jump, in m/s²: a `Spread`."""
    @property
    def away_mps2(self) -> Spread:
        """The acceleration of joints at all other times, in m/s²: a `Spread`."""
    @property
    def way_m(self) -> float:
        """The distance that the character travelled, in metres."""
    @property
    def jumps_per_sec(self) -> float:
        """The number of jumps to another pose, per second."""
    @property
    def none_allowed(self) -> int:
        """The number of updates in which no pose was allowed."""
    @property
    def findings(self) -> List[Finding]:
        """The clips that were left out, and the reasons: a list of `Finding`."""
