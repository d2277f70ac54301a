//! The records of edits in the journal and the history.

use std::fmt::Display;
use std::io;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

/// The longest path of a file that an edit may change, in bytes.
const MAX_PATH: usize = 4096;

/// The change that an edit makes to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// The path below the library's root, with `/`.
    pub file: String,
    /// The content before the edit; `None` if there is no file.
    pub before: Option<Vec<u8>>,
    /// The content after the edit; `None` if the file is removed.
    pub after: Option<Vec<u8>>,
}

/// The step taken with an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// The edit is new.
    Edit,
    /// The last edit is undone.
    Undo,
    /// The edit undone last is redone.
    Redo,
    /// The last edit is discarded: its files stay as they are, and it can no longer be undone.
    Discard,
}

/// The journal's record of an edit while it is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) action: Action,
    /// A description of the edit for users.
    pub(crate) label: String,
    pub(crate) changes: Vec<FileChange>,
    /// The size of the history before the edit, in bytes, which is the offset of the edit's own record.
    pub(crate) history_at: u64,
}

/// A history record of a completed edit. [`RecordKind`] lists the first byte of each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Record<S = HistoryEntry> {
    Step(S),
    Undone,
    Redone,
    Discarded,
}

/// The kind of a history record, given by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordKind {
    Step,
    Undone,
    Redone,
    Discarded,
}

impl RecordKind {
    /// # Errors
    /// If the byte is unknown, because a later version wrote the record.
    pub(crate) fn from_first_byte(byte: u8) -> io::Result<Self> {
        match byte {
            0 => Ok(Self::Step),
            1 => Ok(Self::Undone),
            2 => Ok(Self::Redone),
            3 => Ok(Self::Discarded),
            _ => Err(unknown("its kind is not known")),
        }
    }
}

/// An edit that can be undone and redone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// A description of it for users.
    pub label: String,
    /// The files that it changes.
    pub changes: Vec<FileChange>,
}

/// The written form of a [`HistoryEntry`]. It borrows the contents, which are large.
#[derive(Serialize)]
pub(crate) struct BorrowedEntry<'a> {
    label: &'a str,
    changes: &'a [FileChange],
}

impl HistoryEntry {
    /// Returns whether the edit changes no file, because each file already has its new content.
    pub fn is_gone(&self) -> bool {
        let mut changes = self.changes.iter();
        changes.all(|change| change.before == change.after)
    }
}

impl Entry {
    /// # Errors
    /// If the payload was written by another version.
    pub(crate) fn read(payload: &[u8]) -> io::Result<Self> {
        from_bytes(payload)
    }

    pub(crate) fn record(&self) -> Record<BorrowedEntry<'_>> {
        match self.action {
            Action::Edit => Record::Step(BorrowedEntry {
                label: &self.label,
                changes: &self.changes,
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

impl HistoryEntry {
    /// Returns the edit in the payload of a [`Record::Step`].
    ///
    /// # Errors
    /// Same as [`Entry::read`].
    pub(crate) fn read(payload: &[u8]) -> io::Result<Self> {
        match from_bytes(payload)? {
            Record::Step(step) => Ok(step),
            _ => Err(unknown("it is not an edit")),
        }
    }
}

/// Reads the value of a payload.
fn from_bytes<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> io::Result<T> {
    match postcard::take_from_bytes(bytes).map_err(unknown)? {
        (value, []) => Ok(value),
        _ => Err(unknown("more bytes follow it")),
    }
}

fn unknown(why: impl Display) -> io::Error {
    let message = format!(
        "a record is damaged or from another version of Footwork ({why}); deleting the file discards \
         its content"
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Returns whether a path stays below the root, has no hidden, empty or `.` part, and is at most [`MAX_PATH`] bytes
/// long.
pub(crate) fn is_inside(file: &str) -> bool {
    let is_shown = |part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    };
    // `Path` drops a `.` between names.
    let is_plain = !file.split('/').any(|part| part.is_empty() || part == ".");
    file.len() <= MAX_PATH && is_plain && Path::new(file).components().all(is_shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, expected: bool) {
        assert_eq!(is_inside(file), expected, "{file}");
    }

    #[test]
    fn files_outside_the_library_are_refused() {
        for file in [
            "a.bvh.tags",
            "walks/a b.bvh.tags",
            "footwork.toml",
            "a..tags",
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
            "a//x",
            "a/./x",
            "a/",
            ".footwork/journal",
            ".git/config",
            ".bashrc",
            "a/.git/config",
            "..tags",
        ] {
            check(file, false);
        }
        check(&"a/".repeat(MAX_PATH), false);
        check(r"C:\x", !cfg!(windows));
        check(r"..\x", false);
    }

    #[test]
    fn the_first_byte_tells_the_kind_of_a_record() {
        let step = HistoryEntry {
            label: "a".to_owned(),
            changes: Vec::new(),
        };
        for (record, kind) in [
            (Record::Step(step), RecordKind::Step),
            (Record::Undone, RecordKind::Undone),
            (Record::Redone, RecordKind::Redone),
            (Record::Discarded, RecordKind::Discarded),
        ] {
            let first = to_bytes(&record).unwrap()[0];
            assert_eq!(RecordKind::from_first_byte(first).unwrap(), kind);
        }
        assert!(RecordKind::from_first_byte(4).is_err());
    }
}
