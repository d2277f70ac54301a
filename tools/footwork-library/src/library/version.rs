//! The version of an open library's files, and reading motion only of that version.

use std::fmt::Write;

use footwork_clip::{ClipError, LoadedClip};
use footwork_sidecar::{ClipHash, SETTINGS_FILE};
use footwork_tags::ClipId;

use super::Library;

impl Library {
    /// Returns a hash of everything that query results depend on: the settings, and the names, lengths, rates, contents
    /// and sidecars of the clips. Two libraries with the same version give the same results, wherever they are.
    pub fn version(&self) -> ClipHash {
        let mut text = String::new();
        let mut add = |file: &str| {
            let hash = self.opening.seen.get(file).map(|seen| seen.hash().number());
            // Writing to a text cannot fail.
            _ = writeln!(text, "{file}\n{hash:x?}");
        };
        add(SETTINGS_FILE);
        for (_, entry) in self.originals() {
            add(entry.file_name());
            add(&entry.sidecar_name());
        }
        for entry in self.clips.values() {
            let (name, frames, rate, hash) = (&entry.name, entry.frames, entry.rate, entry.hash);
            _ = writeln!(text, "{name}\n{frames} {rate} {hash}");
        }
        if let Some(above) = self.opening.settings_above {
            _ = writeln!(text, "above {above}");
        }
        ClipHash::from_bytes(text.as_bytes())
    }

    /// Reads the motion of a clip as [`load`](Self::load) does, if the file is unchanged since the library was
    /// opened.
    ///
    /// # Errors
    /// Same as `load`, and `changed` if the content of the file has changed.
    pub fn load_unchanged(&self, clip: ClipId) -> Result<LoadedClip, ClipError> {
        self.motion_source(clip)
            .read_unchanged(self.clips[clip].hash)
    }
}
