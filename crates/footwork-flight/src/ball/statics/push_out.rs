//! The way out of shapes that a ball overlaps where it begins: the shortest one that no other shape blocks.

use super::Statics;
use super::capsule::Capsule;
use super::convex::Convex;
use super::cuboid::Cuboid;
use super::plane::Plane;
use crate::ball::world::SLOP_M;
use crate::vector::{DVec3, length};

/// Ways out of one shape.
type Ways = [Option<DVec3>; 6];

/// A shape that says how deep a ball is in it, and how it may get out.
trait Solid {
    /// Below 0 for a ball that does not touch.
    fn depth(&self, at: DVec3, radius: f64) -> f64;

    /// The shortest one first; the others may lead elsewhere, beyond an end.
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
        match apart > 0.0 {
            true => radius - apart,
            false => radius + self.push_out(at).1,
        }
    }

    fn ways(&self, at: DVec3, radius: f64) -> Ways {
        let apart = at - self.nearest(at);
        let distance = length(apart);
        let mut ways = self
            .faces(at)
            .map(|(normal, inside)| Some(normal * (inside + radius)));
        if distance > 0.0 {
            // By an edge or a corner, or through a face that the centre is beyond already.
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
        let outwards = match distance > 0.0 {
            true => apart / distance,
            false => self.push_out(at).0,
        };
        let beside = self.beside(outwards);
        // Straight out, or beside the axis on either side, or over the axis.
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

/// The way out for a ball, if it overlaps anything.
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

/// The shortest way to where the ball overlaps nothing; if there is none, the one to where it does the least.
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
