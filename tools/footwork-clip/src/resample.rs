//! Resampling: the same motion at another frame rate.

use std::sync::Arc;

use footwork_base::FrameRate;
use thiserror::Error;

use crate::clip::{Clip, ClipParts};
use crate::interpolate::{lerp, slerp};
use crate::limits::Limits;
use crate::number::to_f32;
use crate::plausible_rate::why_implausible;

impl Clip {
    /// Returns the motion at another frame rate. Frame `i` of the result is the pose at `i / rate` seconds.
    /// Between two frames, rotations use spherical linear interpolation along the shorter arc (Shoemake 1985),
    /// and positions a straight line.
    ///
    /// | | |
    /// |---|---|
    /// | frames | `floor((frames - 1) · new / old) + 1`: as many as fit. The last one is at or before the clip's last frame, so the duration shrinks by less than one new frame |
    /// | times | exact fractions: a new frame that coincides with an old one keeps its bits |
    /// | the same rate | the same clip, bit for bit |
    /// | n times the rate and back | the same clip, bit for bit |
    /// | an n-th of the rate | every n-th frame |
    /// | loops | still loop. If the last new frame is before the clip's last frame, each round is shorter by the lost duration |
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// # use footwork_clip::{Limits, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    ///
    /// assert_eq!((walk.frame_count(), walk.rate()), (39, FrameRate::whole(30).unwrap()));
    /// let fine = walk.resampled(FrameRate::whole(60).unwrap(), &Limits::default()).unwrap();
    /// assert_eq!((fine.frame_count(), fine.duration_secs()), (77, walk.duration_secs()));
    /// assert_eq!(fine.resampled(walk.rate(), &Limits::default()).unwrap(), walk);
    /// ```
    ///
    /// # Errors
    /// If the rate changes, the clip has more than one frame, and its own rate is not plausible (see
    /// [`is_plausible_rate`](crate::is_plausible_rate)), or if the result would have more frames or values than
    /// `limits` allows.
    pub fn resampled(&self, rate: FrameRate, limits: &Limits) -> Result<Self, ResampleError> {
        let is_changed = rate != self.rate() && self.frame_count() > 1;
        if let Some(reason) = why_implausible(self.rate()).filter(|_| is_changed) {
            return Err(ResampleError::ImplausibleRate { reason });
        }
        let joints = self.skeleton().joint_count();
        let limit = limits.frames.min(limits.values / joints);
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let samples = samples(self.rate(), rate, self.frame_count(), limit);
        let samples = samples.ok_or(ResampleError::TooManyFrames { rate, limit })?;
        let count = samples.len();
        let mut root_positions = Vec::with_capacity(count);
        let mut rotations = Vec::with_capacity(count * joints);
        let mut translations = self
            .translations()
            .map(|_| Vec::with_capacity(count * joints));
        let row = |frame: usize| frame * joints..(frame + 1) * joints;
        for Sample { frame, fraction } in samples {
            // If `fraction` is 0, this may be the last frame, which has no next one.
            let next = if fraction > 0.0 { frame + 1 } else { frame };
            let (a, b) = (self.root_positions()[frame], self.root_positions()[next]);
            root_positions.push(std::array::from_fn(|axis| lerp(a[axis], b[axis], fraction)));
            let turns = self.rotations();
            let pairs = turns[row(frame)].iter().zip(&turns[row(next)]);
            rotations.extend(pairs.map(|(a, b)| slerp(*a, *b, fraction)));
            if let (Some(all), Some(out)) = (self.translations(), &mut translations) {
                let pairs = all[row(frame)].iter().zip(&all[row(next)]);
                let between = |a: f32, b: f32| to_f32(lerp(f64::from(a), f64::from(b), fraction));
                out.extend(
                    pairs.map(|(a, b)| std::array::from_fn(|axis| between(a[axis], b[axis]))),
                );
            }
        }
        let parts = ClipParts {
            skeleton: Arc::clone(self.skeleton()),
            rate,
            looping: self.is_looping(),
            root_positions,
            rotations,
            translations,
        };
        let frame_count = u32::try_from(count).unwrap_or(limit);
        let resampled = Self::from_valid(parts, frame_count);
        Ok(resampled.measured_like(self))
    }
}

