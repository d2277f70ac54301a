//! The version of an open library's files.

use std::fmt::Write;

use footwork_sidecar::{ClipHash, SETTINGS_FILE};

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
}
