//! Reading the bytes of a compiled library, a `.tagdb` file.

use std::io;
use std::path::Path;

use footwork_store::read_existing;

/// The size of the largest `.tagdb` file that is read, in bytes.
pub const MAX_TAGDB_BYTES: usize = 1 << 30;

/// Returns the bytes of the `.tagdb` file at `path`, to pass to [`Database::from_bytes`]. The bytes are a copy, so
/// later changes to the file do not affect query results.
///
/// # Errors
/// If the file does not exist, is not a regular file, is larger than [`MAX_TAGDB_BYTES`], or cannot be read.
///
/// [`Database::from_bytes`]: footwork_tags::Database::from_bytes
pub fn read_tagdb(path: &Path) -> io::Result<Vec<u8>> {
    read_existing(path, MAX_TAGDB_BYTES)
}
