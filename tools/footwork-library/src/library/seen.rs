//! Whether a file has changed since it was read.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

use footwork_clip::Limits;
use footwork_sidecar::ClipHash;
use footwork_store::read_bounded;

use crate::stamp::Stamp;

/// The state of a file when it was read.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// `None` if the file has no modification time.
    stamp: Option<Stamp>,
    at: SystemTime,
    hash: ClipHash,
}

impl Seen {
    /// Records a file with this content, which was read or written after `at`; `None` if the file no longer exists.
    ///
    /// The file's times are trusted later only if they lie well before `at`. Otherwise, another program may have
    /// written the file after its content was read and before its times were read.
    pub(super) fn new(path: &Path, bytes: &[u8], at: SystemTime) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            stamp: Stamp::from_metadata(&metadata),
            at,
            hash: ClipHash::from_bytes(bytes),
        })
    }

    /// Records a file whose size and times show that it has not changed since bytes with this hash were read.
    pub(super) fn again(metadata: &Metadata, hash: ClipHash) -> Self {
        Self {
            stamp: Stamp::from_metadata(metadata),
            at: SystemTime::now(),
            hash,
        }
    }

    /// Returns the hash of its bytes.
    pub(super) fn hash(&self) -> ClipHash {
        self.hash
    }

    /// Returns whether the file still holds the same bytes. The file is read only if its size and times do not settle
    /// this.
    pub(super) fn is_current(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else {
            return false;
        };
        if let (Some(then), Some(now)) = (self.stamp, Stamp::from_metadata(&metadata)) {
            if then.size != now.size {
                return false;
            }
            if then == now && then.is_settled(self.at) {
                return true;
            }
        }
        // Clips and sidecars have different size limits; this is the larger one.
        let bytes = read_bounded(path, Limits::default().bytes).ok().flatten();
        bytes.is_some_and(|bytes| ClipHash::from_bytes(&bytes) == self.hash)
    }
}

/// Returns whether another program wrote, created or deleted a file, or may have done so. If the file's state was not
/// recorded, `was_there` says whether the file existed.
pub(super) fn is_other(seen: Option<&Seen>, path: &Path, was_there: bool) -> bool {
    match seen {
        Some(seen) => !seen.is_current(path),
        None => was_there || !matches!(path.try_exists(), Ok(false)),
    }
}
