//! Replacing a file atomically: readers see either the old content or the new one in full, even after a crash.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::files::{DiskFiles, Files};
use crate::root_lock::RootLock;
use crate::rooted::RootedFiles;

/// The prefix of the names of temporary files. A crash can leave such a file behind.
const TEMP_PREFIX: &str = ".footwork-";

/// The suffix of the names of temporary files.
const TEMP_SUFFIX: &str = ".tmp";

/// Replaces or creates the file at `path`, atomically and durably: a temporary file in the same folder is written,
/// synced and renamed over it, then the folder is synced. A link is followed, and its target replaced. Once renamed,
/// the file counts as saved even if the folder cannot be synced; the unsynced folder is then returned.
///
/// # Errors
/// If the file is read-only or any step up to the renaming fails; the old content is then unchanged.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<Option<Unsynced>> {
    let staged = Staged::unlocked(&DiskFiles, path, content)?;
    let folder = staged.folder().to_path_buf();
    staged.put(&DiskFiles)?;
    Ok(Unsynced::after_syncing(&folder))
}

/// A folder that could not be synced after files in it were replaced. The files are saved, but the change may be lost
/// if the machine stops soon.
#[derive(Debug)]
#[must_use]
pub struct Unsynced {
    /// The folder.
    pub folder: PathBuf,
    /// Why it cannot be synced.
    pub error: io::Error,
}

impl fmt::Display for Unsynced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, error) = (self.folder.display(), &self.error);
        write!(
            f,
            "{folder} cannot be synced: {error}; files saved there may be lost if the machine stops soon"
        )
    }
}

impl Unsynced {
    pub(crate) fn after_syncing(folder: &Path) -> Option<Self> {
        let error = DiskFiles.sync_folder(folder).err()?;
        let folder = folder.to_path_buf();
        Some(Self { folder, error })
    }
}

/// Replaces a file like [`replace_file`], but fails if the folder cannot be synced. Used for content that must be
/// durable before the next step.
pub(crate) fn replace_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(&DiskFiles, Staged::unlocked(&DiskFiles, path, content)?)
}

/// Replaces a file durably, for the holder of the library's lock. The name of the temporary file tells the next holder
/// that a stopped process left it.
pub(crate) fn replace_with(files: &impl Files, path: &Path, content: &[u8]) -> io::Result<()> {
    replace(files, Staged::new(files, path, content)?)
}

/// Rejects a file reached through a link below `folder`. The user named only the folder, so a link inside it may be
/// malicious.
///
/// # Errors
/// If the file, or a folder between `folder` and it, is a link.
pub fn refuse_links(folder: &Path, file: &Path) -> io::Result<()> {
    let mut path = folder.to_owned();
    for part in file.strip_prefix(folder).unwrap_or(file) {
        path.push(part);
        if path.is_symlink() {
            let message = "a link, which is followed only if you name it";
            let message = format!("{} is {message}; remove it", path.display());
            return Err(io::Error::other(message));
        }
    }
    Ok(())
}

fn replace(files: &impl Files, staged: Staged) -> io::Result<()> {
    let folder = staged.folder().to_path_buf();
    staged.put(files)?;
    files.sync_folder(&folder)
}

/// The new content of a file, in a temporary file next to it, before it replaces the old one.
#[derive(Debug)]
pub struct Staged {
    temp: PathBuf,
    target: PathBuf,
}

impl Staged {
    /// Writes the new content of `path` to a temporary file next to it, and syncs that file.
    ///
    /// # Errors
    /// If the file is read-only or any step fails; the temporary file is then removed.
    pub fn new(files: &impl Files, path: &Path, content: &[u8]) -> io::Result<Self> {
        Self::named(files, path, content, "")
    }

    /// Like [`new`](Self::new), for a program that does not hold the lock of the library that the file may lie in.
    ///
    /// # Errors
    /// Same as [`new`](Self::new).
    pub fn unlocked(files: &impl Files, path: &Path, content: &[u8]) -> io::Result<Self> {
        Self::named(files, path, content, UNLOCKED)
    }

    fn named(files: &impl Files, path: &Path, content: &[u8], kind: &str) -> io::Result<Self> {
        let staged = Self::written(files, path, content, kind)?;
        match files.sync(&staged.temp) {
            Ok(()) => Ok(staged),
            Err(error) => Err(staged.discard(files, error)),
        }
    }

    /// Like [`new`](Self::new), but leaves syncing [`temp`](Self::temp) to the caller, before [`put`](Self::put).
    pub(crate) fn unsynced(files: &impl Files, path: &Path, content: &[u8]) -> io::Result<Self> {
        Self::written(files, path, content, "")
    }

    fn written(files: &impl Files, path: &Path, content: &[u8], kind: &str) -> io::Result<Self> {
        files.check_writable(path)?;
        let target = files.target(path)?;
        let temp = temp_named(&target, kind);
        let staged = Self { temp, target };
        match files.create(&staged.temp, content, &staged.target) {
            Ok(()) => Ok(staged),
            Err(error) => Err(staged.discard(files, error)),
        }
    }

    /// Returns the temporary file.
    pub fn temp(&self) -> &Path {
        &self.temp
    }

    /// Returns the file that is replaced: the target if the path is a link, else the path itself.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the folder of the file and of its temporary file.
    pub fn folder(&self) -> &Path {
        folder_of(&self.target)
    }

