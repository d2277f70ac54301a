//! Reading files of which nobody knows what they are.

use std::fs;
use std::io;
use std::path::Path;

/// The content of a file of at most so many bytes; `None` where there is none. Anything that is no
/// file, such as a pipe, is refused before it is opened: it might never end.
///
/// # Errors
/// When it is no file, is larger, or cannot be read.
pub fn read(path: &Path, most: usize) -> io::Result<Option<Vec<u8>>> {
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
    if metadata.len() > most as u64 {
        return Err(io::Error::other(format!(
            "it has {} bytes, which is more than the limit of {most}",
            metadata.len()
        )));
    }
    fs::read(path).map(Some)
}
