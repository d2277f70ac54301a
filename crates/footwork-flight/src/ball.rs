//! The ball at one moment.

use std::fmt;

use crate::step::STEP_SECS;
use crate::vector::is_within;
use crate::world::Surface;

/// The farthest from the origin that a ball is, in metres on each axis.
pub const MOST_METRES: f64 = 1e7;
/// The fastest that a ball starts, in metres a second on each axis.
pub const MOST_SPEED_MPS: f64 = 1000.0;
/// The fastest that a ball spins at the start, in radians a second on each axis.
pub const MOST_SPIN: f64 = 10_000.0;

/// All that there is to know of a ball at one moment: two equal states have equal futures, bit for bit.
///
/// y is up. Spin is the rotation in radians a second around each axis, by the right hand: a ball that
/// rolls along +x has a negative spin around z.
///
/// ```
/// use footwork_flight::BallState;
///
/// let kick = BallState::new([0.0, 0.11, 0.0], [18.0, 9.0, 0.0], [0.0, 30.0, 0.0]).unwrap();
/// assert_eq!(kick.secs(), 0.0);
/// let error = BallState::new([0.0; 3], [f64::NAN, 0.0, 0.0], [0.0; 3]).unwrap_err();
/// assert_eq!(error.to_string(), "velocity: NaN is not within ±1000 m/s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallState {
    /// The centre in metres.
    pub position: [f64; 3],
    /// In metres a second.
    pub velocity: [f64; 3],
    /// In radians a second.
    pub spin: [f64; 3],
    /// What it rolls or rests on; `None` in the air. The first step of a new state finds it.
    pub ground: Option<Ground>,
    /// The steps done since time 0, which a [`Field`](crate::Field) may look at.
    pub steps: u64,
}

/// What a ball rolls or rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Away from the ground, of length 1.
    pub normal: [f64; 3],
    /// What it is made of.
    pub surface: Surface,
}

/// Why numbers are no state of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallError {
    /// `position`, `velocity` or `spin`.
    pub name: &'static str,
    /// The first number that is out of range or NaN.
    pub value: f64,
    /// The largest absolute value.
    pub most: f64,
    unit: &'static str,
}

impl fmt::Display for BallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            value,
            most,
            unit,
        } = self;
        write!(f, "{name}: {value} is not within ±{most} {unit}")
    }
}

impl std::error::Error for BallError {}

impl BallState {
    /// A ball at time 0.
    ///
    /// # Errors
    /// A number that is NaN or beyond [`MOST_METRES`], [`MOST_SPEED_MPS`] or [`MOST_SPIN`].
    pub fn new(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> Result<Self, BallError> {
        let checks = [
            ("position", position, MOST_METRES, "m"),
            ("velocity", velocity, MOST_SPEED_MPS, "m/s"),
            ("spin", spin, MOST_SPIN, "rad/s"),
        ];
        for (name, values, most, unit) in checks {
            if let Some(&value) = values.iter().find(|x| !is_within([**x; 3], most)) {
                return Err(BallError {
                    name,
                    value,
                    most,
                    unit,
                });
            }
        }
        Ok(Self {
            position,
            velocity,
            spin,
            ground: None,
            steps: 0,
        })
    }

    /// The time in seconds.
    pub fn secs(&self) -> f64 {
        // Exact up to 2^53 steps, over a million years.
        self.steps as f64 * STEP_SECS
    }
}
