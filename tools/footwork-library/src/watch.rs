//! Watches a library's folder for changes by other programs.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use footwork_store::{LOCK_FILE, MARKER_FILE, OLD_FOLDER, is_temp_file};
use notify::event::{Event, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// How long a folder must be quiet before a change counts as complete: programs write a file in several
/// steps, and version control writes many files.
const QUIET: Duration = Duration::from_millis(100);

/// The maximum number of changed files listed by name.
const MAX_FILES: usize = 256;

/// A noticed change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// These files changed; paths from the library's root, separated by `/`.
    Files(BTreeSet<String>),
    /// Any file may have changed: too many files changed, or the operating system does not say which.
    Anything,
}

impl Noticed {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Files(mut all), Self::Files(more)) => {
                all.extend(more);
                if all.len() <= MAX_FILES {
                    Self::Files(all)
                } else {
                    Self::Anything
                }
            }
            _ => Self::Anything,
        }
    }
}

/// A report is only a reason to call [`Library::rescan`](crate::Library::rescan), which finds out what changed. The
/// library's own edits are reported too.
///
/// A reported change is only a reason to call [`Library::rescan`](crate::Library::rescan), which finds out what
/// changed. The library's own edits are reported too.
#[derive(Debug)]
pub struct Watch {
    _watcher: RecommendedWatcher,
    changes: Receiver<Noticed>,
    root: PathBuf,
    identity: Identity,
    is_removed: Arc<AtomicBool>,
}

impl Watch {
    /// Watches everything below `root` except Footwork's own files: the marker of an edit, the lock file (on systems
    /// that cannot lock a folder), the `.footwork/` folder of earlier versions, and temporary files.
    ///
    /// # Errors
    /// If the operating system cannot watch the folder, for example because it has too many subfolders.
    pub fn new(root: &Path) -> Result<Self, notify::Error> {
        Self::passing_over(root, None)
    }

    /// Watches like [`new`](Self::new), but ignores one file, which the caller writes itself.
    ///
    /// # Errors
    /// Same as [`new`](Self::new).
    pub fn passing_over(root: &Path, file: Option<&Path>) -> Result<Self, notify::Error> {
        let (sender, changes) = mpsc::channel();
        // Operating systems report full paths.
        let root = fs::canonicalize(root)?;
        let own = [MARKER_FILE, LOCK_FILE, OLD_FOLDER].map(|name| root.join(name));
        let file = file.and_then(full_path);
        let watched = root.clone();
        let news = move |event: &Event| {
            let of_others = |path: &&PathBuf| {
                let is_own = own.iter().any(|own| path.starts_with(own));
                !is_own && Some(path.as_path()) != file.as_deref() && !is_temp_file(path)
            };
            if matches!(event.kind, EventKind::Access(_)) {
                return None;
            }
            let mut files = BTreeSet::new();
            for path in event.paths.iter().filter(of_others) {
                match name_below(&watched, path) {
                    Some(name) => _ = files.insert(name),
                    None => return Some(Noticed::Anything),
                }
            }
            Some(Noticed::Files(files)).filter(|_| event.paths.iter().any(|path| of_others(&path)))
        };
        let is_removed = Arc::new(AtomicBool::new(false));
        let removed = Arc::clone(&is_removed);
        let folder = root.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if let Ok(event) = &event
                && matches!(event.kind, EventKind::Remove(_))
                && event.paths.contains(&folder)
            {
                removed.store(true, Ordering::Relaxed);
            }
            // If events were missed, any file may have changed.
            if let Some(news) = event.map_or(Some(Noticed::Anything), |event| news(&event)) {
                _ = sender.send(news);
            }
        })?;
        watcher.watch(&root, RecursiveMode::Recursive)?;
        Ok(Self {
            _watcher: watcher,
            changes,
            identity: identity(&root)?,
            root,
            is_removed,
        })
    }

    /// Returns whether the watched folder was removed or renamed, even if another folder has taken its name. The watch
    /// then notices no further changes.
    pub fn is_gone(&self) -> bool {
        let is_replaced = match identity(&self.root) {
            Ok(identity) => identity != self.identity,
            Err(error) => says_missing(&error),
        };
        is_replaced || self.is_removed.load(Ordering::Relaxed)
    }

    /// Returns whether a folder does not exist. An unreadable folder counts as existing.
    pub fn is_missing(folder: &Path) -> bool {
        identity(folder).is_err_and(|error| says_missing(&error))
    }

    /// Waits up to `longest` for a change and then until the folder is quiet; returns whether there was a change. If
    /// the folder does not become quiet, returns one second after the first change.
    pub fn wait(&self, longest: Duration) -> bool {
        self.wait_for(longest).is_some()
    }

    /// Waits like [`wait`](Self::wait), and returns what changed; `None` if nothing changed.
    pub fn wait_for(&self, longest: Duration) -> Option<Noticed> {
        let mut noticed = self.changes.recv_timeout(longest).ok()?;
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(1) {
            match self.changes.recv_timeout(QUIET) {
                Ok(more) => noticed = noticed.and(more),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        Some(noticed)
    }
}

/// Returns the path of a file from the library's root, separated by `/`.
fn name_below(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.components();
    let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/")).filter(|name| !name.is_empty())
}

/// The identity of a folder, which distinguishes it from another folder with the same name.
type Identity = (u64, u64);

fn identity(folder: &Path) -> io::Result<Identity> {
    let metadata = fs::metadata(folder)?;
    if metadata.is_dir() {
        Ok(numbers(&metadata))
    } else {
        Err(io::ErrorKind::NotADirectory.into())
    }
}

#[cfg(unix)]
fn numbers(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn numbers(_: &Metadata) -> Identity {
    (0, 0)
}

/// Returns whether this error means that a folder does not exist, as opposed to being temporarily unreadable.
fn says_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Returns the full path of a file that need not exist.
fn full_path(file: &Path) -> Option<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(fs::canonicalize(folder).ok()?.join(file.file_name()?))
}
