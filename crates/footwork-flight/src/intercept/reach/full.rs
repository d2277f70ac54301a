//! The full model: a disc cut by the farthest progress of the player in each of 16 directions.

use super::area::{Area, ROOM_M, Reach, Way};
use super::cone::Cone;
use super::farthest::{Begin, Farthest};
use super::motion::{DIRECTIONS, Motion, facing, late_secs};
use crate::intercept::path::Line;
use crate::intercept::player::Player;
use crate::intercept::window::{FirstWindow, InterceptWindow, Pieces};
use crate::vector::{least, most};

/// A window that ends before a moment by less than this, in seconds, contains the moment, up to rounding.
const EDGE_SECS: f64 = 1e-6;

/// The full reach of a player from now on.
#[derive(Clone, Debug)]
pub(crate) struct Full {
    cone: Cone,
    acceleration: f64,
    farthest: [Farthest; DIRECTIONS],
    /// The earliest time by which the player could be at top speed in every direction.
    all_secs: f64,
    /// A growing disc that is in reach from `all_secs` on.
    inner: Cone,
}

/// Returns the change of speed w, at the acceleration a, that adds `metres` to the way within the time τ: the root of
/// `w τ − w² / 2a = metres`; `None` if there is none. τ is `secs`.
fn change(acceleration: f64, secs: f64, metres: f64) -> Option<f64> {
    let square = secs * secs - 2.0 * metres / acceleration;
    (secs >= 0.0 && square >= 0.0).then(|| acceleration * (secs - square.sqrt()))
}

/// Returns the pieces of a part of a line that remain after the holes of the fastest motions are cut out.
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

/// Returns the first window of [`cut`]; `None` if there is none. Each hole that contains the start of the window moves
/// the start to the end of the hole, until no hole contains the start.
fn first(ways: &[Farthest], line: &Line, outer: InterceptWindow) -> Option<InterceptWindow> {
    let mut window = outer;
    let (mut settled, mut index) = (0, 0);
    while settled < ways.len() {
        let hole = ways.get(index).and_then(|way| way.hole(line, outer));
        settled += 1;
        index = if index + 1 < ways.len() { index + 1 } else { 0 };
        if let Some((from_secs, to_secs)) = hole
            && from_secs < window.from_secs
            && window.from_secs < to_secs
        {
            if to_secs > outer.to_secs {
                return None;
            }
            window.from_secs = to_secs;
            settled = 1;
        }
    }
    Some(window)
}

/// The disc, cut by only some of the directions. It contains the full reach.
pub(crate) struct Relaxed<'a> {
    pub(crate) cone: Cone,
    pub(crate) ways: &'a [Farthest],
}

impl Area for Relaxed<'_> {
    const IS_DISC: bool = false;

    fn cone(&self) -> &Cone {
        &self.cone
    }

    /// Returns an infinite time, so that no inner disc is used. Computing one is not worthwhile for a search that
    /// starts where the ball is nearly in reach.
    fn sure(&self) -> (Cone, f64) {
        (self.cone, f64::INFINITY)
    }

    fn cut(&self, line: &Line, outer: InterceptWindow) -> impl AsRef<[InterceptWindow]> {
        FirstWindow(first(self.ways, line, outer))
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

    fn cut(&self, line: &Line, outer: InterceptWindow) -> impl AsRef<[InterceptWindow]> {
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
            // The radius of the disc, traced back to the time at which the player is ready.
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
        // A player who cannot move was at the place from the start.
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
        match windows.as_ref().last() {
            Some(last) if last.to_secs >= secs - EDGE_SECS => last.from_secs,
            _ => secs,
        }
    }

    /// Brakes and waits like the fastest motion along the way, then changes the speed only as far as necessary.
    fn cruise_mps(&self, player: &Player, way: Way) -> f64 {
        let late = facing(player).map_or(0.0, |faces| {
            late_secs(
                player.turn_secs,
                faces,
                libm::atan2(way.along[1], way.along[0]),
            )
        });
        let [vx, _, vz] = player.velocity;
        let (a, top) = (self.acceleration, self.cone.speed);
        let begin = Begin {
            along: way.along,
            ready_secs: self.cone.ready_secs,
            at: 0.0,
            speed: way.along[0] * vx + way.along[1] * vz,
            turned_secs: self.cone.ready_secs + late,
        };
        let fastest = Farthest::new(begin, top, a);
        let run = &fastest.phases[2];
        let left_secs = way.until_secs - run.from_secs;
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
        // The player inevitably runs past the place, stops and comes back.
        let stopping_secs = run.velocity / a;
        let past = run.at + 0.5 * run.velocity * stopping_secs - way.metres;
        let back = change(a, left_secs - stopping_secs, most(past, 0.0));
        least(back.unwrap_or(top), top)
    }
}
