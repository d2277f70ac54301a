//! Forces on the ball beside gravity and air.

mod explosion;
mod whirlwind;

pub use explosion::Explosion;
pub use whirlwind::Whirlwind;

/// A force that depends on where the ball is, how it moves, and when.
///
/// The same input has to give the same force, bit for bit. A force that is NaN, or beyond 1e9 N, counts
/// as none, and the step says so.
pub trait Field {
    /// The force in newtons at a position in metres, a velocity in metres a second, and a time in seconds.
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3];

    /// Whether the force never changes with time, so that a ball at rest stays at rest.
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

/// No force at all.
impl Field for () {
    fn force(&self, _: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
        [0.0; 3]
    }

    fn is_steady(&self) -> bool {
        true
    }
}

/// A force that may not be there.
impl<F: Field> Field for Option<F> {
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3] {
        let force = |field: &F| field.force(position, velocity, secs);
        self.as_ref().map_or([0.0; 3], force)
    }

    fn is_steady(&self) -> bool {
        self.as_ref().is_none_or(Field::is_steady)
    }
}
