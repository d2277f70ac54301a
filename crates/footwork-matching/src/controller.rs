//! Turns a stick into a goal. A point follows the stick on critically damped springs, and its path is predicted.
//!
//! Source: D. Holden, *Spring-It-On* (2021), and the controller of *Learned Motion Matching* (2020).

use footwork_base::maths;

use crate::goal::Goal;
use crate::place::Place;
use crate::schema::{MAX_FEATURES, Schema, Source};
use crate::spring::{Spring, SpringState, exp};
use crate::vector::to_f32;

/// The wanted velocity and heading, as given by a player's stick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stick {
    /// The wanted velocity, world x and z, in m/s.
    pub velocity_mps: [f64; 2],
    /// The wanted heading, an angle about +y from +z towards +x, in radians. `None` means the direction of the velocity, or
    /// the current heading if the velocity is 0.
    pub heading_rad: Option<f64>,
}

impl Stick {
    /// Creates a stick with a velocity. The heading is the direction of the velocity.
    pub fn new(velocity_mps: [f64; 2]) -> Self {
        Self {
            velocity_mps,
            heading_rad: None,
        }
    }
}

/// How a controller follows the stick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControllerConfig {
    /// The half-life of the difference between the point's velocity and the wanted velocity, in seconds. 0.27 s by
    /// default.
    pub velocity_halflife_secs: f64,
    /// The half-life of the difference between the point's heading and the wanted heading, in seconds. 0.27 s by
    /// default.
    pub heading_halflife_secs: f64,
    /// The half-life with which the character is pulled towards the controller, in seconds. With `None`, only the clips
    /// move the character. 0.1 s by default.
    pub adjust_halflife_secs: Option<f64>,
    /// The largest pull, as a share of the character's own speed. The limit keeps the character from gliding. 0.5 by
    /// default.
    pub adjust_share: f64,
    /// The largest distance of a character from the controller, in metres; `None` sets no limit. 0.15 m by default.
    pub clamp_m: Option<f64>,
}

impl Default for ControllerConfig {
    fn default() -> Self {
        Self {
            velocity_halflife_secs: 0.27,
            heading_halflife_secs: 0.27,
            adjust_halflife_secs: Some(0.1),
            adjust_share: 0.5,
            clamp_m: Some(0.15),
        }
    }
}

/// A point that follows a stick. It is plain data: a copy gives the same bits from then on.
///
/// ```
/// use footwork_matching::{Controller, ControllerConfig, Place, Stick};
///
/// let mut controller = Controller::new(ControllerConfig::default(), Place::default()).unwrap();
/// let ahead = Stick::new([0.0, 1.5]);
/// for _ in 0..120 {
///     controller.update(1.0 / 60.0, ahead);
/// }
/// let [x, z] = controller.place().position_m;
/// assert!(x == 0.0 && z > 2.0 && z < 3.0);
/// // The point continues at full speed.
/// let soon = controller.predict(1.0, ahead).position_m;
/// assert!((soon[1] - z - 1.5).abs() < 0.02);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    config: ControllerConfig,
    pub(crate) place: Place,
    pub(crate) velocity_mps: [f64; 2],
    pub(crate) acceleration_mps2: [f64; 2],
    pub(crate) turn_radps: f64,
}

impl Controller {
    /// Creates a controller at rest. Returns `None` if a number of the config is negative or not finite.
    pub fn new(config: ControllerConfig, place: Place) -> Option<Self> {
        let numbers = [
            config.velocity_halflife_secs,
            config.heading_halflife_secs,
            config.adjust_halflife_secs.unwrap_or(0.0),
            config.adjust_share,
            config.clamp_m.unwrap_or(0.0),
        ];
        let are_valid = numbers
            .iter()
            .all(|number| *number >= 0.0 && number.is_finite());
        are_valid.then_some(Self {
            config,
            place,
            velocity_mps: [0.0; 2],
            acceleration_mps2: [0.0; 2],
            turn_radps: 0.0,
        })
    }

    /// Returns the place of the point.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the velocity of the point: world x and z, in m/s.
    pub fn velocity_mps(&self) -> [f64; 2] {
        self.velocity_mps
    }

