//! The interface of a file system for the store, and its implementation for this machine.
//!
//! Each method does about as much as one system call, so that tests can simulate a crash between any two of them.
//! Nothing survives a crash before it is synced: the content of a file before [`sync`](Files::sync), the names in a
//! folder before [`sync_folder`](Files::sync_folder).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::patience::{patiently, tolerating};
use crate::regular_file::file_at;

/// The number of files synced at once, each on its own thread, so that the disk can write them together.
const AT_ONCE: usize = 16;

/// A file system.
pub trait Files {
    /// Returns the content of a file; `None` if there is none.
    ///
    /// # Errors
    /// Any error of the file system.
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>>;

    /// Returns the path that replacing `path` would replace: the target of a link, or `path` itself.
    ///
    /// # Errors
    /// Any error of the file system.
    fn target(&self, path: &Path) -> io::Result<PathBuf>;

    /// Rejects a read-only file and anything that is not a regular file. A missing file is accepted. On Windows, a file
    /// that another program has open exclusively is rejected as well.
    ///
    /// # Errors
    /// If the file is read-only or not a regular file, or any error of the file system.
    fn check_writable(&self, path: &Path) -> io::Result<()>;

    /// Creates a file with this content. The file gets the permissions of `like` if `like` exists.
    ///
    /// # Errors
    /// Any error of the file system.
    fn create(&self, path: &Path, content: &[u8], like: &Path) -> io::Result<()>;

    /// Renames a file, replacing the file that has the new name.
    ///
    /// # Errors
    /// Any error of the file system. The files are then unchanged, unless renaming also [syncs the file](DiskFiles).
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// Any error of the file system.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the content of a file durable.
    ///
    /// # Errors
    /// Any error of the file system. It is then unknown which content is durable.
    #[track_caller]
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Makes the contents of several files durable, in any order, and calls `synced` after each.
    ///
    /// # Errors
    /// Same as [`sync`](Self::sync), with the index of a file that could not be synced. Other files may be durable.
    #[track_caller]
    fn sync_all(
        &self,
        paths: &[PathBuf],
        synced: &(dyn Fn() + Sync),
    ) -> Result<(), (usize, io::Error)> {
        for (place, path) in paths.iter().enumerate() {
            let done = self.sync(path);
            done.map_err(|error| (place, error))?;
            synced();
        }
        Ok(())
    }

    /// Makes the names in a folder durable, if the file system can.
    ///
    /// # Errors
    /// Any error of the file system. It is then unknown which names are durable.
    #[track_caller]
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
}

/// A file system that also supports append-only files of records.
pub trait LogFiles: Files {
    /// Returns at most `max` bytes of a file, from byte `at` on. Returns fewer only at the end of the file, and none if
    /// there is no file.
    ///
    /// # Errors
    /// Any error of the file system.
    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>>;

    /// Returns the size of a file in bytes; 0 if there is none.
    ///
    /// # Errors
    /// Any error of the file system.
    fn size(&self, path: &Path) -> io::Result<u64>;

    /// Appends to a file, which is created if it does not exist.
    ///
    /// # Errors
    /// Any error of the file system. A part of the bytes may have been written.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Truncates a file to this size.
    ///
    /// # Errors
    /// Any error of the file system.
    fn cut(&self, path: &Path, size: u64) -> io::Result<()>;
}

