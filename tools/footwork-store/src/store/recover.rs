//! Carrying out what the journal still holds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use super::Store;
use crate::entry::{Entry, to_bytes};
use crate::files::Files;
use crate::log;
use crate::merge::{Direction, MergedFile, Sides, reconcile};
use crate::replace::Staged;

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
    /// Whether the journal holds what is not made yet, so that [`recover`](Self::recover) has something
    /// to do.
    ///
    /// # Errors
    /// When the journal or the history cannot be read, or the journal was written by another version.
    pub fn is_pending(&self) -> io::Result<bool> {
        if self.journal.size(&self.files)? == 0 {
            return Ok(false);
        }
        Ok(self.torn_bytes()? > 0 || !self.unmade()?.is_empty())
    }

    /// Whether there is anything in the journal, made or not.
    pub fn has_journal(&self) -> bool {
        self.journal.size(&self.files).is_ok_and(|size| size > 0)
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
    /// What the history has was made, and others may have changed the files since: it is not made
    /// again. A journal that holds nothing else need not be emptied for the next edit.
    ///
    /// # Errors
    /// When a file cannot be read or written; the journal then stays as it is.
    pub fn recover(&self, temps: &[PathBuf]) -> io::Result<Vec<Recovered>> {
        let mut recovered = Vec::new();
        if self.journal.size(&self.files)? > 0 {
            // Of a program that was killed, not even the journal need last, nor the history.
            self.journal.sync(&self.files)?;
            self.files.sync_folder(&self.folder())?;
            self.files.sync_folder(&self.root)?;
            let torn_bytes = self.torn_bytes()?;
            let entries = self.entries()?;
            if entries.iter().any(|(_, is_made)| *is_made) {
                self.history.sync(&self.files)?;
            }
            let mut known = BTreeMap::new();
            for (entry, is_made) in entries {
                if !is_made {
                    recovered.extend(self.make(&entry, &mut known)?);
                }
            }
            match self.forget_made() {
                // What is torn off would be in the way of the next edit.
                Err(error) if torn_bytes > 0 => return Err(error),
                _ => {}
            }
        }
        for temp in temps {
            self.files.remove(temp)?;
        }
        Ok(recovered)
    }

    /// Carries out one edit of the journal.
    fn make(&self, entry: &Entry, known: &mut Contents) -> io::Result<Vec<Recovered>> {
        let mut folders = BTreeSet::new();
        let mut recovered = Vec::new();
        for pending in self.pending_of(entry, known)? {
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
        self.remember(entry)?;
        Ok(recovered)
    }

    /// What files will say once the journal is carried out, for those who may not do that.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn pending(&self) -> io::Result<Contents> {
        let mut known = BTreeMap::new();
        for entry in self.unmade()? {
            self.pending_of(&entry, &mut known)?;
        }
        Ok(known)
    }

    /// The edits of the journal that the history does not have.
    fn unmade(&self) -> io::Result<Vec<Entry>> {
        let entries = self.entries()?.into_iter();
        let unmade = entries.filter(|(_, is_made)| !is_made);
        Ok(unmade.map(|(entry, _)| entry).collect())
    }

    /// The edits of the journal, each with whether the history has it: then its files were made to
    /// last before.
    fn entries(&self) -> io::Result<Vec<(Entry, bool)>> {
        let records = self.journal.read(&self.files)?;
        let payloads = records.payloads.iter();
        let entries: io::Result<Vec<Entry>> =
            payloads.map(|payload| Entry::read(payload)).collect();
        let entries = entries?;
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let history = self.files.read(self.history.path());
        let history = history?.unwrap_or_default();
        let with_made = entries.into_iter().map(|entry| {
            let record = log::record(&to_bytes(&entry.record())?)?;
            let at = usize::try_from(entry.history_at).ok();
            let there = at.and_then(|at| history.get(at..));
            let is_made = there.is_some_and(|there| there.starts_with(&record));
            Ok((entry, is_made))
        });
        with_made.collect()
    }

    /// What an entry changes in files as they are now, or as earlier changes will have made them.
    fn pending_of(&self, entry: &Entry, known: &mut Contents) -> io::Result<Vec<Pending>> {
        let changes = entry.changes.iter();
        let pending = changes.map(|change| {
            let now = match known.get(&change.file) {
                Some(content) => content.clone(),
                None => self.files.read(&self.path(&change.file))?,
            };
            let sides = Sides {
                base: change.before.as_deref(),
                ours: change.after.as_deref(),
                theirs: now.as_deref(),
            };
            let MergedFile { content, conflicts } =
                reconcile(&*self.merge, &change.file, sides, Direction::Forward);
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
