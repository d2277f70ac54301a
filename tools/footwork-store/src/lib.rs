//! Stores edits of files so that none is lost: a journal, atomic replacement, and a history for undo and redo.
//!
//! The store knows only bytes and paths. The caller knows what the files mean, and how to merge a file that has changed
//! in the meantime: see [`Merge`].
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//!
//! use footwork_store::{FileChange, Store, WriteLock};
//!
//! let (folder, state) = (tempfile::tempdir()?, tempfile::tempdir()?);
//! let _lock = WriteLock::take(folder.path(), &())?;
//! let store = Store::new(folder.path(), state.path(), Arc::new(()));
//! store.recover(&[])?;
//! let change = FileChange {
//!     file: "walk.bvh.tags".to_owned(),
//!     before: None,
//!     after: Some(b"footwork-tags 1\n".to_vec()),
//! };
//! store.commit("tag walk.bvh", vec![change])?;
//! assert!(folder.path().join("walk.bvh.tags").exists());
//! store.undo()?;
//! assert!(!folder.path().join("walk.bvh.tags").exists());
//! # Ok(())
//! # }
//! ```
//!
//! | file in `tools/footwork-store/src/` | holds |
//! |---|---|
//! | `user_folder.rs` | the state and cache folders of the user, and in them one for each library |
//! | `lock.rs`, `holder.rs` | the lock that admits one writer at a time, and the name of its holder |
//! | `locked_file.rs` | a file that this process has locked |
//! | `root_lock.rs` | the lock on the library's root, which all users share |
//! | `marker.rs` | `.footwork-edit`: the users who are changing several files |
//! | `store.rs` | committing an edit: journal, files, history |
//! | `store/checked.rs` | which files records may change |
//! | `store/mark.rs` | writing and removing the marker |
//! | `store/put.rs` | replacing old contents with new ones |
//! | `store/turn.rs` | undo, redo, discard |
//! | `store/recover.rs` | carrying out the edits that a stopped program left in the journal |
//! | `store/old.rs` | completing the edits that an earlier version left in a library's `.footwork/` |
//! | `merge.rs` | merging files that other programs changed too |
//! | `entry.rs`, `history.rs` | the records of edits in the journal and the history |
//! | `log.rs` | append-only files of records |
//! | `replace.rs` | replacing one file atomically; temporary files |
//! | `file_set.rs` | replacing several files, all or none |
//! | `rooted.rs` | access to the files below a root; links that lead out of it are refused |
//! | `rooted/place.rs` | opening a name, only if it is a regular file and not a link |
//! | `files.rs`, `patience.rs` | the interface of a file system; workarounds for some file systems |
//! | `regular_file.rs` | reading files: only regular ones, up to a size limit |
//! | `mapped.rs` | mapping a file into memory, for callers that opt in |
//! | `error.rs`, `progress.rs` | why an edit was not made; the progress of long work |

mod entry;
mod error;
mod file_set;
mod files;
mod history;
mod holder;
mod lock;
mod locked_file;
mod log;
mod mapped;
mod marker;
mod merge;
mod patience;
mod progress;
mod regular_file;
mod replace;
mod root_lock;
mod rooted;
mod store;
mod user_folder;

pub use entry::{Action, FileChange, HistoryEntry};
pub use error::StoreError;
pub use file_set::{FileSet, FileSetError};
pub use files::{DiskFiles, Files, LogFiles};
pub use lock::{LockError, WriteLock, is_being_written};
pub use log::is_unread_log;
pub use mapped::MappedFile;
pub use marker::{InFlight, MARKER_FILE, in_flight};
pub use merge::{Direction, FileCheck, Merge, MergedFile, Sides};
pub use progress::Progress;
pub use regular_file::{is_in_the_way, open_bounded, open_inside, read_bounded, read_existing};
pub use replace::{
    Staged, Unsynced, is_temp_file, refuse_links, replace_file, sweep_beside, sweep_temp_files,
    temp_files_in,
};
pub use root_lock::LOCK_FILE;
pub use rooted::RootedFiles;
pub use store::{
    Contents, Kept, OLD_FOLDER, REPLACING, Recovered, Recovery, Store, Turned, WRITING,
};
pub use user_folder::{CACHE_FOLDER, LibraryFolder, STATE_FOLDER, UserFolder};
