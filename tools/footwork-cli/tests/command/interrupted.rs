//! Edits whose program is stopped on the way: they lie in the journal.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_store::{Action, FileChange, Files, RootedFiles, Secret, Store, StoreError};

use crate::run::Library;

/// What the interrupted edits are called.
pub(crate) const LABEL: &str = "an interrupted edit";

/// Commits new contents for files, and stops after `replaced` of them were replaced.
pub(crate) fn edit_and_stop(library: &Library, files: &[(&str, &str)], replaced: usize) {
    let root = Path::new(library.path());
    let store = Store::new(root, Stopping::after(root, replaced), Arc::new(()));
    stop(library, &store, files);
}

/// The same by somebody else, as before the library was copied. Our own history stays.
pub(crate) fn edit_elsewhere_and_stop(library: &Library, files: &[(&str, &str)], replaced: usize) {
    let root = Path::new(library.path());
    let disk = Stopping::after(root, replaced);
    let secret = Secret::from_bytes([7; 32]);
    let store = Store::with_secret(root, disk, Arc::new(()), secret);
    let [history, kept] = ["history", "kept"].map(|name| root.join(".footwork").join(name));
    fs::rename(&history, &kept).unwrap();
    stop(library, &store, files);
    fs::rename(&kept, &history).unwrap();
}

/// Undoes, redoes or discards the last edit, and stops after `replaced` files were replaced.
pub(crate) fn turn_and_stop(library: &Library, action: Action, replaced: usize) {
    let root = Path::new(library.path());
    let store = Store::new(root, Stopping::after(root, replaced), Arc::new(()));
    let turned = match action {
        Action::Undo => store.undo(),
        Action::Redo => store.redo(),
        Action::Edit | Action::Discard => store.discard_last(),
    };
    let error = turned.unwrap_err();
    assert!(matches!(error, StoreError::InDoubt { .. }), "{error}");
}

fn stop(library: &Library, store: &Store<Stopping>, files: &[(&str, &str)]) {
    let changes = files.iter().map(|(file, content)| FileChange {
        file: (*file).to_owned(),
        before: library.has(file).then(|| library.read(file)),
        after: Some(content.as_bytes().to_vec()),
    });
    let error = store.commit(LABEL, changes.collect()).unwrap_err();
    assert!(matches!(error, StoreError::InDoubt { .. }), "{error}");
}

/// The real file system, until the machine is off.
#[derive(Debug)]
struct Stopping {
    files: RootedFiles,
    /// How many files still take the place of others.
    left: Cell<usize>,
    is_off: Cell<bool>,
}

impl Stopping {
    fn after(root: &Path, replaced: usize) -> Self {
        Self {
            files: RootedFiles::new(root),
            left: Cell::new(replaced),
            is_off: Cell::new(false),
        }
    }

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
        self.files.read(path)
    }

    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
        self.check_on()?;
        self.files.read_at(path, at, max)
    }

    fn names(&self, path: &Path) -> io::Result<Vec<OsString>> {
        self.check_on()?;
        self.files.names(path)
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.check_on()?;
        self.files.size(path)
    }

    fn target(&self, path: &Path) -> io::Result<PathBuf> {
        self.check_on()?;
        self.files.target(path)
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.check_writable(path)
    }

    fn create(&self, path: &Path, content: &[u8], like: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.create(path, content, like)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.create_folder(path)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // All are in their places, and the history does not know yet.
        if path.ends_with("history") {
            self.is_off.set(true);
        }
        self.check_on()?;
        self.files.append(path, bytes)
    }

    fn cut(&self, path: &Path, size: u64) -> io::Result<()> {
        self.check_on()?;
        self.files.cut(path, size)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => self.is_off.set(true),
        }
        self.check_on()?;
        self.files.rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.remove(path)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.sync(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.check_on()?;
        self.files.sync_folder(path)
    }
}
