//! Functions that move the boundaries of ranges.

use footwork_base::FrameRange;

pub(super) fn grow(
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

pub(super) fn shrink(ranges: &[FrameRange], before: u32, after: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let start = range.start().saturating_add(before);
        FrameRange::new(start, range.stop().saturating_sub(after))
    }));
}

pub(super) fn close(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    for &range in ranges {
        match out.last_mut() {
            Some(last) if range.start() - last.stop() <= n => *last = last.hull(range),
            _ => out.push(range),
        }
    }
}

pub(super) fn before(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(
        ranges
            .iter()
            .filter_map(|range| FrameRange::new(range.start().saturating_sub(n), range.start())),
    );
}

pub(super) fn after(ranges: &[FrameRange], n: u32, clip_frames: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let stop = range.stop().saturating_add(n).min(clip_frames);
        FrameRange::new(range.stop(), stop)
    }));
}
