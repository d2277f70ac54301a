//! The core of a move: sweeps to the first obstacle, finds the direction nearest to the wanted one that enters no
//! touched surface, and continues along it.
//!
//! Time of impact comes first, and only the rest of the move is projected. A body that solved for a direction before it
//! moved to the wall would stop up to a whole step short of the wall. Surfaces that the body has left are forgotten
//! before the next solve, so that a convex corner does not hold it. Surfaces that it still touches are kept, so that it
//! does not turn back into the first wall at the second.

use glam::DVec3;

use super::GROUND_SKINS;
use super::config::Speed;
use super::groove::Groove;
use super::hit::{Hit, ROUGH_SKINS};
use super::scene::{Rules, Scene};
use super::state::Outcome;
use super::surroundings::Surroundings;
use super::way::Way;
use crate::project::{HalfSpace, Projection, nearest};

/// How often a move may turn aside before the rest of it is given up.
const MAX_TURNS: usize = 12;

/// A body moves into a surface if it comes nearer to it by more than this share of the length of the move; the solver's
/// error is smaller. The share is relative to the whole move, not to the rest of it: otherwise rounding freezes a slide
/// at 85°.
const MIN_SPEED: f64 = 1.0e-7;

/// Surfaces within this many skins are touched.
const TOUCHING_SKINS: f64 = 1.02;

/// A direction shorter than this share of the wanted move counts as zero.
const MIN_DIRECTION: f64 = 1.0e-6;

/// Two normals count as the same if the cosine of the angle between them is larger than this.
const SAME: f64 = 1.0 - 1.0e-12;

/// Memory that moves reuse.
#[derive(Debug)]
pub(super) struct Planes {
    /// The surfaces that the body touches and must not enter.
    touched: Vec<Hit>,
    half_spaces: Vec<HalfSpace>,
    /// The normals that held the last direction.
    held_by: Vec<DVec3>,
    /// The groove along which the last direction leads.
    groove: Option<Groove>,
    /// The last hits.
    pub(super) met: Vec<Hit>,
    /// The surfaces around the body.
    near: Vec<Hit>,
}

/// The end of a slide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slid {
    pub(super) at: DVec3,
    pub(super) outcome: Outcome,
    /// How many steps the body climbed.
    pub(super) steps: u32,
}

/// A body on its way: the state shared by sliding, walking and being pushed.
pub(super) struct Slider<'a, 's> {
    pub(super) scene: &'a Scene<'s>,
    pub(super) surroundings: &'a mut Surroundings,
    pub(super) planes: &'a mut Planes,
    /// The hits that were in the way until now.
    pub(super) contacts: &'a mut Vec<Hit>,
}

impl Slider<'_, '_> {
    /// Stores the first hits of the body on a way in `planes.met`, and returns the share of the way up to them.
    pub(super) fn first_hits(&mut self, way: &Way<'_>) -> f64 {
        self.surroundings
            .first_hits(self.scene, way, &mut self.planes.met)
    }

    /// Slides the body from a place by a motion.
    pub(super) fn slide(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> Slid {
        self.planes.touched.clear();
        self.planes.held_by.clear();
        self.planes.groove = None;
        let slid = self.turn_aside(rules, from, motion);
        self.planes.mark_active(rules, self.contacts);
        slid
    }

    fn turn_aside(&mut self, rules: &Rules, from: DVec3, motion: DVec3) -> Slid {
        let Self {
            scene,
            surroundings,
            planes,
            contacts,
        } = self;
        let length = motion.length();
        let mut slid = Slid {
            at: from,
            outcome: Outcome::Free,
            steps: 0,
        };
        if length <= 0.0 {
            return slid;
        }
        let min_speed = MIN_SPEED * length;
        surroundings.near(scene, from, ROUGH_SKINS * scene.skin, &mut planes.touched);
        let touching = TOUCHING_SKINS * scene.skin;
        let into = |hit: &Hit| {
            let speed = hit.normal.dot(motion);
            // The hard part of the skin may pass an edge just below, from which a walking body must not sink.
            let is_held = rules.snap > 0.0 && rules.holds_at_edge(hit.normal, hit.face, motion);
            (hit.value < touching || is_held)
                && speed < -min_speed
                && hit.value + speed < scene.skin
        };
        planes.touched.retain(into);
        let (mut left, mut direction) = (motion, motion);
        if !planes.touched.is_empty() {
            slid.outcome = Outcome::Slid;
            add(&mut planes.touched, contacts);
            planes.look_around(surroundings, scene, from);
            planes.smooth(scene);
            planes.see_groove(scene, rules);
            direction = planes.direction(rules, left, length);
        }
        for _ in 0..MAX_TURNS {
            if direction == DVec3::ZERO {
                slid.outcome = Outcome::Blocked;
                return slid;
            }
            let way = Way {
                min_speed,
                along: &planes.touched,
                ..Way::free(slid.at, direction)
            };
            let time = surroundings.first_hits(scene, &way, &mut planes.met);
            slid.at += direction * time;
            if planes.met.is_empty() {
                return slid;
            }
            slid.outcome = Outcome::Slid;
            left *= 1.0 - time;
            planes.look_around(surroundings, scene, slid.at);
            planes.leave(direction * time, min_speed);
            if time * direction.length() <= min_speed {
                planes.sharpen();
            }
            add(&mut planes.met, contacts);
            planes.touched.append(&mut planes.met);
            planes.smooth(scene);
            planes.see_groove(scene, rules);
            direction = planes.direction(rules, left, length);
        }
        if slid.at.distance(from) <= MIN_DIRECTION * length {
            slid.outcome = Outcome::Blocked;
        }
        slid
    }
}

/// Adds hits to the contacts.
fn add(hits: &mut [Hit], contacts: &mut Vec<Hit>) {
    for hit in hits {
        hit.contact = contacts.len();
        contacts.push(*hit);
    }
}

/// Returns the upright wall that replaces a touched surface too steep for a walking body.
fn wall(groove: Option<Groove>, rules: &Rules, hit: &Hit) -> Option<HalfSpace> {
    let wall = rules.as_wall(hit.normal, 0.0)?;
    let along = groove.and_then(|groove| groove.wall(rules, hit.normal));
    Some(along.unwrap_or(wall))
}

impl Planes {
    pub(super) fn with_capacity(planes: usize) -> Self {
        Self {
            touched: Vec::with_capacity(planes),
            half_spaces: Vec::with_capacity(planes),
            held_by: Vec::with_capacity(planes),
            groove: None,
            met: Vec::with_capacity(planes),
            near: Vec::with_capacity(planes),
        }
    }

