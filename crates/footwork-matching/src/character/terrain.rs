//! The ground below a character: the height of its root, and the footing of its feet.

use footwork_base::maths;

use crate::playback::Footing;
use crate::rotation;
use crate::spring::{Spring, exp};
use crate::vector::{Vec3, add, scale, sub, to_f32};
use crate::world::World;

/// The half-life of the height of the root, in seconds.
const ROOT_HALFLIFE_SECS: f64 = 0.1;
/// The half-lives of the height of a foot and of the normal below it, in seconds.
const FOOT_HALFLIFE_SECS: f64 = 0.035;
const NORMAL_HALFLIFE_SECS: f64 = 0.05;
/// The time that a swinging foot looks ahead for a step to climb, in seconds.
const FOOT_AHEAD_SECS: f32 = 0.15;
/// The height of the root is the mean height of the ground from this distance behind the root to this distance ahead,
/// in metres. So the root climbs a flight of stairs like a ramp. Below 0.5 m/s, the distance shrinks in proportion to
/// the speed.
const ROOT_SPAN_M: f64 = 0.2;
/// The largest distance of a clip's foot below the usual height of standing feet, in metres.
const MAX_SINK_M: f32 = 0.002;
/// Below the first height above the ground, a foot tilts fully with the ground. Above the second height, it does not
/// tilt. In between, the tilt is partial. In metres.
const TILT_HEIGHTS_M: [f32; 2] = [0.03, 0.2];

/// The heights below a character. It is plain data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terrain {
    pub(super) height_m: f64,
    pub(super) rise_mps: f64,
    pub(super) feet: [FootGround; 2],
    /// The median height of the foot joints above the ground, over the poses of the clips in which the foot stands.
    pub(super) sole_m: f32,
}

/// The ground below a foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FootGround {
    /// The smoothed height that the foot follows.
    pub(super) height_m: f64,
    pub(super) rise_mps: f64,
    pub(super) normal: Vec3,
    /// The last position of the foot on flat ground.
    pub(super) last_m: Option<Vec3>,
}

const UP: Vec3 = [0.0, 1.0, 0.0];

impl Terrain {
    pub(super) fn new(height_m: f64, sole_m: f32) -> Self {
        let foot = FootGround {
            height_m,
            rise_mps: 0.0,
            normal: UP,
            last_m: None,
        };
        Self {
            height_m,
            rise_mps: 0.0,
            feet: [foot; 2],
            sole_m,
        }
    }

    /// Raises all heights by `by_m`.
    pub(super) fn raise(&mut self, by_m: f64) {
        self.height_m += by_m;
        for foot in &mut self.feet {
            foot.height_m += by_m;
            foot.last_m = None;
        }
    }

    /// Moves the height of the root towards the ground ahead: at the point that the root will have reached when the
    /// spring arrives. So the root does not lag behind on ramps.
    pub(super) fn follow(
        &mut self,
        dt_secs: f64,
        [x, z]: [f64; 2],
        velocity_mps: [f64; 2],
        world: &mut impl World,
    ) {
        let lag_secs = ROOT_HALFLIFE_SECS / std::f64::consts::LN_2;
        let [vx, vz] = velocity_mps;
        let (x, z) = (x + vx * lag_secs, z + vz * lag_secs);
        let speed = (vx * vx + vz * vz).sqrt();
        let span_m = ROOT_SPAN_M * (speed / 0.5).clamp(0.0, 1.0);
        let [ax, az] = [vx, vz].map(|v| {
            if speed > 1e-6 {
                v / speed * span_m
            } else {
                0.0
            }
        });
        let (mut sum, mut count) = (0.0, 0.0);
        for share in [-1.0, 0.0, 1.0] {
            let at = [x + share * ax, self.height_m, z + share * az];
            if let Some(ground) = world.ground(at).filter(|at| at.height_m.is_finite()) {
                sum += ground.height_m;
                count += 1.0;
            }
        }
        let wanted = if count > 0.0 {
            sum / count
        } else {
            self.height_m
        };
        let spring = Spring::new(ROOT_HALFLIFE_SECS, dt_secs);
        let (off, rise) = spring.settle(self.height_m - wanted, self.rise_mps);
        (self.height_m, self.rise_mps) = (wanted + off, rise);
    }

    /// Returns the untilted footing at a point; `None` without ground.
    pub(super) fn ground(&self, [x, _, z]: Vec3, world: &mut impl World) -> Option<Footing> {
        let at = [f64::from(x), self.height_m, f64::from(z)];
        let ground = world.ground(at).filter(|at| at.height_m.is_finite())?;
        Some(Footing {
            ground_m: to_f32(ground.height_m - self.height_m),
            ..Footing::FLAT
        })
    }

    /// Returns the footing of a foot whose contact joint is at a point on flat ground; `None` without ground.
    pub(super) fn footing(
        &mut self,
        dt_secs: f64,
        foot: usize,
        at_m: Vec3,
        is_planted: bool,
        world: &mut impl World,
    ) -> Option<Footing> {
        let root_m = self.height_m;
        let (sole_m, foot) = (self.sole_m, &mut self.feet[foot]);
        let dt = to_f32(dt_secs);
        let way = match foot.last_m {
            Some(last) if dt > 0.0 => scale(sub(at_m, last), FOOT_AHEAD_SECS / dt),
            _ => [0.0; 3],
        };
        foot.last_m = Some(at_m);
        let mut ground_at = |[x, _, z]: Vec3| {
            let at = [f64::from(x), higher(root_m, foot.height_m), f64::from(z)];
            world.ground(at).filter(|ground| {
                let is_finite = ground.normal.iter().all(|number| number.is_finite());
                ground.height_m.is_finite() && is_finite
            })
        };
        let here = ground_at(at_m)?;
        let mut wanted = here.height_m;
        if !is_planted {
            for share in [0.5, 1.0] {
                let ahead = ground_at(add(at_m, scale(way, share)));
                wanted = ahead.map_or(wanted, |ahead| higher(wanted, ahead.height_m));
            }
        }
        let spring = Spring::new(FOOT_HALFLIFE_SECS, dt_secs);
        let (off, rise) = spring.settle(foot.height_m - wanted, foot.rise_mps);
        (foot.height_m, foot.rise_mps) = (wanted + off, rise);
        if off.abs() < 1e-6 && rise.abs() < 1e-4 {
            (foot.height_m, foot.rise_mps) = (wanted, 0.0);
        }
        if foot.normal != here.normal {
            let share = 1.0 - to_f32(exp(-std::f64::consts::LN_2 * dt_secs / NORMAL_HALFLIFE_SECS));
            let way = sub(here.normal, foot.normal);
            foot.normal = add(foot.normal, scale(way, share));
        }
        let [full, none] = TILT_HEIGHTS_M.map(|height| height + sole_m);
        let weight = 1.0 - maths::smoothstep(full, none, at_m[1]);
        let tilt = if foot.normal == UP {
            rotation::IDENTITY
        } else {
            let whole = rotation::to_vector(rotation::between(UP, foot.normal));
            rotation::from_vector(scale(whole, weight))
        };
        Some(Footing {
            lift_m: to_f32(foot.height_m - root_m),
            tilt,
            ground_m: to_f32(here.height_m - root_m),
            clear_m: maths::max(maths::min(at_m[1], sole_m), sole_m - MAX_SINK_M),
        })
    }
}

fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
