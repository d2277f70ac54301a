//! The repository's folder, found at run time, so that a binary built in one clone can be run in another and works on that one.

use std::env;
use std::path::{Path, PathBuf};

/// Returns the folder of the root `Cargo.toml`.
///
/// Takes the parent of this crate's folder, which `cargo run` sets in the environment, or searches upwards from the current
/// folder.
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
