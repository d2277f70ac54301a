//! Moves a body out of obstacles that it is in or too near to. The way out is the shortest that leaves room for the
//! skin everywhere.
//!
//! The way out is a projection, in which every near surface is a half-space with an offset. The offset is above zero
//! for a surface that is too near, and below zero for a surface that the body may still approach. The point nearest to
//! zero motion is the smallest correction. All half-spaces are solved together, so two walls that meet at an acute
//! angle do not push the body back and forth between them.
//!
//! Two walls that face each other leave room only at the place where they part, which may be kilometres away. So if a
//! way out is many times as long as the missing distance, the body stays and keeps less of its skin. A body wedged in
//! several obstacles escapes along a straight line. No way out leads beyond the limit of the move.

use std::cmp::Ordering;

use glam::DVec3;

use super::GROUND_SKINS;
use super::groove::Groove;
use super::hit::{FACING, Hit, least_gap};
use super::limit::Limit;
use super::scene::{Rules, Scene};
use super::slide::{Slid, Slider};
use super::state::Outcome;
use super::surroundings::Surroundings;
use super::way::{Way, Within};
use crate::filter::{Filter, Label};
use crate::project::{HalfSpace, Projection, nearest};
use crate::vector::{larger, smaller};

/// The maximum number of times that the way out is solved, as more surfaces come near.
const MAX_TURNS: usize = 8;

/// A body that covered at most this share of a move counts as not moved.
const NOT_MOVED: f64 = 1.0e-6;

/// A body that lacks less than this of its skin, in metres, is not moved.
const CLOSE_ENOUGH_M: f64 = 1.0e-9;

/// The distance, in skins, within which surfaces count as near.
pub(super) const REACH_SKINS: f64 = 2.0;

/// The longest way out, as a multiple of the missing distance. Two walls that face each other leave room only at the
/// place where they part, which may be kilometres away if they are nearly parallel. A body between such walls keeps a
/// thinner skin instead.
const MAX_LEVER: f64 = 8.0;

/// The longest way out, as a multiple of the missing distance, for a body between surfaces that face each other.
const SHORT_LEVER: f64 = 2.0;

/// The smallest length to which the obstacles may shorten a unit vector on trial as a direction out of several
/// obstacles. Shorter directions are dropped.
const MIN_ESCAPE: f64 = 1.0e-3;

/// The shares of the skin to try in turn until there is room.
const SHARES: [f64; 4] = [1.0, 0.5, 0.25, 0.0];

/// The maximum number of searches along a way out of several obstacles.
const MAX_LOOKS: usize = 16;
/// The smallest factor by which this way grows between two searches.
const LOOK_FARTHER: f64 = 1.5;

/// The directions to try first for an escape.
const AXES: [DVec3; 6] = [
    DVec3::Y,
    DVec3::X,
    DVec3::Z,
    DVec3::NEG_X,
    DVec3::NEG_Z,
    DVec3::NEG_Y,
];

/// How a body leaves obstacles if the way out of each leads into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escape {
    /// The body enters no obstacle, and goes no deeper into an obstacle that it is inside.
    Around,
    /// The body goes straight through the obstacles.
    Through,
}

/// Memory that moves reuse.
#[derive(Debug)]
pub(super) struct Room {
    near: Vec<Hit>,
    met: Vec<Hit>,
    half_spaces: Vec<HalfSpace>,
}

impl Room {
    pub(super) fn with_capacity(near: usize) -> Self {
        Self {
            near: Vec::with_capacity(near),
            met: Vec::with_capacity(near),
            half_spaces: Vec::with_capacity(near),
        }
    }

    /// Returns the gap between a body at a place and the nearest piece within `distance`, in metres; infinite if no
    /// piece is that near. Inside a piece the gap is negative, and in a solid mesh it is measured along the way out.
    pub(super) fn gap(&mut self, slider: &mut Slider<'_, '_>, at: DVec3, distance: f64) -> f64 {
        let near = slider.surroundings.look(slider.scene, at, distance);
        if near.iter().all(|hit| hit.out.is_none()) {
            return least(near);
        }
        self.near.clear();
        self.near.extend_from_slice(near);
        self.lead_out_of_solids();
        least(&self.near)
    }

