//! Finds the frame rate from the durations of rows, and the rows that each frame is sampled from.
//!
//! Files print durations with varying precision and not always rounded: 30 frames per second is 0.0333333015 in some
//! and 0.033332 in others. Two durations therefore count as equal if they differ by at most 2 µs, or 0.01% of a
//! duration below 20 ms. A rate is accepted if its period equals the most frequent duration in that sense. Whole
//! rates come first, then the film rates n·1000/1001.

use footwork_base::FrameRate;

use super::error::{DeepMimicError, DeepMimicErrorKind};
use super::rows::COLUMNS;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::number::to_u32;

/// A frame's position between rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// The row at or before the frame.
    pub(super) row: usize,
    /// The fraction of the way from that row to the next, at least 0 and below 1.
    pub(super) fraction: f64,
}

/// The rate of the clip, and its frames.
#[derive(Debug)]
pub(super) struct Timing {
    pub(super) rate: FrameRate,
    pub(super) samples: Vec<Sample>,
}

impl Timing {
    /// Computes the timing of rows with these durations, at least one.
    pub(super) fn new(
        durations: &[f64],
        limits: &Limits,
        findings: &mut Vec<Finding>,
    ) -> Result<Self, DeepMimicError> {
        let fail = |kind| Err(DeepMimicError::new(kind));
        if let Some(row) = durations.iter().position(|&d| d < 0.0) {
            return fail(DeepMimicErrorKind::NegativeDuration { row });
        }
        // The last duration is not an interval, unless there is only one row.
        let intervals = &durations[..durations.len() - 1];
        let usual = match most_frequent(if intervals.is_empty() {
            durations
        } else {
            intervals
        }) {
            Some(usual) => usual,
            None if intervals.is_empty() => {
                findings.push(Finding {
                    code: "no-duration",
                    position: None,
                    message: "the only row has no duration; it is taken as 1/30 s".into(),
                });
                1.0 / 30.0
            }
            None => return fail(DeepMimicErrorKind::NoTime),
        };
        let Some(rate) = rate_of(usual) else {
            return fail(DeepMimicErrorKind::NoTime);
        };
        let uneven = intervals.iter().filter(|&&d| !is_alike(d, usual)).count();
        if uneven == 0 {
            let samples = (0..durations.len()).map(|row| Sample { row, fraction: 0.0 });
            return Ok(Self {
                rate,
                samples: samples.collect(),
            });
        }
        findings.push(Finding {
            code: "uneven-rows",
            position: None,
            message: format!(
                "{uneven} of {} rows do not last {usual} s; all are resampled to {rate} frames a \
                 second",
                intervals.len()
            ),
        });
        let samples = resample(intervals, usual, limits)?;
        Ok(Self { rate, samples })
    }
}

/// Places frames `usual` seconds apart from the first row to the last. The times of rows are rounded to whole frames.
fn resample(intervals: &[f64], usual: f64, limits: &Limits) -> Result<Vec<Sample>, DeepMimicError> {
    // The times of the rows in frames; the first is 0.
    let mut times = vec![0.0];
    let mut now = 0.0;
    for duration in intervals {
        now += duration / usual;
        times.push(now);
    }
    let last = to_u32(now);
    // Prevents a short file with one huge duration from becoming a huge clip.
    let stretched = intervals.len().saturating_mul(100).saturating_add(10_000);
    let limit = limits.frames.min(limits.values / COLUMNS).min(stretched);
    if usize::try_from(last).map_or(true, |last| last >= limit) {
        return Err(DeepMimicError::new(DeepMimicErrorKind::TooManyFrames {
            limit,
        }));
    }
    let mut row = 0;
    let samples = (0..=last).map(|frame| {
        let frame = f64::from(frame);
        while row + 1 < intervals.len() && times[row + 1] <= frame {
            row += 1;
        }
        let length = times[row + 1] - times[row];
        let fraction = if length > 0.0 {
            (frame - times[row]) / length
        } else {
            0.0
        };
        if fraction >= 1.0 {
            Sample {
                row: row + 1,
                fraction: 0.0,
            }
        } else {
            Sample { row, fraction }
        }
    });
    Ok(samples.collect())
}

/// Returns the most frequent positive duration; in a tie, the shortest of the most frequent.
fn most_frequent(durations: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = durations.iter().copied().filter(|&d| d > 0.0).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut best: Option<(usize, f64)> = None;
    for run in sorted.chunk_by(|&a, &b| is_alike(a, b)) {
        if best.is_none_or(|(count, _)| run.len() > count) {
            best = Some((run.len(), run[run.len() / 2]));
        }
    }
    best.map(|(_, duration)| duration)
}

/// Whether two printed durations stand for the same duration.
fn is_alike(a: f64, b: f64) -> bool {
    (a - b).abs() <= tolerance(b)
}

/// The largest error of a printed duration, in seconds.
fn tolerance(duration: f64) -> f64 {
    (duration * 1e-4).min(2e-6)
}

/// Returns the rate that a duration stands for; `None` if it cannot be represented.
fn rate_of(duration: f64) -> Option<FrameRate> {
    let family = |thousandths: u32| {
        let scale = f64::from(thousandths) / 1000.0;
        let frames = to_u32(scale / duration);
        let rate = FrameRate::new(u64::from(frames) * 1000, u64::from(thousandths))?;
        is_alike(rate.period_secs(), duration).then_some(rate)
    };
    family(1000)
        .or_else(|| family(1001))
        .or_else(|| FrameRate::from_printed_period(&duration.to_string()))
        .or_else(|| FrameRate::from_printed_period(&format!("{duration:.9}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_durations_give_their_rate() {
        let check = |duration: f64, expected: &str| {
            assert_eq!(
                rate_of(duration).unwrap().to_string(),
                expected,
                "{duration}"
            );
        };
        check(0.033332, "30");
        check(0.0333333015, "30");
        check(0.0166660007, "60");
        check(0.016666, "60");
        check(0.041667, "24");
        check(0.0625, "16");
        check(0.0083333, "120");
        check(0.0333667, "30000/1001");
        check(0.0015, "667");
        check(2.5, "2/5");
    }

    #[test]
    fn uneven_rows_are_resampled_between_rows() {
        let mut findings = Vec::new();
        let timing = Timing::new(&[0.1, 0.2, 0.1, 0.0], &Limits::default(), &mut findings).unwrap();
        assert_eq!(findings.len(), 1);
        let samples: Vec<_> = timing.samples.iter().map(|s| (s.row, s.fraction)).collect();
        assert_eq!(samples.len(), 5);
        assert_eq!((samples[0], samples[1]), ((0, 0.0), (1, 0.0)));
        assert!(
            samples[2].0 == 1 && (samples[2].1 - 0.5).abs() < 1e-9,
            "{samples:?}"
        );
        assert_eq!(samples[4], (3, 0.0));
    }

    #[test]
    fn hostile_durations_are_refused() {
        let code = |durations: &[f64]| {
            let timing = Timing::new(durations, &Limits::default(), &mut Vec::new());
            timing.map_err(|error| error.kind.code()).err()
        };
        assert_eq!(code(&[0.0, 0.0]), Some("no-time"));
        assert_eq!(code(&[0.1, -0.1, 0.0]), Some("negative-duration"));
        assert_eq!(code(&[0.1, 0.1, 1e300, 0.0]), Some("too-many-frames"));
        assert_eq!(code(&[1e-300, 1e-300]), Some("no-time"));
        assert_eq!(code(&[0.0]), None);
    }
}
