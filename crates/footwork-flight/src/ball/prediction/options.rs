//! The options of a prediction, and their checks.

use super::sample::SampleReading;
use crate::ball::state::BallError;

/// The longest horizon in seconds.
pub const MAX_HORIZON_SECS: f64 = 3600.0;

/// The options of a prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PredictionOptions {
    /// The horizon: the duration of the prediction in seconds, above 0 and at most [`MAX_HORIZON_SECS`]; 10 s by
    /// default.
    pub horizon_secs: f64,
    /// How the flight is interpolated between samples; by default, with a line along the velocity of each sample.
    pub reading: SampleReading,
    /// The tolerance: the largest distance of the interpolated flight from the stepped flight, in metres. The default
    /// is the radius of the ball.
    ///
    /// Apart from the samples at touches, there is at most one sample per step. In a step of duration h, a ball with
    /// the acceleration a departs from the line along its velocity by up to a h² / 2, about 0.1 mm for a football. With
    /// a tolerance below this distance, every step is a sample, and the error still exceeds the tolerance.
    pub tolerance_m: Option<f64>,
    /// The bounds at which the prediction ends; none by default.
    pub bounds: Option<FlightBounds>,
    /// Whether the horizon moves with the game. If so, [`Prediction::advance`](crate::Prediction::advance) extends the
    /// horizon when less than 80 % of it is ahead. The next steps predict the new part.
    pub keeps_ahead: bool,
    /// The number of frames over which [`Prediction::advance_frame`](crate::Prediction::advance_frame) spreads a whole
    /// horizon, at least 1. The default is 8: a frame then predicts 1.25 s of the default horizon.
    pub frames: u32,
    /// Whether to keep every step in addition to the samples.
    pub dense: bool,
}

/// An axis-aligned box that the centre of the ball must stay in, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FlightBounds {
    /// The corner with the lowest coordinates.
    pub min: [f64; 3],
    /// The corner with the highest coordinates.
    pub max: [f64; 3],
}

impl FlightBounds {
    pub(super) fn contain(&self, position: [f64; 3]) -> bool {
        (0..3).all(|axis| (self.min[axis]..=self.max[axis]).contains(&position[axis]))
    }
}

impl Default for PredictionOptions {
    fn default() -> Self {
        Self {
            horizon_secs: 10.0,
            reading: SampleReading::Velocity,
            tolerance_m: None,
            bounds: None,
            keeps_ahead: false,
            frames: 8,
            dense: false,
        }
    }
}

/// Why a prediction cannot start or be extended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PredictionError {
    /// The horizon is NaN, not above 0, or above [`MAX_HORIZON_SECS`], or an extension would move it a day or more past
    /// the start.
    BadHorizon {
        /// The horizon in seconds.
        horizon_secs: f64,
    },
    /// [`PredictionOptions::frames`] is 0.
    NoFrames,
    /// The tolerance is not a finite number above 0.
    BadTolerance {
        /// The tolerance in metres.
        tolerance_m: f64,
    },
    /// A bound is NaN, or `min` is above `max`.
    BadBounds {
        /// The axis: 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// The motion of the ball is NaN or infinite.
    BadState {
        /// The name of the field: `position`, `velocity` or `secs`.
        name: &'static str,
    },
    /// The physics rejects the state of the ball.
    BadBall(BallError),
    /// The radius of the ball is not a finite number above 0.
    BadRadius {
        /// The radius in metres.
        radius_m: f64,
    },
    /// The duration of a step is out of range.
    BadStep {
        /// The duration in seconds.
        step_secs: f64,
    },
}

footwork_base::display! { PredictionError:
    Self::BadHorizon { horizon_secs } => "a horizon of {horizon_secs} s: it must be above 0 s and at most {MAX_HORIZON_SECS} s";
    Self::NoFrames => "frames: 0 is below 1";
    Self::BadTolerance { tolerance_m } => "a tolerance of {tolerance_m} m is not a finite number above 0 m";
    Self::BadBounds { axis } => "bounds: the {} of min is above that of max", ["x", "y", "z"].get(*axis).unwrap_or(&"?");
    Self::BadState { name } => "the ball's {name} is not finite";
    Self::BadBall(error) => "the ball has a bad {}", error.name;
    Self::BadRadius { radius_m } => "a radius of {radius_m} m is not a finite number above 0 m";
    Self::BadStep { step_secs } => "a step of {step_secs} s is not from 10 µs to 1 s";
}

impl std::error::Error for PredictionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::BadBall(error) => Some(error),
            _ => None,
        }
    }
}

impl PredictionOptions {
    /// Checks every option.
    ///
    /// # Errors
    /// Returns an error for the first option that is out of range.
    pub fn check(&self) -> Result<(), PredictionError> {
        let horizon_secs = self.horizon_secs;
        if !(horizon_secs > 0.0 && horizon_secs <= MAX_HORIZON_SECS) {
            return Err(PredictionError::BadHorizon { horizon_secs });
        }
        if self.frames == 0 {
            return Err(PredictionError::NoFrames);
        }
        if let Some(tolerance_m) = self.tolerance_m
            && !(tolerance_m > 0.0 && tolerance_m.is_finite())
        {
            return Err(PredictionError::BadTolerance { tolerance_m });
        }
        let inverted = |bounds: &FlightBounds| {
            // NaN does not compare.
            (0..3).find(|&axis| {
                bounds.min[axis]
                    .partial_cmp(&bounds.max[axis])
                    .is_none_or(|o| o.is_gt())
            })
        };
        match self.bounds.as_ref().and_then(inverted) {
            Some(axis) => Err(PredictionError::BadBounds { axis }),
            None => Ok(()),
        }
    }
}
