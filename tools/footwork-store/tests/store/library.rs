//! A library on the real disk, for tests of differences between operating systems.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use footwork_store::{FileChange, Store, StoreError, is_temp_file};
use tempfile::TempDir;

pub(crate) struct Library {
    /// The temporary folder, removed on drop.
    folder: TempDir,
    pub(crate) root: PathBuf,
}

impl Library {
    pub(crate) fn new() -> Self {
        Self::at("lib")
    }

    /// Creates a library at the path `way` below a new temporary folder.
    pub(crate) fn at(way: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join(way);
        fs::create_dir_all(&root).unwrap();
        fs::create_dir(folder.path().join("state")).unwrap();
        Self { folder, root }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// Returns a path outside the library.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn store(&self) -> Store {
        Store::new(&self.root, &self.beside("state"), Arc::new(()))
    }

    /// Replaces the contents of files in one edit.
    pub(crate) fn commit(&self, changes: &[(&str, &[u8])]) -> Result<(), StoreError> {
        let changes = changes.iter().map(|(file, after)| FileChange {
            file: (*file).to_owned(),
            before: fs::read(self.path(file)).ok(),
            after: Some(after.to_vec()),
        });
        let changes = changes.collect();
        self.store().commit("an edit", changes).map(drop)
    }

    #[track_caller]
    pub(crate) fn check(&self, file: &str, expected: &[u8]) {
        assert_eq!(fs::read(self.path(file)).unwrap(), expected, "{file}");
    }

    /// Checks that a failed edit leaves neither temporary files nor a journal entry.
    #[track_caller]
    pub(crate) fn check_nothing_is_left(&self) {
        let names = fs::read_dir(&self.root).unwrap();
        let names: Vec<PathBuf> = names.map(|entry| entry.unwrap().path()).collect();
        assert!(!names.iter().any(|path| is_temp_file(path)), "{names:?}");
        let journal = fs::metadata(self.beside("state/journal")).unwrap();
        assert_eq!(journal.len(), 0);
    }
}
