//! One writer at a time: the lock under which a library's files are read, changed and replaced.
//!
//! It is a lock of the operating system on `.footwork/lock`, which is released however its process ends. Readers
//! need no lock, since files are replaced atomically.
//!
//! **Fair among many writers.** A writer that wants the lock first locks `.footwork/queue`, and releases that once it has the
//! lock. So only one writer at a time waits for the lock itself and is sure to be the next, and a writer that makes one
//! edit after another has to queue behind it. The holder writes its name into the lock, on Windows into `.footwork/holder`. Those
//! that wait give up when the same holder stays there for too long, and are patient as long as the queue moves. So does
//! the next writer with the queue: a process that holds the queue alone is reported as waiting, not as writing.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::holder::Holder;
use crate::progress::Progress;
use crate::rooted::RootedFiles;

/// The file that is locked, below the library's root.
pub const LOCK_FILE: &str = ".footwork/lock";

/// The file that the next writer locks.
const QUEUE_FILE: &str = ".footwork/queue";

/// Where the holder's name is. On Windows no other process can read a locked file.
const NAME_FILE: &str = match cfg!(windows) {
    true => ".footwork/holder",
    false => LOCK_FILE,
};

/// How long a writer waits while the same other one holds the lock.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a writer waits in all, no matter who holds the lock.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// How often a lock is tried.
const PAUSE: Duration = Duration::from_millis(2);

/// How often a lock is opened that somebody replaces.
const MAX_OPENED: usize = 100;

/// How often the holder's name is read.
const LOOK: Duration = Duration::from_millis(100);

/// How often progress is reported.
const REPORT: Duration = Duration::from_secs(1);

/// Why a library cannot be written to; nothing has changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// Another writer has held the lock for seconds; `None` if its name is unknown.
    Locked(Option<Holder>),
    /// Nobody writes, but another process has been the next for seconds; `None` if its name is unknown.
    Queued(Option<Holder>),
    /// The lock cannot be created, as in a read-only folder.
    NotWritable(io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked(holder) => {
                let name = holder.as_ref().map(ToString::to_string);
                let name = name.as_deref().unwrap_or(UNKNOWN);
                write!(f, "{name} is writing to the library and holds {LOCK_FILE}")
            }
            Self::Queued(holder) => {
                let name = holder.as_ref().map(ToString::to_string);
                let name = name.as_deref().unwrap_or(UNKNOWN);
                write!(
                    f,
                    "{name} holds {QUEUE_FILE} without writing, and nobody else gets a turn"
                )
            }
            Self::NotWritable(error) => write!(
                f,
                "the library cannot be written to: {LOCK_FILE} cannot be locked: {error}"
            ),
        }
    }
}

impl std::error::Error for LockError {}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> Self {
        Self::NotWritable(error)
    }
}

/// A holder without a name.
const UNKNOWN: &str = "another program";

/// The right to write to a library, until it is dropped.
#[derive(Debug)]
pub struct WriteLock {
    file: File,
    /// Where its holder's name is, if that is another file.
    name: Option<File>,
}

impl WriteLock {
    /// Takes the lock if it is free and can be created.
    pub fn take_if_free(root: &Path) -> Option<Self> {
        let lock = |file: &File| file.try_lock().map_err(io::Error::from);
        Some(Self::named(root, locked(root, LOCK_FILE, lock).ok()?))
    }

    /// Takes the lock of the library at `root`, and waits for writers that hold it or wait for it already: as long as
    /// they take turns, at most five minutes, but only ten seconds while one of them holds it. Reports to `progress`
    /// for whom it waits.
    ///
    /// # Errors
    /// If another writer holds it for longer, or the library cannot be written to.
    pub fn take(root: &Path, progress: &dyn Progress) -> Result<Self, LockError> {
        let mut wait = Wait::new(root, progress);
        let queue = locked(root, QUEUE_FILE, |file| wait.until_locked(file))?;
        let _queue = Queue::named(queue);
        wait.is_next = true;
        let file = locked(root, LOCK_FILE, |file| wait.until_locked(file))?;
        drop(wait);
        Ok(Self::named(root, file))
    }

