//! Recovers edits of this user that the journal still holds when a library is opened, because the program that made them
//! was stopped.
//!
//! An edit lasts once it is in the journal, so its user must see it even if its files are not all replaced yet.
//! If the write lock is free, the edits are carried out now. Otherwise another program is writing, or the
//! library is read-only: the files stay as they are, and their content after the edits is read from the
//! journal. An edit that another user did not finish is only reported.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use footwork_sidecar::{Finding, MAX_SIDECAR_BYTES, Severity};
use footwork_store::{
    Contents, InFlight, OLD_FOLDER, Progress, Recovered, Recovery, Store, Turned, UserFolder,
    WriteLock, in_flight, is_being_written, is_in_the_way, read_bounded,
};

use crate::file_merge::store;
use crate::recovery::{JOURNAL, about, old_folder, recovery_findings, unfinished};

/// The content that files will have once the waiting edits are carried out.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    files: Contents,
    /// The completed files.
    pub(super) recovered: Vec<Recovered>,
    /// The last completed edit, if it was an undo, a redo or a discard.
    pub(super) completed: Option<Turned>,
    /// Edits of others that are not finished.
    pub(super) unfinished: Vec<InFlight>,
}

impl Waiting {
    /// Carries out the edits in the journal, or reads the contents that they will write.
    pub(super) fn settle(
        root: &Path,
        progress: &Arc<dyn Progress>,
        findings: &mut Vec<Finding>,
    ) -> Self {
        let mut waiting = Self::default();
        // Without a state folder, nothing of this user can wait.
        if let Ok(store) = store(root, Arc::clone(progress))
            && !is_below_a_file(store.journal())
        {
            waiting.complete(root, &store, findings);
        }
        if fs::symlink_metadata(root.join(OLD_FOLDER)).is_ok() {
            findings.push(old_folder());
        }
        let others = in_flight(root).into_iter().filter(|edit| !edit.is_own());
        waiting.unfinished = others.collect();
        if !waiting.unfinished.is_empty() && is_being_written(root) {
            waiting.unfinished.clear();
        }
        findings.extend(waiting.unfinished.iter().map(unfinished));
        waiting
    }

    fn complete(&mut self, root: &Path, store: &Store, findings: &mut Vec<Finding>) {
        match self.try_to_complete(root, store) {
            Ok(recovery) => {
                findings.extend(recovery_findings(&recovery));
                self.recovered = recovery.made;
                self.completed = recovery.turned;
            }
            Err(error) => self.report(&error, store, findings),
        }
    }

    fn try_to_complete(&mut self, root: &Path, store: &Store) -> io::Result<Recovery> {
        let is_pending = store.is_pending()?;
        let is_old_read = store.has_adopted_old();
        if !is_pending && is_old_read && !store.has_left() {
            return Ok(Recovery::default());
        }
        match WriteLock::take_if_free(root) {
            Some(_lock) => match recover(store) {
                // All its edits are made: clearing it is only tidying.
                Err(_) if !is_pending && is_old_read => Ok(Recovery::default()),
                recovered => recovered,
            },
            None => {
                self.files = store.pending()?;
                Ok(Recovery::default())
            }
        }
    }

    /// Reports why waiting edits are not carried out.
    fn report(&mut self, error: &io::Error, store: &Store, findings: &mut Vec<Finding>) {
        let message = if is_in_the_way(error) {
            format!("nothing can be edited: {error}")
        } else {
            format!("interrupted edits cannot be completed: {error}")
        };
        let pending = store.pending();
        let severity = match &pending {
            // Acknowledged edits may be missing.
            Err(error) if is_fault(error) && may_hold_edits(store.journal()) => Severity::Error,
            _ => Severity::Warning,
        };
        let journal = JOURNAL.to_owned();
        findings.push(about(severity, journal, "edits-waiting", message));
        self.files = pending.unwrap_or_default();
    }

    /// Returns the content of a file, which is `name` below the root; `None` if it does not exist.
    pub(super) fn read(&self, name: &str, path: &Path) -> io::Result<Option<Vec<u8>>> {
        if let Some(content) = self.files.get(name) {
            return Ok(content.clone());
        }
        read_bounded(path, MAX_SIDECAR_BYTES)
    }
}

/// Carries out what waits, and what an earlier version left in the library.
fn recover(store: &Store) -> io::Result<Recovery> {
    let mut recovery = store.recover(&[])?;
    if !store.has_adopted_old() {
        let secret = UserFolder::State.path()?.join("secret");
        recovery.made.extend(store.adopt_old(&secret)?.made);
    }
    Ok(recovery)
}

/// Returns whether a file is in the way of the state folder, so that it holds nothing.
fn is_below_a_file(journal: &Path) -> bool {
    let metadata = fs::metadata(journal);
    metadata.is_err_and(|error| error.kind() == io::ErrorKind::NotADirectory)
}

/// Returns whether the system failed, rather than the journal being damaged.
fn is_fault(error: &io::Error) -> bool {
    error.raw_os_error().is_some()
}

/// Returns whether a journal that cannot be read may hold edits: it is there, and not known to be empty.
fn may_hold_edits(journal: &Path) -> bool {
    match fs::metadata(journal) {
        Ok(metadata) => metadata.len() > 0,
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}
