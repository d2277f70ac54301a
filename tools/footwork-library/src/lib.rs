//! Opens a folder of motion clips with tags and events, queries it, edits it, and follows changes by other programs.
//! The source of truth is text: sidecars next to the clips and `footwork.toml`, in the user's own version control.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let walk = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
//! # std::fs::copy(walk, folder.path().join("walk.txt"))?;
//! use footwork_library::{Edit, Library, Operation};
//!
//! let mut library = Library::open(folder.path())?;
//! let mut editor = library.editor();
//! let operation = Operation::AddEvent { event: "Clap".parse()?, time: 3.5, data: None };
//! let edit = Edit::one(library.find_clip("walk")?, operation);
//!
//! let saved = library.edit(&mut editor, &edit)?;
//! assert_eq!(saved.files, ["walk.txt.tags"]);
//! assert_eq!(library.database().events().count(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! The source files, in the order in which data flows through them:
//!
//! | file | what it does |
//! |---|---|
//! | `discover` | finds the files in the folder that may be clips or sidecars |
//! | `labels` | reads and writes tags inside a glTF file |
//! | `clip_name` | names of clips, and which belong to a library |
//! | `clip_entry` | [`ClipEntry`]: one clip with its names and its tags |
//! | `motion_source` | [`MotionSource`]: locates and reads the motion of a clip |
//! | `open_files` | opens and parses a file of several clips once for all of them |
//! | `stamp` | size and times of a file, which show whether it may have changed |
//! | `library` | [`Library`]: reads the clips, fills the database, plans and accepts edits, rescans the disk |
//! | `predicate` | evaluates `{ speed > 3 }` in queries from the motion, and `similar` with a given pose comparison |
//! | `expressions` | evaluates an expression over channels to a curve |
//! | `edit` | edits as values: [`Edit`], [`Plan`], [`Saved`] |
//! | `editor` | [`Editor`]: commits, undoes and redoes edits, and retries those that could not be saved |
//! | `editable` | which files edits may change |
//! | `recovery` | what recovery did, as findings |
//! | `file_merge` | [`LibraryMerge`]: merges an edit into a file that another program changed |
//! | `tagdb` | reads the bytes of a compiled library |
//! | `poses` | stores compact poses of clips as they were when they were tagged, for rebasing |
//! | `watch` | notices when files change |
//!
//! `footwork-sidecar` parses, merges and writes the text of sidecars and `footwork.toml`; `footwork-store` has the
//! write lock, the journal and the history, and replaces files.
//!
//! Opening a library changes the user's files only to finish an interrupted edit of the same user. Opening also removes
//! stale temporary files, and keeps an index of a large library in the user's cache folder.

mod clip_entry;
mod clip_name;
mod discover;
mod edit;
mod editable;
mod editor;
mod expressions;
mod file_merge;
mod labels;
mod library;
mod motion_source;
mod open_files;
mod poses;
mod predicate;
mod recovery;
mod skeleton_family;
mod stamp;
mod tagdb;
mod watch;

pub use clip_entry::{ClipEntry, Implausible, MIRRORED_SUFFIX, percent_encoded};
pub use clip_name::{belongs, file_of, is_hidden, is_hidden_clip, looks_like_clip};
pub use discover::{Candidate, Discovered, FollowLinks, discover};
pub use edit::{Change, ClipEdit, Edit, EditError, Operation, Plan, Retried, Saved};
pub use editable::UnreadSettings;
pub use editor::{Editor, Unsaved};
pub use expressions::{Curve, CurveError, Expressions, PREDICATE_FUNCTIONS, PredicateFunction};
pub use file_merge::LibraryMerge;
pub use labels::{lines_from_labels, to_labels};
pub use library::{
    Disagreement, Incomplete, Library, Missing, OpenError, OwnFiles, Renamed, Renaming, Rescan,
    SkeletonReading, Survey, Surveyed, UnknownClip, UnreadSidecars, Whole, clip_finding,
    disagreements, mirrored_labels, skeleton_lines,
};
pub use motion_source::MotionSource;
pub use poses::{Signature, SignatureError, StoredError};
pub use predicate::{ComparedPoses, PoseClip, PoseComparison, PoseSearch, Predicate, SimilarPlace};
pub use skeleton_family::SkeletonFamily;
pub use tagdb::{MAX_TAGDB_BYTES, read_tagdb};
pub use watch::{Noticed, Watch};
