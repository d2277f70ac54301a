//! Spans whose ends both sides moved, each to its own place.

use footwork_base::FrameRange;

use super::three::Three;
use crate::frames::FrameSet;

/// The spans of the base that the sides disagree about, each with the spans that it became far from
/// its frames: both moved the same end, to different places, or each left a part and no frame is in
/// both. The spans of a side are in order and do not overlap; `reach` is as in [`far_moves`].
pub(super) fn disputed(
    sides: &Three<Vec<FrameRange>>,
    merged: &FrameSet,
    reach: u32,
) -> Vec<FrameRange> {
    let ours = far_moves(&sides.base, &sides.ours, reach);
    let theirs = far_moves(&sides.base, &sides.theirs, reach);
    let mut found = Vec::new();
    for ((span, our_far), their_far) in sides.base.iter().zip(ours).zip(theirs) {
        let near = |side| Some((start_of(*span, side)?, stop_of(*span, side)?));
        let far = |far: Option<FrameRange>| far.map(|range| (range.start(), range.stop()));
        let (our_near, their_near) = (near(&sides.ours), near(&sides.theirs));
        let ours = our_near.or(far(our_far));
        let theirs = their_near.or(far(their_far));
        let is_apart = |was: u32, end: fn((u32, u32)) -> u32| {
            let (ours, theirs) = (ours.map(end), theirs.map(end));
            ours != theirs && ours != Some(was) && theirs != Some(was)
        };
        let is_used_up = || {
            let whole = FrameSet::from_spans([*span]);
            our_near.is_some() && their_near.is_some() && merged.intersection(&whole).is_empty()
        };
        if is_apart(span.start(), |ends| ends.0)
            || is_apart(span.stop(), |ends| ends.1)
            || is_used_up()
        {
            let far = [our_far, their_far].into_iter().flatten();
            found.push(far.fold(*span, FrameRange::hull));
        }
    }
    found
}

/// Where spans of the base went that a side moved by more than their own length: for each one of
/// which the side has no frame, in order, the nearest span of the side that has no frame of the base.
///
/// It is another span when more than `reach` frames and the span's own length lie between them, or a
/// span that the side kept.
fn far_moves(base: &[FrameRange], side: &[FrameRange], reach: u32) -> Vec<Option<FrameRange>> {
    let is_new = |span: &&FrameRange| start_of(**span, base).is_none();
    let new: Vec<FrameRange> = side.iter().filter(is_new).copied().collect();
    let is_kept = |span: &FrameRange| start_of(*span, side).is_some();
    let mut until = u32::MAX;
    let mut rooms: Vec<u32> = Vec::with_capacity(base.len());
    for span in base.iter().rev() {
        rooms.push(until);
        if is_kept(span) {
            until = span.start();
        }
    }
    let (mut from, mut at) = (0, 0);
    let mut moves = Vec::with_capacity(base.len());
    for (span, until) in base.iter().zip(rooms.into_iter().rev()) {
        moves.push(None);
        if is_kept(span) {
            from = span.stop();
            continue;
        }
        while new.get(at).is_some_and(|other| other.start() < from) {
            at += 1;
        }
        let is_nearer = |other: &FrameRange, next: &FrameRange| {
            next.stop() <= until && gap(*span, *next) <= gap(*span, *other)
        };
        while matches!(new.get(at..at + 2), Some([other, next]) if is_nearer(other, next)) {
            at += 1;
        }
        let found = new.get(at).filter(|other| {
            other.stop() <= until && gap(*span, **other) <= reach.max(span.stop() - span.start())
        });
        if let (Some(range), Some(last)) = (found, moves.last_mut()) {
            *last = Some(*range);
            at += 1;
        }
    }
    moves
}

/// How many frames lie between two spans.
fn gap(a: FrameRange, b: FrameRange) -> u32 {
    match a.start() < b.start() {
        true => b.start().saturating_sub(a.stop()),
        false => a.start().saturating_sub(b.stop()),
    }
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
