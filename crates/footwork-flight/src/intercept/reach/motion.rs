//! What the fastest motions of a player depend on, and how far they get.

use std::cell::Cell;
use std::f64::consts::PI;

use super::area::Reach;
use super::cone::Cone;
use super::farthest::{Begin, Farthest};
use crate::intercept::player::Player;
use crate::vector::{least, most};

pub(crate) const DIRECTIONS: usize = 16;

/// cos of 0°, 22.5°, 45°, 67.5° and 90°.
const QUARTER: [f64; 5] = [
    1.0,
    0.923_879_532_511_286_7,
    std::f64::consts::FRAC_1_SQRT_2,
    0.382_683_432_365_089_8,
    0.0,
];

/// The unit vectors of the directions, as x and z.
const ALONG: [[f64; 2]; DIRECTIONS] = {
    let mut along = [[0.0; 2]; DIRECTIONS];
    let mut index = 0;
    while index < DIRECTIONS {
        let (cos, sin) = (QUARTER[index % 4], QUARTER[4 - index % 4]);
        along[index] = match index / 4 {
            0 => [cos, sin],
            1 => [-sin, cos],
            2 => [-cos, -sin],
            _ => [sin, -cos],
        };
        index += 1;
    }
    along
};

/// What the fastest motions of a player depend on.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) cone: Cone,
    pub(crate) acceleration: f64,
    velocity: [f64; 2],
    /// Where the body faces, if it matters.
    facing: Option<[f64; 2]>,
    turn_secs: f64,
    /// The angle of the facing, once it was needed.
    faces: Cell<Option<f64>>,
}

impl Motion {
    pub(crate) fn new(player: &Player, now_secs: f64) -> Self {
        let mut cone = Cone::new(player, now_secs);
        let [vx, _, vz] = player.velocity;
        let drift = cone.ready_secs - now_secs;
        cone.x += vx * drift;
        cone.z += vz * drift;
        cone.speed = most(cone.speed, (vx * vx + vz * vz).sqrt());
        let [x, _, z] = player.facing;
        Self {
            cone,
            acceleration: most(player.acceleration_mps2 * player.stamina, 1e-3),
            velocity: [vx, vz],
            facing: (player.turn_secs > 0.0 && (x != 0.0 || z != 0.0)).then_some([x, z]),
            turn_secs: player.turn_secs,
            faces: Cell::new(None),
        }
    }

    /// How the player begins to move along the direction with this index.
    #[inline]
    pub(crate) fn begin(&self, index: usize) -> Begin {
        let along = ALONG[index % DIRECTIONS];
        let ready_secs = self.cone.ready_secs;
        Begin {
            along,
            ready_secs,
            at: along[0] * self.cone.x + along[1] * self.cone.z + self.cone.reach,
            speed: along[0] * self.velocity[0] + along[1] * self.velocity[1],
            turned_secs: ready_secs + self.late_secs(index, along),
        }
    }

    /// The fastest motion that begins so.
    #[inline]
    pub(crate) fn farthest(&self, begin: Begin) -> Farthest {
        Farthest::new(begin, self.cone.speed, self.acceleration)
    }

    /// The slack of the fastest motion along a direction, as [`Farthest::slack`] returns it, without the phases.
    #[inline]
    pub(crate) fn slack(&self, begin: &Begin, secs: f64, [x, _, z]: [f64; 3]) -> f64 {
        let late_secs = begin.turned_secs - begin.ready_secs;
        let progress = self.progress(begin.speed, late_secs, secs - begin.ready_secs);
        begin.at + progress - (begin.along[0] * x + begin.along[1] * z)
    }

    /// How far the fastest motion gets within `secs`, from this speed and turned after `late_secs`.
    fn progress(&self, speed: f64, late_secs: f64, secs: f64) -> f64 {
        let a = self.acceleration;
        let braking_secs = if speed < 0.0 { -speed / a } else { 0.0 };
        if secs < braking_secs {
            return (speed + 0.5 * a * secs) * secs;
        }
        let run_secs = most(braking_secs, late_secs);
        let run_speed = most(speed, 0.0);
        let waited = 0.5 * speed * braking_secs;
        if secs < run_secs {
            return waited + run_speed * (secs - braking_secs);
        }
        let start = waited + run_speed * (run_secs - braking_secs);
        let left = secs - run_secs;
        let more = most(self.cone.speed - run_speed, 0.0);
        match left * a < more {
            true => start + (run_speed + 0.5 * a * left) * left,
            false => start + self.cone.speed * left - 0.5 * more * more / a,
        }
    }

