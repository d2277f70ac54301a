//! Which files the edits of a library may change: its settings, and the sidecars of what can be a clip of it. No record
//! that names another file is carried out, no matter who made it.

use std::fs;
use std::path::Path;

use footwork_sidecar::{SETTINGS_FILE, SIDECAR_SUFFIX};

use crate::discover::looks_like_clip;

/// Whether file systems of this platform mostly take two names for one that differ only by case.
const FOLDS_CASE: bool = cfg!(any(windows, target_os = "macos"));

/// Rejects a file, given from the root, that no edit of the library at `root` changes.
///
/// # Errors
/// Why it is rejected, for people.
pub(crate) fn check_editable(root: &Path, file: &str) -> Result<(), String> {
    let clip = file.strip_suffix(SIDECAR_SUFFIX);
    if file != SETTINGS_FILE && !clip.is_some_and(looks_like_clip) {
        return Err(format!(
            "only {SETTINGS_FILE} and the sidecars of clips are edited"
        ));
    }
    let file = Path::new(file);
    let mut parts: Vec<&Path> = file.ancestors().collect();
    // The root itself.
    parts.pop();
    for part in parts.into_iter().rev() {
        if let Some(twin) = case_twin(root, part) {
            return Err(format!("it differs from {twin} only by case"));
        }
        let path = root.join(part);
        // Nothing lies below what is not there.
        if fs::symlink_metadata(&path).is_err() {
            break;
        }
        if part != file && fs::symlink_metadata(path.join(SETTINGS_FILE)).is_ok() {
            let folder = part.display();
            return Err(format!("{folder} is a library of its own; edit it there"));
        }
    }
    Ok(())
}

/// The name beside a file or a folder that differs from its own only by case; `None` if its own is there.
fn case_twin(root: &Path, part: &Path) -> Option<String> {
    let path = root.join(part);
    if !FOLDS_CASE && fs::symlink_metadata(&path).is_ok() {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let lower = name.to_lowercase();
    let mut twin = None;
    for entry in fs::read_dir(path.parent()?).ok()?.flatten() {
        let other = entry.file_name().into_string();
        match other {
            Ok(other) if other == name => return None,
            Ok(other) if other.to_lowercase() == lower => twin = Some(other),
            _ => {}
        }
    }
    twin
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
        for file in [
            "footwork.toml",
            "a.bvh.tags",
            "walks/a.bvh.tags",
            "walks/new.json.tags",
            "a.glb#Walk%20on.tags",
        ] {
            assert_eq!(check_editable(root, file), Ok(()), "{file}");
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
            let error = check_editable(root, file).unwrap_err();
            assert!(error.contains(why), "{file}: {error}");
        }
    }
}
