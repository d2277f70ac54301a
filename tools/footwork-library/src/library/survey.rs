//! Finds the changes that other programs made on disk, without borrowing the library.
//!
//! Checking the files of a large library takes a while. Meanwhile, the library can be queried and edited.

use std::collections::BTreeMap;
use std::path::PathBuf;

use footwork_sidecar::{Finding, SETTINGS_FILE, Settings};

use super::Library;
use super::seen::{Seen, is_other};
use super::tagged_files::TaggedFiles;
use crate::discover::{Candidate, FollowLinks, discover};

/// The state of the files that a library knows, for comparison with the disk.
#[derive(Clone, Debug)]
pub struct Survey {
    root: PathBuf,
    follow: FollowLinks,
    settings: Settings,
    files: Vec<String>,
    libraries: Vec<String>,
    walk: Vec<Finding>,
    seen: BTreeMap<String, Seen>,
    /// The files without a clip, and whether each had a sidecar.
    without_clip: BTreeMap<String, bool>,
    sidecars: Vec<Expected>,
}

/// The state of a clip's sidecar that the library knows.
#[derive(Clone, Debug)]
struct Expected {
    clip: String,
    file: String,
    path: PathBuf,
    is_there: bool,
}

/// The difference between the files and the library's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Surveyed {
    /// The names of the clips whose sidecars changed; empty if nothing changed.
    Sidecars(Vec<String>),
    /// Something else changed, such as a clip, `footwork.toml`, or the sidecar of a file that is not a clip. The
    /// library must be opened again.
    Files,
}

impl Library {
    /// Returns the state of the files that the library knows.
    pub fn survey(&self) -> Survey {
        let sidecars = self.originals().map(|(_, entry)| Expected {
            clip: entry.name.clone(),
            file: entry.sidecar_name(),
            path: entry.sidecar_path(),
            is_there: entry.sidecar.is_some() || entry.sidecar_is_broken,
        });
        Survey {
            root: self.root.clone(),
            follow: self.opening.follow,
            settings: self.settings.clone(),
            files: self.opening.files.clone(),
            libraries: self.opening.libraries.clone(),
            walk: self.opening.walk.clone(),
            seen: self.opening.seen.clone(),
            without_clip: self.opening.without_clip.clone(),
            sidecars: sidecars.collect(),
        }
    }
}

impl Survey {
    /// Compares the files with the library's state.
    pub fn look(&self) -> Surveyed {
        if self.has_other_files() {
            return Surveyed::Files;
        }
        let others = self
            .sidecars
            .iter()
            .filter(|sidecar| self.is_other(sidecar));
        Surveyed::Sidecars(others.map(|sidecar| sidecar.clip.clone()).collect())
    }

    /// Returns whether another program wrote, created or deleted a sidecar.
    fn is_other(&self, sidecar: &Expected) -> bool {
        is_other(
            self.seen.get(&sidecar.file),
            &sidecar.path,
            sidecar.is_there,
        )
    }

    /// Returns whether a possible clip appeared, disappeared or changed, or `footwork.toml` changed. Also
    /// returns true if a file without clips gained or lost its sidecar, a folder became or ceased to be a
    /// separate library, or a file or folder can no longer be read or can be read again.
    fn has_other_files(&self) -> bool {
        let settings = self.root.join(SETTINGS_FILE);
        let is_same_config = !is_other(self.seen.get(SETTINGS_FILE), &settings, false);
        let found = discover(&self.root, &self.settings, self.follow);
        let names = found.candidates.iter().map(|candidate| &candidate.name);
        let is_current = |candidate: &Candidate| {
            let seen = self.seen.get(&candidate.name);
            seen.is_some_and(|seen| seen.is_current(&candidate.path))
        };
        let tagged = TaggedFiles::from_sidecars(&found.sidecars);
        let is_tagged_as_before = |(file, was_tagged): (&String, &bool)| {
            tagged.sidecar_of(file, &self.settings).is_some() == *was_tagged
        };
        !is_same_config
            || !names.eq(&self.files)
            || found.libraries != self.libraries
            || found.findings != self.walk
            || !found.candidates.iter().all(is_current)
            || !self.without_clip.iter().all(is_tagged_as_before)
    }
}
