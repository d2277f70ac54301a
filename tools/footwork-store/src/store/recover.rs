//! Recovery: carries out the edits that the journal still holds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use super::Store;
use crate::entry::{Action, Entry, FileChange, HistoryEntry, to_bytes};
use crate::files::{Files, LogFiles};
use crate::log::{HEADER, Records};
use crate::merge::{Direction, MergedFile, Sides, reconcile};
use crate::regular_file::is_in_the_way;
use crate::replace::Staged;

/// A file of an edit carried out from the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The file, below the library's root.
    pub file: String,
    /// A description of the edit.
    pub label: String,
    /// Messages about items that another program has since changed differently. A sidecar keeps both versions of an
    /// item; any other file stays as the other program wrote it.
    pub conflicts: Vec<String>,
}

/// The future contents of files, by their paths below the root; `None` for a file to be removed.
pub type Contents = BTreeMap<String, Option<Vec<u8>>>;

/// A pending change to the current content of a file.
pub(super) struct Pending {
    pub(super) file: String,
    pub(super) now: Option<Vec<u8>>,
    pub(super) content: Option<Vec<u8>>,
    pub(super) conflicts: Vec<String>,
}

/// The edits of a journal.
#[derive(Default)]
struct Entries {
    unmade: Vec<Entry>,
    /// Whether the journal also holds edits that the history already has.
    has_made: bool,
}

/// An interrupted undo, redo or discard, completed by recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// The kind of step; never [`Action::Edit`].
    pub action: Action,
    /// The edit that was undone, redone or discarded, and its changes.
    pub step: HistoryEntry,
}

