//! An axis-aligned box. A sweep of the ball finds when the distance to the box falls to the radius of the ball. During
//! a straight motion the squared distance is one quadratic between any two crossings of the box's face planes.

use super::convex::{Convex, Quadratic, Sweep};
use crate::vector::{DVec3, least, most};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cuboid {
    pub(super) low: DVec3,
    pub(super) high: DVec3,
}

/// The smallest length and width of a box that counts as ground, in metres. A smaller box is an obstacle.
const MIN_GROUND_M: f64 = 10.0;

impl Cuboid {
    /// Returns the height of the top, in metres; `None` if the place is not over or under the top, or the box is too
    /// small to be ground.
    pub(super) fn top(&self, [x, _, z]: [f64; 3]) -> Option<f64> {
        let (low, high) = (self.low, self.high);
        let is_large = high.x - low.x >= MIN_GROUND_M && high.z - low.z >= MIN_GROUND_M;
        let is_over = (low.x..=high.x).contains(&x) && (low.z..=high.z).contains(&z);
        (is_large && is_over).then_some(high.y)
    }

    /// Returns the face normals, and how far a point is behind each face.
    pub(super) fn faces(&self, p: DVec3) -> [(DVec3, f64); 6] {
        [
            (DVec3::NEG_X, p.x - self.low.x),
            (DVec3::X, self.high.x - p.x),
            (DVec3::NEG_Y, p.y - self.low.y),
            (DVec3::Y, self.high.y - p.y),
            (DVec3::NEG_Z, p.z - self.low.z),
            (DVec3::Z, self.high.z - p.z),
        ]
    }
}

impl Convex for Cuboid {
    fn nearest(&self, p: DVec3) -> DVec3 {
        let clamped = |x, low, high| least(most(x, low), high);
        DVec3::new(
            clamped(p.x, self.low.x, self.high.x),
            clamped(p.y, self.low.y, self.high.y),
            clamped(p.z, self.low.z, self.high.z),
        )
    }

    fn rounding(&self) -> f64 {
        0.0
    }

    fn way_out(&self, p: DVec3) -> (DVec3, f64) {
        let ways = self.faces(p);
        let mut best = ways[0];
        for way in ways {
            if way.1 < best.1 {
                best = way;
            }
        }
        best
    }

    fn first_touch(&self, sweep: &Sweep, reach: f64) -> Option<f64> {
        let (from, motion) = (sweep.from.to_array(), sweep.motion.to_array());
        let (low, high) = (self.low.to_array(), self.high.to_array());
        // The fractions of the motion at which the centre crosses the face planes, in order, and 1 for its end.
        let mut cuts = [1.0; 7];
        let mut count = 0;
        for axis in 0..3 {
            for face in [low[axis], high[axis]] {
                let time = (face - from[axis]) / motion[axis];
                if time > 0.0 && time < 1.0 {
                    cuts[count] = time;
                    count += 1;
                }
            }
        }
        let cuts = &mut cuts[..=count];
        cuts.sort_unstable_by(f64::total_cmp);
        let mut start = 0.0;
        for &stop in &*cuts {
            let middle = 0.5 * (start + stop);
            let mut square = Quadratic {
                c: -reach * reach,
                ..Quadratic::default()
            };
            for axis in 0..3 {
                let at = from[axis] + motion[axis] * middle;
                let beyond = if at < low[axis] {
                    from[axis] - low[axis]
                } else if at > high[axis] {
                    from[axis] - high[axis]
                } else {
                    continue;
                };
                square.a += motion[axis] * motion[axis];
                square.b += motion[axis] * beyond;
                square.c += beyond * beyond;
            }
            if let Some(time) = square.first_fall(start, stop) {
                return Some(time);
            }
            start = stop;
        }
        None
    }
}
