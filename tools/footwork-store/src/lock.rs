//! One writer at a time: the lock under which a library's files are read, changed and replaced.
//!
//! It is a lock of the operating system on `.footwork/lock`, which is released however its process ends. Readers
//! need no lock, since files are replaced atomically.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::rooted::RootedFiles;

/// The file that is locked, below the library's root.
pub const LOCK_FILE: &str = ".footwork/lock";

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a library cannot be written to; nothing has changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// Another writer has held the lock for seconds.
    Locked,
    /// The lock cannot be created, as in a read-only folder.
    NotWritable(io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => write!(
                f,
                "another program is writing to the library and holds {LOCK_FILE}"
            ),
            Self::NotWritable(error) => {
                write!(
                    f,
                    "the library cannot be written to: {LOCK_FILE} cannot be locked: {error}"
                )
            }
        }
    }
}

impl std::error::Error for LockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Locked => None,
            Self::NotWritable(error) => Some(error),
        }
    }
}

/// The right to write to a library, until it is dropped.
#[derive(Debug)]
pub struct WriteLock {
    _file: File,
}

impl WriteLock {
    /// Takes the lock if it is free and can be created.
    pub fn take_if_free(root: &Path) -> Option<Self> {
        let file = open(root).ok()?;
        file.try_lock().ok()?;
        Some(Self { _file: file })
    }

    /// Takes the lock of the library at `root`, waiting up to five seconds for another writer.
    ///
    /// # Errors
    /// If another writer holds it for longer, or the library cannot be written to.
    pub fn take(root: &Path) -> Result<Self, LockError> {
        let file = open(root).map_err(LockError::NotWritable)?;
        let since = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::Error(error)) => return Err(LockError::NotWritable(error)),
                Err(TryLockError::WouldBlock) if since.elapsed() > PATIENCE => {
                    return Err(LockError::Locked);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

/// Opens the file, creating it and its folder if they do not exist. Links are not followed.
fn open(root: &Path) -> io::Result<File> {
    let files = RootedFiles::new(root);
    files.make_own_folder()?;
    files.open_or_create(&root.join(LOCK_FILE))
}
