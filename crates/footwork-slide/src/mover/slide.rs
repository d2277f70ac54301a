//! The heart of a move: sweep to what is met first, find the direction nearest to the wanted one that
//! enters nothing of what is met, go on along it.

use glam::DVec3;

use super::Outcome;
use super::config::Speed;
use super::hit::{Hit, ROUGH_SKINS};
use super::surroundings::{Scene, Surroundings, Way};
use crate::project::{HalfSpace, Projection, nearest};

/// How often a move may turn aside before the rest of it is given up.
const MOST_TURNS: usize = 12;

/// A body moves into a surface where it nears it by more than this part of the length of the move: the
/// solver's own error stays below.
const LEAST_SPEED: f64 = 1.0e-7;

/// What is within this many skins is touched.
const TOUCHING_SKINS: f64 = 1.02;

/// A direction shorter than this part of the wanted move is no direction.
const LEAST_DIRECTION: f64 = 1.0e-6;

/// Normals whose cosine is above this are one.
const SAME: f64 = 1.0 - 1.0e-12;

/// What must hold of the obstacles of a move, beside what they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) speed: Speed,
    /// The y of the normal of the steepest ground to stand on; none where every slope will do.
    pub(super) least_up: Option<f64>,
}

/// What is used again from move to move.
#[derive(Debug)]
pub(super) struct Planes {
    /// The surfaces that the body touches and must not enter.
    touched: Vec<Hit>,
    half_spaces: Vec<HalfSpace>,
    /// The normals that the last direction was held by.
    held_by: Vec<DVec3>,
    /// What was met last.
    pub(super) met: Vec<Hit>,
    /// What is around the body.
    near: Vec<Hit>,
}

/// How far a slide came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slid {
    pub(super) at: DVec3,
    pub(super) outcome: Outcome,
}

/// Slides a body from `from` by `motion`; what is in its way is added to `contacts`.
pub(super) fn slide(
    scene: &Scene<'_>,
    rules: &Rules,
    (surroundings, planes): (&mut Surroundings, &mut Planes),
    from: DVec3,
    motion: DVec3,
    contacts: &mut Vec<Hit>,
) -> Slid {
    planes.touched.clear();
    planes.held_by.clear();
    let slid = turn_aside(scene, rules, (surroundings, planes), from, motion, contacts);
    planes.tell_active(rules, contacts);
    slid
}

