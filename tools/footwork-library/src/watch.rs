//! Noticing that somebody changes files of a library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use footwork_store::{FOLDER, is_temp_file};
use notify::event::{Event, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// How long nothing must happen before a change is over: programs write a file in several steps, and
/// version control many files.
const QUIET: Duration = Duration::from_millis(100);

/// Files beyond these are not told apart.
const MAX_FILES: usize = 256;

/// What was noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// These files, by their names from the library's root with `/`.
    Files(BTreeSet<String>),
    /// Anything: too many files, or the system does not tell.
    Anything,
}

impl Noticed {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Files(mut all), Self::Files(more)) => {
                all.extend(more);
                match all.len() <= MAX_FILES {
                    true => Self::Files(all),
                    false => Self::Anything,
                }
            }
            _ => Self::Anything,
        }
    }
}

/// Looks at a library's folder, from when it is made until it is dropped.
///
/// What it notices says only that it is time for [`Library::rescan`](crate::Library::rescan), which
/// finds out what changed; edits of the library itself are noticed too.
#[derive(Debug)]
pub struct Watch {
    _watcher: RecommendedWatcher,
    changes: Receiver<Noticed>,
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
        let watched = root.clone();
        let news = move |event: &Event| {
            let of_others = |path: &&PathBuf| {
                let is_own = path.starts_with(&own) || Some(path.as_path()) == file.as_deref();
                !is_own && !is_temp_file(path)
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
            // What was missed may have been anything.
            if let Some(news) = event.map_or(Some(Noticed::Anything), |event| news(&event)) {
                _ = sender.send(news);
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
        self.wait_for(longest).is_some()
    }

    /// The same, and says what has changed; `None` where nothing did.
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

/// The name of a file from the library's root.
fn name_below(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.components();
    let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/")).filter(|name| !name.is_empty())
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
