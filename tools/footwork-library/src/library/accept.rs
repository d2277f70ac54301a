//! Brings an open library up to date with changed files: saved, undone and redone edits, and sidecars that other
//! programs wrote.

use std::io;
use std::time::SystemTime;

use footwork_tags::{ClipId, DatabaseError};

use super::Library;
use super::open::{check_sidecar, parse_sidecar};
use super::seen::Seen;
use super::waiting::Waiting;
use crate::clip_entry::percent_decoded;
use crate::edit::{FileContent, Saved};
use footwork_sidecar::{Finding, SETTINGS_FILE, SIDECAR_SUFFIX, Settings, Severity};

/// The content of a sidecar, or why it cannot be read.
type Bytes = io::Result<Option<Vec<u8>>>;

impl Library {
    /// Brings the library up to date with a saved edit.
    ///
    /// Other changes to the same files, changes to other files, and files that cannot be accepted are left to
    /// [`rescan`](Self::rescan). If a file cannot be accepted, returns a warning for the user; the edit itself is
    /// saved.
    #[must_use = "it is a warning for the user"]
    pub fn accept(&mut self, saved: &Saved) -> Option<Finding> {
        let mut warning = None;
        for (place, FileContent { file, bytes }) in saved.contents.iter().enumerate() {
            let tags = saved.tags_clips && place < saved.files.len() && bytes.is_some();
            if let Err(error) = self.accept_file(file, bytes.as_deref(), saved.at, tags) {
                self.opening.seen.remove(file);
                warning.get_or_insert_with(|| Finding {
                    severity: Severity::Warning,
                    file: file.clone(),
                    position: None,
                    code: "read-again",
                    message: format!(
                        "{} is saved, but the library must be read again: {error}",
                        saved.label
                    ),
                });
            }
        }
        warning
    }

    /// Accepts the content of a file; `None` if it was deleted. `tags` says whether the edit tagged its clip.
    fn accept_file(
        &mut self,
        file: &str,
        bytes: Option<&[u8]>,
        at: SystemTime,
        tags: bool,
    ) -> Result<(), DatabaseError> {
        #[cfg(test)]
        if tests::FAULTY.get() {
            return Err(DatabaseError::TooLarge);
        }
        if file == SETTINGS_FILE {
            return self.accept_settings(bytes, at);
        }
        self.saw(file, bytes, at);
        let Some(clip) = self.clip_of_sidecar(file) else {
            return Ok(());
        };
        // Findings are ignored: an edit causes no new finding, and the others were reported before.
        self.accept_sidecar(clip, Ok(bytes.map(<[u8]>::to_vec)))?;
        if tags {
            self.keep_pose(clip);
        }
        Ok(())
    }

    /// Returns the clip whose sidecar is `file`, a path from the root separated by `/`.
    pub fn clip_of_sidecar(&self, file: &str) -> Option<ClipId> {
        let is_of = |clip: &ClipId| {
            let entry = &self.clips[*clip];
            entry.mirror_of.is_none() && entry.sidecar_name() == file
        };
        let name = file.strip_suffix(SIDECAR_SUFFIX)?;
        // An animation's name, which follows a `#`, is encoded if it is not a valid file name.
        let decoded = name.match_indices('#').filter_map(|(at, _)| {
            let (file, animation) = name.split_at(at + 1);
            Some(format!("{file}{}", percent_decoded(animation)?))
        });
        let names = std::iter::once(name.to_owned()).chain(decoded);
        let mut clips = names.filter_map(|name| self.database.clip_by_name(&name));
        clips.find(is_of)
    }

    /// Reads the sidecars of the clips again if other programs changed them.
    ///
    /// If a sidecar can no longer be read, its clip keeps its current tags, and planning an edit of the clip returns
    /// the error.
    ///
    /// # Errors
    /// If the library runs out of ids.
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

