//! The pose cache: the signatures of clips at the time they were tagged.
//!
//! `poses/` in the user's cache folder holds one file for each version of a clip, named by its hash. The folder can be
//! deleted. The library then no longer has the poses of clips before they changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_sidecar::ClipHash;
use footwork_store::{UserFolder, read_bounded, replace_file, sweep_beside};

use super::signature::{MAX_VALUES, Signature};

/// The size of the largest file that is read, in bytes.
const MAX_BYTES: usize = 4 * MAX_VALUES;

/// Stores a signature.
///
/// # Errors
/// If the signature cannot be written. An earlier file is then unchanged.
pub(crate) fn remember(root: &Path, hash: ClipHash, signature: &Signature) -> io::Result<()> {
    let cache = UserFolder::Cache.of_library(root)?;
    cache.make()?;
    let path = path(root, hash)?;
    fs::create_dir_all(folder(root)?)?;
    sweep_beside(&path);
    replace_file(&path, &signature.to_bytes()).map(drop)
}

/// Returns whether there is a readable signature for this hash.
pub(crate) fn knows(root: &Path, hash: ClipHash) -> bool {
    recall(root, hash).is_ok_and(|signature| signature.is_some())
}

/// Returns the signature for this hash; `None` if it was never stored or is damaged.
///
/// # Errors
/// If a stored signature cannot be read. The error names its file.
pub(crate) fn recall(root: &Path, hash: ClipHash) -> io::Result<Option<Signature>> {
    let path = match path(root, hash) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(None),
        path => path?,
    };
    let bytes = read_bounded(&path, MAX_BYTES)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    Ok(bytes.and_then(|bytes| Signature::from_bytes(&bytes).ok()))
}

fn path(root: &Path, hash: ClipHash) -> io::Result<PathBuf> {
    // Not every file system allows a colon.
    let name = hash.to_string().replace(':', "-");
    Ok(folder(root)?.join(name + ".pose"))
}

/// Returns the folder of the pose cache of the library at `root`.
fn folder(root: &Path) -> io::Result<PathBuf> {
    Ok(UserFolder::Cache.of_library(root)?.path().join("poses"))
}

#[cfg(test)]
mod tests {
    use footwork_clip::{Limits, read_clip};

    use super::*;

    fn signature(sample: &str) -> Signature {
        let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/");
        let bytes = fs::read(format!("{samples}{sample}")).unwrap();
        let clip = read_clip(sample, &bytes, None, &Limits::default())
            .unwrap()
            .clip;
        Signature::from_clip(&clip, &Default::default()).unwrap()
    }

    #[test]
    fn stored_poses_are_recalled_until_they_are_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (hash, other) = (ClipHash::from_bytes(b"a"), ClipHash::from_bytes(b"b"));
        let run = signature("run.txt");
        let recall = |hash| recall(folder.path(), hash).unwrap();
        assert_eq!(recall(hash), None);
        remember(folder.path(), hash, &run).unwrap();
        assert_eq!(recall(hash), Some(run));
        assert_eq!(recall(other), None);
        let poses = super::folder(folder.path()).unwrap();
        fs::write(super::path(folder.path(), hash).unwrap(), b"FWPOSE").unwrap();
        assert_eq!(recall(hash), None, "damaged");
        assert!(!knows(folder.path(), hash), "so that it is written again");
        fs::remove_dir_all(&poses).unwrap();
        fs::write(&poses, b"in the way").unwrap();
        assert!(super::recall(folder.path(), hash).is_err());
        let signature = signature("walk.txt");
        assert!(remember(folder.path(), hash, &signature).is_err());
    }
}
