//! Bars of text that show which frames of a clip are in a set.

use footwork::base::FrameRange;

/// The width of a bar in characters if standard output is not a terminal.
const PIPED_WIDTH: usize = 48;

/// Returns the width of a bar, in characters, next to a text of `others` characters.
pub(crate) fn width(others: usize) -> usize {
    match terminal_size::terminal_size() {
        Some((terminal_size::Width(columns), _)) => {
            usize::from(columns).saturating_sub(others).clamp(16, 120)
        }
        None => PIPED_WIDTH,
    }
}

/// A cell with no frame in the set.
const NONE: char = '·';
/// A cell with only some of its frames in the set.
const SOME: char = '▒';
/// A cell with all of its frames in the set.
const ALL: char = '█';

/// Returns the bar of a clip of `frames` frames. Each cell stands for an equal part of the clip. It is full if all
/// frames of the part are in `ranges`, partly full if some are, else empty.
pub(crate) fn of_ranges(ranges: &[FrameRange], frames: u32, width: usize) -> String {
    cells(frames, width)
        .map(|cell| {
            let overlap = |range: &FrameRange| range.intersection(cell);
            let held = ranges.iter().filter_map(overlap);
            match held.map(FrameRange::frame_count).sum::<u32>() {
                0 => NONE,
                held if held == cell.frame_count() => ALL,
                _ => SOME,
            }
        })
        .collect()
}

/// Returns the bar of events, with a mark in each cell that contains an event.
pub(crate) fn of_times(times: &[f64], frames: u32, width: usize) -> String {
    cells(frames, width)
        .map(|cell| {
            let (start, stop) = (f64::from(cell.start()), f64::from(cell.stop()));
            if times.iter().any(|time| (start..stop).contains(time)) {
                '|'
            } else {
                NONE
            }
        })
        .collect()
}

/// Returns the frames of each cell. A clip with fewer frames than cells gets one cell per frame.
fn cells(frames: u32, width: usize) -> impl Iterator<Item = FrameRange> {
    let count = u64::try_from(width)
        .unwrap_or(1)
        .clamp(1, u64::from(frames.max(1)));
    let boundary =
        move |cell: u64| u32::try_from(cell * u64::from(frames) / count).unwrap_or(frames);
    (0..count).filter_map(move |cell| FrameRange::new(boundary(cell), boundary(cell + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ranges: &[(u32, u32)], frames: u32, bar: &str) {
        let ranges: Vec<_> = ranges
            .iter()
            .filter_map(|&(start, stop)| FrameRange::new(start, stop))
            .collect();
        assert_eq!(of_ranges(&ranges, frames, 4), bar);
    }

    #[test]
    fn cells_are_full_partly_full_or_empty() {
        check(&[(0, 25), (30, 31)], 100, "█▒··");
        check(&[(0, 100)], 100, "████");
        check(&[(1, 2)], 3, "·█·");
        check(&[], 0, "");
        check(&[(0, 1), (u32::MAX - 1, u32::MAX)], u32::MAX, "▒··▒");
    }
}