    /// Returns the gap between the body and the nearest piece at the start of the move, before obstacles moved;
    /// infinite if it exceeds the skin. Returns `None` if no obstacle moved near the body.
    pub(super) fn gap_before(&mut self, slider: &mut Slider<'_, '_>) -> Option<f64> {
        let Slider {
            scene,
            surroundings,
            ..
        } = slider;
        let has_moved = surroundings.near_before(scene, scene.skin, &mut self.near);
        self.lead_out_of_solids();
        has_moved.then(|| least(&self.near))
    }

    /// Makes room for the skin of a body that slid, and returns the result of the whole move. The body keeps the
    /// distance that it covered along `kept`.
    pub(super) fn finish(
        &mut self,
        slider: &mut Slider<'_, '_>,
        rules: &Rules,
        limit: &Limit,
        slid: Slid,
        [motion, kept]: [DVec3; 2],
    ) -> Slid {
        let on_the_way = slider.contacts.len();
        let limit = limit.after(slid.steps);
        let own = rules.own_way(motion);
        let at = self.make(slider, rules, &limit, slid.at, [own, kept]);
        let was_inside = on_the_way < slider.contacts.len();
        let is_met = slid.outcome == Outcome::Slid || was_inside && slid.outcome == Outcome::Free;
        let outcome = match is_met {
            true if at.length() <= NOT_MOVED * motion.length() => Outcome::Blocked,
            true => Outcome::Slid,
            false => slid.outcome,
        };
        Slid {
            at,
            outcome,
            ..slid
        }
    }

    /// Makes room for the skin of a body at a place, or for as much of the skin as possible. Returns the body's new
    /// place. Adds the obstacles that the body was inside to the contacts.
    fn make(
        &mut self,
        slider: &mut Slider<'_, '_>,
        rules: &Rules,
        limit: &Limit,
        at: DVec3,
        [motion, kept]: [DVec3; 2],
    ) -> DVec3 {
        let (scene, surroundings) = (slider.scene, &mut *slider.surroundings);
        let kept = kept.try_normalize();
        let forward = kept.or_else(|| motion.try_normalize());
        let (mut at, mut recovery) = (at, rules.recovery);
        for _ in 0..MAX_TURNS {
            surroundings.near(scene, at, REACH_SKINS * scene.skin, &mut self.near);
            let close = scene.skin - CLOSE_ENOUGH_M;
            if self.near.iter().all(|hit| hit.value >= close) {
                break;
            }
            self.lead_out_of_solids();
            let inside = self.near.iter().filter(|hit| hit.value < 0.0);
            slider.contacts.extend(inside.clone());
            let is_inside = inside.count() > 0;
            // A body moves back against its way only to leave an obstacle that it is inside.
            let not_back = forward.filter(|_| !is_inside).map(|forward| HalfSpace {
                normal: forward.to_array(),
                offset: if at.dot(forward) > 0.0 && kept.is_none() {
                    -at.dot(forward)
                } else {
                    0.0
                },
            });
            let Some(way) = self.way_out(scene.skin, rules, not_back) else {
                let Some(way) = self.escape(scene, surroundings, at) else {
                    break;
                };
                let way = limit.shorten(at, way.clamp_length_max(recovery));
                if way.length() <= CLOSE_ENOUGH_M {
                    break;
                }
                at += way;
                recovery = larger(recovery - way.length(), 0.0);
                continue;
            };
            let way = if is_inside {
                way.clamp_length_max(recovery)
            } else {
                way
            };
            let way = limit.shorten(at, way);
            let length = way.length();
            if length <= CLOSE_ENOUGH_M {
                break;
            }
            if is_inside {
                recovery = larger(recovery - length, 0.0);
            }
            // The obstacles that the body starts inside do not stop it, because the way leads out of them.
            let way = Way {
                min_speed: 1.0e-7 * length,
                within: Within::LeftOut,
                ..Way::free(at, way)
            };
            at += way.motion * surroundings.first_hits(scene, &way, &mut self.met);
        }
        at
    }

