//! The settings of a move, which a game sets once for a kind of character.

use std::error::Error;
use std::f32::consts::FRAC_PI_2;

/// The length that a move keeps when an obstacle turns it aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Only the component along the free direction remains. A wall hit at an angle of 60° leaves half of the length.
    #[default]
    Projected,
    /// The whole length remains, along the free direction, even if that direction is far from the wanted one. If a body
    /// moves straight into a wall, the slightest deviation decides the side.
    Full,
}

/// The settings of a move.
///
/// ```
/// use footwork_slide::MoveConfig;
///
/// let walking = MoveConfig {
///     step_height_m: 0.3,
///     snap_m: 0.3,
///     max_slope_rad: Some(0.8),
///     ..MoveConfig::default()
/// };
/// assert_eq!(walking.check(), Ok(()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveConfig {
    /// The skin: the distance from obstacles along the contact normal, in metres, above zero; 5 mm by default.
    ///
    /// Four fifths of the skin are soft: within a move, a rough surface may come as near as a fifth of the skin. So
    /// bumps of a couple of millimetres cost hardly any speed. At the end of the move, the body returns to the whole
    /// distance. In a place too narrow for the skin on both sides, the skin becomes thinner. A single sharp lip is
    /// still an obstacle: to a round body if it is about two millimetres high or more, and to a box from four
    /// millimetres on.
    pub skin_m: f32,
    /// The length that a move keeps when an obstacle turns it aside.
    pub speed: Speed,
    /// The height of the highest step that a body on the ground climbs, in metres. Zero, the default, turns steps off.
    ///
    /// The height is measured from the ground that the body stands on. On stairs, a body keeps its level speed at every
    /// frame rate, because a step leads no farther ahead than the move. Each step adds its rise to the displacement, so
    /// a move rises by at most this height for each step that it climbs. The number of steps in a move with the level
    /// length l is at most 16, and at most 1 + l / 0.1 m, rounded down. A body inside an obstacle climbs no steps.
    pub step_height_m: f32,
    /// The snap: the largest drop, in metres, over which a body that leaves the ground is put back on the ground,
    /// unless it goes up. This happens once per move. Zero, the default, turns the snap off. The body is swept down by
    /// this length plus the soft part of the skin. So, in addition to the displacement, it goes down by at most this
    /// length and the skin. A fast body at a low frame rate can still leave steep stairs, which drop farther within one
    /// move.
    pub snap_m: f32,
    /// The steepest ground to stand on, as an angle from the horizontal in radians, in (0, π/2). A body cannot climb
    /// steeper ground, and does not slide down ground that is less steep. With `None`, the default, a body climbs every
    /// slope and slides down it, and a surface less steep than 60° counts as ground. Even with `None`, a standing body
    /// that is only moved straight down stays in place.
    pub max_slope_rad: Option<f32>,
    /// Whether a body on the ground is as fast uphill and downhill as on the level. If true, the level part of the
    /// displacement is turned along the ground and keeps its length, unless the displacement points up. If false, the
    /// default, an uphill move is projected like any other move, and is slower. Downhill, a body that snaps to the
    /// ground keeps its speed with either setting.
    pub constant_speed: bool,
    /// The speed at which a body inside an obstacle leaves it, in m/s. Infinity, the default, means as soon as
    /// possible. Once the body is outside, it makes room for its skin in the same move, at any speed.
    pub recovery_mps: f32,
    /// The up direction in the world: a unit vector, normalised in double precision; y by default. The height of the
    /// body and the y axis of its shape lie along `up`. Slopes, steps and ground are measured from it. If up is not y,
    /// a box is turned by the shortest rotation from y to up. The direction may change from move to move, as for walls
    /// to walk on and for planets. The body then turns around its centre.
    ///
    /// ```
    /// use footwork_slide::{Filter, Footing, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, World};
    ///
    /// let mut world = World::new();
    /// let wall = Volume::Box { half_m: [0.5, 5.0, 5.0] };
    /// world.add_volume(wall, Pose::at([-0.5, 0.0, 0.0])?, Label::default())?;
    /// let mut mover = Mover::new(Shape::Capsule { radius_m: 0.3, height_m: 1.8 })?;
    /// let config = MoveConfig { up: [1.0, 0.0, 0.0], ..MoveConfig::default() };
    /// let state = MoverState::at([2.0, 0.0, 0.0]);
    /// // The body falls to the wall, and stands on it.
    /// let moved = mover.move_by(&world, &state, [-3.0, 0.5, 0.0], &Filter::default(), &config)?;
    /// let [x, y, _] = moved.state.position;
    /// assert!((x - 0.905).abs() < 1e-6 && (y - 0.5).abs() < 1e-6);
    /// assert!(matches!(moved.state.footing, Footing::Ground(ground) if ground.normal == [1.0, 0.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub up: [f32; 3],
    /// The duration of a move, in seconds, from 1e-6 to 3600; 1/60 s by default. Velocities depend on it, and so does
    /// the distance by which [`recovery_mps`](Self::recovery_mps) pushes a body out of an obstacle.
    pub step_secs: f32,
}

