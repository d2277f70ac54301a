//! Scores found events against true events, as for onsets in music and in research on sound events.

use std::fmt;

use footwork_base::FrameRate;

use crate::percentile::percentile;

/// The largest error of a matched event. A plain number converts to seconds.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{Tolerance, score};
///
/// // Three frames at 60 per second, whose times are not short decimals.
/// let rate = FrameRate::whole(60).unwrap();
/// let tolerance = Tolerance::Frames(3.0, rate);
/// for frame in 0..600 {
///     let [truth, found] = [frame, frame + 3].map(|frame| f64::from(frame) / 60.0);
///     assert_eq!(score(&[truth], &[found], tolerance).unwrap().matched, 1);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// A tolerance in seconds. A true event matches if it is between the found time minus the tolerance and the found
    /// time plus the tolerance. Both bounds are rounded as in `mir_eval`, so that scores agree. If the times of frames
    /// are not short decimals, an error of exactly the tolerance may or may not match.
    Secs(f64),
    /// A tolerance in frames at a rate, whole or fractional. It allows a millionth of a frame for rounding, so an error
    /// of exactly the tolerance always matches.
    Frames(f64, FrameRate),
}

impl From<f64> for Tolerance {
    fn from(secs: f64) -> Self {
        Self::Secs(secs)
    }
}

impl Tolerance {
    /// Returns the tolerance in seconds, with the allowance for rounding.
    fn secs(self) -> Result<f64, ScoreError> {
        let (length, secs) = match self {
            Self::Secs(secs) => (secs, secs),
            Self::Frames(frames, rate) => (frames, (frames + ROUNDING) * rate.period_secs()),
        };
        if length >= 0.0 {
            Ok(secs)
        } else {
            Err(ScoreError::BadTolerance)
        }
    }
}

/// The allowance for the rounding of times, as a share of a frame.
const ROUNDING: f64 = 1e-6;

/// The agreement of found events with true events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The number of pairs of a true and a found event within the tolerance. Each event is in at most one pair.
    pub matched: usize,
    /// The number of true events without a pair.
    pub missed: usize,
    /// The number of found events without a pair.
    pub extra: usize,
    /// The share of found events in a pair; 0 if no event was found.
    pub precision: f64,
    /// The share of true events in a pair; 0 if there are no true events.
    pub recall: f64,
    /// The harmonic mean of precision and recall; 0 if both are 0.
    pub f1: f64,
    /// The timing errors of the pairs; `None` if there are no pairs.
    pub error: Option<TimingError>,
}

/// The errors of matched events, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimingError {
    /// The mean absolute error.
    pub mean_abs_secs: f64,
    /// The 95th percentile of the absolute error, interpolated between neighbours.
    pub p95_abs_secs: f64,
    /// The mean error, which is positive if events are found late.
    pub bias_secs: f64,
}

/// The reason why events could not be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreError {
    /// A time is NaN or infinite.
    NotATime {
        /// `true` for the time of a true event, `false` for that of a found event.
        is_truth: bool,
        /// The index of the time in its list.
        index: usize,
    },
    /// A time is less than the previous time.
    NotSorted {
        /// `true` for the time of a true event, `false` for that of a found event.
        is_truth: bool,
        /// The index of the time in its list.
        index: usize,
    },
    /// The tolerance is negative or NaN.
    BadTolerance,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = |is_truth: &bool| if *is_truth { "true" } else { "found" };
        match self {
            Self::NotATime { is_truth, index } => {
                write!(
                    f,
                    "{} event {index} (from 0) is not a finite time",
                    which(is_truth)
                )
            }
            Self::NotSorted { is_truth, index } => {
                write!(
                    f,
                    "{} event {index} (from 0) is earlier than the event before it",
                    which(is_truth)
                )
            }
            Self::BadTolerance => f.write_str("the tolerance must be at least 0"),
        }
    }
}

impl std::error::Error for ScoreError {}

/// Scores found events against true events. Both lists are rising times in seconds. An error of exactly the tolerance
/// matches, except for rounding; see [`Tolerance`].
///
/// In order of time, each true event is paired with the first unpaired found event within the tolerance. This gives the
/// maximum number of pairs, as in `mir_eval`'s onset score (Raffel et al. 2014). It takes time linear in the lengths of
/// both lists.
///
/// ```
/// use footwork_events::score;
///
/// let score = score(&[0.5, 1.0, 1.5], &[0.52, 1.2, 1.49, 1.51], 0.05).unwrap();
/// assert_eq!((score.matched, score.missed, score.extra), (2, 1, 2));
/// assert_eq!(score.precision, 0.5);
/// assert!((score.error.unwrap().bias_secs - 0.005).abs() < 1e-12);
/// ```
///
/// # Errors
/// Returns a [`ScoreError`] if the times or the tolerance are invalid.
pub fn score(
    truth: &[f64],
    found: &[f64],
    tolerance: impl Into<Tolerance>,
) -> Result<Score, ScoreError> {
    score_all([(truth, found)], tolerance)
}

