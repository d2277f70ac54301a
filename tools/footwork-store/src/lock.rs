//! One writer at a time: the lock under which a library's files are read, changed and replaced.
//!
//! A writer holds two locks of the operating system, which are released however its process ends. The lock on the
//! library's root keeps the programs of all users apart. The lock in the user's state folder keeps the programs of one
//! user apart and records the name of its holder. Readers need no lock, because files are replaced atomically.
//!
//! **Fair among many writers.** A writer first locks the file `queue` in the state folder, and releases it once it has
//! both locks. So only one writer per user waits for the two locks themselves, and that writer is certain to be next. A
//! writer that makes one edit after another must queue up again for each edit. Writers keep waiting while the queue
//! moves. They give up if the same process stays at the front for too long, even if that process itself waits for the
//! locks. Such a process is reported as waiting, not as writing. There is no queue between users.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::holder::Holder;
use crate::locked_file::LockedFile;
use crate::marker::in_flight;
use crate::progress::Progress;
use crate::regular_file::file_at;
use crate::replace::sweep_locked;
use crate::root_lock::RootLock;
use crate::user_folder::UserFolder;

/// The file in the state folder that the holder locks.
const LOCK_FILE: &str = "lock";

/// The file in the state folder that the next writer locks.
const QUEUE_FILE: &str = "queue";

/// The file that holds the name of the lock's holder. On Windows, a locked file cannot be read by other processes, so a
/// separate file is used.
const NAME_FILE: &str = if cfg!(windows) { "holder" } else { LOCK_FILE };

/// The maximum time that a writer waits while one other writer holds the lock.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum total time that a writer waits, whichever processes hold the lock.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// The pause between two attempts to lock.
const PAUSE: Duration = Duration::from_millis(2);

/// The interval between reads of the holder's name.
const LOOK: Duration = Duration::from_millis(100);

/// The interval between progress reports.
const REPORT: Duration = Duration::from_secs(1);

/// Why a library cannot be written to; nothing has changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// Another writer has held the lock for too long; its name, if known.
    Locked(Option<String>),
    /// No process writes, but another process of this user has been next in the queue for too long; its name, if known.
    Queued(Option<String>),
    /// The root of the library cannot be locked.
    NotWritable(io::Error),
    /// There is no folder for the journal.
    NoState(io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked(holder) => {
                let name = holder.as_deref().unwrap_or(UNKNOWN);
                write!(f, "{name} is writing to the library and holds its lock")
            }
            Self::Queued(next) => {
                let name = next.as_deref().unwrap_or(UNKNOWN);
                write!(
                    f,
                    "{name} holds the queue for the library without writing, and no other program gets a turn"
                )
            }
            Self::NotWritable(error) => {
                write!(f, "the library cannot be locked to write to it: {error}")
            }
            Self::NoState(error) => write!(f, "edits need a journal, and {error}"),
        }
    }
}

impl std::error::Error for LockError {}

/// The name for a holder without one.
const UNKNOWN: &str = "another program";

/// The right to write to a library, until it is dropped.
#[derive(Debug)]
pub struct WriteLock {
    /// The file that holds the holder's name.
    name: Option<File>,
    _own: LockedFile,
    _root: RootLock,
}

impl WriteLock {
    /// Takes the lock; `None` if it is held or cannot be created.
    pub fn take_if_free(root: &Path) -> Option<Self> {
        let state = state_of(root).ok()?;
        let own = LockedFile::try_lock(open(&state, LOCK_FILE).ok()?).ok()?;
        let root = RootLock::try_take(root).ok()?;
        Some(Self::named(&state, own, root))
    }

    /// Takes the lock of the library at `root`. Waits for writers that hold it or queued earlier: up to five minutes
    /// while they take turns, but only ten seconds while one of them holds it. Reports to `progress` the name of the
    /// process it waits for.
    ///
    /// # Errors
    /// If another writer holds the lock for longer, if the library cannot be locked, or if the user has no state
    /// folder.
    pub fn take(root: &Path, progress: &dyn Progress) -> Result<Self, LockError> {
        let state = state_of(root).map_err(LockError::NoState)?;
        let mut wait = Wait::new(root, &state, progress);
        let queue = open(&state, QUEUE_FILE).map_err(LockError::NoState)?;
        let _queue = Queue::named(wait.until_file_locked(queue)?);
        wait.phase = Phase::Own;
        let own = open(&state, LOCK_FILE).map_err(LockError::NoState)?;
        let own = wait.until_file_locked(own)?;
        wait.phase = Phase::Root;
        let root = wait.until_locked(|| RootLock::try_take(root))?;
        drop(wait);
        Ok(Self::named(&state, own, root))
    }

