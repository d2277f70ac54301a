//! Giving an open library what files say by now: sidecars that others wrote, and a `footwork.toml` that
//! an edit, an undo or a redo wrote.

use footwork_sidecar::{Config, FILE_NAME, Finding, Sidecar};
use footwork_tags::{ClipId, DatabaseError};

use super::Library;
use super::open::{check_sidecar, read_sidecar};
use super::waiting::Waiting;
use crate::ClipEntry;

impl Library {
    /// Reads the sidecars again that others wrote. What is wrong in them is with the other findings.
    /// Those that others removed are left for [`rescan`](Self::rescan).
    pub(crate) fn take_up_sidecars(&mut self) -> Result<(), DatabaseError> {
        let mut others = self.clips_with_other_sidecars();
        others.retain(|&clip| self.clips[clip].sidecar_path().exists());
        self.take_up_sidecars_of(&others, &Waiting::default())?;
        Ok(())
    }

    /// Reads the sidecars of these clips again; returns the names of those that say something else,
    /// and what is wrong in them.
    pub(super) fn take_up_sidecars_of(
        &mut self,
        clips: &[ClipId],
        waiting: &Waiting,
    ) -> Result<(Vec<String>, Vec<Finding>), DatabaseError> {
        let (mut names, mut findings) = (Vec::new(), Vec::new());
        for &clip in clips {
            let mut entry = self.clips[clip].clone();
            let mut found = Vec::new();
            let seen = read_sidecar(&mut entry, waiting, &mut found);
            check_sidecar(&entry, &mut found);
            let file = entry.sidecar_name();
            match seen {
                Some(seen) => _ = self.opening.seen.insert(file.clone(), seen),
                None => _ = self.opening.seen.remove(&file),
            }
            let is_same = |old: &ClipEntry| {
                old.sidecar == entry.sidecar && old.sidecar_is_broken == entry.sidecar_is_broken
            };
            if is_same(&self.clips[clip]) {
                continue;
            }
            names.push(entry.name.clone());
            self.opening.news.retain(|finding| finding.file != file);
            self.opening.news.extend(found.iter().cloned());
            findings.extend(found);
            self.clips[clip] = entry;
            self.refresh(clip)?;
        }
        Ok((names, findings))
    }

    /// What is wrong in the sidecar of a clip that an edit wrote is said anew.
    pub(crate) fn refresh_findings(&mut self, clip: ClipId) {
        let entry = &self.clips[clip];
        let (file, mut found) = (entry.sidecar_name(), Vec::new());
        if let Some(sidecar) = &entry.sidecar {
            let read = Sidecar::read(&file, &sidecar.to_bytes());
            found.extend(read.map(|(_, findings)| findings).unwrap_or_default());
        }
        check_sidecar(entry, &mut found);
        let is_of_it = |finding: &Finding| finding.file == file;
        if !found.is_empty() || self.opening.news.iter().any(is_of_it) {
            self.opening.news.retain(|finding| !is_of_it(finding));
            self.opening.news.extend(found);
        }
    }

    /// Takes up what `footwork.toml` says now; `None` where there is none any more.
    ///
    /// Which clips belong, and how they are read, is as it was when the library was opened: where that
    /// is said in another way now, and where the text cannot be read, [`rescan`](Self::rescan) opens
    /// the library again.
    pub(crate) fn take_up_config(&mut self, bytes: Option<&[u8]>) -> Result<(), DatabaseError> {
        let text = str::from_utf8(bytes.unwrap_or_default()).ok();
        let Some((config, _)) = text.and_then(|text| Config::parse(text).ok()) else {
            return Ok(());
        };
        let config = match self.config.has_same_clips(&config) {
            true => {
                self.saw(FILE_NAME, bytes);
                config
            }
            false => config.with_clips_of(&self.config),
        };
        self.config = config;
        for name in self.config.tags.keys() {
            self.database.declare_tag(name)?;
        }
        for name in self.config.events.keys() {
            self.database.declare_event(name)?;
        }
        // What tags are called on the other side may be said in another way.
        let originals: Vec<ClipId> = self.originals().map(|(clip, _)| clip).collect();
        originals
            .into_iter()
            .try_for_each(|clip| self.refresh_twin(clip))
    }
}
