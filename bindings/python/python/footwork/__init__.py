"""Motion you can tag, query and predict, as NumPy arrays.

>>> import footwork
>>> library = footwork.load("samples")
>>> found = library.query("Gait.Walk - Direction.Turn")
>>> found.clip, found.start, found.stop  # int32 arrays

Frames are integers, ranges are ``[start, stop)``, times are in seconds, lengths in metres, angles in radians, and y is up.
Arrays documented as views share the library's memory and are read-only. Long calls release the interpreter lock.
"""

from . import kinematics, matching, metrics
from ._amass import load_amass, smpl_skeleton
from ._augmentation import Augmentation
from ._babel import load_babel
from ._choices import Choices
from ._clips import load_clip
from ._dataset import WindowDataset
from ._errors import (
    ChangedError,
    ChannelError,
    ClipError,
    Diagnostic,
    ExprError,
    FootworkWarning,
    LibraryError,
    QueryError,
)
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
    Probability,
    QueryResult,
    Score,
    Trigger,
    TriggerArray,
    __version__,
    channel_unit,
    column_names,
    compile,
    load,
    load_clips,
    score,
    score_all,
)
from ._humanml3d import load_humanml3d
from ._humanml3d_features import humanml3d_features, humanml3d_positions
from ._labels import LabelsTable, cooccurrence_table, events_table, spans_table
from ._rerun import to_rerun
from ._proposals import Proposals, ProposedQuality, Rejected, accept, forget, propose, rejected
from ._sampler import WindowSampler
from ._span import Span
from ._spec import FeatureSpec
from ._split import Split, split_clips
from ._statistics import Statistics
from ._store import Store
from ._table import FramesTable, frames_table
from ._tables import Table
from ._twins import Twins
from ._work import (
    CheckFinding,
    CutPiece,
    RuleProposal,
    Sidecar,
    check,
    cut,
    detect_ends,
    detect_strikes,
    follow_rules,
    propose_rules,
    read_sidecar,
)
from ._writing import WrittenLabels, edit_labels, write_labels

__all__ = [
    "Augmentation",
    "ChangedError",
    "ChannelError",
    "CheckFinding",
    "Choices",
    "Clip",
    "ClipError",
    "ClipInfo",
    "CutPiece",
    "Database",
    "Decoded",
    "Diagnostic",
    "Encoding",
    "EventTrack",
    "ExprError",
    "Expression",
    "FeatureSpec",
    "Finding",
    "FootworkWarning",
    "FramesTable",
    "Guards",
    "LabelsTable",
    "Library",
    "LibraryError",
    "Probability",
    "Proposals",
    "ProposedQuality",
    "QueryError",
    "QueryResult",
    "Rejected",
    "RuleProposal",
    "Score",
    "Sidecar",
    "Span",
    "Split",
    "Statistics",
    "Store",
    "Table",
    "Trigger",
    "TriggerArray",
    "Twins",
    "WindowDataset",
    "WindowSampler",
    "WrittenLabels",
    "__version__",
    "accept",
    "channel_unit",
    "check",
    "column_names",
    "compile",
    "cooccurrence_table",
    "cut",
    "detect_ends",
    "detect_strikes",
    "edit_labels",
    "events_table",
    "follow_rules",
    "forget",
    "frames_table",
    "humanml3d_features",
    "humanml3d_positions",
    "kinematics",
    "load",
    "load_amass",
    "load_babel",
    "load_clip",
    "load_clips",
    "load_humanml3d",
    "matching",
    "metrics",
    "propose",
    "propose_rules",
    "read_sidecar",
    "rejected",
    "score",
    "score_all",
    "smpl_skeleton",
    "spans_table",
    "split_clips",
    "to_rerun",
    "write_labels",
]
