//! The functions of the query language on the ranges of one clip.
//!
//! `until` and `since` are the bounded operators of metric temporal logic (Koymans 1990) over discrete time, with one
//! sample per frame.

use footwork_base::{Amount, FrameRange};

use crate::ids::ClipInfo;
use crate::query::node::{Binary, Unary};
use crate::ranges::Ranges;

/// Applies a function of one query to a clip. [`Picks`] answers `pick`, because `pick` depends on all clips.
pub(super) fn unary(function: Unary, a: &Ranges, clip: &ClipInfo, out: &mut Ranges) {
    let frames = |amount: Amount| amount.in_frames(clip.rate);
    let ranges = a.as_slice();
    out.rebuild(|out| match function {
        Unary::First(n) => first(ranges, frames(n), out),
        Unary::Last(n) => last(ranges, frames(n), out),
        Unary::Longer(n) => longer(ranges, frames(n), out),
        Unary::Shorter(n) => shorter(ranges, frames(n), out),
        Unary::Nth(k) => nth(ranges, k, out),
        Unary::Starts => first(ranges, 1, out),
        Unary::Ends => last(ranges, 1, out),
        Unary::Clips => clips(ranges, clip.frames, out),
        Unary::Grow { before, after } => {
            grow(ranges, frames(before), frames(after), clip.frames, out);
        }
        Unary::Shrink { before, after } => {
            shrink(ranges, frames(before), frames(after), out);
        }
        Unary::Close(n) => close(ranges, frames(n), out),
        Unary::Before(n) => before(ranges, frames(n), out),
        Unary::After(n) => after(ranges, frames(n), clip.frames, out),
        Unary::Pick { .. } => out.extend_from_slice(ranges),
    });
}

/// Applies a function of two queries to a clip.
pub(super) fn binary(function: Binary, a: &Ranges, b: &Ranges, clip: &ClipInfo, out: &mut Ranges) {
    let frames = |amount: Amount| amount.in_frames(clip.rate);
    let (a, b) = (a.as_slice(), b.as_slice());
    out.rebuild(|out| match function {
        Binary::Overlapping => overlapping(a, b, out),
        Binary::Within => within(a, b, out),
        Binary::Containing => containing(a, b, out),
        Binary::Then(n) => then(a, b, frames(n), out),
        Binary::FollowedBy(n) => followed_by(a, b, frames(n), out),
        Binary::Until(n) => until(a, b, frames(n), out),
        Binary::Since(n) => since(a, b, frames(n), out),
    });
}

fn first(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let stop = range.start().saturating_add(n).min(range.stop());
        FrameRange::new(range.start(), stop)
    }));
}

fn last(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let start = range.stop().saturating_sub(n).max(range.start());
        FrameRange::new(start, range.stop())
    }));
}

fn longer(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter(|range| range.frame_count() >= n));
}

fn shorter(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter(|range| range.frame_count() <= n));
}

fn nth(ranges: &[FrameRange], k: i64, out: &mut Vec<FrameRange>) {
    let distance = usize::try_from(k.unsigned_abs()).ok();
    let index = match k {
        0.. => distance,
        _ => distance.and_then(|from_end| ranges.len().checked_sub(from_end)),
    };
    out.extend(index.and_then(|index| ranges.get(index)));
}

fn clips(ranges: &[FrameRange], clip_frames: u32, out: &mut Vec<FrameRange>) {
    if !ranges.is_empty() {
        out.extend(FrameRange::new(0, clip_frames));
    }
}

fn grow(
    ranges: &[FrameRange],
    before: u32,
    after: u32,
    clip_frames: u32,
    out: &mut Vec<FrameRange>,
) {
    out.extend(ranges.iter().filter_map(|range| {
        let start = range.start().saturating_sub(before);
        FrameRange::new(start, range.stop().saturating_add(after).min(clip_frames))
    }));
}

fn shrink(ranges: &[FrameRange], before: u32, after: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let start = range.start().saturating_add(before);
        FrameRange::new(start, range.stop().saturating_sub(after))
    }));
}

fn close(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    for &range in ranges {
        match out.last_mut() {
            Some(last) if range.start() - last.stop() <= n => *last = last.hull(range),
            _ => out.push(range),
        }
    }
}

fn before(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(
        ranges
            .iter()
            .filter_map(|range| FrameRange::new(range.start().saturating_sub(n), range.start())),
    );
}

fn after(ranges: &[FrameRange], n: u32, clip_frames: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let stop = range.stop().saturating_add(n).min(clip_frames);
        FrameRange::new(range.stop(), stop)
    }));
}

/// Returns the ranges of `sorted` that stop after `frame`.
fn stopping_after(sorted: &[FrameRange], frame: u32) -> &[FrameRange] {
    &sorted[sorted.partition_point(|range| range.stop() <= frame)..]
}

fn overlapping(a: &[FrameRange], b: &[FrameRange], out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        let candidate = stopping_after(b, range.start()).first();
        candidate.is_some_and(|other| other.overlaps(**range))
    }));
}

fn within(a: &[FrameRange], b: &[FrameRange], out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        let candidate = stopping_after(b, range.start()).first();
        candidate.is_some_and(|other| other.covers(**range))
    }));
}

fn containing(a: &[FrameRange], b: &[FrameRange], out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        let starting_inside = b.partition_point(|other| other.start() < range.start());
        let candidate = b.get(starting_inside);
        candidate.is_some_and(|other| range.covers(*other))
    }));
}

fn then(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(b.iter().filter(|range| {
        // The nearest range of `a` is the last range of `a` that stops at or before the start of `range`.
        let stopped = a.partition_point(|before| before.stop() <= range.start());
        let nearest = stopped.checked_sub(1).and_then(|index| a.get(index));
        nearest.is_some_and(|before| range.start() - before.stop() <= n)
    }));
}

fn followed_by(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        // The nearest range of `b` is the first range of `b` that starts at or after the stop of `range`.
        let nearest = b.get(b.partition_point(|after| after.start() < range.stop()));
        nearest.is_some_and(|after| after.start() - range.stop() <= n)
    }));
}

/// Appends the frames of `b`. If a range of `a` lasts until a frame of `b`, also appends the frames of the range that
/// come at most `n` frames before that frame. The frame of `b` may be the first frame after the range.
fn until(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend_from_slice(b);
    for range in a {
        let reach = range.stop().saturating_add(1);
        for goal in stopping_after(b, range.start()) {
            if goal.start() >= reach {
                break;
            }
            let first = goal.start().saturating_sub(n).max(range.start());
            out.extend(FrameRange::new(first, goal.stop().min(reach)));
        }
    }
}

/// Appends the frames of `b`. If a range of `a` has lasted since a frame of `b`, also appends the frames of the range
/// that come at most `n` frames after that frame. The frame of `b` may be the last frame before the range.
fn since(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend_from_slice(b);
    for range in a {
        let reach = range.start().saturating_sub(1);
        for origin in stopping_after(b, reach) {
            if origin.start() >= range.stop() {
                break;
            }
            let last = origin.stop().saturating_add(n).min(range.stop());
            out.extend(FrameRange::new(origin.start().max(reach), last));
        }
    }
}
