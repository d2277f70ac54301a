//! First moments of the full model by cutting planes.
//!
//! The full reach is a disc cut by 16 half-planes, but a first moment is decided by few of them: usually the one or two
//! that face the ball. So the search takes the disc alone, asks which half-plane its first moment violates most, adds
//! that one and goes on from there, until none is violated. Fewer half-planes are a larger reach, so the first moment of
//! each round is at or before the true one, and the last one is it (Kelley, *The cutting-plane method for solving convex
//! programs*, 1960, for a line of time instead of a polytope).
//!
//! From frame to frame hardly any is looked at. While the reach cut by those few does not grow, nothing before the moment
//! becomes possible, whatever the others do; that is one comparison for a player who moves within the model
//! ([`Motion::follows`]), and one for each of the few otherwise. How far inside the others the moment still is follows from
//! how far the player, its velocity and the moment have moved ([`Slacks`]), for all 16 in one loop without a branch. So a
//! wanderer needs one direction in most frames: the one at whose edge its moment is.

use crate::intercept::first::Intercept;
use crate::intercept::path::BallPath;
use crate::intercept::player::Player;
use crate::intercept::reach::{
    DIRECTIONS, Dash, Farthest, Full, Motion, ROOM_M, ROUNDING_M, Reach, Relaxed, Spot,
};
use crate::intercept::scan::{self, InterceptMoment, Start};
use crate::vector::most;

/// The rounding of an acceleration, in metres per second squared.
const ROUNDING_MPS2: f64 = 1e-10;
/// After a search that needed more directions than this, the next one starts without any.
const MANY: usize = 4;
/// How many lines are looked at before the path is scanned.
const LINES: usize = 3;
/// How often a moment moves on in one frame. More rounds than directions and lines would be rounding.
const MAX_ROUNDS: usize = 64;

/// The first moment of one player, and what spares looking at it again.
#[derive(Clone, Debug)]
pub(crate) struct Cutting {
    first: First,
    /// The motion at the last frame, for which nothing before the moment is possible.
    motion: Option<Motion>,
    slacks: Slacks,
}

/// The first moment, and the directions that decide it.
#[derive(Clone, Debug)]
struct First {
    moment: Option<InterceptMoment>,
    /// A guess of the line of the moment.
    line: usize,
    /// The directions that say that nothing before the moment is possible, with the disc.
    directions: Vec<usize>,
    /// The fastest motions along them, for a scan.
    cuts: Vec<Farthest>,
}

/// How far inside each direction the moment certainly is.
///
/// From frame to frame these bounds are carried along ([`Motion::carry`]). A direction is looked at again only when its
/// bound is below zero.
#[derive(Clone, Debug)]
struct Slacks {
    /// The bounds, in metres; not a number if nothing is known.
    metres: [f64; DIRECTIONS],
    /// The moment for which they hold.
    spot: Spot,
    /// The direction at whose edge the moment was put last: it may be lost at any time, so it is looked at before all
    /// others, and its bound is infinite.
    edge: Option<usize>,
}

/// A direction that keeps the ball out at a moment, and how far.
struct Out {
    direction: usize,
    dash: Dash,
    out_m: f64,
}

/// What it took to bring a moment to a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Work {
    /// It is kept.
    Nothing,
    /// A root on its line.
    Root,
    /// A scan of the path.
    Scan,
}

/// Where to look for the first moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// At the moment that was found before, or nowhere if there was none.
    Kept,
    /// From this time on.
    From(f64),
}

impl Cutting {
    pub(crate) fn new() -> Self {
        Self {
            first: First {
                moment: None,
                line: 0,
                directions: Vec::with_capacity(DIRECTIONS),
                cuts: Vec::with_capacity(DIRECTIONS),
            },
            motion: None,
            slacks: Slacks::new(),
        }
    }

    #[inline]
    pub(crate) fn moment(&self) -> Option<&InterceptMoment> {
        self.first.moment.as_ref()
    }

    pub(crate) fn clear(&mut self) {
        self.first.moment = None;
    }

    /// Returns whether the reach that decides has not grown since the last frame.
    #[inline]
    pub(crate) fn contains(&self, motion: &Motion) -> bool {
        let Some(before) = &self.motion else {
            return false;
        };
        motion.learn(before);
        let is_disc = before.cone.surely_contains(&motion.cone)
            & (motion.acceleration <= before.acceleration + ROUNDING_MPS2);
        is_disc && (motion.follows(before) || self.contains_each(motion, before))
    }

