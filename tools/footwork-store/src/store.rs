//! Committing edits so that none is lost: a journal, then the files, then the history.
//!
//! | step | if it fails, or the machine stops |
//! |---|---|
//! | the new contents go to the journal, synced | before this is done, nothing has happened |
//! | an edit of several files puts the [marker](crate::MARKER_FILE) into the library's root, synced | from here on, the journal says what to do |
//! | each content goes to a temporary file next to its file; all are synced | |
//! | each temporary file replaces its file; the folders are synced | |
//! | the edit goes to the history, synced, for undo and redo | |
//! | the marker is removed, and the journal is emptied | after this, the edit is acknowledged and permanent |
//!
//! **Why this order.** An edit of many files must take effect as a whole or not at all, but a file system replaces one
//! file at a time. So the journal holds the whole edit before any file changes, and the journal alone decides. If the
//! program was killed or the machine lost power, the same user's next program carries out the edits in the journal. The
//! history is written last and determines which edits of the journal are complete: an edit in the history is complete
//! and is not repeated, because other programs may have changed its files since. So an error before the edit is in the
//! history undoes everything, and emptying the journal need not be durable. The journal entry holds the place of the
//! history's next record. So before the history is shortened or replaced, the journal is emptied and synced.
//!
//! **Two disks.** Journal and history lie in the user's state folder, and the files in the library, which may be on
//! another disk. Each sync ends before the next step begins, so the order also holds across disks. The tests simulate
//! two disks, and stop, fill or disconnect either of them.
//!
//! **Whose edits.** The state folder belongs to one user. No record inside a library is carried out, except records
//! that an [earlier version](Store::adopt_old) of the same user's programs left there. A record may only name files
//! that [`FileCheck`](crate::FileCheck) accepts.
//!
//! Writers hold the library's lock; readers see whole files.
//!
//! **Assumptions.** If a machine loses power, two things must survive: the synced content of a file, and the names that
//! a folder held when it was synced. Some file systems, mostly network ones, cannot sync a folder and say so. On these
//! file systems, edits survive killed programs, but become durable only when the server writes its folders; until then,
//! a power cut of the server may bring old contents back. See [`DiskFiles`].

mod checked;
mod mark;
mod old;
mod put;
mod recover;
mod turn;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::entry::{Action, Entry, FileChange, to_bytes};
use crate::error::{StoreError, not_saved};
use crate::files::{DiskFiles, Files, LogFiles};
use crate::history::{self, History, kept_bytes};
use crate::log::Log;
use crate::marker::InFlight;
use crate::merge::Merge;
use crate::progress::Progress;
use crate::replace::Staged;
use crate::rooted::RootedFiles;

pub use old::OLD_FOLDER;
pub use recover::{Contents, Recovered, Recovery, Turned};

/// A stage of an edit: new contents are written next to the files, one step per file. The edit can still be rolled
/// back.
pub const WRITING: &str = "writing files";

/// A stage of an edit: new contents replace the old ones, one step per file.
pub const REPLACING: &str = "replacing files";

/// The files of a library, and the journal and history of one user's edits.
#[derive(Clone, Debug)]
pub struct Store<F = RootedFiles, S = DiskFiles> {
    root: PathBuf,
    files: F,
    /// The folder of the journal and the history.
    state: PathBuf,
    state_files: S,
    journal: Log,
    history: Log,
    max_history_bytes: u64,
    merge: Arc<dyn Merge>,
    progress: Arc<dyn Progress>,
}

/// How long a committed edit can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// As long as the history holds it.
    InHistory,
    /// The edit is larger than a shortened history may be, so the next edit may remove it.
    TooLarge {
        /// The total size of the edit's files before and after the edit, in bytes.
        bytes: u64,
        /// The maximum size of a shortened history, in bytes.
        max_bytes: u64,
    },
}

impl Kept {
    fn from_changes(changes: &[FileChange], max_bytes: u64) -> Self {
        let sizes = changes
            .iter()
            .flat_map(|change| [&change.before, &change.after]);
        let bytes = sizes.flatten().map(|content| content.len() as u64).sum();
        if bytes > max_bytes {
            Self::TooLarge { bytes, max_bytes }
        } else {
            Self::InHistory
        }
    }
}

impl Store {
    /// Returns the store of the library at `root`, whose journal and history lie in the folder `state`. Files that
    /// other programs changed too are merged by `merge`.
    pub fn new(root: &Path, state: &Path, merge: Arc<dyn Merge>) -> Self {
        Self::with_files(root, RootedFiles::new(root), state, DiskFiles, merge)
    }
}

