//! The files that belong to a library, which exports and other output must not overwrite.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use footwork_clip::ClipFormat;
use footwork_sidecar::{SETTINGS_FILE, SIDECAR_SUFFIX};

use super::Library;
use crate::editable::library_of;

/// The files that belong to a library or to a library inside it: possible clips, sidecars and `footwork.toml`.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    root: Option<PathBuf>,
    /// Full paths after following links, which may lead out of the folder.
    paths: BTreeSet<PathBuf>,
}

impl OwnFiles {
    /// Returns whether the file, which need not exist, belongs to the library. Links are followed.
    pub fn contains(&self, path: &Path) -> bool {
        let Some(path) = canonical(path) else {
            return false;
        };
        let inside = self
            .root
            .as_ref()
            .and_then(|root| path.strip_prefix(root).ok());
        let is_inside = inside.is_some_and(|inside| {
            let name = inside.to_string_lossy().to_lowercase();
            name == SETTINGS_FILE
                || name.ends_with(SIDECAR_SUFFIX)
                || self.is_of_a_library_inside(inside)
        });
        is_inside || path.ancestors().any(|part| self.paths.contains(part))
    }
}

impl OwnFiles {
    /// Returns whether a file, given relative to the root, belongs to a library inside this one. Files that the inner
    /// library excludes count too.
    fn is_of_a_library_inside(&self, inside: &Path) -> bool {
        let (Some(root), Some(file)) = (&self.root, inside.to_str()) else {
            return false;
        };
        // If it is unclear whether a folder is a library, it counts as one.
        let is_in_one = || !matches!(library_of(root, file), Ok(None));
        let is_settings = inside.file_name().is_some_and(|name| name == SETTINGS_FILE);
        let is_clip = ClipFormat::may_be_clip(file) && root.join(inside).exists();
        (is_settings || is_clip) && is_in_one()
    }
}

impl Library {
    /// Returns the files, as they are now, that must not be overwritten.
    pub fn own_files(&self) -> OwnFiles {
        let clips = self.opening.files.iter().map(|name| self.root.join(name));
        let sidecars = self.originals().map(|(_, entry)| entry.sidecar_path());
        let settings = self.root.join(SETTINGS_FILE);
        let paths = clips.chain(sidecars).chain([settings]);
        OwnFiles {
            root: fs::canonicalize(&self.root).ok(),
            paths: paths.filter_map(|own| fs::canonicalize(own).ok()).collect(),
        }
    }
}

/// Returns the full path of a file. Its last parts need not exist.
fn canonical(path: &Path) -> Option<PathBuf> {
    let mut missing = Vec::new();
    let mut there = path;
    loop {
        let known = if there.as_os_str().is_empty() {
            fs::canonicalize(".")
        } else {
            fs::canonicalize(there)
        };
        if let Ok(known) = known {
            return Some(
                missing
                    .iter()
                    .rev()
                    .fold(known, |path, part| path.join(part)),
            );
        }
        missing.push(there.file_name()?);
        there = there.parent()?;
    }
}
