//! The ball at one moment.

use std::fmt;

use crate::ball::world::{HitId, Surface};
use crate::vector::{is_within, vector};

/// The length of a step of [`BallPhysics`](crate::BallPhysics): 1/240 s.
pub const STEP_SECS: f64 = 1.0 / 240.0;
/// The farthest from the origin that a ball is, in metres on each axis.
pub const MAX_POSITION_M: f64 = 1e7;
/// The fastest that a ball starts, in metres a second on each axis.
pub const MAX_SPEED_MPS: f64 = 1000.0;
/// The fastest that a ball spins at the start, in radians a second on each axis.
pub const MAX_SPIN_RADPS: f64 = 10_000.0;

/// No number of a ball on its way is beyond this: see [`BallState::check`].
const MAX_NUMBER: f64 = 1e12;
/// The most steps that a state may have done; more are no exact time.
const MAX_STEPS: u64 = 1 << 52;
/// So many of the things that a ball has met beside its ground are remembered.
pub(crate) const BESIDE: usize = 3;
/// None of them.
pub(crate) const NOTHING: [Option<HitId>; BESIDE] = [None; BESIDE];

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
    /// Which part of the world it is.
    pub hit: HitId,
    /// The last things beside it that the ball has met since it came down, the latest first: each is one
    /// [`Touch`](crate::Touch), however long the ball rolls along it.
    pub beside: [Option<HitId>; 3],
}

/// Why numbers are no state of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallError {
    /// `position`, `velocity`, `spin`, `ground` or `steps`.
    pub name: &'static str,
    /// The first number that is out of range or NaN.
    pub value: f64,
    /// What it has to be.
    pub expected: &'static str,
}

impl fmt::Display for BallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            value,
            expected,
        } = self;
        write!(f, "{name}: {value} is not {expected}")
    }
}

impl std::error::Error for BallError {}

impl BallState {
    /// A ball at time 0.
    ///
    /// # Errors
    /// A number that is NaN or beyond [`MAX_POSITION_M`], [`MAX_SPEED_MPS`] or [`MAX_SPIN_RADPS`].
    pub fn new(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> Result<Self, BallError> {
        check("position", position, MAX_POSITION_M, "within ±10000000 m")?;
        check("velocity", velocity, MAX_SPEED_MPS, "within ±1000 m/s")?;
        check("spin", spin, MAX_SPIN_RADPS, "within ±10000 rad/s")?;
        Ok(Self {
            position,
            velocity,
            spin,
            ground: None,
            steps: 0,
        })
    }

    /// Whether a ball can be like this. Its fields are open, so that a game can move it; a
    /// [`Prediction`](crate::Prediction) looks at what it begins with.
    ///
    /// # Errors
    /// A number that is NaN, infinite or absurd: beyond ±1e12 in its unit, a ground without a direction or a
    /// surface, and a time of more than 2^52 steps.
    pub fn check(&self) -> Result<(), BallError> {
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

    /// The time in seconds.
    pub fn secs(&self) -> f64 {
        // Exact up to 2^53 steps, over a million years.
        self.steps as f64 * STEP_SECS
    }
}

fn check(
    name: &'static str,
    values: [f64; 3],
    most: f64,
    expected: &'static str,
) -> Result<(), BallError> {
    match values.iter().find(|x| !is_within([**x; 3], most)) {
        None => Ok(()),
        Some(&value) => Err(BallError {
            name,
            value,
            expected,
        }),
    }
}
