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

mod entry;
mod files;
mod history;
pub(crate) mod in_the_way;
mod log;
mod patience;
mod put;
mod reconcile;
mod recover;
mod set_aside;
mod turn;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Progress;
use crate::atomic::Staged;
use entry::{Deed, Entry, check_files, to_bytes};
use history::{History, kept_bytes};
use log::{Log, Records};

pub use entry::{FileChange, Step};
pub use files::{DiskFiles, Files};
pub use recover::{Contents, Recovered};
pub use set_aside::DAMAGED;

/// The folder of what can be made again or thrown away, from the library's root.
pub const FOLDER: &str = ".footwork";

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
    most_bytes: u64,
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
        most: u64,
    },
}

impl Kept {
    fn of(changes: &[FileChange], most: u64) -> Self {
        let sizes = changes
            .iter()
            .flat_map(|change| [&change.before, &change.after]);
        let bytes = sizes.flatten().map(|content| content.len() as u64).sum();
        match bytes > most {
            true => Self::TooLarge { bytes, most },
            false => Self::InHistory,
        }
    }
}

/// Why an edit was not made.
#[derive(Debug)]
pub enum StoreError {
    /// A file could not be written; everything is as it was.
    NotSaved {
        /// The file, from the library's root.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// A file was changed by somebody else since it was read; everything is as it was.
    Changed {
        /// The file, from the library's root.
        file: String,
    },
    /// A file could not be written, nor could the journal be emptied: it holds the edit, which is
    /// made when the library is next opened.
    InDoubt {
        /// The file, from the library's root.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// What is to be taken back, or made again, was changed since then.
    Conflict {
        /// The file, from the library's root.
        file: String,
        /// What was changed.
        what: String,
    },
    /// The history cannot be read, so nothing can be taken back.
    History(io::Error),
}

impl StoreError {
    /// A stable name of the kind of error, such as `not-saved`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSaved { .. } => "not-saved",
            Self::Changed { .. } => "changed-outside",
            Self::InDoubt { .. } => "in-doubt",
            Self::Conflict { .. } => "conflict",
            Self::History(_) => "bad-history",
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSaved { file, error } => write!(f, "{file} is not saved: {error}"),
            Self::Changed { file } => {
                write!(f, "{file} was changed by somebody else at the same moment")
            }
            Self::InDoubt { file, error } => write!(
                f,
                "{file} cannot be written: {error}; the edit may be kept in {FOLDER}/journal, and \
                 is then made when the library is next opened"
            ),
            Self::Conflict { file, what } => {
                write!(f, "{file} was changed since: {what}")
            }
            Self::History(error) => {
                write!(f, "{FOLDER}/history: {error}")?;
                match error.kind() {
                    io::ErrorKind::InvalidData => {
                        write!(f, "; the next edit sets it aside as {DAMAGED}")
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl<F: Files> Store<F> {
    /// The store of the library at `root`.
    pub fn new(root: &Path, files: F) -> Self {
        let folder = root.join(FOLDER);
        Self {
            root: root.to_path_buf(),
            files,
            journal: Log::new(folder.join("journal")),
            history: Log::new(folder.join("history")),
            most_bytes: history::MOST_BYTES,
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
    pub fn with_history_of(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// Makes an edit, which lasts when this returns. [`recover`](Self::recover) comes first, and both
    /// under the library's lock.
    ///
    /// # Errors
    /// When a file cannot be written, or is not as the edit says that it was.
    pub fn commit(&self, label: &str, changes: Vec<FileChange>) -> Result<Kept, StoreError> {
        let kept = Kept::of(&changes, kept_bytes(self.most_bytes));
        if !changes.is_empty() {
            self.enter(Deed::Edit, label, changes)?;
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

    fn enter(&self, deed: Deed, label: &str, changes: Vec<FileChange>) -> Result<(), StoreError> {
        let first = changes.first().map(|change| change.file.clone());
        let first = first.unwrap_or_else(|| format!("{FOLDER}/history"));
        let not_saved = |error| not_saved(&first, error);
        check_files(&changes).map_err(not_saved)?;
        for FileChange { file, .. } in &changes {
            let writable = self.files.check_writable(&self.path(file));
            writable.map_err(|error| self::not_saved(file, error))?;
        }
        // What is taken back or made again must not go, and adds little.
        if deed == Deed::Edit {
            self.shorten_history().map_err(not_saved)?;
        }
        let entry = Entry {
            deed,
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
        if self.history.size(&self.files)? <= self.most_bytes {
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
        let payloads = history.shortened(kept_bytes(self.most_bytes))?;
        self.history.rewrite(&self.files, &payloads)
    }
}

fn not_saved(file: &str, error: io::Error) -> StoreError {
    let file = file.to_owned();
    StoreError::NotSaved { file, error }
}
