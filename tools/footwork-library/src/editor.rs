//! Makes edits last: the write lock, the journal, the files, the history, and edits that could not be saved.
//!
//! An [`Editor`] works on bytes and paths. It does not need a [`Library`](crate::Library), so one thread can
//! commit while others read; the owner of the library then accepts what was [`Saved`].
//!
//! Programs that edit the same library take turns: each [plans](Editor::commit_planned) under the write lock,
//! from the files as the previous one left them. A program that writes without the lock, such as a text
//! editor, is detected when the files are replaced, and the edit is planned again.

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

/// How often an edit is planned if another program keeps changing its files.
const MAX_PLANS: usize = 3;

/// Commits, undoes and redoes edits of a library, and keeps those that could not be saved.
#[derive(Debug)]
pub struct Editor {
    root: PathBuf,
    store: Store,
    unsaved: Vec<Unsaved>,
    remarks: Vec<Finding>,
    /// Whether this editor has checked that the history can be read.
    history_is_checked: bool,
}

impl Editor {
    /// Returns an editor of the library at `root`, which reports to `progress`. Nothing is written before the
    /// first commit.
    pub fn new(root: &Path, progress: Arc<dyn Progress>) -> Self {
        Self {
            root: root.to_owned(),
            store: store(root, progress),
            unsaved: Vec::new(),
            remarks: Vec::new(),
            history_is_checked: false,
        }
    }

    /// Makes a plan last, merging it into files that changed since it was made.
    ///
    /// # Errors
    /// If the library cannot be written to, or the changes cannot be merged. The edit is then kept among the
    /// [unsaved](Self::unsaved).
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

    /// Plans under the write lock and makes the plan last, so that no other program that takes the lock comes
    /// in between.
    ///
    /// A program that does not take the lock may still change the same files. The edit is then planned again,
    /// up to three times in all.
    ///
    /// # Errors
    /// If planning fails, in which case nothing is kept; otherwise as [`commit`](Self::commit). If the
    /// library cannot be written to, the edit is planned all the same, so that it can be kept.
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

    /// Undoes the last edit of the library, whichever program made it; `None` if there is none.
    ///
    /// Later changes to the same files stay. If the edit is no longer there, as on a branch that never had
    /// it, it is discarded.
    ///
    /// # Errors
    /// If what the edit changed has been changed since, or a file cannot be written.
    pub fn undo(&mut self) -> Result<Option<Saved>, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        let step = self.store.undo()?;
        Ok(step.map(|step| Saved {
            was_gone: step.is_gone(),
            ..stepped(step, at)
        }))
    }

    /// Redoes the edit that was undone last; `None` if there is none, or if anything was edited since.
    ///
    /// # Errors
    /// As [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Saved>, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        Ok(self.store.redo()?.map(|step| stepped(step, at)))
    }

    /// Discards the last edit of the library from the history; `None` if there is none.
    ///
    /// The files are unchanged, the edit can be neither undone nor redone, and the one before it becomes the
    /// last. Use this if [`undo`](Self::undo) refuses an edit and so blocks all earlier ones.
    ///
    /// # Errors
    /// If the history cannot be read or written.
    pub fn discard_last(&mut self) -> Result<Option<Saved>, EditError> {
        let (at, _lock) = (SystemTime::now(), self.lock()?);
        let step = self.store.discard_last()?;
        Ok(step.map(|step| Saved {
            contents: Vec::new(),
            ..stepped(step, at)
        }))
    }

    /// Returns warnings since the last call that did not stop an edit: a damaged history that was set aside,
    /// or an edit too large to stay in the history.
    pub fn take_remarks(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.remarks)
    }

    /// Takes the write lock and carries out what other programs left in the journal.
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

    /// Keeps a plan that could not be saved, unless the journal holds it.
    fn refused(&mut self, plan: Plan, error: StoreError) -> EditError {
        if !matches!(error, StoreError::InDoubt { .. }) {
            self.keep(plan);
        }
        error.into()
    }

    /// Sets a history aside that cannot be read. It is checked once, before the first commit.
    fn set_damaged_history_aside(&mut self) {
        if std::mem::replace(&mut self.history_is_checked, true) {
            return;
        }
        // If it cannot be checked now, undo reports why.
        if let Ok(Some(why)) = self.store.set_damaged_history_aside() {
            let message = format!(
                "{why}; it is set aside as {DAMAGED}, and only edits from now on can be taken back"
            );
            self.remark("bad-history", message);
        }
    }

    /// Warns that an edit may soon drop out of the history.
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

/// The result of a plan that was committed.
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

/// The result of undoing or redoing a step of the history.
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
