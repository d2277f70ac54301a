//! The file names by which compiled libraries are recognised.

use std::path::Path;

use crate::failure::Failure;

/// The extension of compiled libraries.
pub(crate) const EXTENSION: &str = "tagdb";

/// Returns whether a path names an existing file with the extension of a compiled library.
fn is_compiled_file(path: &Path) -> bool {
    is_compiled(path) && path.exists() && !path.is_dir()
}

/// Returns whether a path has the extension of a compiled library.
pub(crate) fn is_compiled(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

/// Returns the path, or an error if a compiled library is at the path.
pub(crate) fn only_folder(path: &Path) -> Result<&Path, Failure> {
    if is_compiled_file(path) {
        Err(needs_folder(path, "clip files and no sidecars"))
    } else {
        Ok(path)
    }
}

/// Returns the error of a verb that got a compiled library. `what` describes the part that only a folder has.
pub(crate) fn needs_folder(path: &Path, what: &str) -> Failure {
    let message = format!("{}: a compiled library has no {what}", path.display());
    Failure::plain("needs-folder", message).hint("name the folder that it was compiled from")
}
