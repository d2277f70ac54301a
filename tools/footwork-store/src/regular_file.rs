//! Folders, pipes and the like where one of the library's own files should be.

use std::error::Error;
use std::fmt;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Something that is no file stands where a file should be.
#[derive(Debug)]
struct InTheWay {
    path: PathBuf,
    what: &'static str,
}

impl fmt::Display for InTheWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, what) = (self.path.display(), self.what);
        write!(f, "{path} is {what}, where a file should be; move it away")
    }
}

impl Error for InTheWay {}

/// What is at a path, without opening it: a pipe might never open. `None` where there is nothing.
///
/// # Errors
/// When it is no file.
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
    let path = path.to_owned();
    Err(io::Error::other(InTheWay { path, what }))
}

/// Whether an error says that something that is no file is in the way.
pub fn is_in_the_way(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<InTheWay>())
}

/// The content of a file of at most so many bytes; `None` where there is none. Anything that is no
/// file, such as a pipe, is refused before it is opened: it might never end.
///
/// # Errors
/// When it is no file, is larger, or cannot be read.
pub fn read_bounded(path: &Path, max_bytes: usize) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        // A link to nothing is there: what it should lead to is not known.
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
