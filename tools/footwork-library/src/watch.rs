//! Noticing that somebody changes files of a library.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::event::{Event, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::atomic;
use crate::store::FOLDER;

/// How long nothing must happen before a change is over: programs write a file in several steps, and
/// version control many files.
const QUIET: Duration = Duration::from_millis(100);

/// Looks at a library's folder, from when it is made until it is dropped.
///
/// What it notices says only that it is time for [`Library::rescan`](crate::Library::rescan), which
/// finds out what changed; edits of the library itself are noticed too.
#[derive(Debug)]
pub struct Watch {
    _watcher: RecommendedWatcher,
    changes: Receiver<()>,
    root: PathBuf,
    identity: Option<Identity>,
    is_removed: Arc<AtomicBool>,
}

impl Watch {
    /// Looks at everything below `root` but the library's own `.footwork`.
    ///
    /// # Errors
    /// When the operating system cannot watch the folder, such as when there are more folders than
    /// it watches.
    pub fn new(root: &Path) -> Result<Self, notify::Error> {
        Self::passing_over(root, None)
    }

    /// The same, but passes over one file, which the caller writes.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn passing_over(root: &Path, file: Option<&Path>) -> Result<Self, notify::Error> {
        let (sender, changes) = mpsc::channel();
        // Systems name what changed by its full path.
        let root = fs::canonicalize(root)?;
        let own = root.join(FOLDER);
        let file = file.and_then(full_path);
        let matters = move |event: &Event| {
            let reads = matches!(event.kind, EventKind::Access(_));
            let of_others = |path: &Path| {
                let is_own = path.starts_with(&own) || Some(path) == file.as_deref();
                !is_own && atomic::temporary(path).is_none()
            };
            !reads && event.paths.iter().any(|path| of_others(path))
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
            // What was missed may have been anything.
            if event.as_ref().map_or(true, &matters) {
                _ = sender.send(());
            }
        })?;
        watcher.watch(&root, RecursiveMode::Recursive)?;
        Ok(Self {
            _watcher: watcher,
            changes,
            identity: identity(&root),
            root,
            is_removed,
        })
    }

    /// Whether the folder is no more the one that is looked at: it was removed or renamed, and
    /// another may be in its place. Nothing more is noticed then.
    pub fn is_gone(&self) -> bool {
        self.is_removed.load(Ordering::Relaxed) || identity(&self.root) != self.identity
    }

    /// Waits until something has changed and then nothing for a moment; returns whether that was so
    /// before the time was over. What never rests is a change too, after a second.
    pub fn wait(&self, longest: Duration) -> bool {
        if self.changes.recv_timeout(longest).is_err() {
            return false;
        }
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(1) {
            match self.changes.recv_timeout(QUIET) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        true
    }
}

/// What tells a folder from another of its name.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(folder: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(folder).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<Identity> {
    folder.is_dir().then_some((0, 0))
}

/// The full path of a file that need not be there.
fn full_path(file: &Path) -> Option<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(fs::canonicalize(folder).ok()?.join(file.file_name()?))
}
