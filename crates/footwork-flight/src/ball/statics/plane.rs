//! A half-space.

use super::convex::{Sweep, Touching};
use crate::vector::{DVec3, length};

/// cos 60°: a plane that rises by 60° or more is too steep to stand on.
const MIN_UP: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    normal: DVec3,
    offset: f64,
}

impl Plane {
    /// Returns the plane `normal · p = offset`; the normal need not be a unit vector.
    pub(super) fn new(normal: DVec3, offset: f64) -> Self {
        let length = length(normal);
        Self {
            normal: normal / length,
            offset: offset / length,
        }
    }

    pub(super) fn normal(&self) -> DVec3 {
        self.normal
    }

    /// Returns the signed distance of a point from the plane.
    pub(super) fn above(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }

    /// Returns the height of the plane at a place; `None` if the plane is too steep to stand on.
    pub(super) fn height(&self, [x, _, z]: [f64; 3]) -> Option<f64> {
        let n = self.normal;
        (n.y > MIN_UP).then(|| (self.offset - n.x * x - n.z * z) / n.y)
    }

    pub(super) fn sweep(&self, sweep: &Sweep) -> Option<Touching> {
        let gap = self.above(sweep.from) - sweep.radius;
        let change = self.normal.dot(sweep.motion);
        let reaches = change < 0.0 && gap + change <= 0.0;
        reaches.then(|| Touching {
            fraction: if gap > 0.0 { -(gap / change) } else { 0.0 },
            normal: self.normal,
            depth: if gap < 0.0 { -gap } else { 0.0 },
        })
    }
}
