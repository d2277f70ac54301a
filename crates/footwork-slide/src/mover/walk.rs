//! Walking: slopes, steps, and staying on the ground.
//!
//! A step is tried, not recognised: the body is lifted by the step height, slides level, and is put down again. The
//! step counts only if it ends on ground no higher than the step height and brings the body farther than plain
//! sliding, so stairs of any shape work and a wall is never climbed. A step is tried only if the obstacle ahead is too
//! steep to walk up: a walkable slope is not a step, however steep, and the body slides up it.
//!
//! On stairs a body keeps its wanted level speed, at every speed and frame rate, because a step never leads farther
//! ahead than the move. A tiny move is enough because of the skin: a body stands on a step as soon as its skin is
//! over it. A round body then rolls up the edge, a move at a time, each a separate step. A move longer than a tread
//! takes several strides. A stride leads up by at most the step height, so a move rises by at most that for each step
//! it climbs.
//!
//! Snapping is one sweep down: without it a body that walks over the crest of a slope or down stairs would leave the
//! ground at every edge and lose its footing.
//!
//! Lifting and snapping add height to a move that keeps its length on the level, so on a slope the body would be faster
//! than wanted. A move that lands on a slope is therefore repeated with a shorter length. On stairs the added height is
//! intended.

use glam::DVec3;

use super::config::Speed;
use super::ground::{most_level, rise};
use super::hit::{FOOTHOLD_UP, Hit, ROUGH_SKINS};
use super::scene::Rules;
use super::slide::{Slid, Slider};
use super::state::Outcome;
use super::way::{Landing, LandingEdge, Way};
use crate::vector::{larger, smaller};

/// A surface whose normal's y is between this and minus this may be the front of a step.
const RISER_UP: f64 = 0.7;

/// A contact at the edge of a step costs no speed if the y of its normal is larger than this.
const EDGE_UP: f64 = 0.9999;

/// The least y of the normal of ground from which the next step is measured: 60°.
const SUPPORT_UP: f64 = 0.5;

/// The maximum number of step lengths that a body tries if it lands too high, each half of the one before.
const MAX_TRIES: usize = 6;

/// The maximum number of strides of a move, each of them up a step.
const MAX_STRIDES: usize = 16;

/// Stairs have treads at least this long.
const MIN_TREAD_M: f64 = 0.1;

/// Less than this share of a move is not worth another stride.
const WORTH_A_STRIDE: f64 = 1.0e-6;

/// A step may be this much too high, for rounding.
pub(super) const STEP_SLACK_M: f64 = 1.0e-4;

/// A step counts only if it brings the body farther by this share of the move.
const WORTH: f64 = 1.0e-4;

/// Ground that rises or falls by less than this per metre is level.
const LEVEL_RISE: f64 = 1.0e-3;

/// A move at most this many times as long as wanted is not repeated.
const TOO_FAST: f64 = 1.0 + 1.0e-4;

/// A move repeated over a shorter way must cover this share of the allowed way.
const WORTHWHILE: f64 = 0.5;

/// Ground within this many skins holds a standing body.
const STANDING_SKINS: f64 = 1.5;

/// A move of a body that walks.
#[derive(Clone, Copy)]
struct Stride {
    from: DVec3,
    /// The way to slide first.
    way: DVec3,
    /// The level part of the move, for a step.
    level: DVec3,
    /// How far the move leads up, in metres; negative if it leads down.
    up: f64,
}

/// The end of a stride.
#[derive(Clone, Copy)]
struct Strode {
    slid: Slid,
    /// How much the ground that the body was put down on rises per metre, if it was put down.
    rise: Option<f64>,
    /// Whether the stride leads up a step.
    stepped: bool,
}

impl Hit {
    /// Returns whether this may be the front of a step: something that cannot be walked up, or the edge of it.
    fn is_riser(&self, min_up: f64) -> bool {
        let is_edge = self.front_up < min_up && self.normal.y < EDGE_UP;
        self.normal.y > -RISER_UP && (self.normal.y < min_up || is_edge)
    }
}

/// The landing of a body after a tried step.
enum Landed {
    Low(Strode),
    TooHigh,
    Nowhere,
}

