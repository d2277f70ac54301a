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
    /// The file, below the library's root.
    pub file: String,
    /// What the edit does.
    pub label: String,
    /// What somebody else has since changed in another way; both versions are kept.
    pub conflicts: Vec<String>,
}

/// The contents that files will have, by their paths below the root; `None` for those that will be removed.
pub type Contents = BTreeMap<String, Option<Vec<u8>>>;

/// A change that is still to be made to a file as it is.
struct Pending {
    file: String,
    content: Option<Vec<u8>>,
    is_there: bool,
    conflicts: Vec<String>,
}

impl<F: Files> Store<F> {
    /// Whether the journal holds an edit that is not made yet, or a part of one, which [`recover`](Self::recover)
    /// deals with.
    ///
    /// # Errors
    /// If the journal or the history cannot be read, or the journal was written by another version.
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

    /// How many bytes at the journal's end are not a whole edit, and so belong to one that was never made.
    ///
    /// # Errors
    /// If the journal cannot be read, or was written by another version.
    pub fn torn_bytes(&self) -> io::Result<usize> {
        Ok(self.journal.read(&self.files)?.torn_bytes)
    }

    /// Carries out what the journal still holds, cuts off a torn record, and removes these temporary files. Called
    /// under the library's lock.
    ///
    /// An edit that the history has was made, and others may have changed its files since: it is not made once more.
    /// A journal that holds nothing else need not be emptied before the next edit.
    ///
    /// # Errors
    /// If a file cannot be read or written; the journal then stays as it is.
    pub fn recover(&self, temps: &[PathBuf]) -> io::Result<Vec<Recovered>> {
        let mut recovered = Vec::new();
        if self.journal.size(&self.files)? > 0 {
            // A killed program may not have synced the journal, nor the history.
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
                // The next edit must not be appended to a torn record.
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
            // A file that was replaced before the machine stopped may not be durable yet.
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

    /// The contents that files will have once the journal is carried out, for those who may not do that.
    ///
    /// # Errors
    /// If a file cannot be read.
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

    /// The edits of the journal, each with whether the history has it: its files are then durable.
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

    /// What an entry changes in the files as they are, or as earlier entries will have left them.
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
