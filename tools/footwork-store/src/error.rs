//! Why an edit was not made.

use std::fmt;
use std::io;

/// Why an edit was not made.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// A file could not be written; nothing has changed.
    NotSaved {
        /// The file, below the library's root.
        file: String,
        /// The reason.
        error: io::Error,
    },
    /// Another program changed a file after it was read; the edit has changed nothing.
    Changed {
        /// The file, below the library's root.
        file: String,
    },
    /// A file could not be written, and the journal could not be emptied. If the journal still holds the edit, the next
    /// opening of the library makes it.
    InDoubt {
        /// The file, below the library's root.
        file: String,
        /// The reason.
        error: io::Error,
    },
    /// The edit to undo or redo conflicts with a later change.
    Conflict {
        /// The file, below the library's root.
        file: String,
        /// The conflicting items, separated by semicolons: first the items of this file, then the items of other files,
        /// each after its file's name.
        what: String,
    },
    /// The history cannot be read, so nothing can be undone.
    History(io::Error),
}

impl StoreError {
    /// Returns a stable name of the kind of error, such as `not-saved`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSaved { .. } => "not-saved",
            Self::Changed { .. } => "changed-outside",
            Self::InDoubt { .. } => "in-doubt",
            Self::Conflict { .. } => "conflict",
            Self::History(_) => "bad-history",
        }
    }

    /// Converts an error to [`InDoubt`](Self::InDoubt), because the journal may still hold the edit.
    pub(crate) fn doubted(self) -> Self {
        match self {
            Self::NotSaved { file, error } => Self::InDoubt { file, error },
            Self::Changed { file } => {
                let error = io::Error::other("another program changed it at the same time");
                Self::InDoubt { file, error }
            }
            other => other,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSaved { file, error } => write!(f, "{file} is not saved: {error}"),
            Self::Changed { file } => {
                write!(f, "{file} was changed by another program at the same time")
            }
            Self::InDoubt { file, error } => write!(
                f,
                "{file} cannot be written: {error}; the edit may be in the journal, and is then \
                 completed when the library is next opened"
            ),
            Self::Conflict { file, what } => {
                write!(f, "{file} has changed since the edit: {what}")
            }
            Self::History(error) => {
                write!(f, "the history cannot be read: {error}")?;
                match error.kind() {
                    io::ErrorKind::InvalidData => {
                        write!(f, "; the next edit begins a new history")
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for StoreError {}

pub(crate) fn not_saved(file: &str, error: io::Error) -> StoreError {
    let file = file.to_owned();
    StoreError::NotSaved { file, error }
}
