//! When a squared distance that is a quadratic in time falls to a bound.

/// `a t² + 2 b t + c`, a squared distance less a squared reach.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quadratic {
    pub(super) a: f64,
    pub(super) b: f64,
    pub(super) c: f64,
}

impl Quadratic {
    /// The first time from `start` to `stop` at which it is not above 0, if it is above before.
    ///
    /// On squared distances `a` is not negative, so that it falls once.
    pub(super) fn first_fall(&self, start: f64, stop: f64) -> Option<f64> {
        let Self { a, b, c } = *self;
        if (a * start + 2.0 * b) * start + c <= 0.0 {
            return Some(start);
        }
        let discriminant = b * b - a * c;
        if b >= 0.0 || discriminant < 0.0 {
            return None;
        }
        // The smaller root, in the form that does not cancel.
        let time = c / (-b + discriminant.sqrt());
        (time >= start && time <= stop).then_some(time)
    }
}
