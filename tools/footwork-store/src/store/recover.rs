//! Carrying out what the journal still holds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use super::Store;
use crate::entry::{Action, Entry, FileChange, HistoryEntry, to_bytes};
use crate::files::Files;
use crate::log::{HEADER, Log, Records, Rest};
use crate::merge::{Direction, MergedFile, Sides, reconcile};
use crate::own_folder::{FOREIGN_HISTORY, FOREIGN_JOURNAL};
use crate::regular_file::is_in_the_way;
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
pub(super) struct Pending {
    pub(super) file: String,
    pub(super) now: Option<Vec<u8>>,
    pub(super) content: Option<Vec<u8>>,
    pub(super) conflicts: Vec<String>,
}

/// The edits of a journal.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) unmade: Vec<Entry>,
    /// Whether there are others, which the history has.
    has_made: bool,
}

/// A step of the history that was taken again: what an interrupted undo, redo or discard did once it was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// What was done; never [`Action::Edit`].
    pub action: Action,
    /// The edit that it was done with, and what changed.
    pub step: HistoryEntry,
}

/// What [`recover`](Store::recover) did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// The files of the edits that were carried out.
    pub made: Vec<Recovered>,
    /// The last of these edits, if it was an undo, a redo or a discard.
    pub turned: Option<Turned>,
    /// How many bytes at the journal's end were a part of an edit that was never made.
    pub torn_bytes: u64,
    /// Where journals were set aside that are not ours, or the parts of them that are not.
    pub set_aside: Vec<String>,
}

impl<F: Files> Store<F> {
    /// Whether the journal, or one that somebody else set aside, holds an edit of ours that is not made yet, or the
    /// journal a part of one or what is not ours. [`recover`](Self::recover) deals with all of it.
    ///
    /// # Errors
    /// If the journal or the history cannot be read, or the journal was written by a newer version.
    pub fn is_pending(&self) -> io::Result<bool> {
        if self.journal.size(&self.files)? > 0 {
            let records = self.journal.scan(&self.files)?;
            let entries = self.entries(&self.journal, &records)?;
            if records.rest != Rest::Nothing || !entries.unmade.is_empty() {
                return Ok(true);
            }
        }
        Ok(!self.own_journals_aside()?.is_empty())
    }

    /// Whether there is anything in the journal, made or not.
    pub fn has_journal(&self) -> bool {
        self.journal.size(&self.files).is_ok_and(|size| size > 0)
    }

    /// Whether the journal holds what this user did not write on this machine for this folder.
    ///
    /// # Errors
    /// If the journal cannot be read, or was written by a newer version.
    pub fn has_foreign_journal(&self) -> io::Result<bool> {
        Ok(self.journal.scan(&self.files)?.rest == Rest::Foreign)
    }

    /// Carries out what the journal still holds, cuts off a torn record, and removes these temporary files. Called
    /// under the library's lock.
    ///
    /// An edit that the history has was made, and others may have changed its files since: it is not made once more.
    /// A journal that holds nothing else need not be emptied before the next edit. Of what is not ours in a journal
    /// nothing is carried out: it is set aside. A journal of ours that somebody else set aside is carried out as if it
    /// still had its name.
    ///
    /// # Errors
    /// If a file cannot be read or written; the journal then stays as it is.
    pub fn recover(&self, temps: &[PathBuf]) -> io::Result<Recovery> {
        let mut recovery = Recovery::default();
        self.drop_copies_aside()?;
        self.recover_journal(&mut recovery)?;
        for aside in self.own_journals_aside()? {
            // One that cannot be emptied, or is another's by now, must not be replaced.
            if self.journal.size(&self.files)? > 0 {
                break;
            }
            self.take_back(&aside, &mut recovery)?;
            self.recover_journal(&mut recovery)?;
        }
        for temp in temps {
            self.files.remove(temp)?;
        }
        Ok(recovery)
    }

    fn recover_journal(&self, recovery: &mut Recovery) -> io::Result<()> {
        if self.journal.size(&self.files)? == 0 {
            return Ok(());
        }
        let mut records = self.journal.scan(&self.files)?;
        if records.rest == Rest::Foreign {
            if records.places.is_empty() {
                recovery.set_aside.push(self.set_journal_aside()?);
                return Ok(());
            }
            let rest = self.set_rest_aside(&self.journal, records.end())?;
            recovery.set_aside.push(rest);
            records.rest = Rest::Nothing;
        }
        self.carry_out_all(&records, recovery)
    }

    fn carry_out_all(&self, records: &Records, recovery: &mut Recovery) -> io::Result<()> {
        self.make_all(records, recovery)?;
        if let Rest::Torn(bytes) = records.rest {
            recovery.torn_bytes = bytes;
        }
        match self.forget_made() {
            // The next edit must not be appended to a torn record.
            Err(error) if recovery.torn_bytes > 0 => Err(error),
            _ => Ok(()),
        }
    }

