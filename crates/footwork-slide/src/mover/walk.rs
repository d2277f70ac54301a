//! Walking: slopes, steps, and staying on the ground.
//!
//! A step is tried, not recognised: the body is lifted by the step height, slides on level, and is put down again. The
//! step counts only if that ends on ground no higher than the step height and farther along than plain sliding does,
//! so stairs of any shape work and a wall is never climbed. It is tried only where something is in the way that cannot
//! be walked up: a slope that can be is no step, however steep, and is slid up.
//!
//! Snapping is one sweep down: without it a body that walks over the crest of a slope or down stairs would leave the
//! ground at every edge and lose what it stands on.
//!
//! Lifting and snapping add height to a move that keeps its length on the level, so on a slope the body would be faster
//! than it wants: a move that lands on one is repeated, shorter. On a stair that is as it should be.

use glam::DVec3;

use super::ground::rise;
use super::hit::{Hit, ROUGH_SKINS};
use super::scene::{Rules, Scene};
use super::slide::{Slid, Slider};
use super::state::Outcome;
use super::way::Way;
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

/// Ground that rises or falls by less per metre is level.
const LEVEL_RISE: f64 = 1.0e-3;

/// A move that is longer than wanted by less than this share is not repeated.
const TOO_FAST: f64 = 1.0 + 1.0e-4;

/// A move that was repeated, shorter, must come this share of what was allowed.
const WORTHWHILE: f64 = 0.5;

/// What a body stands on is within this many skins.
const STANDING_SKINS: f64 = 1.5;

/// A move of a body that walks.
#[derive(Clone, Copy)]
struct Stride {
    from: DVec3,
    /// The way to slide first.
    way: DVec3,
    /// The level part of the move, for a step.
    level: DVec3,
    /// How far the move leads up, and below zero down.
    up: f64,
}

/// Where a stride leads.
#[derive(Clone, Copy)]
struct Strode {
    slid: Slid,
    /// How much the ground that the body was put down on rises per metre, if it was put down.
    rise: Option<f64>,
}

impl Hit {
    /// Returns how high the obstacle is where a body at a place touches it with its skin.
    fn height(&self, scene: &Scene<'_>, at: DVec3) -> f64 {
        match scene.body {
            Body::Box { half } => at.y - half.y - scene.skin,
            Body::Round { half_axis, radius } => {
                at.y - half_axis - (radius + scene.skin) * self.normal.y
            }
        }
    }

    /// Whether this may be the front of a step: something that cannot be walked up, or the edge of it.
    fn is_riser(&self, min_up: f64) -> bool {
        let is_upright = self.normal.y > -RISER_UP && self.normal.y < larger(min_up, RISER_UP);
        is_upright && (self.normal.y < min_up || self.front_up < min_up)
    }
}

