//! Merges the work states of a clip, always without a conflict.

use std::cmp::Reverse;

use super::three::Three;
use crate::sidecar::{Line, SignedState};

/// Returns the `state` line of the merge.
///
/// If only one side changed the line, that side's line wins. If both sides changed it, the less finished state wins,
/// because the clip needs another look; a missing line counts as the least finished. If the states are equal, the line
/// with the later date wins.
pub(super) fn merged(sides: &Three<Vec<Line>>) -> Vec<Line> {
    if let Some(settled) = sides.settled() {
        return settled.clone();
    }
    let first = |lines: &[Line]| {
        lines.iter().find_map(|line| match line {
            Line::State(state) => Some(state.clone()),
            _ => None,
        })
    };
    let (ours, theirs) = (first(&sides.ours), first(&sides.theirs));
    let least = ours.zip(theirs).map(|(ours, theirs)| {
        let is_theirs = key(&theirs) < key(&ours);
        if is_theirs { theirs } else { ours }
    });
    least.into_iter().map(Line::State).collect()
}

/// Returns a key by which the winning state sorts first.
fn key(signed: &SignedState) -> impl Ord + use<'_> {
    (
        signed.state,
        Reverse(signed.on),
        &signed.by,
        &signed.assignee,
    )
}