    /// Carries out the edits of the journal that are not made.
    fn make_all(&self, records: &Records, recovery: &mut Recovery) -> io::Result<()> {
        // A killed program may not have synced the journal, nor the history.
        self.journal.sync(&self.files)?;
        self.files.sync_folder(&self.folder())?;
        self.files.sync_folder(&self.root)?;
        let Entries {
            mut unmade,
            has_made,
        } = self.entries(&self.journal, records)?;
        if has_made {
            self.history.sync(&self.files)?;
        }
        if !unmade.is_empty() && self.history.is_foreign(&self.files)? {
            // Nothing must be cut from it, nor added.
            self.rename_history(FOREIGN_HISTORY)?;
        }
        self.place_anew(&self.journal, &mut unmade, false)?;
        let mut known = BTreeMap::new();
        for entry in unmade {
            self.make(entry, &mut known, recovery)?;
        }
        Ok(())
    }

    /// Sets the journal aside under a new name, which is returned.
    fn set_journal_aside(&self) -> io::Result<String> {
        let aside = self.free_name(FOREIGN_JOURNAL)?;
        let (journal, path) = (self.journal.path(), self.path(&aside));
        self.set_file_aside(journal, &path)?;
        // Edits do not sync the name of a journal, other than the first of a history.
        self.files.append(self.journal.path(), b"")?;
        self.files.sync_folder(&self.folder())?;
        Ok(aside)
    }

    /// Gives the edits of a journal new places in the history if the first would not get where it is to go: the history
    /// was set aside or is gone, or edits were made while the journal `was_aside`. Otherwise, what a journal finds at
    /// its place was rolled back, and is cut off.
    pub(super) fn place_anew(
        &self,
        journal: &Log,
        unmade: &mut [Entry],
        was_aside: bool,
    ) -> io::Result<()> {
        let Some(first) = unmade.first() else {
            return Ok(());
        };
        let history = self.history.scan(&self.files)?;
        let mut end = history.end();
        let is_right = match history.rest {
            // What follows is a part of the first one's record.
            Rest::Torn(_) => !was_aside || end <= first.history_at,
            Rest::Nothing if was_aside => end == first.history_at,
            Rest::Nothing => end >= first.history_at,
            Rest::Foreign => true,
        };
        if is_right {
            return Ok(());
        }
        for entry in unmade.iter_mut() {
            entry.history_at = end;
            end += (HEADER + to_bytes(&entry.record())?.len()) as u64;
        }
        let payloads = unmade.iter().map(to_bytes);
        journal.rewrite(&self.files, 0, payloads)
    }

    /// Carries out one edit of the journal.
    fn make(&self, entry: Entry, known: &mut Contents, recovery: &mut Recovery) -> io::Result<()> {
        let mut folders = BTreeSet::new();
        let pending = self.pending_of(&entry, known)?;
        for pending in &pending {
            let path = self.path(&pending.file);
            // A file that was replaced before the machine stopped may not be durable yet.
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

    /// The contents that files will have once the journal is carried out, for those who may not do that.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn pending(&self) -> io::Result<Contents> {
        let mut known = BTreeMap::new();
        let mut journals = vec![self.journal.clone()];
        journals.extend(self.own_journals_aside()?);
        for journal in journals {
            let records = journal.scan(&self.files)?;
            for entry in self.entries(&journal, &records)?.unmade {
                for pending in self.pending_of(&entry, &known)? {
                    known.insert(pending.file, pending.content);
                }
            }
        }
        Ok(known)
    }

    /// The edits of a journal that the history does not have. Those that it has were made, and their files are
    /// durable.
    pub(super) fn entries(&self, journal: &Log, records: &Records) -> io::Result<Entries> {
        let mut entries = Entries::default();
        let mut check = self.merge.file_check();
        for place in &records.places {
            let entry = Entry::read(&journal.load(&self.files, *place)?)?;
            for change in &entry.changes {
                self.end_of(&change.file, &mut *check)?;
            }
            let record = to_bytes(&entry.record())?;
            let at = entry.history_at;
            match self.history.has_at(&self.files, at, &record)? {
                true => entries.has_made = true,
                false => entries.unmade.push(entry),
            }
        }
        Ok(entries)
    }

    /// What an entry changes in the files as they are, or as `known` says that earlier entries will have left them. Of a
    /// file that it names twice, the last is what counts.
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

    /// The content of a file; errors name it.
    fn now(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        let content = self.files.read(&self.path(file));
        content.map_err(|error| match is_in_the_way(&error) {
            true => error,
            false => io::Error::new(error.kind(), format!("{file}: {error}")),
        })
    }
}
