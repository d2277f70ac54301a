//! A whirlwind that turns, draws in and lifts the ball.

use super::Field;

/// A steady whirlwind around an upright axis. At a horizontal distance of d metres each part has
/// `2 / (1 + (d / radius)²)` of its strength; the turning and the drawing also grow with d / radius, so that
/// they are as strong as said at the radius and nothing on the axis.
///
/// ```
/// use footwork_flight::{Field, Whirlwind};
///
/// let wind = Whirlwind { center: [0.0, 0.0], radius_m: 5.0, turn_n: 6.0, draw_n: 2.0, lift_n: 4.0 };
/// assert_eq!(wind.force([5.0, 1.0, 0.0], [0.0; 3], 0.0), [-2.0, 4.0, 6.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whirlwind {
    /// The x and z of the axis in metres.
    pub center: [f64; 2],
    /// In metres, above 0.
    pub radius_m: f64,
    /// Around the axis, from +x to +z, at the radius, in newtons.
    pub turn_n: f64,
    /// Towards the axis, at the radius, in newtons.
    pub draw_n: f64,
    /// Upwards, at the radius, in newtons; twice that on the axis.
    pub lift_n: f64,
}

impl Field for Whirlwind {
    fn force(&self, [x, _, z]: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
        let (x, z) = (
            (x - self.center[0]) / self.radius_m,
            (z - self.center[1]) / self.radius_m,
        );
        let share = 2.0 / (1.0 + (x * x + z * z));
        [
            share * (-self.turn_n * z - self.draw_n * x),
            share * self.lift_n,
            share * (self.turn_n * x - self.draw_n * z),
        ]
    }

    fn is_steady(&self) -> bool {
        true
    }
}
