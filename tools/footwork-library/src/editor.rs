//! Makes edits permanent: the write lock, the journal, the files, the history, and edits that could not be saved.
//!
//! An [`Editor`] works on bytes and paths. It does not need a [`Library`](crate::Library), so one thread can commit
//! while others read; the owner of the library then accepts the [`Saved`] edit.
//!
//! Programs that edit the same library take turns: each [plans](Editor::commit) its edit under the write lock, from the
//! files that the previous edit left. If a program writes without the lock, as a text editor does, its change is
//! detected when the files are replaced, and the edit is planned again.
//!
//! An edit in the history counts as made, whatever happens next. An error means that the edit was not made; only an
//! edit [in doubt](StoreError::InDoubt) may have been made.

mod unsaved;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use footwork_store::{
    Action, FileChange, HistoryEntry, Kept, LockError, Progress, Recovered, Store, StoreError,
    Turned, WriteLock,
};

use crate::edit::{EditError, FileContent, Plan, Saved};
use crate::file_merge::store;
use crate::recovery::recovery_findings;
use footwork_base::Position;
use footwork_sidecar::{Finding, SIDECAR_SUFFIX, Severity, unended_line};
pub use unsaved::Unsaved;

/// The maximum number of times that an edit is planned while another program keeps changing its files.
const MAX_PLANS: usize = 3;

/// Commits, undoes and redoes edits of a library, and keeps edits that could not be saved.
#[derive(Debug)]
pub struct Editor {
    root: PathBuf,
    progress: Arc<dyn Progress>,
    unsaved: Vec<Unsaved>,
    findings: Vec<Finding>,
    /// Whether the history has been checked and found readable.
    history_is_checked: bool,
    /// An interrupted undo, redo or discard that opening the library has just completed.
    completed: Option<Turned>,
}

impl Editor {
    /// Returns an editor of the library at `root`, which reports to `progress`. Nothing is written before the
    /// first commit.
    pub fn new(root: &Path, progress: Arc<dyn Progress>) -> Self {
        Self {
            root: root.to_owned(),
            progress,
            unsaved: Vec::new(),
            findings: Vec::new(),
            history_is_checked: false,
            completed: None,
        }
    }

    /// Takes the interrupted step that [opening the library completed](crate::Library::completed), for a caller that
    /// opens the library only to undo, redo or discard. If the user repeats the interrupted command, the step then
    /// happens only once.
    pub fn resume(&mut self, completed: Option<Turned>) {
        self.completed = completed;
    }

    /// Plans an edit and makes it permanent, all under the write lock, so no other program that takes the lock can
    /// interfere.
    ///
    /// A program that does not take the lock may still change the same files. The edit is then planned again,
    /// up to three times in all.
    ///
    /// # Errors
    /// If planning fails, nothing is kept. If the library cannot be written to, or other programs keep changing the
    /// files, the edit is kept among the [unsaved](Self::unsaved); for that, it is planned even if the library cannot
    /// be locked. An edit [in doubt](StoreError::InDoubt) is not kept, as the journal holds it.
    pub fn commit<E: From<EditError>>(
        &mut self,
        mut plan: impl FnMut() -> Result<Plan, E>,
    ) -> Result<Saved, E> {
        let Locked { store, _lock, .. } = match self.lock() {
            Ok(locked) => locked,
            Err(error) => {
                self.keep(plan()?);
                return Err(error.into());
            }
        };
        let mut plans = 1;
        loop {
            let plan = plan()?;
            self.replace_damaged_history(&store);
            match store.commit(&plan.label, plan.changes.clone()) {
                Ok(kept) => {
                    self.warn_if_too_large(&plan.label, kept);
                    self.add_findings(plan.changes.iter().filter_map(about_end));
                    return Ok(saved(plan));
                }
                Err(StoreError::Changed { .. }) if plans < MAX_PLANS => plans += 1,
                Err(error) => {
                    if !matches!(error, StoreError::InDoubt { .. }) {
                        self.keep(plan);
                    }
                    return Err(EditError::from(error).into());
                }
            }
        }
    }

