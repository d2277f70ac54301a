//! Out of what a body is in or too near to, by the shortest way that leaves room for the skin everywhere.
//!
//! The way is a projection again: every near surface is a half-space with an offset, above zero for what is too near
//! and below zero for what may still be approached, and the nearest point to no motion at all is the least correction.
//! Solved together, two walls that meet at an acute angle do not push the body from one to the other and back. If there
//! is no room for the whole skin, less of it is asked for; a body wedged in several obstacles escapes straight.

use std::cmp::Ordering;

use glam::DVec3;

use super::GROUND_SKINS;
use super::groove::Groove;
use super::hit::Hit;
use super::scene::{Rules, Scene};
use super::slide::Slider;
use super::surroundings::Surroundings;
use super::way::{Way, Within};
use crate::project::{HalfSpace, Projection, nearest};
use crate::vector::larger;

/// How often the way is solved again, as surfaces that were not near come near.
const MAX_TURNS: usize = 8;

/// A body this close to its skin is not put back.
const CLOSE_ENOUGH_M: f64 = 1.0e-9;

/// What the way may come near is within this many skins.
const REACH_SKINS: f64 = 2.0;

/// The shares of the skin that are asked for, one after the other, until there is room.
const SHARES: [f64; 4] = [1.0, 0.5, 0.25, 0.0];

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

    /// Makes room for the skin of a body at a place, or for as much of it as there can be; returns where the body is
    /// then. What it was inside of is added to the contacts.
    pub(super) fn make(
        &mut self,
        slider: &mut Slider<'_, '_>,
        rules: &Rules,
        at: DVec3,
        motion: DVec3,
    ) -> DVec3 {
        let (scene, surroundings) = (slider.scene, &mut *slider.surroundings);
        let forward = motion.try_normalize();
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
            // Only an obstacle that it is inside moves a body back against its way.
            let not_back = forward.filter(|_| !is_inside).map(|forward| HalfSpace {
                normal: forward.to_array(),
                offset: match at.dot(forward) > 0.0 {
                    true => -at.dot(forward),
                    false => 0.0,
                },
            });
            let Some(way) = self.way_out(scene.skin, rules, not_back) else {
                if let Some(free) = self.escape(scene, surroundings, at) {
                    let way = (free - at).clamp_length_max(recovery);
                    at += way;
                    recovery = larger(recovery - way.length(), 0.0);
                    continue;
                }
                break;
            };
            let way = match is_inside {
                true => way.clamp_length_max(recovery),
                false => way,
            };
            let length = way.length();
            if length <= CLOSE_ENOUGH_M {
                break;
            }
            if is_inside {
                recovery = larger(recovery - length, 0.0);
            }
            // The body is led out of what it is within, so that does not stop it.
            let way = Way {
                min_speed: 1.0e-7 * length,
                within: Within::LeftOut,
                ..Way::free(at, way)
            };
            at += way.motion * surroundings.first_hits(scene, &way, &mut self.met);
        }
        at
    }

    /// Returns a place outside of several obstacles that each lead into another: straight along an axis or along one of
    /// their normals, whichever is shortest. An obstacle that moves crushes the body instead: there is no escape.
    fn escape(
        &mut self,
        scene: &Scene<'_>,
        surroundings: &mut Surroundings,
        at: DVec3,
    ) -> Option<DVec3> {
        let Self { near, met, .. } = self;
        let mut inside = near.iter().filter(|hit| hit.value < 0.0).peekable();
        inside.peek()?;
        if inside.any(|hit| (scene.world.motion(hit.obstacle, scene.filter)).is_some()) {
            return None;
        }
        let axes = [
            DVec3::Y,
            DVec3::X,
            DVec3::Z,
            DVec3::NEG_X,
            DVec3::NEG_Z,
            DVec3::NEG_Y,
        ];
        let mut best: Option<(f64, DVec3)> = None;
        for direction in axes.into_iter().chain(near.iter().map(|hit| hit.normal)) {
            let mut way = 0.0;
            for _ in 0..MAX_TURNS {
                let there = at + direction * way;
                surroundings.near(scene, there, CLOSE_ENOUGH_M, met);
                let depth = met.iter().fold(0.0, |depth, hit| match -hit.value > depth {
                    true => -hit.value,
                    false => depth,
                });
                if depth <= CLOSE_ENOUGH_M {
                    if best.is_none_or(|(shortest, _)| way < shortest) {
                        best = Some((way, there));
                    }
                    break;
                }
                way += depth + scene.skin;
            }
        }
        best.map(|(_, there)| there)
    }

    /// Leads a body inside a solid mesh out of it, never through: faces that have the body's centre behind them do not
    /// count beside one that has it in front, and if all have it behind, only the nearest counts.
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
                pairs.fold(Ordering::Equal, |so_far, (a, b)| {
                    so_far.then(a.total_cmp(&b))
                })
            });
            self.near.retain(|hit| !is_of_it(hit) || hit.out.is_none());
            if is_deep {
                self.near.extend(nearest);
            }
        }
    }

    /// Returns the shortest way to where every near surface is as far as it should be.
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
                // Below zero for what is farther off: the way may lead that far towards it.
                let offset = skin * share - hit.value;
                let straight = HalfSpace {
                    normal: hit.normal.to_array(),
                    offset,
                };
                // The walls of a groove lead out of it only far along it, its slopes at once.
                let wall = match groove {
                    Some(_) => None,
                    None => rules.as_wall(hit.normal, offset),
                };
                let half_space = wall.unwrap_or(straight);
                self.half_spaces.push(half_space);
            }
            match nearest(DVec3::ZERO, &self.half_spaces) {
                Projection::Nearest { point, .. } => Some(DVec3::from_array(point)),
                Projection::Empty => None,
            }
        })
    }
}