/// The position of a new frame between two old frames.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    /// The old frame at or before the new one.
    frame: usize,
    /// The fraction of the way to the next old frame; exactly 0 on an old frame.
    fraction: f64,
}

/// Returns the frames of rate `to` within `count` frames of rate `from`; `None` if there are more than `limit`.
///
/// Consecutive new frames are `from / to` old frames apart. The position is kept as a whole number and an exact
/// fraction, so it neither drifts nor overflows at any rate.
fn samples(from: FrameRate, to: FrameRate, count: u32, limit: u32) -> Option<Vec<Sample>> {
    let (numerator, denominator) = (
        u128::from(from.numerator()) * u128::from(to.denominator()),
        u128::from(from.denominator()) * u128::from(to.numerator()),
    );
    let (step, step_rest) = (numerator / denominator, numerator % denominator);
    let last = u128::from(count.checked_sub(1)?);
    let (mut frame, mut rest) = (0u128, 0u128);
    let mut samples = Vec::new();
    // No new frame lies after the last old frame.
    while frame < last || (frame == last && rest == 0) {
        if samples.len() >= limit as usize {
            return None;
        }
        samples.push(Sample {
            frame: usize::try_from(frame).ok()?,
            fraction: match rest {
                0 => 0.0,
                _ => rest as f64 / denominator as f64,
            },
        });
        let is_next = rest >= denominator - step_rest;
        rest = if is_next {
            rest - (denominator - step_rest)
        } else {
            rest + step_rest
        };
        frame = frame
            .saturating_add(step)
            .saturating_add(u128::from(is_next));
    }
    Some(samples)
}

/// Why a clip was not resampled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResampleError {
    /// The clip's own rate is implausible, so the times of its frames are not known.
    #[error("cannot be resampled: {reason}")]
    ImplausibleRate {
        /// Why the rate is implausible.
        reason: String,
    },
    /// The clip would have too many frames.
    #[error("at {rate} frames per second the clip has more than the limit of {limit} frames")]
    TooManyFrames {
        /// The rate.
        rate: FrameRate,
        /// The maximum number of frames.
        limit: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(from: &str, to: &str, count: u32, expected: &[(usize, f64)]) {
        let samples = samples(from.parse().unwrap(), to.parse().unwrap(), count, 1000).unwrap();
        let found: Vec<_> = samples.iter().map(|s| (s.frame, s.fraction)).collect();
        assert_eq!(found, expected, "{from} to {to}");
    }

    #[test]
    fn resampled_frames_lie_at_their_times() {
        check(
            "30",
            "60",
            3,
            &[(0, 0.0), (0, 0.5), (1, 0.0), (1, 0.5), (2, 0.0)],
        );
        check("60", "30", 4, &[(0, 0.0), (2, 0.0)]);
        check("30", "20", 5, &[(0, 0.0), (1, 0.5), (3, 0.0)]);
        check("30", "1", 30, &[(0, 0.0)]);
        check("30", "30", 1, &[(0, 0.0)]);
        check("30000/1001", "30", 2, &[(0, 0.0), (0, 1000.0 / 1001.0)]);
    }

    #[test]
    fn extreme_rates_neither_overflow_nor_give_too_many_frames() {
        let rates = [
            "1",
            "18446744073709551615",
            "1/18446744073709551615",
            "18446744073709551614/3",
        ];
        for from in rates {
            for to in rates {
                let found = samples(from.parse().unwrap(), to.parse().unwrap(), 100, 1000);
                if from == to {
                    assert_eq!(found.unwrap().len(), 100);
                } else if let Some(found) = found {
                    assert!(found.iter().all(|s| s.frame < 100 && s.fraction <= 1.0));
                }
            }
        }
        assert!(samples(FrameRate::ONE, FrameRate::ONE, 11, 10).is_none());
    }
}
