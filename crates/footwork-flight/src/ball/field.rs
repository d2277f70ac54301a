//! Forces on the ball in addition to gravity and air.

/// A force that depends on the position and velocity of the ball and on the time.
///
/// The same input must give the same force, bit for bit. A force that is NaN or beyond 1e9 N is ignored, and the step
/// reports it.
pub trait Field {
    /// Returns the force in newtons at a position in metres, a velocity in metres per second and a time in seconds.
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3];

    /// Returns whether the force never depends on the time; `false` by default. In a steady field, a ball at rest stays
    /// at rest.
    fn is_steady(&self) -> bool {
        false
    }
}

impl<F: Field + ?Sized> Field for &F {
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3] {
        (**self).force(position, velocity, secs)
    }

    fn is_steady(&self) -> bool {
        (**self).is_steady()
    }
}

/// A field without force.
impl Field for () {
    fn force(&self, _: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
        [0.0; 3]
    }

    fn is_steady(&self) -> bool {
        true
    }
}

/// An optional force; zero for `None`.
impl<F: Field> Field for Option<F> {
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3] {
        let force = |field: &F| field.force(position, velocity, secs);
        self.as_ref().map_or([0.0; 3], force)
    }

    fn is_steady(&self) -> bool {
        self.as_ref().is_none_or(Field::is_steady)
    }
}

/// A push away from a point. The force is largest near the centre and at the start, and falls linearly to zero at the
/// radius and at the end of the duration. At the exact centre it is zero, because it has no direction there.
///
/// ```
/// use footwork_flight::{Explosion, Field};
///
/// let blast = Explosion { centre: [0.0; 3], radius_m: 10.0, push_n: 80.0, start_secs: 1.0, duration_secs: 0.2 };
/// assert_eq!(blast.force([5.0, 0.0, 0.0], [0.0; 3], 1.0), [40.0, 0.0, 0.0]);
/// assert_eq!(blast.force([5.0, 0.0, 0.0], [0.0; 3], 0.9), [0.0; 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explosion {
    /// The place of the centre, in metres.
    pub centre: [f64; 3],
    /// The radius in metres, above 0.
    pub radius_m: f64,
    /// The force in newtons, near the centre and at the start.
    pub push_n: f64,
    /// The time at which the explosion starts, in seconds.
    pub start_secs: f64,
    /// The duration in seconds, above 0.
    pub duration_secs: f64,
}

impl Field for Explosion {
    fn force(&self, position: [f64; 3], _: [f64; 3], secs: f64) -> [f64; 3] {
        let away = [0, 1, 2].map(|axis| position[axis] - self.centre[axis]);
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

/// A steady whirlwind around a vertical axis. At a horizontal distance d each force is scaled by `2 / (1 + (d /
/// radius)²)`. The turning and drawing forces are also scaled by `d / radius`, so they have their nominal strength at
/// the radius and vanish on the axis.
///
/// ```
/// use footwork_flight::{Field, Whirlwind};
///
/// let wind = Whirlwind { centre: [0.0, 0.0], radius_m: 5.0, turn_n: 6.0, draw_n: 2.0, lift_n: 4.0 };
/// assert_eq!(wind.force([5.0, 1.0, 0.0], [0.0; 3], 0.0), [-2.0, 4.0, 6.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Whirlwind {
    /// The x and z of the axis, in metres.
    pub centre: [f64; 2],
    /// The radius in metres, above 0.
    pub radius_m: f64,
    /// The force around the axis, from +x to +z, in newtons at the radius.
    pub turn_n: f64,
    /// The force towards the axis, in newtons at the radius.
    pub draw_n: f64,
    /// The force upwards, in newtons at the radius. On the axis it is twice as large.
    pub lift_n: f64,
}

impl Field for Whirlwind {
    fn force(&self, [x, _, z]: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
        let (x, z) = (
            (x - self.centre[0]) / self.radius_m,
            (z - self.centre[1]) / self.radius_m,
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