impl Slider<'_, '_> {
    /// Moves a body that climbs steps, follows the ground, and on a slope is no faster than it wants to be.
    pub(super) fn walk(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> Slid {
        let known = self.contacts.len();
        let level = DVec3::new(motion.x, 0.0, motion.z);
        let stride = Stride {
            from,
            way: self.along_ground(rules, from, motion),
            level,
            up: motion.y,
        };
        let strode = self.stride(rules, &stride);
        let Some(rise) = strode.rise.filter(|rise| rise.abs() > LEVEL_RISE) else {
            return strode.slid;
        };
        let moved = strode.slid.at - from;
        let length = motion.length();
        let is_along = (rise > 0.0) == (moved.y > 0.0);
        let ahead = progress(moved, level);
        // So far ahead on this slope is as far as wanted.
        let allowed = length / (1.0 + rise * rise).sqrt();
        if !is_along || moved.length() <= length * TOO_FAST || ahead <= allowed {
            return strode.slid;
        }
        self.contacts.truncate(known);
        let share = allowed / ahead;
        let shorter = Stride {
            way: stride.way * share,
            level: level * share,
            ..stride
        };
        let slid = self.stride(rules, &shorter).slid;
        if progress(slid.at - from, level) >= WORTHWHILE * allowed {
            return slid;
        }
        // On rubble the shorter move may end before a step that the longer one is over: better too fast than stuck.
        self.contacts.truncate(known);
        self.stride(rules, &stride).slid
    }

    /// Returns a move that does not lead up as it is along the ground below a body: downhill if the body is snapped to it,
    /// and uphill too if it is to be as fast there.
    fn along_ground(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> DVec3 {
        let scene = self.scene;
        let level = DVec3::new(motion.x, 0.0, motion.z);
        let length = level.length();
        let follows = rules.snap > 0.0 || rules.constant_speed;
        if motion.y > 0.0 || length <= 0.0 || !follows {
            return motion;
        }
        // As far as the slide looks next, so that it need not look again.
        let reach = ROUGH_SKINS * scene.skin;
        (self.surroundings).near(scene, from, reach, &mut self.planes.met);
        let standing = STANDING_SKINS * scene.skin;
        let near = self.planes.met.iter().filter(|hit| hit.value < standing);
        let Some(rise) = rise(near, rules, level / length) else {
            return motion;
        };
        let is_flat = rise.abs() <= LEVEL_RISE;
        if is_flat || (rise > 0.0 && !rules.constant_speed) {
            return motion;
        }
        let along = DVec3::new(level.x, rise * length, level.z);
        along / (1.0 + rise * rise).sqrt()
    }

    /// Slides a body, which climbs a step if that brings it farther, and is put back on the ground.
    fn stride(&mut self, rules: &Rules, stride: &Stride) -> Strode {
        let mut strode = self.climb(rules, stride);
        if stride.up <= 0.0 && rules.snap > 0.0 {
            let (at, rise) = self.snap(rules, strode.slid.at, stride.level);
            strode.slid.at = at;
            strode.rise = rise.or(strode.rise);
        }
        strode
    }

    fn climb(&mut self, rules: &Rules, stride: &Stride) -> Strode {
        let scene = self.scene;
        let Stride {
            from, level, up, ..
        } = *stride;
        let known = self.contacts.len();
        let plain = Strode {
            slid: self.slide(rules, from, stride.way),
            rise: None,
        };
        let min_up = rules.ground_up();
        let is_before_step = (self.contacts[known..].iter()).any(|hit| hit.is_riser(min_up));
        if up > 0.0 || !is_before_step || level == DVec3::ZERO || rules.step_height <= 0.0 {
            return plain;
        }
        // Without the soft part of the skin, because the lifted body may come as near as the hard part.
        let height = rules.step_height - (scene.skin - scene.hard) + STEP_SLACK_M;
        let lift = DVec3::new(0.0, height, 0.0);
        let raised = from + lift * self.first_hits(&Way::free(from, lift));
        let stepped = self.contacts.len();
        // However slow the body is, it moves far enough to be over the step that its skin touches.
        let ahead = level.clamp_length_min(STEPPED_SKINS * scene.skin);
        let over = self.slide(rules, raised, ahead);
        let down = from.y - over.at.y + if up < 0.0 { up } else { 0.0 };
        let down = DVec3::new(0.0, down, 0.0);
        let landed = over.at + down * self.first_hits(&Way::free(over.at, down));
        let ground = from.y - scene.body.half_extents().y - scene.skin;
        let highest = ground + rules.step_height + STEP_SLACK_M;
        let low = |hit: &&Hit| hit.height(scene, landed) <= highest;
        let landing = self.planes.met.iter().filter(low);
        let rise = rise(landing, rules, level / level.length());
        let is_farther =
            progress(over.at - from, level) > progress(plain.slid.at - from, level) + WORTH_M;
        if rise.is_none() || !is_farther {
            self.contacts.truncate(stepped);
            return plain;
        }
        // What was stepped over is a contact too, but holds nothing.
        (self.contacts[known..stepped].iter_mut()).for_each(|hit| hit.active = false);
        let outcome = match over.outcome {
            Outcome::Free => Outcome::Slid,
            outcome => outcome,
        };
        let slid = Slid {
            at: landed,
            outcome,
        };
        Strode { slid, rise }
    }

    /// Returns where a body is once it is put back on ground at most the snapping distance below, and how much that ground
    /// rises per metre ahead; `None` if there is no ground.
    fn snap(&mut self, rules: &Rules, at: DVec3, level: DVec3) -> (DVec3, Option<f64>) {
        let scene = self.scene;
        let down = DVec3::new(0.0, -(rules.snap + scene.skin - scene.hard), 0.0);
        let time = self.first_hits(&Way::free(at, down));
        let heading = level.try_normalize().unwrap_or(DVec3::ZERO);
        match rise(&self.planes.met, rules, heading) {
            Some(rise) => (at + down * time, Some(rise)),
            None => (at, None),
        }
    }
}

fn progress(moved: DVec3, level: DVec3) -> f64 {
    match level == DVec3::ZERO {
        true => 0.0,
        false => moved.dot(level) / level.length(),
    }
}
