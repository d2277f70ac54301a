//! Whether a file is still what it was when it was read.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

use footwork_sidecar::ClipHash;

use super::stamp::Stamp;

/// A file as it was when it was read.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// `None` where the file has no time of its last change.
    stamp: Option<Stamp>,
    at: SystemTime,
    hash: ClipHash,
}

impl Seen {
    /// A file of which these bytes were read or written, not before this time; `None` where it is gone by now. Its
    /// times are trusted only where they are older, so that what others wrote in between is not missed.
    pub(super) fn of(path: &Path, bytes: &[u8], at: SystemTime) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            stamp: Stamp::of(&metadata),
            at,
            hash: ClipHash::from_bytes(bytes),
        })
    }

    /// A file that has not changed since bytes of this hash were read, as its size and times tell.
    pub(super) fn again(metadata: &Metadata, hash: ClipHash) -> Self {
        Self {
            stamp: Stamp::of(metadata),
            at: SystemTime::now(),
            hash,
        }
    }

    /// Whether the file holds the same bytes. It is read only where its size and times do not tell.
    pub(super) fn is_current(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else {
            return false;
        };
        if let (Some(then), Some(now)) = (self.stamp, Stamp::of(&metadata)) {
            if then.size != now.size {
                return false;
            }
            if then == now && then.is_settled(self.at) {
                return true;
            }
        }
        fs::read(path).is_ok_and(|bytes| ClipHash::from_bytes(&bytes) == self.hash)
    }
}

/// Whether somebody else wrote, made or removed a file that was seen so, or of which it is known only
/// whether it was there.
pub(super) fn is_other(seen: Option<&Seen>, path: &Path, was_there: bool) -> bool {
    match seen {
        Some(seen) => !seen.is_current(path),
        None => was_there || path.exists(),
    }
}
