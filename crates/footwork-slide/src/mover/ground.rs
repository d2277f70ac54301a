//! What a body stands on, and how it is kept there: ground, steps, snapping.

use glam::DVec3;

use super::Outcome;
use super::hit::Hit;
use super::slide::{Planes, Rules, Slid, slide};
use super::state::Ground;
use super::surroundings::{Scene, Surroundings, Way};
use crate::body::Body;

/// A surface whose normal has at least this y is ground where no slope limit is set.
const LEAST_UP: f64 = 0.5;

/// A surface whose normal has a y between this and minus this may be the front of a step.
const RISER_UP: f64 = 0.7;

/// A body that climbs a step moves at least so many skins, to be over it.
const STEPPED_SKINS: f64 = 2.0;

/// A step is climbed where it is at most this much too high, for rounding.
const STEP_SLACK_M: f64 = 1.0e-4;

/// A step is worth it where it brings the body further by this.
const WORTH_M: f64 = 1.0e-6;

impl Rules {
    /// The y of the normal of the steepest ground.
    pub(super) fn ground_up(&self) -> f64 {
        self.least_up.unwrap_or(LEAST_UP)
    }
}

impl Hit {
    /// Whether a body can stand on this: the contact is level enough, or is at the border of a face that
    /// is.
    fn carries(&self, least_up: f64) -> bool {
        self.normal.y >= least_up || (self.normal.y > 0.0 && self.face.y >= least_up)
    }

    /// How high the obstacle is where a body at a place touches it with its skin.
    fn height(&self, scene: &Scene<'_>, at: DVec3) -> f64 {
        match scene.body {
            Body::Box { half } => at.y - half.y - scene.skin,
            Body::Round { half_axis, radius } => {
                at.y - half_axis - (radius + scene.skin) * self.normal.y
            }
        }
    }
}

/// The most level of the hits that a body can stand on; of equal ones the first obstacle and triangle.
pub(super) fn ground_among<'a>(hits: &'a [Hit], rules: &Rules) -> Option<&'a Hit> {
    let least_up = rules.ground_up();
    let standing = hits.iter().filter(|hit| hit.carries(least_up));
    standing.min_by(|a, b| {
        let level = b.normal.y.total_cmp(&a.normal.y);
        level.then_with(|| (a.obstacle, a.triangle).cmp(&(b.obstacle, b.triangle)))
    })
}

/// The hit as what a body stands on.
pub(super) fn ground_of(hit: &Hit) -> Ground {
    Ground {
        obstacle: hit.obstacle,
        triangle: hit.triangle,
        normal: hit.normal.as_vec3().to_array(),
    }
}

/// A slide of a body on the ground, which climbs a step where that brings it further.
pub(super) fn walk(
    scene: &Scene<'_>,
    (rules, step_height): (&Rules, f64),
    (surroundings, planes): (&mut Surroundings, &mut Planes),
    from: DVec3,
    motion: DVec3,
    contacts: &mut Vec<Hit>,
) -> Slid {
    let known = contacts.len();
    let plain = slide(scene, rules, (surroundings, planes), from, motion, contacts);
    let level = DVec3::new(motion.x, 0.0, motion.z);
    let least_up = rules.ground_up();
    let is_riser =
        |hit: &Hit| hit.normal.y > -RISER_UP && hit.normal.y < larger(least_up, RISER_UP);
    let is_jump = motion.y > 0.0;
    let is_before_step = contacts[known..].iter().any(is_riser);
    if is_jump || !is_before_step || level == DVec3::ZERO || step_height <= 0.0 {
        return plain;
    }
    // The skin is soft: without this, what is higher by its soft part would be climbed too.
    let height = step_height - (scene.skin - scene.hard) + STEP_SLACK_M;
    let up = DVec3::new(0.0, height, 0.0);
    let met = &mut planes.met;
    let time = surroundings.first_hits(scene, &Way::free(from, up), met);
    let raised = from + up * time;
    let stepped = contacts.len();
    let over = slide(
        scene,
        rules,
        (surroundings, planes),
        raised,
        // However slow the body is, far enough to be over the step that its skin touches.
        level.clamp_length_min(STEPPED_SKINS * scene.skin),
        contacts,
    );
    let down = from.y - over.at.y + if motion.y < 0.0 { motion.y } else { 0.0 };
    let down = DVec3::new(0.0, down, 0.0);
    let met = &mut planes.met;
    let time = surroundings.first_hits(scene, &Way::free(over.at, down), met);
    let landed = over.at + down * time;
    let ground = from.y - scene.body.half_extents().y - scene.skin;
    let highest = ground + step_height + STEP_SLACK_M;
    let carries = |hit: &Hit| hit.carries(least_up) && hit.height(scene, landed) <= highest;
    let lands = met.iter().any(carries);
    let further = progress(over.at - from, level) > progress(plain.at - from, level) + WORTH_M;
    if lands && further {
        // What was stepped over is a contact as well, but holds nothing.
        contacts[known..stepped]
            .iter_mut()
            .for_each(|hit| hit.active = false);
        let outcome = match over.outcome {
            Outcome::Free => Outcome::Slid,
            outcome => outcome,
        };
        return Slid {
            at: landed,
            outcome,
        };
    }
    contacts.truncate(stepped);
    plain
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

fn progress(moved: DVec3, level: DVec3) -> f64 {
    moved.dot(level) / level.length()
}

/// Puts a body that left the ground back on it, if it is at most `snap` below.
pub(super) fn snap(
    scene: &Scene<'_>,
    rules: &Rules,
    (surroundings, planes): (&mut Surroundings, &mut Planes),
    at: DVec3,
    snap: f64,
) -> DVec3 {
    let down = DVec3::new(0.0, -(snap + scene.skin - scene.hard), 0.0);
    let time = surroundings.first_hits(scene, &Way::free(at, down), &mut planes.met);
    let lands = planes.met.iter().any(|hit| hit.carries(rules.ground_up()));
    match lands {
        true => at + down * time,
        false => at,
    }
}
