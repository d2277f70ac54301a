//! Closes short gaps between a proposed span and a labelled neighbour.
//!
//! Snapping edges to events of the motion, such as minima of speed or contacts, made every measured mean worse. Only a
//! labelled span of the same tag, or of a tag that excludes it, attracts an edge.

use footwork_base::FrameRange;

use super::labels::TagLayers;
use super::learned::ProposedSpan;
use super::takes::LibraryTake;

/// The largest gap to close, in seconds.
const MAX_GAP_SECS: f64 = 0.1;

/// Moves the edges of a take's proposals to labelled neighbours at most 0.1 s away, unless another proposal lies between.
pub(super) fn attract(spans: &mut [ProposedSpan], take: &LibraryTake, layers: &TagLayers) {
    let Some(labels) = &take.labels else { return };
    let max_gap = MAX_GAP_SECS * take.columns.rate().as_f64();
    let is_near = |from: u32, to: u32| from < to && f64::from(to - from) <= max_gap;
    for at in 0..spans.len() {
        let span = spans[at].clone();
        let (mut start, mut stop) = (span.range.start(), span.range.stop());
        for (name, range) in labels.spans.iter().chain(&labels.by_rule) {
            if *name != span.tag && !layers.excludes(&span.tag, name) {
                continue;
            }
            if is_near(range.stop(), start) && is_free(spans, range.stop(), start) {
                start = range.stop();
            }
            if is_near(stop, range.start()) && is_free(spans, stop, range.start()) {
                stop = range.start();
            }
        }
        spans[at].range = FrameRange::new(start, stop).unwrap_or(span.range);
    }
}

/// Returns whether no proposal overlaps these frames.
fn is_free(spans: &[ProposedSpan], start: u32, stop: u32) -> bool {
    let overlaps = |span: &ProposedSpan| span.range.start() < stop && start < span.range.stop();
    !spans.iter().any(overlaps)
}