    /// Undoes this user's last edit of the library, whichever program made the edit; `None` if there is none.
    ///
    /// Later changes to the same files stay, including changes by other users. If the edit is no longer in the files,
    /// as on a branch that never had it, it is discarded.
    ///
    /// If an undo or discard of this library by this user was interrupted and has not been completed since, this call
    /// [completes](Saved::completed) that step instead of undoing another edit.
    ///
    /// # Errors
    /// If another change has since replaced a change of the edit, or if a file cannot be written.
    pub fn undo(&mut self) -> Result<Option<Saved>, EditError> {
        self.turned(Action::Undo, None)
    }

    /// Redoes the last undone edit; `None` if there is none, or if this user has made an edit since.
    ///
    /// # Errors
    /// Same as [`undo`](Self::undo).
    pub fn redo(&mut self) -> Result<Option<Saved>, EditError> {
        self.turned(Action::Redo, None)
    }

    /// Undoes the last edit, or redoes the edit undone last, but only if the edit has this label. `None` if it has
    /// another label.
    ///
    /// # Errors
    /// Same as [`undo`](Self::undo).
    pub fn turn_if(&mut self, action: Action, label: &str) -> Result<Option<Saved>, EditError> {
        self.turned(action, Some(label))
    }

    /// Discards this user's last edit of the library from the history; `None` if there is none.
    ///
    /// The files are unchanged. The edit can then be neither undone nor redone, and the edit before it becomes the
    /// last. Use this if [`undo`](Self::undo) refuses an edit and so blocks all earlier ones.
    ///
    /// # Errors
    /// If the history cannot be read or written.
    pub fn discard_last(&mut self) -> Result<Option<Saved>, EditError> {
        let discarded = self.turned(Action::Discard, None)?;
        Ok(discarded.map(|saved| match saved.completed {
            Some(_) => saved,
            None => Saved {
                contents: Vec::new(),
                ..saved
            },
        }))
    }

    /// Takes a step in the history under the write lock, unless an interrupted step is completed instead. If `label` is
    /// given, takes only a step with that label.
    fn turned(&mut self, action: Action, label: Option<&str>) -> Result<Option<Saved>, EditError> {
        let at = SystemTime::now();
        let Locked {
            store,
            completed,
            _lock,
            ..
        } = self.lock()?;
        let is_redo = action == Action::Redo;
        let is_asked_again =
            |turned: &Turned| label.is_none() && (turned.action == Action::Redo) == is_redo;
        if let Some(turned) = completed.filter(is_asked_again) {
            return Ok(Some(Saved {
                completed: Some(turned.action),
                ..stepped(turned.step, at)
            }));
        }
        if label.is_some() && store.next_label(action)?.as_deref() != label {
            return Ok(None);
        }
        let turned = match action {
            Action::Undo => store.undo(),
            Action::Redo => store.redo(),
            Action::Edit | Action::Discard => store.discard_last(),
        };
        let turned = turned.inspect_err(|error| {
            // The next edit replaces a damaged history.
            self.history_is_checked &= !matches!(error, StoreError::History(_));
        });
        Ok(turned?.map(|step| Saved {
            was_gone: action == Action::Undo && step.is_gone(),
            ..stepped(step, at)
        }))
    }

    /// Completes the edits of this user that other programs left in the journal, and returns their files. Waits for
    /// programs that are writing. Every edit does this first.
    ///
    /// # Errors
    /// If the library cannot be written to, or an interrupted edit cannot be completed.
    pub fn recover(&mut self) -> Result<Vec<Recovered>, EditError> {
        let Locked { recovered, .. } = self.lock()?;
        Ok(recovered)
    }