/// The file system of this machine.
///
/// | where | how names become durable |
/// |---|---|
/// | Unix | the folder is synced |
/// | Unix, on a file system that says it cannot sync a folder, as some network ones do | whenever the server writes its folders |
/// | Windows, which has no such call | a file is synced once more under its new name; for created and removed files, that is up to the file system |
///
/// On Windows, a call that fails because another program holds the file is repeated for about a second.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        file_at(path)?;
        patiently(|| found(fs::read(path)))
    }

    fn target(&self, path: &Path) -> io::Result<PathBuf> {
        let target = found(fs::canonicalize(path))?;
        Ok(target.unwrap_or_else(|| path.to_path_buf()))
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        match file_at(path)? {
            Some(metadata) if metadata.permissions().readonly() => {
                let message = "the file is read-only";
                Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
            }
            // Another program may have the file open exclusively; opening it here finds out before anything is written.
            Some(_) if cfg!(windows) => patiently(|| File::open(path)).map(drop),
            _ => Ok(()),
        }
    }

    fn create(&self, path: &Path, content: &[u8], like: &Path) -> io::Result<()> {
        // `create_new` does not write through a link.
        let mut options = OpenOptions::new();
        let mut file = match options.write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                fs::remove_file(path)?;
                options.open(path)?
            }
            opened => opened?,
        };
        if let Some(metadata) = found(fs::metadata(like))? {
            file.set_permissions(metadata.permissions())?;
        }
        file.write_all(content)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        patiently(|| fs::rename(from, to))?;
        // Windows cannot sync a folder; syncing the file also makes its new name durable.
        if cfg!(windows) { self.sync(to) } else { Ok(()) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        patiently(|| fs::remove_file(path))
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        writable(path)?.sync_all()
    }

    fn sync_all(
        &self,
        paths: &[PathBuf],
        synced: &(dyn Fn() + Sync),
    ) -> Result<(), (usize, io::Error)> {
        sync_at_once(self, paths, synced)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        if cfg!(unix) {
            tolerating(File::open(path)?.sync_all())
        } else {
            Ok(())
        }
    }
}

impl LogFiles for DiskFiles {
    fn read_at(&self, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
        file_at(path)?;
        match found(patiently(|| File::open(path)))? {
            Some(file) => part(file, at, max),
            None => Ok(Vec::new()),
        }
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(file_at(path)?.map_or(0, |metadata| metadata.len()))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        file_at(path)?;
        let open = || OpenOptions::new().append(true).create(true).open(path);
        patiently(open)?.write_all(bytes)
    }

    fn cut(&self, path: &Path, size: u64) -> io::Result<()> {
        writable(path)?.set_len(size)
    }
}

/// Syncs files on several threads.
pub(crate) fn sync_at_once(
    files: &(impl Files + Sync),
    paths: &[PathBuf],
    synced: &(dyn Fn() + Sync),
) -> Result<(), (usize, io::Error)> {
    at_once(paths.len(), &|place| {
        let done = paths.get(place).map_or(Ok(()), |path| files.sync(path));
        done.map(|()| synced())
    })
}

/// Calls `action` with each of `0..places`, on several threads. After the first failure, no further call begins, and
/// the function returns once the running calls have ended.
fn at_once(
    places: usize,
    action: &(dyn Fn(usize) -> io::Result<()> + Sync),
) -> Result<(), (usize, io::Error)> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= places {
                return;
            }
            if let Err(error) = action(place) {
                next.store(places, Ordering::Relaxed);
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.get_or_insert((place, error));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..AT_ONCE.min(places) {
            // With fewer threads, syncing takes longer but still completes.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

/// Returns at most `max` bytes of a file from `at` on.
fn part(mut file: File, at: u64, max: usize) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    // A growing buffer would take up to three times as much memory.
    let rest = file.metadata()?.len().saturating_sub(at);
    let mut bytes = Vec::with_capacity(usize::try_from(rest).map_or(max, |rest| rest.min(max)));
    file.take(max as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens an existing file for writing.
fn writable(path: &Path) -> io::Result<File> {
    file_at(path)?;
    patiently(|| OpenOptions::new().write(true).open(path))
}

/// Turns the error of a missing file into `None`.
pub(crate) fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_once_calls_each_index_once_and_returns_a_failure() {
        for places in [0, 1, 2, AT_ONCE, 1000] {
            let done = Mutex::new(vec![0; places]);
            let count = |place: usize| {
                done.lock().unwrap()[place] += 1;
                Ok(())
            };
            at_once(places, &count).unwrap();
            assert_eq!(done.into_inner().unwrap(), vec![1; places]);
        }
        let failing = |place: usize| match place {
            70 => Err(io::Error::other("no")),
            _ => Ok(()),
        };
        let (place, error) = at_once(100, &failing).unwrap_err();
        assert_eq!((place, error.to_string().as_str()), (70, "no"));
    }

    /// The folders of `/proc` cannot be synced.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_synced_is_not_an_error() {
        let proc = Path::new("/proc");
        if File::open(proc).is_ok_and(|folder| folder.sync_all().is_err()) {
            DiskFiles.sync_folder(proc).unwrap();
        }
        assert!(DiskFiles.sync_folder(Path::new("/no such folder")).is_err());
    }
}
