//! Finds clips by their names or by the last parts of their names.

use footwork_base::nearest;
use footwork_sidecar::Severity;
use footwork_tags::ClipId;
use thiserror::Error;

use super::Library;
use crate::clip_entry::ClipEntry;
use crate::clip_name::is_hidden_clip;
use crate::recovery::EDITS_WAITING;

/// No clip of the library, or more than one, has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no clip named {name}")]
pub struct UnknownClip {
    /// The name.
    pub name: String,
    /// Advice: why the clip is left out, the most similar name, a file that may contain the clip, or two clips with the
    /// name.
    pub hint: Option<String>,
    /// Whether the clip may be in a file that [could not be read](Library::missing), or is hidden.
    pub may_be_missing: bool,
}

impl Library {
    /// Finds a clip by name.
    ///
    /// The last part of a name, with or without its extension, is enough if it is unambiguous. The same holds for the
    /// name of an animation in a file with several.
    ///
    /// # Errors
    /// If no clip or more than one has this name.
    pub fn find_clip(&self, name: &str) -> Result<ClipId, UnknownClip> {
        if let Some(id) = self.database().clip_by_name(name) {
            return Ok(id);
        }
        let matching = self.clips_called(name);
        let (hint, may_be_missing) = match matching.as_slice() {
            [(id, _)] => return Ok(*id),
            [] => self.why_unknown(name),
            [(_, a), (_, b), ..] => (Some(format!("it could be {} or {}", a.name, b.name)), false),
        };
        Err(UnknownClip {
            name: name.to_owned(),
            hint,
            may_be_missing,
        })
    }

    /// Returns a hint about the missing clip, and whether the clip may be in a file that could not be read.
    fn why_unknown(&self, name: &str) -> (Option<String>, bool) {
        let is_called = |clip: &str| {
            let base = clip.rsplit_once('/').map_or(clip, |(_, base)| base);
            let stem = base.rsplit_once('.').map(|(stem, _)| stem);
            let animation = clip.rsplit_once('#').map(|(_, animation)| animation);
            clip == name || base == name || stem == Some(name) || animation == Some(name)
        };
        let mut errors = self.findings().iter();
        let left_out = errors.find(|f| f.severity == Severity::Error && is_called(&f.file));
        if let Some(finding) = left_out {
            return (Some(format!("it is left out: {finding}")), true);
        }
        if is_hidden_clip(name) {
            let hint = "a library passes over files and folders whose names begin with a dot";
            return (Some(hint.to_owned()), true);
        }
        let known = self.clips().values().flat_map(ClipEntry::short_names);
        let near = nearest(name, known).map(|near| format!("did you mean {near}?"));
        let missing = self.missing();
        let mut files = missing.iter().filter(|m| m.code != EDITS_WAITING);
        let missing = files.find(|missing| missing.may_be_of(is_called));
        let unread = missing.map(|m| format!("it may be in {}, which could not be read", m.file));
        (near.or(unread), missing.is_some())
    }

    /// Finds a clip by name like [`find_clip`](Self::find_clip), but without searching for a hint if there is no such
    /// clip.
    pub fn clip_called(&self, name: &str) -> Option<ClipId> {
        let exact = self.database().clip_by_name(name);
        exact.or_else(|| match self.clips_called(name).as_slice() {
            [(id, _)] => Some(*id),
            _ => None,
        })
    }

    fn clips_called(&self, name: &str) -> Vec<(ClipId, &ClipEntry)> {
        let clips = self.clips().iter();
        clips.filter(|(_, entry)| entry.is_called(name)).collect()
    }
}
