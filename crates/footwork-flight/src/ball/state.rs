//! The state of a ball, complete to the bit.

use crate::ball::world::{HitId, Surface};
use crate::vector::{is_within, vector};

/// The duration of a step of [`BallPhysics`](crate::BallPhysics), in seconds: 1/240 s.
pub const STEP_SECS: f64 = 1.0 / 240.0;
/// The largest coordinate of a ball, in metres on each axis.
pub const MAX_POSITION_M: f64 = 1e7;
/// The largest initial speed, in metres per second on each axis.
pub const MAX_SPEED_MPS: f64 = 1000.0;
/// The largest initial spin, in radians per second on each axis.
pub const MAX_SPIN_RADPS: f64 = 10_000.0;
/// The latest time at which a ball can be placed, in seconds: 115 days.
pub const MAX_BALL_SECS: f64 = 1e7;

/// The largest absolute value of a component of a valid state; see [`BallState::check`].
const MAX_NUMBER: f64 = 1e12;
/// The largest valid step count, which `f64` holds exactly.
const MAX_STEPS: u64 = 1 << 52;
/// The number of contacts, other than the ground, that a ball remembers.
pub(crate) const MAX_BESIDE: usize = 3;
/// The value for a ball with no contact other than the ground.
pub(crate) const NOTHING: [Option<HitId>; MAX_BESIDE] = [None; MAX_BESIDE];

/// The complete state of a ball: two equal states have equal futures, bit for bit.
///
/// y is up. Spin follows the right-hand rule: a ball that rolls along +x has a negative spin around z. Fields are
/// public so that a game can move the ball. A [`Prediction`](crate::Prediction) checks the state that it starts from; a
/// step does not.
///
/// # One clock
/// A game has one clock, in seconds from its start. The ball, the players' reactions, searches and control all use it.
/// [`BallState::new`] places a ball at a time of this clock, and [`BallState::kick`] keeps the ball's time. A time of
/// another clock is an error if it is a search time off the path, a decision time before the last decision, or an
/// arrival long past. It goes unnoticed in a finished [`Choice`](crate::Choice), in an arrival far ahead, and in a
/// [`Busy`](crate::Busy) that never ends.
///
/// ```
/// use footwork_flight::BallState;
///
/// // A minute into a match, a ball rolls and is chipped.
/// let rolling = BallState::new(60.0, [0.0, 0.11, 0.0], [6.0, 0.0, 0.0]).unwrap();
/// let kick = rolling.kick([18.0, 9.0, 0.0], [0.0, 30.0, 0.0]).unwrap();
/// assert_eq!(kick.secs(), 60.0);
/// let error = rolling.kick([f64::NAN, 9.0, 0.0], [0.0; 3]).unwrap_err();
/// assert_eq!(error.to_string(), "velocity: NaN is not within ±1000 m/s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BallState {
    /// The centre, in metres.
    pub position: [f64; 3],
    /// The velocity in metres per second.
    pub velocity: [f64; 3],
    /// The spin in radians per second.
    pub spin: [f64; 3],
    /// The ground that the ball rolls or rests on; `None` in the air. For a new state it is `None` too, and the first
    /// step finds the ground.
    pub ground: Option<Ground>,
    /// The number of steps since time 0. The time, on which a [`Field`](crate::Field) may depend, is this number times
    /// [`STEP_SECS`].
    pub steps: u64,
    /// Whether the ball was placed here and has not moved since. If so, the next step first pushes the ball out of the
    /// shapes that it overlaps.
    pub is_placed: bool,
}

/// The ground that a ball rolls or rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// The unit normal, away from the ground.
    pub normal: [f64; 3],
    /// The material of the ground.
    pub surface: Surface,
    /// The part of the world that is the ground.
    pub hit: HitId,
    /// The ball's contacts other than the ground since it came down, the latest first. The ball may roll along such a
    /// contact for any time; it is a single [`Touch`](crate::Touch).
    pub beside: [Option<HitId>; 3],
}

/// A component of a [`BallState`] that is out of range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BallError {
    /// The component: `now_secs`, `position`, `velocity`, `spin`, `ground` or `steps`.
    pub name: &'static str,
    /// The first value that is out of range or NaN.
    pub value: f64,
    /// The accepted range.
    pub expected: &'static str,
}

footwork_base::display! { BallError:
    Self { name, value, expected } => "{name}: {value} is not {expected}";
}

