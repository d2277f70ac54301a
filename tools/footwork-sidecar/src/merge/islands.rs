//! Islands: runs of overlapping spans, from any of the three versions, around a disagreement.

use footwork_base::FrameRange;

use super::three::Three;
use crate::frames::FrameSet;

/// Returns the islands around the seeds. An island is a run of spans, from `seeds` or any version, in which each span
/// shares frames with the next.
pub(super) fn islands_of(seeds: &[FrameRange], sides: &Three<&[FrameRange]>) -> Vec<FrameRange> {
    if seeds.is_empty() {
        return Vec::new();
    }
    let mut all = [sides.base, sides.ours, sides.theirs, seeds].concat();
    all.sort();
    let mut islands: Vec<FrameRange> = Vec::new();
    for span in all {
        match islands.last_mut() {
            Some(island) if island.overlaps(span) => *island = island.hull(span),
            _ => islands.push(span),
        }
    }
    let seeds = FrameSet::from_spans(seeds.iter().copied());
    let is_around = |island: &FrameRange| {
        let island = FrameSet::from_spans([*island]);
        !seeds.intersection(&island).is_empty()
    };
    islands.retain(is_around);
    islands
}

/// Returns the spans that share frames with this range. The spans must be sorted and must not overlap.
pub(super) fn spans_in(range: FrameRange, spans: &[FrameRange]) -> &[FrameRange] {
    let start = spans.partition_point(|span| span.stop() <= range.start());
    let stop = spans.partition_point(|span| span.start() < range.stop());
    &spans[start..stop]
}
