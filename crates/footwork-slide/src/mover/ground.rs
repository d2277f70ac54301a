//! What a body stands on and how it stays there: ground, steps, snapping.
//!
//! A step is tried, not recognised: the body is lifted by the step height, slides on level, and is put down again. The
//! step counts only if that ends on ground no higher than the step height and farther along than plain sliding does,
//! so stairs of any shape work and a wall is never climbed. Snapping is one sweep down: without it a body that walks
//! over the crest of a slope or down stairs would leave the ground at every edge and lose what it stands on.

use glam::DVec3;

use super::hit::Hit;
use super::scene::{Rules, Scene};
use super::slide::{Slid, Slider};
use super::state::Outcome;
use super::surroundings::Way;
use crate::body::Body;
use crate::vector::larger;

/// A surface whose normal's y is between this and minus this may be the front of a step.
const RISER_UP: f64 = 0.7;

/// A body that climbs a step moves at least this many skins, to be over it.
const STEPPED_SKINS: f64 = 2.0;

/// A step may be this much too high, for rounding.
const STEP_SLACK_M: f64 = 1.0e-4;

/// A step is worth it if it brings the body farther by this.
const WORTH_M: f64 = 1.0e-6;

impl Hit {
    /// Whether a body can stand on this: the contact is level enough, or is at the border of a face that is.
    fn carries(&self, min_up: f64) -> bool {
        self.normal.y >= min_up || (self.normal.y > 0.0 && self.face.y >= min_up)
    }

    /// Returns how high the obstacle is where a body at a place touches it with its skin.
    fn height(&self, scene: &Scene<'_>, at: DVec3) -> f64 {
        match scene.body {
            Body::Box { half } => at.y - half.y - scene.skin,
            Body::Round { half_axis, radius } => {
                at.y - half_axis - (radius + scene.skin) * self.normal.y
            }
        }
    }
}

/// Returns the most level of the hits that a body can stand on; of equal ones the first obstacle and triangle.
pub(super) fn most_level<'a>(hits: &'a [Hit], rules: &Rules) -> Option<&'a Hit> {
    let min_up = rules.ground_up();
    let standing = hits.iter().filter(|hit| hit.carries(min_up));
    standing.min_by(|a, b| {
        let level = b.normal.y.total_cmp(&a.normal.y);
        level.then_with(|| (a.obstacle, a.triangle).cmp(&(b.obstacle, b.triangle)))
    })
}

impl Slider<'_, '_> {
    /// Slides a body, which climbs a step if that brings it farther.
    pub(super) fn walk(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> Slid {
        let scene = self.scene;
        let known = self.contacts.len();
        let plain = self.slide(rules, from, motion);
        let level = DVec3::new(motion.x, 0.0, motion.z);
        let min_up = rules.ground_up();
        let is_riser =
            |hit: &Hit| hit.normal.y > -RISER_UP && hit.normal.y < larger(min_up, RISER_UP);
        let is_jump = motion.y > 0.0;
        let is_before_step = self.contacts[known..].iter().any(is_riser);
        if is_jump || !is_before_step || level == DVec3::ZERO || rules.step_height <= 0.0 {
            return plain;
        }
        // Without the soft part of the skin, because the lifted body may come as near as the hard part.
        let height = rules.step_height - (scene.skin - scene.hard) + STEP_SLACK_M;
        let up = DVec3::new(0.0, height, 0.0);
        let raised = from + up * self.first_hits(&Way::free(from, up));
        let stepped = self.contacts.len();
        // However slow the body is, it moves far enough to be over the step that its skin touches.
        let ahead = level.clamp_length_min(STEPPED_SKINS * scene.skin);
        let over = self.slide(rules, raised, ahead);
        let down = from.y - over.at.y + if motion.y < 0.0 { motion.y } else { 0.0 };
        let down = DVec3::new(0.0, down, 0.0);
        let landed = over.at + down * self.first_hits(&Way::free(over.at, down));
        let ground = from.y - scene.body.half_extents().y - scene.skin;
        let highest = ground + rules.step_height + STEP_SLACK_M;
        let carries = |hit: &Hit| hit.carries(min_up) && hit.height(scene, landed) <= highest;
        let lands = self.planes.met.iter().any(carries);
        let is_farther =
            progress(over.at - from, level) > progress(plain.at - from, level) + WORTH_M;
        if !(lands && is_farther) {
            self.contacts.truncate(stepped);
            return plain;
        }
        // What was stepped over is a contact too, but holds nothing.
        (self.contacts[known..stepped].iter_mut()).for_each(|hit| hit.active = false);
        Slid {
            at: landed,
            outcome: match over.outcome {
                Outcome::Free => Outcome::Slid,
                outcome => outcome,
            },
        }
    }

    /// Returns where a body is once it is put back on ground at most the snapping distance below.
    pub(super) fn snap(&mut self, rules: &Rules, at: DVec3) -> DVec3 {
        let scene = self.scene;
        let down = DVec3::new(0.0, -(rules.snap + scene.skin - scene.hard), 0.0);
        let time = self.first_hits(&Way::free(at, down));
        let min_up = rules.ground_up();
        match self.planes.met.iter().any(|hit| hit.carries(min_up)) {
            true => at + down * time,
            false => at,
        }
    }
}

fn progress(moved: DVec3, level: DVec3) -> f64 {
    moved.dot(level) / level.length()
}
