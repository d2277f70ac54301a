//! Which version of its clip a sidecar is of: edits in frames are made only where it is the clip's own.
//!
//! The frames of a sidecar are those of the version that its header names. A span in the frames of
//! another version would stand beside them unnoticed, and be moved with them when the clip is
//! rebased. So such edits are refused until somebody has [rebased](Library::rebase) the clip, or
//! said that its frames [are the same](Library::keep_frames).

use footwork_sidecar::Sidecar;
use footwork_tags::ClipId;

use super::{Change, EditError, Scope};
use crate::rebase::header;
use crate::{ClipEntry, Library};

impl Library {
    /// Refuses an edit in frames of sidecars as they were just read, if any is of another version of
    /// its clip; all such clips are named.
    pub(super) fn check_versions<'a>(
        &self,
        sidecars: impl Iterator<Item = (ClipId, &'a Sidecar)>,
    ) -> Result<(), EditError> {
        let mut clips = Vec::new();
        for (clip, sidecar) in sidecars {
            let entry = &self.clips()[clip];
            if is_of_another_version(sidecar, entry) {
                self.check_is_as_opened(entry)?;
                clips.push(entry.name.clone());
            }
        }
        match clips.is_empty() {
            true => Ok(()),
            false => Err(EditError::Stale { clips }),
        }
    }

    /// Refuses what rests on the content of a clip's file when that is not as it was when the library
    /// was opened.
    fn check_is_as_opened(&self, entry: &ClipEntry) -> Result<(), EditError> {
        match self.is_as_opened(entry) {
            true => Ok(()),
            false => Err(EditError::ClipChanged {
                clip: entry.name.clone(),
            }),
        }
    }

    /// Says that the frames of a clip that changed are numbered as they were when it was tagged: its
    /// sidecar then says the clip's name, length, rate and content of now, and every other line stays.
    /// Nothing where the sidecar says so already, or there is none.
    ///
    /// What lies past the clip's end stays too, and is a finding until somebody has removed it.
    ///
    /// # Errors
    /// When the clip's file changed since the library was opened, or the sidecar cannot be replaced.
    pub fn keep_frames(&mut self, clip: ClipId) -> Result<Change, EditError> {
        self.editable_frames(clip)?;
        let entry = &self.clips()[clip];
        let (header, name) = (header(entry), entry.name.clone());
        let label = format!("rebase {name} --keep-frames");
        let scope = |library: &mut Self| {
            library.check_is_as_opened(&library.clips()[clip])?;
            Ok::<_, EditError>(Scope {
                clips: vec![clip],
                any_version: true,
                ..Scope::default()
            })
        };
        let entry = entry.clone();
        self.edit_in(&label, scope, |_, sidecar| {
            let is_other = is_of_another_version(sidecar, &entry);
            if is_other {
                sidecar.set_header(header.clone());
            }
            Ok(is_other)
        })
    }
}

/// Whether the frames of a sidecar are those of another version of its clip. One that does not name
/// the content is judged by the length and the rate that it says.
pub(crate) fn is_of_another_version(sidecar: &Sidecar, entry: &ClipEntry) -> bool {
    match sidecar.hash() {
        Some(hash) => hash != entry.hash,
        None => {
            sidecar
                .frames()
                .is_some_and(|frames| frames != entry.frames)
                || sidecar.rate().is_some_and(|rate| rate != entry.rate)
        }
    }
}
