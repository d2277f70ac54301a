//! An explosion that pushes the ball away for a moment.

use super::Field;

/// A push away from a point, from a time on: strongest at once and in the middle, down to nothing at the
/// radius and after the duration, both along straight lines.
///
/// ```
/// use footwork_flight::{Explosion, Field};
///
/// let blast = Explosion { center: [0.0; 3], radius_m: 10.0, push_n: 80.0, start_secs: 1.0, duration_secs: 0.2 };
/// assert_eq!(blast.force([5.0, 0.0, 0.0], [0.0; 3], 1.0), [40.0, 0.0, 0.0]);
/// assert_eq!(blast.force([5.0, 0.0, 0.0], [0.0; 3], 0.9), [0.0; 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explosion {
    /// In metres.
    pub center: [f64; 3],
    /// In metres, above 0.
    pub radius_m: f64,
    /// In newtons.
    pub push_n: f64,
    /// When, in seconds.
    pub start_secs: f64,
    /// For how long, in seconds, above 0.
    pub duration_secs: f64,
}

impl Field for Explosion {
    fn force(&self, position: [f64; 3], _: [f64; 3], secs: f64) -> [f64; 3] {
        let away = [0, 1, 2].map(|axis| position[axis] - self.center[axis]);
        let [x, y, z] = away;
        let distance = (x * x + y * y + z * z).sqrt();
        let age = (secs - self.start_secs) / self.duration_secs;
        let is_on = (0.0..1.0).contains(&age) && distance < self.radius_m && distance > 0.0;
        if !is_on {
            return [0.0; 3];
        }
        let push = self.push_n * (1.0 - age) * (1.0 - distance / self.radius_m) / distance;
        away.map(|x| push * x)
    }
}
