//! A set of files written together: either all of them are replaced or created, or none is.
//!
//! A file system renames one file at a time. So all files are first written under temporary names, at which point a
//! full disk, or a folder that cannot be created, does no harm. During the renames, each replaced file keeps a second
//! name, from which it is restored if a later rename fails.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{DiskFiles, Files, found};
use crate::replace::{Staged, Unsynced, folder_of, unlocked_beside};

/// A set of files written together. Dropping it removes the files that were not [put](Self::put), and the folders
/// created for them.
#[derive(Debug, Default)]
pub struct FileSet {
    /// The created folders, each before those inside it.
    folders: Vec<PathBuf>,
    /// The files under temporary names.
    staged: Vec<Staged>,
    /// The renamed files.
    put: Vec<Put>,
}

/// A renamed file.
#[derive(Debug)]
struct Put {
    file: PathBuf,
    /// The second name of the file that it replaced.
    old: Option<PathBuf>,
}

/// A file of a [`FileSet`] cannot be written, or a folder cannot be created. No file has changed, unless the message
/// says that a file could not be restored.
#[derive(Debug)]
pub struct FileSetError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why it cannot be written or created.
    pub error: io::Error,
}

impl fmt::Display for FileSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl Error for FileSetError {}

impl FileSet {
    /// Creates the folder of a file and its parents, unless they exist.
    ///
    /// # Errors
    /// If a folder cannot be created.
    pub fn make_folder_of(&mut self, path: &Path) -> Result<(), FileSetError> {
        let folder = folder_of(path);
        self.make_folder(folder).map_err(at(folder))
    }

    /// Writes the new content of a file to a temporary file next to it. A link is followed, and its target replaced.
    ///
    /// # Errors
    /// If the file is read-only or the temporary one cannot be written.
    pub fn add(&mut self, path: &Path, content: &[u8]) -> Result<(), FileSetError> {
        let staged = Staged::unlocked(&DiskFiles, path, content);
        self.staged.push(staged.map_err(at(path))?);
        Ok(())
    }

    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        if folder.is_dir() {
            return Ok(());
        }
        if let Some(outer) = folder
            .parent()
            .filter(|outer| !outer.as_os_str().is_empty())
        {
            self.make_folder(outer)?;
        }
        fs::create_dir(folder)?;
        self.folders.push(folder.to_owned());
        Ok(())
    }

    /// Returns the temporary files, and the files that they become.
    pub fn renames(&self) -> impl Iterator<Item = (&Path, &Path)> {
        let staged = self.staged.iter();
        staged.map(|staged| (staged.temp(), staged.target()))
    }

    /// Gives every file its final name, the last one first, and syncs the folders. Returns the folders that could not
    /// be synced; their files are saved nevertheless.
    ///
    /// # Errors
    /// If a file cannot be renamed. The files replaced before it are then restored; the error says so if one cannot be
    /// restored.
    pub fn put(mut self) -> Result<Vec<Unsynced>, FileSetError> {
        let mut folders: BTreeSet<PathBuf> = self
            .folders
            .iter()
            .map(|made| folder_of(made).to_owned())
            .collect();
        while let Some(staged) = self.staged.pop() {
            folders.insert(staged.folder().to_owned());
            let file = staged.target().to_owned();
            if let Err(error) = self.put_one(staged) {
                return Err(self.take_back(FileSetError { path: file, error }));
            }
        }
        self.folders.clear();
        for old in self.put.drain(..).filter_map(|put| put.old) {
            // If this fails, a later cleanup removes the file.
            _ = DiskFiles.remove(&old);
        }
        let folders = folders.iter();
        Ok(folders
            .filter_map(|folder| Unsynced::after_syncing(folder))
            .collect())
    }

    fn put_one(&mut self, staged: Staged) -> io::Result<()> {
        let file = staged.target().to_owned();
        // Nothing can fail after the last rename, so its old file needs no second name.
        let old = if self.staged.is_empty() {
            None
        } else {
            match keep(&file) {
                Ok(old) => old,
                Err(error) => return Err(staged.discard(&DiskFiles, error)),
            }
        };
        match staged.put(&DiskFiles) {
            Ok(()) => {
                self.put.push(Put { file, old });
                Ok(())
            }
            Err(error) => {
                if let Some(old) = old {
                    _ = DiskFiles.remove(&old);
                }
                Err(error)
            }
        }
    }

    /// Restores the replaced files, removes the new ones, and returns `error`, extended by what could not be restored.
    fn take_back(mut self, mut error: FileSetError) -> FileSetError {
        let mut folders = BTreeSet::new();
        for put in self.put.drain(..).rev() {
            let done = match &put.old {
                Some(old) => DiskFiles.rename(old, &put.file),
                None => DiskFiles.remove(&put.file),
            };
            folders.insert(folder_of(&put.file).to_owned());
            if let Err(why) = done {
                let kept = put
                    .old
                    .map(|old| format!("; its old content is in {}", old.display()));
                let kept = kept.unwrap_or_default();
                let message = format!(
                    "{}; {} cannot be put back: {why}{kept}",
                    error.error,
                    put.file.display()
                );
                error.error = io::Error::new(error.error.kind(), message);
            }
        }
        for folder in folders {
            // A failure here matters less than the error being returned.
            _ = DiskFiles.sync_folder(&folder);
        }
        error
    }
}

