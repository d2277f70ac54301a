//! Makes edits whose program stops half-way, so that the edits stay in the journal.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use footwork_store::{
    Action, DiskFiles, FileChange, Files, LibraryFolder, LogFiles, RootedFiles, Store, StoreError,
    UserFolder,
};

use crate::run::Library;

/// The label of the interrupted edits.
pub(crate) const LABEL: &str = "an interrupted edit";

/// Commits new contents for files, and stops after `replaced` files.
pub(crate) fn edit_and_stop(library: &Library, files: &[(&str, &str)], replaced: usize) {
    let state = UserFolder::State.of_library(Path::new(library.path()));
    edit_and_stop_in(library, &state.unwrap(), files, replaced);
}

/// Does what [`edit_and_stop`] does, with the given state folder.
pub(crate) fn edit_and_stop_in(
    library: &Library,
    state: &LibraryFolder,
    files: &[(&str, &str)],
    replaced: usize,
) {
    state.make().unwrap();
    let changes = files.iter().map(|(file, content)| FileChange {
        file: (*file).to_owned(),
        before: library.has(file).then(|| library.read(file)),
        after: Some(content.as_bytes().to_vec()),
    });
    // An edit of several files renames its marker too.
    let renames = match files.len() {
        1 => replaced,
        _ => replaced + 1,
    };
    let store = store(library, state, renames);
    let error = store.commit(LABEL, changes.collect()).unwrap_err();
    assert!(matches!(error, StoreError::InDoubt { .. }), "{error}");
}

fn store(
    library: &Library,
    state: &LibraryFolder,
    renames: usize,
) -> Store<Stopping<RootedFiles>, Stopping<DiskFiles>> {
    let root = Path::new(library.path());
    let power = Rc::new(Power {
        left: Cell::new(renames),
        is_off: Cell::new(false),
    });
    let files = Stopping {
        files: RootedFiles::new(root),
        power: Rc::clone(&power),
    };
    let state_files = Stopping {
        files: DiskFiles,
        power,
    };
    Store::with_files(root, files, state.path(), state_files, Arc::new(()))
}

/// Undoes, redoes or discards the last edit, and stops after `replaced` files.
pub(crate) fn turn_and_stop(library: &Library, action: Action, replaced: usize) {
    let state = UserFolder::State.of_library(Path::new(library.path()));
    let store = store(library, &state.unwrap(), replaced);
    let turned = match action {
        Action::Undo => store.undo(),
        Action::Redo => store.redo(),
        Action::Edit | Action::Discard => store.discard_last(),
    };
    let error = turned.unwrap_err();
    assert!(matches!(error, StoreError::InDoubt { .. }), "{error}");
}

/// The power of a machine, which runs out after a number of renames.
#[derive(Debug)]
struct Power {
    /// The number of renames that still succeed.
    left: Cell<usize>,
    is_off: Cell<bool>,
}

/// The real file system, until the machine is off: from then on, every call fails.
#[derive(Debug)]
struct Stopping<F> {
    files: F,
    power: Rc<Power>,
}

impl<F> Stopping<F> {
    fn check_on(&self) -> io::Result<()> {
        if self.power.is_off.get() {
            Err(io::Error::other("the machine is off"))
        } else {
            Ok(())
        }
    }
}

impl<F: Files> Files for Stopping<F> {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.check_on()?;
        self.files.read(path)
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

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        match self.power.left.get().checked_sub(1) {
            Some(left) => self.power.left.set(left),
            None => self.power.is_off.set(true),
        }
        self.check_on()?;
        self.files.rename(from, to)
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

impl<F: LogFiles> LogFiles for Stopping<F> {
    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
        self.check_on()?;
        self.files.read_at(path, at, max)
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.check_on()?;
        self.files.size(path)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // All files are replaced, but the history does not have the edit yet.
        if path.ends_with("history") {
            self.power.is_off.set(true);
        }
        self.check_on()?;
        self.files.append(path, bytes)
    }

    fn cut(&self, path: &Path, size: u64) -> io::Result<()> {
        self.check_on()?;
        self.files.cut(path, size)
    }
}
