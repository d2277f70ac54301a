//! Decides which files the edits of a library may change: its settings, and the sidecars of its possible clips. A
//! record that names any other file is not carried out, whatever its origin.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_sidecar::{SETTINGS_FILE, SIDECAR_SUFFIX};
use thiserror::Error;

use crate::clip_name::looks_like_clip;
use crate::discover::has_settings;

/// Whether most file systems of this platform ignore the case of file names.
const FOLDS_CASE: bool = cfg!(any(windows, target_os = "macos"));

/// A check of the files of one edit. Each folder is listed once.
#[derive(Debug)]
pub(crate) struct EditableFiles<'a> {
    root: &'a Path,
    folders: BTreeMap<PathBuf, Names>,
}

/// The names in a folder, keyed by their lower-case form.
type Names = BTreeMap<String, Vec<String>>;

impl<'a> EditableFiles<'a> {
    /// Returns a check for the library at `root`.
    pub(crate) fn new(root: &'a Path) -> Self {
        let folders = BTreeMap::new();
        Self { root, folders }
    }

    /// Rejects a file that edits of the library may not change. `file` is relative to the root.
    ///
    /// # Errors
    /// If the file is rejected; the text gives the reason to users.
    pub(crate) fn check(&mut self, file: &str) -> Result<(), String> {
        let clip = file.strip_suffix(SIDECAR_SUFFIX);
        if file != SETTINGS_FILE && !clip.is_some_and(looks_like_clip) {
            return Err(format!(
                "only {SETTINGS_FILE} and the sidecars of clips are edited"
            ));
        }
        let mut parts: Vec<&Path> = Path::new(file).ancestors().collect();
        // The empty path of the root itself.
        parts.pop();
        for part in parts.into_iter().rev() {
            if let Some(twin) = self.case_twin(part) {
                return Err(format!("it differs from {twin} only by case"));
            }
            // A missing folder contains no files.
            if fs::symlink_metadata(self.root.join(part)).is_err() {
                break;
            }
        }
        match library_of(self.root, file) {
            Err(unread) => Err(unread.to_string()),
            Ok(Some(folder)) => Err(format!("{folder} is a library of its own; edit it there")),
            Ok(None) => Ok(()),
        }
    }

    /// Returns the existing name in the same folder that differs from this name only by case; `None` if there is no
    /// such name, or if this exact name exists too.
    fn case_twin(&mut self, part: &Path) -> Option<String> {
        let path = self.root.join(part);
        if !FOLDS_CASE && fs::symlink_metadata(&path).is_ok() {
            return None;
        }
        let name = path.file_name()?.to_str()?;
        let folder = path.parent()?;
        let names = match self.folders.entry(folder.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(names_in(folder)),
        };
        let twins = names.get(&name.to_lowercase())?;
        if twins.iter().any(|other| other == name) {
            None
        } else {
            twins.last().cloned()
        }
    }
}

fn names_in(folder: &Path) -> Names {
    let mut names = Names::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if let Ok(name) = entry.file_name().into_string() {
            names.entry(name.to_lowercase()).or_default().push(name);
        }
    }
    names
}

/// Returns the folder of the nested library to which a file belongs; `None` if it belongs to the library at `root`.
///
/// # Errors
/// If it is unclear whether a folder on the path has a `footwork.toml`.
pub(crate) fn library_of(root: &Path, file: &str) -> Result<Option<String>, UnreadSettings> {
    let mut folders: Vec<&Path> = Path::new(file).ancestors().skip(1).collect();
    folders.pop();
    for folder in folders.into_iter().rev() {
        let unread = |error| UnreadSettings {
            file: format!("{}/{SETTINGS_FILE}", folder.display()),
            error,
        };
        if has_settings(&root.join(folder)).map_err(unread)? {
            return Ok(Some(folder.display().to_string()));
        }
    }
    Ok(None)
}

/// A `footwork.toml` that may exist but cannot be examined.
#[derive(Debug, Error)]
#[error("{file} cannot be read: {error}")]
pub struct UnreadSettings {
    /// The path from the root, separated by `/`.
    pub file: String,
    /// Why it cannot be examined.
    pub error: io::Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_settings_and_sidecars_of_this_library_are_edited() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in [
            "walks/a.bvh.tags",
            "nested/footwork.toml",
            "nested/deep/b.bvh",
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let mut files = EditableFiles::new(root);
        for file in [
            "footwork.toml",
            "a.bvh.tags",
            "walks/a.bvh.tags",
            "walks/new.json.tags",
            "a.glb#Walk%20on.tags",
        ] {
            assert_eq!(files.check(file), Ok(()), "{file}");
        }
        for (file, why) in [
            ("a.bvh", "are edited"),
            ("Makefile", "are edited"),
            ("config", "are edited"),
            ("a.tags", "are edited"),
            (".tags", "are edited"),
            ("a.bvh#Walk.tags", "are edited"),
            ("walks/footwork.toml", "are edited"),
            ("Footwork.toml", "are edited"),
            ("nested/footwork.toml", "are edited"),
            ("nested/a.bvh.tags", "a library of its own"),
            ("nested/deep/b.bvh.tags", "a library of its own"),
            ("walks/A.bvh.tags", "only by case"),
            ("WALKS/b.bvh.tags", "only by case"),
        ] {
            let error = files.check(file).unwrap_err();
            assert!(error.contains(why), "{file}: {error}");
        }
    }
}
