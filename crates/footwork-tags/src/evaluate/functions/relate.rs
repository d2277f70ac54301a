//! Functions that hold the ranges of one query against those of another.
//!
//! `until` and `since` are the bounded operators of metric temporal logic (Koymans 1990) over
//! discrete time, where each sample is a frame.

use footwork_base::FrameRange;

/// The ranges of `sorted` that stop after `frame`.
fn stopping_after(sorted: &[FrameRange], frame: u32) -> &[FrameRange] {
    &sorted[sorted.partition_point(|range| range.stop() <= frame)..]
}

pub(super) fn overlapping(a: &[FrameRange], b: &[FrameRange], out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        let candidate = stopping_after(b, range.start()).first();
        candidate.is_some_and(|other| other.overlaps(**range))
    }));
}

pub(super) fn within(a: &[FrameRange], b: &[FrameRange], out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        let candidate = stopping_after(b, range.start()).first();
        candidate.is_some_and(|other| other.covers(**range))
    }));
}

pub(super) fn containing(a: &[FrameRange], b: &[FrameRange], out: &mut Vec<FrameRange>) {
    out.extend(a.iter().filter(|range| {
        let starting_inside = b.partition_point(|other| other.start() < range.start());
        let candidate = b.get(starting_inside);
        candidate.is_some_and(|other| range.covers(*other))
    }));
}

pub(super) fn then(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(b.iter().filter(|range| {
        // The last range of `a` that has stopped by then is the nearest one before.
        let stopped = a.partition_point(|before| before.stop() <= range.start());
        let nearest = stopped.checked_sub(1).and_then(|index| a.get(index));
        nearest.is_some_and(|before| range.start() - before.stop() <= n)
    }));
}

/// Frames of `b`, and those of a range of `a` from which `b` is reached in at most `n` frames
/// without leaving it; `b` may come right after the range stops.
pub(super) fn until(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
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

/// Frames of `b`, and those of a range of `a` that `b` was at most `n` frames before, the range
/// not being left since; `b` may come right before the range starts.
pub(super) fn since(a: &[FrameRange], b: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
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
