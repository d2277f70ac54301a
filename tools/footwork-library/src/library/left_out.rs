//! The parts of a library that could not be read, and which its answers therefore lack.

use std::collections::BTreeSet;

use footwork_sidecar::Severity;

use super::Library;

impl Library {
    /// Returns the clips, animations and sidecars that could not be read, in whole or in part, when the
    /// library was opened or last [rescanned](Self::rescan). The [`findings`](Self::findings) about them say
    /// why.
    pub fn left_out(&self) -> BTreeSet<&str> {
        let errors = self.findings().iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        errors.map(|finding| finding.file.as_str()).collect()
    }
}
