//! Recovers edits that the journal still holds when a library is opened, because the program that made them
//! was stopped.
//!
//! An edit lasts once it is in the journal, so readers must see it even if its files are not all replaced yet.
//! If the write lock is free, the edits are carried out now. Otherwise another program is writing, or the
//! library is read-only: the files stay as they are, and their content after the edits is read from the
//! journal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_sidecar::{Finding, MAX_SIDECAR_BYTES, Severity};
use footwork_store::{
    Contents, FOLDER, Store, Turned, WriteLock, is_in_the_way, read_bounded, sweep_temp_files,
    temp_files_in,
};

use crate::poses::cache;
use crate::recovery::{about, foreign_journal_in_use, recovery_findings};

/// The content that files will have once the waiting edits are carried out.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    files: Contents,
    /// What was carried out last, if it was an undo, a redo or a discard.
    pub(super) completed: Option<Turned>,
}

impl Waiting {
    /// Carries out the edits in the journal, or reads what they will write.
    pub(super) fn settle(root: &Path, store: &Store, findings: &mut Vec<Finding>) -> Self {
        let mut completed = None;
        let files = match store.is_pending() {
            Ok(false) => {
                // All its edits are already made. Clearing it is only tidying, so a failure does not matter.
                if store.has_journal()
                    && let Some(_lock) = WriteLock::take_if_free(root)
                {
                    let _ = store.recover(&[]);
                }
                Ok(Contents::new())
            }
            Ok(true) => match WriteLock::take_if_free(root) {
                Some(_lock) => store.recover(&[]).map(|recovery| {
                    findings.extend(recovery_findings(&recovery));
                    completed = recovery.turned;
                    Contents::new()
                }),
                None => {
                    if store.has_foreign_journal().unwrap_or(false) {
                        findings.push(foreign_journal_in_use());
                    }
                    store.pending()
                }
            },
            Err(error) => Err(error),
        };
        let files = files.or_else(|error| {
            let message = match is_in_the_way(&error) {
                true => format!("nothing can be edited: {error}"),
                false => format!("edits wait that cannot be carried out: {error}"),
            };
            let journal = format!("{FOLDER}/journal");
            let pending = store.pending();
            let severity = match &pending {
                // Acknowledged edits may be missing.
                Err(error) if is_fault(error) && may_hold_edits(&root.join(&journal)) => {
                    Severity::Error
                }
                _ => Severity::Warning,
            };
            findings.push(about(severity, journal, "edits-waiting", message));
            pending
        });
        Self {
            files: files.unwrap_or_default(),
            completed,
        }
    }

    /// Returns the content of a file, which is `name` below the root; `None` if it does not exist.
    pub(super) fn read(&self, name: &str, path: &Path) -> io::Result<Option<Vec<u8>>> {
        if let Some(content) = self.files.get(name) {
            return Ok(content.clone());
        }
        read_bounded(path, MAX_SIDECAR_BYTES)
    }
}

/// Whether the system failed, rather than that the journal is not what it should be.
fn is_fault(error: &io::Error) -> bool {
    error.raw_os_error().is_some()
}

/// Whether a journal that cannot be read may hold edits: it is there, and not known to be empty.
fn may_hold_edits(journal: &Path) -> bool {
    match fs::metadata(journal) {
        Ok(metadata) => metadata.len() > 0,
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// Removes temporary files that interrupted programs left behind, unless a program is writing now.
pub(super) fn sweep(root: &Path, mut found: Vec<PathBuf>) {
    for folder in [root.join(FOLDER), cache::folder(root)] {
        found.extend(temp_files_in(&folder));
    }
    sweep_temp_files(root, &found);
}
