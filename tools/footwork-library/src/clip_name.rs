//! Names of clips: `FILE`, or `FILE#ANIMATION` in a file of several, and which of them belong to a library.

use std::collections::hash_map::{Entry, HashMap};

use footwork_clip::ClipFormat;
use footwork_sidecar::{Finding, Settings, Severity};

/// Returns the file of a clip named `FILE#ANIMATION`; `None` if the name has no animation.
pub fn file_of(clip: &str) -> Option<&str> {
    let (file, _) = clip.rsplit_once('#')?;
    Some(file).filter(|file| ClipFormat::may_hold_several(file))
}

/// Returns whether a path from the root of a library has a hidden part, file or folder. Libraries skip such files.
pub fn is_hidden(file: &str) -> bool {
    let mut parts = file.split(['/', '\\']);
    parts.any(|part| part.starts_with('.') && !matches!(part, "." | ".."))
}

/// Returns whether the file of a clip, or a folder on its path, is hidden, so that libraries skip it. The name may
/// be a pattern.
pub fn is_hidden_clip(clip: &str) -> bool {
    is_hidden(file_of(clip).unwrap_or(clip))
}

/// Returns whether a text may be the name of a clip.
pub fn looks_like_clip(clip: &str) -> bool {
    ClipFormat::may_be_clip(clip) || file_of(clip).is_some()
}

/// Returns whether `footwork.toml` includes the clip in the library.
pub fn belongs(clip: &str, settings: &Settings) -> bool {
    match file_of(clip) {
        Some(file) => settings.includes_part(file, clip),
        None => settings.includes(clip),
    }
}

/// Returns whether a file, or a clip in it, can belong to the library.
pub(crate) fn may_belong(file: &str, settings: &Settings) -> bool {
    if ClipFormat::may_hold_several(file) {
        // Only reading the file shows which of its animations belong to the library.
        !settings.excludes(file)
    } else {
        settings.includes(file)
    }
}

/// The names of the clips found so far, keyed by their lower-case form.
#[derive(Debug, Default)]
pub(crate) struct CaseTwins(HashMap<String, String>);

impl CaseTwins {
    /// Rejects a name that differs from an earlier one only by case, because some file systems cannot hold both.
    pub(crate) fn check(&mut self, name: &str) -> Result<(), Finding> {
        match self.0.entry(name.to_lowercase()) {
            Entry::Occupied(first) => {
                let message = format!("differs from {} only by case; it is left out", first.get());
                Err(Finding {
                    severity: Severity::Error,
                    file: name.to_owned(),
                    position: None,
                    code: "case-twin",
                    message,
                })
            }
            Entry::Vacant(place) => {
                place.insert(name.to_owned());
                Ok(())
            }
        }
    }
}
