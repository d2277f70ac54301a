//! The times of one event, and the events passed by an update of the clock.

mod passed;

use footwork_base::FrameRate;

pub use passed::PassedEvents;

/// The largest time before or after 0 that a track accepts, in seconds: thirty years.
pub const MAX_TIME_SECS: f64 = 1e9;

/// The recommended shortest gap between events, in frames. A signal cannot separate events with a smaller gap.
pub const MIN_GAP_FRAMES: f64 = 2.0;

/// The times of one event in seconds, rising. A looping track repeats them.
///
/// ```
/// use footwork_events::EventTrack;
///
/// let strikes = EventTrack::looped(vec![0.7, 0.2], 1.0).unwrap();
/// assert_eq!(strikes.times(), [0.2, 0.7]);
/// // Positive before the nearest event; it may be in the next round.
/// assert_eq!(strikes.signed_time(0.1), Some(0.1));
/// assert!((strikes.signed_time(2.95).unwrap() - 0.25).abs() < 1e-12);
///
/// // The events that an update from 0.6 s to 1.2 s passed; the second is in the next round.
/// let passed: Vec<f64> = strikes.between(0.6, 1.2).collect();
/// assert_eq!(passed, [0.7, 1.2]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EventTrack {
    times: Box<[f64]>,
    /// The length of a round in seconds; `None` without a loop.
    loop_secs: Option<f64>,
}

/// How to treat events closer than the shortest gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooClose {
    /// Replace them by one event in their middle.
    Merge,
    /// Return an error.
    Refuse,
}

/// The reason why times were rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TrackError {
    /// A time is NaN, infinite, or more than [`MAX_TIME_SECS`] from 0.
    NotATime {
        /// The index of the time in the input, from 0.
        index: usize,
    },
    /// A time is outside its loop, `[0, loop_secs)`.
    OutsideLoop {
        /// The index of the time in the input, from 0.
        index: usize,
        /// The length of the loop in seconds.
        loop_secs: f64,
    },
    /// The length of a loop is NaN, not positive, or more than [`MAX_TIME_SECS`].
    BadLoop,
    /// The shortest gap is below zero or NaN.
    BadGap,
    /// Two events are closer than the shortest gap allowed.
    TooClose {
        /// The time of the earlier event.
        first_secs: f64,
        /// The time of the later event.
        second_secs: f64,
    },
}

footwork_base::display! { TrackError:
    Self::NotATime { index } => "event {index} (from 0) has a time that is not finite, or beyond {MAX_TIME_SECS} s";
    Self::OutsideLoop { index, loop_secs } => "event {index} (from 0) is outside the loop, from 0 s up to but not including {loop_secs} s";
    Self::BadLoop => "the length of a loop must be above 0 s and at most {MAX_TIME_SECS} s";
    Self::BadGap => "the shortest gap must be at least 0";
    Self::TooClose { first_secs: first, second_secs: second, } => "the events at {first} s and {second} s are closer than the shortest gap";
}

impl std::error::Error for TrackError {}

impl EventTrack {
    /// Creates a track from times in any order. It may be empty.
    ///
    /// # Errors
    /// Returns [`TrackError::NotATime`] if a time is invalid.
    pub fn new(mut times: Vec<f64>) -> Result<Self, TrackError> {
        if let Some(index) = times.iter().position(|time| !is_time(*time)) {
            return Err(TrackError::NotATime { index });
        }
        times.sort_unstable_by(f64::total_cmp);
        Ok(Self {
            times: times.into_boxed_slice(),
            loop_secs: None,
        })
    }

