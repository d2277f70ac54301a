//! Carrying out what the journal still holds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use super::entry::Entry;
use super::reconcile::{Way, reconcile};
use super::{Files, Store};
use crate::atomic::Staged;

/// A file that an edit in the journal concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The file, from the library's root.
    pub file: String,
    /// What the edit was.
    pub label: String,
    /// What somebody else changed in another way since then: both versions are kept.
    pub conflicts: Vec<String>,
}

/// What files will say, by their paths from the root; `None` for those that go away.
pub type Contents = BTreeMap<String, Option<Vec<u8>>>;

/// A change that is still to be made to a file as it is now.
struct Pending {
    file: String,
    content: Option<Vec<u8>>,
    is_there: bool,
    conflicts: Vec<String>,
}

impl<F: Files> Store<F> {
    /// Whether the journal holds anything, so that [`recover`](Self::recover) has something to do.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn is_pending(&self) -> io::Result<bool> {
        Ok(self.journal.size(&self.files)? > 0)
    }

    /// How many bytes at the journal's end are no whole edit, which was never made then.
    ///
    /// # Errors
    /// When the journal cannot be read, or was written by another version.
    pub fn torn_bytes(&self) -> io::Result<usize> {
        Ok(self.journal.read(&self.files)?.torn_bytes)
    }

    /// Carries out what the journal still holds, cuts what is torn off, and removes these temporary
    /// files. Under the library's lock.
    ///
    /// # Errors
    /// When a file cannot be read or written; the journal then stays as it is.
    pub fn recover(&self, temps: &[PathBuf]) -> io::Result<Vec<Recovered>> {
        let mut recovered = Vec::new();
        if self.is_pending()? {
            // Of a program that was killed, not even the journal need last.
            self.journal.sync(&self.files)?;
            self.files.sync_folder(&self.folder())?;
            self.files.sync_folder(&self.root)?;
            let mut known = BTreeMap::new();
            for entry in self.entries()? {
                let mut folders = BTreeSet::new();
                for pending in self.pending_of(&entry, &mut known)? {
                    let path = self.path(&pending.file);
                    // What took its place before the machine stopped may not have lasted.
                    let target = self.files.target(&path)?;
                    folders.insert(target.parent().unwrap_or(&self.root).to_path_buf());
                    match &pending.content {
                        _ if pending.is_there => {}
                        Some(content) => {
                            Staged::new(&self.files, &path, content)?.put(&self.files)?;
                        }
                        None => self.files.remove(&path)?,
                    }
                    recovered.push(Recovered {
                        file: pending.file,
                        label: entry.label.clone(),
                        conflicts: pending.conflicts,
                    });
                }
                for folder in &folders {
                    self.files.sync_folder(folder)?;
                }
                self.remember(&entry)?;
            }
            self.journal.empty(&self.files)?;
        }
        for temp in temps {
            self.files.remove(temp)?;
        }
        Ok(recovered)
    }

    /// What files will say once the journal is carried out, for those who may not do that.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn pending(&self) -> io::Result<Contents> {
        let mut known = BTreeMap::new();
        for entry in self.entries()? {
            self.pending_of(&entry, &mut known)?;
        }
        Ok(known)
    }

    fn entries(&self) -> io::Result<Vec<Entry>> {
        let records = self.journal.read(&self.files)?;
        let payloads = records.payloads.iter();
        payloads.map(|payload| Entry::read(payload)).collect()
    }

    /// What an entry changes in files as they are now, or as earlier changes will have made them.
    fn pending_of(&self, entry: &Entry, known: &mut Contents) -> io::Result<Vec<Pending>> {
        let changes = entry.changes.iter();
        let pending = changes.map(|change| {
            let now = match known.get(&change.file) {
                Some(content) => content.clone(),
                None => self.files.read(&self.path(&change.file))?,
            };
            let (before, after) = (change.before.clone(), change.after.clone());
            let (content, conflicts) =
                reconcile(&change.file, before, after, now.clone(), Way::Forth);
            known.insert(change.file.clone(), content.clone());
            Ok(Pending {
                file: change.file.clone(),
                is_there: content == now,
                content,
                conflicts,
            })
        });
        pending.collect()
    }
}
