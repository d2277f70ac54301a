//! A capsule. A sweep of the ball finds when the distance to the capsule's axis falls to the sum of the radii. During a
//! straight motion, the squared distance is one quadratic while the ball is between the ends of the axis, and another
//! quadratic beyond each end.

use super::convex::{Convex, Quadratic, Sweep};
use crate::vector::{DVec3, least, length, most};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Capsule {
    a: DVec3,
    b: DVec3,
    /// The vector from `a` to `b`.
    axis: DVec3,
    /// The inverse of the squared length of the axis; 0 for a sphere.
    per_square: f64,
    radius: f64,
}

impl Capsule {
    pub(super) fn new(a: DVec3, b: DVec3, radius: f64) -> Self {
        let square = (b - a).length_squared();
        Self {
            a,
            b,
            axis: b - a,
            per_square: if square > 0.0 { 1.0 / square } else { 0.0 },
            radius,
        }
    }

    /// Returns a unit vector perpendicular to the axis and to `outwards`.
    pub(super) fn beside(&self, outwards: DVec3) -> DVec3 {
        let across = self.axis.cross(outwards);
        let across = match across.length_squared() > 1e-12 * self.axis.length_squared() {
            true => across,
            // The capsule is a sphere, or the ball is straight beyond an end.
            false if outwards.y.abs() < 0.5 => outwards.cross(DVec3::Y),
            false => outwards.cross(DVec3::X),
        };
        across / length(across)
    }

    /// Returns the squared distance of the ball's centre from a point, minus the squared reach.
    fn to_point(point: DVec3, sweep: &Sweep, reach: f64) -> Quadratic {
        let from = sweep.from - point;
        Quadratic {
            a: sweep.motion.length_squared(),
            b: sweep.motion.dot(from),
            c: from.length_squared() - reach * reach,
        }
    }
}

impl Convex for Capsule {
    fn nearest(&self, p: DVec3) -> DVec3 {
        let share = (p - self.a).dot(self.axis) * self.per_square;
        self.a + self.axis * least(most(share, 0.0), 1.0)
    }

    fn rounding(&self) -> f64 {
        self.radius
    }

    fn way_out(&self, _: DVec3) -> (DVec3, f64) {
        // The centre is on the axis, so every direction perpendicular to it leads out.
        let across = match self.axis.cross(DVec3::X) {
            DVec3::ZERO => self.axis.cross(DVec3::Z),
            across => across,
        };
        match across.length_squared().sqrt() {
            0.0 => (DVec3::Y, 0.0),
            length => (across / length, 0.0),
        }
    }

    fn first_touch(&self, sweep: &Sweep, reach: f64) -> Option<f64> {
        // The position of the centre along the axis at the start, as a share of the axis, and its change during the
        // motion.
        let from = sweep.from - self.a;
        let share = from.dot(self.axis) * self.per_square;
        let change = sweep.motion.dot(self.axis) * self.per_square;
        let crossing = |end: f64| {
            let time = (end - share) / change;
            if time > 0.0 && time < 1.0 { time } else { 1.0 }
        };
        let (one, other) = (crossing(0.0), crossing(1.0));
        let mut start = 0.0;
        for stop in [least(one, other), most(one, other), 1.0] {
            let at = share + change * (0.5 * (start + stop));
            let square = if at <= 0.0 {
                Self::to_point(self.a, sweep, reach)
            } else if at >= 1.0 {
                Self::to_point(self.b, sweep, reach)
            } else {
                let from = from - self.axis * share;
                let motion = sweep.motion - self.axis * change;
                Quadratic {
                    a: motion.length_squared(),
                    b: motion.dot(from),
                    c: from.length_squared() - reach * reach,
                }
            };
            if let Some(time) = square.first_fall(start, stop) {
                return Some(time);
            }
            start = stop;
        }
        None
    }
}
