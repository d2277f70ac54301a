//! The interface for merging a file that both an edit and another program changed. Only the caller knows how to merge
//! the two.

use std::fmt::Debug;

/// The direction of a step in the history, which determines the wording of conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The edit is made or redone.
    Forward,
    /// The edit is undone.
    Back,
}

/// The three versions of a file that two sides changed; `None` if there is no file.
///
/// When an edit is undone, `base` is the file after the edit and `ours` the file before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides<'a> {
    /// The version that both sides began with.
    pub base: Option<&'a [u8]>,
    /// The version that the edit makes.
    pub ours: Option<&'a [u8]>,
    /// The current file, with the other side's changes.
    pub theirs: Option<&'a [u8]>,
}

/// The result of merging a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedFile {
    /// The merged content; `None` if the file should be removed.
    pub content: Option<Vec<u8>>,
    /// The items that both sides changed differently, as text for users. Undo and redo refuse a file with conflicts;
    /// recovery writes `content`, which then holds both versions.
    pub conflicts: Vec<String>,
}

/// Merges the files of a library. The store itself does not interpret their contents.
pub trait Merge: Debug + Send + Sync {
    /// Merges a file, named by its path below the library's root. All three sides differ.
    ///
    /// `None` if the file cannot be merged; it then stays unchanged, and this counts as a conflict.
    fn merge(&self, file: &str, sides: Sides<'_>, direction: Direction) -> Option<MergedFile>;

    /// Starts a check of the files of one edit.
    fn file_check(&self) -> Box<dyn FileCheck + '_>;
}

/// Decides which files the edits of a library may change. It lives for one edit, and may cache the contents of folders.
pub trait FileCheck {
    /// Rejects a file that no edit of this library may change. Edits and journal records that name such a file are not
    /// carried out. `end` is the file that actually changes: `file` itself, unless links lead elsewhere below the root.
    /// Paths that leave the root and paths with a hidden part were rejected earlier.
    ///
    /// # Errors
    /// If the file is rejected; the text gives the reason to users.
    fn check(&mut self, file: &str, end: &str) -> Result<(), String>;
}

/// Merges nothing: every file that both sides changed is a conflict. Any file can be edited.
impl Merge for () {
    fn merge(&self, _: &str, _: Sides<'_>, _: Direction) -> Option<MergedFile> {
        None
    }

    fn file_check(&self) -> Box<dyn FileCheck + '_> {
        Box::new(())
    }
}

impl FileCheck for () {
    fn check(&mut self, _: &str, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Returns the merged content and the conflicts.
pub(crate) fn reconcile(
    merge: &dyn Merge,
    file: &str,
    sides: Sides<'_>,
    direction: Direction,
) -> MergedFile {
    let Sides { base, ours, theirs } = sides;
    let resolved = |content: Option<&[u8]>| MergedFile {
        content: content.map(<[u8]>::to_vec),
        conflicts: Vec::new(),
    };
    if theirs == base || theirs == ours {
        return resolved(ours);
    }
    if base == ours {
        return resolved(theirs);
    }
    let unmerged = || {
        let what = match direction {
            Direction::Forward => "the file is no longer the one in which the edit was made",
            Direction::Back => "the file is no longer the one that the edit wrote",
        };
        MergedFile {
            conflicts: vec![format!("{what}, and stays unchanged")],
            ..resolved(theirs)
        }
    };
    merge.merge(file, sides, direction).unwrap_or_else(unmerged)
}
