//! The size and times of a file, which show whether it may have changed since it was read.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// The resolution of the coarsest file system clock. Two changes within this time may leave the
/// same time stamp.
const COARSEST: Duration = Duration::from_secs(2);

/// The size of a file, its modification time, and its change time (`ctime`) if the system has one.
///
/// Any program can set the modification time, but only the operating system sets the change time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    pub(crate) modified: Duration,
    /// The change time in seconds and nanoseconds; 0 if the system has none.
    pub(crate) changed: (i64, i64),
}

impl Stamp {
    /// Returns the stamp of a file; `None` if it has no modification time.
    pub(crate) fn from_metadata(metadata: &Metadata) -> Option<Self> {
        let modified = metadata.modified().ok()?;
        Some(Self {
            size: metadata.len(),
            modified: modified.duration_since(SystemTime::UNIX_EPOCH).ok()?,
            changed: changed(metadata),
        })
    }

    /// Returns whether any change after `at` would give the file different times.
    pub(crate) fn is_settled(&self, at: SystemTime) -> bool {
        let (secs, nanos) = self.changed;
        let secs = u64::try_from(secs).unwrap_or(0);
        let changed = Duration::new(secs, u32::try_from(nanos).unwrap_or(0));
        let last = self.modified.max(changed);
        let at = at.duration_since(SystemTime::UNIX_EPOCH);
        at.is_ok_and(|at| last + COARSEST < at)
    }
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> (i64, i64) {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_settled_if_both_its_times_are_past() {
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(100);
        let check = |modified, changed, expected| {
            let stamp = Stamp {
                size: 1,
                modified: Duration::from_secs(modified),
                changed: (changed, 0),
            };
            assert_eq!(stamp.is_settled(at), expected, "{modified} {changed}");
        };
        check(97, 97, true);
        check(97, 0, true);
        check(98, 0, false);
        check(1, 98, false);
        check(1, 101, false);
        check(1, -5, true);
    }
}
