//! The surfaces that a rolling ball touches in addition to its ground: walls, posts, the far side of a groove.
//!
//! Like the ground, each side constrains the ball in one direction only. Together, sides and ground turn a velocity or
//! an acceleration into the nearest vector that points into none of them: its projection onto the cone of free
//! directions.

use super::body::Support;
use crate::ball::state::{BallState, MAX_BESIDE, NOTHING};
use crate::ball::world::HitId;
use crate::vector::{DVec3, along};

/// How far above the ground a rolling ball is swept, in metres, so that it does not hit the ground itself.
pub(super) const SKIN: f64 = 1e-5;
/// The largest number of sides kept. Three sides and the ground leave the ball no free direction.
const MAX_SIDES: usize = 3;
/// A vector that points into a plane by less than this fraction of its length counts as parallel to the plane.
const ROUNDING: f64 = 1e-12;
/// The largest number of corrections that lift a ball out of a corner. If a corner is too sharp for this number, it
/// holds the ball.
const MAX_LIFTS: usize = 32;
/// Two normals are equal if their cosine exceeds this.
const SAME: f64 = 1.0 - 1e-9;

/// Two normals belong to the same side if their cosine exceeds this. They may differ because small corrections have
/// moved the ball.
const AGAIN: f64 = 1.0 - 1e-7;

/// The sides during one step, and the contacts of the ball since it came down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    normals: [DVec3; MAX_SIDES],
    count: usize,
    touched: [Option<HitId>; MAX_BESIDE],
}

impl Sides {
    /// Returns no sides, since each step finds them again, and the contacts of `state`.
    pub(super) fn from_state(state: &BallState) -> Self {
        Self {
            normals: [DVec3::ZERO; MAX_SIDES],
            count: 0,
            touched: state.ground.map_or(NOTHING, |ground| ground.beside),
        }
    }

    pub(super) fn touched(&self) -> [Option<HitId>; MAX_BESIDE] {
        self.touched
    }

    fn normals(&self) -> &[DVec3] {
        self.normals.get(..self.count).unwrap_or(&[])
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == MAX_SIDES
    }

    /// Drops all sides. The step finds those that still hold the ball again.
    pub(super) fn release(&mut self) {
        self.count = 0;
    }

    #[inline]
    pub(super) fn contain(&self, normal: DVec3) -> bool {
        self.normals()
            .iter()
            .any(|side| Self::is_same(*side, normal))
    }

    pub(super) fn is_same(one: DVec3, other: DVec3) -> bool {
        one.dot(other) > SAME
    }

    /// Adds a side. If the side is known and its normal has turned a little because the ball has moved, updates the
    /// normal instead. If there are too many sides, the new side replaces the last.
    pub(super) fn push(&mut self, normal: DVec3) {
        let again = self
            .normals()
            .iter()
            .position(|side| side.dot(normal) > AGAIN);
        let at = again.unwrap_or(self.count.min(MAX_SIDES - 1));
        self.normals[at] = normal;
        self.count = self.count.max(at + 1);
    }

    /// Records a contact, and returns whether it is new.
    pub(super) fn touch(&mut self, hit: HitId, ground: &Support) -> bool {
        let is_new = hit != ground.hit && !self.touched.contains(&Some(hit));
        if is_new {
            self.touched.rotate_right(1);
            self.touched[0] = Some(hit);
        }
        is_new
    }

    /// Returns the offset by which to move a ball before a sweep, so that the sweep does not hit the surfaces that already
    /// hold the ball.
    #[inline]
    pub(super) fn lift(&self, ground: DVec3) -> DVec3 {
        if self.is_empty() {
            return ground * SKIN;
        }
        self.lift_from_all(ground)
    }

