//! Finds the spans whose ends both sides moved to different places.
//!
//! Merging frame by frame cannot see this: if ours moves a start from 10 to 12 and theirs moves it to 14, the frames
//! merge to a start at 14, and the conflict is lost. So each span of the base is matched with the spans of each side
//! that share frames with it, and the ends of the matched spans are compared. A span that moved by more than its length
//! shares no frame with its old place; the nearest new span is matched instead.

use footwork_base::FrameRange;

use super::three::Three;
use crate::frames::FrameSet;

/// Returns the spans of the base that the sides disagree about. A span that a side moved by more than its length is
/// extended to cover its new place.
///
/// The sides disagree about a span if both moved the same end, to different places, or if each kept a part of the span
/// and `merged` has none of its frames. The spans of each side must be sorted and must not overlap; `reach` is the same
/// as in [`far_moves`].
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

/// Returns, for each span of the base, its new place if the side moved it by more than its length, else `None`.
///
/// Goes through the spans that share no frame with the side, in order, and pairs each with the nearest span of the side
/// that shares no frame with the base. Pairs keep their order. Two spans are not paired if a span that the side kept
/// lies between them, or if the gap between them exceeds both `reach` and the length of the base span.
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

/// Returns the number of frames between two spans.
fn gap(a: FrameRange, b: FrameRange) -> u32 {
    if a.start() < b.start() {
        b.start().saturating_sub(a.stop())
    } else {
        a.start().saturating_sub(b.stop())
    }
}

/// Returns the start of the first span of a side that shares frames with `span`, or `None`.
fn start_of(span: FrameRange, side: &[FrameRange]) -> Option<u32> {
    let first = side.partition_point(|other| other.stop() <= span.start());
    let first = side.get(first).filter(|other| other.overlaps(span));
    first.map(|other| other.start())
}

/// Returns the stop of the last span of a side that shares frames with `span`, or `None`.
fn stop_of(span: FrameRange, side: &[FrameRange]) -> Option<u32> {
    let behind = side.partition_point(|other| other.start() < span.stop());
    let last = side[..behind].last().filter(|other| other.overlaps(span));
    last.map(|other| other.stop())
}
