//! The course of a footballer from frame to frame: a point that follows a wanted velocity on critically damped springs,
//! and the trajectory that it puts into the goal of a search.
//!
//! The springs are from D. Holden, *Spring-It-On* (2021), as in the controller of `footwork-matching`. Unlike that
//! controller, a course can be pushed aside.

use footwork::matching::{Goal, Place, Schema, Source, Spring, SpringState};
use footwork_base::to_f32;

use crate::flat::{self, Flat};

/// The half-life of the velocity towards the wanted velocity.
const VELOCITY_HALFLIFE_SECS: f64 = 0.27;
/// The half-life of the heading towards the wanted heading.
const HEADING_HALFLIFE_SECS: f64 = 0.27;
/// The speed above which a footballer must face its direction of motion, since no clip moves sideways or backwards.
const SIDEWAYS_MPS: f64 = 1.0;
/// The largest angle between heading and direction of motion above that speed.
const SIDEWAYS_RAD: f64 = 0.8;
/// The name of the schema's group of positions of the trajectory.
pub(crate) const POSITION: &str = "trajectory position";
/// The name of the schema's group of directions of the trajectory.
pub(crate) const DIRECTION: &str = "trajectory direction";

/// The motion that a footballer asks of its legs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wish {
    /// The wanted velocity, in m/s.
    pub(crate) velocity_mps: Flat,
    /// The wanted heading; `None` keeps the direction of motion, or the current heading when standing.
    pub(crate) heading_rad: Option<f64>,
}

/// A point that follows a wanted velocity and heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Course {
    pub(crate) place: Place,
    pub(crate) velocity_mps: Flat,
    acceleration_mps2: Flat,
    pub(crate) turn_radps: f64,
}

impl Course {
    pub(crate) fn new(place: Place) -> Self {
        Self {
            place,
            velocity_mps: [0.0; 2],
            acceleration_mps2: [0.0; 2],
            turn_radps: 0.0,
        }
    }

    /// Returns all numbers that decide its future.
    pub(crate) fn numbers(&self) -> [f64; 8] {
        let [x, z] = self.place.position_m;
        let ([u, v], [a, b]) = (self.velocity_mps, self.acceleration_mps2);
        [x, z, self.place.heading_rad, u, v, a, b, self.turn_radps]
    }

    pub(crate) fn follow(&mut self, dt_secs: f64, wish: &Wish) {
        let spring = Spring::new(VELOCITY_HALFLIFE_SECS, dt_secs);
        for axis in [0, 1] {
            let before = SpringState {
                place: self.place.position_m[axis],
                velocity: self.velocity_mps[axis],
                acceleration: self.acceleration_mps2[axis],
            };
            let after = spring.follow(before, wish.velocity_mps[axis]);
            self.place.position_m[axis] = after.place;
            self.velocity_mps[axis] = after.velocity;
            self.acceleration_mps2[axis] = after.acceleration;
        }
        let spring = Spring::new(HEADING_HALFLIFE_SECS, dt_secs);
        let wanted = self.wanted_heading(wish);
        let way = flat::wrapped(self.place.heading_rad - wanted);
        let (way, turn) = spring.settle(way, self.turn_radps);
        self.place.heading_rad = flat::wrapped(wanted + way);
        self.turn_radps = turn;
    }

    fn wanted_heading(&self, wish: &Wish) -> f64 {
        let speed = flat::length(wish.velocity_mps);
        let way = flat::heading(wish.velocity_mps);
        let may_look = |heading: f64| {
            speed < SIDEWAYS_MPS || flat::wrapped(heading - way).abs() < SIDEWAYS_RAD
        };
        match wish.heading_rad.filter(|heading| may_look(*heading)) {
            Some(heading) => heading,
            None if speed > 0.3 => way,
            None => self.place.heading_rad,
        }
    }

    /// Moves towards its body by a share of the distance, and then to at most `within_m` from the body.
    pub(crate) fn come(&mut self, to: Flat, share: f64, within_m: f64) {
        let way = flat::scale(flat::sub(self.place.position_m, to), 1.0 - share);
        self.place.position_m = flat::add(to, flat::at_most(way, within_m));
    }

    /// Sets its place and velocity to the body's, after a collision or while a clip leads.
    pub(crate) fn lead(&mut self, place: Place, velocity_mps: Flat) {
        self.place = place;
        self.velocity_mps = velocity_mps;
        self.acceleration_mps2 = [0.0; 2];
        self.turn_radps = 0.0;
    }

    /// Sets the trajectories of a goal, relative to the body. If motion plays `speed` times as fast, a second of a clip
    /// is shorter by that factor.
    pub(crate) fn set_goal(
        &self,
        schema: &Schema,
        body: Place,
        wish: &Wish,
        speed: f64,
        goal: &mut Goal,
    ) {
        let rate = schema.rate().as_f64();
        for group in schema.groups() {
            let (horizons, is_place) = match &group.source {
                Source::TrajectoryPosition { horizons_frames } => (horizons_frames, true),
                Source::TrajectoryDirection { horizons_frames } => (horizons_frames, false),
                _ => continue,
            };
            let mut values = [0.0f32; 32];
            for (pair, &frames) in values.chunks_exact_mut(2).zip(horizons) {
                let mut ahead = *self;
                ahead.follow(f64::from(frames) / rate / speed, wish);
                let value = if is_place {
                    let way = flat::sub(ahead.place.position_m, body.position_m);
                    flat::to_body(body.heading_rad, way)
                } else {
                    flat::ahead(flat::wrapped(ahead.place.heading_rad - body.heading_rad))
                };
                pair.copy_from_slice(&value.map(to_f32));
            }
            let name = if is_place { POSITION } else { DIRECTION };
            let count = 2 * horizons.len();
            // The group exists in the schema and its numbers are finite.
            let _ = goal.set(name, &values[..count.min(values.len())]);
        }
    }
}