    /// Follows the stick for a time step. One step of 2 s equals two steps of 1 s, up to rounding. Nothing changes if
    /// `dt_secs` is negative, or if `dt_secs` or the stick is not finite.
    pub fn update(&mut self, dt_secs: f64, stick: Stick) {
        let numbers = [
            stick.velocity_mps[0],
            stick.velocity_mps[1],
            stick.heading_rad.unwrap_or(0.0),
            dt_secs,
        ];
        if dt_secs < 0.0 || numbers.iter().any(|number| !number.is_finite()) {
            return;
        }
        for axis in [0, 1] {
            let spring = Spring::new(self.config.velocity_halflife_secs, dt_secs);
            let before = SpringState {
                place: self.place.position_m[axis],
                velocity: self.velocity_mps[axis],
                acceleration: self.acceleration_mps2[axis],
            };
            let after = spring.follow(before, stick.velocity_mps[axis]);
            self.place.position_m[axis] = after.place;
            self.velocity_mps[axis] = after.velocity;
            self.acceleration_mps2[axis] = after.acceleration;
        }
        let [x, z] = stick.velocity_mps;
        let wanted = match stick.heading_rad {
            Some(heading) => heading,
            None if maths::hypot(to_f32(x), to_f32(z)) > 0.01 => {
                f64::from(maths::atan2(to_f32(x), to_f32(z)))
            }
            None => self.place.heading_rad,
        };
        let spring = Spring::new(self.config.heading_halflife_secs, dt_secs);
        let way = wrapped(self.place.heading_rad - wanted);
        let (way, turn) = spring.settle(way, self.turn_radps);
        self.place.heading_rad = wrapped(wanted + way);
        self.turn_radps = turn;
    }

    /// Does the same as [`Controller::update`], within a world. `reach` takes a position and a step from it, both world
    /// x and z in metres. It returns the part of the step that the world allows. If that part is shorter than the step,
    /// the velocity and the acceleration lose their component along the missing part. So no speed builds up at a wall,
    /// and the point follows the stick along the wall.
    pub fn update_within(
        &mut self,
        dt_secs: f64,
        stick: Stick,
        mut reach: impl FnMut([f64; 2], [f64; 2]) -> [f64; 2],
    ) {
        let from = self.place.position_m;
        self.update(dt_secs, stick);
        let wanted = [0, 1].map(|axis| self.place.position_m[axis] - from[axis]);
        let made = made(from, wanted, &mut reach);
        if made != wanted && dt_secs > 0.0 {
            self.place.position_m = [0, 1].map(|axis| from[axis] + made[axis]);
            let lack = [0, 1].map(|axis| made[axis] - wanted[axis]);
            let far = length(lack);
            let normal = lack.map(|lack| lack / far);
            let along = |vector: [f64; 2]| vector[0] * normal[0] + vector[1] * normal[1];
            // If the world pushes the point out of an obstacle, the point gains no speed.
            let [before, most] = [self.velocity_mps, self.acceleration_mps2].map(along);
            let reached = along(made) / dt_secs;
            let limit = if before > 0.0 { before } else { 0.0 };
            let after = if reached < limit { reached } else { limit };
            let most = if most < 0.0 { most } else { 0.0 };
            for axis in [0, 1] {
                self.velocity_mps[axis] += (after - before) * normal[axis];
                self.acceleration_mps2[axis] -= most * normal[axis];
            }
        }
    }

    /// Moves to a place within `dt_secs`, as far as the world allows; see [`Self::update_within`].
    pub(crate) fn lead_to(
        &mut self,
        to: Place,
        dt_secs: f64,
        mut reach: impl FnMut([f64; 2], [f64; 2]) -> [f64; 2],
    ) {
        if dt_secs <= 0.0 {
            return;
        }
        let from = self.place;
        let wanted = [0, 1].map(|axis| to.position_m[axis] - from.position_m[axis]);
        let made = made(from.position_m, wanted, &mut reach);
        self.place.position_m = [0, 1].map(|axis| from.position_m[axis] + made[axis]);
        self.place.heading_rad = wrapped(to.heading_rad);
        self.velocity_mps = made.map(|way| way / dt_secs);
        self.acceleration_mps2 = [0.0; 2];
        self.turn_radps = wrapped(to.heading_rad - from.heading_rad) / dt_secs;
    }

    /// Moves the point and turns its velocity in the same way as a character that the game moves from one place to
    /// another.
    pub fn carry(&mut self, from: Place, to: Place) {
        let turn = to_f32(to.heading_rad - from.heading_rad);
        let [sine, cosine] = [maths::sin(turn), maths::cos(turn)].map(f64::from);
        let turned = |[x, z]: [f64; 2]| [x * cosine + z * sine, z * cosine - x * sine];
        let way = [0, 1].map(|axis| self.place.position_m[axis] - from.position_m[axis]);
        let way = turned(way);
        self.place.position_m = [0, 1].map(|axis| to.position_m[axis] + way[axis]);
        self.place.heading_rad =
            wrapped(self.place.heading_rad + to.heading_rad - from.heading_rad);
        self.velocity_mps = turned(self.velocity_mps);
        self.acceleration_mps2 = turned(self.acceleration_mps2);
    }

    /// Returns the predicted place after `secs` seconds, provided that the stick does not move.
    pub fn predict(&self, secs: f64, stick: Stick) -> Place {
        let mut ahead = *self;
        ahead.update(secs, stick);
        ahead.place
    }

