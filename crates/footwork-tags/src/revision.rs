//! Revisions, which show whether a cached result is stale.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that identifies one change in this process.
///
/// Later changes have greater numbers. So the greatest revision of all inputs stands for all of them, because any later
/// change raises it. Separately changed copies of a database never share a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Revision(u64);

impl Revision {
    /// Returns the revision of a new change.
    pub(crate) fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
