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
//! ([`Motion::follows`]), and one for each of the few otherwise. How much slack each direction may have lost since it was
//! looked at is bounded by how far the player, its velocity and the moment have moved ([`Slacks`]). So a wanderer needs one
//! direction in most frames: the one at whose edge its moment is.

use crate::intercept::path::BallPath;
use crate::intercept::reach::{DIRECTIONS, Dash, Farthest, Motion, ROUNDING_M, Relaxed};
use crate::intercept::scan::{self, InterceptMoment, Start};
use crate::vector::{least, most};

/// The rounding of an acceleration, in metres per second squared.
const ROUNDING_MPS2: f64 = 1e-10;
/// After a search that needed more directions than this, the next one starts without any.
const MANY: usize = 4;
/// How many lines are looked at before the path is scanned.
const LINES: usize = 3;
/// How often a moment moves on in one frame. More rounds than directions and lines would be rounding.
const MAX_ROUNDS: usize = 64;

/// The first moment of one player, and the directions that decide it.
#[derive(Clone, Debug)]
pub(crate) struct Cutting {
    pub(crate) moment: Option<InterceptMoment>,
    /// A guess of the line of the moment.
    line: usize,
    /// The motion at the last frame, for which nothing before the moment is possible.
    motion: Option<Motion>,
    /// The directions that say so, with the disc.
    directions: Vec<usize>,
    /// The fastest motions along them, for a scan.
    cuts: Vec<Farthest>,
    slacks: Slacks,
}

/// How far inside each direction the moment certainly is.
///
/// From frame to frame no direction loses more than [`Motion::loss`]. The sum of these losses grows like a clock, and each
/// direction is due when the clock gets to its slack plus what the clock read then: only then it is looked at again.
#[derive(Clone, Debug)]
struct Slacks {
    /// What any direction can have lost so far, in metres.
    lost: f64,
    /// When each is due.
    due: [f64; DIRECTIONS],
    /// The first of them.
    first_due: f64,
    /// The direction at whose edge the moment is: it may be lost at any time, so it is looked at before all others.
    edge: Option<usize>,
}

/// A direction that keeps the ball out at a moment, and how far.
struct Out {
    direction: usize,
    dash: Dash,
    out_m: f64,
}

/// When the clock of the losses starts again at zero, so that it does not round: in metres.
const MAX_LOST_M: f64 = 1e3;

/// What it took to bring a moment to a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            moment: None,
            line: 0,
            motion: None,
            directions: Vec::with_capacity(DIRECTIONS),
            cuts: Vec::with_capacity(DIRECTIONS),
            slacks: Slacks::new(),
        }
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
        let mut directions = self.directions.iter();
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
        let before = self.motion.as_ref();
        let loss = before.map_or(f64::INFINITY, |before| motion.loss(before));
        self.slacks.lose(loss);
        let work = match (from, self.moment) {
            (Look::Kept, None) => Work::Nothing,
            (Look::Kept, Some(_)) => self.settle(path, &motion, height_m),
            (Look::From(secs), _) => {
                // What lies before that time was decided by the directions.
                if self.directions.len() > MANY && secs <= now_secs {
                    self.directions.clear();
                }
                self.scan(path, &motion, height_m, most(secs, now_secs));
                self.settle(path, &motion, height_m);
                Work::Scan
            }
        };
        self.motion = Some(motion);
        work
    }

    /// Moves the moment on until nothing keeps the ball out. Each direction that does decides from now on.
    #[inline]
    fn settle(&mut self, path: &BallPath, motion: &Motion, height_m: f64) -> Work {
        let mut work = Work::Nothing;
        let Some(moment) = &self.moment else {
            return work;
        };
        let ([x, _, z], secs) = (moment.position, moment.secs);
        let is_in =
            (secs >= motion.cone.ready_secs) & (motion.cone.inside(secs, x, z) >= -ROUNDING_M);
        if !is_in {
            work = Work::Scan;
            self.scan(path, motion, height_m, secs);
        }
        let mut edge = self.slacks.edge;
        for _ in 0..MAX_ROUNDS {
            let Some(moment) = &self.moment else { break };
            let out = edge
                .take()
                .and_then(|edge| self.slacks.out(motion, moment, edge))
                .or_else(|| self.slacks.worst(motion, moment));
            let Some(out) = out else { break };
            if !self.directions.contains(&out.direction) {
                self.directions.push(out.direction);
            }
            match self.move_on(path, motion, height_m, &out) {
                Ok(()) if work == Work::Nothing => work = Work::Root,
                Ok(()) => {}
                Err(secs) => {
                    work = Work::Scan;
                    self.scan(path, motion, height_m, secs);
                }
            }
            self.slacks.touch(out.direction);
        }
        work
    }

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
                    self.slacks.shift(motion, moment, &later);
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
        match (&found, &self.moment) {
            (Some((_, later)), Some(moment)) => self.slacks.shift(motion, moment, later),
            _ => self.slacks.lose(f64::INFINITY),
        }
        self.line = found.map_or(0, |(line, _)| line);
        self.moment = found.map(|(_, moment)| moment);
    }
}

