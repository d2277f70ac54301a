//! Taking edits back, making them again, and giving up those that cannot be taken back.

use super::{Kept, Store};
use crate::entry::{Action, FileChange, HistoryEntry};
use crate::error::StoreError;
use crate::files::Files;
use crate::history::History;
use crate::merge::{Direction, MergedFile, Sides, reconcile};

impl<F: Files> Store<F> {
    /// Takes the last edit back; `None` where there is none. Changes that others made to the same
    /// files since then stay. One that is not there any more is [given up](Self::discard_last).
    ///
    /// # Errors
    /// When others changed what the edit changed, or a file cannot be written.
    pub fn undo(&self) -> Result<Option<HistoryEntry>, StoreError> {
        let step = self.read_history()?.done.pop();
        self.turn(Action::Undo, step)
    }

    /// Makes the edit again that was taken back last; `None` where there is none.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&self) -> Result<Option<HistoryEntry>, StoreError> {
        let step = self.read_history()?.undone.pop();
        self.turn(Action::Redo, step)
    }

    /// Gives the last edit up: it stays as it is and is forgotten, so that those before it can be
    /// taken back. Returns what it did; `None` where there is none. Files are not looked at.
    ///
    /// # Errors
    /// When the history cannot be read or written; nothing is forgotten then.
    pub fn discard_last(&self) -> Result<Option<HistoryEntry>, StoreError> {
        let Some(step) = self.read_history()?.done.pop() else {
            return Ok(None);
        };
        self.enter(Action::Discard, &step.label, Vec::new())?;
        Ok(Some(step))
    }

    /// Makes an edit that could not be saved, on what the files say now; returns what it changed.
    pub fn retry(&self, step: HistoryEntry) -> Result<(Vec<FileChange>, Kept), StoreError> {
        let step = self.moved(Action::Redo, step)?;
        let kept = self.commit(&step.label, step.changes.clone())?;
        Ok((step.changes, kept))
    }

    fn read_history(&self) -> Result<History, StoreError> {
        History::read(&self.history, &self.files).map_err(StoreError::History)
    }

    fn turn(
        &self,
        action: Action,
        step: Option<HistoryEntry>,
    ) -> Result<Option<HistoryEntry>, StoreError> {
        let Some(step) = step else {
            return Ok(None);
        };
        let step = self.moved(action, step)?;
        // What is not there any more, as behind a checkout, must not be made again.
        match action == Action::Undo && step.is_gone() {
            true => self.enter(Action::Discard, &step.label, Vec::new())?,
            false => self.enter(action, &step.label, step.changes.clone())?,
        }
        Ok(Some(step))
    }

    /// The step as it is to be made on what the files say now.
    fn moved(&self, action: Action, step: HistoryEntry) -> Result<HistoryEntry, StoreError> {
        let mut changes = Vec::with_capacity(step.changes.len());
        for FileChange {
            file,
            before,
            after,
        } in step.changes
        {
            let now = self.read(&file)?;
            let (base, ours, direction) = match action {
                Action::Undo => (after, before, Direction::Back),
                _ => (before, after, Direction::Forward),
            };
            let sides = Sides {
                base: base.as_deref(),
                ours: ours.as_deref(),
                theirs: now.as_deref(),
            };
            let MergedFile { content, conflicts } =
                reconcile(&*self.merge, &file, sides, direction);
            if let Some(what) = conflicts.into_iter().next() {
                return Err(StoreError::Conflict { file, what });
            }
            changes.push(FileChange {
                file,
                before: now,
                after: content,
            });
        }
        let label = step.label;
        Ok(HistoryEntry { label, changes })
    }
}
