//! A folder of motion clips with tags and events: found, read, queried and edited.
//!
//! | module | what it answers |
//! |---|---|
//! | [`library`] | the folder as a whole: its clips, their tags, a database to query |
//! | [`discover`] | which files of the folder are clips, and what they are called |
//! | [`labels`] | the same tags inside a glTF file |
//! | [`edit`] | edits as values: plan, commit, accept |
//! | [`poses`] | how clips looked when they were tagged |
//! | [`watch`] | noticing that somebody changes files |
//! | [`expressions`] | what an expression over channels is in a clip, as a curve |
//! | [`predicate`] | `{ speed > 3 }`: frames found by what the motion does |
//!
//! Their texts are read and merged by `footwork-sidecar`, files are replaced by `footwork-store`. Truth is text in the user's own version control. Opening changes nothing on disk, but to finish an
//! edit of somebody who was stopped, and to keep the index of a large library in `.footwork/`.

mod clip_entry;
pub mod discover;
pub mod edit;
mod editor;
pub mod expressions;
mod file_merge;
pub mod labels;
pub mod library;
pub mod poses;
pub mod predicate;
pub mod watch;

pub use clip_entry::{ClipEntry, MIRRORED_SUFFIX, percent_encoded};
pub use edit::{Change, ClipEdit, Edit, EditError, Operation, Plan, Retried, Saved};
pub use editor::Editor;
pub use expressions::{Curve, CurveError, Expressions};
pub use file_merge::LibraryMerge;
pub use library::{
    Disagreement, Library, MotionSource, OpenError, Renamed, Rescan, Survey, Surveyed, UnknownClip,
    clip_finding, disagreements,
};
pub use watch::{Noticed, Watch};