    /// Writes the name of this process beside the lock that it holds, or into it.
    fn named(root: &Path, file: File) -> Self {
        // Without a name, those that wait only know less.
        let open = || locked(root, NAME_FILE, |_| Ok::<_, io::Error>(())).ok();
        let name = (NAME_FILE != LOCK_FILE).then(open).flatten();
        let lock = Self { file, name };
        lock.write(Some(&Holder::own()));
        lock
    }

    fn write(&self, holder: Option<&Holder>) {
        _ = Holder::write(holder, self.name.as_ref().unwrap_or(&self.file));
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        self.write(None);
    }
}

/// The right to be the next writer, with the name of this process in it until it is dropped.
struct Queue(File);

impl Queue {
    fn named(file: File) -> Self {
        let queue = Self(file);
        queue.write(Some(&Holder::own()));
        queue
    }

    /// On Windows no other process can read a locked file.
    fn write(&self, holder: Option<&Holder>) {
        if !cfg!(windows) {
            _ = Holder::write(holder, &self.0);
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.write(None);
    }
}

/// A writer that waits for its turn.
struct Wait<'a> {
    root: &'a Path,
    progress: &'a dyn Progress,
    began: Instant,
    holder: Option<Holder>,
    /// The process that will hold the lock next, until this one does.
    next: Option<Holder>,
    is_next: bool,
    /// Since when the two have been these.
    since: Instant,
    looked: Option<Instant>,
    reported: Option<Instant>,
}

impl<'a> Wait<'a> {
    fn new(root: &'a Path, progress: &'a dyn Progress) -> Self {
        let began = Instant::now();
        Self {
            root,
            progress,
            began,
            holder: None,
            next: None,
            is_next: false,
            since: began,
            looked: None,
            reported: None,
        }
    }

    fn until_locked(&mut self, file: &File) -> Result<(), LockError> {
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::Error(error)) => return Err(LockError::NotWritable(error)),
                Err(TryLockError::WouldBlock) => {}
            }
            self.look();
            if self.since.elapsed() > PATIENCE || self.began.elapsed() > MAX_WAIT {
                return Err(match self.holder.take() {
                    None if !self.is_next && self.is_lock_free() => {
                        LockError::Queued(self.next.take())
                    }
                    holder => LockError::Locked(holder),
                });
            }
            thread::sleep(PAUSE);
        }
    }

    fn is_lock_free(&self) -> bool {
        open(self.root, LOCK_FILE).is_ok_and(|lock| lock.try_lock().is_ok())
    }

    /// Finds out who holds the lock, and reports that now and then.
    fn look(&mut self) {
        if self.looked.is_some_and(|at| at.elapsed() < LOOK) {
            return;
        }
        let named = |file| Holder::read(&open(self.root, file).ok()?);
        let holder = named(NAME_FILE);
        let next = (!self.is_next).then(|| named(QUEUE_FILE)).flatten();
        if holder != self.holder || next != self.next && !self.is_next {
            self.since = Instant::now();
        }
        (self.holder, self.next) = (holder, next);
        self.looked = Some(Instant::now());
        if self.reported.unwrap_or(self.began).elapsed() >= REPORT {
            let named = self.holder.as_ref().or(self.next.as_ref());
            let name = named.map(ToString::to_string);
            let name = name.as_deref().unwrap_or(UNKNOWN);
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

/// Opens a file and locks it by `lock`. What was replaced or removed meanwhile, or has another name elsewhere, is not
/// the lock: it is opened once more.
fn locked<E: From<io::Error>>(
    root: &Path,
    file: &str,
    mut lock: impl FnMut(&File) -> Result<(), E>,
) -> Result<File, E> {
    let (files, path) = (RootedFiles::new(root), root.join(file));
    for _ in 0..MAX_OPENED {
        let opened = open(root, file)?;
        lock(&opened)?;
        if files.keeps_lock(&path, &opened)? {
            return Ok(opened);
        }
    }
    Err(io::Error::other("somebody keeps replacing it").into())
}

/// Opens the file, creating it and its folder if they do not exist. Links are not followed.
fn open(root: &Path, file: &str) -> io::Result<File> {
    let files = RootedFiles::new(root);
    files.make_own_folder()?;
    files.open_lock(&root.join(file))
}
