//! Edits of journals that were set aside because this user did not write them on this machine for this folder: what
//! they would do, and doing it once the user trusts them.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use super::recover::{Contents, Pending};
use super::{Kept, Store};
use crate::entry::{Entry, FileChange};
use crate::error::{StoreError, not_saved};
use crate::files::Files;
use crate::log::{HEADER, unsealed, unsealed_length};
use crate::own_folder::{FOLDER, FOREIGN_JOURNAL};

/// How much of the edits is shown, records or contents before and after them; more can be trusted all the same. The first
/// edit is shown whatever its contents.
const MAX_SHOWN_BYTES: u64 = 2 << 20;
const MAX_SHOWN_EDITS: usize = 1000;

/// How much is carried out at once, as [`ForeignEdit::bytes`] counts it: it is in memory up to five times, and what is
/// printed of it comes on top.
const MAX_TRUSTED_BYTES: u64 = 3 << 20;

/// About what an edit or the change of a file takes in memory beside contents.
const CHANGE_BYTES: u64 = 1 << 8;

/// The largest record of somebody else that is read.
const MAX_RECORD_BYTES: u64 = MAX_TRUSTED_BYTES;

/// The largest content of a file, before or after an edit of somebody else, that is merged: this takes up to a hundred
/// times as much memory.
const MAX_CONTENT_BYTES: usize = 256 << 10;

/// What a journal holds that was set aside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignEdits {
    /// The journal, below the library's root.
    pub journal: String,
    /// Its edits, in order.
    pub edits: Vec<ForeignEdit>,
    /// How many bytes follow that are not shown: they are no edits, or there are too many.
    pub more_bytes: u64,
}

/// What an edit would do that somebody else made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignEdit {
    /// What it says that it does.
    pub label: String,
    /// The files it would change, from what they hold to what they would. Of a link, it is the file that it leads to.
    pub changes: Vec<FileChange>,
    /// What was changed in another way meanwhile.
    pub conflicts: Vec<String>,
    /// Why it cannot be carried out; it then changes nothing.
    pub refused: Option<String>,
}

impl ForeignEdit {
    /// About how large it is in memory: each file's path, the contents before and after, and what they take beside that.
    fn bytes(&self) -> u64 {
        let bytes_of = |change: &FileChange| {
            let contents = [&change.before, &change.after].into_iter().flatten();
            let bytes = change.file.len() + contents.map(Vec::len).sum::<usize>();
            CHANGE_BYTES + bytes as u64
        };
        CHANGE_BYTES + self.changes.iter().map(bytes_of).sum::<u64>()
    }
}

/// What is to be carried out.
#[derive(Debug, Default)]
struct Accepted {
    edits: Vec<ForeignEdit>,
    /// The contents after them.
    known: Contents,
    /// The contents before and after each.
    bytes: u64,
    /// The journals that hold nothing else.
    whole: Vec<PathBuf>,
}

