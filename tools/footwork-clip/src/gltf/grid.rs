//! Finds the frame rate from the times of keys.
//!
//! glTF stores key times but no rate. Keys baked by an exporter lie on a grid of frames, and the smallest gap between
//! two of them is one frame, so its reciprocal, rounded, is the rate: n, or n·1000/1001 for film rates. A rate is
//! accepted only if every key lies on one of its frames, which rejects wrong guesses. Keys set by hand are too sparse
//! to show their rate; for them the usual rates are tried.

use footwork_base::FrameRate;

use crate::number::to_u32;

/// The rate of animations whose keys do not lie on a grid.
pub(super) const DEFAULT_RATE: u64 = 60;

/// The rates to try, in this order, if the keys are too sparse to show their rate.
const USUAL: [(u64, u64); 13] = [
    (30, 1),
    (60, 1),
    (24, 1),
    (25, 1),
    (50, 1),
    (120, 1),
    (48, 1),
    (100, 1),
    (90, 1),
    (240, 1),
    (30000, 1001),
    (24000, 1001),
    (60000, 1001),
];

/// The lowest rate derived from a gap between keys. Keys with larger gaps are poses to interpolate, not samples of a
/// motion.
const SLOWEST_SAMPLES: u32 = 10;

/// The maximum distance of a key from a frame, in frames.
const TIGHT: f64 = 1e-3;
/// The maximum distance of a key from a frame, in frames, in files whose times are rounded to milliseconds.
const LOOSE: f64 = 0.02;

/// Returns the rate whose frames include all keys; `times` are seconds from the first key, in any order.
///
/// The smallest gap between keys suggests a rate: a whole number, or n·1000/1001. If the suggested rate is 10 to 2000
/// frames per second and fits all keys, returns it. Otherwise returns the first usual rate that fits all keys; `None`
/// if no rate fits.
pub(super) fn rate_of(mut times: Vec<f64>) -> Option<FrameRate> {
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    let gaps = times.windows(2).filter_map(|pair| match pair {
        [a, b] if b - a > 1e-5 => Some(b - a),
        _ => None,
    });
    let gap = gaps.fold(f64::INFINITY, f64::min);
    let frames = to_u32(1.0 / gap);
    let shown = (SLOWEST_SAMPLES..=2000).contains(&frames);
    let own = [(1000, LOOSE / 20.0), (1001, TIGHT), (1000, LOOSE)];
    let own = own
        .into_iter()
        .filter(|_| shown)
        .filter_map(|(k, tolerance)| {
            let rate = FrameRate::new(u64::from(frames) * 1000, k)?;
            fits(rate, &times, tolerance).then_some(rate)
        });
    let usual = USUAL.into_iter().filter_map(|(numerator, denominator)| {
        let rate = FrameRate::new(numerator, denominator)?;
        fits(rate, &times, TIGHT).then_some(rate)
    });
    own.chain(usual).next()
}

/// Whether all times lie on frames of a rate, up to rounding.
pub(super) fn is_grid(rate: FrameRate, times: &[f64]) -> bool {
    fits(rate, times, LOOSE)
}

fn fits(rate: FrameRate, times: &[f64], tolerance: f64) -> bool {
    let rate = rate.as_f64();
    times.iter().all(|&time| {
        let frame = time * rate;
        // Times are f32 values with a relative error of up to 2^-24. The tolerance is four times that.
        let rounding = frame.abs() / 4_194_304.0;
        (frame - libm::round(frame)).abs() <= (tolerance + rounding).min(0.25)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(times: impl IntoIterator<Item = f64>, expected: Option<&str>) {
        let times: Vec<f64> = times.into_iter().collect();
        let rate = rate_of(times.clone()).map(|rate| rate.to_string());
        assert_eq!(rate.as_deref(), expected, "{times:?}");
    }

    /// The times of the first `count` frames as f32.
    fn frames(period: f64, count: u32) -> impl Iterator<Item = f64> {
        (0..count).map(move |frame| f64::from(crate::number::to_f32(f64::from(frame) * period)))
    }

    #[test]
    fn dense_keys_show_their_rate() {
        check(frames(1.0 / 30.0, 33), Some("30"));
        check(frames(1.0 / 120.0, 100_000), Some("120"));
        check(frames(1001.0 / 30000.0, 300), Some("30000/1001"));
        check(frames(1001.0 / 24000.0, 90), Some("24000/1001"));
        check(frames(1.0 / 16.0, 90), Some("16"));
        check([0.0, 0.033, 0.067, 0.1, 0.133, 0.167], Some("30"));
    }

    #[test]
    fn sparse_keys_lie_on_a_usual_rate() {
        check([0.0], Some("30"));
        check([0.0, 0.5, 1.0], Some("30"));
        check([0.0, 1.0 / 6.0, 1.0], Some("30"));
        check([0.0, 3.0 / 24.0, 1.0], Some("24"));
        check([0.0, 5.0 / 30.0, 6.0 / 30.0, 2.0], Some("30"));
    }

    #[test]
    fn other_keys_lie_on_no_rate() {
        check([0.0, 0.123, 0.3719, 1.0], None);
        check([0.0, 1e-9, 1.0 + 1e-2, 2.3456], None);
    }
}
