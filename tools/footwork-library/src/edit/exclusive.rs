//! Tags that give way to one that excludes them.
//!
//! Of the tags of an [`ExclusiveGroup`] at most one may hold for a frame. So whoever gives one to frames
//! means that the others do not hold there: they are taken from these frames by the same edit.

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{ExclusiveGroup, Sidecar};

use super::EditError;
use super::operation::erase;

/// Takes all tags that `groups` do not let hold beside `tag` from the frames of `range`, which are
/// in a clip of this length; returns whether there were any.
pub(super) fn make_way(
    sidecar: &mut Sidecar,
    tag: &Name,
    range: FrameRange,
    groups: &[ExclusiveGroup],
    frames: u32,
) -> Result<bool, EditError> {
    let is_excluded = |other: &Name| groups.iter().any(|group| group.excludes(tag, other));
    let there = sidecar.tags().filter(|span| span.range.overlaps(range));
    let mut excluded: Vec<Name> = there
        .filter(|span| is_excluded(&span.name))
        .map(|span| span.name.clone())
        .collect();
    excluded.sort();
    excluded.dedup();
    for other in &excluded {
        erase(sidecar, other, range, frames)?;
    }
    Ok(!excluded.is_empty())
}
