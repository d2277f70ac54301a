//! The pose cache: the signatures of clips as they were when they were tagged.
//!
//! `.footwork/poses/` holds a file for each content, named by its hash. All of it can be deleted; what
//! is lost is how clips looked that have changed since.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use footwork_sidecar::ClipHash;
use footwork_store::{FOLDER, replace_file_locked};

use super::signature::{MAX_VALUES, Signature};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 4 * MAX_VALUES as u64;

/// Keeps a signature.
///
/// # Errors
/// When it cannot be written; what was there before stands.
pub fn remember(root: &Path, hash: ClipHash, signature: &Signature) -> io::Result<()> {
    let path = path(root, hash);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace_file_locked(&path, &signature.to_bytes())
}

/// Whether there is a signature of this content that can be read.
pub fn knows(root: &Path, hash: ClipHash) -> bool {
    recall(root, hash).is_some()
}

/// The signature of this content; `None` when it was never kept or cannot be read.
pub fn recall(root: &Path, hash: ClipHash) -> Option<Signature> {
    let path = path(root, hash);
    // A pipe might never end.
    let file = path.is_file().then(|| fs::File::open(path))?.ok()?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    Signature::from_bytes(&bytes).ok()
}

fn path(root: &Path, hash: ClipHash) -> PathBuf {
    // A colon is no part of a file name everywhere.
    let name = hash.to_string().replace(':', "-");
    folder(root).join(name + ".pose")
}

/// The folder of the library at `root` in which they are kept.
pub(crate) fn folder(root: &Path) -> PathBuf {
    root.join(FOLDER).join("poses")
}
