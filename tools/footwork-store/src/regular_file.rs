//! Reading only what is a regular file: a folder, a pipe or a device where a file should be is an error, and a
//! file that is too large is not read.

use std::error::Error;
use std::fmt;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Something else is where a file or a folder should be.
#[derive(Debug)]
pub(crate) struct InTheWay {
    path: PathBuf,
    what: &'static str,
    wanted: &'static str,
}

impl InTheWay {
    /// `what`, such as `a pipe`, is where a file should be.
    pub(crate) fn of_file(path: &Path, what: &'static str) -> io::Error {
        Self::of(path, what, "file")
    }

    /// `what` is where a folder should be.
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

/// The metadata of a regular file, which is not opened, since opening a pipe may never return. `None` if nothing is
/// there.
///
/// # Errors
/// If it is not a regular file.
pub(crate) fn file_at(path: &Path) -> io::Result<Option<Metadata>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if metadata.is_file() {
        return Ok(Some(metadata));
    }
    let what = match metadata.is_dir() {
        true => "a folder",
        false => "a pipe or a device",
    };
    Err(InTheWay::of_file(path, what))
}

/// Whether an error says that something else is where a file or a folder should be, such as a pipe or a link.
pub fn is_in_the_way(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<InTheWay>())
}

/// Reads a file of at most `max_bytes`; `None` if there is none. What is not a regular file, such as a pipe, is
/// not opened, since it may never end.
///
/// # Errors
/// If it is not a regular file, is larger, or cannot be read.
pub fn read_bounded(path: &Path, max_bytes: usize) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        // A dangling link is not the same as no file.
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    if metadata.len() > max_bytes as u64 {
        return Err(io::Error::other(format!(
            "it has {} bytes, which is more than the limit of {max_bytes}",
            metadata.len()
        )));
    }
    fs::read(path).map(Some)
}
