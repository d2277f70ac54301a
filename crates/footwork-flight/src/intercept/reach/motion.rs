//! The parameters of a player's fastest motions, and bounds on the distance they cover.

use std::cell::Cell;
use std::f64::consts::PI;

use super::area::{ROOM_M, Reach};
use super::cone::{Cone, ROUNDING_M};
use super::dash::{Dash, ROUNDING_MPS, Start};
use super::farthest::{Begin, Farthest};
use crate::intercept::moment::InterceptMoment;
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

/// Half the number of directions. The other half points the opposite way, so loops over all directions need only this
/// half.
const HALF: usize = DIRECTIONS / 2;
/// The x of each direction in the first half.
const ALONG_X: [f64; HALF] = component(0);
/// The z of each direction in the first half.
const ALONG_Z: [f64; HALF] = component(1);

const fn component(axis: usize) -> [f64; HALF] {
    let mut half = [0.0; HALF];
    let mut index = 0;
    while index < HALF {
        half[index] = ALONG[index][axis];
        index += 1;
    }
    half
}

/// A time and a place on the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    secs: f64,
    place: [f64; 2],
}

impl Spot {
    /// A spot for bounds that hold no information.
    pub(crate) const ANYWHERE: Self = Self {
        secs: 0.0,
        place: [0.0; 2],
    };

    #[inline]
    pub(crate) fn new(moment: &InterceptMoment) -> Self {
        let [x, _, z] = moment.position;
        Self {
            secs: moment.secs,
            place: [x, z],
        }
    }
}

/// The directions along which a motion certainly follows from an earlier one: the player moved within the model, so the
/// reach did not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    All,
    /// The directions for which [`Motion::follows_along`] returns `true`.
    Some,
    Unknown,
}

/// The parameters of a player's fastest motions.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) cone: Cone,
    pub(crate) acceleration: f64,
    /// The inverse of the acceleration.
    secs_per_mps: f64,
    velocity: [f64; 2],
    /// The direction that the body faces; zeros if it does not matter.
    facing: [f64; 2],
    turn_secs: f64,
    /// The angle of the facing; NaN until it is needed.
    faces: Cell<f64>,
}

impl Motion {
    #[inline]
    pub(crate) fn new(player: &Player, now_secs: f64) -> Self {
        let mut cone = Cone::new(player, now_secs);
        let [vx, _, vz] = player.velocity;
        let drift = cone.ready_secs - now_secs;
        cone.x += vx * drift;
        cone.z += vz * drift;
        let square = vx * vx + vz * vz;
        if square > cone.speed * cone.speed {
            cone.speed = most(cone.speed, square.sqrt());
        }
        let [x, _, z] = player.facing;
        let acceleration = most(player.acceleration_mps2 * player.stamina, 1e-3);
        Self {
            cone,
            acceleration,
            secs_per_mps: 1.0 / acceleration,
            velocity: [vx, vz],
            facing: if player.turn_secs > 0.0 {
                [x, z]
            } else {
                [0.0; 2]
            },
            turn_secs: player.turn_secs,
            faces: Cell::new(f64::NAN),
        }
    }

    /// Returns the start of the player's motion along the direction with this index.
    #[inline]
    fn begin(&self, index: usize) -> Begin {
        let along = ALONG[index % DIRECTIONS];
        let ready_secs = self.cone.ready_secs;
        Begin {
            along,
            ready_secs,
            at: self.at(along),
            speed: self.speed(along),
            turned_secs: ready_secs
                + if dot(along, self.facing) >= 0.0 {
                    0.0
                } else {
                    self.late_secs(index)
                },
        }
    }

    /// Returns the fastest motion along the direction with this index.
    #[inline]
    pub(crate) fn farthest(&self, index: usize) -> Farthest {
        Farthest::new(self.begin(index), self.cone.speed, self.acceleration)
    }

    /// Returns the fastest motion along the direction with this index, in closed form.
    #[inline(always)]
    pub(crate) fn dash(&self, index: usize) -> Dash {
        let along = ALONG[index % DIRECTIONS];
        let start = Start {
            along,
            ready_secs: self.cone.ready_secs,
            at: self.at(along),
            speed: self.speed(along),
            top_speed: self.cone.speed,
            acceleration: self.acceleration,
        };
        let braking_secs = most(-start.speed, 0.0) * self.secs_per_mps;
        let late_secs = self.later_than(braking_secs, index, along);
        Dash::new(start, braking_secs, late_secs, self.secs_per_mps)
    }