impl Slider<'_, '_> {
    /// Moves a body that climbs steps, follows the ground, and on a slope is no faster than wanted.
    pub(super) fn walk(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> Slid {
        let mut strode = self.walk_once(rules, from, motion);
        let mut slid = strode.slid;
        let highest = highest_climb(rules, motion) + self.scene.soft() + motion.length();
        for _ in 1..MAX_STRIDES {
            // A step ends at the front of the next one, and the rest of the move begins there.
            let left = if strode.stepped {
                rest(rules, motion, slid.at - from)
            } else {
                DVec3::ZERO
            };
            if left == DVec3::ZERO {
                break;
            }
            (self.contacts.iter_mut()).for_each(|hit| hit.active = false);
            let known = self.contacts.len();
            strode = self.walk_once(rules, slid.at, left);
            if strode.slid.at.y - from.y > highest {
                self.contacts.truncate(known);
                break;
            }
            slid.at = strode.slid.at;
            slid.steps += strode.slid.steps;
        }
        slid
    }

    /// Walks as far as the first step leads.
    fn walk_once(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> Strode {
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
            return strode;
        };
        let moved = strode.slid.at - from;
        let length = motion.length();
        let is_along = (rise > 0.0) == (moved.y > 0.0);
        let ahead = progress(moved, level);
        // The level distance at which the way along this slope has the wanted length.
        let allowed = length / (1.0 + rise * rise).sqrt();
        if !is_along || moved.length() <= length * TOO_FAST || ahead <= allowed {
            return strode;
        }
        self.contacts.truncate(known);
        let share = allowed / ahead;
        let shorter = Stride {
            way: stride.way * share,
            level: level * share,
            ..stride
        };
        let strode = self.stride(rules, &shorter);
        if progress(strode.slid.at - from, level) >= WORTHWHILE * allowed {
            return strode;
        }
        // On rubble the shorter move may end before a step that the longer one clears: better too fast than stuck.
        self.contacts.truncate(known);
        self.stride(rules, &stride)
    }

    /// Turns a move along the ground below a body, unless it leads up: downhill if the body is snapped to the ground, and
    /// uphill too if it keeps its speed there.
    fn along_ground(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> DVec3 {
        let scene = self.scene;
        let level = DVec3::new(motion.x, 0.0, motion.z);
        let length = level.length();
        let follows = rules.snap > 0.0 || rules.constant_speed;
        if motion.y > 0.0 || length <= 0.0 || !follows {
            return motion;
        }
        // The distance that the slide uses next, so that it need not search again.
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
        if stride.up <= 0.0 && rules.snap > 0.0 && !strode.stepped {
            let (at, rise) = self.snap(rules, strode.slid.at, stride.level);
            strode.slid.at = at;
            strode.rise = rise.or(strode.rise);
        }
        strode
    }

    /// Slides a body, which climbs a step if that brings it farther.
    fn climb(&mut self, rules: &Rules, stride: &Stride) -> Strode {
        let scene = self.scene;
        let Stride {
            from, level, up, ..
        } = *stride;
        let known = self.contacts.len();
        let plain = Strode {
            slid: self.slide(rules, from, stride.way),
            rise: None,
            stepped: false,
        };
        let min_up = rules.ground_up();
        let is_before_step = (self.contacts[known..].iter()).any(|hit| hit.is_riser(min_up));
        if up > 0.0 || !is_before_step || level == DVec3::ZERO || rules.step_height <= 0.0 {
            return plain;
        }
        let stepped = self.contacts.len();
        let highest = self.highest_step(rules, from);
        let lift = rules.step_height - scene.soft() + STEP_SLACK_M;
        let lift = DVec3::new(0.0, lift, 0.0);
        let raised = from + lift * self.first_hits(&Way::free(from, lift));
        let least = progress(plain.slid.at - from, level) + WORTH * level.length();
        let mut ahead = level;
        for _ in 0..MAX_TRIES {
            let landing = self.step_over(rules, stride, raised, ahead, highest);
            if let Landed::Low(step) = landing
                && progress(step.slid.at - from, level) > least
            {
                // An obstacle stepped over is a contact too, but holds nothing.
                (self.contacts[known..stepped].iter_mut()).for_each(|hit| hit.active = false);
                return step;
            }
            self.contacts.truncate(stepped);
            if !matches!(landing, Landed::TooHigh) {
                break;
            }
            // The body may have landed on the step after the next; a shorter way ends on the next.
            ahead *= 0.5;
        }
        plain
    }

    /// Moves a lifted body ahead over a step and down, to ground no higher than `highest`.
    fn step_over(
        &mut self,
        rules: &Rules,
        stride: &Stride,
        raised: DVec3,
        ahead: DVec3,
        highest: f64,
    ) -> Landed {
        let (scene, min_up) = (self.scene, rules.ground_up());
        let over = self.slide(rules, raised, ahead);
        // Starts where the whole skin is above the step.
        let top = over.at + DVec3::new(0.0, scene.soft(), 0.0);
        let down = top.y - stride.from.y - smaller(stride.up, 0.0);
        let edge = LandingEdge::UpTo(highest);
        let way = Way::to_ground(top, down, Landing { min_up, edge });
        let at = top + way.motion * self.first_hits(&way);
        // A lifted body does not stand on something that touches its side.
        let is_below = |hit: &&Hit| hit.value > 0.0 || hit.normal.y > FOOTHOLD_UP;
        let ground = (self.planes.met.iter()).filter(|hit| hit.carries(min_up));
        let ground = ground.filter(is_below);
        let low = ground
            .clone()
            .filter(|hit| hit.height(scene, at) <= highest);
        let Some(rise) = rise(low, rules, ahead / ahead.length()) else {
            return if ground.count() > 0 {
                Landed::TooHigh
            } else {
                Landed::Nowhere
            };
        };
        let outcome = match over.outcome {
            Outcome::Free => Outcome::Slid,
            outcome => outcome,
        };
        Landed::Low(Strode {
            slid: Slid {
                at,
                outcome,
                steps: 1,
            },
            rise: Some(rise),
            stepped: true,
        })
    }

    /// Returns how high a body at a place may step. The height is measured from the ground that carries the body,
    /// because a round body at the edge of a step is lower than the step. An edge that hardly carries the body allows
    /// no higher step, so that the ledges of a wall do not act as stairs: the body can only get farther onto the edge.
    fn highest_step(&mut self, rules: &Rules, at: DVec3) -> f64 {
        let scene = self.scene;
        let met = &mut self.planes.met;
        (self.surroundings).near(scene, at, STANDING_SKINS * scene.skin, met);
        let feet = at.y - scene.body.half_extents().y - scene.skin;
        let highest = feet + rules.step_height;
        let support = most_level(met.iter(), rules).map(|support| {
            let height = support.height(scene, at);
            if support.normal.y >= SUPPORT_UP {
                height + rules.step_height
            } else {
                height
            }
        });
        support.map_or(highest, |support| larger(highest, support)) + STEP_SLACK_M
    }

    /// Puts a body back on ground at most the snapping distance below. Returns its new place, and how much that ground rises
    /// per metre ahead, `None` if there is no such ground.
    fn snap(&mut self, rules: &Rules, at: DVec3, level: DVec3) -> (DVec3, Option<f64>) {
        let scene = self.scene;
        let down = rules.snap + scene.soft();
        let landing = Landing {
            min_up: rules.ground_up(),
            edge: LandingEdge::Behind(level),
        };
        let way = Way::to_ground(at, down, landing);
        let time = self.first_hits(&way);
        let heading = level.try_normalize().unwrap_or(DVec3::ZERO);
        match rise(&self.planes.met, rules, heading) {
            Some(rise) => (at + way.motion * time, Some(rise)),
            None => (at, None),
        }
    }
}

/// Returns how high a move can climb: by one step, and by one more for each tread of minimum length that fits into it.
/// Anything higher is a wall with ledges.
pub(super) fn highest_climb(rules: &Rules, motion: DVec3) -> f64 {
    let level = DVec3::new(motion.x, 0.0, motion.z).length();
    let steps = 1.0 + (level / MIN_TREAD_M).floor();
    if rules.step_height > 0.0 {
        steps * (rules.step_height + STEP_SLACK_M)
    } else {
        0.0
    }
}

fn progress(moved: DVec3, level: DVec3) -> f64 {
    if level == DVec3::ZERO {
        0.0
    } else {
        moved.dot(level) / level.length()
    }
}

/// Returns the rest of a move after a step: the remaining level part, with its share of the way down; zero if it is negligible.
fn rest(rules: &Rules, motion: DVec3, moved: DVec3) -> DVec3 {
    let [wanted, moved] = [motion, moved].map(|way| DVec3::new(way.x, 0.0, way.z));
    let length = wanted.length();
    let most = match rules.speed {
        Speed::Projected => length,
        Speed::Full => larger(length - moved.length(), 0.0),
    };
    let left = (wanted - moved).clamp_length_max(most);
    let share = left.length() / length;
    if share > WORTH_A_STRIDE && left.dot(wanted) > 0.0 {
        left + DVec3::new(0.0, motion.y * share, 0.0)
    } else {
        DVec3::ZERO
    }
}
