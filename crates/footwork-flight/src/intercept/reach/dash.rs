//! The fastest motion of a player along one direction, in closed form, for a player whose motion is evaluated in every
//! frame.
//!
//! The motion is that of [`Farthest`](super::farthest::Farthest) without phases in memory: brake for a time, wait,
//! accelerate for a time, run on at top speed. The time since the player was ready is divided among these phases, so
//! the distance is a sum of four terms. It needs no branch, which a processor would often mispredict.

use super::cone::ROUNDING_M;
use crate::intercept::path::Line;
use crate::vector::{least, most};

/// An upper bound of the rounding error of a speed, in metres per second.
pub(super) const ROUNDING_MPS: f64 = 1e-10;

/// The place and the speed at the start of a motion along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) along: [f64; 2],
    pub(super) ready_secs: f64,
    /// The player's coordinate along the direction plus its reach, in metres.
    pub(super) at: f64,
    pub(super) speed: f64,
    pub(super) top_speed: f64,
    pub(super) acceleration: f64,
}

/// The fastest motion along one direction. Times count from the moment at which the player is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dash {
    start: Start,
    braking_secs: f64,
    /// The time at which the player has braked and turned, and starts to accelerate.
    run_secs: f64,
    /// The time at which the player is at top speed.
    top_secs: f64,
}

impl Dash {
    /// Returns the motion. `late_secs` is the time to turn to within 90° of the direction. If the turn ends before the
    /// braking does, any smaller number will do.
    #[inline(always)]
    pub(super) fn new(start: Start, braking_secs: f64, late_secs: f64, secs_per_mps: f64) -> Self {
        let run_secs = most(braking_secs, late_secs);
        let gain = most(start.top_speed - most(start.speed, 0.0), 0.0);
        Self {
            start,
            braking_secs,
            run_secs,
            top_secs: run_secs + gain * secs_per_mps,
        }
    }

    /// Returns the coordinate and the speed after `secs`, which must not be negative.
    #[inline(always)]
    fn after(&self, secs: f64) -> (f64, f64) {
        let half = 0.5 * self.start.acceleration;
        let speed = self.start.speed;
        let brakes = least(secs, self.braking_secs);
        let waits = least(secs, self.run_secs) - brakes;
        let gains = most(least(secs, self.top_secs) - self.run_secs, 0.0);
        let runs = most(secs - self.top_secs, 0.0);
        let at = self.start.at
            + (speed + half * brakes) * brakes
            + most(speed, 0.0) * (waits + gains)
            + half * gains * gains
            + self.start.top_speed * runs;
        (at, speed + self.start.acceleration * (brakes + gains))
    }

    /// Returns the distance of a place inside the reach along this direction, in metres; negative outside.
    #[inline(always)]
    pub(crate) fn slack(&self, secs: f64, place: [f64; 3]) -> f64 {
        self.after(secs - self.start.ready_secs).0 - self.project(place)
    }

    /// Returns the time since which a place has been inside, if it is inside at `secs`. If the place was inside when
    /// the player became ready, this is the time at which the player is ready.
    #[inline]
    pub(super) fn arrival_secs(&self, secs: f64, place: [f64; 3]) -> f64 {
        if self.start.speed < 0.0 && secs - self.start.ready_secs <= self.run_secs {
            // The player still moves away. So the place was inside from the start, and may be outside later.
            return self.start.ready_secs;
        }
        let metres = self.project(place) - self.start.at;
        let speed = most(self.start.speed, 0.0);
        let missing = |secs: f64| metres - (self.after(secs).0 - self.start.at);
        let at_run = missing(self.run_secs);
        let secs = if at_run > 0.0 {
            let run = self.run_secs + time_to_gain(at_run, speed, self.start.acceleration);
            if run <= self.top_secs {
                run
            } else {
                self.top_secs + missing(self.top_secs) / self.start.top_speed
            }
        } else if metres > 0.0 && speed > 0.0 {
            // The player waits to turn, and drifts to the place.
            metres / speed
        } else {
            0.0
        };
        self.start.ready_secs + secs
    }

    /// Compares a later motion at its start with this motion at the same time. Returns whether the later motion is no
    /// farther along the direction, is no faster, and does not accelerate earlier. [`ReachModel`](super::ReachModel)
    /// explains why these three are enough.
    #[inline]
    pub(super) fn contains(&self, later: &Self) -> bool {
        let secs = later.start.ready_secs - self.start.ready_secs;
        let (at, speed) = self.after(secs);
        (later.start.at <= at + ROUNDING_M)
            & (later.start.speed <= speed + ROUNDING_MPS)
            & ((self.run_secs <= secs) | (later.run_secs + secs >= self.run_secs - ROUNDING_M))
    }

    /// Returns the time at which the ball is in reach again on a line, if it is out of reach by `out_m` metres at
    /// `from_secs`; `None` if that time is after `to_secs`. There is at most one such time, because the slack is
    /// convex.
    #[inline]
    pub(crate) fn return_secs(
        &self,
        line: &Line,
        from_secs: f64,
        to_secs: f64,
        out_m: f64,
    ) -> Option<f64> {
        let ready_secs = self.start.ready_secs;
        let ball = self.project(line.velocity);
        let (mut begin, stop) = (from_secs - ready_secs, to_secs - ready_secs);
        if begin >= self.top_secs {
            let rises = self.start.top_speed - ball;
            let back = begin + out_m / rises;
            return (rises > 0.0 && back <= stop).then_some(ready_secs + back);
        }
        let mut missing = out_m;
        let ends = [self.braking_secs, self.run_secs, self.top_secs, stop];
        let accelerations = [self.start.acceleration, 0.0, self.start.acceleration, 0.0];
        for (end, acceleration) in ends.into_iter().zip(accelerations) {
            if end <= begin {
                continue;
            }
            let end = least(end, stop);
            let rises = self.after(begin).1 - ball;
            let back = begin + time_to_gain(missing, rises, acceleration);
            if back <= end {
                return Some(ready_secs + back);
            }
            if end >= stop {
                return None;
            }
            begin = end;
            missing = most(
                -self.slack(ready_secs + begin, line.at(ready_secs + begin)),
                0.0,
            );
        }
        None
    }

    /// Returns the component along the direction.
    #[inline]
    fn project(&self, [x, _, z]: [f64; 3]) -> f64 {
        self.start.along[0] * x + self.start.along[1] * z
    }
}

/// Returns the time u at which `b u + a u² / 2` reaches `metres`, for `a ≥ 0` and `metres ≥ 0`; infinite if it never
/// does.
#[inline]
fn time_to_gain(metres: f64, b: f64, a: f64) -> f64 {
    let root = (b * b + 2.0 * a * metres).sqrt();
    // The form without cancellation.
    match b < 0.0 {
        true if a == 0.0 => f64::INFINITY,
        true => (root - b) / a,
        false => 2.0 * metres / (b + root),
    }
}
