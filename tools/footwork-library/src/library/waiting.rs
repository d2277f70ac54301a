//! Edits that the journal still holds when a library is opened, because whoever made them was
//! stopped.
//!
//! They are carried out if nobody else writes to the library and it can be written to; else they are
//! read as if they were.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::atomic::{Temporary, temporary};
use crate::bounded;
use crate::lock::WriteLock;
use crate::rebase::pose_cache;
use crate::sidecar::MAX_BYTES;
use crate::store::{Contents, FOLDER, Recovered, Store};
use crate::{Finding, Severity};

/// What files will say that do not yet.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    files: Contents,
}

impl Waiting {
    /// Carries out what the journal holds, or takes note of it.
    pub(super) fn settle(root: &Path, store: &Store, findings: &mut Vec<Finding>) -> Self {
        let files = match store.is_pending() {
            Ok(false) => Ok(Contents::new()),
            Ok(true) => match WriteLock::take_if_free(root) {
                Some(_lock) => Self::carry_out(store, findings).map(|()| Contents::new()),
                None => store.pending(),
            },
            Err(error) => Err(error),
        };
        let files = files.or_else(|error| {
            findings.push(finding(
                Severity::Warning,
                format!("{FOLDER}/journal"),
                "edits-waiting",
                format!("edits wait that cannot be carried out: {error}"),
            ));
            store.pending()
        });
        Self {
            files: files.unwrap_or_default(),
        }
    }

    /// Carries out what the journal holds, under the lock.
    fn carry_out(store: &Store, findings: &mut Vec<Finding>) -> io::Result<()> {
        let torn = store.torn_bytes()?;
        let recovered = store.recover(&[])?;
        if torn > 0 {
            findings.push(finding(
                Severity::Note,
                format!("{FOLDER}/journal"),
                "torn-journal",
                format!(
                    "its last {torn} bytes are no whole edit, and are dropped: it was stopped \
                     before it was made"
                ),
            ));
        }
        findings.extend(recovered.iter().flat_map(report));
        Ok(())
    }

    /// The content of a file below the root, which is called `name`; `None` where there is none.
    pub(super) fn read(&self, name: &str, path: &Path) -> io::Result<Option<Vec<u8>>> {
        if let Some(content) = self.files.get(name) {
            return Ok(content.clone());
        }
        bounded::read(path, MAX_BYTES)
    }
}

/// No file takes longer to be written.
const LONG_ENOUGH: Duration = Duration::from_secs(60);

/// Removes temporary files that somebody left who was stopped, unless somebody writes just now.
pub(super) fn sweep(root: &Path, mut found: Vec<PathBuf>) {
    for folder in [root.join(FOLDER), pose_cache::folder(root)] {
        let own = fs::read_dir(folder).into_iter().flatten().flatten();
        let own = own.map(|entry| entry.path());
        found.extend(own.filter(|path| temporary(path).is_some()));
    }
    if found.is_empty() {
        return;
    }
    if let Some(_lock) = WriteLock::take_if_free(root) {
        for path in found.iter().filter(|path| is_left(path)) {
            // The next opening tries again.
            _ = fs::remove_file(path);
        }
    }
}

/// Whether whoever wrote a temporary file was stopped. Of one that is written without the lock, such
/// as a picture, only its age tells.
fn is_left(path: &Path) -> bool {
    let modified = || fs::metadata(path).and_then(|metadata| metadata.modified());
    match temporary(path) {
        Some(Temporary::Locked) => true,
        Some(Temporary::Unlocked) => {
            modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LONG_ENOUGH))
        }
        None => false,
    }
}

fn report(recovered: &Recovered) -> Vec<Finding> {
    let Recovered {
        file,
        label,
        conflicts,
    } = recovered;
    let of = |severity, code, message| finding(severity, file.clone(), code, message);
    let mut findings = vec![of(
        Severity::Note,
        "recovered",
        format!("an edit that was interrupted is carried out: {label}"),
    )];
    findings.extend(conflicts.iter().map(|conflict| {
        let message = format!("it was changed in another way since the edit {label}: {conflict}");
        of(Severity::Warning, "edit-conflict", message)
    }));
    findings
}

fn finding(severity: Severity, file: String, code: &'static str, message: String) -> Finding {
    Finding {
        severity,
        file,
        position: None,
        code,
        message,
    }
}
