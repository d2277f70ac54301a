//! Merges the references of a clip, always without a conflict.

use super::three::Three;
use crate::sidecar::Line;

/// Returns the `reference` line of the merge.
///
/// If only one side changed the line, that side wins. If both sides changed it, a reference wins over none. If the two
/// references differ, the one whose text sorts first wins, so the result does not depend on which side is ours. A file,
/// its offset and its rate belong together, so they are not merged separately. If a reference is lost, it is easy to
/// set again.
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
