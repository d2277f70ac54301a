//! The fastest motion of a player along one direction.

use crate::intercept::path::Line;
use crate::intercept::window::InterceptWindow;
use crate::vector::{least, most};

/// How a player begins to move along one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin {
    pub(super) along: [f64; 2],
    pub(super) ready_secs: f64,
    /// The player's coordinate along the direction plus its reach, in metres.
    pub(super) at: f64,
    pub(super) speed: f64,
    /// The time from which the body faces at most 90° away from the direction.
    pub(super) turned_secs: f64,
}

/// The fastest motion along one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Farthest {
    pub(super) along: [f64; 2],
    pub(super) phases: [Phase; 4],
}

/// A motion with constant acceleration, until the next phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase {
    pub(super) from_secs: f64,
    pub(super) at: f64,
    pub(super) velocity: f64,
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

    /// Returns a phase with this acceleration that starts `secs` after this one.
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
    #[inline]
    pub(super) fn new(begin: Begin, top_speed: f64, acceleration: f64) -> Self {
        let Begin {
            along,
            ready_secs,
            at,
            speed,
            turned_secs,
        } = begin;
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

    /// Returns how much farther along the direction than `at` the player can reach at a time, in metres; negative if
    /// `at` is out of reach.
    pub(crate) fn slack(&self, secs: f64, at: [f64; 3]) -> f64 {
        self.phase(secs).at(secs) - self.project(at)
    }

    /// Returns the component along the direction.
    fn project(&self, [x, _, z]: [f64; 3]) -> f64 {
        self.along[0] * x + self.along[1] * z
    }

    /// Returns the times between which the ball is out of reach on a part of a line; `None` if it stays in reach. There
    /// is at most one such interval, because [`slack`](Self::slack) is convex in time.
    pub(super) fn hole(&self, line: &Line, part: InterceptWindow) -> Option<(f64, f64)> {
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

/// Returns the interval in which `a u² + b u + c` is negative, for `a ≥ 0`. If it is never negative, the returned start
/// is after the returned end.
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