/// The outcome of [`recover`](Store::recover).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// The files of the completed edits.
    pub made: Vec<Recovered>,
    /// The last completed edit, if it was an undo, a redo or a discard.
    pub turned: Option<Turned>,
    /// The number of bytes at the journal's end that belong to an edit that was never made.
    pub torn_bytes: u64,
}

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Returns whether the journal holds an edit that is not made yet, which [`recover`](Self::recover) carries out, or a
    /// part of an edit, which it cuts off.
    ///
    /// # Errors
    /// If the journal or the history cannot be read, or the journal was written by a newer version.
    pub fn is_pending(&self) -> io::Result<bool> {
        if self.journal.size(&self.state_files)? == 0 {
            return Ok(false);
        }
        let records = self.journal.scan(&self.state_files)?;
        Ok(records.torn_bytes > 0 || !self.entries(&records)?.unmade.is_empty())
    }

    /// Returns whether the journal holds anything, even only completed edits, or the marker file lists an edit of this
    /// user.
    pub fn has_left(&self) -> bool {
        self.journal
            .size(&self.state_files)
            .is_ok_and(|size| size > 0)
            || !self.in_flight().own.is_empty()
    }

    /// Carries out the edits that the journal still holds, and cuts off a torn record. Removes the temporary files `temps`,
    /// and this user's edits from the marker file. Called under the library's lock.
    ///
    /// An edit in the history is complete and is not repeated, because other programs may have changed its files since.
    ///
    /// # Errors
    /// If a file cannot be read or written; the journal then still holds the edits that are not complete.
    pub fn recover(&self, temps: &[PathBuf]) -> io::Result<Recovery> {
        let mut recovery = Recovery::default();
        if self.journal.size(&self.state_files)? > 0 {
            let records = self.journal.scan(&self.state_files)?;
            self.make_all(&records, &mut recovery)?;
            recovery.torn_bytes = records.torn_bytes;
            match self.forget_made() {
                // The journal must not keep a torn record, or the next edit would be appended to it.
                Err(error) if recovery.torn_bytes > 0 => return Err(error),
                _ => {}
            }
        }
        let marked = self.in_flight();
        if !marked.own.is_empty() {
            self.unmark(&marked.others);
        }
        for temp in temps {
            self.files.remove(temp)?;
        }
        Ok(recovery)
    }

    /// Carries out the edits of the journal that have not been made yet.
    fn make_all(&self, records: &Records, recovery: &mut Recovery) -> io::Result<()> {
        // A killed program may have left the journal and the history unsynced.
        self.journal.sync(&self.state_files)?;
        self.state_files.sync_folder(&self.state)?;
        let Entries {
            mut unmade,
            has_made,
        } = self.entries(records)?;
        if has_made {
            self.history.sync(&self.state_files)?;
        }
        self.place_anew(&mut unmade)?;
        let mut known = BTreeMap::new();
        for entry in unmade {
            self.make(entry, &mut known, recovery)?;
        }
        Ok(())
    }

    /// Moves the edits of the journal to new places at the end of the history, if the history ends before the place of
    /// the first edit. This happens if the history was deleted or damaged.
    fn place_anew(&self, unmade: &mut [Entry]) -> io::Result<()> {
        let Some(first) = unmade.first() else {
            return Ok(());
        };
        let history = self.history.scan(&self.state_files)?;
        let mut end = history.end();
        // The torn bytes are part of the first edit's record.
        if history.torn_bytes > 0 || end >= first.history_at {
            return Ok(());
        }
        for entry in unmade.iter_mut() {
            entry.history_at = end;
            end += (HEADER + to_bytes(&entry.record())?.len()) as u64;
        }
        let payloads = unmade.iter().map(to_bytes);
        self.journal.rewrite(&self.state_files, 0, payloads)
    }

    /// Carries out one edit of the journal.
    fn make(&self, entry: Entry, known: &mut Contents, recovery: &mut Recovery) -> io::Result<()> {
        let mut folders = BTreeSet::new();
        let pending = self.pending_of(&entry, known)?;
        for pending in &pending {
            let path = self.path(&pending.file);
            // A file replaced before the machine stopped may not be durable yet.
            let target = self.files.target(&path)?;
            folders.insert(target.parent().unwrap_or(&self.root).to_path_buf());
            match &pending.content {
                content if *content == pending.now => {}
                Some(content) => {
                    Staged::new(&self.files, &path, content)?.put(&self.files)?;
                }
                None => self.files.remove(&path)?,
            }
        }
        for folder in &folders {
            self.files.sync_folder(folder)?;
        }
        self.remember(&entry)?;
        let Entry { action, label, .. } = entry;
        let mut changes = Vec::new();
        for pending in pending {
            recovery.made.push(Recovered {
                file: pending.file.clone(),
                label: label.clone(),
                conflicts: pending.conflicts,
            });
            changes.push(FileChange {
                file: pending.file.clone(),
                before: pending.now,
                after: pending.content.clone(),
            });
            known.insert(pending.file, pending.content);
        }
        let step = HistoryEntry { label, changes };
        recovery.turned = (action != Action::Edit).then_some(Turned { action, step });
        Ok(())
    }

    /// Returns the contents that files will have once the journal is carried out, for callers that cannot carry it out.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn pending(&self) -> io::Result<Contents> {
        let mut known = BTreeMap::new();
        let records = self.journal.scan(&self.state_files)?;
        for entry in self.entries(&records)?.unmade {
            for pending in self.pending_of(&entry, &known)? {
                known.insert(pending.file, pending.content);
            }
        }
        Ok(known)
    }

    /// Returns the edits of the journal that are not in the history. Edits in the history are complete, and their files
    /// are durable.
    fn entries(&self, records: &Records) -> io::Result<Entries> {
        let mut entries = Entries::default();
        let mut check = self.merge.file_check();
        for place in &records.places {
            let entry = Entry::read(&self.journal.load(&self.state_files, *place)?)?;
            for change in &entry.changes {
                self.end_of(&change.file, &mut *check)?;
            }
            let record = to_bytes(&entry.record())?;
            let at = entry.history_at;
            if self.history.has_at(&self.state_files, at, &record)? {
                entries.has_made = true
            } else {
                entries.unmade.push(entry)
            }
        }
        Ok(entries)
    }

    /// Returns the changes that an entry makes to the current files, or to the contents in `known`, which earlier
    /// entries will leave. If the entry names a file twice, the second change applies to the result of the first.
    pub(super) fn pending_of(&self, entry: &Entry, known: &Contents) -> io::Result<Vec<Pending>> {
        let mut all: Vec<Pending> = Vec::with_capacity(entry.changes.len());
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for change in &entry.changes {
            let earlier = places
                .get(change.file.as_str())
                .map(|place| &all[*place].content);
            let now = match earlier.or_else(|| known.get(&change.file)) {
                Some(content) => content.clone(),
                None => self.now(&change.file)?,
            };
            let sides = Sides {
                base: change.before.as_deref(),
                ours: change.after.as_deref(),
                theirs: now.as_deref(),
            };
            let MergedFile { content, conflicts } =
                reconcile(&*self.merge, &change.file, sides, Direction::Forward);
            places.insert(&change.file, all.len());
            all.push(Pending {
                file: change.file.clone(),
                now,
                content,
                conflicts,
            });
        }
        Ok(all)
    }

    /// Returns the current content of a file; errors name the file.
    fn now(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        let content = self.files.read(&self.path(file));
        content.map_err(|error| {
            if is_in_the_way(&error) {
                error
            } else {
                io::Error::new(error.kind(), format!("{file}: {error}"))
            }
        })
    }
}
