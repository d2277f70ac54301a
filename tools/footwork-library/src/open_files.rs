//! A cache of recently read files that hold several clips, so that each file is opened once for all of its clips.
//!
//! Jobs read the clips of a library one after the other, on several threads. Without this cache, a file of n animations
//! would be read and parsed n times.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use footwork_clip::{ClipError, ClipFile};
use footwork_sidecar::ClipHash;

use crate::stamp::Stamp;

/// The maximum total size of cached files, in bytes. The newest file is cached whatever its size.
const MAX_KEPT_BYTES: u64 = 256 << 20;

/// The maximum number of cached files. Most machines read fewer files at a time.
const MAX_KEPT: usize = 16;

/// The recently read files that hold several clips, the newest last.
#[derive(Debug, Default)]
pub(crate) struct OpenFiles(Mutex<Vec<(PathBuf, Slot)>>);

/// A file that holds several clips.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    pub(crate) file: ClipFile,
    /// The hash of its bytes.
    pub(crate) hash: ClipHash,
}

/// A file that is being opened or is open. Threads that need the same file wait for the thread that opens it.
type Slot = Arc<Mutex<Option<Open>>>;

#[derive(Debug)]
struct Open {
    file: Arc<OpenedFile>,
    /// The size and times of the file on disk at the time `at`.
    stamp: Stamp,
    at: SystemTime,
}

impl OpenFiles {
    /// Returns the file at a path. Calls `open` unless the file is open already and has not changed since.
    pub(crate) fn get(
        &self,
        path: &Path,
        open: impl FnOnce() -> Result<OpenedFile, ClipError>,
    ) -> Result<Arc<OpenedFile>, ClipError> {
        let stamp = || Stamp::from_metadata(&fs::metadata(path).ok()?);
        let slot = self.slot(path);
        let mut slot = locked(&slot);
        let now = stamp();
        if let Some(open) = &*slot
            && Some(open.stamp) == now
            && open.stamp.is_settled(open.at)
        {
            return Ok(Arc::clone(&open.file));
        }
        *slot = None;
        let at = SystemTime::now();
        let file = Arc::new(open()?);
        // A file that uses other files is not cached, because those may change unnoticed.
        if let Some(stamp) = now.filter(|_| !file.file.uses_other_files() && now == stamp()) {
            let file = Arc::clone(&file);
            *slot = Some(Open { file, stamp, at });
        }
        Ok(file)
    }

    /// Marks a file as the newest, and returns its slot.
    fn slot(&self, path: &Path) -> Slot {
        let mut kept = locked(&self.0);
        let slot = match kept.iter().position(|(known, _)| known == path) {
            Some(at) => kept.remove(at).1,
            None => Slot::default(),
        };
        kept.push((path.to_owned(), Arc::clone(&slot)));
        let size = |slot: &Slot| match slot.try_lock() {
            Ok(open) => open.as_ref().map_or(0, |open| open.stamp.size),
            Err(_) => 0,
        };
        let mut bytes: u64 = kept.iter().map(|(_, slot)| size(slot)).sum();
        while kept.len() > 1 && (bytes > MAX_KEPT_BYTES || kept.len() > MAX_KEPT) {
            bytes = bytes.saturating_sub(size(&kept.remove(0).1));
        }
        slot
    }
}

/// Locks a mutex. If a thread panicked while it held the lock, the slot still holds either a valid file or none.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use footwork_clip::ReadOptions;

    use super::*;

    /// Opens files and counts the calls.
    struct Opener {
        files: OpenFiles,
        opened: Mutex<usize>,
    }

    impl Opener {
        fn get(&self, path: &Path) -> Arc<OpenedFile> {
            let open = || {
                *locked(&self.opened) += 1;
                let bytes = fs::read(path).unwrap();
                let hash = ClipHash::from_bytes(&bytes);
                let file = ClipFile::open("a.gltf", bytes, &ReadOptions::default())?;
                Ok(OpenedFile { file, hash })
            };
            self.files.get(path, open).unwrap()
        }
    }

    const SCENE: &str = r#"{"asset": {"version": "2.0"}}"#;

    fn written(path: &Path, content: &str, age: u64) {
        fs::write(path, content).unwrap();
        let then = SystemTime::now() - Duration::from_secs(age);
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(then).unwrap();
    }

    #[test]
    fn a_file_that_has_not_changed_is_opened_once_by_all_threads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gltf");
        written(&path, SCENE, 60);
        let opener = Opener {
            files: OpenFiles::default(),
            opened: Mutex::new(0),
        };
        opener.get(&path);
        // The file's change time is too recent to show whether it changed.
        opener.get(&path);
        assert_eq!(*locked(&opener.opened), 2);
        std::thread::sleep(Duration::from_millis(2100));
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| {
                    for _ in 0..100 {
                        opener.get(&path);
                    }
                });
            }
        });
        assert_eq!(*locked(&opener.opened), 3);
        written(&path, &format!("{SCENE} "), 30);
        opener.get(&path);
        assert_eq!(*locked(&opener.opened), 4);
    }

    #[test]
    fn only_the_newest_files_stay_cached() {
        let folder = tempfile::tempdir().unwrap();
        let opener = Opener {
            files: OpenFiles::default(),
            opened: Mutex::new(0),
        };
        for number in 0..2 * MAX_KEPT {
            let path = folder.path().join(format!("{number}.gltf"));
            written(&path, SCENE, 60);
            opener.get(&path);
        }
        assert_eq!(locked(&opener.files.0).len(), MAX_KEPT);
    }
}
