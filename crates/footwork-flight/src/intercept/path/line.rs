//! The knots of a path, and the lines between them.

/// A point in space and time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knot {
    pub(super) secs: f64,
    pub(super) at: [f64; 3],
    /// Above the ground; y if the ground is not known.
    pub(super) height: f64,
}

/// A line of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from_secs: f64,
    pub(crate) from: [f64; 3],
    pub(crate) velocity: [f64; 3],
    /// The height above the ground where it starts, and its rise per second.
    pub(crate) height: f64,
    pub(crate) rise: f64,
}

impl Line {
    pub(crate) fn at(&self, secs: f64) -> [f64; 3] {
        let after = secs - self.from_secs;
        [0, 1, 2].map(|axis| self.from[axis] + self.velocity[axis] * after)
    }
}

impl Line {
    /// The height above the ground.
    pub(crate) fn height_at(&self, secs: f64) -> f64 {
        self.height + self.rise * (secs - self.from_secs)
    }
}

/// The rise of the height above the ground per second.
pub(super) fn rise(from: &Knot, to: &Knot) -> f64 {
    let secs = to.secs - from.secs;
    if secs > 0.0 {
        (to.height - from.height) / secs
    } else {
        0.0
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
