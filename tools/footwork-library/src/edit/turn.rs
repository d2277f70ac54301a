//! Undo and redo, and giving up what cannot be undone.

use std::collections::BTreeSet;

use footwork_sidecar::FILE_NAME;
use footwork_store::{FileChange, Step, Store};
use footwork_tags::ClipId;

use super::save::read_again;
use super::{EditError, Shared};
use crate::Library;

/// An edit that was taken back, made again or given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// What it was.
    pub label: String,
    /// The files that it changed, from the library's root.
    pub files: Vec<String>,
    /// Whether undo found that it was not there any more: nothing was changed, and it was given up.
    pub was_gone: bool,
}

impl Library {
    /// Takes the last edit of the library back, whichever program made it; `None` where there is
    /// none. What others changed in the same files since then stays. One that is not there any more,
    /// as on a branch that never had it, is given up.
    ///
    /// # Errors
    /// When what the edit changed was changed since, or a file cannot be written.
    pub fn undo(&mut self) -> Result<Option<Turned>, EditError> {
        undo(self)
    }

    /// Makes the edit again that was taken back last; `None` where there is none, or where
    /// something was edited since.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Turned>, EditError> {
        redo(self)
    }

    /// Gives the last edit of the library up: its files stay as they are, it can neither be taken back
    /// nor made again, and the one before it is the last. For an edit that [`undo`](Self::undo)
    /// refuses, which would be in the way of all before it. `None` where there is none.
    ///
    /// # Errors
    /// When the history cannot be read or written.
    pub fn skip_undo(&mut self) -> Result<Option<Turned>, EditError> {
        let _lock = self.lock()?;
        Ok(self.store().discard_last()?.map(Turned::of))
    }

    fn turned(&mut self, step: Option<Step>) -> Result<Option<Turned>, EditError> {
        let Some(step) = step else {
            return Ok(None);
        };
        self.take_up_changes(&step.changes)?;
        Ok(Some(Turned::of(step)))
    }

    /// Gives the open library what was changed in sidecars and in `footwork.toml`.
    pub(super) fn take_up_changes(&mut self, changes: &[FileChange]) -> Result<(), EditError> {
        for FileChange { file, after, .. } in changes {
            match file == FILE_NAME {
                true => self.take_up_config(after.as_deref())?,
                false => self.saw(file, after.as_deref()),
            }
        }
        let files: BTreeSet<&str> = changes.iter().map(|change| change.file.as_str()).collect();
        let clips = self.originals();
        let clips = clips.filter(|(_, entry)| files.contains(entry.sidecar_name().as_str()));
        let clips: Vec<ClipId> = clips.map(|(clip, _)| clip).collect();
        for clip in clips {
            let (_, now) = read_again(&self.clips()[clip])?;
            if let Some(entry) = self.entry_mut(clip) {
                entry.sidecar = now;
            }
            self.refresh(clip)?;
            self.refresh_findings(clip);
        }
        Ok(())
    }
}

pub(super) fn undo(shared: &mut impl Shared) -> Result<Option<Turned>, EditError> {
    let _lock = shared.library().lock()?;
    let step = without_library(shared, Store::undo)?;
    let was_gone = step.as_ref().is_some_and(Step::is_gone);
    let turned = shared.library().turned(step)?;
    Ok(turned.map(|turned| Turned { was_gone, ..turned }))
}

pub(super) fn redo(shared: &mut impl Shared) -> Result<Option<Turned>, EditError> {
    let _lock = shared.library().lock()?;
    let step = without_library(shared, Store::redo)?;
    shared.library().turned(step)
}

/// Writes without the library.
pub(super) fn without_library<T>(shared: &mut impl Shared, write: impl FnOnce(&Store) -> T) -> T {
    let store = shared.library().store().clone();
    shared.let_go();
    write(&store)
}

impl Turned {
    fn of(step: Step) -> Self {
        let files = step.changes.into_iter().map(|change| change.file).collect();
        Self {
            label: step.label,
            files,
            was_gone: false,
        }
    }
}