    /// Creates a track that repeats after `loop_secs`. Times must be in `[0, loop_secs)`.
    ///
    /// # Errors
    /// Returns [`TrackError::BadLoop`], [`TrackError::OutsideLoop`] or [`TrackError::NotATime`].
    pub fn looped(times: Vec<f64>, loop_secs: f64) -> Result<Self, TrackError> {
        if !is_time(loop_secs) || loop_secs <= 0.0 {
            return Err(TrackError::BadLoop);
        }
        if let Some(index) = times
            .iter()
            .position(|time| *time < 0.0 || *time >= loop_secs)
        {
            return Err(TrackError::OutsideLoop { index, loop_secs });
        }
        let track = Self::new(times)?;
        Ok(Self {
            loop_secs: Some(loop_secs),
            ..track
        })
    }

    /// Returns the track without gaps shorter than `min_gap_secs`, also across the seam of a loop. Events exactly
    /// `min_gap_secs` apart stay, even if rounding puts their times slightly closer.
    ///
    /// With [`TooClose::Merge`], a run of events with gaps shorter than `min_gap_secs` becomes one event, halfway
    /// between the first and the last event of the run.
    ///
    /// # Errors
    /// Returns [`TrackError::BadGap`] for a gap that is negative or NaN, and [`TrackError::TooClose`] only with
    /// [`TooClose::Refuse`].
    pub fn with_min_gap(self, min_gap_secs: f64, too_close: TooClose) -> Result<Self, TrackError> {
        if !(0.0..).contains(&min_gap_secs) {
            return Err(TrackError::BadGap);
        }
        let mut groups: Vec<(f64, f64)> = Vec::new();
        for &time in &self.times {
            match groups.last_mut() {
                Some((_, last)) if is_closer(*last, time, min_gap_secs) => {
                    if too_close == TooClose::Refuse {
                        return Err(TrackError::TooClose {
                            first_secs: *last,
                            second_secs: time,
                        });
                    }
                    *last = time;
                }
                _ => groups.push((time, time)),
            }
        }
        if let (Some(length), [first, .., last]) = (self.loop_secs, groups.as_mut_slice())
            && is_closer(last.1, first.0 + length, min_gap_secs)
        {
            if too_close == TooClose::Refuse {
                return Err(TrackError::TooClose {
                    first_secs: last.1,
                    second_secs: first.0,
                });
            }
            // The last group merges with the first group of the next round.
            first.0 = last.0 - length;
            groups.pop();
        }
        let mut times: Vec<f64> = groups
            .iter()
            .map(|(first, last)| first + 0.5 * (last - first))
            .collect();
        if let Some(length) = self.loop_secs {
            for time in &mut times {
                if *time < 0.0 {
                    *time = libm::fmin(*time + length, length.next_down());
                }
            }
        }
        times.sort_unstable_by(f64::total_cmp);
        Ok(Self {
            times: times.into_boxed_slice(),
            ..self
        })
    }

