//! The window of a signal around an event, and its smoothing.

use footwork_base::FrameRate;

use crate::percentile::percentile;
use crate::track::EventTrack;

/// The window of a signal and its smoothing.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{Encoding, EventTrack};
///
/// let rate = FrameRate::whole(60).unwrap();
/// let strikes = EventTrack::new(vec![0.5, 1.1, 1.7, 2.3]).unwrap();
/// let encoding = Encoding::from_gaps(std::slice::from_ref(&strikes), rate);
/// // The window is half of the gap between strikes, and the smoothing is one frame.
/// assert!((encoding.window_secs() - 0.3).abs() < 1e-9);
/// assert_eq!(encoding.sigma_secs(), 1.0 / 60.0);
/// assert!(encoding.warnings(&strikes).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encoding {
    window_secs: f64,
    sigma_secs: f64,
}

/// The reason why a window or a smoothing was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingError {
    /// The window is NaN, not positive, or longer than [`MAX_WINDOW_SECS`].
    BadWindow,
    /// The smoothing is below zero, NaN, or wider than the window.
    BadSigma,
}

/// The longest window in seconds: an hour.
pub const MAX_WINDOW_SECS: f64 = 3600.0;

footwork_base::display! { EncodingError:
    Self::BadWindow => "the window must be above 0 s and at most {MAX_WINDOW_SECS} s";
    Self::BadSigma => "the smoothing must be at least 0 s and at most the window";
}

impl std::error::Error for EncodingError {}

/// A problem that a track has with an encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EncodingWarning {
    /// Events closer than about five times the smoothing are lost. Events closer than eight times the smoothing are
    /// less exact.
    SmoothedTooMuch {
        /// The smoothing in seconds.
        sigma_secs: f64,
        /// The shortest gap between events in seconds.
        shortest_gap_secs: f64,
    },
    /// Between events closer than the window, the signal jumps up through zero.
    WindowTooLong {
        /// The window in seconds.
        window_secs: f64,
        /// The shortest gap between events in seconds.
        shortest_gap_secs: f64,
    },
}

footwork_base::display! { EncodingWarning:
    Self::SmoothedTooMuch { sigma_secs, shortest_gap_secs: gap, } => "a smoothing of {sigma_secs} s is more than an eighth of the shortest gap, {gap} s: events may get lost";
    Self::WindowTooLong { window_secs, shortest_gap_secs: gap, } => "a window of {window_secs} s is longer than the shortest gap, {gap} s: between events the signal crosses zero upwards";
}

impl Encoding {
    /// Creates an encoding that reaches `window_secs` before and after each event. A Gaussian with a standard deviation of
    /// `sigma_secs` smooths it. If `sigma_secs` is 0, there is no smoothing.
    ///
    /// # Errors
    /// Returns [`EncodingError::BadWindow`] or [`EncodingError::BadSigma`].
    pub fn new(window_secs: f64, sigma_secs: f64) -> Result<Self, EncodingError> {
        if !(window_secs > 0.0 && window_secs <= MAX_WINDOW_SECS) {
            return Err(EncodingError::BadWindow);
        }
        if !(0.0..=window_secs).contains(&sigma_secs) {
            return Err(EncodingError::BadSigma);
        }
        Ok(Self {
            window_secs,
            sigma_secs,
        })
    }

    /// Chooses an encoding for the gaps between events.
    ///
    /// The window is half of the 10th percentile of all gaps, or half a second if there are no gaps. It is at least one
    /// frame and at most [`MAX_WINDOW_SECS`]. The smoothing is one frame, but at most a quarter of the window. A loop
    /// with a single event has one gap, to the same event in the next round.
    ///
    /// With a longer window, a network can announce an event earlier, provided that its inputs show the event that
    /// early. With a shorter window, event times are more exact and events do not overlap.
    pub fn from_gaps(tracks: &[EventTrack], rate: FrameRate) -> Self {
        let mut gaps: Vec<f64> = tracks.iter().flat_map(EventTrack::gaps).collect();
        gaps.sort_unstable_by(f64::total_cmp);
        let window = percentile(&gaps, 0.1).map_or(0.5, |gap| 0.5 * gap);
        let period = rate.period_secs();
        // For coinciding events, and for events closer than two frames, half the gap would be below one frame.
        let window_secs = libm::fmin(libm::fmax(window, period), MAX_WINDOW_SECS);
        Self {
            window_secs,
            sigma_secs: libm::fmin(period, 0.25 * window_secs),
        }
    }

    /// Returns the problems that a track has with this encoding; empty if there are none.
    pub fn warnings(&self, track: &EventTrack) -> Vec<EncodingWarning> {
        let mut warnings = Vec::new();
        let Some(shortest_gap_secs) = track.gaps().min_by(f64::total_cmp) else {
            return warnings;
        };
        if self.sigma_secs > shortest_gap_secs / 8.0 {
            warnings.push(EncodingWarning::SmoothedTooMuch {
                sigma_secs: self.sigma_secs,
                shortest_gap_secs,
            });
        }
        if self.window_secs > shortest_gap_secs {
            warnings.push(EncodingWarning::WindowTooLong {
                window_secs: self.window_secs,
                shortest_gap_secs,
            });
        }
        warnings
    }

    /// Returns the reach of the signal before and after an event, in seconds.
    pub fn window_secs(&self) -> f64 {
        self.window_secs
    }

    /// Returns the standard deviation of the smoothing in seconds.
    pub fn sigma_secs(&self) -> f64 {
        self.sigma_secs
    }

    /// Converts the time to an event into an angle in radians.
    pub(crate) fn angle(&self, signed_secs: f64) -> f64 {
        std::f64::consts::PI * signed_secs / self.window_secs
    }

    /// Converts an angle into the time to an event, in seconds.
    pub(crate) fn secs_of(&self, angle: f64) -> f64 {
        angle * self.window_secs / std::f64::consts::PI
    }

    /// Returns the sine and the cosine for a time to the nearest event; `(0, -1)` if no event is within the window.
    pub(crate) fn pair(&self, signed_secs: Option<f64>) -> (f64, f64) {
        match signed_secs {
            Some(secs) if secs.abs() < self.window_secs => libm::sincos(self.angle(secs)),
            _ => (0.0, -1.0),
        }
    }
}