    /// Returns the lock, with the name of this process written into [`NAME_FILE`].
    fn named(state: &Path, own: LockedFile, root: RootLock) -> Self {
        sweep_locked(state);
        // If the name cannot be written, waiting processes merely cannot report it.
        let lock = Self {
            name: open(state, NAME_FILE).ok(),
            _own: own,
            _root: root,
        };
        lock.write(Some(&Holder::own()));
        lock
    }

    fn write(&self, holder: Option<&Holder>) {
        if let Some(name) = &self.name {
            _ = Holder::write(holder, name);
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        self.write(None);
    }
}

/// The right to be the next writer. The file holds the name of this process until the value is dropped.
struct Queue(LockedFile);

impl Queue {
    fn named(file: LockedFile) -> Self {
        let queue = Self(file);
        queue.write(Some(&Holder::own()));
        queue
    }

    /// Writes or removes the holder's name. Does nothing on Windows, because no other process can read a locked file
    /// there.
    fn write(&self, holder: Option<&Holder>) {
        if !cfg!(windows) {
            _ = Holder::write(holder, self.0.file());
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.write(None);
    }
}

/// Returns whether a program of any user writes to the library at `root` at this moment.
pub fn is_being_written(root: &Path) -> bool {
    RootLock::is_held(root)
}

/// The event that a writer waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The writer's turn to be next among the writers of its user.
    Queue,
    /// The end of a writer of the same user.
    Own,
    /// The end of a writer of another user.
    Root,
}

/// A writer that waits for its turn.
struct Wait<'a> {
    root: &'a Path,
    state: &'a Path,
    progress: &'a dyn Progress,
    began: Instant,
    phase: Phase,
    holder: Option<String>,
    /// The process of this user that will hold the lock next; `None` once this process is next.
    next: Option<String>,
    /// The time at which the holder or the next process last changed.
    since: Instant,
    looked: Option<Instant>,
    reported: Option<Instant>,
}

impl<'a> Wait<'a> {
    fn new(root: &'a Path, state: &'a Path, progress: &'a dyn Progress) -> Self {
        let began = Instant::now();
        Self {
            root,
            state,
            progress,
            began,
            phase: Phase::Queue,
            holder: None,
            next: None,
            since: began,
            looked: None,
            reported: None,
        }
    }

    fn until_file_locked(&mut self, file: File) -> Result<LockedFile, LockError> {
        self.until_locked(|| file.try_lock())?;
        Ok(LockedFile::already_locked(file))
    }

    fn until_locked<T>(
        &mut self,
        mut lock: impl FnMut() -> Result<T, TryLockError>,
    ) -> Result<T, LockError> {
        loop {
            match lock() {
                Ok(locked) => return Ok(locked),
                Err(TryLockError::Error(error)) => return Err(LockError::NotWritable(error)),
                Err(TryLockError::WouldBlock) => {}
            }
            self.look();
            if self.since.elapsed() > PATIENCE || self.began.elapsed() > MAX_WAIT {
                return Err(match self.holder.take() {
                    None if self.phase == Phase::Queue && self.is_lock_free() => {
                        LockError::Queued(self.next.take())
                    }
                    holder => LockError::Locked(holder),
                });
            }
            thread::sleep(PAUSE);
        }
    }

    fn is_lock_free(&self) -> bool {
        open(self.state, LOCK_FILE).is_ok_and(|lock| LockedFile::try_lock(lock).is_ok())
    }

    /// Finds out which process holds the lock, and reports it periodically.
    fn look(&mut self) {
        if self.looked.is_some_and(|at| at.elapsed() < LOOK) {
            return;
        }
        let named = |file| {
            let holder = Holder::read(&open(self.state, file).ok()?)?;
            Some(holder.to_string())
        };
        let (holder, next) = match self.phase {
            Phase::Queue => (named(NAME_FILE), named(QUEUE_FILE)),
            Phase::Own => (named(NAME_FILE), None),
            Phase::Root => (
                in_flight(self.root).pop().map(|edit| edit.to_string()),
                None,
            ),
        };
        if holder != self.holder || self.phase == Phase::Queue && next != self.next {
            self.since = Instant::now();
        }
        (self.holder, self.next) = (holder, next);
        self.looked = Some(Instant::now());
        if self.reported.unwrap_or(self.began).elapsed() >= REPORT {
            let name = self.holder.as_deref().or(self.next.as_deref());
            let name = name.unwrap_or(UNKNOWN);
            self.progress.waiting(Some(&format!("waiting for {name}")));
            self.reported = Some(Instant::now());
        }
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        if self.reported.is_some() {
            self.progress.waiting(None);
        }
    }
}

/// Returns the user's state folder for the library at `root`, which is created if it does not exist.
fn state_of(root: &Path) -> io::Result<PathBuf> {
    let state = UserFolder::State.of_library(root)?;
    state.make()?;
    Ok(state.path().to_owned())
}

fn open(state: &Path, file: &str) -> io::Result<File> {
    let path = state.join(file);
    file_at(&path)?;
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    options.open(&path).map_err(named)
}
