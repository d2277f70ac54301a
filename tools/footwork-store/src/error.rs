//! Why an edit was not made.

use std::fmt;
use std::io;

use crate::log::is_foreign;
use crate::own_folder::{DAMAGED_HISTORY, FOLDER, FOREIGN_HISTORY};

/// Why an edit was not made.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// A file could not be written; nothing has changed.
    NotSaved {
        /// The file, below the library's root.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// Somebody else changed a file since it was read; nothing else has changed.
    Changed {
        /// The file, below the library's root.
        file: String,
    },
    /// A file could not be written, nor the journal be emptied. It may hold the edit, which is then made when the
    /// library is next opened.
    InDoubt {
        /// The file, below the library's root.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// Somebody else has since changed what is to be undone or redone.
    Conflict {
        /// The file, below the library's root.
        file: String,
        /// What was changed.
        what: String,
    },
    /// An edit in a journal that was set aside cannot be carried out; nothing of what was set aside is.
    Refused {
        /// The journal, below the library's root.
        journal: String,
        /// What the edit says that it does.
        label: String,
        /// Why.
        why: String,
    },
    /// The history cannot be read, so nothing can be undone.
    History(io::Error),
}

impl StoreError {
    /// A stable name of the kind of error, such as `not-saved`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSaved { .. } => "not-saved",
            Self::Changed { .. } => "changed-outside",
            Self::InDoubt { .. } => "in-doubt",
            Self::Conflict { .. } => "conflict",
            Self::Refused { .. } => "refused",
            Self::History(_) => "bad-history",
        }
    }

    /// The error of an edit that the journal may hold all the same.
    pub(crate) fn doubted(self) -> Self {
        match self {
            Self::NotSaved { file, error } => Self::InDoubt { file, error },
            Self::Changed { file } => {
                let error = io::Error::other("somebody else changed it at the same moment");
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
                write!(f, "{file} was changed by somebody else at the same moment")
            }
            Self::InDoubt { file, error } => write!(
                f,
                "{file} cannot be written: {error}; the edit may be kept in {FOLDER}/journal, and \
                 is then made when the library is next opened"
            ),
            Self::Conflict { file, what } => {
                write!(f, "{file} was changed since: {what}")
            }
            Self::Refused {
                journal,
                label,
                why,
            } => {
                write!(f, "{journal}: ")?;
                match label.as_str() {
                    "" => write!(f, "an edit")?,
                    label => write!(f, "the edit {label:?}")?,
                }
                write!(
                    f,
                    " is not carried out: {why}; nothing that was set aside is"
                )
            }
            Self::History(error) => {
                write!(f, "{FOLDER}/history: {error}")?;
                match error.kind() {
                    _ if is_foreign(error) => write!(
                        f,
                        ", so there is nothing of yours to undo or redo; the next edit sets it aside as \
                         {FOREIGN_HISTORY}1, or under the next number that is free"
                    ),
                    io::ErrorKind::InvalidData => {
                        write!(
                            f,
                            "; the next edit sets it aside as {DAMAGED_HISTORY}1, or under the next \
                             number that is free"
                        )
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
