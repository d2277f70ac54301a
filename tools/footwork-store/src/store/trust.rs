//! Edits of journals that were set aside because this user did not write them on this machine for this folder: what
//! they would do, and doing it once the user trusts them.

use std::collections::BTreeMap;
use std::io;

use super::Store;
use super::recover::Pending;
use crate::entry::{Entry, FileChange};
use crate::error::{StoreError, not_saved};
use crate::files::Files;
use crate::log::unsealed;
use crate::own_folder::{FOLDER, FOREIGN_JOURNAL};

/// How much of the edits is shown; more can be trusted all the same.
const MAX_SHOWN_BYTES: usize = 16 << 20;
const MAX_SHOWN_EDITS: usize = 1000;

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

impl<F: Files> Store<F> {
    /// What the journals hold that were set aside, and what they would do to the files as they are.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn foreign_edits(&self) -> io::Result<Vec<ForeignEdits>> {
        let mut known = BTreeMap::new();
        let mut shown = 0;
        let mut all = Vec::new();
        for journal in self.set_aside(FOREIGN_JOURNAL)? {
            let path = self.path(&journal);
            let mut edits = Vec::new();
            let mut at = 0;
            while edits.len() < MAX_SHOWN_EDITS && shown < MAX_SHOWN_BYTES {
                let left = (MAX_SHOWN_BYTES - shown) as u64;
                let Some((payload, behind)) = unsealed(&self.files, &path, at, left)? else {
                    break;
                };
                shown += payload.len();
                at = behind;
                edits.push(self.foreign_edit(&payload, &mut known)?);
            }
            let more_bytes = self.files.size(&path)?.saturating_sub(at);
            all.push(ForeignEdits {
                journal,
                edits,
                more_bytes,
            });
        }
        Ok(all)
    }

    /// Carries out what the journals hold that were set aside, each edit as one of this user, which can be undone; then
    /// removes them. Returns what was done. A journal that holds anything else stays. Called under the library's lock,
    /// after [`recover`](Self::recover).
    ///
    /// # Errors
    /// If an edit names a file that none may change, or a file cannot be written: earlier edits are then made, and the
    /// journal stays.
    pub fn trust(&self) -> Result<Vec<ForeignEdit>, StoreError> {
        let mut made = Vec::new();
        let journals = self.set_aside(FOREIGN_JOURNAL);
        for journal in journals.map_err(|error| not_saved(FOLDER, error))? {
            let at_journal = |error| not_saved(&journal, error);
            let path = self.path(&journal);
            let mut at = 0;
            while let Some((payload, behind)) =
                unsealed(&self.files, &path, at, u64::MAX).map_err(at_journal)?
            {
                let edit = self.foreign_edit(&payload, &mut BTreeMap::new());
                let edit = edit.map_err(at_journal)?;
                if let Some(why) = &edit.refused {
                    return Err(at_journal(io::Error::other(why.clone())));
                }
                self.commit(&edit.label, edit.changes.clone())?;
                made.push(edit);
                at = behind;
            }
            if self.files.size(&path).map_err(at_journal)? == at {
                self.files.remove(&path).map_err(at_journal)?;
            }
        }
        Ok(made)
    }

    /// What the edit in a payload would do to the files as they are, or as `known` says that they will be.
    fn foreign_edit(&self, payload: &[u8], known: &mut super::Contents) -> io::Result<ForeignEdit> {
        let refused = |label: String, why: io::Error| ForeignEdit {
            label,
            changes: Vec::new(),
            conflicts: Vec::new(),
            refused: Some(why.to_string()),
        };
        let mut entry = match Entry::read(payload) {
            Ok(entry) => entry,
            Err(error) => return Ok(refused(String::new(), error)),
        };
        // What is shown and done is named as what changes, and not as a link that leads there.
        for change in &mut entry.changes {
            match self.end_of(&change.file) {
                Ok(end) => change.file = end,
                Err(error) => return Ok(refused(entry.label, error)),
            }
        }
        let pending = self.pending_of(&entry, known)?;
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
        Ok(ForeignEdit {
            label: entry.label,
            changes: changes
                .filter(|change| change.before != change.after)
                .collect(),
            conflicts,
            refused: None,
        })
    }
}
