//! Files that an earlier version left in `.footwork/`, its folder inside each library.
//!
//! The journal in that folder may come from anyone, because it travels with the library. So the earlier version sealed
//! each record with a secret of the user and the library's path; nothing is trusted without that seal.

use std::fs;
use std::io;
use std::path::Path;

use super::Store;
use super::recover::{Contents, Pending, Recovered, Recovery};
use crate::entry::{Action, Entry, FileChange, to_bytes};
use crate::files::{Files, LogFiles};
use crate::regular_file::read_bounded;
use crate::rooted::RootedFiles;

/// The folder of an earlier version, below the library's root.
pub const OLD_FOLDER: &str = ".footwork";

/// The size of the largest journal or history that is read, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The size in bytes of the beginning of each record: `fwk2`, the length of its payload, the id of the key, and the
/// seal.
const HEADER: usize = 48;

/// A key for the records of one file, derived from the user's secret.
struct Seal([u8; 32]);

impl Seal {
    fn new(secret: &[u8; 32], root: &Path, file: &str) -> Self {
        let mut hasher = blake3::Hasher::new_keyed(secret);
        hasher.update(file.as_bytes());
        hasher.update(&[0]);
        hasher.update(root.as_os_str().as_encoded_bytes());
        Self(hasher.finalize().into())
    }

    /// Returns a record with this payload.
    fn record(&self, payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).unwrap_or(0).to_le_bytes();
        let id = blake3::keyed_hash(&self.0, b"");
        let seal = blake3::keyed_hash(&self.0, payload);
        [
            b"fwk2",
            &length[..],
            &id.as_bytes()[..8],
            seal.as_bytes(),
            payload,
        ]
        .concat()
    }
}

/// Returns the payloads of the records at the beginning of a journal that this user sealed.
fn payloads<'a>(mut journal: &'a [u8], seal: &Seal) -> Vec<&'a [u8]> {
    let mut payloads = Vec::new();
    while let Some((header, rest)) = journal.split_at_checked(HEADER) {
        let length = header[4..8]
            .iter()
            .rev()
            .fold(0, |n, byte| n << 8 | usize::from(*byte));
        let Some((payload, rest)) = rest.split_at_checked(length) else {
            break;
        };
        if payload.is_empty() || seal.record(payload)[..HEADER] != *header {
            break;
        }
        payloads.push(payload);
        journal = rest;
    }
    payloads
}

/// Returns the edits of an earlier version that this user sealed in its journal and that are missing from its history.
/// `secret` is the file that holds the earlier version's secret.
fn unmade(root: &Path, secret: &Path) -> io::Result<Vec<Entry>> {
    let Some(secret) = read_bounded(secret, 32)?.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok())
    else {
        return Ok(Vec::new());
    };
    let files = RootedFiles::new(root);
    let read = |name: &str| {
        let path = root.join(OLD_FOLDER).join(name);
        Ok::<_, io::Error>(files.read_bounded(&path, MAX_BYTES)?.unwrap_or_default())
    };
    let real = fs::canonicalize(root)?;
    let [journal, history] = ["journal", "history"].map(|name| Seal::new(&secret, &real, name));
    let (records, made) = (read("journal")?, read("history")?);
    let mut entries = Vec::new();
    for payload in payloads(&records, &journal) {
        let entry = Entry::read(payload)?;
        let record = history.record(&to_bytes(&entry.record())?);
        let at = usize::try_from(entry.history_at).unwrap_or(usize::MAX);
        if !made.get(at..).is_some_and(|made| made.starts_with(&record)) {
            entries.push(entry);
        }
    }
    Ok(entries)
}

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Completes, once, the edits that this user began in the library with an earlier version. Each becomes an edit of
    /// this version, which can be undone. Everything else in [`OLD_FOLDER`] is ignored. Called under the library's
    /// lock, after [`recover`](Self::recover). `secret` is the file with the user's secret, by which records are
    /// recognised.
    ///
    /// # Errors
    /// If an edit cannot be carried out; the next call tries again.
    pub fn adopt_old(&self, secret: &Path) -> io::Result<Recovery> {
        let mut recovery = Recovery::default();
        // Unreadable entries are not known to be this user's.
        let Ok(entries) = unmade(&self.root, secret) else {
            return Ok(recovery);
        };
        for entry in entries {
            let pending = self.pending_of(&entry, &Contents::new())?;
            let mut changes = Vec::new();
            for Pending {
                file,
                now,
                content,
                conflicts,
            } in pending
            {
                let label = entry.label.clone();
                let recovered = Recovered {
                    file: file.clone(),
                    label,
                    conflicts,
                };
                recovery.made.push(recovered);
                changes.push(FileChange {
                    file,
                    before: now,
                    after: content,
                });
            }
            changes.retain(|change| change.before != change.after);
            if !changes.is_empty() {
                self.enter(Action::Edit, &entry.label, changes)
                    .map_err(io::Error::other)?;
            }
        }
        self.state_files.append(&self.old_is_read(), b"read\n")?;
        Ok(recovery)
    }

    /// Returns whether [`adopt_old`](Self::adopt_old) has nothing left to do.
    pub fn has_adopted_old(&self) -> bool {
        let journal = self.root.join(OLD_FOLDER).join("journal");
        let is_empty = fs::symlink_metadata(journal).map_or(true, |journal| journal.len() == 0);
        is_empty
            || self
                .state_files
                .size(&self.old_is_read())
                .is_ok_and(|size| size > 0)
    }

    /// Returns the path of a file that exists once the earlier version's folder has been read.
    fn old_is_read(&self) -> std::path::PathBuf {
        self.state.join("old-folder-is-read")
    }
}