impl Drop for FileSet {
    fn drop(&mut self) {
        for staged in self.staged.drain(..) {
            _ = staged.discard(&DiskFiles, io::ErrorKind::Interrupted.into());
        }
        for folder in self.folders.drain(..).rev() {
            _ = fs::remove_dir(folder);
        }
    }
}

/// Gives a file a second name (a hard link), or copies it if the file system has no hard links; `None` if there is no
/// file.
fn keep(file: &Path) -> io::Result<Option<PathBuf>> {
    if found(fs::symlink_metadata(file))?.is_none() {
        return Ok(None);
    }
    let old = unlocked_beside(file);
    if fs::hard_link(file, &old).is_err() {
        fs::copy(file, &old)?;
    }
    Ok(Some(old))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FileSetError {
    let path = path.to_owned();
    |error| FileSetError { path, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names in a folder, each with its content.
    fn content(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let files = entries.filter(|path| path.is_file());
        let mut files: Vec<_> = files
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    fn set(folder: &Path, names: &[&str]) -> FileSet {
        let mut set = FileSet::default();
        for name in names {
            let path = folder.join(name);
            set.make_folder_of(&path).unwrap();
            set.add(&path, b"new").unwrap();
        }
        set
    }

    #[test]
    fn put_replaces_or_creates_all_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "old").unwrap();
        let unsynced = set(folder.path(), &["a", "b", "in/c"]).put().unwrap();
        assert!(unsynced.is_empty());
        let all = |name: &str| (name.to_owned(), "new".to_owned());
        assert_eq!(content(folder.path()), [all("a"), all("b")]);
        assert_eq!(content(&folder.path().join("in")), [all("c")]);
    }

    #[test]
    fn no_file_is_replaced_if_one_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b", "d"] {
            fs::write(folder.path().join(name), "old").unwrap();
        }
        let before = content(folder.path());
        let names = ["a", "b", "c", "d", "in/e"];
        for (lost, name) in names.iter().enumerate() {
            let set = set(folder.path(), &names);
            let temp = set.renames().nth(lost).unwrap().0.to_owned();
            fs::remove_file(temp).unwrap();
            let error = set.put().unwrap_err();
            assert!(error.path.ends_with(name), "{error}");
            assert_eq!(content(folder.path()), before);
            assert!(!folder.path().join("in").exists());
        }
        drop(set(folder.path(), &names));
        assert_eq!(content(folder.path()), before);
    }
}
