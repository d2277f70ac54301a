//! Files that a verb writes: what it must not replace, and how it is saved.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use footwork_library::{Library, Whole};
use footwork_store::{open_bounded, replace_file};

use crate::failure::Failure;
use crate::table::count;

/// More files are only counted.
const MAX_SHOWN: usize = 10;

/// Refuses to write over a file of the library itself.
pub(crate) fn refuse_own<'a>(
    paths: impl Iterator<Item = &'a PathBuf>,
    library: &Library,
) -> Result<(), Failure> {
    let files = library.own_files();
    let own: Vec<&PathBuf> = paths.filter(|path| files.contains(path)).collect();
    let one = |path: &&PathBuf| {
        let message = format!("{} belongs to the library itself", path.display());
        let hint = "nothing is written; -o takes another file or a folder of its own";
        Failure::plain("file-is-source", message).hint(hint)
    };
    let more = own.len().saturating_sub(MAX_SHOWN);
    let more = (more > 0).then(|| {
        let message = format!("{} more belong to the library itself", count(more, "file"));
        Failure::plain("more", message)
    });
    let all = own.iter().take(MAX_SHOWN).map(one).chain(more);
    all.reduce(Failure::and).map_or(Ok(()), Err)
}

/// How PNG and GLB files start.
pub(crate) const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
pub(crate) const GLB_SIGNATURE: &[u8] = b"glTF";

/// Refuses to write over anything that does not start as `what` does.
pub(crate) fn refuse_replacing(path: &Path, signature: &[u8], what: &str) -> Result<(), Failure> {
    let file = path.display();
    let mut start = Vec::new();
    let read = open_bounded(path, usize::MAX)
        .and_then(|opened| opened.take(signature.len() as u64).read_to_end(&mut start));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::plain("not-saved", format!("{file}: {error}"))),
        Ok(_) if start == signature => Ok(()),
        Ok(_) => {
            let message = format!("{file} exists and is not {what}, so it is not replaced");
            Err(Failure::plain("not-a-picture", message))
        }
    }
}

/// Writes a file, and makes its folder.
pub(crate) fn save(path: &Path, bytes: &[u8], _whole: &Whole) -> Result<(), Failure> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| replace_file(path, bytes))
        .map_err(|error| Failure::plain("not-saved", format!("{}: {error}", path.display())))
}
