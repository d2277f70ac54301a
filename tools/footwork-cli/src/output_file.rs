//! Writes the output files of a verb, and refuses to replace files that must stay.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use footwork_library::{Library, Whole};
use footwork_store::{FileSet, Unsynced, open_bounded};

use crate::failure::Failure;
use crate::output::{Speech, warning};
use crate::table::count;

/// The largest number of listed files; further ones are only counted.
const MAX_SHOWN: usize = 10;

/// Returns whether an output means standard output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Parses an output that cannot be standard output, such as a folder.
pub(crate) fn no_dash() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if is_dash(&path) {
            Err("this cannot go to standard output; write ./- for that name")
        } else {
            Ok(path)
        }
    })
}

/// Refuses to write over a file of the library itself.
pub(crate) fn refuse_own<'a>(
    paths: impl Iterator<Item = &'a PathBuf>,
    library: &Library,
) -> Result<(), Failure> {
    let files = library.own_files();
    let own: Vec<&PathBuf> = paths.filter(|path| files.contains(path)).collect();
    let one = |path: &&PathBuf| {
        let message = format!("{} belongs to the library itself", path.display());
        let hint = "nothing is written; give another file or folder with -o";
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

/// The first bytes of PNG files.
pub(crate) const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The first bytes of GLB files.
pub(crate) const GLB_SIGNATURE: &[u8] = b"glTF";
/// The first bytes of recordings of characters.
pub(crate) const RECORDING_SIGNATURE: &[u8] = b"\x89FWRC\r\n\n";

/// Returns an error if a file exists and does not start with `signature`. `what` describes the expected kind of file in
/// the error.
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

/// Writes a file. Creates its folder if necessary.
pub(crate) fn save(
    path: &Path,
    bytes: &[u8],
    whole: &Whole,
    speech: Speech,
) -> Result<(), Failure> {
    save_all([(path, bytes)], whole, speech)
}

/// Writes all of the files, or none. Creates their folders if necessary.
pub(crate) fn save_all<'a>(
    files: impl IntoIterator<Item = (&'a Path, &'a [u8])>,
    _whole: &Whole,
    speech: Speech,
) -> Result<(), Failure> {
    let mut set = FileSet::default();
    let added = files.into_iter().try_for_each(|(path, bytes)| {
        set.make_folder_of(path)?;
        set.add(path, bytes)
    });
    let unsynced = added
        .and_then(|()| set.put())
        .map_err(|error| Failure::plain("not-saved", error.to_string()))?;
    note_unsynced(&unsynced, speech);
    Ok(())
}

/// Prints a warning for each folder that could not be synced after files in it were saved.
pub(crate) fn note_unsynced<'a>(unsynced: impl IntoIterator<Item = &'a Unsynced>, speech: Speech) {
    for unsynced in unsynced {
        let folder = unsynced.folder.display().to_string();
        speech.note(&[warning(&folder, "not-synced", unsynced.to_string())]);
    }
}
