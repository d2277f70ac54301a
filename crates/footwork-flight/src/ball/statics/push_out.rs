//! Moves a ball that starts inside shapes out of them, along the shortest way that no other shape blocks.

use super::Statics;
use super::capsule::Capsule;
use super::convex::Convex;
use super::cuboid::Cuboid;
use super::plane::Plane;
use super::shape;
use crate::ball::world::SLOP_M;
use crate::vector::{DVec3, length};

/// A difference in depth below this, in metres, counts as zero.
const ROUNDING_M: f64 = 1e-9;

/// Candidate translations out of one shape.
type Ways = [Option<DVec3>; 6];

/// How deep a ball is in a shape, and how to get it out.
trait Solid {
    /// Returns the depth of a ball inside the shape, in metres; negative if the ball does not touch it.
    fn depth(&self, at: DVec3, radius: f64) -> f64;

    /// Returns translations out of the shape. The first is the shortest and leads straight out. The rest lead out on
    /// other sides, such as beyond an end.
    fn ways(&self, at: DVec3, radius: f64) -> Ways;
}

impl Solid for Plane {
    fn depth(&self, at: DVec3, radius: f64) -> f64 {
        radius - self.above(at)
    }

    fn ways(&self, at: DVec3, radius: f64) -> Ways {
        let mut ways = [None; 6];
        ways[0] = Some(self.normal() * self.depth(at, radius));
        ways
    }
}

impl Solid for Cuboid {
    fn depth(&self, at: DVec3, radius: f64) -> f64 {
        let apart = length(at - self.nearest(at));
        if apart > 0.0 {
            radius - apart
        } else {
            radius + self.way_out(at).1
        }
    }

    fn ways(&self, at: DVec3, radius: f64) -> Ways {
        let apart = at - self.nearest(at);
        let distance = length(apart);
        let mut ways = self
            .faces(at)
            .map(|(normal, inside)| Some(normal * (inside + radius)));
        if distance > 0.0 {
            // The centre is outside the box, so the way out leads straight away from the nearest point of the box.
            ways = [None; 6];
            ways[0] = Some(apart * ((radius - distance) / distance));
        }
        ways
    }
}

impl Solid for Capsule {
    fn depth(&self, at: DVec3, radius: f64) -> f64 {
        radius + self.rounding() - length(at - self.nearest(at))
    }

    fn ways(&self, at: DVec3, radius: f64) -> Ways {
        let reach = radius + self.rounding();
        let apart = at - self.nearest(at);
        let distance = length(apart);
        let outwards = if distance > 0.0 {
            apart / distance
        } else {
            self.way_out(at).0
        };
        let beside = self.beside(outwards);
        // Straight out from the axis, or along a tangent to either side.
        let far = (reach * reach - distance * distance).sqrt();
        [
            Some(outwards * (reach - distance)),
            Some(beside * far),
            Some(-beside * far),
            Some(-outwards * (reach + distance)),
            None,
            None,
        ]
    }
}

/// Returns the best translation for a ball; `None` if it overlaps nothing.
pub(super) fn push_out(statics: &Statics, at: DVec3, radius: f64) -> Option<DVec3> {
    let depth = |at: DVec3| {
        let planes = statics
            .planes
            .iter()
            .map(|entry| entry.shape.depth(at, radius));
        let boxes = statics
            .boxes
            .iter()
            .map(|entry| entry.shape.depth(at, radius));
        let capsules = statics
            .capsules
            .iter()
            .map(|entry| entry.shape.depth(at, radius));
        let all = planes.chain(boxes).chain(capsules);
        all.fold(
            0.0,
            |deepest: f64, depth| if depth > deepest { depth } else { deepest },
        )
    };
    let overlap = depth(at);
    if overlap <= SLOP_M {
        return None;
    }
    let mut best = Best::default();
    let mut look = |solid: &dyn Solid| {
        if solid.depth(at, radius) > SLOP_M {
            for way in solid.ways(at, radius).into_iter().flatten() {
                best.consider(way, depth(at + way));
            }
        }
    };
    statics.planes.iter().for_each(|entry| look(&entry.shape));
    statics.boxes.iter().for_each(|entry| look(&entry.shape));
    statics.capsules.iter().for_each(|entry| look(&entry.shape));
    best.way
}

/// Returns whether a ball at `to` is deeper in some shape than a ball at `from`.
pub(super) fn enters(statics: &Statics, [from, to]: [DVec3; 2], radius: f64) -> bool {
    let (low, high) = shape::around(to, to, radius);
    let goes_into = |solid: &dyn Solid| {
        let depth = solid.depth(to, radius);
        depth > SLOP_M && depth > solid.depth(from, radius) + ROUNDING_M
    };
    let planes = statics.planes.iter();
    let boxes = statics
        .boxes
        .iter()
        .filter(|entry| entry.is_near(low, high));
    let capsules = statics
        .capsules
        .iter()
        .filter(|entry| entry.is_near(low, high));
    planes
        .map(|entry| &entry.shape)
        .any(|plane| goes_into(plane))
        || boxes
            .map(|entry| &entry.shape)
            .any(|cuboid| goes_into(cuboid))
        || capsules
            .map(|entry| &entry.shape)
            .any(|capsule| goes_into(capsule))
}

/// The shortest way to a place without overlap, or else to the place with the least overlap.
#[derive(Default)]
struct Best {
    way: Option<DVec3>,
    left: f64,
    length: f64,
}

impl Best {
    fn consider(&mut self, way: DVec3, left: f64) {
        let left = if left > SLOP_M { left } else { 0.0 };
        let length = length(way);
        if self.way.is_none() || (left, length) < (self.left, self.length) {
            *self = Self {
                way: Some(way),
                left,
                length,
            };
        }
    }
}
