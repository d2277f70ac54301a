//! Opens and reads regular files. If the path is a folder, a pipe or a device, or the file is larger than the limit,
//! the error is immediate.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::OpenOptions;

/// The error that something else, such as a pipe or a link, is at the path of a file or a folder.
#[derive(Debug)]
pub(crate) struct InTheWay {
    path: PathBuf,
    what: &'static str,
    wanted: &'static str,
}

impl InTheWay {
    /// Returns the error that `what`, such as `a pipe`, is at the path of a file.
    pub(crate) fn of_file(path: &Path, what: &'static str) -> io::Error {
        Self::of(path, what, "file")
    }

    /// Returns the error that `what` is at the path of a folder.
    pub(crate) fn of_folder(path: &Path, what: &'static str) -> io::Error {
        Self::of(path, what, "folder")
    }

    fn of(path: &Path, what: &'static str, wanted: &'static str) -> io::Error {
        let path = path.to_owned();
        io::Error::other(Self { path, what, wanted })
    }
}

impl fmt::Display for InTheWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, what, wanted } = self;
        let path = path.display();
        write!(
            f,
            "{path} is {what}, where a {wanted} should be; move it away"
        )
    }
}

impl Error for InTheWay {}

/// Returns the metadata of a regular file without opening it, because opening a pipe may never return. `None` if
/// nothing exists at the path.
///
/// # Errors
/// If the path is not a regular file.
pub(crate) fn file_at(path: &Path) -> io::Result<Option<Metadata>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match not_a_file(&metadata) {
        None => Ok(Some(metadata)),
        Some(what) => Err(InTheWay::of_file(path, what)),
    }
}

/// Returns a name for anything that is not a file, such as `a pipe`; `None` for a file.
fn not_a_file(metadata: &Metadata) -> Option<&'static str> {
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a folder"),
        _ => Some("a pipe or a device"),
    }
}

/// Returns whether an error says that something else, such as a pipe or a link, is at the path of a file or a folder.
pub fn is_in_the_way(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<InTheWay>())
}

/// Opens a file of at most `max_bytes` for reading. Follows a link. Rejects anything but a regular file, because
/// opening a pipe, for example, may never return.
///
/// The file can still grow after it is opened; [`read_existing`] reads no more than the limit.
///
/// # Errors
/// If the file is not regular, has more than `max_bytes` bytes, or cannot be opened. The message does not name the
/// file.
pub fn open_bounded(path: &Path, max_bytes: usize) -> io::Result<File> {
    check_file(&fs::metadata(path)?, max_bytes)?;
    // Another program may have put a pipe there since the check. Opening a pipe would wait for its other end.
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    cap_fs_ext::OpenOptionsSyncExt::nonblock(&mut options, true);
    let file = cap_std::fs::File::open_ambient_with(path, &options, ambient_authority())?;
    let file = file.into_std();
    // The file may have been replaced since the first check.
    check_file(&file.metadata()?, max_bytes)?;
    Ok(file)
}

/// Opens a regular file inside a folder by its path relative to the folder, separated by `/`. A path that leads out of
/// the folder, by `..` or by a link, is rejected.
///
/// # Errors
/// If the path leads out of the folder, or if the file is not regular or cannot be opened. The message does not name
/// the file.
pub fn open_inside(folder: &Path, name: &str) -> io::Result<File> {
    let folder = cap_std::fs::Dir::open_ambient_dir(folder, ambient_authority())?;
    check_kind(folder.metadata(name)?.is_file())?;
    // Same precaution as in `open_bounded`.
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    cap_fs_ext::OpenOptionsSyncExt::nonblock(&mut options, true);
    let file = folder.open_with(name, &options)?.into_std();
    check_kind(file.metadata()?.is_file())?;
    Ok(file)
}

fn check_kind(is_file: bool) -> io::Result<()> {
    if is_file {
        Ok(())
    } else {
        Err(io::Error::other(
            "it is a folder, a pipe or a device, not a file",
        ))
    }
}

fn check_file(metadata: &Metadata, max_bytes: usize) -> io::Result<()> {
    if let Some(what) = not_a_file(metadata) {
        return Err(io::Error::other(format!("it is {what}, not a file")));
    }
    if metadata.len() > max_bytes as u64 {
        Err(too_large(metadata.len(), max_bytes))
    } else {
        Ok(())
    }
}

fn too_large(bytes: u64, max_bytes: usize) -> io::Error {
    let message = format!("it has {bytes} bytes, which is more than the limit of {max_bytes}");
    io::Error::other(message)
}

/// Reads a file of at most `max_bytes`, like [`read_existing`]; `None` if there is no file.
///
/// # Errors
/// Same as [`read_existing`], except that a missing file is not an error. If the name exists but opening it fails with
/// [`io::ErrorKind::NotFound`], as for a dangling link, that is still an error.
pub fn read_bounded(path: &Path, max_bytes: usize) -> io::Result<Option<Vec<u8>>> {
    match read_existing(path, max_bytes) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_free(path) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns whether nothing exists under this path.
fn is_free(path: &Path) -> bool {
    let there = fs::symlink_metadata(path);
    there.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Reads a file of at most `max_bytes`, as [`open_bounded`] opens it.
///
/// # Errors
/// If the file does not exist, is not regular, has more than `max_bytes` bytes, or cannot be read. The message does not
/// name the file.
pub fn read_existing(path: &Path, max_bytes: usize) -> io::Result<Vec<u8>> {
    let file = open_bounded(path, max_bytes)?;
    let size = usize::try_from(file.metadata()?.len()).unwrap_or(max_bytes);
    let mut bytes = Vec::with_capacity(size.min(max_bytes).saturating_add(1));
    // The file may have grown since its size was read, and some special files report a size of 0.
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX);
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > max_bytes {
        Err(too_large(bytes.len() as u64, max_bytes))
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &Path, expected: &str) {
        let error = read_bounded(path, 4).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn only_small_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert_eq!(read_bounded(&path, 4).unwrap(), None);
        fs::write(&path, "four").unwrap();
        assert_eq!(read_bounded(&path, 4).unwrap(), Some(b"four".to_vec()));
        fs::write(&path, "fives").unwrap();
        check(&path, "5 bytes, which is more than the limit of 4");
        check(folder.path(), "it is a folder");
    }

    #[test]
    fn a_path_that_leads_out_of_a_folder_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir_all(inside.join("deep")).unwrap();
        fs::write(folder.path().join("secret"), "secret").unwrap();
        fs::write(inside.join("deep/a"), "a").unwrap();
        assert!(open_inside(&inside, "deep/a").is_ok());
        assert!(open_inside(&inside, "deep/../deep/a").is_ok());
        let absolute = folder.path().join("secret");
        let absolute = absolute.to_str().unwrap();
        for name in ["../secret", "deep/../../secret", absolute, "deep", "none"] {
            assert!(open_inside(&inside, name).is_err(), "{name}");
        }
        #[cfg(unix)]
        for (link, to) in [
            ("up", "../secret"),
            ("away", absolute),
            ("zero", "/dev/zero"),
        ] {
            std::os::unix::fs::symlink(to, inside.join(link)).unwrap();
            assert!(open_inside(&inside, link).is_err(), "{link}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_links_to_nowhere_are_errors() {
        check(Path::new("/dev/zero"), "it is a pipe or a device");
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        let error = read_bounded(&link, 4).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    /// `/proc/self/status` reports a size of 0 but has content.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_reports_a_size_of_0_is_bounded_too() {
        check(Path::new("/proc/self/status"), "more than the limit of 4");
    }
}
