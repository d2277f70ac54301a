//! Refuses to write results of a library that could not be read completely, unless the caller accepts that.

use footwork_library::{Library as Folder, Whole};
use footwork_sidecar::Finding as Found;
use pyo3::prelude::*;

use crate::errors::library_error;
use crate::finding::Finding;

/// Checks that the input of a call is complete, unless its caller accepts missing parts. `kept` names the output that
/// otherwise stays.
pub(crate) fn whole(library: &Folder, is_partial: bool, kept: &str) -> PyResult<Whole> {
    let missing = library.missing();
    Whole::new(&missing, is_partial).map_err(|incomplete| {
        let is_about = |finding: &&Found| missing.iter().any(|one| one.file == finding.file);
        let about = library.findings().iter().filter(is_about);
        let about: Vec<Finding> = about.map(Finding::from).collect();
        let message =
            format!("{kept}, because {incomplete}; repair it, or leave it out with partial=True");
        library_error(message, about)
    })
}
