//! Noticing that somebody changes files of a library.

use std::fs;
use std::path::{Path, PathBuf};
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
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // What was missed may have been anything.
            if event.as_ref().map_or(true, &matters) {
                _ = sender.send(());
            }
        })?;
        watcher.watch(&root, RecursiveMode::Recursive)?;
        Ok(Self {
            _watcher: watcher,
            changes,
        })
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

/// The full path of a file that need not be there.
fn full_path(file: &Path) -> Option<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(fs::canonicalize(folder).ok()?.join(file.file_name()?))
}
