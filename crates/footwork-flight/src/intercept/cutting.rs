//! First moments of the full model by cutting planes.
//!
//! The full reach is a disc cut by 16 half-planes, but a first moment is decided by few of them: usually the one or two
//! that face the ball. So the search takes the disc alone, asks which half-plane its first moment violates most, adds
//! that one and goes on from there, until none is violated. Fewer half-planes are a larger reach, so the first moment of
//! each round is at or before the true one, and the last one is it (Kelley, *The cutting-plane method for solving convex
//! programs*, 1960, for a line of time instead of a polytope).
//!
//! From frame to frame only those few are looked at. While the reach cut by them does not grow, nothing before the moment
//! becomes possible, whatever the others do. The others are checked at the moment alone; how much each may lose since
//! then is bounded by how far the player, its velocity and the moment have moved, so that mostly they need no look.

use crate::intercept::path::BallPath;
use crate::intercept::reach::{
    Begin, Cone, DIRECTIONS, Farthest, Motion, ROUNDING_M, Relaxed, at_most,
};
use crate::intercept::scan::{self, InterceptMoment, Start};
use crate::intercept::window::InterceptWindow;
use crate::vector::{least, most};

/// The rounding of an acceleration, in metres per second squared.
const ROUNDING_MPS2: f64 = 1e-10;
/// After a search that needed more directions than this, the next one starts without any.
const MANY: usize = 4;

/// The first moment of one player, and the directions that decide it.
#[derive(Clone, Debug)]
pub(crate) struct Cutting {
    pub(crate) moment: Option<InterceptMoment>,
    /// A guess of the line of the moment.
    line: usize,
    /// The reach, cut by a few directions, for which nothing before the moment is possible.
    cone: Cone,
    acceleration: f64,
    directions: Vec<usize>,
    ways: Vec<Farthest>,
    /// How the player begins to move along them at this frame.
    begins: Vec<Begin>,
    /// Whether the moment is in the reach of the player at this frame, as far as these directions say.
    has_moment: bool,
    spare: Option<Spare>,
}

