//! Saving edits so that none is lost: a journal, then the files, then the history.
//!
//! | step | when it fails, or the machine stops |
//! |---|---|
//! | new contents go to `.footwork/journal`, synced | before: nothing has happened |
//! | each goes to a temporary file beside its file, all are synced | from here on: the journal says what to do |
//! | each takes the place of its file, the folders are synced | |
//! | the edit goes to `.footwork/history`, synced, for undo and redo | |
//! | the journal is emptied | after: the edit was acknowledged, and stands |
//!
//! An edit of many files is one step: all of it is there, or nothing. An error before the history
//! has it takes everything back; from then on it is made, and is not made again, as others may have
//! changed its files since. Whatever else the journal still holds, because a program was killed or a
//! machine lost power, is carried out by whoever comes next. Writers hold the library's lock;
//! everybody else sees whole files.
//!
//! What is promised for a machine that loses power rests on two things: that what was synced in a
//! file lasts, and that the names lasted which a folder held when it was synced. Some file systems,
//! mostly of networks, cannot sync a folder and say so; edits are made there all the same. They
//! survive programs that are killed, and last as soon as the server has written its folders down,
//! which is up to it: until then, a power cut there may bring old contents back. See [`DiskFiles`].

mod put;
mod recover;
mod set_aside;
mod turn;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::entry::{Action, Entry, FileChange, check_files, to_bytes};
use crate::error::{StoreError, not_saved};
use crate::files::{DiskFiles, Files};
use crate::history::{self, History, kept_bytes};
use crate::log::{Log, Records};
use crate::merge::Merge;
use crate::own_folder::FOLDER;
use crate::progress::Progress;
use crate::replace::Staged;

pub use recover::{Contents, Recovered};

/// Work of an edit: new contents are written beside the files, a step each. All can still be taken back.
pub const WRITING: &str = "writing files";

/// Work of an edit: new contents take the place of the old ones, a step each.
pub const REPLACING: &str = "replacing files";

/// Where the files of a library are changed.
#[derive(Clone, Debug)]
pub struct Store<F = DiskFiles> {
    root: PathBuf,
    files: F,
    journal: Log,
    history: Log,
    max_history_bytes: u64,
    merge: Arc<dyn Merge>,
    progress: Arc<dyn Progress>,
}

/// For how long an edit that was made can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// As long as the history goes back.
    InHistory,
    /// It is larger than what the history is shortened to, so that it may be gone from there after
    /// another edit.
    TooLarge {
        /// How many bytes the files have before and after it.
        bytes: u64,
        /// How many the history keeps.
        max_bytes: u64,
    },
}

impl Kept {
    fn from_changes(changes: &[FileChange], max_bytes: u64) -> Self {
        let sizes = changes
            .iter()
            .flat_map(|change| [&change.before, &change.after]);
        let bytes = sizes.flatten().map(|content| content.len() as u64).sum();
        match bytes > max_bytes {
            true => Self::TooLarge { bytes, max_bytes },
            false => Self::InHistory,
        }
    }
}

impl<F: Files> Store<F> {
    /// The store of the library at `root`, whose files are merged by `merge` where somebody else
    /// changed them too.
    pub fn new(root: &Path, files: F, merge: Arc<dyn Merge>) -> Self {
        let folder = root.join(FOLDER);
        Self {
            root: root.to_path_buf(),
            files,
            journal: Log::new(folder.join("journal")),
            history: Log::new(folder.join("history")),
            max_history_bytes: history::MAX_BYTES,
            merge,
            progress: Arc::new(()),
        }
    }

    /// The same, and tells how far edits are: how many of their new contents are
    /// [written](WRITING), and then have [taken their places](REPLACING).
    #[must_use]
    pub fn with_progress(self, progress: Arc<dyn Progress>) -> Self {
        Self { progress, ..self }
    }

    /// The same with a history that the next edit shortens, to half of it, when it is longer than so
    /// many bytes, in place of 64 MiB. Undo and redo shorten nothing.
    #[must_use]
    pub fn with_max_history_bytes(self, max_history_bytes: u64) -> Self {
        Self {
            max_history_bytes,
            ..self
        }
    }

    /// Makes an edit, which lasts when this returns. [`recover`](Self::recover) comes first, and both
    /// under the library's lock.
    ///
    /// # Errors
    /// When a file cannot be written, or is not as the edit says that it was.
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

    fn folder(&self) -> PathBuf {
        self.root.join(FOLDER)
    }