    #[inline(never)]
    fn lift_from_all(&self, ground: DVec3) -> DVec3 {
        let sides = self.normals().iter();
        let mut lift = sides.fold(ground * SKIN, |lift, side| lift + *side * (2.0 * SKIN));
        // In a sharp corner the lift converges slowly.
        for _ in 0..MAX_LIFTS {
            let before = lift;
            for &normal in self.normals().iter().chain([&ground]) {
                let missing = SKIN - lift.dot(normal);
                if missing > 0.0 {
                    lift += normal * missing;
                }
            }
            if lift == before {
                break;
            }
        }
        lift
    }

    /// Returns the nearest vector that points into no side and not into the ground. Without sides, returns the nearest
    /// vector along the ground.
    #[inline]
    pub(super) fn held(&self, v: DVec3, ground: DVec3) -> DVec3 {
        if self.is_empty() {
            return along(v, ground);
        }
        self.held_by_all(v, ground)
    }

    /// Returns the part of a vector that lies along both planes and points into no side.
    pub(super) fn between(&self, v: DVec3, ground: DVec3, other: DVec3) -> DVec3 {
        let line = ground.cross(other);
        let square = line.length_squared();
        let along = if square > ROUNDING {
            line * (v.dot(line) / square)
        } else {
            along(v, ground)
        };
        self.held(along, ground)
    }

    #[inline(never)]
    fn held_by_all(&self, v: DVec3, ground: DVec3) -> DVec3 {
        let mut all = [ground; MAX_SIDES + 1];
        all[1..=self.count].copy_from_slice(self.normals());
        nearest(v, &all[..=self.count])
    }
}

/// Returns the vector nearest to `v` that points into no plane; `normals` are those of the planes.
fn nearest(v: DVec3, normals: &[DVec3]) -> DVec3 {
    let limit = -ROUNDING * v.length_squared().sqrt();
    let is_free = |v: DVec3| normals.iter().all(|normal| v.dot(*normal) >= limit);
    if is_free(v) {
        return v;
    }
    // The nearest vector lies in one plane, on the line of two planes, or is zero. The candidates are projections of
    // `v`, so the longest candidate is the nearest.
    let mut best = DVec3::ZERO;
    let mut consider = |way: DVec3| {
        if way.length_squared() > best.length_squared() && is_free(way) {
            best = way;
        }
    };
    for (index, &one) in normals.iter().enumerate() {
        consider(along(v, one));
        for &other in normals.iter().skip(index + 1) {
            let line = one.cross(other);
            let square = line.length_squared();
            if square > ROUNDING {
                consider(line * (v.dot(line) / square));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{DVec3, nearest};

    fn check(v: [f64; 3], normals: &[[f64; 3]], expected: [f64; 3]) {
        let normals: Vec<DVec3> = normals.iter().map(|n| DVec3::from_array(*n)).collect();
        let off = nearest(DVec3::from_array(v), &normals) - DVec3::from_array(expected);
        assert!(off.length_squared() < 1e-24, "{off}");
    }

    #[test]
    fn the_nearest_vector_points_into_no_plane() {
        let (floor, wall, other) = ([0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]);
        check([1.0, 2.0, 3.0], &[floor], [1.0, 2.0, 3.0]);
        check([1.0, -2.0, 3.0], &[floor], [1.0, 0.0, 3.0]);
        check([1.0, -2.0, 3.0], &[floor, wall], [0.0, 0.0, 3.0]);
        check([1.0, -2.0, 3.0], &[floor, wall, other], [0.0; 3]);
        check([-1.0, -2.0, 3.0], &[floor, wall, other], [-1.0, 0.0, 0.0]);
        // Up a ramp, and down it onto the floor.
        let ramp = [-0.6, 0.8, 0.0];
        check([1.0, 0.0, 0.0], &[floor, ramp], [0.64, 0.48, 0.0]);
        check([0.0, -1.0, 0.0], &[floor, ramp], [0.0; 3]);
        // Under an overhanging wall only the edge is free.
        let leaning = [-0.6, -0.8, 0.0];
        check([1.0, 0.0, 1.0], &[floor, leaning], [0.0, 0.0, 1.0]);
    }
}
