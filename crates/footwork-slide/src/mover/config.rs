//! How a body moves: what a game sets once for a kind of character.

use std::error::Error;
use std::fmt;

/// What becomes of the length of a move that has to turn aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Only the part of the wanted move that the obstacles leave: a wall hit at 60° leaves a half.
    #[default]
    Projected,
    /// The whole length, along the direction that the obstacles leave, however little of the wanted one it
    /// has: straight into a wall, the smallest deviation decides to which side.
    Full,
}

/// How a body moves. Lengths are in metres, y is up.
///
/// ```
/// use footwork_slide::MoveConfig;
///
/// let walking = MoveConfig {
///     step_height: 0.3,
///     snap: 0.3,
///     max_slope_rad: Some(0.8),
///     ..MoveConfig::default()
/// };
/// assert_eq!(walking.check(), Ok(()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveConfig {
    /// The distance kept from obstacles, along the contact normal; above zero. 5 mm by default.
    ///
    /// Four fifths of it are soft: a rough surface may come as near as a fifth of it within a move, so that
    /// bumps of a couple of millimetres cost hardly any speed, and the body is put back to the whole of it at
    /// the end. A single lip that stands out sharply is an obstacle all the same: to a round body from about
    /// two millimetres on, to a box from four.
    pub skin: f32,
    /// What becomes of the length of a move that turns aside.
    pub speed: Speed,
    /// The highest step that a body on the ground climbs; zero, the default, for none.
    pub step_height: f32,
    /// How far below a body that leaves the ground without going up is put back on it; zero, the
    /// default, for not at all.
    pub snap: f32,
    /// The steepest ground to stand on, from the horizontal, in (0, π/2). Steeper ground cannot be
    /// climbed, and on less steep ground a body does not slide down. None, the default: every slope
    /// can be climbed, and slid down, and what is less steep than 60° is ground to stand on.
    pub max_slope_rad: Option<f32>,
}

impl Default for MoveConfig {
    fn default() -> Self {
        Self {
            skin: 0.005,
            speed: Speed::Projected,
            step_height: 0.0,
            snap: 0.0,
            max_slope_rad: None,
        }
    }
}

impl MoveConfig {
    /// The longest length, in metres, of any of the settings.
    pub const LONGEST: f32 = 100.0;

    /// Whether a body can move so.
    ///
    /// # Errors
    ///
    /// A skin of zero, a length that is not finite, below zero or above [`MoveConfig::LONGEST`], an
    /// angle outside (0, π/2).
    pub fn check(&self) -> Result<(), ConfigError> {
        let lengths = [
            ("skin", self.skin),
            ("step_height", self.step_height),
            ("snap", self.snap),
        ];
        for (what, value) in lengths {
            let least = match what {
                "skin" => f32::MIN_POSITIVE,
                _ => 0.0,
            };
            if !(least..=Self::LONGEST).contains(&value) {
                return Err(ConfigError { what, value });
            }
        }
        match self.max_slope_rad {
            Some(angle) if !(angle > 0.0 && angle < std::f32::consts::FRAC_PI_2) => {
                Err(ConfigError {
                    what: "max_slope_rad",
                    value: angle,
                })
            }
            _ => Ok(()),
        }
    }
}

/// Why no body can move so: a setting is out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfigError {
    /// Which setting, by its name in [`MoveConfig`].
    pub what: &'static str,
    /// What it is.
    pub value: f32,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, value } = self;
        match *what {
            "max_slope_rad" => write!(f, "`{what}` is {value}: it must be between 0 and π/2"),
            "skin" => write!(
                f,
                "`{what}` is {value}: it must be above 0 and at most {} m",
                MoveConfig::LONGEST
            ),
            _ => write!(
                f,
                "`{what}` is {value}: it must be from 0 to {} m",
                MoveConfig::LONGEST
            ),
        }
    }
}

impl Error for ConfigError {}
