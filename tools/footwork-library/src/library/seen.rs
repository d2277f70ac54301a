//! Whether a file is still what it was when it was read.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::ClipHash;

/// Two changes so close to each other may have the same time: the coarsest file systems count in
/// two seconds.
const COARSEST: Duration = Duration::from_secs(2);

/// A file as it was when it was read.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    size: u64,
    modified: Option<SystemTime>,
    at: SystemTime,
    hash: ClipHash,
}

impl Seen {
    /// A file of which these bytes were just read; `None` where it is gone by now.
    pub(super) fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            size: metadata.len(),
            modified: metadata.modified().ok(),
            at: SystemTime::now(),
            hash: ClipHash::of(bytes),
        })
    }

    /// A file that has not changed since bytes of this hash were read, as its size and times tell.
    pub(super) fn again(metadata: &Metadata, hash: ClipHash) -> Self {
        Self {
            size: metadata.len(),
            modified: metadata.modified().ok(),
            at: SystemTime::now(),
            hash,
        }
    }

    /// Whether the file holds the same bytes. It is read only where its size and time do not tell.
    pub(super) fn is_current(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else {
            return false;
        };
        let is_old = |modified: SystemTime| modified + COARSEST < self.at;
        let tells = self.modified.is_some_and(is_old);
        if metadata.len() != self.size {
            return false;
        }
        if tells && metadata.modified().ok() == self.modified {
            return true;
        }
        fs::read(path).is_ok_and(|bytes| ClipHash::of(&bytes) == self.hash)
    }
}