impl<F: Files> Store<F> {
    /// What the journals hold that were set aside, and what they would do to the files as they are.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn foreign_edits(&self) -> io::Result<Vec<ForeignEdits>> {
        let mut known = Contents::new();
        let mut shown = 0;
        let mut all = Vec::new();
        for journal in self.set_aside(FOREIGN_JOURNAL)? {
            let mut edits = Vec::new();
            let mut at = 0;
            let read = self.show(&journal, &mut known, &mut shown, &mut at, &mut edits);
            edits.extend(read.err().map(|error| refused(String::new(), &error)));
            let size = self.files.size(&self.path(&journal)).unwrap_or(at);
            all.push(ForeignEdits {
                journal,
                edits,
                more_bytes: size.saturating_sub(at),
            });
        }
        Ok(all)
    }

    /// Adds the edits of a journal, and moves `at` behind them.
    fn show(
        &self,
        journal: &str,
        known: &mut Contents,
        shown: &mut u64,
        at: &mut u64,
        edits: &mut Vec<ForeignEdit>,
    ) -> io::Result<()> {
        let path = self.path(journal);
        while edits.len() < MAX_SHOWN_EDITS
            && let Some(length) = unsealed_length(&self.files, &path, *at)?
        {
            let is_first = *shown == 0;
            let read = if length <= MAX_RECORD_BYTES {
                length
            } else {
                0
            };
            if *shown + read > MAX_SHOWN_BYTES && !is_first {
                break;
            }
            let edit = self.foreign_edit_at(journal, *at, length, known)?;
            *shown += edit.bytes().max(read);
            if *shown > MAX_SHOWN_BYTES && !is_first {
                break;
            }
            edits.push(edit);
            *at += HEADER as u64 + length;
        }
        Ok(())
    }

    /// Carries out what the journals hold that were set aside, all of it as one edit of this user, which can be undone;
    /// then removes them. Returns what was done, and for how long it can be undone. A journal that holds anything else
    /// stays, as does one that cannot be removed: its edits change nothing more. Called under the library's lock, after
    /// [`recover`](Self::recover).
    ///
    /// # Errors
    /// If an edit of any of the journals is refused or conflicts with what the files say, if they change more than is
    /// carried out at once, or if a file cannot be written. Nothing is made then.
    pub fn trust(&self) -> Result<(Vec<ForeignEdit>, Kept), StoreError> {
        let journals = self.set_aside(FOREIGN_JOURNAL);
        let journals = journals.map_err(|error| not_saved(FOLDER, error))?;
        let mut accepted = Accepted::default();
        for journal in &journals {
            self.accept(journal, &mut accepted)?;
        }
        let Accepted {
            edits,
            whole,
            known,
            ..
        } = accepted;
        drop(known);
        let kept = self.commit(&label_of(&edits), at_once(&edits))?;
        for journal in whole {
            _ = self.files.remove(&journal);
        }
        Ok((edits, kept))
    }

    /// Accepts the edits of a journal, of which none may be refused or conflict.
    fn accept(&self, journal: &str, accepted: &mut Accepted) -> Result<(), StoreError> {
        let refused = |label: String, why: String| StoreError::Refused {
            journal: journal.to_owned(),
            label,
            why,
        };
        let unread = |error: io::Error| refused(String::new(), error.to_string());
        let path = self.path(journal);
        let mut at = 0;
        while let Some(length) = unsealed_length(&self.files, &path, at).map_err(unread)? {
            let edit = self.foreign_edit_at(journal, at, length, &mut accepted.known);
            let edit = edit.map_err(unread)?;
            if let Some(why) = edit.refused.as_ref().or(edit.conflicts.first()) {
                return Err(refused(edit.label.clone(), why.clone()));
            }
            accepted.bytes = accepted.bytes.saturating_add(edit.bytes());
            if accepted.bytes > MAX_TRUSTED_BYTES {
                let why = format!(
                    "with those before it, it changes more than the {MAX_TRUSTED_BYTES} bytes that are carried out \
                     at once"
                );
                return Err(refused(edit.label, why));
            }
            accepted.edits.push(edit);
            at += HEADER as u64 + length;
        }
        if self.files.size(&path).map_err(unread)? == at {
            accepted.whole.push(path);
        }
        Ok(())
    }

    /// The edit in the record at a place of a journal.
    fn foreign_edit_at(
        &self,
        journal: &str,
        at: u64,
        length: u64,
        known: &mut Contents,
    ) -> io::Result<ForeignEdit> {
        if length > MAX_RECORD_BYTES {
            let why = format!(
                "it has {length} bytes, which is more than the limit of {MAX_RECORD_BYTES}"
            );
            return Ok(refused(String::new(), &io::Error::other(why)));
        }
        let payload = unsealed(&self.files, &self.path(journal), at, length)?;
        Ok(self.foreign_edit(payload, known))
    }

    /// What the edit in a payload would do to the files as they are, or as `known` says that they will be.
    fn foreign_edit(&self, payload: Vec<u8>, known: &mut Contents) -> ForeignEdit {
        let mut entry = match Entry::read_foreign(&payload) {
            Ok(entry) => entry,
            Err(error) => return refused(String::new(), &error),
        };
        drop(payload);
        // What is shown and done is named as what changes, and not as a link that leads there.
        let mut check = self.merge.file_check();
        let mut named = BTreeSet::new();
        for change in &mut entry.changes {
            match self.end_of(&change.file, &mut *check) {
                Ok(end) => change.file = end,
                Err(error) => return refused(entry.label, &error),
            }
            // A small record could claim any memory by one large file.
            if !named.insert(change.file.clone()) {
                let why = format!("it names {:?} twice", change.file);
                return refused(entry.label, &io::Error::other(why));
            }
            let sizes =
                [&change.before, &change.after].map(|content| content.as_ref().map_or(0, Vec::len));
            if let Some(size) = sizes.into_iter().find(|size| *size > MAX_CONTENT_BYTES) {
                let why = format!(
                    "{}: it has a content of {size} bytes, which is more than the limit of {MAX_CONTENT_BYTES}",
                    change.file
                );
                return refused(entry.label, &io::Error::other(why));
            }
        }
        let pending = match self.pending_of(&entry, known) {
            Ok(pending) => pending,
            Err(error) => return refused(entry.label, &error),
        };
        for Pending {
            file, now, content, ..
        } in &pending
        {
            if let Some(content) = content
                && now.as_ref() != Some(content)
                && let Err(why) = self.merge.check_content(file, content)
            {
                let why = format!("{file}: it would hold what cannot be read: {why}");
                return refused(entry.label, &io::Error::other(why));
            }
        }
        // What is refused changes nothing that later edits find.
        let after = pending.iter();
        known.extend(after.map(|pending| (pending.file.clone(), pending.content.clone())));
        let conflicts = pending.iter().flat_map(|pending| {
            let said = |conflict: &String| format!("{}: {conflict}", pending.file);
            pending.conflicts.iter().map(said)
        });
        let conflicts = conflicts.collect();
        let change = |pending: Pending| FileChange {
            file: pending.file,
            before: pending.now,
            after: pending.content,
        };
        let changes = pending.into_iter().map(change);
        ForeignEdit {
            label: entry.label,
            changes: changes
                .filter(|change| change.before != change.after)
                .collect(),
            conflicts,
            refused: None,
        }
    }
}

/// The changes of edits that are made one after the other, as those of one.
fn at_once(edits: &[ForeignEdit]) -> Vec<FileChange> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all: Vec<FileChange> = Vec::new();
    for change in edits.iter().flat_map(|edit| &edit.changes) {
        match places.get(change.file.as_str()) {
            Some(place) => all[*place].after.clone_from(&change.after),
            None => {
                places.insert(&change.file, all.len());
                all.push(change.clone());
            }
        }
    }
    all.retain(|change| change.before != change.after);
    all
}

fn label_of(edits: &[ForeignEdit]) -> String {
    match edits {
        [] => String::new(),
        [edit] => edit.label.clone(),
        [first, others @ ..] => format!("{} and {} more", first.label, others.len()),
    }
}

/// An edit that cannot be carried out.
fn refused(label: String, why: &io::Error) -> ForeignEdit {
    ForeignEdit {
        label,
        changes: Vec::new(),
        conflicts: Vec::new(),
        refused: Some(why.to_string()),
    }
}
