"""Motion you can tag, query and predict, as NumPy arrays.

>>> import footwork
>>> library = footwork.load("samples")
>>> found = library.query("Gait.Walk - Direction.Turn")
>>> found.clip, found.start, found.stop  # int32 arrays

Frames are integers, ranges are ``[start, stop)``, times are in seconds, lengths in metres, angles in radians, and y is
up. Arrays documented as views share the library's memory and are read-only. Long calls release the interpreter lock.
"""

from . import matching
from ._amass import load_amass, smpl_skeleton
from ._babel import load_babel
from ._clips import load_clip
from ._dataset import WindowDataset
from ._errors import ChannelError, ClipError, Diagnostic, ExprError, FootworkWarning, QueryError
from ._footwork import (
    Clip,
    ClipInfo,
    Database,
    Decoded,
    Encoding,
    EventTrack,
    Expression,
    Finding,
    Guards,
    Library,
    QueryResult,
    Score,
    Trigger,
    TriggerArray,
    __version__,
    column_names,
    compile,
    load,
    load_clips,
    score,
)
from ._humanml3d import load_humanml3d
from ._span import Span
from ._table import FramesTable, frames_table

__all__ = [
    "ChannelError",
    "Clip",
    "ClipError",
    "ClipInfo",
    "Database",
    "Decoded",
    "Diagnostic",
    "Encoding",
    "EventTrack",
    "ExprError",
    "Expression",
    "Finding",
    "FootworkWarning",
    "FramesTable",
    "Guards",
    "Library",
    "QueryError",
    "QueryResult",
    "Score",
    "Span",
    "Trigger",
    "TriggerArray",
    "WindowDataset",
    "__version__",
    "column_names",
    "compile",
    "frames_table",
    "load",
    "load_amass",
    "load_babel",
    "load_clip",
    "load_clips",
    "load_humanml3d",
    "matching",
    "score",
    "smpl_skeleton",
]
