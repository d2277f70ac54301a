//! Functions that choose among ranges, or a part of each.

use footwork_base::FrameRange;

pub(super) fn first(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let stop = range.start().saturating_add(n).min(range.stop());
        FrameRange::new(range.start(), stop)
    }));
}

pub(super) fn last(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter_map(|range| {
        let start = range.stop().saturating_sub(n).max(range.start());
        FrameRange::new(start, range.stop())
    }));
}

pub(super) fn longer(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter(|range| range.frame_count() >= n));
}

pub(super) fn shorter(ranges: &[FrameRange], n: u32, out: &mut Vec<FrameRange>) {
    out.extend(ranges.iter().filter(|range| range.frame_count() <= n));
}

pub(super) fn nth(ranges: &[FrameRange], k: i64, out: &mut Vec<FrameRange>) {
    let distance = usize::try_from(k.unsigned_abs()).ok();
    let index = match k {
        0.. => distance,
        _ => distance.and_then(|from_end| ranges.len().checked_sub(from_end)),
    };
    out.extend(index.and_then(|index| ranges.get(index)));
}

pub(super) fn clips(ranges: &[FrameRange], clip_frames: u32, out: &mut Vec<FrameRange>) {
    if !ranges.is_empty() {
        out.extend(FrameRange::new(0, clip_frames));
    }
}
