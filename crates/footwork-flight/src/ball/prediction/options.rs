//! What a prediction may be asked for, and what is wrong with some of it.

use std::fmt;

use super::sample::SampleReading;
use crate::ball::state::BallError;

/// The longest horizon in seconds.
pub const MAX_HORIZON_SECS: f64 = 3600.0;

/// How a ball is predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictionOptions {
    /// How far ahead, in seconds; above 0 and at most [`MAX_HORIZON_SECS`]. 10 s by default.
    pub horizon_secs: f64,
    /// How samples are read between their times; as lines along their velocity by default.
    pub reading: SampleReading,
    /// How far the samples may be from the truth, in metres; the radius of the ball by default. There is at
    /// most one sample a step beside those of touches, and a ball leaves the line along its velocity by up to
    /// a h² / 2 in a step: some 0.1 mm for a football. A smaller tolerance gives a sample every step, and is
    /// not held.
    pub tolerance_m: Option<f64>,
    /// Where the prediction ends; nowhere by default.
    pub bounds: Option<FlightBounds>,
    /// Whether every step is kept too.
    pub dense: bool,
}

/// A box along the axes, in metres, that the centre of the ball stays in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightBounds {
    /// Its lowest corner.
    pub min: [f64; 3],
    /// Its highest corner.
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
            dense: false,
        }
    }
}

/// Why there is no prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PredictionError {
    /// The horizon is NaN, not above 0, or above [`MAX_HORIZON_SECS`].
    BadHorizon {
        /// In seconds.
        horizon_secs: f64,
    },
    /// The tolerance is not a number above 0.
    BadTolerance {
        /// In metres.
        tolerance_m: f64,
    },
    /// A bound is NaN, or `min` is above `max`.
    BadBounds {
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// A number of the ball's motion is NaN or infinite.
    BadState {
        /// `position`, `velocity` or `secs`.
        name: &'static str,
    },
    /// What moves the ball refuses its state.
    BadBall(BallError),
    /// The ball's radius is not a number above 0.
    BadRadius {
        /// In metres.
        radius_m: f64,
    },
    /// The physics' steps are not above 0, or too many for the horizon.
    BadStep {
        /// In seconds.
        step_secs: f64,
    },
}

impl fmt::Display for PredictionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadHorizon { horizon_secs } => write!(
                f,
                "a horizon of {horizon_secs} s; it is above 0 s and at most {MAX_HORIZON_SECS} s"
            ),
            Self::BadTolerance { tolerance_m } => {
                write!(f, "a tolerance of {tolerance_m} m; it is above 0 m")
            }
            Self::BadBounds { axis } => {
                let axis = ["x", "y", "z"].get(*axis).unwrap_or(&"?");
                write!(f, "bounds: the {axis} of min is at most that of max")
            }
            Self::BadState { name } => write!(f, "the ball's {name} is not finite"),
            Self::BadBall(error) => write!(f, "the ball's {error}"),
            Self::BadRadius { radius_m } => {
                write!(f, "a radius of {radius_m} m; it is above 0 m")
            }
            Self::BadStep { step_secs } => {
                write!(f, "steps of {step_secs} s; they are from 10 µs to 1 s")
            }
        }
    }
}

impl std::error::Error for PredictionError {}

impl PredictionOptions {
    pub(super) fn check(&self) -> Result<(), PredictionError> {
        let horizon_secs = self.horizon_secs;
        if !(horizon_secs > 0.0 && horizon_secs <= MAX_HORIZON_SECS) {
            return Err(PredictionError::BadHorizon { horizon_secs });
        }
        if let Some(tolerance_m) = self.tolerance_m
            && !(tolerance_m > 0.0 && tolerance_m.is_finite())
        {
            return Err(PredictionError::BadTolerance { tolerance_m });
        }
        let inverted = |bounds: &FlightBounds| {
            // A bound that is NaN is neither below nor above.
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
