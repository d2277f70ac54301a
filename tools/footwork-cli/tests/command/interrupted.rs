//! Edits whose program is stopped on the way: they lie in the journal.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{DiskFiles, FileChange, Files, Store, StoreError};

use crate::run::Library;

/// What the interrupted edits are called.
pub(crate) const LABEL: &str = "an interrupted edit";

/// Commits new contents for files, and stops after `replaced` of them were replaced.
pub(crate) fn edit_and_stop(library: &Library, files: &[(&str, &str)], replaced: usize) {
    let changes = files.iter().map(|(file, content)| FileChange {
        file: (*file).to_owned(),
        before: library.has(file).then(|| library.read(file)),
        after: Some(content.as_bytes().to_vec()),
    });
    let disk = Stopping {
        left: Cell::new(replaced),
        is_off: Cell::new(false),
    };
    let store = Store::new(Path::new(library.path()), disk, Arc::new(()));
    let error = store.commit(LABEL, changes.collect()).unwrap_err();
    assert!(matches!(error, StoreError::InDoubt { .. }), "{error}");
}

/// The real file system, until the machine is off.
#[derive(Debug)]
struct Stopping {
    /// How many files still take the place of others.
    left: Cell<usize>,
    is_off: Cell<bool>,
}

impl Stopping {
    fn check_on(&self) -> io::Result<()> {
        match self.is_off.get() {
            true => Err(io::Error::other("the machine is off")),
            false => Ok(()),
        }
    }
}

impl Files for Stopping {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.check_on()?;
        DiskFiles.read(path)
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.check_on()?;
        DiskFiles.size(path)
    }

    fn target(&self, path: &Path) -> io::Result<PathBuf> {
        self.check_on()?;
        DiskFiles.target(path)
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.check_writable(path)
    }

    fn create(&self, path: &Path, content: &[u8], like: &Path) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.create(path, content, like)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.create_folder(path)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // All are in their places, and the history does not know yet.
        if path.ends_with("history") {
            self.is_off.set(true);
        }
        self.check_on()?;
        DiskFiles.append(path, bytes)
    }

    fn cut(&self, path: &Path, size: u64) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.cut(path, size)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => self.is_off.set(true),
        }
        self.check_on()?;
        DiskFiles.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.remove(path)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.sync(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        DiskFiles.sync_folder(path)
    }
}