impl Slacks {
    /// Every direction is due.
    fn new() -> Self {
        Self {
            lost: 0.0,
            due: [f64::NEG_INFINITY; DIRECTIONS],
            first_due: f64::NEG_INFINITY,
            edge: None,
        }
    }

    /// Counts what each direction can have lost. That is NaN after a frame at an infinite time, which counts as everything.
    #[inline]
    fn lose(&mut self, metres: f64) {
        self.lost += metres;
        let is_known = self.lost <= MAX_LOST_M;
        if !is_known {
            *self = Self::new();
        }
    }

    /// Counts what each direction can have lost by another moment.
    #[inline]
    fn shift(&mut self, motion: &Motion, before: &InterceptMoment, moment: &InterceptMoment) {
        let ball = [0, 2].map(|axis| moment.position[axis] - before.position[axis]);
        self.lose(motion.loss_between([before.secs, moment.secs], ball));
    }

    /// The moment is now at the edge of this direction. How far it is inside the one before is not known.
    #[inline]
    fn touch(&mut self, direction: usize) {
        if let Some(before) = self.edge.replace(direction) {
            self.due[before] = f64::NEG_INFINITY;
            self.first_due = f64::NEG_INFINITY;
        }
        self.due[direction] = f64::INFINITY;
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
        self.edge = None;
        self.due[direction] = self.lost + slack;
        self.first_due = least(self.first_due, self.lost + slack);
        None
    }

    /// The direction that keeps the ball out farthest at the moment; `None` if there is none. Only those that are due are
    /// looked at.
    #[inline]
    fn worst(&mut self, motion: &Motion, moment: &InterceptMoment) -> Option<Out> {
        match self.first_due >= self.lost {
            true => None,
            false => self.worst_due(motion, moment),
        }
    }

    fn worst_due(&mut self, motion: &Motion, moment: &InterceptMoment) -> Option<Out> {
        // As bits, because a processor cannot guess which are due. Most need no more than a bound.
        let mut bits = 0_u32;
        let bounds = motion.least_slacks(moment.secs, moment.position);
        for (index, (due, bound)) in self.due.iter_mut().zip(bounds).enumerate() {
            let is_due = *due < self.lost;
            bits |= u32::from(is_due & (bound < 0.0)) << index;
            *due = if is_due { self.lost + bound } else { *due };
        }
        let (mut least_slack, mut worst) = (-ROUNDING_M, None);
        while bits != 0 {
            let index = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let slack = motion.dash(index).slack(moment.secs, moment.position);
            if slack < least_slack {
                (least_slack, worst) = (slack, Some(index));
            }
            self.due[index] = self.lost + slack;
        }
        if let Some(direction) = worst {
            self.due[direction] = f64::INFINITY;
        }
        self.first_due = self.due.iter().fold(f64::INFINITY, |a, &b| least(a, b));
        worst.map(|direction| Out {
            direction,
            dash: motion.dash(direction),
            out_m: -least_slack,
        })
    }
}
