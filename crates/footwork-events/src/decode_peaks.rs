//! Decodes probabilities to event times.

use footwork_base::FrameRate;

use crate::encode::frame_time;
use crate::probability::{Probability, ProbabilityError};
use crate::score::{ScoreError, score_all};
use crate::trigger::Trigger;

impl Probability {
    /// Returns the times of the events of a clip in seconds, rising. A [`Trigger`] finds the same events frame by
    /// frame. Frame i is at i / rate seconds. A maximum on the last frame counts.
    pub fn decode_all(&self, chances: &[f32], rate: FrameRate) -> Vec<f64> {
        let mut trigger = Trigger::from_probability(*self);
        let ends = chances.iter().copied().chain([f32::NEG_INFINITY]);
        let fired = |(frame, chance): (i64, f32)| {
            let passing = trigger.advance([chance, 0.0], rate.period_secs());
            passing.fired_ago_secs.map(|_| frame_time(frame - 1, rate))
        };
        (0..).zip(ends).filter_map(fired).collect()
    }

    /// Returns the times of the events in one round of a loop, in seconds from 0 up to the length of the loop, rising.
    /// The last frame is also the first frame of the next round. Fewer than two frames form no round and have no
    /// events.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_events::Probability;
    ///
    /// let rate = FrameRate::whole(10).unwrap();
    /// let seam = [0.9, 0.1, 0.0, 0.0, 0.1, 0.9];
    /// assert_eq!(Probability::default().decode_loop(&seam, rate), [0.0]);
    /// assert_eq!(Probability::default().decode_all(&seam, rate), [0.0, 0.5]);
    /// ```
    pub fn decode_loop(&self, chances: &[f32], rate: FrameRate) -> Vec<f64> {
        let round = chances.get(..chances.len().saturating_sub(1));
        let round = round.unwrap_or(&[]);
        let length = i64::try_from(round.len()).unwrap_or(i64::MAX);
        let mut trigger = Trigger::from_probability(*self);
        let mut times = Vec::new();
        // The first round leads in. The first frame of the third round confirms a maximum on the last frame of the
        // second round.
        let frames = round.iter().chain(round).chain(round.first());
        for (frame, chance) in (0..).zip(frames) {
            let passing = trigger.advance([*chance, 0.0], rate.period_secs());
            let at = frame - 1 - length;
            if passing.fired_ago_secs.is_some() && (0..length).contains(&at) {
                times.push(frame_time(at, rate));
            }
        }
        times
    }

    /// Returns the decoder with the best threshold, which has the highest F1 over all clips together. A clip is given
    /// as its probabilities and its true times in seconds. The function tries the thresholds from 0.02 to 0.95 in steps
    /// of 0.01. If several are best, it chooses their median. Do not use clips from the training, or clips that you
    /// score later.
    /// score later.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_events::Probability;
    ///
    /// let rate = FrameRate::whole(10).unwrap();
    /// // The network is unsure: the event has the probability 0.4, and noise reaches 0.2.
    /// let clip: (&[f32], &[f64]) = (&[0.0, 0.2, 0.1, 0.4, 0.1, 0.2, 0.0], &[0.3]);
    /// let tuned = Probability::tuned(&[clip], rate, 0.05, 0.1).unwrap();
    /// assert_eq!(tuned.threshold(), 0.31);
    /// ```
    ///
    /// # Errors
    /// Returns [`TuneError`] if a number is out of range or the true times are invalid.
    pub fn tuned(
        clips: &[(&[f32], &[f64])],
        rate: FrameRate,
        tolerance_secs: f64,
        min_gap_secs: f64,
    ) -> Result<Self, TuneError> {
        let mut best = (-1.0, Vec::new());
        for hundredth in 2..=95_u32 {
            let threshold = f64::from(hundredth) / 100.0;
            let decoder = Self::new(threshold, min_gap_secs).map_err(TuneError::Probability)?;
            let found: Vec<_> = clips
                .iter()
                .map(|(chances, _)| decoder.decode_all(chances, rate))
                .collect();
            let lists = clips.iter().zip(&found);
            let lists = lists.map(|((_, truth), found)| (*truth, found.as_slice()));
            let f1 = score_all(lists, tolerance_secs)
                .map_err(TuneError::Score)?
                .f1;
            if f1 > best.0 {
                best = (f1, Vec::new());
            }
            if f1 >= best.0 {
                best.1.push(decoder);
            }
        }
        Ok(best.1[best.1.len() / 2])
    }
}

/// The reason why a threshold could not be tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TuneError {
    /// The shortest gap is out of range.
    Probability(ProbabilityError),
    /// The true times or the tolerance are invalid.
    Score(ScoreError),
}

footwork_base::display! { TuneError:
    Self::Probability(_) => "the probability is out of range";
    Self::Score(_) => "the clips cannot be scored";
}

impl std::error::Error for TuneError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Probability(error) => Some(error),
            Self::Score(error) => Some(error),
        }
    }
}