/// Scores many lists of true and found events together, such as those of all clips. Events of different lists are never
/// paired. The figures are computed over all events, not as means over the lists.
///
/// ```
/// use footwork_events::score_all;
///
/// let (first, second): ([f64; 2], [f64; 1]) = ([0.5, 1.0], [0.5]);
/// let lists: [(&[f64], &[f64]); 2] = [(&first, &second), (&second, &[])];
/// let score = score_all(lists, 0.05).unwrap();
/// assert_eq!((score.matched, score.missed, score.extra), (1, 2, 0));
/// ```
///
/// # Errors
/// Returns a [`ScoreError`] if the times or the tolerance are invalid. Its index refers to the list with the invalid
/// time.
pub fn score_all<'a>(
    lists: impl IntoIterator<Item = (&'a [f64], &'a [f64])>,
    tolerance: impl Into<Tolerance>,
) -> Result<Score, ScoreError> {
    let tolerance = tolerance.into();
    tolerance.secs()?;
    let lists = lists.into_iter();
    score_each(lists.map(|(truth, found)| EventLists {
        truth,
        found,
        tolerance,
    }))
}

/// The events of one clip, which are scored together with those of other clips.
#[derive(Clone, Copy, Debug)]
pub struct EventLists<'a> {
    /// The true events, as rising times in seconds.
    pub truth: &'a [f64],
    /// The found events, as rising times in seconds.
    pub found: &'a [f64],
    /// The tolerance of a match.
    pub tolerance: Tolerance,
}

/// Scores many lists, each with its own tolerance. With a tolerance in frames, clips may have different rates.
///
/// # Errors
/// Returns a [`ScoreError`] if the times or a tolerance are invalid. Its index refers to the list with the invalid
/// time.
pub fn score_each<'a>(
    lists: impl IntoIterator<Item = EventLists<'a>>,
) -> Result<Score, ScoreError> {
    let (mut errors, mut true_count, mut found_count) = (Vec::new(), 0, 0);
    for list in lists {
        let EventLists {
            truth,
            found,
            tolerance,
        } = list;
        let tolerance_secs = tolerance.secs()?;
        check(truth, true)?;
        check(found, false)?;
        true_count += truth.len();
        found_count += found.len();
        errors.extend(matches(truth, found, tolerance_secs));
    }
    let matched = errors.len();
    let share = |of: usize| {
        if of == 0 {
            0.0
        } else {
            matched as f64 / of as f64
        }
    };
    let both = true_count + found_count;
    Ok(Score {
        matched,
        missed: true_count - matched,
        extra: found_count - matched,
        precision: share(found_count),
        recall: share(true_count),
        f1: if both == 0 {
            0.0
        } else {
            2.0 * matched as f64 / both as f64
        },
        error: timing(&errors),
    })
}

/// Returns the error of each pair in seconds, in order of time.
fn matches(truth: &[f64], found: &[f64], tolerance_secs: f64) -> Vec<f64> {
    let mut errors = Vec::new();
    let (mut next_true, mut next_found) = (truth.iter().peekable(), found.iter().peekable());
    while let (Some(&&at), Some(&&candidate)) = (next_true.peek(), next_found.peek()) {
        // Both bounds rise with the found event, even after rounding. So an event that is out of reach once is out of
        // reach of all later events.
        let is_too_early = at < candidate - tolerance_secs;
        let is_too_late = at > candidate + tolerance_secs;
        if !is_too_early && !is_too_late {
            errors.push(candidate - at);
        }
        if !is_too_late {
            next_true.next();
        }
        if !is_too_early {
            next_found.next();
        }
    }
    errors
}

fn check(times: &[f64], is_truth: bool) -> Result<(), ScoreError> {
    if let Some(index) = times.iter().position(|time| !time.is_finite()) {
        return Err(ScoreError::NotATime { is_truth, index });
    }
    match times.windows(2).position(|pair| pair[1] < pair[0]) {
        Some(index) => Err(ScoreError::NotSorted {
            is_truth,
            index: index + 1,
        }),
        None => Ok(()),
    }
}

fn timing(errors: &[f64]) -> Option<TimingError> {
    let count = errors.len() as f64;
    let mut sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    Some(TimingError {
        p95_abs_secs: percentile(&sizes, 0.95)?,
        mean_abs_secs: sizes.iter().sum::<f64>() / count,
        bias_secs: errors.iter().sum::<f64>() / count,
    })
}