    /// Returns the time since which a player who is at a place at `secs` could have waited there. Equals
    /// [`Reach::arrival_secs`] of the full model, but does not build that model.
    #[inline(never)]
    pub(crate) fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64 {
        let cone = &self.cone;
        if cone.speed == 0.0 {
            return cone.ready_secs;
        }
        let slack = cone.inside(secs, at[0], at[2]);
        if slack <= ROOM_M {
            return secs;
        }
        let mut arrival_secs = most(secs - slack / cone.speed, cone.ready_secs);
        for index in 0..DIRECTIONS {
            let dash = self.dash(index);
            if dash.slack(secs, at) <= ROOM_M {
                return secs;
            }
            arrival_secs = most(arrival_secs, dash.arrival_secs(secs, at));
        }
        least(arrival_secs, secs)
    }

    /// Returns the player's coordinate along a direction plus the reach, in metres.
    #[inline]
    fn at(&self, along: [f64; 2]) -> f64 {
        along[0] * self.cone.x + along[1] * self.cone.z + self.cone.reach
    }

    #[inline]
    fn speed(&self, along: [f64; 2]) -> f64 {
        along[0] * self.velocity[0] + along[1] * self.velocity[1]
    }

    /// Returns how far the fastest motion can fall behind a run at top speed, in metres. The run starts when the player
    /// is ready.
    ///
    /// The covered distance of the fastest motion is convex in time and ends at the top speed s, so it is never behind
    /// the line on which it ends. With the velocity v, the acceleration a and the turn time t, that line is behind a
    /// run at s by at most (s + |v|)² / 2a + s t / 2: the first term is for braking and speeding up, the second for
    /// turning.
    pub(crate) fn most_behind(&self) -> f64 {
        let speed = self.cone.speed;
        let both = speed + at_most(self.velocity);
        0.5 * (both * both * self.secs_per_mps + speed * self.turn_secs)
    }

    /// Returns a lower bound of a place's slack along a direction, given `behind` from [`Motion::most_behind`].
    pub(crate) fn least_slack(
        &self,
        index: usize,
        secs: f64,
        [x, _, z]: [f64; 3],
        behind: f64,
    ) -> f64 {
        let along = ALONG[index % DIRECTIONS];
        let run = self.cone.speed * (secs - self.cone.ready_secs) - behind;
        self.at(along) + run - (along[0] * x + along[1] * z)
    }

    /// Updates the lower bounds of a place's slack in each direction, from an earlier motion and spot to the current
    /// ones. Returns the smallest bound. A bound of minus infinity is unknown; a bound of plus infinity stays.
    ///
    /// Along a direction n, take the fastest motion with the initial speed v that has turned after the time l. In the
    /// time τ it covers D(v, l, τ). The slack at a place q is therefore n · (p − q) + D. With the top speed s and the
    /// acceleration a, D changes as follows:
    ///
    /// - if τ shrinks, D falls by at most s per second; if τ grows, D does not fall, provided that braking is over;
    /// - if l grows, D falls by at most s per second; l changes by at most the turn time × angle / 180°, and the angle is at
    ///   most 90° × its chord on the unit circle;
    /// - if v falls, D falls by at most the time until top speed per m/s: l + s / a from v ≥ 0, and (s − v) / a from v < 0;
    ///   if v rises, D does not fall.
    ///
    /// The chord between the directions of f and g is at most `2 |f − g| / (|f| + |g|)` (Dunkl and Williams, *A simple norm
    /// inequality*, 1964).
    #[inline]
    pub(crate) fn carry(
        &self,
        before: &Self,
        [from, to]: [Spot; 2],
        slacks: &mut [f64; DIRECTIONS],
    ) -> f64 {
        let is_alike = (self.cone.speed == before.cone.speed)
            & (self.cone.reach == before.cone.reach)
            & (self.acceleration == before.acceleration)
            & (self.turn_secs == before.turn_secs);
        if !is_alike {
            forget(slacks);
            return f64::NEG_INFINITY;
        }
        let speed = self.cone.speed;
        let half_turn = 0.5 * self.turn_secs;
        let mut turned = 0.0;
        if !is_same(self.facing, before.facing) {
            let apart = at_most(difference(self.facing, before.facing));
            let lengths = at_most(self.facing) + at_most(before.facing);
            turned = least(2.0 * SECANT * apart / lengths, 1.0) * half_turn;
        }
        let fastest = most(at_most(self.velocity), at_most(before.velocity));
        let [was, is] = [
            from.secs - before.cone.ready_secs,
            to.secs - self.cone.ready_secs,
        ];
        let is_later = (was <= is) & (was >= at_most(self.velocity) * self.secs_per_mps);
        let sooner = if is_later { 0.0 } else { (was - is).abs() };
        let lost = speed * (sooner + turned) + ROUNDING_M;
        let per_mps = (most(half_turn * self.acceleration, fastest) + speed) * self.secs_per_mps;
        let [wx, wz] = difference(self.velocity, before.velocity).map(|w| w * per_mps);
        let x = (self.cone.x - before.cone.x) - (to.place[0] - from.place[0]);
        let z = (self.cone.z - before.cone.z) - (to.place[1] - from.place[1]);
        let (ahead, behind) = slacks.split_at_mut(HALF);
        let mut less = [0.0; HALF];
        for (index, less) in less.iter_mut().enumerate() {
            let moved = ALONG_X[index] * x + ALONG_Z[index] * z;
            let faster = ALONG_X[index] * wx + ALONG_Z[index] * wz;
            ahead[index] += least(faster, 0.0) + moved - lost;
            behind[index] += least(-faster, 0.0) - moved - lost;
            *less = least(ahead[index], behind[index]);
        }
        let less: [f64; 4] = std::array::from_fn(|index| least(less[index], less[index + 4]));
        least(least(less[0], less[2]), least(less[1], less[3]))
    }

