//! A critically damped spring. It moves a velocity towards a goal, or a difference towards zero, without overshoot.
//!
//! Source: D. Holden, *Spring-It-On* (2021).

use footwork_base::maths;

use crate::vector::to_f32;

/// A critically damped spring over a time step. Steps are exact: two half steps equal one whole step, up to rounding.
///
/// ```
/// use footwork_matching::{Spring, SpringState};
///
/// // A standing character starts to run at 4 m/s.
/// let spring = Spring::new(0.1, 1.0 / 60.0);
/// let mut state = SpringState::default();
/// for _ in 0..60 {
///     state = spring.follow(state, 4.0);
/// }
/// assert!((state.velocity - 4.0).abs() < 0.01 && state.place > 3.0);
///
/// // The character also turns by a radian.
/// let (mut off_rad, mut turn_radps) = (1.0, 0.0);
/// for _ in 0..60 {
///     (off_rad, turn_radps) = spring.settle(off_rad, turn_radps);
/// }
/// assert!(off_rad.abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    damping: f64,
    left: f64,
    dt_secs: f64,
}

/// A position along one axis, with its velocity and acceleration. Units are metres, m/s and m/s², or radians, rad/s and
/// rad/s².
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringState {
    /// The position.
    pub place: f64,
    /// The velocity along the axis.
    pub velocity: f64,
    /// The acceleration along the axis.
    pub acceleration: f64,
}

impl Spring {
    /// Creates a spring for steps of `dt_secs`. After each half-life, about half of a difference remains. A half-life
    /// that is NaN, 0 or negative gives a very stiff spring, which avoids a division by 0.
    pub fn new(halflife_secs: f64, dt_secs: f64) -> Self {
        let halflife = if halflife_secs > 1e-6 {
            halflife_secs
        } else {
            1e-6
        };
        let damping = 2.0 * std::f64::consts::LN_2 / halflife;
        Self {
            damping,
            left: exp(-damping * dt_secs),
            dt_secs,
        }
    }

    /// Advances a position by one time step. The velocity approaches `wanted`.
    pub fn follow(&self, state: SpringState, wanted: f64) -> SpringState {
        let SpringState {
            place,
            velocity,
            acceleration,
        } = state;
        let (y, left, dt) = (self.damping, self.left, self.dt_secs);
        let off = velocity - wanted;
        let pull = acceleration + off * y;
        let rest = pull / (y * y) + off / y;
        let gone = left * (-pull / (y * y) + (-off - pull * dt) / y);
        SpringState {
            place: gone + rest + wanted * dt + place,
            velocity: left * (off + pull * dt) + wanted,
            acceleration: left * (acceleration - pull * y * dt),
        }
    }

    /// Advances a difference that decays to 0 by one time step. Returns the remaining difference and its rate of change.
    pub fn settle(&self, off: f64, speed: f64) -> (f64, f64) {
        let pull = speed + off * self.damping;
        (
            self.left * (off + pull * self.dt_secs),
            self.left * (speed - pull * self.damping * self.dt_secs),
        )
    }
}

pub(crate) fn exp(x: f64) -> f64 {
    f64::from(maths::exp(to_f32(x)))
}
