//! The knots of a path, and the lines between them.

/// A point in space and time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knot {
    pub(super) secs: f64,
    pub(super) at: [f64; 3],
}

/// A line of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from_secs: f64,
    pub(crate) from: [f64; 3],
    pub(crate) velocity: [f64; 3],
}

impl Line {
    pub(crate) fn at(&self, secs: f64) -> [f64; 3] {
        let after = secs - self.from_secs;
        [0, 1, 2].map(|axis| self.from[axis] + self.velocity[axis] * after)
    }
}

pub(super) fn velocity(from: &Knot, to: &Knot) -> [f64; 3] {
    let secs = to.secs - from.secs;
    [0, 1, 2].map(|axis| {
        if secs > 0.0 {
            (to.at[axis] - from.at[axis]) / secs
        } else {
            0.0
        }
    })
}
