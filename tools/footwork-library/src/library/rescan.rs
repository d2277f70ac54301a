//! Taking up what others changed on disk while a library is open.

use footwork_tags::ClipId;

use super::seen::Seen;
use super::waiting::Waiting;
use super::{Library, OpenError};
use crate::config::FILE_NAME;
use crate::discover::discover;
use crate::{ClipEntry, Finding};

/// What others changed since a library was opened, or last looked through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescan {
    /// The clips whose tags or events are others, by their names.
    pub clips: Vec<String>,
    /// Whether clips came, went or changed, or `footwork.toml` did, so that the library was opened
    /// again: ids are others, and queries are to be bound anew.
    pub reopened: bool,
    /// What is wrong in the files that changed, as of now.
    pub findings: Vec<Finding>,
}

impl Library {
    /// Takes up what others changed on disk: files are compared by size and times, and by content
    /// where those do not tell. Edits that could [not be saved](Self::unsaved) stay, to be tried
    /// again on what the files say now.
    ///
    /// # Errors
    /// When the library has to be opened again and cannot be; it then is as it was.
    pub fn rescan(&mut self) -> Result<Rescan, OpenError> {
        let mut news = Vec::new();
        let waiting = Waiting::settle(self.root(), &self.store, &mut news);
        if self.has_other_files() {
            return self.reopen();
        }
        // What came in the clip's own file counts again.
        let lost = |entry: &ClipEntry| entry.sidecar.is_some() && !entry.sidecar_path().exists();
        let others = self.clips_with_other_sidecars();
        if others.iter().any(|&clip| lost(&self.clips[clip])) {
            return self.reopen();
        }
        let (clips, found) = self.take_up_sidecars_of(&others, &waiting)?;
        news.extend(found);
        Ok(Rescan {
            clips,
            reopened: false,
            findings: news,
        })
    }

    /// Whether a file, named from the root with `/`, is as the library wrote or read it last, so that
    /// there is nothing to [take up](Self::rescan). Of a file that it never read nothing is known.
    pub fn is_known(&self, file: &str) -> bool {
        let seen = self.opening.seen.get(file);
        seen.is_some_and(|seen| seen.is_current(&self.root.join(file)))
    }

    /// Remembers what a file, which is called so, says now: the library wrote or read it itself, so
    /// that it is no news.
    pub(crate) fn saw(&mut self, file: &str, bytes: Option<&[u8]>) {
        let path = self.root.join(file);
        match bytes.and_then(|bytes| Seen::of(&path, bytes)) {
            Some(seen) => _ = self.opening.seen.insert(file.to_owned(), seen),
            None => _ = self.opening.seen.remove(file),
        }
    }

    fn reopen(&mut self) -> Result<Rescan, OpenError> {
        let opened = Self::open_with(self.root(), std::sync::Arc::clone(&self.progress))?;
        let old = std::mem::replace(self, opened);
        self.unsaved = old.unsaved;
        self.remarks = old.remarks;
        self.history_is_checked = old.history_is_checked;
        let changed = self.clips.iter().filter(|(_, entry)| {
            let before = old.database.clip_by_name(&entry.name);
            let before = before.and_then(|clip| old.clips.get(clip));
            before.is_none_or(|before| before.labels() != entry.labels())
        });
        Ok(Rescan {
            clips: changed.map(|(_, entry)| entry.name.clone()).collect(),
            reopened: true,
            findings: self.findings().to_vec(),
        })
    }

    /// Whether a file that may be a clip came, went or changed, or `footwork.toml` did.
    fn has_other_files(&self) -> bool {
        let config = self.root().join(FILE_NAME);
        let is_same_config = match self.opening.seen.get(FILE_NAME) {
            Some(seen) => seen.is_current(&config),
            None => !config.exists(),
        };
        let found = discover(self.root(), &self.config);
        let is_same = |(name, known): (&String, &String)| name == known;
        let names: Vec<String> = found.candidates.iter().map(|c| c.name.clone()).collect();
        let same_names = names.len() == self.opening.files.len()
            && names.iter().zip(&self.opening.files).all(is_same);
        let is_current = |candidate: &crate::discover::Candidate| {
            let seen = self.opening.seen.get(&candidate.name);
            seen.is_some_and(|seen| seen.is_current(&candidate.path))
        };
        !is_same_config || !same_names || !found.candidates.iter().all(is_current)
    }

    /// The clips whose sidecars somebody else wrote, made or removed.
    pub(super) fn clips_with_other_sidecars(&self) -> Vec<ClipId> {
        let is_other = |entry: &ClipEntry| {
            let path = entry.sidecar_path();
            match self.opening.seen.get(&entry.sidecar_name()) {
                Some(seen) => !seen.is_current(&path),
                None => path.exists() || entry.sidecar.is_some() || entry.sidecar_is_broken,
            }
        };
        let clips = self.clips.iter();
        let clips = clips.filter(|(_, entry)| entry.mirror_of.is_none() && is_other(entry));
        clips.map(|(clip, _)| clip).collect()
    }
}