    /// Does the same as [`Self::with_min_gap`], with a gap in frames. [`MIN_GAP_FRAMES`] is a good value.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_events::{EventTrack, MIN_GAP_FRAMES, TooClose};
    ///
    /// let rate = FrameRate::whole(60).unwrap();
    /// let frames = [10, 11, 40, 42].map(|frame| f64::from(frame) / 60.0);
    /// let track = EventTrack::new(frames.to_vec()).unwrap();
    /// let track = track.with_min_gap_frames(MIN_GAP_FRAMES, rate, TooClose::Merge).unwrap();
    /// // The first two were merged; the others are two frames apart.
    /// assert_eq!(track.times().len(), 3);
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Self::with_min_gap`].
    pub fn with_min_gap_frames(
        self,
        min_gap_frames: f64,
        rate: FrameRate,
        too_close: TooClose,
    ) -> Result<Self, TrackError> {
        self.with_min_gap(min_gap_frames * rate.period_secs(), too_close)
    }

    /// Returns the times in seconds, rising. If the track loops, these are the times of one round.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Returns the length of a round in seconds; `None` if the track does not loop.
    pub fn loop_secs(&self) -> Option<f64> {
        self.loop_secs
    }

    /// Returns the time to the nearest event in seconds, positive before the event and negative after it. If two events
    /// are equally near, the later one counts. Returns `None` if there are no events or the time is NaN.
    pub fn signed_time(&self, at_secs: f64) -> Option<f64> {
        let nearest = self.nth(self.nearest(at_secs)?)?;
        Some(nearest - at_secs)
    }

    /// Returns the gaps between neighbouring events in seconds. A loop includes the gap from the last event to the
    /// first event of the next round.
    pub fn gaps(&self) -> impl Iterator<Item = f64> + '_ {
        let seam = match (self.loop_secs, self.times.first(), self.times.last()) {
            (Some(length), Some(first), Some(last)) => Some(first + length - last),
            _ => None,
        };
        let pairs = self.times.windows(2).map(|pair| pair[1] - pair[0]);
        pairs.chain(seam)
    }

    /// Returns the number of the event nearest to a time. Numbers continue into later rounds and are negative in
    /// earlier rounds.
    pub(crate) fn nearest(&self, at_secs: f64) -> Option<i64> {
        let coming = self.coming(at_secs)?;
        match (self.nth(coming - 1), self.nth(coming)) {
            (Some(before), Some(after)) if after - at_secs <= at_secs - before => Some(coming),
            (None, Some(_)) => Some(coming),
            (Some(_), _) => Some(coming - 1),
            (None, None) => None,
        }
    }

    /// Returns the number of the first event at or after a time; one past the last event if there is none.
    fn coming(&self, at_secs: f64) -> Option<i64> {
        if at_secs.is_nan() || self.times.is_empty() {
            return None;
        }
        let Some(length) = self.loop_secs else {
            return i64::try_from(self.times.partition_point(|time| *time < at_secs)).ok();
        };
        let round = round_of(at_secs, length)?;
        let within = at_secs - round as f64 * length;
        let place = self.times.partition_point(|time| *time < within);
        let count = i64::try_from(self.times.len()).ok()?;
        let mut number = round.checked_mul(count)? + i64::try_from(place).ok()?;
        // Rounding may have put `at_secs` on the wrong side of an event.
        while self.nth(number - 1).is_some_and(|time| time >= at_secs) {
            number -= 1;
        }
        while self.nth(number).is_some_and(|time| time < at_secs) {
            number += 1;
        }
        Some(number)
    }

    /// Returns the time of an event by its number.
    pub(crate) fn nth(&self, number: i64) -> Option<f64> {
        let Some(length) = self.loop_secs else {
            return self.times.get(usize::try_from(number).ok()?).copied();
        };
        let count = i64::try_from(self.times.len()).ok()?;
        let round = number.checked_div_euclid(count)?;
        let place = usize::try_from(number - round * count).ok()?;
        Some(self.times.get(place)? + round as f64 * length)
    }
}

/// Returns whether two times are closer than `gap` by more than rounding explains.
fn is_closer(first: f64, second: f64, gap: f64) -> bool {
    // Both the times and the numbers from which they were computed are rounded.
    let rounding = 4.0 * f64::EPSILON * libm::fmax(first.abs(), second.abs());
    second - first < gap * (1.0 - 1e-9) - rounding
}

/// Returns whether a time is finite and at most [`MAX_TIME_SECS`] from 0.
fn is_time(secs: f64) -> bool {
    secs.abs() <= MAX_TIME_SECS
}

/// Returns the round of a loop that contains a time; `None` if the round is too large to count exactly in f64.
fn round_of(at_secs: f64, length: f64) -> Option<i64> {
    const MAX_ROUNDS: f64 = (1u64 << 52) as f64;
    let round = libm::floor(at_secs / length);
    // The round is below 2^52 in size, so it is an exact whole number that fits.
    #[allow(clippy::cast_possible_truncation, reason = "a whole number below 2^52")]
    (round.abs() < MAX_ROUNDS).then_some(round as i64)
}