fn turn_aside(
    scene: &Scene<'_>,
    rules: &Rules,
    (surroundings, planes): (&mut Surroundings, &mut Planes),
    from: DVec3,
    motion: DVec3,
    contacts: &mut Vec<Hit>,
) -> Slid {
    let length = motion.length();
    let mut slid = Slid {
        at: from,
        outcome: Outcome::Free,
    };
    if length <= 0.0 {
        return slid;
    }
    let least_speed = LEAST_SPEED * length;
    surroundings.near(scene, from, ROUGH_SKINS * scene.skin, &mut planes.touched);
    let touching = TOUCHING_SKINS * scene.skin;
    let into = |hit: &Hit| hit.value < touching && hit.normal.dot(motion) < -least_speed;
    planes.touched.retain(into);
    let (mut left, mut direction) = (motion, motion);
    if !planes.touched.is_empty() {
        slid.outcome = Outcome::Slid;
        add(&mut planes.touched, contacts);
        planes.look_around(surroundings, scene, from);
        planes.smooth(scene);
        direction = planes.direction(rules, left, length);
    }
    for _ in 0..MOST_TURNS {
        if direction == DVec3::ZERO {
            slid.outcome = Outcome::Blocked;
            return slid;
        }
        let way = Way {
            least_speed,
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
        planes.leave(direction * time, least_speed);
        add(&mut planes.met, contacts);
        planes.touched.append(&mut planes.met);
        planes.smooth(scene);
        direction = planes.direction(rules, left, length);
    }
    slid
}

/// Adds hits to the contacts.
fn add(hits: &mut [Hit], contacts: &mut Vec<Hit>) {
    for hit in hits {
        hit.contact = contacts.len();
        contacts.push(*hit);
    }
}

impl Planes {
    pub(super) fn with_capacity(planes: usize) -> Self {
        Self {
            touched: Vec::with_capacity(planes),
            half_spaces: Vec::with_capacity(planes),
            held_by: Vec::with_capacity(planes),
            met: Vec::with_capacity(planes),
            near: Vec::with_capacity(planes),
        }
    }

    fn look_around(&mut self, surroundings: &mut Surroundings, scene: &Scene<'_>, at: DVec3) {
        surroundings.near(scene, at, ROUGH_SKINS * scene.skin, &mut self.near);
    }

    /// Forgets what a way led the body away from, or past: what is no longer around, nor anything turned like it.
    fn leave(&mut self, way: DVec3, least_speed: f64) {
        let Self { touched, near, .. } = self;
        let is_left = |plane: &Hit| plane.normal.dot(way) > least_speed;
        touched.retain(|plane| !is_left(plane) && near.iter().any(|hit| hit.goes_on(plane)));
    }

    /// Gives each surface that is touched the mean normal of the faces around it that are turned nearly alike:
    /// what they differ by is roughness, which the soft part of the skin takes up.
    fn smooth(&mut self, scene: &Scene<'_>) {
        for touched in &mut self.touched {
            touched.normal = touched.smooth_normal(&self.near, scene.skin);
        }
    }

    /// The direction that is left of a wanted move, zero where none is.
    fn direction(&mut self, rules: &Rules, wanted: DVec3, length: f64) -> DVec3 {
        self.half_spaces.clear();
        self.held_by.clear();
        let mut wanted = wanted;
        for hit in &self.touched {
            self.half_spaces.push(HalfSpace {
                normal: hit.normal.to_array(),
                least: 0.0,
            });
            if rules
                .least_up
                .is_some_and(|least_up| hit.normal.y >= least_up)
            {
                // On ground to stand on, nothing slides down.
                if wanted.y < 0.0 {
                    wanted.y = 0.0;
                    self.held_by.push(hit.normal);
                }
            }
            self.half_spaces.extend(rules.as_wall(hit.normal, 0.0));
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
            // A cone has its tip at least.
            Projection::Empty => DVec3::ZERO,
        };
        // The guard of the article: what opposes the move blocks it.
        if solved.length() <= LEAST_DIRECTION * length || solved.dot(wanted) <= 0.0 {
            return DVec3::ZERO;
        }
        match rules.speed {
            Speed::Projected => solved,
            Speed::Full => solved * (wanted.length() / solved.length()),
        }
    }

    /// Marks the contacts that hold the last direction: of several with one normal, which the solver does not
    /// tell apart, all.
    fn tell_active(&self, rules: &Rules, contacts: &mut [Hit]) {
        let is_held_by = |normal: DVec3| self.held_by.iter().any(|held| held.dot(normal) > SAME);
        for hit in &self.touched {
            let wall = rules.as_wall(hit.normal, 0.0);
            let is_wall_active = wall.is_some_and(|wall| is_held_by(wall.normal.into()));
            contacts[hit.contact].active = is_held_by(hit.normal) || is_wall_active;
        }
    }
}

impl Rules {
    /// What a surface is to these rules: ground too steep to stand on is a wall, as it cannot be climbed.
    ///
    /// `least` is along the normal, of the surface and of what is returned.
    pub(super) fn as_wall(&self, normal: DVec3, least: f64) -> Option<HalfSpace> {
        let level = DVec3::new(normal.x, 0.0, normal.z);
        let length = level.length();
        let is_steep = self.least_up.is_some_and(|least_up| normal.y < least_up);
        (is_steep && normal.y > 0.0 && length > 1.0e-6).then(|| HalfSpace {
            normal: (level / length).to_array(),
            least: least / length,
        })
    }
}
