//! What the journal and the history remember of an edit.

use std::io;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::own_folder::FOLDER;

/// What an edit does to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// The path below the library's root, with `/`.
    pub file: String,
    /// The content before; `None` if there is no file.
    pub before: Option<Vec<u8>>,
    /// The content after; `None` if the file is removed.
    pub after: Option<Vec<u8>>,
}

/// What is done with an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Action {
    /// It is new.
    Edit,
    /// It was the last one, and is undone.
    Undo,
    /// It was undone last, and is redone.
    Redo,
    /// It was the last one, and is discarded: its files stay, and it can no longer be undone.
    Discard,
}

/// What the journal holds while an edit is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) action: Action,
    /// What the edit does, for people.
    pub(crate) label: String,
    pub(crate) changes: Vec<FileChange>,
    /// The size of the history before the edit, in bytes: where its record goes.
    pub(crate) history_at: u64,
}

/// What the history holds of an edit that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Record {
    Step(HistoryEntry),
    Undone,
    Redone,
    Discarded,
}

/// An edit that can be undone and redone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// What it does, for people.
    pub label: String,
    /// The files that it changes.
    pub changes: Vec<FileChange>,
}

impl HistoryEntry {
    /// Whether no file changes: all of them already have the content after it.
    pub fn is_gone(&self) -> bool {
        let mut changes = self.changes.iter();
        changes.all(|change| change.before == change.after)
    }
}

impl Entry {
    /// # Errors
    /// If the payload is of another version, or names a file outside the library.
    pub(crate) fn read(payload: &[u8]) -> io::Result<Self> {
        let entry: Self = from_bytes(payload)?;
        check_files(&entry.changes)?;
        Ok(entry)
    }

    pub(crate) fn record(&self) -> Record {
        match self.action {
            Action::Edit => Record::Step(HistoryEntry {
                label: self.label.clone(),
                changes: self.changes.clone(),
            }),
            Action::Undo => Record::Undone,
            Action::Redo => Record::Redone,
            Action::Discard => Record::Discarded,
        }
    }
}

pub(crate) fn to_bytes<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(value).map_err(io::Error::other)
}

impl Record {
    /// # Errors
    /// As [`Entry::read`].
    pub(crate) fn read(payload: &[u8]) -> io::Result<Self> {
        let record = from_bytes(payload)?;
        if let Self::Step(step) = &record {
            check_files(&step.changes)?;
        }
        Ok(record)
    }
}

/// Reads the value of a payload.
fn from_bytes<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(|error| {
        let message = format!(
            "a record of another version of Footwork, or damaged ({error}); deleting the file \
             forgets what it holds"
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Rejects changes of files outside the library, which no edit makes.
pub(crate) fn check_files(changes: &[FileChange]) -> io::Result<()> {
    let outside = changes.iter().find(|change| !is_inside(&change.file));
    match outside {
        None => Ok(()),
        Some(FileChange { file, .. }) => {
            let message = format!("a record names {file:?}, which is not a file of the library");
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
}

/// Whether a path stays below the root, and outside the library's own folder.
fn is_inside(file: &str) -> bool {
    let is_name = |part| matches!(part, Component::Normal(_));
    let mut parts = Path::new(file).components();
    let own = parts.next() == Some(Component::Normal(FOLDER.as_ref()));
    !own && !file.is_empty() && Path::new(file).components().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, expected: bool) {
        let change = FileChange {
            file: file.to_owned(),
            before: None,
            after: None,
        };
        let record = Record::Step(HistoryEntry {
            label: String::new(),
            changes: vec![change],
        });
        let read = Record::read(&to_bytes(&record).unwrap());
        assert_eq!(read.is_ok(), expected, "{file}");
    }

    #[test]
    fn files_outside_the_library_are_refused() {
        for file in [
            "a.bvh.tags",
            "walks/a b.bvh.tags",
            "footwork.toml",
            "..tags",
        ] {
            check(file, true);
        }
        for file in [
            "",
            ".",
            "..",
            "../x",
            "a/../../x",
            "/x",
            "./x",
            ".footwork/journal",
        ] {
            check(file, false);
        }
        check(r"C:\x", !cfg!(windows));
        check(r"..\x", !cfg!(windows));
    }
}
