//! Events as a probability per frame, the usual target of networks trained with cross entropy.

use footwork_base::FrameRate;

use crate::encode::{EncodeError, rows};
use crate::track::EventTrack;

/// Decodes a probability per frame to events. An event is a local maximum at or above a threshold. Events are at least
/// a shortest gap apart.
///
/// The alternative is an [`Encoding`](crate::Encoding). A probability needs a threshold, tuned on clips outside the
/// training data. With a tuned threshold, it finds events as well as an encoding or better. An encoding needs no
/// threshold, places events between frames, and announces them in advance. The guide on events has figures.
///
/// Among equal neighbours, the first is the maximum, so that an event is known at most one frame after it. So a plateau
/// before a higher maximum counts as an event, and the higher maximum does not if it is within the shortest gap. For
/// example, with a threshold of 0.5 and a gap of three frames, 0, 0.6, 0.6, 0.9, 0 has one event, on the first 0.6.
/// Neighbouring outputs of a network are rarely equal, but rounded or saturated outputs can be. Pass the outputs to the
/// decoder unchanged.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{EventTrack, Probability};
///
/// let rate = FrameRate::whole(30).unwrap();
/// let track = EventTrack::new(vec![0.1, 0.5]).unwrap();
/// let chances = Probability::encode(&[track], rate, 20).unwrap();
/// assert_eq!(chances[3], 1.0);
/// assert_eq!(chances.iter().sum::<f32>(), 2.0);
///
/// let probability = Probability::new(0.4, 0.1).unwrap();
/// let times = probability.decode_all(&chances, rate);
/// assert_eq!(times, [0.1, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    threshold: f64,
    min_gap_secs: f64,
}

/// The reason why a threshold or a gap was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProbabilityError {
    /// The threshold is NaN, not positive, or above 1.
    BadThreshold,
    /// The gap is below zero, NaN or infinite.
    BadGap,
}

footwork_base::display! { ProbabilityError:
    Self::BadThreshold => "the threshold must be above 0 and at most 1";
    Self::BadGap => "the shortest gap must be at least 0 s and finite";
}

impl std::error::Error for ProbabilityError {}

impl Default for Probability {
    /// A threshold of 0.5, and events at least 0.1 s apart.
    fn default() -> Self {
        Self {
            threshold: 0.5,
            min_gap_secs: 0.1,
        }
    }
}

impl Probability {
    /// Creates a decoder. A maximum less than `min_gap_secs` after an event is ignored.
    ///
    /// # Errors
    /// Returns [`ProbabilityError`] for a number out of range.
    pub fn new(threshold: f64, min_gap_secs: f64) -> Result<Self, ProbabilityError> {
        if !(threshold > 0.0 && threshold <= 1.0) {
            return Err(ProbabilityError::BadThreshold);
        }
        if !(0.0..f64::INFINITY).contains(&min_gap_secs) {
            return Err(ProbabilityError::BadGap);
        }
        Ok(Self {
            threshold,
            min_gap_secs,
        })
    }

    /// Returns the threshold: the smallest probability of an event.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Returns the shortest time between two events, in seconds.
    pub fn min_gap_secs(&self) -> f64 {
        self.min_gap_secs
    }

    /// Returns one number per frame and track: 1 on the frame nearest to each event, and 0 elsewhere. The length of the
    /// result is `frames * tracks.len()`. An event midway between two frames belongs to the earlier frame.
    ///
    /// # Errors
    /// Returns [`EncodeError::TooManyFrames`] if the result does not fit in memory.
    pub fn encode(
        tracks: &[EventTrack],
        rate: FrameRate,
        frames: usize,
    ) -> Result<Vec<f32>, EncodeError> {
        let mut rows = rows(frames, tracks.len())?;
        // Neighbouring frames must share an edge to the bit. Otherwise an event on the edge would belong to none or to
        // both.
        let per_frame = rate.denominator() as f64 / rate.numerator() as f64;
        let edge = |frame: i64| (frame as f64 + 0.5) * per_frame;
        for frame in (0..).take(frames) {
            let (from, to) = (edge(frame - 1), edge(frame));
            rows.extend(tracks.iter().map(|track| {
                let is_on = track.between(from, to).next().is_some();
                f32::from(u8::from(is_on))
            }));
        }
        Ok(rows)
    }
}