    /// The same, asked direction by direction, of those that decide.
    fn contains_each(&self, motion: &Motion, before: &Motion) -> bool {
        let mut directions = self.first.directions.iter();
        directions.all(|&index| before.dash(index).contains(&motion.dash(index)))
    }

    /// Finds the first moment of the player who moves so from this frame on, and returns what that took.
    #[inline]
    pub(crate) fn find(
        &mut self,
        path: &BallPath,
        motion: Motion,
        height_m: f64,
        now_secs: f64,
        from: Look,
    ) -> Work {
        let work = match (from, &self.first.moment) {
            (Look::Kept, None) => Work::Nothing,
            (Look::Kept, Some(_)) => self.settle(path, &motion, height_m),
            (Look::From(secs), _) => {
                // What lies before that time was decided by the directions.
                if self.first.directions.len() > MANY && secs <= now_secs {
                    self.first.directions.clear();
                }
                self.first
                    .scan(path, &motion, height_m, most(secs, now_secs));
                self.settle(path, &motion, height_m);
                Work::Scan
            }
        };
        self.motion = Some(motion);
        work
    }

    /// Describes the moment for the player of the last frame.
    #[inline]
    pub(crate) fn intercept(
        &self,
        path: &BallPath,
        player: &Player,
        now_secs: f64,
    ) -> Option<Intercept> {
        let (moment, motion) = (self.first.moment.as_ref()?, self.motion.as_ref()?);
        if !self.is_arriving(motion, moment) {
            let reach = Full::new(player, now_secs);
            return Some(Intercept::new(path, player, &reach, moment, now_secs));
        }
        let (cone, secs) = (&motion.cone, moment.secs);
        Some(Intercept::arriving(
            path, player, cone, secs, moment, now_secs,
        ))
    }

    /// Whether the disc or a direction that decides shows that the player arrives with the ball. Most do, and the other
    /// directions need not be asked.
    #[inline]
    fn is_arriving(&self, motion: &Motion, moment: &InterceptMoment) -> bool {
        let ([x, _, z], secs) = (moment.position, moment.secs);
        let is_at_edge = |&index: &usize| motion.dash(index).slack(secs, moment.position) <= ROOM_M;
        motion.cone.speed > 0.0
            && (self.slacks.edge.is_some()
                || motion.cone.inside(secs, x, z) <= ROOM_M
                || self.first.directions.iter().any(is_at_edge))
    }

    /// Moves the moment on until nothing keeps the ball out. Each direction that does decides from now on.
    #[inline]
    fn settle(&mut self, path: &BallPath, motion: &Motion, height_m: f64) -> Work {
        let mut work = Work::Nothing;
        let Some(moment) = &self.first.moment else {
            self.slacks = Slacks::new();
            return work;
        };
        let ([x, _, z], secs) = (moment.position, moment.secs);
        let is_in =
            (secs >= motion.cone.ready_secs) & (motion.cone.inside(secs, x, z) >= -ROUNDING_M);
        if !is_in {
            work = Work::Scan;
            self.first.scan(path, motion, height_m, secs);
        }
        let (first, slacks) = (&mut self.first, &mut self.slacks);
        let mut before = self.motion.as_ref();
        let mut edge = slacks.edge;
        for _ in 0..MAX_ROUNDS {
            let Some(moment) = &first.moment else {
                *slacks = Slacks::new();
                break;
            };
            let out = match edge
                .take()
                .and_then(|edge| slacks.out(motion, moment, edge))
            {
                Some(out) => out,
                None => {
                    slacks.carry(before, motion, moment);
                    before = Some(motion);
                    match slacks.worst(motion, moment) {
                        Some(out) => out,
                        None => break,
                    }
                }
            };
            if !first.directions.contains(&out.direction) {
                first.directions.push(out.direction);
            }
            match first.move_on(path, motion, height_m, &out) {
                Ok(()) => {
                    work = work.max(Work::Root);
                    slacks.touch(out.direction);
                }
                Err(secs) => {
                    work = Work::Scan;
                    first.scan(path, motion, height_m, secs);
                    slacks.leave();
                }
            }
        }
        work
    }
}

