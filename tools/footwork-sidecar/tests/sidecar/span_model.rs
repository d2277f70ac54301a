//! A plain model of how spans merge, with one bool per frame.

use std::collections::BTreeSet;

use footwork_base::FrameRange;
use footwork_sidecar::{Line, Sidecar, TagSpan};

use super::FRAMES;
use super::random_sides::{lines, rewrite};

/// Returns whether all sidecars that state a length state the same length, so that they number the same frames.
pub(super) fn is_of_one_clip(sides: &[Sidecar; 3]) -> bool {
    let lengths = sides.each_ref().map(|side| {
        let mut lines = lines(side);
        lines.retain(|line| line.starts_with("frames "));
        lines
    });
    let mut said = lengths.iter().filter(|lines| !lines.is_empty());
    let first = said.next();
    said.all(|lines| Some(lines) == first)
}

/// Returns the starts and stops of the spans of all tags, because a rename moves spans to another tag.
pub(super) fn boundaries(sidecar: &Sidecar) -> BTreeSet<u32> {
    let lines = sidecar.lines().iter().filter_map(|line| match line {
        Line::Tag(TagSpan { range, .. }) | Line::Not { range, .. } => {
            Some([range.start(), range.stop()])
        }
        _ => None,
    });
    lines.flatten().collect()
}

/// Removes tag `O`, so that its frames are never mistaken for frames of a renamed `A`.
pub(super) fn only_a(sides: &[Sidecar; 3]) -> [Sidecar; 3] {
    sides.each_ref().map(|side| {
        let mut side = side.clone();
        if side != Sidecar::default() {
            rewrite(&mut side, |lines| {
                lines.retain(|line| !line.starts_with("tag O ") && !line.starts_with("not O "));
            });
        }
        side
    })
}

/// Returns the hand-made spans of `A`.
pub(super) fn by_hand(sidecar: &Sidecar) -> Vec<FrameRange> {
    let tags = sidecar.tags();
    let of_a = tags.filter(|span| span.name.as_str() == "A" && !span.by_rule);
    let mut spans: Vec<_> = of_a.map(|span| span.range).collect();
    spans.sort();
    spans
}

pub(super) fn holds(spans: &[FrameRange], frame: u32) -> bool {
    spans.iter().any(|span| span.contains(frame))
}

/// Returns the stop that `span` has on a side; `None` if the span is gone there.
pub(super) fn stop_on(side: &[FrameRange], span: FrameRange) -> Option<u32> {
    let stop = span.stop();
    match side.iter().find(|other| other.contains(stop - 1)) {
        Some(run) => Some(run.stop()),
        None => {
            let inside = side.iter().map(|other| other.stop());
            inside.filter(|&at| span.start() < at && at < stop).max()
        }
    }
}

pub(super) fn start_on(side: &[FrameRange], span: FrameRange) -> Option<u32> {
    match side.iter().find(|other| other.contains(span.start())) {
        Some(run) => Some(run.start()),
        None => {
            let inside = side.iter().map(|other| other.start());
            let inside = inside.filter(|&at| span.start() < at && at < span.stop());
            inside.min()
        }
    }
}

/// Returns, for each span of the base that shares no frames with the side, the new span that replaces it: within the
/// reach that applies without a frame rate.
pub(super) fn far_on(base: &[FrameRange], side: &[FrameRange]) -> Vec<Option<FrameRange>> {
    let none_of = |span: &FrameRange, of: &[FrameRange]| !of.iter().any(|o| o.overlaps(*span));
    let mut free: Vec<FrameRange> = side.iter().copied().filter(|s| none_of(s, base)).collect();
    let kept: Vec<_> = base.iter().copied().filter(|s| !none_of(s, side)).collect();
    let distance = |a: FrameRange, b: FrameRange| {
        a.start().saturating_sub(b.stop()) + b.start().saturating_sub(a.stop())
    };
    let far = base.iter().map(|&span| {
        if !none_of(&span, side) {
            return None;
        }
        let kept_before = |of: FrameRange| kept.iter().filter(|k| k.start() < of.start()).count();
        let same_room = |s: &FrameRange| kept_before(*s) == kept_before(span);
        // The later of two equally near spans is chosen.
        let rooms = free.iter().copied().filter(same_room);
        let nearest = rooms.min_by_key(|s| (distance(*s, span), u32::MAX - s.start()))?;
        // Earlier spans are dropped, so that the pairs stay in order.
        free.retain(|s| s.start() > nearest.start());
        Some(nearest)
    });
    far.collect()
}

