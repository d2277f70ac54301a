//! Where the repository is, found at run time so that a binary kept from another clone does not point there.

use std::env;
use std::path::{Path, PathBuf};

/// The folder of the root `Cargo.toml`.
///
/// `cargo run` names the folder of this crate; without it the search goes up from the current folder.
pub(crate) fn find() -> Result<PathBuf, String> {
    if let Some(manifest_dir) = env::var_os("CARGO_MANIFEST_DIR")
        && let Some(parent) = Path::new(&manifest_dir).parent()
        && is_root(parent)
    {
        return Ok(parent.to_path_buf());
    }
    let start = env::current_dir().map_err(|e| format!("cannot read the current folder: {e}"))?;
    start
        .ancestors()
        .find(|folder| is_root(folder))
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("{} is not inside the repository", start.display()))
}

fn is_root(folder: &Path) -> bool {
    folder.join("Cargo.toml").is_file() && folder.join("xtask").join("Cargo.toml").is_file()
}