impl Default for MoveConfig {
    fn default() -> Self {
        Self {
            skin_m: 0.005,
            speed: Speed::Projected,
            step_height_m: 0.0,
            snap_m: 0.0,
            max_slope_rad: None,
            constant_speed: false,
            recovery_mps: f32::INFINITY,
            up: [0.0, 1.0, 0.0],
            step_secs: 1.0 / 60.0,
        }
    }
}

impl MoveConfig {
    /// The largest skin, step height and snap, in metres.
    pub const MAX_LENGTH_M: f32 = 100.0;

    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// Returns an error for any of the following faults:
    ///
    /// - a skin of zero;
    /// - a length that is not finite, below zero or above [`MoveConfig::MAX_LENGTH_M`];
    /// - a slope outside (0, π/2);
    /// - a recovery speed of zero or less;
    /// - an up direction with a length that differs from 1 by more than a thousandth;
    /// - a step duration below a microsecond or above an hour.
    pub fn check(&self) -> Result<(), MoveConfigError> {
        let lengths = [
            ("skin_m", self.skin_m, f32::MIN_POSITIVE),
            ("step_height_m", self.step_height_m, 0.0),
            ("snap_m", self.snap_m, 0.0),
        ];
        for (field, metres, min) in lengths {
            if !(min..=Self::MAX_LENGTH_M).contains(&metres) {
                return Err(MoveConfigError::Length { field, metres });
            }
        }
        // False for NaN.
        let (is_recovery, seconds) = (self.recovery_mps > 0.0, self.step_secs);
        if !is_recovery {
            let metres_per_sec = self.recovery_mps;
            return Err(MoveConfigError::Recovery { metres_per_sec });
        }
        let length = glam::Vec3::from_array(self.up).length();
        // False for NaN.
        let is_unit = (length - 1.0).abs() <= 1.0e-3;
        if !is_unit {
            return Err(MoveConfigError::Up { length });
        }
        if !(1.0e-6..=3600.0).contains(&seconds) {
            return Err(MoveConfigError::Step { seconds });
        }
        match self.max_slope_rad {
            Some(angle) if !(angle > 0.0 && angle < FRAC_PI_2) => {
                Err(MoveConfigError::MaxSlope { radians: angle })
            }
            _ => Ok(()),
        }
    }
}

/// A setting that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoveConfigError {
    /// A length is not finite, below zero or above [`MoveConfig::MAX_LENGTH_M`], or the skin is zero.
    Length {
        /// The field: `skin_m`, `step_height_m` or `snap_m`.
        field: &'static str,
        /// The value of the field.
        metres: f32,
    },
    /// The steepest slope is not in (0, π/2).
    MaxSlope {
        /// The angle in radians.
        radians: f32,
    },
    /// The recovery speed is not above zero.
    Recovery {
        /// The speed in m/s.
        metres_per_sec: f32,
    },
    /// The length of the up direction is not 1.
    Up {
        /// The length of the direction, perhaps NaN.
        length: f32,
    },
    /// The duration of a step is not from a microsecond to an hour.
    Step {
        /// The duration in seconds.
        seconds: f32,
    },
}

footwork_base::display! { MoveConfigError:
    Self::MaxSlope { radians } => "`max_slope_rad` is {radians}, which is not between 0 and π/2";
    Self::Recovery { metres_per_sec } => "`recovery_mps` is {metres_per_sec}, which is not above 0";
    Self::Up { length } => "`up` has length {length}, not 1";
    Self::Step { seconds } => "`step_secs` is {seconds}, which is not from 1e-6 to 3600";
    Self::Length { field: field @ "skin_m", metres } => "`{field}` is {metres}, but it must be above 0 and at most {}", MoveConfig::MAX_LENGTH_M;
    Self::Length { field, metres } => "`{field}` is {metres}, which is not from 0 to {}", MoveConfig::MAX_LENGTH_M;
}

impl Error for MoveConfigError {}