    fn look_around(&mut self, surroundings: &mut Surroundings, scene: &Scene<'_>, at: DVec3) {
        surroundings.near(scene, at, ROUGH_SKINS * scene.skin, &mut self.near);
    }

    /// Forgets the surfaces that a way led the body away from, and the surfaces that it led past: they are no longer
    /// around, and no other surface continues them.
    fn leave(&mut self, way: DVec3, min_speed: f64) {
        let Self { touched, near, .. } = self;
        let is_left = |plane: &Hit| plane.normal.dot(way) > min_speed;
        touched.retain(|plane| !is_left(plane) && near.iter().any(|hit| hit.goes_on(plane)));
    }

    /// Marks each surface that the body met twice in a row, so that the surface keeps its own normal: the mean of the normals
    /// around it led into the surface, and would do so for ever.
    fn sharpen(&mut self) {
        let Self { touched, met, .. } = self;
        for hit in met {
            let known = touched.len();
            touched.retain(|plane| !plane.is_same_piece(hit));
            hit.is_sharp |= touched.len() < known;
        }
    }

    /// Gives each touched surface the mean normal of the faces around it with nearly the same normal: their
    /// differences are roughness, which the soft part of the skin absorbs.
    fn smooth(&mut self, scene: &Scene<'_>) {
        for touched in self.touched.iter_mut().filter(|hit| !hit.is_sharp) {
            touched.normal = touched.smooth_normal(&self.near, scene.skin);
        }
    }

    fn see_groove(&mut self, scene: &Scene<'_>, rules: &Rules) {
        let reach = GROUND_SKINS * scene.skin;
        self.groove = Groove::of(&self.near, rules, reach, &mut self.half_spaces);
    }

    /// Returns the remaining direction of a wanted move; zero if there is none.
    fn direction(&mut self, rules: &Rules, wanted: DVec3, length: f64) -> DVec3 {
        self.half_spaces.clear();
        self.held_by.clear();
        let (mut wanted, falls) = (wanted, wanted.y < 0.0);
        for hit in &self.touched {
            self.half_spaces.push(HalfSpace {
                normal: hit.normal.to_array(),
                offset: 0.0,
            });
            // A body does not slide down ground that it can stand on, nor down a groove.
            let in_groove = self.groove.is_some() && rules.holds(DVec3::Y);
            let holds = in_groove
                || rules.holds(hit.normal)
                || rules.holds_at_edge(hit.normal, hit.face, wanted);
            if holds && falls {
                wanted.y = 0.0;
                self.held_by.push(hit.normal);
            }
            self.half_spaces.extend(wall(self.groove, rules, hit));
        }
        let solved = match nearest(wanted, &self.half_spaces) {
            Projection::Nearest { point, active } => {
                let normals = active
                    .as_slice()
                    .iter()
                    .map(|at| self.half_spaces[*at].normal);
                self.held_by.extend(normals.map(DVec3::from_array));
                DVec3::from_array(point)
            }
            // A cone contains at least its tip.
            Projection::Empty => DVec3::ZERO,
        };
        // The guard in the WOF article: a direction that opposes the move blocks it.
        if solved.length() <= MIN_DIRECTION * length || solved.dot(wanted) <= 0.0 {
            return DVec3::ZERO;
        }
        match rules.speed {
            Speed::Projected => solved,
            Speed::Full => solved * (wanted.length() / solved.length()),
        }
    }

    /// Marks the contacts that hold the last direction, and all others with the same normals, because the solver does
    /// not tell them apart.
    fn mark_active(&self, rules: &Rules, contacts: &mut [Hit]) {
        let is_held_by = |normal: DVec3| self.held_by.iter().any(|held| held.dot(normal) > SAME);
        for hit in &self.touched {
            let wall = wall(self.groove, rules, hit);
            let is_wall_active = wall.is_some_and(|wall| is_held_by(wall.normal.into()));
            contacts[hit.contact].active = is_held_by(hit.normal) || is_wall_active;
        }
    }
}
