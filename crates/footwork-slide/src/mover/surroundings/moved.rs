//! The obstacles that moved in this step: their poses before the step, and the times at which they meet the body.

use glam::DVec3;

use super::Surroundings;
use crate::mover::hit::{Hit, resting};
use crate::mover::inside::lead_out;
use crate::mover::scene::{Scene, Sighted};
use crate::sweep::{Meeting, Sweep};
use crate::world::{ObstacleMotion, PartId};

impl Surroundings {
    /// Finds the hits nearer than `distance` to the body at the start of the move, before obstacles moved. Returns
    /// whether any obstacle that moved in this step is or was that near. If it returns false, it finds no hits.
    pub(in crate::mover) fn near_before(
        &mut self,
        scene: &Scene<'_>,
        distance: f64,
        hits: &mut Vec<Hit>,
    ) -> bool {
        let at = DVec3::ZERO;
        let needed = scene.swept(at, DVec3::ZERO, distance);
        self.motions_through(scene, &scene.frame.bounds_to_world(&needed));
        if self.motions.is_empty() {
            return false;
        }
        self.near(scene, at, distance, hits);
        hits.retain(|hit| scene.world.motion(hit.obstacle, scene.filter).is_none());
        let rest = Sweep::new(at, DVec3::ZERO, distance);
        let query = scene.query(&needed);
        for (_, motion) in &self.motions {
            (scene.world).gather_at(motion.obstacle, &motion.before, &query, &mut self.before);
            for piece in &self.before {
                let mut sighted = Sighted {
                    piece,
                    outline: &mut None,
                };
                if let Meeting::Within { gap, normal } = sighted.meet(&scene.body, &rest, &needed)
                    && let Some(hit) = resting(&mut sighted, scene, at, gap, normal)
                    && hit.counts(scene, hit.value)
                {
                    hits.push(hit);
                }
            }
            let is_it = |solid: &&PartId| solid.obstacle == motion.obstacle;
            for solid in self.gathered.solids.iter().filter(is_it) {
                lead_out(scene, *solid, Some(&motion.before), at, hits);
            }
        }
        true
    }

    /// Returns the first hit of a moved obstacle on a body at rest with the hard part of its skin. Sweeps the body the
    /// opposite way against the obstacle at its former pose. The hit's value is the share of the obstacle's motion
    /// before the hit.
    pub(in crate::mover) fn pushed_by(
        &mut self,
        scene: &Scene<'_>,
        moved: &ObstacleMotion,
        at: DVec3,
        motion: DVec3,
        hits: &mut Vec<Hit>,
    ) -> Option<Hit> {
        let query = scene.query(&scene.swept(at, -motion, 2.0 * scene.skin));
        (scene.world).gather_at(moved.obstacle, &moved.before, &query, &mut self.before);
        hits.clear();
        let swept = scene.swept(at, -motion, scene.hard);
        let sweep = Sweep::new(at, -motion, scene.hard);
        for piece in &self.before {
            if !piece.bounds.touch(&swept) {
                continue;
            }
            let (time, normal) = match piece.meet(&scene.body, &sweep, &mut None) {
                Meeting::Apart => continue,
                Meeting::Meets { time, normal } => (time, normal),
                Meeting::Within { normal, .. } => (0.0, normal),
            };
            let hit = Hit::new(piece, scene, normal, at, time);
            if hit.normal.dot(motion) > 0.0 && hit.counts(scene, 0.0) {
                hits.push(hit);
            }
        }
        hits.iter().min_by(|a, b| a.order(b)).copied()
    }
}
