//! Who makes edits last: the lock, the journal, the files, the history, and what could not be saved.
//!
//! An [`Editor`] knows bytes and paths. It needs no [`Library`](crate::Library), so that one thread can commit while
//! others read; whoever has the library open gives it what was [`Saved`].
//!
//! Programs that edit the same library take turns: each [plans](Editor::commit_planned) under the write lock, on what
//! the others left. Whoever writes without the lock, such as a text editor, is noticed when the files are replaced,
//! and the edit is planned again.

mod unsaved;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use footwork_store::{
    DAMAGED, FOLDER, FileChange, HistoryEntry, Kept, Progress, Store, StoreError, WriteLock,
};

use crate::edit::{EditError, FileContent, Plan, Saved};
use crate::file_merge::store;
use footwork_sidecar::{Finding, Severity};
use unsaved::Unsaved;

/// How often an edit is planned when somebody else changes its files at the same moment.
const MAX_PLANS: usize = 3;

/// Commits edits of a library, undoes and redoes them, and keeps those that could not be saved.
#[derive(Debug)]
pub struct Editor {
    root: PathBuf,
    store: Store,
    unsaved: Vec<Unsaved>,
    remarks: Vec<Finding>,
    /// Whether it was looked whether the history can be read.
    history_is_checked: bool,
}

impl Editor {
    /// An editor of the library at `root`, which reports how far it is. Nothing is written before the first commit.
    pub fn new(root: &Path, progress: Arc<dyn Progress>) -> Self {
        Self {
            root: root.to_owned(),
            store: store(root, progress),
            unsaved: Vec::new(),
            remarks: Vec::new(),
            history_is_checked: false,
        }
    }

    /// Makes a plan last. Files that somebody else changed since it was made are merged.
    ///
    /// # Errors
    /// When the library cannot be written to, or what was changed since cannot be merged; the edit is then kept
    /// among the [unsaved](Self::unsaved).
    pub fn commit(&mut self, plan: Plan) -> Result<Saved, EditError> {
        let _lock = match self.lock() {
            Ok(lock) => lock,
            Err(error) => {
                self.keep(plan);
                return Err(error);
            }
        };
        self.set_damaged_history_aside();
        match self.write(&plan) {
            Err(StoreError::Changed { .. }) => {
                let step = HistoryEntry {
                    label: plan.label.clone(),
                    changes: plan.changes.clone(),
                };
                match self.store.retry(step) {
                    Ok((changes, kept)) => {
                        self.warn_if_too_large(&plan.label, kept);
                        Ok(saved(Plan { changes, ..plan }))
                    }
                    Err(error) => Err(self.refused(plan, error)),
                }
            }
            Err(error) => Err(self.refused(plan, error)),
            Ok(()) => Ok(saved(plan)),
        }
    }

    /// Plans under the write lock and makes that last: no other program that takes the lock comes in between. Where
    /// one that does not changes the same files meanwhile, it is planned again, at most three times.
    ///
    /// # Errors
    /// When planning fails, of which nothing is kept; or as [`commit`](Self::commit). A library that cannot be
    /// written to is planned for too, so that the edit can be kept.
    pub fn commit_planned<E: From<EditError>>(
        &mut self,
        mut plan: impl FnMut() -> Result<Plan, E>,
    ) -> Result<Saved, E> {
        let _lock = match self.lock() {
            Ok(lock) => lock,
            Err(error) => {
                self.keep(plan()?);
                return Err(error.into());
            }
        };
        self.set_damaged_history_aside();
        let mut plans = 1;
        loop {
            let plan = plan()?;
            match self.write(&plan) {
                Ok(()) => return Ok(saved(plan)),
                Err(StoreError::Changed { .. }) if plans < MAX_PLANS => plans += 1,
                Err(error) => return Err(self.refused(plan, error).into()),
            }
        }
    }

