//! Files that are edited so that no edit is lost: a journal, atomic replacement, and a history to undo
//! and redo.
//!
//! The store knows bytes and paths. What the files mean, and how to merge one that somebody else changed
//! meanwhile, is the caller's: see [`Merge`].
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//!
//! use footwork_store::{FileChange, RootedFiles, Store, WriteLock};
//!
//! let folder = tempfile::tempdir()?;
//! let _lock = WriteLock::take(folder.path(), &())?;
//! let files = RootedFiles::new(folder.path());
//! let store = Store::new(folder.path(), files, Arc::new(()));
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
//! | `lock.rs`, `holder.rs` | one writer at a time, and its name |
//! | `store.rs` | committing an edit: journal, files, history |
//! | `store/aside.rs` | what is not ours, under numbered names |
//! | `store/checked.rs` | which files records may change |
//! | `store/put.rs` | new contents replace the old ones |
//! | `store/turn.rs` | undo, redo, discard |
//! | `store/recover.rs` | carrying out what a stopped program left in the journal, setting aside what is not ours |
//! | `store/trust.rs` | what was set aside: what it would do, and doing it |
//! | `merge.rs` | files that somebody else changed too |
//! | `entry.rs`, `history.rs` | what the journal and the history remember of an edit |
//! | `log.rs` | files of records that only grow |
//! | `secret.rs`, `seal.rs` | whose records count |
//! | `replace.rs` | replacing one file atomically; temporary files |
//! | `file_set.rs` | replacing several files, all or none |
//! | `rooted.rs` | the files below a root, out of which no link leads |
//! | `rooted/place.rs` | what is opened at a name: a regular file, no link, nobody else's |
//! | `files.rs`, `patience.rs` | what is asked of a file system, and what some of them need |
//! | `regular_file.rs` | the one door for reading: nothing but a regular file, up to a limit |
//! | `mapped.rs` | mapping a file, for callers who ask for it |
//! | `own_folder.rs` | `.footwork/` |
//! | `error.rs`, `progress.rs` | why an edit was not made; how far it is |

mod entry;
mod error;
mod file_set;
mod files;
mod history;
mod holder;
mod lock;
mod log;
mod mapped;
mod merge;
mod own_folder;
mod patience;
mod progress;
mod regular_file;
mod replace;
mod rooted;
mod seal;
mod secret;
mod store;

pub use entry::{Action, FileChange, HistoryEntry};
pub use error::StoreError;
pub use file_set::{FileSet, FileSetError};
pub use files::{DiskFiles, Files};
pub use holder::Holder;
pub use lock::{LOCK_FILE, LockError, WriteLock};
pub use mapped::MappedFile;
pub use merge::{Direction, FileCheck, Merge, MergedFile, Sides};
pub use own_folder::{DAMAGED_HISTORY, FOLDER, FOREIGN_HISTORY, FOREIGN_JOURNAL};
pub use progress::Progress;
pub use regular_file::{is_in_the_way, open_bounded, open_inside, read_bounded, read_existing};
pub use replace::{
    Staged, Unsynced, is_temp_file, refuse_links, replace_below, replace_file, sweep_beside,
    sweep_temp_files, temp_files_in,
};
pub use rooted::RootedFiles;
pub use seal::FileSeal;
pub use secret::{STATE_FOLDER, Secret, make_state_folder};
pub use store::{
    Contents, ForeignEdit, ForeignEdits, Kept, REPLACING, Recovered, Recovery, Store, Turned,
    WRITING,
};
