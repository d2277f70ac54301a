//! Merges the references of a clip: two people who put another video beside it leave no conflict behind.

use super::three::Three;
use crate::sidecar::Line;

/// Returns the `reference` line of the merge.
///
/// If only one side changed it, that side's counts. If both did, a reference counts more than none, and of two that
/// differ it is the one whose text is the least, whichever side merges: a file, its offset and its rate belong together,
/// and are set again in a moment.
pub(super) fn merged(sides: &Three<Vec<Line>>) -> Vec<Line> {
    if let Some(settled) = sides.settled() {
        return settled.clone();
    }
    let both = [sides.ours.first(), sides.theirs.first()];
    let least = both
        .into_iter()
        .flatten()
        .min_by_key(|line| line.to_string());
    least.into_iter().cloned().collect()
}
