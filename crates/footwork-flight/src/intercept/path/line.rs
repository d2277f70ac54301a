//! The knots of a path, and the lines between them.

/// A point in space and time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knot {
    pub(super) secs: f64,
    pub(super) at: [f64; 3],
    /// The height above the ground; y if the ground is not known.
    pub(super) height: f64,
}

/// A line of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from_secs: f64,
    pub(crate) from: [f64; 3],
    pub(crate) velocity: [f64; 3],
    /// The height above the ground at the start of the line, and the rise per second.
    pub(crate) height: f64,
    pub(crate) rise: f64,
}

impl Line {
    /// Returns the line between two knots. The velocity of a line without duration is zero.
    pub(super) fn new(from: &Knot, to: &Knot) -> Self {
        let secs = to.secs - from.secs;
        let per_sec = |way: f64| if secs > 0.0 { way / secs } else { 0.0 };
        Self {
            from_secs: from.secs,
            from: from.at,
            velocity: [0, 1, 2].map(|axis| per_sec(to.at[axis] - from.at[axis])),
            height: from.height,
            rise: per_sec(to.height - from.height),
        }
    }

    /// Returns the knot at the start of the line.
    pub(super) fn begin(&self) -> Knot {
        Knot {
            secs: self.from_secs,
            at: self.from,
            height: self.height,
        }
    }

    #[inline]
    pub(crate) fn at(&self, secs: f64) -> [f64; 3] {
        let after = secs - self.from_secs;
        [0, 1, 2].map(|axis| self.from[axis] + self.velocity[axis] * after)
    }

    /// Returns the height above the ground.
    #[inline]
    pub(crate) fn height_at(&self, secs: f64) -> f64 {
        self.height + self.rise * (secs - self.from_secs)
    }
}