    /// Undoes the last edit of the library, whichever program made it; `None` where there is none. What others
    /// changed in the same files since then stays. One that is not there any more, as on a branch that never had it,
    /// is discarded.
    ///
    /// # Errors
    /// When what the edit changed was changed since, or a file cannot be written.
    pub fn undo(&mut self) -> Result<Option<Saved>, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        let step = self.store.undo()?;
        Ok(step.map(|step| Saved {
            was_gone: step.is_gone(),
            ..stepped(step, at)
        }))
    }

    /// Redoes the edit that was undone last; `None` where there is none, or where something was edited since.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Saved>, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        Ok(self.store.redo()?.map(|step| stepped(step, at)))
    }

    /// Discards the last edit of the library from the history: its files stay as they are, it can neither be undone
    /// nor redone, and the one before it is the last. For an edit that [`undo`](Self::undo) refuses, which would be in
    /// the way of all before it. `None` where there is none.
    ///
    /// # Errors
    /// When the history cannot be read or written.
    pub fn discard_last(&mut self) -> Result<Option<Saved>, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        let step = self.store.discard_last()?;
        Ok(step.map(|step| Saved {
            contents: Vec::new(),
            ..stepped(step, at)
        }))
    }

    /// What edits found that did not keep them from being made, since this was last asked: a damaged history that was
    /// set aside, an edit that is too large to stay in it.
    pub fn take_remarks(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.remarks)
    }

    /// The right to write, with everything carried out that others left in the journal.
    fn lock(&self) -> Result<WriteLock, EditError> {
        let lock = WriteLock::take(&self.root).map_err(EditError::Lock)?;
        self.store.recover(&[]).map_err(EditError::Journal)?;
        Ok(lock)
    }

    fn write(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let kept = self.store.commit(&plan.label, plan.changes.clone())?;
        self.warn_if_too_large(&plan.label, kept);
        Ok(())
    }

    /// Keeps a plan that could not be saved, but for one that the journal holds.
    fn refused(&mut self, plan: Plan, error: StoreError) -> EditError {
        if !matches!(error, StoreError::InDoubt { .. }) {
            self.keep(plan);
        }
        error.into()
    }

    /// Sets a history aside that cannot be read, the first time that this editor commits.
    fn set_damaged_history_aside(&mut self) {
        if std::mem::replace(&mut self.history_is_checked, true) {
            return;
        }
        // One that cannot be looked at now is for undo to report.
        if let Ok(Some(why)) = self.store.set_damaged_history_aside() {
            let message = format!(
                "{why}; it is set aside as {DAMAGED}, and only edits from now on can be taken back"
            );
            self.remark("bad-history", message);
        }
    }

    /// Warns that an edit may not be in the history for long.
    fn warn_if_too_large(&mut self, label: &str, kept: Kept) {
        let Kept::TooLarge { bytes, max_bytes } = kept else {
            return;
        };
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let message = format!(
            "the edit {label} is too large to be kept: {} MiB, and the history keeps {}; it can be taken back \
             now, but perhaps not after another edit",
            mebibytes(bytes),
            mebibytes(max_bytes)
        );
        self.remark("too-large-to-undo", message);
    }

    fn remark(&mut self, code: &'static str, message: String) {
        self.remarks.push(Finding {
            severity: Severity::Warning,
            file: format!("{FOLDER}/history"),
            position: None,
            code,
            message,
        });
    }
}

/// A plan that was made to last.
fn saved(plan: Plan) -> Saved {
    let files = file_names(&plan.changes);
    let changed = plan.changes.into_iter().map(FileContent::from);
    Saved {
        label: plan.label,
        files,
        was_gone: false,
        contents: changed.chain(plan.unchanged).collect(),
        at: plan.at,
        tags_clips: true,
    }
}

/// A step of the history that was made again or backwards.
fn stepped(step: HistoryEntry, at: SystemTime) -> Saved {
    Saved {
        label: step.label,
        files: file_names(&step.changes),
        was_gone: false,
        contents: step.changes.into_iter().map(FileContent::from).collect(),
        at,
        tags_clips: false,
    }
}

fn file_names(changes: &[FileChange]) -> Vec<String> {
    changes.iter().map(|change| change.file.clone()).collect()
}