impl std::error::Error for BallError {}

impl BallState {
    /// Places a ball without spin at a time of the game's clock. The time is rounded to whole steps.
    ///
    /// To kick a ball that is in play, use [`BallState::kick`].
    ///
    /// # Errors
    /// Returns an error for a time that is NaN, negative or beyond [`MAX_BALL_SECS`], and for a component that is NaN or
    /// beyond [`MAX_POSITION_M`] or [`MAX_SPEED_MPS`].
    pub fn new(now_secs: f64, position: [f64; 3], velocity: [f64; 3]) -> Result<Self, BallError> {
        if !(0.0..=MAX_BALL_SECS).contains(&now_secs) {
            return Err(BallError {
                name: "now_secs",
                value: now_secs,
                expected: "within 0 to 10000000 s",
            });
        }
        check("position", position, MAX_POSITION_M, "within ±10000000 m")?;
        check("velocity", velocity, MAX_SPEED_MPS, "within ±1000 m/s")?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0 to 2.4e9"
        )]
        let steps = libm::round(now_secs / STEP_SECS) as u64;
        Ok(Self {
            position,
            velocity,
            spin: [0.0; 3],
            ground: None,
            steps,
            is_placed: true,
        })
    }

    /// Returns the ball after a kick, a header or a throw, at the same place and time. The velocity is in metres per
    /// second and the spin in radians per second. A rolling ball leaves the ground.
    ///
    /// # Errors
    /// Returns an error for a component that is NaN or beyond [`MAX_SPEED_MPS`] or [`MAX_SPIN_RADPS`].
    pub fn kick(self, velocity: [f64; 3], spin: [f64; 3]) -> Result<Self, BallError> {
        check("velocity", velocity, MAX_SPEED_MPS, "within ±1000 m/s")?;
        Self {
            velocity,
            ground: None,
            ..self
        }
        .with_spin(spin)
    }

    /// Returns the same ball with `spin`, in rad/s.
    ///
    /// # Errors
    /// Returns an error for a component that is NaN or beyond [`MAX_SPIN_RADPS`].
    pub fn with_spin(self, spin: [f64; 3]) -> Result<Self, BallError> {
        check("spin", spin, MAX_SPIN_RADPS, "within ±10000 rad/s")?;
        Ok(Self { spin, ..self })
    }

    /// Checks that a ball can have this state. Fields are public, so a caller may have set any value.
    ///
    /// # Errors
    /// Returns an error for a component that is NaN or beyond ±1e12 in its unit, a ground normal that is not a unit
    /// vector, surface factors of the ground that are out of range, or more than 2^52 steps.
    pub(crate) fn check(&self) -> Result<(), BallError> {
        let expected = "within ±1e12";
        check("position", self.position, MAX_NUMBER, expected)?;
        check("velocity", self.velocity, MAX_NUMBER, expected)?;
        check("spin", self.spin, MAX_NUMBER, expected)?;
        if let Some(ground) = &self.ground {
            let square = vector(ground.normal).length_squared();
            let name = "ground";
            if !(1.0 - 1e-6..=1.0 + 1e-6).contains(&square) {
                return Err(BallError {
                    name,
                    value: square,
                    expected: "the square of a normal of length 1",
                });
            }
            let Surface {
                restitution,
                friction,
            } = ground.surface;
            let factors = [restitution, friction];
            if let Some(&value) = factors.iter().find(|x| !(0.0..=100.0).contains(*x)) {
                return Err(BallError {
                    name,
                    value,
                    expected: "a factor of a surface, from 0 to 100",
                });
            }
        }
        if self.steps > MAX_STEPS {
            return Err(BallError {
                name: "steps",
                value: self.steps as f64,
                expected: "at most 2^52",
            });
        }
        Ok(())
    }

    /// Returns the time, in seconds.
    pub fn secs(&self) -> f64 {
        // The count converts exactly up to 2^53 steps, which is over a million years.
        self.steps as f64 * STEP_SECS
    }
}

fn check(
    name: &'static str,
    values: [f64; 3],
    max: f64,
    expected: &'static str,
) -> Result<(), BallError> {
    match values.iter().find(|x| !is_within([**x; 3], max)) {
        None => Ok(()),
        Some(&value) => Err(BallError {
            name,
            value,
            expected,
        }),
    }
}