    /// Rereads all sidecars that other programs changed, and adds the mistakes in them to the findings.
    ///
    /// Deleted sidecars are left to [`rescan`](Self::rescan).
    pub(crate) fn reread_all(&mut self) -> Result<(), DatabaseError> {
        let mut others = self.clips_with_other_sidecars();
        others.retain(|&clip| self.clips[clip].sidecar_path().exists());
        self.accept_sidecars_of(&others, &Waiting::default())?;
        Ok(())
    }

    /// Reads the sidecars of the clips again; returns the names of the clips whose labels changed, and the findings
    /// about their sidecars.
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
            let seen = content.and_then(|bytes| Seen::new(&path, bytes, SystemTime::now()));
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

    /// Sets a clip's labels from the content of its sidecar, and returns the findings about it; `None` if nothing
    /// changed.
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

    /// Accepts the content of `footwork.toml`; `None` if it was deleted.
    ///
    /// The library keeps its clips and the settings by which they were read. If those settings changed, or if
    /// the text cannot be parsed, [`rescan`](Self::rescan) opens the library again.
    fn accept_settings(
        &mut self,
        bytes: Option<&[u8]>,
        at: SystemTime,
    ) -> Result<(), DatabaseError> {
        let text = str::from_utf8(bytes.unwrap_or_default()).ok();
        let Some((settings, _)) = text.and_then(|text| Settings::parse(text).ok()) else {
            return Ok(());
        };
        let settings = if self.settings.has_same_clips(&settings) {
            self.saw(SETTINGS_FILE, bytes, at);
            settings
        } else {
            settings.with_clips_of(&self.settings)
        };
        self.settings = settings;
        for name in self.settings.tags.keys() {
            self.database.declare_tag(name)?;
        }
        for name in self.settings.events.keys() {
            self.database.declare_event(name)?;
        }
        // The pairs of mirrored names may have changed.
        let originals: Vec<ClipId> = self.originals().map(|(clip, _)| clip).collect();
        originals
            .into_iter()
            .try_for_each(|clip| self.refresh_twin(clip))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use footwork_base::{FrameRange, Name};

    use crate::edit::{Edit, Operation};
    use crate::{Change, Library};

    thread_local! {
        /// Whether to simulate that no file can be accepted, which would otherwise need a library too large for a test.
        pub(super) static FAULTY: Cell<bool> = const { Cell::new(false) };
    }

    const CLIP: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\nEnd Site\n{\n\
                        OFFSET 0 1.7 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.01\n0\n1\n2\n";

    #[test]
    fn an_edit_that_cannot_be_accepted_is_saved_with_a_warning_and_read_by_the_next_rescan() {
        let folder = tempfile::tempdir().unwrap();
        for clip in ["a.bvh", "b.bvh"] {
            fs::write(folder.path().join(clip), CLIP).unwrap();
        }
        let mut library = Library::open(folder.path()).unwrap();
        let mut editor = library.editor();
        let tag: Name = "A".parse().unwrap();
        let clips: Vec<_> = library.clips().ids().collect();
        let edit = clips.iter().fold(Edit::new("an edit"), |edit, &clip| {
            let range = FrameRange::new(0, 2).unwrap();
            let tag = tag.clone();
            edit.with(clip, [Operation::Paint { tag, range }])
        });
        FAULTY.set(true);
        let saved = library.edit(&mut editor, &edit).unwrap();
        assert_eq!(saved.change(), Change::Saved);
        let [warning] = <[_; 1]>::try_from(editor.take_findings()).unwrap();
        assert_eq!((warning.code, &*warning.file), ("read-again", "a.bvh.tags"));
        let tagged = |library: &Library| {
            clips
                .iter()
                .filter(|&&clip| library.clips()[clip].tags().count() == 1)
                .count()
        };
        assert_eq!(tagged(&library), 0);
        let undone = editor.undo().unwrap().unwrap();
        assert!(library.accept(&undone).is_some());
        let redone = editor.redo().unwrap().unwrap();
        assert_eq!(redone.label, "an edit");
        assert!(library.accept(&redone).is_some());
        FAULTY.set(false);
        assert_eq!(library.rescan().unwrap().clips, ["a.bvh", "b.bvh"]);
        assert_eq!(tagged(&library), 2);
    }
}