    /// Returns the shortest straight way out of all obstacles that leads no deeper into any of them and meets no other
    /// obstacle. It is needed if the ways out of the obstacles lead into one another. If there is no such way out of
    /// several obstacles, returns the shortest way through them. Returns `None` if an obstacle moves: it crushes the
    /// body.
    #[cold]
    fn escape(
        &mut self,
        scene: &Scene<'_>,
        surroundings: &mut Surroundings,
        at: DVec3,
    ) -> Option<DVec3> {
        let mut inside = self.near.iter().filter(|hit| hit.value < 0.0).peekable();
        let first = inside.peek()?.obstacle;
        let is_in_several = inside.clone().any(|hit| hit.obstacle != first);
        if inside.any(|hit| (scene.world.motion(hit.obstacle, scene.filter)).is_some()) {
            return None;
        }
        let around = self.straight_out(scene, surroundings, at, Escape::Around);
        if is_in_several {
            around.or_else(|| self.straight_out(scene, surroundings, at, Escape::Through))
        } else {
            around
        }
    }

    /// Returns the shortest straight way to a place outside of everything; `None` if no direction leads there. The
    /// tried directions are the axes and the normals of near surfaces, or for [`Escape::Around`] the nearest directions
    /// that the obstacles allow.
    fn straight_out(
        &mut self,
        scene: &Scene<'_>,
        surroundings: &mut Surroundings,
        at: DVec3,
        escape: Escape,
    ) -> Option<DVec3> {
        let Self {
            near,
            met,
            half_spaces,
        } = self;
        half_spaces.clear();
        if escape == Escape::Around {
            let inside = near.iter().filter(|hit| hit.value < 0.0);
            half_spaces.extend(inside.map(|hit| HalfSpace {
                normal: hit.normal.to_array(),
                offset: 0.0,
            }));
        }
        let mut best: Option<(f64, DVec3)> = None;
        for wanted in (AXES.into_iter()).chain(near.iter().map(|hit| hit.normal)) {
            let direction = match nearest(wanted, half_spaces) {
                Projection::Nearest { point, .. } => DVec3::from_array(point),
                Projection::Empty => DVec3::ZERO,
            };
            let length = direction.length();
            if length < MIN_ESCAPE {
                continue;
            }
            let direction = direction / length;
            let mut way = 0.0;
            for _ in 0..MAX_LOOKS {
                surroundings.near(scene, at + direction * way, CLOSE_ENOUGH_M, met);
                let depth = -least_gap(met);
                if depth > CLOSE_ENOUGH_M {
                    way = larger(way + depth + scene.skin, LOOK_FARTHER * way);
                    continue;
                }
                let is_shorter = best.is_none_or(|(shortest, _)| way < shortest);
                if is_shorter
                    && (escape == Escape::Through
                        || is_clear(scene, surroundings, near, at, direction * way, met))
                {
                    best = Some((way, direction));
                }
                break;
            }
        }
        best.map(|(way, direction)| direction * way)
    }

