//! What a rolling ball touches beside its ground: walls it leans on, posts, the other side of a groove.
//!
//! They hold the ball as the ground does, each in one direction only. What a velocity or an acceleration
//! becomes under all of them is the nearest one that goes against none.

use super::body::Support;
use crate::ball::state::{BESIDE, BallState, NOTHING};
use crate::ball::world::HitId;
use crate::vector::{DVec3, along};

/// How far above the ground a rolling ball is swept, in metres, so that it does not touch the ground itself.
const SKIN: f64 = 1e-5;
/// As many sides hold a ball: with the ground, more than three leave nowhere to go.
const MAX_SIDES: usize = 3;
/// What goes against a normal by less than this share of its length goes along it.
const ROUNDING: f64 = 1e-12;
/// A corner so sharp that this does not lead out of it holds a ball.
const MAX_LIFTS: usize = 32;
/// Two normals of a cosine above this are one.
const SAME: f64 = 1.0 - 1e-9;

/// The sides in one step, and the last things that it has met since it came down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    normals: [DVec3; MAX_SIDES],
    count: usize,
    met: [Option<HitId>; BESIDE],
}

impl Sides {
    /// None yet: a step finds them anew.
    pub(super) fn from_state(state: &BallState) -> Self {
        Self {
            normals: [DVec3::ZERO; MAX_SIDES],
            count: 0,
            met: state.ground.map_or(NOTHING, |ground| ground.beside),
        }
    }

    pub(super) fn met(&self) -> [Option<HitId>; BESIDE] {
        self.met
    }

    fn normals(&self) -> &[DVec3] {
        self.normals.get(..self.count).unwrap_or(&[])
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Lets go of all; those that still hold the ball are found again.
    pub(super) fn release(&mut self) {
        self.count = 0;
    }

    #[inline]
    pub(super) fn are(&self, normal: DVec3) -> bool {
        self.normals()
            .iter()
            .any(|side| Self::is_same(*side, normal))
    }

    pub(super) fn is_same(one: DVec3, other: DVec3) -> bool {
        one.dot(other) > SAME
    }

    /// Holds the ball by one more; of too many, the last one is forgotten.
    pub(super) fn push(&mut self, normal: DVec3) {
        if self.are(normal) {
            return;
        }
        let at = self.count.min(MAX_SIDES - 1);
        self.normals[at] = normal;
        self.count = at + 1;
    }

    /// Whether a thing is a new one; it is none from then on.
    pub(super) fn meet(&mut self, hit: HitId, ground: &Support) -> bool {
        let is_new = hit != ground.hit && !self.met.contains(&Some(hit));
        if is_new {
            self.met.rotate_right(1);
            self.met[0] = Some(hit);
        }
        is_new
    }

    /// Where a ball is swept from, so that it does not touch what it is held by already.
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
        // Out of a sharp corner it is farther.
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

    /// What of a vector the ground and the sides let through; along the ground where there are no sides.
    #[inline]
    pub(super) fn held(&self, v: DVec3, ground: DVec3) -> DVec3 {
        if self.is_empty() {
            return along(v, ground);
        }
        self.held_by_all(v, ground)
    }

    /// What of a vector goes along two planes, and against no side.
    pub(super) fn between(&self, v: DVec3, ground: DVec3, other: DVec3) -> DVec3 {
        let line = ground.cross(other);
        let square = line.length_squared();
        let along = match square > ROUNDING {
            true => line * (v.dot(line) / square),
            false => along(v, ground),
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

/// The vector nearest to `v` that goes against none of the normals.
fn nearest(v: DVec3, normals: &[DVec3]) -> DVec3 {
    let limit = -ROUNDING * v.length_squared().sqrt();
    let goes = |v: DVec3| normals.iter().all(|normal| v.dot(*normal) >= limit);
    if goes(v) {
        return v;
    }
    // It is on one plane, on the line of two, or nothing; the longest of these is the nearest.
    let mut best = DVec3::ZERO;
    let mut consider = |way: DVec3| {
        if way.length_squared() > best.length_squared() && goes(way) {
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
    fn the_nearest_way_goes_against_nothing() {
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
        // Under a wall that leans over, the way ends in the edge.
        let leaning = [-0.6, -0.8, 0.0];
        check([1.0, 0.0, 1.0], &[floor, leaning], [0.0, 0.0, 1.0]);
    }
}
