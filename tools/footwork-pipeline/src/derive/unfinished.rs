//! The note that a write of derived clips leaves before it renames its files. If the program is killed, the next write
//! into the same folder finishes the renames from the note.
//!
//! A file system renames one file at a time. So once all files are written under temporary names, a note lists them.
//! From then on the write counts as made: if the program is killed, the next write into the folder renames the rest. A
//! write killed before its note is complete leaves only temporary files, which the next write recognises by name and
//! age and removes.
//!
//! Notes are in the user's state folder and not next to the clips. Otherwise anyone who can write to the folder of the
//! clips could leave a note there. A note is locked while its write runs, and the system releases the lock however the
//! write ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use footwork_sidecar::ClipHash;
use footwork_store::{DiskFiles, Files as _, UserFolder, open_bounded, read_existing};
use serde::{Deserialize, Serialize};

/// The start of the file names of notes.
const PREFIX: &str = "cut-";
/// The end of the file names of notes.
const SUFFIX: &str = ".json";

/// The size of the largest note that is read, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The files of a cut that have temporary names and await renaming.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    /// The folder of the pieces, without links.
    folder: PathBuf,
    /// Whether the cut may replace existing files.
    force: bool,
    /// The temporary files and their final names.
    renames: Vec<(PathBuf, PathBuf)>,
}

/// The note of a running cut. Dropping it removes the note's file; a killed process leaves the file.
#[derive(Debug)]
pub(super) struct Note {
    path: PathBuf,
    /// The file, locked until the note is dropped.
    file: File,
}

impl Note {
    /// Durably writes a note of the renames that follow. Returns `None` if there is no state folder or if the paths are
    /// not valid Unicode; if the cut is then killed, its renames are not finished.
    pub(super) fn write(
        folder: &Path,
        force: bool,
        renames: Vec<(PathBuf, PathBuf)>,
    ) -> io::Result<Option<Self>> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let Some(notes) = notes() else {
            return Ok(None);
        };
        let content = Content {
            folder: fs::canonicalize(folder)?,
            force,
            renames,
        };
        let Ok(json) = serde_json::to_string(&content) else {
            return Ok(None);
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}{SUFFIX}", process::id());
        let path = notes.join(name);
        _ = fs::remove_file(&path);
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).open(&path)?;
        let mut note = Self { path, file };
        note.file.lock()?;
        // The hash tells a complete note from a truncated one.
        let hash = ClipHash::from_bytes(json.as_bytes());
        note.file
            .write_all(format!("{json}\n{hash}\n").as_bytes())?;
        note.file.sync_all()?;
        DiskFiles.sync_folder(&notes)?;
        Ok(Some(note))
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        // If this fails, the next cut removes the note, because the temporary files in its list no longer exist.
        _ = fs::remove_file(&self.path);
    }
}

/// The folder of the notes.
fn notes() -> Option<PathBuf> {
    UserFolder::State.make().ok()
}

/// A file that has appeared under a final name since then is kept, unless the cut replaces files. Returns the number of
/// renamed files.
///
/// # Errors
/// Returns an error if a file cannot be renamed.
pub fn finish_derived(folder: &Path) -> io::Result<usize> {
    let (Some(notes), Ok(folder)) = (notes(), fs::canonicalize(folder)) else {
        return Ok(0);
    };
    let mut renamed = 0;
    let entries = fs::read_dir(notes).into_iter().flatten().flatten();
    for path in entries
        .map(|entry| entry.path())
        .filter(|path| is_note(path))
    {
        let Some((note, content)) = left(&path) else {
            continue;
        };
        match content {
            Some(content) if content.folder != folder => continue,
            Some(content) => renamed += finish(&content)?,
            None => {}
        }
        _ = fs::remove_file(&path);
        drop(note);
    }
    Ok(renamed)
}

fn is_note(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// Returns the note of a killed cut, locked, with its content if it is complete; `None` if the cut is still running, or
/// if the note cannot be read.
fn left(path: &Path) -> Option<(File, Option<Content>)> {
    let file = open_bounded(path, MAX_BYTES).ok()?;
    file.try_lock().ok()?;
    let text = String::from_utf8(read_existing(path, MAX_BYTES).ok()?).ok();
    let content = text.and_then(|text| {
        let (json, hash) = text.trim_end_matches('\n').rsplit_once('\n')?;
        let is_whole = ClipHash::from_bytes(json.as_bytes()).to_string() == hash;
        is_whole.then(|| serde_json::from_str(json).ok()).flatten()
    });
    Some((file, content))
}

fn finish(content: &Content) -> io::Result<usize> {
    let mut renamed = 0;
    for (temporary, file) in &content.renames {
        if !fs::symlink_metadata(temporary).is_ok_and(|metadata| metadata.is_file()) {
            continue;
        }
        if !content.force && fs::symlink_metadata(file).is_ok() {
            fs::remove_file(temporary)?;
            continue;
        }
        DiskFiles.rename(temporary, file)?;
        renamed += 1;
    }
    let mut folders: Vec<&Path> = content
        .renames
        .iter()
        .filter_map(|(_, file)| file.parent())
        .collect();
    folders.dedup();
    for folder in folders.into_iter().filter(|folder| folder.is_dir()) {
        DiskFiles.sync_folder(folder)?;
    }
    Ok(renamed)
}
