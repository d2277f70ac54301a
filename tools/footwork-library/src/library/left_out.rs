//! What of a library could not be read, so that its answers are without it.

use std::collections::BTreeSet;

use footwork_sidecar::Severity;

use super::Library;

impl Library {
    /// The clips, animations and sidecars that could not be read, in whole or in part, when the
    /// library was opened or last [looked through](Self::rescan): clips and tags are missing. Why is
    /// in the [`findings`](Self::findings) about them.
    pub fn left_out(&self) -> BTreeSet<&str> {
        let errors = self.findings().iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        errors.map(|finding| finding.file.as_str()).collect()
    }
}
