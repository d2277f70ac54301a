//! The lock that the programs of all users share: an advisory lock of the operating system on the library's root.
//!
//! The folder itself is locked if the system supports that. On other systems, such as Windows and some network file
//! systems, the file `.footwork.lock` in the folder is locked instead; it exists only while a program writes.

use std::fs::{OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::locked_file::LockedFile;
use crate::rooted::RootedFiles;

/// The file to lock on systems that cannot lock a folder.
pub const LOCK_FILE: &str = ".footwork.lock";

/// The maximum number of attempts to open the file while other programs replace it.
const MAX_OPENED: usize = 100;

/// The lock on the root of a library, until it is dropped.
#[derive(Debug)]
pub(crate) struct RootLock {
    /// The locked folder or file.
    _locked: LockedFile,
    /// The file to remove; `None` if the folder itself is locked.
    named: Option<(RootedFiles, PathBuf)>,
}

impl RootLock {
    /// Takes the lock if it is free.
    pub(crate) fn try_take(root: &Path) -> Result<Self, TryLockError> {
        match Self::of_folder(root) {
            Err(TryLockError::Error(_)) => Self::of_file(root),
            taken => taken,
        }
    }

    /// Returns whether a program holds the lock.
    pub(crate) fn is_held(root: &Path) -> bool {
        matches!(Self::try_take(root), Err(TryLockError::WouldBlock))
    }

    fn of_folder(root: &Path) -> Result<Self, TryLockError> {
        let folder = OpenOptions::new().read(true).open(root);
        let folder = folder.map_err(TryLockError::Error)?;
        Ok(Self {
            _locked: LockedFile::try_lock(folder)?,
            named: None,
        })
    }

    fn of_file(root: &Path) -> Result<Self, TryLockError> {
        let (files, path) = (RootedFiles::new(root), root.join(LOCK_FILE));
        for _ in 0..MAX_OPENED {
            let file = files.open_lock(&path).map_err(TryLockError::Error)?;
            let locked = LockedFile::try_lock(file)?;
            // If the previous holder has removed the file since this process opened it, a lock on the removed file has
            // no effect.
            let is_at = files.is_at(&path, locked.file());
            if is_at.map_err(TryLockError::Error)? {
                return Ok(Self {
                    _locked: locked,
                    named: Some((files, path)),
                });
            }
        }
        Err(TryLockError::Error(io::Error::other(
            "other programs keep replacing it",
        )))
    }
}

impl Drop for RootLock {
    fn drop(&mut self) {
        if let Some((files, path)) = &self.named {
            // Windows removes an open file once it is closed. A remaining file is used again.
            _ = crate::files::Files::remove(files, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    type Take = fn(&Path) -> Result<RootLock, TryLockError>;

    #[test]
    fn only_one_process_holds_the_lock_and_no_file_stays() {
        for take in [RootLock::of_file as Take, RootLock::try_take] {
            let folder = tempfile::tempdir().unwrap();
            let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
            let work = || {
                while taken.load(Ordering::SeqCst) < 500 {
                    match take(folder.path()) {
                        Ok(_lock) => {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            taken.fetch_add(1, Ordering::SeqCst);
                            holders.fetch_sub(1, Ordering::SeqCst);
                        }
                        Err(TryLockError::WouldBlock) => thread::yield_now(),
                        Err(TryLockError::Error(error)) => panic!("{error}"),
                    }
                }
            };
            thread::scope(|scope| (0..4).for_each(|_| _ = scope.spawn(work)));
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (root, outside) = (folder.path().join("lib"), folder.path().join("made"));
        std::fs::create_dir(&root).unwrap();
        std::os::unix::fs::symlink(&outside, root.join(LOCK_FILE)).unwrap();
        assert!(RootLock::of_file(&root).is_err());
        assert!(!outside.exists());
    }
}