/// How far inside each direction a moment was at least, and for which motion; infinitely far for those that decide.
#[derive(Clone, Debug)]
struct Spare {
    metres: [f64; DIRECTIONS],
    /// The least of them.
    least: f64,
    moment: InterceptMoment,
    motion: Motion,
}

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
            cone: Cone {
                x: 0.0,
                z: 0.0,
                ready_secs: f64::INFINITY,
                reach: 0.0,
                speed: 0.0,
            },
            acceleration: 0.0,
            directions: Vec::with_capacity(DIRECTIONS),
            ways: Vec::with_capacity(DIRECTIONS),
            begins: Vec::with_capacity(DIRECTIONS),
            has_moment: false,
            spare: None,
        }
    }

    /// Takes the motion of the player at this frame, and returns whether the reach that decides has not grown.
    pub(crate) fn contains(&mut self, motion: &Motion) -> bool {
        if let Some(spare) = &self.spare {
            motion.learn(&spare.motion);
        }
        let (secs, position) = match &self.moment {
            Some(moment) => (moment.secs, moment.position),
            None => (motion.cone.ready_secs, [0.0; 3]),
        };
        self.begins.clear();
        let mut contains = self.cone.surely_contains(&motion.cone)
            & (motion.acceleration <= self.acceleration + ROUNDING_MPS2);
        let mut has = (secs >= motion.cone.ready_secs)
            & (motion.cone.inside(secs, position[0], position[2]) >= -ROUNDING_M);
        // One loop without an early end: how many directions there are, and which fails, is hard to guess for a processor.
        for (way, &index) in self.ways.iter().zip(&self.directions) {
            let begin = motion.begin(index);
            contains &= way.contains(&begin);
            has &= motion.slack(&begin, secs, position) >= -ROUNDING_M;
            self.begins.push(begin);
        }
        self.has_moment = has;
        contains
    }

    /// Finds the first moment of the player whose motion was taken last, and returns what that took.
    pub(crate) fn find(
        &mut self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        now_secs: f64,
        from: Look,
    ) -> Work {
        let mut work = Work::Root;
        let mut found = match (from, self.moment) {
            (Look::Kept, None) => return Work::Nothing,
            (Look::Kept, Some(moment)) => {
                if self.has_moment {
                    let Some(worst) = self.worst(motion, now_secs, &moment) else {
                        return Work::Nothing;
                    };
                    self.add(motion, worst);
                }
                self.renew(motion);
                self.later(path, motion, height_m, &moment, &mut work)
            }
            (Look::From(secs), _) => {
                if self.directions.len() > MANY {
                    self.directions.clear();
                    self.begins.clear();
                    self.spare = None;
                }
                self.renew(motion);
                work = Work::Scan;
                self.scan(path, motion, height_m, most(secs, now_secs))
            }
        };
        // Each round adds a direction.
        while let Some((line, moment)) = found {
            self.line = line;
            let Some(worst) = self.worst(motion, now_secs, &moment) else {
                break;
            };
            self.add(motion, worst);
            self.renew(motion);
            found = self.later(path, motion, height_m, &moment, &mut work);
        }
        self.moment = found.map(|(_, moment)| moment);
        self.line = found.map_or(0, |(line, _)| line);
        work
    }

    fn add(&mut self, motion: &Motion, direction: usize) {
        if let Some(spare) = &mut self.spare {
            spare.metres[direction] = f64::INFINITY;
        }
        self.directions.push(direction);
        self.begins.push(motion.begin(direction));
    }

    /// Makes this motion the one that decides.
    fn renew(&mut self, motion: &Motion) {
        self.cone = motion.cone;
        self.acceleration = motion.acceleration;
        self.ways.clear();
        let begins = self.begins.iter();
        self.ways
            .extend(begins.map(|begin| motion.farthest(*begin)));
    }

    /// The first moment after one that is out of reach: most often it is on the same line, which takes a root.
    fn later(
        &self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        moment: &InterceptMoment,
        work: &mut Work,
    ) -> Option<(usize, InterceptMoment)> {
        let on_line = self.later_on_line(path, motion, height_m, moment.secs);
        on_line.or_else(|| {
            *work = Work::Scan;
            self.scan(path, motion, height_m, moment.secs)
        })
    }

    /// The first moment on the line at which a direction lets the ball in again and none keeps it out, if the disc has the
    /// ball then.
    fn later_on_line(
        &self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        from_secs: f64,
    ) -> Option<(usize, InterceptMoment)> {
        let line = path.line(self.line)?;
        let to_secs = path.end_secs(self.line);
        if !(from_secs >= most(line.from_secs, motion.cone.ready_secs) && from_secs < to_secs) {
            return None;
        }
        // Each direction that keeps the ball out moves the moment on.
        let mut secs = from_secs;
        for way in &self.ways {
            if way.slack(secs, line.at(secs)) < -ROUNDING_M {
                let rest = InterceptWindow {
                    from_secs: secs,
                    to_secs,
                };
                secs = way.return_secs(&line, rest)?;
            }
        }
        let later = InterceptMoment::on(&line, secs);
        let [x, _, z] = later.position;
        let mut ways = self.ways.iter();
        let is_in = motion.cone.excess(secs, x, z) <= 0.0
            && later.height_m <= height_m
            && ways.all(|way| way.slack(secs, later.position) >= -ROUNDING_M);
        is_in.then_some((self.line, later))
    }

    fn relaxed(&self, motion: &Motion) -> Relaxed<'_> {
        Relaxed {
            cone: motion.cone,
            ways: &self.ways,
        }
    }

    fn scan(
        &self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        secs: f64,
    ) -> Option<(usize, InterceptMoment)> {
        let line = self.line;
        scan::first_moment(path, &self.relaxed(motion), height_m, Start { secs, line })
    }

    /// The direction that a moment violates most; `None` if it violates none.
    ///
    /// Only those are looked at that may have lost all of their slack since they were last looked at.
    fn worst(&mut self, motion: &Motion, now_secs: f64, moment: &InterceptMoment) -> Option<usize> {
        let is_ready = motion.cone.ready_secs <= now_secs;
        let mut metres = [f64::NEG_INFINITY; DIRECTIONS];
        if let Some(spare) = self.spare.as_ref().filter(|_| is_ready) {
            let loss = spare.loss(motion, moment);
            if spare.least >= loss {
                return None;
            }
            metres = spare.metres.map(|metres| metres - loss);
        } else {
            for &index in &self.directions {
                metres[index] = f64::INFINITY;
            }
        }
        let (mut violated, mut worst) = (-ROUNDING_M, None);
        let mut all = f64::INFINITY;
        for (index, left) in metres.iter_mut().enumerate() {
            if *left < 0.0 {
                *left = motion.slack(&motion.begin(index), moment.secs, moment.position);
                if *left < violated {
                    (violated, worst) = (*left, Some(index));
                }
            }
            all = least(all, *left);
        }
        self.spare = is_ready.then(|| Spare {
            metres,
            least: all,
            moment: *moment,
            motion: motion.clone(),
        });
        worst
    }
}

impl Spare {
    /// How much any direction can have lost at most, for a later motion and another moment.
    fn loss(&self, motion: &Motion, moment: &InterceptMoment) -> f64 {
        let moved = [0, 2].map(|axis| moment.position[axis] - self.moment.position[axis]);
        motion.loss(&self.motion)
            + motion.cone.speed * (moment.secs - self.moment.secs).abs()
            + at_most(moved)
    }
}
