//! Another method for comparison: clipping by one plane after the other, as in `PM_SlideMove` of Quake III.
//!
//! It uses the public sweeps of this crate, with normals limited by neighbouring triangles, and the same skin as a
//! mover. A fifth of the skin is hard; the rest is the distance at which a body stops in front of a plane, as in
//! `CM_Trace`. So clipping and the mover differ only in how they use the normals.

use footwork_slide::{Filter, MoveConfig, Shape, World};

use crate::walk::{dot, length, times};

/// The maximum number of times that a move changes direction.
const MAX_BUMPS: usize = 4;
/// The maximum number of planes that a move remembers.
const MAX_PLANES: usize = 5;
/// Clipping overshoots by this factor, so that the velocity points slightly away from the plane.
const OVERCLIP: f64 = 1.001;
/// Two planes count as one if the cosine of the angle between their normals is larger than this.
const SAME: f64 = 0.99;
/// A body that meets the same plane again is nudged away from it with this share of its wanted speed.
const NUDGE: f64 = 1.0 / 320.0;

/// The hard share of the skin.
const HARD: f32 = 0.2;

/// A body moved by clipping.
pub(crate) struct Clipping {
    world: World,
    /// The body with the hard part of its skin. `soft_m` is the rest of the skin, in metres.
    shape: Shape,
    soft_m: f64,
    pub(crate) position: [f64; 3],
}

impl Clipping {
    pub(crate) fn new(world: World, shape: Shape, position: [f64; 3]) -> Self {
        let whole = MoveConfig::default().skin_m;
        let skin = HARD * whole;
        let shape = match shape {
            Shape::Box { half_m } => Shape::Box {
                half_m: half_m.map(|half| half + skin),
            },
            Shape::Capsule { radius_m, height_m } => Shape::Capsule {
                radius_m: radius_m + skin,
                height_m: height_m + 2.0 * skin,
            },
            Shape::Sphere { radius_m } => Shape::Sphere {
                radius_m: radius_m + skin,
            },
            _ => unreachable!("only boxes, capsules and spheres are clipped"),
        };
        Self {
            world,
            shape,
            soft_m: f64::from(whole - skin),
            position,
        }
    }

    /// Moves the body. Returns its displacement.
    pub(crate) fn step(&mut self, wanted: [f64; 3]) -> [f64; 3] {
        let before = self.position;
        self.slide(wanted);
        add(self.position, before, -1.0)
    }

    fn slide(&mut self, wanted: [f64; 3]) {
        let speed = length(wanted);
        if speed == 0.0 {
            return;
        }
        // The first plane keeps the body from going back.
        let mut planes = vec![times(wanted, 1.0 / speed)];
        let (mut velocity, mut left) = (wanted, 1.0);
        for _ in 0..MAX_BUMPS {
            let motion = times(velocity, left);
            let filter = Filter::default();
            let hit = self
                .world
                .sweep(&self.shape, self.position, motion, &filter);
            let Some(hit) = hit else {
                self.position = add(self.position, motion, 1.0);
                return;
            };
            let time = hit.time + self.soft_m / dot(hit.normal, motion);
            let time = if time > 0.0 { time } else { 0.0 };
            self.position = add(self.position, motion, time);
            left *= 1.0 - time;
            if planes.len() == MAX_PLANES {
                return;
            }
            if planes.iter().any(|known| dot(*known, hit.normal) > SAME) {
                velocity = add(velocity, hit.normal, NUDGE * speed);
                continue;
            }
            planes.push(hit.normal);
            match clipped(velocity, &planes) {
                Some(along) => velocity = along,
                None => return,
            }
        }
    }
}

/// Returns the velocity along the first plane that it points into, or along the crease of two such planes. Returns
/// `None` if a third plane blocks the crease.
fn clipped(velocity: [f64; 3], planes: &[[f64; 3]]) -> Option<[f64; 3]> {
    let enters = |velocity, at: usize| dot(velocity, planes[at]) < 0.0;
    let Some(first) = (0..planes.len()).find(|&at| enters(velocity, at)) else {
        return Some(velocity);
    };
    let mut along = off(velocity, planes[first]);
    for second in 0..planes.len() {
        if second == first || !enters(along, second) {
            continue;
        }
        along = off(along, planes[second]);
        if !enters(along, first) {
            continue;
        }
        let crease = cross(planes[first], planes[second]);
        let square = dot(crease, crease);
        if square == 0.0 {
            return None;
        }
        along = times(crease, dot(crease, velocity) / square);
        if (0..planes.len()).any(|third| third != first && third != second && enters(along, third))
        {
            return None;
        }
    }
    Some(along)
}

/// Returns the velocity without its part into a plane.
fn off(velocity: [f64; 3], plane: [f64; 3]) -> [f64; 3] {
    let into = dot(velocity, plane);
    let share = if into < 0.0 { OVERCLIP } else { 1.0 / OVERCLIP };
    add(velocity, plane, -into * share)
}

fn add(a: [f64; 3], b: [f64; 3], share: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] + share * b[axis])
}

fn cross([a, b, c]: [f64; 3], [d, e, f]: [f64; 3]) -> [f64; 3] {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}
