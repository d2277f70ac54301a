//! Files that a verb writes: what it must not replace, and how it is saved.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use footwork_library::{Library, Whole};
use footwork_store::{FileSet, Unsynced, open_bounded};

use crate::failure::Failure;
use crate::output::{Speech, warning};
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
pub(crate) fn save(
    path: &Path,
    bytes: &[u8],
    whole: &Whole,
    speech: Speech,
) -> Result<(), Failure> {
    save_all([(path, bytes)], whole, speech)
}

/// Writes all of these files and makes their folders, or none.
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

/// Warns of folders that could not be synced once the files in them were saved.
pub(crate) fn note_unsynced<'a>(unsynced: impl IntoIterator<Item = &'a Unsynced>, speech: Speech) {
    for unsynced in unsynced {
        let folder = unsynced.folder.display().to_string();
        speech.note(&[warning(&folder, "not-synced", unsynced.to_string())]);
    }
}
