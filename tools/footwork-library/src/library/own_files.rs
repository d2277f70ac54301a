//! Which files a library lives of, so that nothing else is written over them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use footwork_sidecar::{FILE_NAME, SIDECAR_SUFFIX};
use footwork_store::FOLDER;

use super::Library;

/// The files that a library lives of: those that may be clips, the places of sidecars,
/// `footwork.toml`, and all in its own folder `.footwork`.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    root: Option<PathBuf>,
    /// What is linked to from elsewhere too, by its full path.
    paths: BTreeSet<PathBuf>,
}

impl OwnFiles {
    /// Whether the file, which need not be there, is one of them. Links are followed.
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
            name == FILE_NAME || inside.starts_with(FOLDER) || name.ends_with(SIDECAR_SUFFIX)
        });
        is_inside || path.ancestors().any(|part| self.paths.contains(part))
    }
}

impl Library {
    /// The files that nothing else may be written over, as they are now.
    pub fn own_files(&self) -> OwnFiles {
        let clips = self.opening.files.iter().map(|name| self.root.join(name));
        let sidecars = self.originals().map(|(_, entry)| entry.sidecar_path());
        let fixed = [FILE_NAME, FOLDER].map(|name| self.root.join(name));
        let paths = clips.chain(sidecars).chain(fixed);
        OwnFiles {
            root: fs::canonicalize(&self.root).ok(),
            paths: paths.filter_map(|own| fs::canonicalize(own).ok()).collect(),
        }
    }
}

/// The full path of a file of which the last parts need not be there.
fn canonical(path: &Path) -> Option<PathBuf> {
    let mut missing = Vec::new();
    let mut there = path;
    loop {
        let known = match there.as_os_str().is_empty() {
            true => fs::canonicalize("."),
            false => fs::canonicalize(there),
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
