//! The full model: a disc cut by how far the player gets in each of 16 directions.

use std::cell::Cell;
use std::f64::consts::PI;

use super::area::{Area, ROOM_M, Reach, Way};
use super::cone::{Cone, ROUNDING_M};
use crate::intercept::path::Line;
use crate::intercept::player::Player;
use crate::intercept::window::{InterceptWindow, Pieces};
use crate::vector::{least, most};

/// The rounding of a speed, in metres per second.
const ROUNDING_MPS: f64 = 1e-10;

/// A window that ends less than this before a moment contains it, to rounding.
const EDGE_SECS: f64 = 1e-6;

pub(crate) const DIRECTIONS: usize = 16;

/// cos of 0°, 22.5°, 45°, 67.5° and 90°.
const QUARTER: [f64; 5] = [
    1.0,
    0.923_879_532_511_286_7,
    std::f64::consts::FRAC_1_SQRT_2,
    0.382_683_432_365_089_8,
    0.0,
];

/// The unit vector of a direction, as x and z.
fn direction(index: usize) -> [f64; 2] {
    let (quarter, rest) = (index / 4 % 4, index % 4);
    let (cos, sin) = (QUARTER[rest], QUARTER[4 - rest]);
    match quarter {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    }
}

/// The full reach of a player from now on.
#[derive(Clone, Debug)]
pub(crate) struct Full {
    cone: Cone,
    acceleration: f64,
    farthest: [Farthest; DIRECTIONS],
    /// When the player could be at top speed in any direction, and the disc it has certainly reached by then.
    all_secs: f64,
    inner: Cone,
}

/// The fastest motion along one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Farthest {
    along: [f64; 2],
    /// When the body faces to within 90° of the direction.
    turned_secs: f64,
    phases: [Phase; 4],
}

/// A motion with constant acceleration, until the next phase.
#[derive(Clone, Copy, Debug)]
struct Phase {
    from_secs: f64,
    at: f64,
    velocity: f64,
    acceleration: f64,
}

impl Phase {
    fn at(&self, secs: f64) -> f64 {
        let after = secs - self.from_secs;
        self.at + (self.velocity + 0.5 * self.acceleration * after) * after
    }

    fn velocity_at(&self, secs: f64) -> f64 {
        self.velocity + self.acceleration * (secs - self.from_secs)
    }

    /// The phase that follows after `secs`.
    fn then(&self, secs: f64, acceleration: f64) -> Self {
        let from_secs = self.from_secs + secs;
        Self {
            from_secs,
            at: self.at(from_secs),
            velocity: self.velocity_at(from_secs),
            acceleration,
        }
    }
}

impl Farthest {
    /// Starts at a place and a speed along the direction; the place includes the reach.
    fn new(along: [f64; 2], at: f64, speed: f64, turned_secs: f64, limits: &Limits) -> Self {
        let &Limits {
            ready_secs,
            top_speed,
            acceleration,
        } = limits;
        let brake = Phase {
            from_secs: ready_secs,
            at,
            velocity: speed,
            acceleration,
        };
        let braking = if speed < 0.0 {
            -speed / acceleration
        } else {
            0.0
        };
        let mut wait = brake.then(braking, 0.0);
        wait.velocity = most(speed, 0.0);
        let mut run = wait.then(most(turned_secs - wait.from_secs, 0.0), acceleration);
        run.velocity = wait.velocity;
        let mut top = run.then(most(top_speed - run.velocity, 0.0) / acceleration, 0.0);
        top.velocity = most(top_speed, run.velocity);
        Self {
            along,
            turned_secs,
            phases: [brake, wait, run, top],
        }
    }

    fn phase(&self, secs: f64) -> &Phase {
        let [brake, wait, run, top] = &self.phases;
        match secs {
            secs if secs >= top.from_secs => top,
            secs if secs >= run.from_secs => run,
            secs if secs >= wait.from_secs => wait,
            _ => brake,
        }
    }

    pub(crate) fn slack(&self, secs: f64, at: [f64; 3]) -> f64 {
        self.phase(secs).at(secs) - self.project(at)
    }

    /// Whether a later player starts no farther along the direction, no faster and turned no earlier than this motion.
    /// [`ReachModel`](super::ReachModel) says why that suffices.
    pub(crate) fn contains(&self, later: &Self) -> bool {
        let start = &later.phases[0];
        let secs = start.from_secs;
        let phase = self.phase(secs);
        start.at <= phase.at(secs) + ROUNDING_M
            && start.velocity <= phase.velocity_at(secs) + ROUNDING_MPS
            && (self.turned_secs <= secs || later.turned_secs >= self.turned_secs - ROUNDING_M)
    }

    /// The component along the direction.
    fn project(&self, [x, _, z]: [f64; 3]) -> f64 {
        self.along[0] * x + self.along[1] * z
    }