impl<F: Files, S: LogFiles> Store<F, S> {
    /// Returns a store like [`new`](Store::new), but on other file systems: `files` for the library, and `state_files`
    /// for the state folder.
    pub fn with_files(
        root: &Path,
        files: F,
        state: &Path,
        state_files: S,
        merge: Arc<dyn Merge>,
    ) -> Self {
        Self {
            root: root.to_path_buf(),
            files,
            state: state.to_path_buf(),
            state_files,
            journal: Log::new(state.join("journal")),
            history: Log::new(state.join("history")),
            max_history_bytes: history::MAX_BYTES,
            merge,
            progress: Arc::new(()),
        }
    }

    /// Returns the path of the journal, which need not exist.
    pub fn journal(&self) -> &Path {
        self.journal.path()
    }

    /// Reports the progress of edits: the number of new contents that are [written](WRITING), and then the number that
    /// have [replaced](REPLACING) old ones.
    #[must_use]
    pub fn with_progress(self, progress: Arc<dyn Progress>) -> Self {
        Self { progress, ..self }
    }

    /// Sets the size beyond which the next edit shortens the history to half of that size. The default is 48 MiB. Undo
    /// and redo do not shorten the history.
    #[must_use]
    pub fn with_max_history_bytes(self, max_history_bytes: u64) -> Self {
        Self {
            max_history_bytes,
            ..self
        }
    }

    /// Makes an edit, which is durable when this returns. Called under the library's lock, after
    /// [`recover`](Self::recover).
    ///
    /// # Errors
    /// If no edit may change one of the files, if a file cannot be written, or if a file differs from the `before`
    /// content of its change.
    pub fn commit(&self, label: &str, changes: Vec<FileChange>) -> Result<Kept, StoreError> {
        let kept = Kept::from_changes(&changes, kept_bytes(self.max_history_bytes));
        if !changes.is_empty() {
            self.enter(Action::Edit, label, changes)?;
        }
        Ok(kept)
    }

    fn read(&self, file: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let content = self.files.read(&self.path(file));
        content.map_err(|error| not_saved(file, error))
    }

    fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    fn enter(
        &self,
        action: Action,
        label: &str,
        changes: Vec<FileChange>,
    ) -> Result<(), StoreError> {
        let first = changes.first().map(|change| change.file.clone());
        let first = first.unwrap_or_else(|| "the history".to_owned());
        let fault_in = |log: &Log, error| not_saved(&first, log.fault(error));
        self.check_files(&changes)?;
        for FileChange { file, .. } in &changes {
            let writable = self.files.check_writable(&self.path(file));
            writable.map_err(|error| not_saved(file, error))?;
        }
        let others = (changes.len() > 1).then(|| self.in_flight().others);
        // Only edits shorten the history: undo and redo must not lose the edit that they act on, and they add little.
        if action == Action::Edit {
            let shortened = self.shorten_history();
            shortened.map_err(|error| fault_in(&self.history, error))?;
        }
        let history_at = self.history.size(&self.state_files);
        let entry = Entry {
            action,
            label: label.to_owned(),
            history_at: history_at.map_err(|error| fault_in(&self.history, error))?,
            changes,
        };
        if let Err(error) = self.note(&entry) {
            // A torn entry does not count as an edit.
            let undone = self.journal.empty_synced(&self.state_files);
            return self.settled(&entry, undone, fault_in(&self.journal, error));
        }
        let others = others.as_deref();
        if let Err(error) = self.carry_out(&entry, others) {
            let undone = self.roll_back(&entry, others);
            return self.settled(&entry, undone, error);
        }
        if let Some(others) = others {
            self.unmark(others);
        }
        self.forget_made().ok();
        Ok(())
    }

    /// Empties a journal that holds only edits that are also in the history, or an incomplete edit. This need not be
    /// durable: if the edits reappear in the journal, the history still has them, and a torn record is still torn. The
    /// journal is synced before the history is shortened or replaced.
    fn forget_made(&self) -> io::Result<()> {
        self.journal.empty(&self.state_files)
    }

    /// Returns the outcome of an edit that failed and, if `undone` is an error, could not be rolled back either. If the
    /// journal still holds the edit, it is carried out after all, as the next writer would do. The edit is in doubt
    /// only if carrying it out fails too, if another program changed one of its files, or if the journal cannot be
    /// read.
    fn settled(
        &self,
        entry: &Entry,
        undone: io::Result<()>,
        error: StoreError,
    ) -> Result<(), StoreError> {
        if undone.is_ok() {
            return Err(error);
        }
        match self.holds(entry) {
            Ok(false) => Err(error),
            // The next recovery merges later changes by other programs, and reports conflicts.
            Ok(true)
                if !matches!(error, StoreError::Changed { .. }) && self.recover(&[]).is_ok() =>
            {
                Ok(())
            }
            _ => Err(error.doubted()),
        }
    }

