//! Stamps by which a stale result is told from a current one.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other change in this process has.
///
/// Later changes have greater numbers, so the greatest of the revisions that something depends on
/// stands for all of them: any later change raises it. Copies of a database that were changed
/// apart never share a revision of those changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Revision(u64);

impl Revision {
    /// The revision of a change made now.
    pub(crate) fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