    /// When the ball is out of reach on a part of a line: one hole, because the slack is convex.
    fn hole(&self, line: &Line, part: InterceptWindow) -> Option<(f64, f64)> {
        let (from, to) = (line.at(part.from_secs), line.at(part.to_secs));
        let ball = self.project(line.velocity);
        let slack = [
            self.slack(part.from_secs, from),
            self.slack(part.to_secs, to),
        ];
        if slack[0] >= 0.0 && slack[1] >= 0.0 {
            let rises = |secs: f64| self.phase(secs).velocity_at(secs) - ball;
            if rises(part.from_secs) >= 0.0 || rises(part.to_secs) <= 0.0 {
                return None;
            }
        }
        let mut hole = (f64::INFINITY, f64::NEG_INFINITY);
        for (index, phase) in self.phases.iter().enumerate() {
            let begin = if index == 0 {
                part.from_secs
            } else {
                phase.from_secs
            };
            let begin = most(begin, part.from_secs);
            let next = self.phases.get(index + 1);
            let end = next.map_or(part.to_secs, |next| least(next.from_secs, part.to_secs));
            if begin <= end {
                let slack = phase.at(begin) - self.project(line.at(begin));
                let rises = phase.velocity_at(begin) - ball;
                let (low, high) = below_zero(0.5 * phase.acceleration, rises, slack);
                let (low, high) = (most(begin, begin + low), least(end, begin + high));
                if low < high {
                    hole = (least(hole.0, low), most(hole.1, high));
                }
            }
        }
        if slack[0] < 0.0 {
            hole.0 = f64::NEG_INFINITY;
        }
        if slack[1] < 0.0 {
            hole.1 = f64::INFINITY;
        }
        (hole.0 < hole.1).then_some(hole)
    }
}

/// The interval in which `a u² + b u + c` is negative, for `a ≥ 0`; reversed if there is none.
fn below_zero(a: f64, b: f64, c: f64) -> (f64, f64) {
    const NOWHERE: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);
    if a == 0.0 {
        return match () {
            () if b > 0.0 => (f64::NEG_INFINITY, -c / b),
            () if b < 0.0 => (-c / b, f64::INFINITY),
            () if c < 0.0 => (f64::NEG_INFINITY, f64::INFINITY),
            () => NOWHERE,
        };
    }
    let discriminant = b * b - 4.0 * a * c;
    if discriminant <= 0.0 {
        return NOWHERE;
    }
    let root = discriminant.sqrt();
    let sum = -0.5 * (b + if b < 0.0 { -root } else { root });
    let (one, other) = (sum / a, c / sum);
    if one < other {
        (one, other)
    } else {
        (other, one)
    }
}

/// The limits of the motion along every direction.
#[derive(Clone, Copy, Debug)]
struct Limits {
    ready_secs: f64,
    top_speed: f64,
    acceleration: f64,
}

/// The change of speed w, at the acceleration a, that adds `metres` to the way within `secs`: the root of
/// `w τ − w² / 2a = metres`; `None` if there is none.
fn change(acceleration: f64, secs: f64, metres: f64) -> Option<f64> {
    let square = secs * secs - 2.0 * metres / acceleration;
    (secs >= 0.0 && square >= 0.0).then(|| acceleration * (secs - square.sqrt()))
}

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

    /// The fastest motion along the direction with this index.
    pub(crate) fn farthest(&self, index: usize) -> Farthest {
        let along = direction(index);
        let at = along[0] * self.cone.x + along[1] * self.cone.z + self.cone.reach;
        let speed = along[0] * self.velocity[0] + along[1] * self.velocity[1];
        let limits = Limits {
            ready_secs: self.cone.ready_secs,
            top_speed: self.cone.speed,
            acceleration: self.acceleration,
        };
        Farthest::new(
            along,
            at,
            speed,
            limits.ready_secs + self.late_secs(index, along),
            &limits,
        )
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

/// The angle that the body faces, if it matters.
fn facing(player: &Player) -> Option<f64> {
    let [x, _, z] = player.facing;
    (player.turn_secs > 0.0 && (x != 0.0 || z != 0.0)).then(|| libm::atan2(z, x))
}

/// The time to turn to within 90° of a direction.
fn late_secs(turn_secs: f64, faces: f64, turn: f64) -> f64 {
    let off = (faces - turn).abs();
    let off = least(off, (off - 2.0 * PI).abs());
    most(off - 0.5 * PI, 0.0) / PI * turn_secs
}

/// What the fastest motions leave of a part of a line.
fn cut(ways: &[Farthest], line: &Line, outer: InterceptWindow) -> Pieces {
    let mut pieces = Pieces::one(outer.from_secs, outer.to_secs);
    for way in ways {
        if let Some((from_secs, to_secs)) = way.hole(line, outer) {
            pieces.cut(from_secs, to_secs);
            if pieces.as_slice().is_empty() {
                break;
            }
        }
    }
    pieces
}

/// The disc, cut by only some of the directions: it contains the full reach.
pub(crate) struct Relaxed<'a> {
    pub(crate) cone: Cone,
    pub(crate) ways: &'a [Farthest],
}