    /// Returns the directions along which the player certainly moved within the model since `before`, so that the reach
    /// along them did not grow. Does not compare the disc and the acceleration.
    ///
    /// Let w be the change of the velocity from v to v' in the time t, during which the player moved by `t (v + v') / 2`. This
    /// motion is within the model along a direction n
    ///
    /// 1. if |w| ≤ a t and n is at most 90° from the facing f, so that the player may accelerate along n;
    /// 2. for any other n, along which the player may only brake, if |w| ≤ a t and if n · w ≤ 0 or n · v' ≤ 0. This holds for
    ///    all n if w points against v', or if f is a sum of positive multiples of w and v': then n · f < 0
    ///    implies one of the two.
    ///
    /// Then the fastest speed along n is concave over t, or constant, so the distance covered is at least t times the
    /// mean of the speeds at both ends. The body turns no faster than the model allows. Since |w| ≤ a t, it also brakes
    /// no faster than the model allows, so it does not accelerate earlier either.
    #[inline]
    pub(crate) fn follows(&self, before: &Self) -> Follows {
        let secs = self.cone.ready_secs - before.cone.ready_secs;
        let (after, facing) = (self.velocity, before.facing);
        let change = difference(after, before.velocity);
        let most_change = before.acceleration * secs + ROUNDING_MPS;
        let half = 0.5 * secs;
        let off = [
            self.cone.x - before.cone.x - half * (after[0] + before.velocity[0]),
            self.cone.z - before.cone.z - half * (after[1] + before.velocity[1]),
        ];
        let square = dot(facing, facing);
        let is_steady = (secs >= 0.0)
            & (self.cone.reach <= before.cone.reach)
            & (self.turn_secs >= before.turn_secs)
            & (dot(change, change) <= most_change * most_change)
            & (dot(off, off) <= ROUNDING_M * ROUNDING_M)
            & ((square > MIN_SQUARE) | is_same(facing, [0.0; 2]));
        if !(is_steady && (is_same(self.facing, facing) || self.turns_from(before, secs))) {
            return Follows::Unknown;
        }
        let rounding = ROUNDING_MPS * ROUNDING_MPS;
        let is_along = |across: f64, square: f64| across * across <= rounding * square;
        let change_facing = cross(change, facing);
        let facing_after = cross(facing, after);
        let change_after = cross(change, after);
        let speeds_up = is_along(change_facing, square) & (dot(change, facing) >= 0.0);
        let runs_ahead = is_along(facing_after, square) & (dot(after, facing) >= 0.0);
        let brakes = is_along(change_after, dot(after, after)) & (dot(change, after) <= 0.0);
        let is_between =
            (change_facing * facing_after > 0.0) & (change_facing * change_after > 0.0);
        if speeds_up | runs_ahead | brakes | is_between {
            Follows::All
        } else {
            Follows::Some
        }
    }

