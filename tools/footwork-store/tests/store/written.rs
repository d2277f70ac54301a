//! Finds the calls that sync in the text of the source. Scripts must reach exactly these calls.
//!
//! Functions that sync have names that say so: `sync`, `sync_folder`, or a name that ends in `_synced`. If such a
//! function is marked `#[track_caller]`, its callers count instead.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::simulated::Site;

/// A line of a file, its column, and its text, for the message of a failed test.
pub(crate) type Place = (PathBuf, usize, usize, String);

/// Files whose syncs do not belong to an edit: the disk itself and the user's folders.
const OTHERS: [&str; 3] = ["files.rs", "rooted.rs", "user_folder.rs"];

/// Returns the source line of a call.
pub(crate) fn place((file, line, column): Site) -> Place {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = fs::canonicalize(root.join(file)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let (line, column) = (line as usize, column as usize);
    let text = text.lines().nth(line - 1).unwrap().trim().to_owned();
    (path, line, column, text)
}

/// Returns all calls that sync in the source of the crate.
pub(crate) fn written() -> BTreeSet<Place> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let source = fs::canonicalize(source).unwrap();
    let others = OTHERS.map(|other| source.join(other));
    let mut places = BTreeSet::new();
    for file in files(&source) {
        let text = fs::read_to_string(&file).unwrap();
        let found = calls(&text);
        if others.contains(&file) {
            assert_ne!(found, [], "{file:?} does not sync any more")
        } else {
            places.extend(
                found
                    .into_iter()
                    // Single output files of a program never go through the simulated disk, so their syncs do not
                    // count.
                    .filter(|(_, _, text)| !text.contains("DiskFiles."))
                    .map(|(line, column, text)| (file.clone(), line, column, text)),
            )
        }
    }
    places
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false if path.extension().is_some_and(|extension| extension == "rs") => {
                files.push(path);
            }
            false => {}
        }
    }
    files
}

/// Returns the lines, columns and texts of calls that sync, except in `#[track_caller]` functions and unit tests.
fn calls(text: &str) -> Vec<(usize, usize, String)> {
    let mut calls = Vec::new();
    let mut is_for_caller = false;
    for (number, line) in text.lines().enumerate() {
        match line.trim() {
            "mod tests {" => break,
            "#[track_caller]" => is_for_caller = true,
            _ => {}
        }
        if let Some((_, name)) = line.split_once("fn ") {
            is_for_caller &= syncs(name);
        }
        if ["}", "    }"].contains(&line) {
            is_for_caller = false;
        }
        if is_for_caller || line.trim_start().starts_with("//") {
            continue;
        }
        let names = line.match_indices(['.', ':']).map(|(at, _)| at + 1);
        for at in names.filter(|&at| syncs(&line[at..])) {
            calls.push((number + 1, at + 1, line.trim().to_owned()));
        }
    }
    calls
}

/// Returns whether a text starts with a call that syncs.
fn syncs(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let is_such = ["sync", "sync_folder", "sync_all", "sync_data"].contains(&name);
    rest.starts_with('(') && (is_such || name.ends_with("_synced"))
}

#[test]
fn calls_are_found_in_a_text() {
    let text = "\
/// Not files.sync(path).
#[track_caller]
fn append_synced(&self) {
    files.sync(path)
}

fn edit() {
    log.append_synced(files)?; files.sync_folder(a)?;
    Files::sync(files);
    self.sync_folders(files);
    log.append(files).map(log::is_synced);
}

#[track_caller]
fn hidden(&self) {
    files.sync(path)
}

#[cfg(test)]
mod tests {
    files.sync(path)
}
";
    let found = calls(text);
    let found: Vec<(usize, usize)> = found.iter().map(|&(line, at, _)| (line, at)).collect();
    assert_eq!(found, [(8, 9), (8, 38), (9, 12), (16, 11)]);
}