    /// Returns the warnings since the last call that did not stop an edit: a damaged history, an edit too large to stay
    /// in the history, the outcome of another program's interrupted edit, a sidecar that may have been cut off, or a
    /// library that must be read again.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    /// Adds warnings, such as the one that [`Library::accept`](crate::Library::accept) returns.
    pub fn add_findings(&mut self, warnings: impl IntoIterator<Item = Finding>) {
        self.findings.extend(warnings);
    }

    /// Takes the write lock and completes the edits of this user that other programs left in the journal.
    fn lock(&mut self) -> Result<Locked, EditError> {
        let before = self.completed.take();
        let lock = WriteLock::take(&self.root, &*self.progress).map_err(EditError::Lock)?;
        let store = store(&self.root, Arc::clone(&self.progress));
        let store = store.map_err(|error| EditError::Lock(LockError::NoState(error)))?;
        let recovery = store.recover(&[]).map_err(EditError::Journal)?;
        self.add_findings(recovery_findings(&recovery));
        Ok(Locked {
            store,
            completed: recovery.turned.or(before),
            recovered: recovery.made,
            _lock: lock,
        })
    }

    /// Begins a new history if the current one cannot be read. Checks the current one before the first commit, and
    /// after an undo that could not read it.
    fn replace_damaged_history(&mut self, store: &Store) {
        if std::mem::replace(&mut self.history_is_checked, true) {
            return;
        }
        // If the history cannot be checked now, undo reports why.
        if let Ok(Some(why)) = store.replace_damaged_history() {
            let message = format!("{why}; only edits from now on can be undone");
            self.add_findings([about_history("bad-history", message)]);
        }
    }

    /// Warns that an edit may soon drop out of the history.
    fn warn_if_too_large(&mut self, label: &str, kept: Kept) {
        let Kept::TooLarge { bytes, max_bytes } = kept else {
            return;
        };
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let message = format!(
            "the edit {label} is too large to be kept: {} MiB, and the history keeps {}; it can be undone \
             now, but perhaps not after another edit",
            mebibytes(bytes),
            mebibytes(max_bytes)
        );
        self.add_findings([about_history("too-large-to-undo", message)]);
    }
}

/// The library while this program may write to it.
struct Locked {
    store: Store,
    /// An interrupted undo, redo or discard, completed now or on opening the library.
    completed: Option<Turned>,
    /// The files of the edits completed now.
    recovered: Vec<Recovered>,
    _lock: WriteLock,
}

fn about_history(code: &'static str, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        file: "history".to_owned(),
        position: None,
        code,
        message,
    }
}

/// Returns the warning that an edit added a line end to the last line of a sidecar, which may have been cut off. After
/// the edit, no other sign of that remains.
fn about_end(change: &FileChange) -> Option<Finding> {
    change.after.as_ref()?;
    let line = unended_line(change.before.as_deref()?)?;
    change.file.ends_with(SIDECAR_SUFFIX).then(|| Finding {
        severity: Severity::Warning,
        file: change.file.clone(),
        position: Some(Position { line, column: 1 }),
        code: "no-final-newline",
        message: "the last line had no line end, so the file may have been cut off here; the line is kept, and the \
                  edit has ended it"
            .to_owned(),
    })
}

/// Returns the result of a committed plan.
fn saved(plan: Plan) -> Saved {
    let files = file_names(&plan.changes);
    let changed = plan.changes.into_iter().map(FileContent::from);
    Saved {
        id: plan.id,
        label: plan.label,
        files,
        was_gone: false,
        completed: None,
        contents: changed.chain(plan.unchanged).collect(),
        at: plan.at,
        tags_clips: true,
    }
}

/// Returns the result of undoing or redoing a step of the history.
fn stepped(step: HistoryEntry, at: SystemTime) -> Saved {
    Saved {
        id: None,
        label: step.label,
        files: file_names(&step.changes),
        was_gone: false,
        completed: None,
        contents: step.changes.into_iter().map(FileContent::from).collect(),
        at,
        tags_clips: false,
    }
}

fn file_names(changes: &[FileChange]) -> Vec<String> {
    changes.iter().map(|change| change.file.clone()).collect()
}