    /// Sets all trajectories of a goal to the predicted path of this controller, relative to the character.
    pub fn set_goal(&self, schema: &Schema, character: Place, stick: Stick, goal: &mut Goal) {
        let rate = schema.rate().as_f64();
        set_path(schema, character, goal, |frames| {
            self.predict(f64::from(frames) / rate, stick)
        });
    }

    /// Returns the adjusted place of a character that is at `character` and moves at `speed_mps`. The place is pulled
    /// towards this point by at most a share of the character's own movement. It is at most the clamp distance away
    /// from the point. A time or speed that is negative or not finite changes nothing.
    pub fn adjusted(&self, dt_secs: f64, character: Place, speed_mps: f64) -> Place {
        let mut place = character;
        let is_valid = |number: f64| number >= 0.0 && number.is_finite();
        if !is_valid(dt_secs) || !is_valid(speed_mps) {
            return place;
        }
        let way = [0, 1].map(|axis| self.place.position_m[axis] - character.position_m[axis]);
        let far = length(way);
        if let Some(halflife) = self.config.adjust_halflife_secs
            && far > 0.0
        {
            let pulled = if halflife > 0.0 {
                1.0 - exp(-std::f64::consts::LN_2 * dt_secs / halflife)
            } else {
                1.0
            };
            let most = self.config.adjust_share * speed_mps * dt_secs;
            let share = if pulled * far > most {
                most / far
            } else {
                pulled
            };
            place.position_m = [0, 1].map(|axis| place.position_m[axis] + way[axis] * share);
            let turn = wrapped(self.place.heading_rad - character.heading_rad);
            let most =
                self.config.adjust_share * f64::from(maths::abs(to_f32(self.turn_radps))) * dt_secs;
            place.heading_rad = wrapped(character.heading_rad + (turn * pulled).clamp(-most, most));
        }
        if let Some(clamp_m) = self.config.clamp_m {
            let way = [0, 1].map(|axis| place.position_m[axis] - self.place.position_m[axis]);
            let far = length(way);
            if far > clamp_m {
                let share = clamp_m / far;
                place.position_m =
                    [0, 1].map(|axis| self.place.position_m[axis] + way[axis] * share);
            }
        }
        place
    }
}

/// Sets all trajectories of a goal to a path, relative to the character. `at` returns the place on the path after a
/// number of frames.
pub(crate) fn set_path(
    schema: &Schema,
    character: Place,
    goal: &mut Goal,
    mut at: impl FnMut(u32) -> Place,
) {
    let angle = to_f32(character.heading_rad);
    let [sine, cosine] = [maths::sin(angle), maths::cos(angle)].map(f64::from);
    let local = |[x, z]: [f64; 2]| [x * cosine - z * sine, x * sine + z * cosine].map(to_f32);
    for group in schema.groups() {
        let (horizons_frames, is_position) = match &group.source {
            Source::TrajectoryPosition { horizons_frames } => (horizons_frames, true),
            Source::TrajectoryDirection { horizons_frames } => (horizons_frames, false),
            _ => continue,
        };
        let mut values = [0.0; MAX_FEATURES];
        for (pair, &frames) in values.chunks_exact_mut(2).zip(horizons_frames) {
            let place = at(frames);
            pair.copy_from_slice(&if is_position {
                local([0, 1].map(|axis| place.position_m[axis] - character.position_m[axis]))
            } else {
                let angle = to_f32(wrapped(place.heading_rad - character.heading_rad));
                [maths::sin(angle), maths::cos(angle)]
            });
        }
        // Cannot fail, because the group belongs to the schema and its numbers are finite.
        let _ = goal.set(&group.name, &values[..2 * horizons_frames.len()]);
    }
}

/// Returns the part of a step that the world allows. If less than a micrometre is missing, returns the whole step. If
/// the world returns a number that is not finite, returns no step.
pub(crate) fn made(
    from: [f64; 2],
    wanted: [f64; 2],
    reach: &mut impl FnMut([f64; 2], [f64; 2]) -> [f64; 2],
) -> [f64; 2] {
    if wanted == [0.0; 2] {
        return wanted;
    }
    let made = reach(from, wanted);
    if !made.iter().all(|number| number.is_finite()) {
        return [0.0; 2];
    }
    let lack = length([0, 1].map(|axis| made[axis] - wanted[axis]));
    if lack > 1e-6 { made } else { wanted }
}

pub(crate) fn length([x, z]: [f64; 2]) -> f64 {
    (x * x + z * z).sqrt()
}

/// Wraps an angle to the range from -π to π.
pub(crate) fn wrapped(angle: f64) -> f64 {
    angle - (angle / std::f64::consts::TAU).round() * std::f64::consts::TAU
}