    /// Returns whether the player certainly moved within the model since `before` along this direction.
    pub(crate) fn follows_along(&self, before: &Self, index: usize, follows: Follows) -> bool {
        let along = ALONG[index % DIRECTIONS];
        match follows {
            Follows::All => true,
            // Conditions 1 and 2 of `follows`.
            Follows::Some
                if (dot(along, before.facing) >= 0.0)
                    | (dot(along, difference(self.velocity, before.velocity)) <= 0.0)
                    | (dot(along, self.velocity) <= 0.0) =>
            {
                true
            }
            _ => before.dash(index).contains(&self.dash(index)),
        }
    }

    /// Returns whether the body can have turned from the facing of `before` to this facing within `secs`.
    fn turns_from(&self, before: &Self, secs: f64) -> bool {
        let squares = [before.facing, self.facing].map(|facing| dot(facing, facing));
        if squares[0] == 0.0 {
            return true;
        }
        let angle = least(PI * secs / before.turn_secs, 0.5 * PI);
        let square = angle * angle;
        // The first terms of the sine's series. Their sum is below the sine, by less than the next term.
        let sine = angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)))
            + ROUNDING_RAD;
        let across = cross(before.facing, self.facing);
        squares[1] > MIN_SQUARE
            && dot(before.facing, self.facing) > 0.0
            && across * across <= sine * sine * squares[0] * squares[1]
    }

    /// Takes over the computed angle of an earlier motion with the same facing.
    #[inline]
    pub(crate) fn learn(&self, before: &Self) {
        if is_same(self.facing, before.facing) {
            self.faces.set(before.faces.get());
        }
    }

    /// Returns the time to turn to within 90° of a direction, in seconds.
    fn late_secs(&self, index: usize) -> f64 {
        let [x, z] = self.facing;
        let mut faces = self.faces.get();
        if faces.is_nan() {
            faces = libm::atan2(z, x);
            self.faces.set(faces);
        }
        late_secs(self.turn_secs, faces, index as f64 * (2.0 * PI / 16.0))
    }

    /// Returns the time of [`late_secs`](Self::late_secs), or 0 if that time is certainly below `secs`.
    ///
    /// The angle left to turn is an arcsine, so it is at most a quarter turn times its sine. This bound usually shows that the
    /// turn ends before the braking, so the angle need not be computed.
    #[inline]
    fn later_than(&self, secs: f64, index: usize, along: [f64; 2]) -> f64 {
        let [x, z] = self.facing;
        let (cos, square) = (along[0] * x + along[1] * z, x * x + z * z);
        let (late, most) = (self.turn_secs * cos, 2.0 * secs);
        let is_earlier = (late * late < most * most * square) & (square > MIN_SQUARE);
        if (cos >= 0.0) | is_earlier {
            0.0
        } else {
            self.late_secs(index)
        }
    }
}

/// Keeps only the bounds of plus infinity. Makes all others unknown.
fn forget(slacks: &mut [f64; DIRECTIONS]) {
    *slacks = slacks.map(|slack| {
        if slack == f64::INFINITY {
            slack
        } else {
            f64::NEG_INFINITY
        }
    });
}

/// The largest ratio of [`at_most`] to the vector's length: the secant of 22.5°.
const SECANT: f64 = 1.082_392_200_292_394;

/// The squared length below which a vector is not accurate.
const MIN_SQUARE: f64 = 1e-60;

/// An upper bound of the rounding error of an angle.
const ROUNDING_RAD: f64 = 1e-10;

/// Returns whether two vectors are equal, without a branch.
#[inline]
fn is_same(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] == b[0]) & (a[1] == b[1])
}

#[inline]
fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline]
fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline]
fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Returns an upper bound of a vector's length, at most 8.3 % too large, without a square root.
#[inline]
fn at_most([x, z]: [f64; 2]) -> f64 {
    let (x, z) = (x.abs(), z.abs());
    most(x, z) + (std::f64::consts::SQRT_2 - 1.0) * least(x, z)
}

/// Returns the angle that the body faces, in radians; `None` if it does not matter.
#[inline]
pub(super) fn facing(player: &Player) -> Option<f64> {
    let [x, _, z] = player.facing;
    (player.turn_secs > 0.0 && (x != 0.0 || z != 0.0)).then(|| libm::atan2(z, x))
}

/// Returns the time to turn to within 90° of a direction, in seconds.
#[inline]
pub(super) fn late_secs(turn_secs: f64, faces: f64, turn: f64) -> f64 {
    let off = (faces - turn).abs();
    let off = least(off, (off - 2.0 * PI).abs());
    most(off - 0.5 * PI, 0.0) / PI * turn_secs
}
