//! Undo, redo, and discarding edits that cannot be undone.

use super::{Kept, Store};
use crate::entry::{Action, FileChange, HistoryEntry};
use crate::error::StoreError;
use crate::files::{Files, LogFiles};
use crate::history::History;
use crate::log::Place;
use crate::merge::{Direction, MergedFile, Sides, reconcile};

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Undoes the last edit; `None` if there is none. Other changes to the same files stay. If the edit is no longer in
    /// the files, as after a checkout, it is [discarded](Self::discard_last).
    ///
    /// # Errors
    /// If other programs changed the same items, or a file cannot be written.
    pub fn undo(&self) -> Result<Option<HistoryEntry>, StoreError> {
        let step = self.read_history()?.done.pop();
        self.turn(Action::Undo, self.load(step)?)
    }

    /// Redoes the edit that was undone last; `None` if there is none.
    ///
    /// # Errors
    /// Same as [`undo`](Self::undo).
    pub fn redo(&self) -> Result<Option<HistoryEntry>, StoreError> {
        let step = self.read_history()?.undone.pop();
        self.turn(Action::Redo, self.load(step)?)
    }

    /// Discards the last edit: its files stay as they are, and the edits before it can be undone. Returns the discarded
    /// edit; `None` if there is none. Reads no file of the library.
    ///
    /// # Errors
    /// If the history cannot be read or written; nothing is then discarded.
    pub fn discard_last(&self) -> Result<Option<HistoryEntry>, StoreError> {
        let step = self.read_history()?.done.pop();
        let Some(step) = self.load(step)? else {
            return Ok(None);
        };
        self.enter(Action::Discard, &step.label, Vec::new())?;
        Ok(Some(step))
    }

    /// Returns the label of the edit that [`redo`](Self::redo) would redo if `action` is [`Action::Redo`], else the
    /// label of the last edit. `None` if there is no such edit.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn next_label(&self, action: Action) -> Result<Option<String>, StoreError> {
        let mut history = self.read_history()?;
        let place = match action {
            Action::Redo => history.undone.pop(),
            _ => history.done.pop(),
        };
        Ok(self.load(place)?.map(|step| step.label))
    }

    /// Commits an edit that could not be committed before, merged into the current files; returns the changes.
    ///
    /// # Errors
    /// Same as [`commit`](Self::commit), and also if other programs changed the same items.
    pub fn retry(&self, step: HistoryEntry) -> Result<(Vec<FileChange>, Kept), StoreError> {
        let step = self.moved(Action::Redo, step)?;
        let kept = self.commit(&step.label, step.changes.clone())?;
        Ok((step.changes, kept))
    }

    fn read_history(&self) -> Result<History, StoreError> {
        History::read(&self.history, &self.state_files).map_err(StoreError::History)
    }

    /// Returns the edit at a place of the history.
    fn load(&self, place: Option<Place>) -> Result<Option<HistoryEntry>, StoreError> {
        let load = |place| HistoryEntry::read(&self.history.load(&self.state_files, place)?);
        place.map(load).transpose().map_err(StoreError::History)
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
        // An undo that would change nothing discards the edit, so that no later redo brings it back.
        if action == Action::Undo && step.is_gone() {
            self.enter(Action::Discard, &step.label, Vec::new())?
        } else {
            self.enter(action, &step.label, step.changes.clone())?
        }
        Ok(Some(step))
    }

    /// Returns the edit adapted to the current files.
    fn moved(&self, action: Action, step: HistoryEntry) -> Result<HistoryEntry, StoreError> {
        self.check_files(&step.changes)?;
        let mut changes = Vec::with_capacity(step.changes.len());
        let mut conflicting: Vec<(String, Vec<String>)> = Vec::new();
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
            if !conflicts.is_empty() {
                conflicting.push((file.clone(), conflicts));
            }
            changes.push(FileChange {
                file,
                before: now,
                after: content,
            });
        }
        match conflict(conflicting) {
            Some(error) => Err(error),
            None => Ok(HistoryEntry {
                label: step.label,
                changes,
            }),
        }
    }
}

/// The maximum number of conflicts in a message.
const MAX_NAMED: usize = 20;

/// Returns the error that names the conflicting items by file; `None` if there are no conflicts.
fn conflict(conflicting: Vec<(String, Vec<String>)>) -> Option<StoreError> {
    let first = conflicting.first()?.0.clone();
    let all = conflicting.iter().flat_map(|(file, items)| {
        let is_first = *file == first;
        items.iter().map(move |item| {
            if is_first {
                item.clone()
            } else {
                format!("{file}: {item}")
            }
        })
    });
    let mut named: Vec<String> = all.clone().take(MAX_NAMED).collect();
    match all.count() - named.len() {
        0 => {}
        more => named.push(format!("and {more} more")),
    }
    Some(StoreError::Conflict {
        file: first,
        what: named.join("; "),
    })
}
