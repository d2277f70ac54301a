//! Repairs frames whose numbers are missing or not finite, so that a few bad frames do not cost the rest of the clip.
//!
//! The values of a gap are interpolated between the frames around it; a gap at an end repeats the nearest frame. Gaps
//! longer than [`MAX_MENDED_SECS`] are invalid: a query finds nothing there.

use footwork_base::{FrameRange, FrameRate, Position};

use crate::finding::Finding;

/// The longest gap, in seconds, whose interpolated values count as motion.
const MAX_MENDED_SECS: f64 = 0.1;

/// The maximum number of gaps that a finding names.
const MAX_NAMED: usize = 3;

/// Returns the runs of frames that are bad; `bad` is sorted.
pub(crate) fn runs(bad: &[u32]) -> Vec<FrameRange> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &frame in bad {
        match runs.last_mut() {
            Some((_, stop)) if *stop == frame => *stop += 1,
            _ => runs.push((frame, frame + 1)),
        }
    }
    let runs = runs.into_iter();
    runs.filter_map(|(start, stop)| FrameRange::new(start, stop))
        .collect()
}

/// Interpolates the rows of each gap. `period` is the length of a full turn in a column of angles.
pub(crate) fn mend(
    values: &mut [f64],
    columns: usize,
    gaps: &[FrameRange],
    period: impl Fn(usize) -> Option<f64>,
) {
    let rows = values.len() / columns.max(1);
    for gap in gaps {
        let (start, stop) = (gap.start() as usize, gap.stop() as usize);
        for column in 0..columns {
            let at = |row: usize| values[row * columns + column];
            let before = start.checked_sub(1).map(at);
            let after = (stop < rows).then(|| at(stop));
            let (from, mut by) = match (before, after) {
                (Some(before), Some(after)) => (before, after - before),
                (Some(one), None) | (None, Some(one)) => (one, 0.0),
                (None, None) => (0.0, 0.0),
            };
            if let Some(turn) = period(column) {
                by -= turn * libm::round(by / turn);
            }
            for row in start..stop {
                let share = (row + 1 - start) as f64 / (stop + 1 - start) as f64;
                values[row * columns + column] = from + by * share;
            }
        }
    }
}

/// Returns the gaps that are longer than [`MAX_MENDED_SECS`].
pub(crate) fn invalid(gaps: &[FrameRange], rate: FrameRate) -> Vec<FrameRange> {
    let secs = |gap: &FrameRange| f64::from(gap.frame_count()) * rate.period_secs();
    let is_long = |gap: &&FrameRange| secs(gap) > MAX_MENDED_SECS * (1.0 + 1e-9);
    gaps.iter().filter(is_long).copied().collect()
}

/// Returns the findings about gaps: one about interpolated gaps, and one about invalid gaps.
pub(crate) fn findings(
    gaps: &[FrameRange],
    rate: FrameRate,
    position: Option<Position>,
    why: &str,
) -> Vec<Finding> {
    let invalid = invalid(gaps, rate);
    let short: Vec<FrameRange> = gaps
        .iter()
        .filter(|gap| !invalid.contains(gap))
        .copied()
        .collect();
    let finding = |code, gaps: &[FrameRange], done: &str| {
        let named = gaps.iter().take(MAX_NAMED);
        let named: Vec<String> = named.map(ToString::to_string).collect();
        let more = match gaps.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more gaps"),
        };
        let message = format!("{why}: the frames {}{more} {done}", named.join(", "));
        (!gaps.is_empty()).then_some(Finding {
            code,
            position,
            message,
        })
    };
    let mended = finding("bad-frames", &short, "are interpolated");
    let marked = finding(
        "invalid-frames",
        &invalid,
        "are invalid, and no predicate holds there",
    );
    mended.into_iter().chain(marked).collect()
}
