//! The values that planning, committing and accepting an edit exchange.

use std::time::SystemTime;

use footwork_store::{Action, FileChange};

use super::EditError;

/// Whether an edit changed anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Files were replaced.
    Saved,
    /// The edit changed nothing, because the files already had its result.
    Nothing,
}

/// The changes that an edit makes to the files, relative to their state when it was planned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The id by which the caller recognises the edit when it is [saved](Saved::id) or listed as unsaved; `None` if the
    /// caller does not need one.
    pub id: Option<String>,
    /// The name in the history.
    pub label: String,
    /// The files that change, with their bytes before and after.
    pub changes: Vec<FileChange>,
    /// Sidecars that were read and do not change.
    pub(crate) unchanged: Vec<FileContent>,
    /// A time before the first file was read.
    pub(crate) at: SystemTime,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub(crate) struct FileContent {
    /// The path from the library's root, separated by `/`.
    pub(crate) file: String,
    /// `None` if there is no file.
    pub(crate) bytes: Option<Vec<u8>>,
}

impl From<FileChange> for FileContent {
    fn from(change: FileChange) -> Self {
        Self {
            file: change.file,
            bytes: change.after,
        }
    }
}

/// A committed, undone, redone, retried or discarded edit.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The [id of the plan](Plan::id); `None` for a step of the history.
    pub id: Option<String>,
    /// Its name in the history.
    pub label: String,
    /// The files that it changed, as paths from the library's root; empty if nothing changed.
    pub files: Vec<String>,
    /// Whether undo found that the files no longer contain the edit. Undo then changed no file and discarded the edit.
    pub was_gone: bool,
    /// The kind of an interrupted step (undo, redo or discard) that this call completed; `None` if the call took a new
    /// step.
    pub completed: Option<Action>,
    /// The current content of the files, including files that were only read.
    pub(crate) contents: Vec<FileContent>,
    /// A time before the files were read or written. If a file changes later, `contents` may be out of date.
    pub(crate) at: SystemTime,
    /// Whether the edit tagged clips; if so, the library stores their poses.
    pub(crate) tags_clips: bool,
}

impl Saved {
    /// Returns whether anything was changed.
    pub fn change(&self) -> Change {
        if self.files.is_empty() {
            Change::Nothing
        } else {
            Change::Saved
        }
    }
}

/// The result of retrying edits that could not be saved.
#[derive(Debug, Default)]
pub struct Retried {
    /// The edits that are now saved, in order.
    pub saved: Vec<Saved>,
    /// The errors of the edits that are still unsaved or in doubt, in order.
    pub errors: Vec<EditError>,
}

impl Retried {
    /// Returns whether anything was saved.
    pub fn change(&self) -> Change {
        if self.saved.is_empty() {
            Change::Nothing
        } else {
            Change::Saved
        }
    }
}
