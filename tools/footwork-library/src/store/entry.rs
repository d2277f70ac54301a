//! What the journal and the history remember of an edit.

use std::io;

use serde::{Deserialize, Serialize};

/// What an edit does to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// The path from the library's root, with `/`.
    pub file: String,
    /// What the file says before; `None` where there is none.
    pub before: Option<Vec<u8>>,
    /// What it says afterwards; `None` where it is removed.
    pub after: Option<Vec<u8>>,
}

/// Which way an edit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Deed {
    /// A new one.
    Edit,
    /// The last one taken back.
    Undo,
    /// The last one that was taken back made again.
    Redo,
}

/// What the journal holds while an edit is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) deed: Deed,
    /// What the edit is, for people.
    pub(super) label: String,
    pub(super) changes: Vec<FileChange>,
    /// How long the history was before.
    pub(super) history_at: u64,
}

/// What the history holds of an edit that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Record {
    Step(Step),
    Undone,
    Redone,
}

/// An edit that can be taken back and made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What it is, for people.
    pub label: String,
    /// What it did.
    pub changes: Vec<FileChange>,
}

impl Entry {
    pub(super) fn record(&self) -> Record {
        match self.deed {
            Deed::Edit => Record::Step(Step {
                label: self.label.clone(),
                changes: self.changes.clone(),
            }),
            Deed::Undo => Record::Undone,
            Deed::Redo => Record::Redone,
        }
    }
}

pub(super) fn to_bytes<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(value).map_err(io::Error::other)
}

/// The value of a payload; one that this version does not know is an error.
pub(super) fn from_bytes<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(|error| {
        let message = format!("a record of another version, or damaged: {error}");
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}