impl First {
    /// Moves the moment on to when a direction that keeps the ball out lets it in again: most often on the same line or the
    /// next one, which takes a root. If the disc or the height keeps it out then, the error is from when on to scan the path.
    #[inline]
    fn move_on(
        &mut self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        out: &Out,
    ) -> Result<(), f64> {
        let Some(moment) = &mut self.moment else {
            return Ok(());
        };
        let (mut secs, mut out_m) = (moment.secs, out.out_m);
        for index in self.line..self.line + LINES {
            let Some(line) = path.line(index) else { break };
            let to_secs = path.end_secs(index);
            if !(secs >= most(line.from_secs, motion.cone.ready_secs) && secs <= to_secs) {
                break;
            }
            self.line = index;
            if let Some(back_secs) = out.dash.return_secs(&line, secs, to_secs, out_m) {
                let later = InterceptMoment::on(&line, back_secs);
                let [x, _, z] = later.position;
                let is_in = motion.cone.excess(back_secs, x, z) <= 0.0;
                if is_in && later.height_m <= height_m {
                    *moment = later;
                    return Ok(());
                }
                return Err(back_secs);
            }
            secs = to_secs;
            out_m = most(-out.dash.slack(secs, line.at(secs)), 0.0);
        }
        Err(secs)
    }

    /// Finds the first moment from this time on, as far as the disc and the directions say.
    fn scan(&mut self, path: &BallPath, motion: &Motion, height_m: f64, secs: f64) {
        self.cuts.clear();
        let directions = self.directions.iter();
        self.cuts
            .extend(directions.map(|&index| motion.farthest(index)));
        let reach = Relaxed {
            cone: motion.cone,
            ways: &self.cuts,
        };
        let line = self.line;
        let found = scan::first_moment(path, &reach, height_m, Start { secs, line });
        self.line = found.map_or(0, |(line, _)| line);
        self.moment = found.map(|(_, moment)| moment);
    }
}

impl Slacks {
    /// Nothing is known.
    fn new() -> Self {
        Self {
            metres: [f64::NAN; DIRECTIONS],
            spot: Spot::NOWHERE,
            edge: None,
        }
    }

    /// Brings the bounds to this motion and moment.
    #[inline]
    fn carry(&mut self, before: Option<&Motion>, motion: &Motion, moment: &InterceptMoment) {
        let spot = Spot::new(moment);
        if let Some(before) = before {
            motion.carry(before, [self.spot, spot], &mut self.metres);
        }
        self.spot = spot;
    }

    /// The moment is now at the edge of this direction.
    #[inline]
    fn touch(&mut self, direction: usize) {
        if self.edge != Some(direction) {
            self.leave();
            self.edge = Some(direction);
        }
        self.metres[direction] = f64::INFINITY;
    }

    /// The moment is no longer at an edge. How far inside it is is not known.
    #[inline]
    fn leave(&mut self) {
        if let Some(before) = self.edge.take() {
            self.metres[before] = f64::NAN;
        }
    }

    /// How the direction at the edge keeps the ball out at the moment; `None` if it does not.
    #[inline]
    fn out(&mut self, motion: &Motion, moment: &InterceptMoment, direction: usize) -> Option<Out> {
        let dash = motion.dash(direction);
        let slack = dash.slack(moment.secs, moment.position);
        if slack < -ROUNDING_M {
            return Some(Out {
                direction,
                dash,
                out_m: -slack,
            });
        }
        self.leave();
        None
    }

    /// The direction that keeps the ball out farthest at the moment; `None` if there is none. Only those are looked at that
    /// may.
    #[inline]
    fn worst(&mut self, motion: &Motion, moment: &InterceptMoment) -> Option<Out> {
        let is_in = self
            .metres
            .iter()
            .fold(true, |all, slack| all & (*slack >= 0.0));
        match is_in {
            true => None,
            false => self.worst_due(motion, moment),
        }
    }

    fn worst_due(&mut self, motion: &Motion, moment: &InterceptMoment) -> Option<Out> {
        // As bits, because a processor cannot guess which are due. Most need no more than a bound.
        let mut bits = 0_u32;
        let bounds = motion.least_slacks(moment.secs, moment.position);
        for (index, (slack, bound)) in self.metres.iter_mut().zip(bounds).enumerate() {
            let known = if *slack >= 0.0 { *slack } else { bound };
            let is_in = known >= 0.0;
            bits |= u32::from(!is_in) << index;
            *slack = known;
        }
        let (mut least_slack, mut worst) = (-ROUNDING_M, None);
        while bits != 0 {
            let index = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let slack = motion.dash(index).slack(moment.secs, moment.position);
            if slack < least_slack {
                (least_slack, worst) = (slack, Some(index));
            }
            self.metres[index] = slack;
        }
        worst.map(|direction| Out {
            direction,
            dash: motion.dash(direction),
            out_m: -least_slack,
        })
    }
}
