//! Reads, edits and merges the text of sidecars and of `footwork.toml`, in memory.
//!
//! Both kinds of files belong under version control, so unknown lines are kept byte for byte, and concurrent edits of
//! one file merge tag by tag.
//!
//! ```
//! use footwork_sidecar::Sidecar;
//!
//! let text = b"footwork-tags 1\nclip walk.bvh\ntag Gait.Walk 0 40\n";
//! let (mut sidecar, _) = Sidecar::read("walk.bvh.tags", text).unwrap();
//! sidecar.paint(&"Gait.Walk".parse().unwrap(), footwork_base::FrameRange::new(40, 52).unwrap());
//! assert_eq!(sidecar.to_bytes(), b"footwork-tags 1\nclip walk.bvh\ntag Gait.Walk 0 52\n");
//! ```
//!
//! | file in `tools/footwork-sidecar/src/` | holds |
//! |---|---|
//! | `finding.rs`, `codes.rs` | what is wrong in a file, by stable codes |
//! | `hash.rs` | the fingerprint of a clip's content |
//! | `frames.rs`, `line_ends.rs` | sets of frames; LF and CRLF |
//! | `sidecar.rs`, `sidecar/` | the tags and events of one clip: reading, writing, editing |
//! | `settings.rs`, `settings/` | the settings of a library: reading `footwork.toml` |
//! | `tag_style.rs`, `name_pairs.rs` | the vocabulary, and the names that its tags have in a mirrored clip |
//! | `settings_edit.rs`, `settings_edit/` | edits of `footwork.toml` that keep its other lines and comments |
//! | `measure.rs`, `quantity.rs` | what contracts can limit: measures of motion, and numbers with units |
//! | `merge.rs`, `merge/` | three-way merge of sidecars and of settings |

mod codes;
mod finding;
mod frames;
mod hash;
mod line_ends;
mod measure;
mod merge;
mod name_pairs;
mod quantity;
mod settings;
mod settings_edit;
mod sidecar;
mod tag_style;

pub use codes::{CHECK_CODES, CODES, default_severity};
pub use finding::{Finding, Severity};
pub use hash::{ClipHash, ParseHashError};
pub use line_ends::LineEnds;
pub use measure::{Measure, ParseMeasureError, PlainBound};
pub use merge::{
    Conflict, ConflictItem, KeyConflict, MergedSettings, MergedSidecar, RebasedSide, merge,
    merge_settings, merge_without_base,
};
pub use name_pairs::{CrossedPair, NamePairs};
pub use quantity::Quantity;
pub use settings::{
    Bound, ByPattern, Checks, ExclusiveGroup, Expectation, MOVES_DEG, RoleSetting, RootOwner,
    RuleText, SETTINGS_FILE, Settings, SettingsError, StudioSettings,
};
pub use settings_edit::{LabelKind, SettingsEdit, SettingsEditError, edit_settings, renamed};
pub use sidecar::{
    Day, KeptLabels, Line, MAX_EVENT_FRAMES, MAX_REFERENCE_OFFSET_SECS, MAX_REFERENCE_RATE,
    MAX_SIDECAR_BYTES, MAX_SIDECAR_FINDINGS, Overlap, ParseDayError, ParseStateError, Provenance,
    Reference, SIDECAR_SUFFIX, SIDECAR_VERSION, Sidecar, SignedState, TagSpan, WorkState,
    unended_line,
};
pub use tag_style::TagStyle;
