//! Spans whose ends both sides moved, each to its own place.

use footwork_base::FrameRange;
use footwork_tags::{Ranges, SetAlgebra};

use super::Three;

/// The spans of the base that the sides disagree about: both moved the same end, to different
/// places, or each left a part and no frame is in both. The spans of a side are in order and do not
/// overlap.
pub(super) fn disputed(sides: &Three<Vec<FrameRange>>, merged: &Ranges) -> Vec<FrameRange> {
    let is_disputed = |span: &&FrameRange| {
        let range = **span;
        let start = |side| start_of(range, side);
        let stop = |side| stop_of(range, side);
        let moved_apart = |was: u32, ours: Option<u32>, theirs: Option<u32>| {
            ours != theirs && ours != Some(was) && theirs != Some(was)
        };
        let is_used_up = || {
            let whole = Ranges::union_of([range]);
            start(&sides.ours).is_some()
                && start(&sides.theirs).is_some()
                && merged.intersection(&whole).is_empty()
        };
        moved_apart(range.start(), start(&sides.ours), start(&sides.theirs))
            || moved_apart(range.stop(), stop(&sides.ours), stop(&sides.theirs))
            || is_used_up()
    };
    sides.base.iter().filter(is_disputed).copied().collect()
}

/// Where the start of a span is on a side: that of the span with its first frame, or the first one
/// inside; `None` when the side has none of its frames.
fn start_of(span: FrameRange, side: &[FrameRange]) -> Option<u32> {
    let first = side.partition_point(|other| other.stop() <= span.start());
    let first = side.get(first).filter(|other| other.overlaps(span));
    first.map(|other| other.start())
}

/// Where the stop of a span is on a side, likewise.
fn stop_of(span: FrameRange, side: &[FrameRange]) -> Option<u32> {
    let behind = side.partition_point(|other| other.start() < span.stop());
    let last = side[..behind].last().filter(|other| other.overlaps(span));
    last.map(|other| other.stop())
}