/// Returns the hand-made spans of `A`; for the base, also the rule-made spans that are hand-made on both sides.
pub(super) fn by_hand_of(sides: &[Sidecar; 3]) -> [Vec<FrameRange>; 3] {
    let mut spans = sides.each_ref().map(by_hand);
    let of_rules = sides.each_ref().map(|side| {
        let of_a = |span: &&footwork_sidecar::TagSpan| span.name.as_str() == "A" && span.by_rule;
        side.tags()
            .filter(of_a)
            .map(|span| span.range)
            .collect::<Vec<_>>()
    });
    let touch = |range: FrameRange, of: &[FrameRange]| of.iter().any(|o| o.overlaps(range));
    for &range in &of_rules[0] {
        let is_taken_up =
            |side: usize| touch(range, &spans[side]) && !touch(range, &of_rules[side]);
        if is_taken_up(1) && is_taken_up(2) {
            spans[0].push(range);
        }
    }
    spans[0].sort();
    spans
}

pub(super) fn nots(sidecar: &Sidecar) -> Vec<FrameRange> {
    let lines = sidecar.lines().iter();
    let of_a = lines.filter_map(|line| match line {
        Line::Not { name, range } if name.as_str() == "A" => Some(*range),
        _ => None,
    });
    of_a.collect()
}

/// Returns whether the sides conflict about `A`, and the merged frames of `A` if they do not.
pub(super) fn model(sides: &[Sidecar; 3]) -> (bool, Vec<bool>) {
    let [base, ours, theirs] = by_hand_of(sides);
    let merge = |sides: [&[FrameRange]; 3]| -> Vec<bool> {
        let frames = (0..2 * FRAMES).map(|frame| {
            let [base, ours, theirs] = sides.map(|spans| holds(spans, frame));
            if ours == theirs { ours } else { !base }
        });
        frames.collect()
    };
    let merged = merge([&base, &ours, &theirs]);
    let (our_far, their_far) = (far_on(&base, &ours), far_on(&base, &theirs));
    let conflicts = base.iter().enumerate().any(|(number, &span)| {
        let apart = |was: u32, ours: Option<u32>, theirs: Option<u32>| {
            ours != Some(was) && theirs != Some(was) && ours != theirs
        };
        let keeps = |side: &[FrameRange]| side.iter().any(|other| other.overlaps(span));
        let left = (span.start()..span.stop()).any(|frame| merged[frame as usize]);
        let start = |side, far: &[Option<FrameRange>]| {
            start_on(side, span).or(far[number].map(FrameRange::start))
        };
        let stop = |side, far: &[Option<FrameRange>]| {
            stop_on(side, span).or(far[number].map(FrameRange::stop))
        };
        let (our_start, their_start) = (start(&ours, &our_far), start(&theirs, &their_far));
        let (our_stop, their_stop) = (stop(&ours, &our_far), stop(&theirs, &their_far));
        apart(span.start(), our_start, their_start)
            || apart(span.stop(), our_stop, their_stop)
            || keeps(&ours) && keeps(&theirs) && !left
    });
    // One side gives the tag to a frame, and the other side puts the frame on a `not` line.
    let [base_not, our_not, their_not] = sides.each_ref().map(nots);
    let not = merge([&base_not, &our_not, &their_not]);
    let denied = (0..2 * FRAMES).any(|frame| {
        let said_by_one = holds(&ours, frame) && holds(&our_not, frame)
            || holds(&theirs, frame) && holds(&their_not, frame);
        merged[frame as usize] && not[frame as usize] && !said_by_one
    });
    (conflicts || denied, merged)
}
