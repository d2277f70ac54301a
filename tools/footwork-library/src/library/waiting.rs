//! Recovers edits of this user that are still in the journal when a library is opened, because the program that made
//! them was stopped.
//!
//! An edit is permanent once it is in the journal, so its user must see it even if not all of its files have been
//! replaced yet. If the write lock is free, the edits are carried out now. Otherwise another program is writing, or the
//! library is read-only: the files stay as they are, and their content after the edits is read from the journal. An
//! edit that another user did not finish is only reported.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use footwork_sidecar::{Finding, MAX_SIDECAR_BYTES, Severity};
use footwork_store::{
    Contents, InFlight, OLD_FOLDER, Progress, Recovered, Recovery, Store, Turned, UserFolder,
    WriteLock, in_flight, is_being_written, is_in_the_way, is_unread_log, read_bounded,
};

use crate::file_merge::store;
use crate::recovery::{EDITS_WAITING, JOURNAL, about, old_folder, recovery_findings, unfinished};

/// The content that files will have once the waiting edits are carried out.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    files: Contents,
    /// The files of the completed edits.
    pub(super) recovered: Vec<Recovered>,
    /// The last completed edit, if it was an undo, a redo or a discard.
    pub(super) completed: Option<Turned>,
    /// Unfinished edits that other users began.
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
        match store(root, Arc::clone(progress)) {
            Ok(store) if is_below_a_file(store.journal()) => {}
            Ok(store) => waiting.complete(root, &store, findings),
            // Without a state folder, this user has no waiting edits.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) => findings.push(unread(format!("edits may be missing: {error}"))),
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
        let completed = match settled(|| store.is_pending()) {
            Ok(is_pending) => try_to_complete(root, store, is_pending),
            Err(error) => return findings.push(unread_journal(store, &error)),
        };
        let error = match completed {
            Ok(Some(recovery)) => {
                findings.extend(recovery_findings(&recovery));
                self.recovered = recovery.made;
                self.completed = recovery.turned;
                return;
            }
            Ok(None) => None,
            Err(error) if is_unread_log(&error) => {
                return findings.push(unread_journal(store, &error));
            }
            Err(error) => Some(error),
        };
        // The library is read as if the edits were carried out.
        match (settled(|| store.pending()), error) {
            (Ok(files), error) => {
                self.files = files;
                findings.extend(error.map(|error| {
                    let message = format!("waiting edits cannot be carried out: {error}");
                    about(
                        Severity::Warning,
                        JOURNAL.to_owned(),
                        EDITS_WAITING,
                        message,
                    )
                }));
            }
            (Err(error), _) => findings.push(unread_journal(store, &error)),
        }
    }

    /// Returns whether a waiting edit writes or deletes a file.
    pub(super) fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Returns the content of the file at `path`, whose name in the library is `name`, as if the waiting edits were
    /// carried out. `None` if it does not exist or would be deleted.
    pub(super) fn read(&self, name: &str, path: &Path) -> io::Result<Option<Vec<u8>>> {
        if let Some(content) = self.files.get(name) {
            return Ok(content.clone());
        }
        read_bounded(path, MAX_SIDECAR_BYTES)
    }
}

/// Reads the journal. Repeats a failed read once, because another program of this user may have changed the journal
/// meanwhile; does not repeat after an error of the operating system, or if the journal's path is not a file.
fn settled<T>(read: impl Fn() -> io::Result<T>) -> io::Result<T> {
    read().or_else(|error| {
        if is_unread_log(&error) || is_in_the_way(&error) {
            Err(error)
        } else {
            read()
        }
    })
}

/// Completes the edits in the journal and the edits of an earlier version, and clears the journal. `None` if there is
/// something to do but another program is writing.
fn try_to_complete(root: &Path, store: &Store, is_pending: bool) -> io::Result<Option<Recovery>> {
    let is_old_read = store.has_adopted_old();
    if !is_pending && is_old_read && !store.has_left() {
        return Ok(Some(Recovery::default()));
    }
    let Some(_lock) = WriteLock::take_if_free(root) else {
        return Ok(None);
    };
    match recover(store) {
        // All edits in the journal are complete, so failing to clear it does no harm.
        Err(_) if !is_pending && is_old_read => Ok(Some(Recovery::default())),
        recovered => recovered.map(Some),
    }
}

/// Completes waiting edits, and edits that an earlier version left in the library.
fn recover(store: &Store) -> io::Result<Recovery> {
    let mut recovery = store.recover(&[])?;
    if !store.has_adopted_old() {
        let secret = UserFolder::State.path()?.join("secret");
        recovery.made.extend(store.adopt_old(&secret)?.made);
    }
    Ok(recovery)
}

/// Returns the finding about an unreadable journal. Acknowledged edits may be missing, so every result about the
/// library may be incomplete.
fn unread_journal(store: &Store, error: &io::Error) -> Finding {
    unread(if is_in_the_way(error) {
        format!("nothing can be edited: {error}")
    } else if is_unread_log(error) {
        format!("edits may be missing: {error}")
    } else {
        let path = store.journal().display();
        format!("edits may be missing: {path}: {error}")
    })
}

fn unread(message: String) -> Finding {
    about(Severity::Error, JOURNAL.to_owned(), EDITS_WAITING, message)
}

/// Returns whether a file has the path of one of the journal's parent folders, so that there is no journal.
fn is_below_a_file(journal: &Path) -> bool {
    let metadata = fs::metadata(journal);
    metadata.is_err_and(|error| error.kind() == io::ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Runs `settled` with a read that fails `failed` times; returns the number of reads, and whether one succeeded.
    fn reads(failed: usize) -> (usize, bool) {
        let reads = Cell::new(0);
        let read = || {
            reads.set(reads.get() + 1);
            if reads.get() > failed {
                Ok(())
            } else {
                Err(io::Error::from(io::ErrorKind::UnexpectedEof))
            }
        };
        let is_read = settled(read).is_ok();
        (reads.get(), is_read)
    }

    #[test]
    fn a_journal_that_changes_while_it_is_read_is_read_once_more() {
        assert_eq!(reads(0), (1, true));
        assert_eq!(reads(1), (2, true));
        assert_eq!(reads(2), (2, false));
    }
}
