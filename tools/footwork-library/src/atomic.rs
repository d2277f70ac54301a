//! Replacing a file so that a reader, or a crash, sees the old content or the new, never a part.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What temporary files of [`write()`] start with; a crash can leave one behind.
pub const TEMP_PREFIX: &str = ".footwork-";

/// Replaces the content of `path`, or creates it: a temporary file in the same folder, synced,
/// renamed over it, and the folder synced. A link is followed, and its target replaced.
///
/// # Errors
/// When the file is read-only or any step fails; the old content then stands as it was.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_path_buf(),
        Err(error) => return Err(error),
    };
    let folder = folder_of(&target);
    let mut temp = tempfile::Builder::new();
    temp.prefix(TEMP_PREFIX).suffix(".tmp");
    match fs::metadata(&target) {
        Ok(old) if old.permissions().readonly() => {
            let message = "the file is read-only";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(old) => {
            temp.permissions(old.permissions());
        }
        Err(_) => use_default_permissions(&mut temp),
    }
    let mut file = temp.tempfile_in(&folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|failed| failed.error)?;
    sync_folder(&folder)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Temporary files are private by default; a new sidecar is as readable as any new file.
#[cfg(unix)]
fn use_default_permissions(temp: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    temp.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn use_default_permissions(_: &mut tempfile::Builder<'_, '_>) {}

/// Makes the rename itself durable. On Windows a folder cannot be synced, and the rename is
/// written through by the file system.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_creates_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tags");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_read_only_file_stands_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tags");
        fs::write(&path, b"old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = write(&path, b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
