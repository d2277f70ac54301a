//! Finding out what others changed on disk, without the library: looking at the files of a large one
//! takes a while, in which it can be asked and edited.

use std::collections::BTreeMap;
use std::path::PathBuf;

use footwork_sidecar::{Config, FILE_NAME};

use super::Library;
use super::seen::{Seen, is_other};
use super::tagged_files::TaggedFiles;
use crate::discover::{Candidate, discover};

/// What a library knows of its files, to compare with the disk.
#[derive(Clone, Debug)]
pub struct Survey {
    root: PathBuf,
    config: Config,
    files: Vec<String>,
    seen: BTreeMap<String, Seen>,
    /// The files that have no clip, and whether they had a sidecar all the same.
    without_clip: BTreeMap<String, bool>,
    sidecars: Vec<Expected>,
}

/// The sidecar of a clip as the library knows it.
#[derive(Clone, Debug)]
struct Expected {
    clip: String,
    file: String,
    path: PathBuf,
    is_there: bool,
}

/// What of the files is other than the library knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Surveyed {
    /// The sidecars of these clips, or none.
    Sidecars(Vec<String>),
    /// Clips, the sidecar of a file that is none, or `footwork.toml`: the library is to be opened again.
    Files,
}

impl Library {
    /// What the library knows of its files.
    pub fn survey(&self) -> Survey {
        let sidecars = self.originals().map(|(_, entry)| Expected {
            clip: entry.name.clone(),
            file: entry.sidecar_name(),
            path: entry.sidecar_path(),
            is_there: entry.sidecar.is_some() || entry.sidecar_is_broken,
        });
        Survey {
            root: self.root.clone(),
            config: self.config.clone(),
            files: self.opening.files.clone(),
            seen: self.opening.seen.clone(),
            without_clip: self.opening.without_clip.clone(),
            sidecars: sidecars.collect(),
        }
    }
}

impl Survey {
    /// Looks at the files.
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

    /// Whether somebody else wrote, made or removed a sidecar.
    fn is_other(&self, sidecar: &Expected) -> bool {
        is_other(
            self.seen.get(&sidecar.file),
            &sidecar.path,
            sidecar.is_there,
        )
    }

    /// Whether a file that may be a clip came, went or changed, a sidecar came to or went from one that
    /// is none, or `footwork.toml` changed.
    fn has_other_files(&self) -> bool {
        let config = self.root.join(FILE_NAME);
        let is_same_config = match self.seen.get(FILE_NAME) {
            Some(seen) => seen.is_current(&config),
            None => !config.exists(),
        };
        let found = discover(&self.root, &self.config);
        let names = found.candidates.iter().map(|candidate| &candidate.name);
        let is_current = |candidate: &Candidate| {
            let seen = self.seen.get(&candidate.name);
            seen.is_some_and(|seen| seen.is_current(&candidate.path))
        };
        let tagged = TaggedFiles::of(&found.sidecars);
        let is_tagged_as_before = |(file, was_tagged): (&String, &bool)| {
            tagged.sidecar_of(file, &self.config).is_some() == *was_tagged
        };
        !is_same_config
            || !names.eq(&self.files)
            || !found.candidates.iter().all(is_current)
            || !self.without_clip.iter().all(is_tagged_as_before)
    }
}
