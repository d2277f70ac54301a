//! Hashes of the clips of a saved index, in a text file next to the index. The index itself, which games open, has only the
//! lengths of the clips. The first line of the text is the checksum of the index; every other line is the hash and the name of
//! a clip.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use footwork::tags::ClipId;
use footwork_library::Library;
use footwork_store::read_existing;
use pyo3::prelude::*;

use crate::checksum::crc32c;
use crate::errors::{changed_error, io_error, value_error};

const HEAD: &str = "footwork-index-clips 1";
/// The size of the largest accepted file, in bytes.
const MAX_BYTES: usize = 1 << 30;

/// Returns the path of the text for the file of an index.
pub(super) fn beside(index: &Path) -> PathBuf {
    let mut name = OsString::from(index);
    name.push(".clips");
    name.into()
}

/// Returns the text for an index with these bytes.
pub(super) fn text(index: &[u8], library: &Library, clips: &[ClipId]) -> String {
    let head = format!("{HEAD} {:08x}\n", crc32c(index));
    let line = |&clip: &ClipId| {
        let entry = &library.clips()[clip];
        format!("{} {}\n", entry.hash, entry.name)
    };
    clips.iter().map(line).fold(head, |text, line| text + &line)
}

/// Compares the clips of an index with those of a library. Returns whether there was a text to compare with.
///
/// # Errors
/// Returns a `ChangedError` if a clip is missing or has changed, a `ValueError` if the text belongs to another index,
/// and an `OSError` if it cannot be read.
pub(super) fn check(path: &Path, checksum: u32, library: &Library) -> PyResult<bool> {
    let file = beside(path);
    let text = match read_existing(&file, MAX_BYTES) {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(io_error(&file, &error)),
    };
    let mut lines = text.lines();
    if lines.next() != Some(&format!("{HEAD} {checksum:08x}")) {
        let file = file.display();
        return Err(value_error(format!(
            "{file}: it does not belong to the index next to it"
        )));
    }
    let clips = library.clips().values();
    let now: BTreeMap<&str, String> = clips
        .map(|entry| (entry.name.as_str(), entry.hash.to_string()))
        .collect();
    for (hash, name) in lines.filter_map(|line| line.split_once(' ')) {
        if now.get(name).is_none_or(|own| own != hash) {
            let path = path.display();
            let message = format!("{path}: {name} has changed since it was indexed");
            return Err(changed_error(name, message));
        }
    }
    Ok(true)
}
