//! Accepts changes that other programs made on disk while a library is open.

use std::sync::Arc;
use std::time::SystemTime;

use footwork_sidecar::{Finding, SETTINGS_FILE, Severity};
use footwork_tags::ClipId;

use super::seen::{Seen, is_other};
use super::waiting::Waiting;
use super::{Library, OpenError, Surveyed};
use crate::clip_entry::ClipEntry;

/// The changes by other programs since a library was opened or last rescanned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescan {
    /// The names of the clips whose tags or events changed.
    pub clips: Vec<String>,
    /// Whether the library was opened again, because clips appeared, disappeared or changed, or `footwork.toml`
    /// changed. Ids are then different, and queries must be bound again.
    pub reopened: bool,
    /// The problems in the files that changed.
    pub findings: Vec<Finding>,
}

impl Library {
    /// Accepts changes that other programs made on disk.
    ///
    /// Files are compared by size and times, and also by content if size and times are inconclusive.
    ///
    /// # Errors
    /// If the library must be opened again, but cannot be opened; the library is then unchanged.
    pub fn rescan(&mut self) -> Result<Rescan, OpenError> {
        let surveyed = self.survey().look();
        match self.accept_surveyed(&surveyed)? {
            Some(rescan) => Ok(rescan),
            None => {
                let progress = Arc::clone(&self.progress);
                let opened = Self::open_following(self.root(), self.follow_links(), progress)?;
                self.replace_with(opened)
            }
        }
    }

    /// Accepts changed sidecars that a [survey](Self::survey) found; `None` if the library must be [opened
    /// again](Self::replace_with).
    ///
    /// # Errors
    /// If the library runs out of ids.
    pub fn accept_surveyed(&mut self, surveyed: &Surveyed) -> Result<Option<Rescan>, OpenError> {
        let Surveyed::Sidecars(names) = surveyed else {
            return Ok(None);
        };
        let mut news = Vec::new();
        let waiting = Waiting::settle(&self.root, &self.progress, &mut news);
        // An interrupted edit of another user is reported only once.
        news.retain(|finding| !self.findings().contains(finding));
        let clips: Vec<ClipId> = names
            .iter()
            .filter_map(|name| self.database.clip_by_name(name))
            .collect();
        // Without the sidecar, the labels in the clip's own file apply again.
        let lost = |entry: &ClipEntry| entry.sidecar.is_some() && !entry.sidecar_path().exists();
        if clips.iter().any(|&clip| lost(&self.clips[clip])) {
            return Ok(None);
        }
        let (clips, found) = self.accept_sidecars_of(&clips, &waiting)?;
        news.extend(found);
        Ok(Some(Rescan {
            clips,
            reopened: false,
            findings: news,
        }))
    }

    /// Replaces the library with a newer one of the same folder, opened in the meantime. Edits made since it was opened
    /// are then read from the files.
    ///
    /// # Errors
    /// If the library runs out of ids.
    pub fn replace_with(&mut self, mut opened: Self) -> Result<Rescan, OpenError> {
        opened.reread_all()?;
        let old = std::mem::replace(self, opened);
        self.poses = old.poses;
        if let Some(comparison) = old.predicates.pose_comparison() {
            self.compare_poses_by(comparison);
        }
        let changed = self.clips.iter().filter(|(_, entry)| {
            let before = old.database.clip_by_name(&entry.name);
            let before = before.and_then(|clip| old.clips.get(clip));
            before.is_none_or(|before| before.labels() != entry.labels())
        });
        let had_settings = old.opening.seen.contains_key(SETTINGS_FILE);
        let is_without = had_settings && !self.opening.seen.contains_key(SETTINGS_FILE);
        let clips = changed.map(|(_, entry)| entry.name.clone()).collect();
        self.opening.news.extend(is_without.then(settings_gone));
        Ok(Rescan {
            clips,
            reopened: true,
            findings: self.findings().to_vec(),
        })
    }

    /// Returns whether a file is as the library last wrote or read it, and so needs no [rescan](Self::rescan).
    ///
    /// `file` is the path from the root, separated by `/`. Returns `false` if the library has never read the
    /// file.
    pub fn is_known(&self, file: &str) -> bool {
        let seen = self.opening.seen.get(file);
        seen.is_some_and(|seen| seen.is_current(&self.root.join(file)))
    }

    /// Remembers the content of a file that the library wrote or read itself, so that a rescan does not
    /// report it.
    pub(super) fn saw(&mut self, file: &str, bytes: Option<&[u8]>, at: SystemTime) {
        let path = self.root.join(file);
        match bytes.and_then(|bytes| Seen::new(&path, bytes, at)) {
            Some(seen) => _ = self.opening.seen.insert(file.to_owned(), seen),
            None => _ = self.opening.seen.remove(file),
        }
    }

    /// Returns the clips whose sidecars another program wrote, created or deleted.
    pub(super) fn clips_with_other_sidecars(&self) -> Vec<ClipId> {
        let others = self
            .originals()
            .filter(|(_, entry)| self.has_other_sidecar(entry));
        others.map(|(clip, _)| clip).collect()
    }

    /// Returns whether another program wrote, created or deleted the sidecar of a clip.
    pub(super) fn has_other_sidecar(&self, entry: &ClipEntry) -> bool {
        let seen = self.opening.seen.get(&entry.sidecar_name());
        let is_there = entry.sidecar.is_some() || entry.sidecar_is_broken;
        is_other(seen, &entry.sidecar_path(), is_there)
    }
}

/// Returns the warning that the settings of the library are gone, so its clips may be read differently.
fn settings_gone() -> Finding {
    Finding {
        severity: Severity::Warning,
        file: SETTINGS_FILE.to_owned(),
        position: None,
        code: "settings-gone",
        message: "it was removed or renamed, so the library is read without settings".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use footwork_base::{FrameRange, Name};

    use crate::Library;
    use crate::edit::{Edit, Operation};

    const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                        OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

    #[test]
    fn edits_made_while_a_library_is_reopened_are_included() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.bvh"), CLIP).unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        fs::write(folder.path().join("b.bvh"), CLIP).unwrap();
        let opened = Library::open(folder.path()).unwrap();
        let clip = library.find_clip("a").unwrap();
        let tag: Name = "A".parse().unwrap();
        let range = FrameRange::new(0, 2).unwrap();
        let paint = Operation::Paint {
            tag: tag.clone(),
            range,
        };
        let mut editor = library.editor();
        library.edit(&mut editor, &Edit::one(clip, paint)).unwrap();
        let rescan = library.replace_with(opened).unwrap();
        assert!(rescan.reopened);
        assert_eq!(library.clips().len(), 2);
        let clip = library.find_clip("a").unwrap();
        assert_eq!(library.clips()[clip].tags().count(), 1);
        assert!(library.database().tags().any(|(name, _)| *name == tag));
    }
}