impl Relaxed<'_> {
    /// How far inside a place is, in metres, at a time when the player is ready.
    pub(crate) fn slack(&self, secs: f64, at: [f64; 3]) -> f64 {
        let disc = self.cone.inside(secs, at[0], at[2]);
        let ways = self.ways.iter().map(|way| way.slack(secs, at));
        ways.fold(disc, least)
    }
}

impl Area for Relaxed<'_> {
    const IS_DISC: bool = false;

    fn cone(&self) -> &Cone {
        &self.cone
    }

    /// None: it is not worth computing for a search that starts where the ball is nearly in reach.
    fn sure(&self) -> (Cone, f64) {
        (self.cone, f64::INFINITY)
    }

    fn cut(&self, line: &Line, outer: InterceptWindow) -> Pieces {
        cut(self.ways, line, outer)
    }
}

impl Area for Full {
    const IS_DISC: bool = false;

    fn cone(&self) -> &Cone {
        &self.cone
    }

    fn sure(&self) -> (Cone, f64) {
        (self.inner, self.all_secs)
    }

    fn cut(&self, line: &Line, outer: InterceptWindow) -> Pieces {
        let is_inside = |secs: f64| {
            let [x, _, z] = line.at(secs);
            self.inner.inside(secs, x, z) >= 0.0
        };
        if outer.from_secs >= self.all_secs
            && is_inside(outer.from_secs)
            && is_inside(outer.to_secs)
        {
            return Pieces::one(outer.from_secs, outer.to_secs);
        }
        cut(&self.farthest, line, outer)
    }
}

impl Reach for Full {
    fn new(player: &Player, now_secs: f64) -> Self {
        let motion = Motion::new(player, now_secs);
        let cone = motion.cone;
        let farthest: [Farthest; DIRECTIONS] = std::array::from_fn(|index| motion.farthest(index));
        let mut inner = cone;
        let mut all_secs = cone.ready_secs;
        for way in &farthest {
            let top = &way.phases[3];
            all_secs = most(all_secs, top.from_secs);
            let centre = way.along[0] * cone.x + way.along[1] * cone.z;
            // The radius of the disc, traced back to when the player is ready.
            let disc = top.at - centre - cone.speed * (top.from_secs - cone.ready_secs);
            inner.reach = least(inner.reach, disc);
        }
        Self {
            cone,
            acceleration: motion.acceleration,
            farthest,
            all_secs,
            inner,
        }
    }

    fn slack_when_ready(&self, secs: f64, at: [f64; 3]) -> f64 {
        let disc = self.cone.inside(secs, at[0], at[2]);
        let ways = self.farthest.iter().map(|way| way.slack(secs, at));
        ways.fold(disc, least)
    }

    fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64 {
        // A player who cannot move was there from the start.
        if self.cone.speed == 0.0 {
            return self.cone.ready_secs;
        }
        if self.slack_when_ready(secs, at) <= ROOM_M {
            return secs;
        }
        let still = Line {
            from_secs: self.cone.ready_secs,
            from: at,
            velocity: [0.0; 3],
            height: 0.0,
            rise: 0.0,
        };
        let part = InterceptWindow {
            from_secs: self.cone.ready_secs,
            to_secs: secs,
        };
        let ends = [part.from_secs, secs];
        let inside = ends.map(|secs| self.cone.excess(secs, at[0], at[2]) <= 0.0);
        let Some(outer) = self.cone.window(&still, part, inside) else {
            return secs;
        };
        let windows = self.cut(&still, outer);
        match windows.as_slice().last() {
            Some(last) if last.to_secs >= secs - EDGE_SECS => last.from_secs,
            _ => secs,
        }
    }

    /// Brakes and waits like the fastest motion along the way, then changes its speed only as far as it must.
    fn cruise_mps(&self, player: &Player, way: Way) -> f64 {
        let limits = Limits {
            ready_secs: self.cone.ready_secs,
            top_speed: self.cone.speed,
            acceleration: self.acceleration,
        };
        let late = facing(player).map_or(0.0, |faces| {
            late_secs(
                player.turn_secs,
                faces,
                libm::atan2(way.along[1], way.along[0]),
            )
        });
        let [vx, _, vz] = player.velocity;
        let speed = way.along[0] * vx + way.along[1] * vz;
        let fastest = Farthest::new(way.along, 0.0, speed, limits.ready_secs + late, &limits);
        let run = &fastest.phases[2];
        let left_secs = way.until_secs - run.from_secs;
        let (a, top) = (limits.acceleration, limits.top_speed);
        let more = way.metres - run.at - run.velocity * left_secs;
        if more > 0.0 {
            return least(
                run.velocity + change(a, left_secs, more).unwrap_or(top),
                top,
            );
        }
        if let Some(less) = change(a, left_secs, -more) {
            return most(run.velocity - less, 0.0);
        }
        // It cannot help running past the place: it stops and comes back.
        let stopping_secs = run.velocity / a;
        let past = run.at + 0.5 * run.velocity * stopping_secs - way.metres;
        let back = change(a, left_secs - stopping_secs, most(past, 0.0));
        least(back.unwrap_or(top), top)
    }
}
