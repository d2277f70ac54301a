//! The way out for a body inside a convex solid mesh: the shortest way out of the whole solid.
//!
//! A single triangle only shows how to leave that triangle, which may lead deeper into the solid, and a body wholly
//! inside touches no triangle. So if a body is inside a convex solid, one hit replaces all hits of the solid. The
//! normal of this hit is the direction that leads out soonest among three kinds: normals of faces, axes of the body,
//! and directions at right angles to an edge of the solid and an edge of the body.

use glam::DVec3;

use super::hit::Hit;
use super::scene::Scene;
use crate::pose::Pose;
use crate::world::{PartId, WayOut};

impl Hit {
    /// Returns whether `part` was hit.
    pub(super) fn is_of(&self, part: PartId) -> bool {
        self.obstacle == part.obstacle && self.part == part.index
    }
}

/// Replaces the hits of `solid` by one hit along the shortest way out, if the solid is convex, a body at `at` is inside
/// it, and the filter accepts that way out. Returns whether it replaced them. `pose` is another pose of the solid's
/// obstacle; `None` for its own pose.
pub(super) fn lead_out(
    scene: &Scene<'_>,
    solid: PartId,
    pose: Option<&Pose>,
    at: DVec3,
    near: &mut Vec<Hit>,
) -> bool {
    let overlaps = near.iter().any(|hit| hit.is_of(solid) && hit.gap < 0.0);
    let inside = scene.body.inside(at);
    let is_far = || !(scene.world).may_contain(&scene.frame, solid.obstacle, inside);
    if !overlaps && pose.is_none() && is_far() {
        return false;
    }
    let Some(convex) = scene.world.convex(&scene.frame, solid, pose) else {
        return false;
    };
    let Some(way) = convex.shortest_way_out(&scene.body, at, !overlaps) else {
        return false;
    };
    let WayOut { piece, normal, gap } = way;
    let mut out = Hit {
        normal,
        face: normal,
        front_up: normal.y,
        ..Hit::new(&piece, scene, normal, at, gap)
    };
    let touched = near
        .iter()
        .filter(|hit| hit.is_of(solid) && hit.gap < 0.0)
        .map(|hit| {
            let gap = convex.gap_along(&scene.body, at, hit.normal);
            Hit {
                value: gap,
                gap,
                out: None,
                ..*hit
            }
        });
    if let Some(shorter) = touched.max_by(Hit::order)
        && shorter.gap > out.gap
    {
        out = shorter;
    }
    if !out.counts(scene, out.value) {
        return false;
    }
    near.retain(|hit| !hit.is_of(solid));
    near.push(out);
    true
}