    /// Replaces the old content. The caller then syncs [`folder`](Self::folder).
    ///
    /// # Errors
    /// If the temporary file cannot be renamed; the temporary file is then removed.
    pub fn put(self, files: &impl Files) -> io::Result<()> {
        let renamed = files.rename(&self.temp, &self.target);
        renamed.map_err(|error| self.discard(files, error))
    }

    /// Removes the temporary file because of `error`, and returns that error, even if the removal fails.
    pub fn discard(self, files: &impl Files, error: io::Error) -> io::Error {
        _ = files.remove(&self.temp);
        error
    }
}

/// Returns the path of a new temporary file next to `path`, for a program that does not hold the library's lock.
pub(crate) fn unlocked_beside(path: &Path) -> PathBuf {
    temp_named(path, UNLOCKED)
}

/// Returns the path of a new temporary file next to `path`, for the holder of the library's lock.
pub(crate) fn temp_beside(path: &Path) -> PathBuf {
    temp_named(path, "")
}

fn temp_named(path: &Path, kind: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("{TEMP_PREFIX}{kind}{}-{number}{TEMP_SUFFIX}", process::id());
    folder_of(path).join(name)
}

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Part of the names of temporary files written without the library's lock.
const UNLOCKED: &str = "write-";

/// The writer of a temporary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TempOwner {
    /// A holder of the library's lock.
    Locked,
    /// Any other program.
    Unlocked,
}

/// Returns the writer of this temporary file. The name of a temporary file contains a process and a number. `None` if
/// the file is not a temporary file.
fn temp_owner(path: &Path) -> Option<TempOwner> {
    let name = path.file_name()?.to_str()?;
    let rest = name.strip_prefix(TEMP_PREFIX)?.strip_suffix(TEMP_SUFFIX)?;
    let (rest, whose) = match rest.strip_prefix(UNLOCKED) {
        Some(rest) => (rest, TempOwner::Unlocked),
        None => (rest, TempOwner::Locked),
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (process, number) = rest.split_once('-')?;
    (is_number(process) && is_number(number)).then_some(whose)
}

/// Returns whether this is the name of a temporary file of the store.
pub fn is_temp_file(path: &Path) -> bool {
    temp_owner(path).is_some()
}

/// Removes the temporary files in `found` that stopped processes left below `root`, unless a process is writing to
/// that library. Leaves files whose path leads through a link out of the root.
pub fn sweep_temp_files(root: &Path, found: &[PathBuf]) {
    if found.is_empty() {
        return;
    }
    if let Ok(_lock) = RootLock::try_take(root) {
        let files = RootedFiles::new(root);
        let is_left = |path: &Path| temp_owner(path) == Some(TempOwner::Locked) || is_old(path);
        for path in found.iter().filter(|path| is_left(path)) {
            // If a file cannot be removed now, the next sweep tries again.
            _ = files.remove(path);
        }
    }
}

/// Removes the files that a killed holder of the lock was writing in a folder. The caller holds the lock.
pub(crate) fn sweep_locked(folder: &Path) {
    let temps = temp_files_in(folder).into_iter();
    for temp in temps.filter(|temp| temp_owner(temp) == Some(TempOwner::Locked)) {
        _ = fs::remove_file(temp);
    }
}

/// Returns the temporary files of a folder.
pub fn temp_files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| is_temp_file(path)).collect()
}

/// The age beyond which a temporary file counts as left over: longer than writing one file ever takes. A program that
/// writes many files before it renames them may need longer.
const LONG_ENOUGH: Duration = Duration::from_secs(60);

/// Returns whether the writer of a temporary file must have been stopped. A file written without the lock, such as a
/// picture, is judged by its age, and by its process if the system lists processes.
fn is_old(path: &Path) -> bool {
    let modified = fs::symlink_metadata(path).and_then(|metadata| metadata.modified());
    let is_old = modified.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LONG_ENOUGH));
    is_old && !process_of(path).is_some_and(is_running)
}

/// Returns the process id in the name of a temporary file.
fn process_of(path: &Path) -> Option<&str> {
    let rest = path.file_name()?.to_str()?.strip_prefix(TEMP_PREFIX)?;
    let rest = rest.strip_prefix(UNLOCKED).unwrap_or(rest);
    Some(rest.split_once('-')?.0)
}

/// Returns whether a process with this id runs on this machine. An unrelated process with the same id only delays
/// sweeping.
fn is_running(process: &str) -> bool {
    cfg!(target_os = "linux") && Path::new("/proc").join(process).exists()
}

/// Removes the temporary files next to `path` that an interrupted [`replace_file`] left there over a minute ago. Used
/// for folders outside libraries, which no other function sweeps.
pub fn sweep_beside(path: &Path) {
    for temp in temp_files_in(folder_of(path)) {
        if temp_owner(&temp) == Some(TempOwner::Unlocked) && is_old(&temp) {
            // If a file cannot be removed now, the next sweep tries again.
            _ = fs::remove_file(temp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_creates_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tags");
        assert!(replace_file(&path, b"one").unwrap().is_none());
        assert!(replace_file(&path, b"two").unwrap().is_none());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_read_only_file_is_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tags");
        fs::write(&path, b"old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = replace_file(&path, b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