    fn enter(
        &self,
        action: Action,
        label: &str,
        changes: Vec<FileChange>,
    ) -> Result<(), StoreError> {
        let first = changes.first().map(|change| change.file.clone());
        let first = first.unwrap_or_else(|| format!("{FOLDER}/history"));
        let not_saved = |error| not_saved(&first, error);
        check_files(&changes).map_err(not_saved)?;
        for FileChange { file, .. } in &changes {
            let writable = self.files.check_writable(&self.path(file));
            writable.map_err(|error| self::not_saved(file, error))?;
        }
        // What is taken back or made again must not go, and adds little.
        if action == Action::Edit {
            self.shorten_history().map_err(not_saved)?;
        }
        let entry = Entry {
            action,
            label: label.to_owned(),
            history_at: self.history.size(&self.files).map_err(not_saved)?,
            changes,
        };
        if let Err(error) = self.note(&entry) {
            // Whatever was written of it is no edit.
            _ = self.journal.empty_synced(&self.files);
            return Err(self.doubted(&entry, not_saved(error)));
        }
        if let Err(error) = self.carry_out(&entry) {
            _ = self.take_back(&entry);
            return Err(self.doubted(&entry, error));
        }
        self.forget_made().ok();
        Ok(())
    }

    /// Empties a journal of edits that the history has, and of what is no whole edit. Nothing depends on
    /// whether that lasts: of a journal that says them again, the history tells that they are made, and
    /// what was torn off is no more whole than before. It is synced before the history becomes another.
    fn forget_made(&self) -> io::Result<()> {
        self.journal.empty(&self.files)
    }

    /// The error of an edit: in doubt where the journal still holds it, so that it will be made.
    fn doubted(&self, entry: &Entry, error: StoreError) -> StoreError {
        let holds = |journal: Records| to_bytes(entry).map(|own| journal.payloads.contains(&own));
        if let Ok(false) = self.journal.read(&self.files).and_then(holds) {
            return error;
        }
        match error {
            StoreError::NotSaved { file, error } => StoreError::InDoubt { file, error },
            StoreError::Changed { file } => {
                let error = io::Error::other("somebody else changed it at the same moment");
                StoreError::InDoubt { file, error }
            }
            other => other,
        }
    }

    /// Writes the entry to the journal, which lasts when this returns.
    fn note(&self, entry: &Entry) -> io::Result<()> {
        let payload = to_bytes(entry)?;
        self.files.create_folder(&self.folder())?;
        self.journal.append_synced(&self.files, &payload)?;
        // The first edit makes the folder and the journal.
        if entry.history_at == 0 {
            self.files.sync_folder(&self.folder())?;
            self.files.sync_folder(&self.root)?;
        }
        Ok(())
    }

    /// Does what the journal says.
    fn carry_out(&self, entry: &Entry) -> Result<(), StoreError> {
        self.put(&entry.changes)?;
        let file = entry.changes.first().map_or("", |change| &change.file);
        let remembered = self.remember(entry);
        remembered.map_err(|error| not_saved(file, error))
    }

    /// Adds the entry to the history, where it is once.
    fn remember(&self, entry: &Entry) -> io::Result<()> {
        let record = to_bytes(&entry.record())?;
        // A part of a record, left by who was stopped: the one sync is of both.
        self.history.cut(&self.files, entry.history_at)?;
        self.history.append_synced(&self.files, &record)?;
        if entry.history_at == 0 {
            self.files.sync_folder(&self.folder())?;
        }
        Ok(())
    }

    /// Makes everything as it was before the entry, and empties the journal.
    fn take_back(&self, entry: &Entry) -> io::Result<()> {
        // A disk that is full has room for the old contents without what the history grew by.
        self.history.cut_synced(&self.files, entry.history_at)?;
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
        self.journal.empty_synced(&self.files)
    }

    /// Drops the oldest steps of a history that has grown too long.
    fn shorten_history(&self) -> io::Result<()> {
        if self.history.size(&self.files)? <= self.max_history_bytes {
            return Ok(());
        }
        // What the journal holds is found in the history by its place. It holds nothing to be made,
        // and may have been emptied without that lasting.
        if self.journal.empty_synced(&self.files).is_err() {
            return Ok(());
        }
        let history = match History::read(&self.history, &self.files) {
            Ok(history) => history,
            // One that is damaged is of no use.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => History::default(),
            Err(_) => return Ok(()),
        };
        let payloads = history.shortened(kept_bytes(self.max_history_bytes))?;
        self.history.rewrite(&self.files, &payloads)
    }
}
