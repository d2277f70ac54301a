//! What passes between those who plan, commit and accept an edit.

use std::time::SystemTime;

use footwork_store::FileChange;

use super::EditError;

/// Whether an edit did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Files were replaced.
    Saved,
    /// Everything was done already, and nothing was written.
    Nothing,
}

/// What an edit makes of the files as they were when it was planned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the history will call it, for people.
    pub label: String,
    /// The files that change, from which bytes to which.
    pub changes: Vec<FileChange>,
    /// The sidecars that were read and stay as they are.
    pub(crate) unchanged: Vec<FileContent>,
    /// Before the first of the files was read.
    pub(crate) at: SystemTime,
}

/// What a file says.
#[derive(Clone, Debug)]
pub(crate) struct FileContent {
    /// The path from the library's root, with `/`.
    pub(crate) file: String,
    /// `None` where there is no file.
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

/// An edit that lasts; one that was undone, redone, retried or discarded.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What it was.
    pub label: String,
    /// The files that it concerns, from the library's root; none where nothing changed.
    pub files: Vec<String>,
    /// Whether undo found that the edit was not there any more: nothing was changed, and it was discarded.
    pub was_gone: bool,
    /// What the files say now; also those that were only read.
    pub(crate) contents: Vec<FileContent>,
    /// When nobody had changed them since they were read or written.
    pub(crate) at: SystemTime,
    /// Whether clips were tagged, whose poses are kept.
    pub(crate) tags_clips: bool,
}

impl Saved {
    /// Whether anything was changed.
    pub fn change(&self) -> Change {
        match self.files.is_empty() {
            true => Change::Nothing,
            false => Change::Saved,
        }
    }
}

/// What retrying edits that could not be saved came to.
#[derive(Debug, Default)]
pub struct Retried {
    /// Those that are saved now, in their order.
    pub saved: Vec<Saved>,
    /// The places that they had among the [unsaved](crate::Editor::unsaved) edits, ascending.
    pub places: Vec<usize>,
    /// Why those that are still unsaved could not be saved: an error for each, in their order.
    pub errors: Vec<EditError>,
}

impl Retried {
    /// Whether anything was saved.
    pub fn change(&self) -> Change {
        match self.saved.is_empty() {
            true => Change::Nothing,
            false => Change::Saved,
        }
    }
}
