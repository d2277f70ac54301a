//! Bringing an open library up to date with files that somebody wrote: an edit that was saved, undone or redone, and
//! sidecars that others wrote.

use std::io;
use std::time::SystemTime;

use footwork_tags::{ClipId, DatabaseError};

use super::Library;
use super::open::{check_sidecar, parse_sidecar};
use super::seen::Seen;
use super::waiting::Waiting;
use crate::edit::{FileContent, Saved};
use footwork_sidecar::{Config, FILE_NAME, Finding, SIDECAR_SUFFIX};

/// What a sidecar says, or why it cannot be read.
type Bytes = io::Result<Option<Vec<u8>>>;

impl Library {
    /// Brings the library up to date with an edit: its files say now what was saved. Other changes of theirs, and of
    /// other files, are left for [`rescan`](Self::rescan).
    ///
    /// # Errors
    /// When ids are used up.
    pub fn accept(&mut self, saved: &Saved) -> Result<(), DatabaseError> {
        for (place, FileContent { file, bytes }) in saved.contents.iter().enumerate() {
            if file == FILE_NAME {
                self.accept_settings(bytes.as_deref(), saved.at)?;
                continue;
            }
            self.saw(file, bytes.as_deref(), saved.at);
            let Some(clip) = self.clip_of_sidecar(file) else {
                continue;
            };
            // What is wrong in it was said before, where it was only read.
            self.accept_sidecar(clip, Ok(bytes.clone()))?;
            if saved.tags_clips && place < saved.files.len() && bytes.is_some() {
                self.keep_pose(clip);
            }
        }
        Ok(())
    }

    /// The clip whose tags a file has, which is named from the root with `/`.
    pub fn clip_of_sidecar(&self, file: &str) -> Option<ClipId> {
        let is_of = |clip: &ClipId| {
            let entry = &self.clips[*clip];
            entry.mirror_of.is_none() && entry.sidecar_name() == file
        };
        let name = file.strip_suffix(SIDECAR_SUFFIX)?;
        let called = self.database.clip_by_name(name).filter(is_of);
        // Names of animations are encoded where they are no names of files.
        let is_encoded = called.is_none() && file.contains('%');
        let mut all = self.clips.ids().filter(|_| is_encoded);
        called.or_else(|| all.find(is_of))
    }

    /// Reads the sidecars of these clips again, where others wrote them since. One that cannot be read any more stays
    /// what it was; planning an edit of it says why.
    ///
    /// # Errors
    /// When ids are used up.
    pub fn reread(&mut self, clips: &[ClipId]) -> Result<(), DatabaseError> {
        for &clip in clips {
            let Some(entry) = self.clips.get(clip) else {
                continue;
            };
            let file = entry.sidecar_name();
            let (path, at) = (entry.sidecar_path(), SystemTime::now());
            if entry.mirror_of.is_some() || !self.has_other_sidecar(entry) {
                continue;
            }
            let Ok(bytes) = Waiting::default().read(&file, &path) else {
                continue;
            };
            let mut read = entry.clone();
            parse_sidecar(&mut read, &Ok(bytes.clone()), &mut Vec::new());
            if !read.sidecar_is_broken {
                self.saw(&file, bytes.as_deref(), at);
                self.accept_sidecar(clip, Ok(bytes))?;
            }
        }
        Ok(())
    }

    /// Reads all sidecars again that others wrote. What is wrong in them is with the other findings. Those that others
    /// removed are left for [`rescan`](Self::rescan).
    pub(crate) fn reread_all(&mut self) -> Result<(), DatabaseError> {
        let mut others = self.clips_with_other_sidecars();
        others.retain(|&clip| self.clips[clip].sidecar_path().exists());
        self.accept_sidecars_of(&others, &Waiting::default())?;
        Ok(())
    }

    /// Reads the sidecars of these clips again; returns the names of those that say something else,
    /// and what is wrong in them.
    pub(super) fn accept_sidecars_of(
        &mut self,
        clips: &[ClipId],
        waiting: &Waiting,
    ) -> Result<(Vec<String>, Vec<Finding>), DatabaseError> {
        let (mut names, mut findings) = (Vec::new(), Vec::new());
        for &clip in clips {
            let entry = &self.clips[clip];
            let (file, path) = (entry.sidecar_name(), entry.sidecar_path());
            let bytes = waiting.read(&file, &path);
            let content = bytes.as_ref().ok().and_then(Option::as_deref);
            let seen = content.and_then(|bytes| Seen::of(&path, bytes, SystemTime::now()));
            match seen {
                Some(seen) => _ = self.opening.seen.insert(file, seen),
                None => _ = self.opening.seen.remove(&file),
            }
            if let Some(found) = self.accept_sidecar(clip, bytes)? {
                names.push(self.clips[clip].name.clone());
                findings.extend(found);
            }
        }
        Ok((names, findings))
    }

    /// Gives a clip what its sidecar says now, and its findings; `None` where it says the same as before.
    fn accept_sidecar(
        &mut self,
        clip: ClipId,
        bytes: Bytes,
    ) -> Result<Option<Vec<Finding>>, DatabaseError> {
        let (mut entry, mut found) = (self.clips[clip].clone(), Vec::new());
        parse_sidecar(&mut entry, &bytes, &mut found);
        let old = &self.clips[clip];
        if old.sidecar == entry.sidecar && old.sidecar_is_broken == entry.sidecar_is_broken {
            return Ok(None);
        }
        check_sidecar(&entry, &mut found);
        let file = entry.sidecar_name();
        self.opening.news.retain(|finding| finding.file != file);
        self.opening.news.extend(found.iter().cloned());
        self.clips[clip] = entry;
        self.refresh(clip)?;
        Ok(Some(found))
    }

    /// Accepts what `footwork.toml` says now; `None` where there is none any more.
    ///
    /// Which clips belong, and how they are read, is as it was when the library was opened: where that
    /// is said in another way now, and where the text cannot be read, [`rescan`](Self::rescan) opens
    /// the library again.
    fn accept_settings(
        &mut self,
        bytes: Option<&[u8]>,
        at: SystemTime,
    ) -> Result<(), DatabaseError> {
        let text = str::from_utf8(bytes.unwrap_or_default()).ok();
        let Some((config, _)) = text.and_then(|text| Config::parse(text).ok()) else {
            return Ok(());
        };
        let config = match self.config.has_same_clips(&config) {
            true => {
                self.saw(FILE_NAME, bytes, at);
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