    /// Leads a body inside a solid mesh out of the mesh, never through it. If the body's centre is in front of a face,
    /// faces that have the centre behind them do not count. If the centre is behind all faces, only the nearest face
    /// counts.
    fn lead_out_of_solids(&mut self) {
        while let Some(Hit { obstacle, part, .. }) =
            self.near.iter().copied().find(|hit| hit.out.is_some())
        {
            let is_of_it = |hit: &Hit| (hit.obstacle, hit.part) == (obstacle, part);
            let inside = |hit: &Hit| is_of_it(hit) && hit.value < 0.0;
            let is_deep = self
                .near
                .iter()
                .filter(|hit| inside(hit))
                .all(|hit| hit.out.is_some());
            let nearest = self
                .near
                .iter()
                .filter(|hit| inside(hit))
                .filter_map(Hit::led_out);
            let nearest = nearest.max_by(|a, b| {
                let order = |hit: &Hit| [hit.value, hit.normal.y, hit.normal.x, hit.normal.z];
                let pairs = order(a).into_iter().zip(order(b));
                let by_way = pairs.fold(Ordering::Equal, |so_far, (a, b)| {
                    so_far.then(a.total_cmp(&b))
                });
                by_way.then_with(|| a.order(b))
            });
            self.near.retain(|hit| !is_of_it(hit) || hit.out.is_none());
            if is_deep {
                self.near.extend(nearest);
            }
        }
    }

    /// Returns the shortest way to a place at which every near surface is far enough away; `None` if there is none.
    fn way_out(&mut self, skin: f64, rules: &Rules, not_back: Option<HalfSpace>) -> Option<DVec3> {
        let groove = Groove::of(
            &self.near,
            rules,
            GROUND_SKINS * skin,
            &mut self.half_spaces,
        );
        SHARES.into_iter().find_map(|share| {
            self.half_spaces.clear();
            self.half_spaces.extend(not_back);
            for hit in &self.near {
                // Negative for a surface beyond the skin: the way may lead that far towards the surface.
                let offset = skin * share - hit.value;
                let straight = HalfSpace {
                    normal: hit.normal.to_array(),
                    offset,
                };
                // The upright walls of a groove would lead out only far along the groove. The slopes of the groove lead
                // out directly.
                let wall = match groove {
                    Some(_) => None,
                    None => rules.as_wall(hit.normal, offset),
                };
                let half_space = wall.unwrap_or(straight);
                self.half_spaces.push(half_space);
            }
            let missing = (self.half_spaces.iter())
                .fold(0.0, |most, half_space| larger(half_space.offset, most));
            let Projection::Nearest { point, .. } = nearest(DVec3::ZERO, &self.half_spaces) else {
                return None;
            };
            let way = DVec3::from_array(point);
            let length = way.length();
            let is_bounded = length <= MAX_LEVER * missing
                && (length <= SHORT_LEVER * missing || !is_between(&self.near));
            is_bounded.then_some(way)
        })
    }
}

/// Returns the smallest [`Hit::gap`]; infinite without hits.
fn least(near: &[Hit]) -> f64 {
    (near.iter()).fold(f64::INFINITY, |least, hit| smaller(hit.gap, least))
}

/// Returns whether a body is between two surfaces that face each other, and not inside any.
fn is_between(near: &[Hit]) -> bool {
    let faces = |a: &Hit, b: &Hit| a.normal.dot(b.normal) < FACING;
    near.iter().all(|hit| hit.value >= 0.0)
        && near
            .iter()
            .enumerate()
            .any(|(index, a)| near[..index].iter().any(|b| faces(a, b)))
}

/// Returns whether a straight way meets no obstacle except those that the body is inside. `met` is scratch memory.
fn is_clear(
    scene: &Scene<'_>,
    surroundings: &mut Surroundings,
    near: &[Hit],
    at: DVec3,
    way: DVec3,
    met: &mut Vec<Hit>,
) -> bool {
    let is_in = |id| (near.iter()).any(|hit| hit.value < 0.0 && hit.obstacle == id);
    let accept = |id, label: &Label| !is_in(id) && scene.filter.accepts(id, label);
    let filter = Filter {
        accept: Some(&accept),
        ..*scene.filter
    };
    let others = Scene {
        filter: &filter,
        ..scene.clone()
    };
    surroundings.forget();
    surroundings.first_hits(&others, &Way::free(at, way), met);
    surroundings.forget();
    met.is_empty()
}