    /// How much of its slack any direction can have lost since an earlier motion, both ready, by the player alone.
    ///
    /// Along a direction the fastest motion from a speed v, turned after l, gets D(v, l, τ) in the time τ. Per second of τ
    /// it changes by at most the top speed s; per second of l it loses at most s, and l changes by at most the turn time
    /// times the angle over 180°, an angle that is at most a quarter turn for each radius of its chord; per metre per second
    /// of v it loses at most the time until it is at top speed, which is at most l, braking from v and accelerating to s.
    ///
    /// The chord between the directions of f and g is at most `2 |f − g| / (|f| + |g|)` (Dunkl and Williams, *A simple norm
    /// inequality*, 1964).
    pub(crate) fn loss(&self, before: &Self) -> f64 {
        let is_same = self.cone.speed == before.cone.speed
            && self.cone.reach == before.cone.reach
            && self.acceleration == before.acceleration
            && self.turn_secs == before.turn_secs;
        if !is_same {
            return f64::INFINITY;
        }
        let speed = self.cone.speed;
        let half_turn = 0.5 * self.turn_secs;
        let turned = match (self.facing, before.facing) {
            (one, other) if one == other => 0.0,
            (Some(one), Some(other)) => {
                let apart = at_most([one[0] - other[0], one[1] - other[1]]);
                let [[a, b], [c, d]] = [one, other];
                let lengths = (a * a + b * b).sqrt() + (c * c + d * d).sqrt();
                let chord = 2.0 * apart / lengths;
                least(half_turn * chord, half_turn)
            }
            _ => half_turn,
        };
        let [vx, vz] = self.velocity;
        let slower = at_most([vx - before.velocity[0], vz - before.velocity[1]]);
        let moved = at_most([self.cone.x - before.cone.x, self.cone.z - before.cone.z]);
        let per_mps = half_turn + 2.0 * speed / self.acceleration;
        let secs = (self.cone.ready_secs - before.cone.ready_secs).abs();
        speed * (secs + turned) + moved + per_mps * slower
    }

    /// Takes over what an earlier motion that faced alike has worked out.
    pub(crate) fn learn(&self, before: &Self) {
        if self.facing == before.facing {
            self.faces.set(before.faces.get());
        }
    }

    /// The time to turn to within 90° of a direction.
    fn late_secs(&self, index: usize, along: [f64; 2]) -> f64 {
        let Some([x, z]) = self.facing else {
            return 0.0;
        };
        if along[0] * x + along[1] * z >= 0.0 {
            return 0.0;
        }
        let faces = self.faces.get().unwrap_or_else(|| libm::atan2(z, x));
        self.faces.set(Some(faces));
        late_secs(self.turn_secs, faces, index as f64 * (2.0 * PI / 16.0))
    }
}

/// A bound of the length of a vector, at most 8.3 % above it, without a root.
#[inline]
pub(crate) fn at_most([x, z]: [f64; 2]) -> f64 {
    let (x, z) = (x.abs(), z.abs());
    most(x, z) + (std::f64::consts::SQRT_2 - 1.0) * least(x, z)
}

/// The angle that the body faces, if it matters.
pub(super) fn facing(player: &Player) -> Option<f64> {
    let [x, _, z] = player.facing;
    (player.turn_secs > 0.0 && (x != 0.0 || z != 0.0)).then(|| libm::atan2(z, x))
}

/// The time to turn to within 90° of a direction.
pub(super) fn late_secs(turn_secs: f64, faces: f64, turn: f64) -> f64 {
    let off = (faces - turn).abs();
    let off = least(off, (off - 2.0 * PI).abs());
    most(off - 0.5 * PI, 0.0) / PI * turn_secs
}
