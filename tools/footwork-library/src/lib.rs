//! A folder of motion clips with tags and events: found, read, queried and edited.
//!
//! | module | what it answers |
//! |---|---|
//! | [`library`] | the folder as a whole: its clips, their tags, a database to query |
//! | [`discover`] | which files of the folder are clips, and what they are called |
//! | [`labels`] | the same tags inside a glTF file |
//! | [`interchange`] | tags and events in files of other programs |
//! | [`edit`] | edits as values: plan, commit, accept |
//! | [`watch`] | noticing that somebody changes files |
//! | [`expressions`] | what an expression over channels is in a clip, as a curve |
//! | [`predicate`] | `{ speed > 3 }`: frames found by what the motion does |
//! | [`rebase`] | moving tags and events when a clip's content changed |
//! | [`check`](mod@check) | what is wrong with the tags and events of a library |
//! | [`blendspace`] | where the ranges that a query found lie by what their motion does |
//! | [`cut`] | clips of the ranges that a query found, as files of their own |
//! | [`detect`] | events that are found by feet touching the ground, or by queries |
//! | [`rules`] | tags that queries place, made again on request |
//!
//! Their texts are read and merged by `footwork-sidecar`, files are replaced by `footwork-store`. Truth is text in the user's own version control. Opening changes nothing on disk, but to finish an
//! edit of somebody who was stopped, and to keep the index of a large library in `.footwork/`.

pub mod blendspace;
pub mod check;
mod clip_entry;
pub mod cut;
pub mod detect;
pub mod discover;
pub mod edit;
mod editor;
mod event_track;
pub mod expressions;
mod file_merge;
pub mod interchange;
pub mod labels;
pub mod library;
pub mod predicate;
pub mod rebase;
pub mod rules;
pub mod signal_csv;
pub mod watch;

pub use blendspace::{Axis, BlendSpace};
pub use check::CheckFinding;
pub use clip_entry::{ClipEntry, MIRRORED_SUFFIX};
pub use cut::{CutError, CutFormat, CutOptions, CutPlan, Piece, Template};
pub use edit::{Change, ClipEdit, Edit, EditError, Operation, Plan, Retried, Saved};
pub use editor::Editor;
pub use expressions::{Curve, CurveError, Expressions};
pub use file_merge::LibraryMerge;
pub use labels::ExportError;
pub use library::{
    Library, MotionSource, OpenError, Renamed, Rescan, Survey, Surveyed, UnknownClip,
};
pub use rules::{Proposal, RuleError};
pub use watch::{Noticed, Watch};
