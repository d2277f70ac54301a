//! A file that this process has locked.

use std::fs::{File, TryLockError};

/// A locked file, or folder, until it is dropped.
///
/// Dropping it unlocks the file. Closing the file alone would free the lock only after every copy of the handle is
/// closed, and a child process that another thread is starting holds a copy for a moment.
#[derive(Debug)]
pub(crate) struct LockedFile(File);

impl LockedFile {
    /// Locks the file if it is free.
    pub(crate) fn try_lock(file: File) -> Result<Self, TryLockError> {
        file.try_lock()?;
        Ok(Self(file))
    }

    /// Takes over a file that the caller has locked.
    pub(crate) fn already_locked(file: File) -> Self {
        Self(file)
    }

    pub(crate) fn file(&self) -> &File {
        &self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_lock_is_free_even_while_a_child_process_has_its_handle() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let locked = LockedFile::try_lock(path.reopen().unwrap()).unwrap();
        let inherited = locked.file().try_clone().unwrap();
        assert!(LockedFile::try_lock(path.reopen().unwrap()).is_err());
        drop(locked);
        assert!(LockedFile::try_lock(path.reopen().unwrap()).is_ok());
        drop(inherited);
    }
}