    /// Returns whether the journal holds an entry.
    fn holds(&self, entry: &Entry) -> io::Result<bool> {
        let own = to_bytes(entry)?;
        for place in self.journal.scan(&self.state_files)?.places {
            if self.journal.has_at(&self.state_files, place.at, &own)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes the entry to the journal. The entry is durable when this returns.
    fn note(&self, entry: &Entry) -> io::Result<()> {
        let payload = to_bytes(entry)?;
        self.journal.append_synced(&self.state_files, &payload)?;
        // The first edit creates the journal.
        if entry.history_at == 0 {
            self.state_files.sync_folder(&self.state)?;
        }
        Ok(())
    }

    /// Carries out the edit in the journal. An edit of several files is first added to the marker, next to the edits of
    /// `others`.
    fn carry_out(&self, entry: &Entry, others: Option<&[InFlight]>) -> Result<(), StoreError> {
        if let Some(others) = others {
            self.mark(entry, others)?;
        }
        self.put(&entry.changes)?;
        let file = entry.changes.first().map_or("", |change| &change.file);
        let remembered = self.remember(entry);
        remembered.map_err(|error| not_saved(file, self.history.fault(error)))
    }

    /// Appends the entry to the history at the place recorded in it, so that it occurs only once.
    fn remember(&self, entry: &Entry) -> io::Result<()> {
        let record = to_bytes(&entry.record())?;
        // A program that was stopped may have left part of a record. One sync covers the cut and the append.
        self.history.cut(&self.state_files, entry.history_at)?;
        self.history.append_synced(&self.state_files, &record)?;
        if entry.history_at == 0 {
            self.state_files.sync_folder(&self.state)?;
        }
        Ok(())
    }

    /// Restores the files and the history to their state before the entry, and empties the journal. A file with other
    /// content than the entry's stays unchanged.
    fn roll_back(&self, entry: &Entry, others: Option<&[InFlight]>) -> io::Result<()> {
        // On a full disk, cutting the history frees the space that the old contents need.
        self.history
            .cut_synced(&self.state_files, entry.history_at)?;
        let mut folders = BTreeSet::new();
        for FileChange {
            file,
            before,
            after,
        } in &entry.changes
        {
            let path = self.path(file);
            if before == after || self.files.read(&path)? != *after {
                continue;
            }
            match before {
                Some(content) => {
                    let staged = Staged::new(&self.files, &path, content)?;
                    folders.insert(staged.folder().to_path_buf());
                    staged.put(&self.files)?;
                }
                None => {
                    self.files.remove(&path)?;
                    folders.insert(path.parent().unwrap_or(&self.root).to_path_buf());
                }
            }
        }
        for folder in folders {
            self.files.sync_folder(&folder)?;
        }
        if let Some(others) = others {
            self.unmark(others);
        }
        self.journal.empty_synced(&self.state_files)
    }

    /// Renames a history to `history.damaged` if it is damaged or of another version, so that later edits can be undone
    /// again; returns the fault. An earlier `history.damaged` is replaced. The next edit makes the renaming durable.
    /// Called under the library's lock, after [`recover`](Self::recover). Earlier edits stay made but can no longer be
    /// undone.
    ///
    /// # Errors
    /// If the history cannot be read for another reason, or cannot be renamed.
    pub fn replace_damaged_history(&self) -> io::Result<Option<String>> {
        let error = match History::read(&self.history, &self.state_files) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => error,
            read => return read.map(|_| None),
        };
        // The journal refers to its edit by the edit's place in the history. In a new history, another edit would be at
        // that place.
        self.journal.empty_synced(&self.state_files)?;
        // The next edit makes the renaming durable, because the first edit of a history syncs its folder.
        let damaged = self.state.join("history.damaged");
        self.state_files.rename(self.history.path(), &damaged)?;
        Ok(Some(error.to_string()))
    }

    /// Drops the oldest edits of a history that exceeds its maximum size.
    fn shorten_history(&self) -> io::Result<()> {
        if self.history.size(&self.state_files)? <= self.max_history_bytes {
            return Ok(());
        }
        // The journal refers to its edit by the edit's place in the history. It holds no pending edit, but its last
        // emptying may not have been durable.
        if self.journal.empty_synced(&self.state_files).is_err() {
            return Ok(());
        }
        let history = match History::read(&self.history, &self.state_files) {
            Ok(history) => history,
            // A damaged history holds no edit that can be undone.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => History::default(),
            Err(_) => return Ok(()),
        };
        let max_bytes = kept_bytes(self.max_history_bytes);
        history.shorten(&self.history, &self.state_files, max_bytes)
    }
}
