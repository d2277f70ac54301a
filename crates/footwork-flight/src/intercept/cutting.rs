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
use crate::intercept::reach::{Cone, DIRECTIONS, Farthest, Motion, ROUNDING_M, Relaxed};
use crate::intercept::scan::{self, InterceptMoment, Start};
use crate::vector::most;

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
    /// The ways of the present player.
    next: Vec<Farthest>,
    spare: Option<Spare>,
}

/// How far inside each direction a moment was at least, and for which motion.
#[derive(Clone, Debug)]
struct Spare {
    metres: [f64; DIRECTIONS],
    moment: InterceptMoment,
    motion: Motion,
}

/// Where to look for the first moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begin {
    /// At the moment that was found before, or nowhere if there was none.
    Kept,
    /// From this time on.
    Secs(f64),
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
            next: Vec::with_capacity(DIRECTIONS),
            spare: None,
        }
    }

    /// Takes the motion of the player at this frame, and returns whether the reach that decides has not grown.
    pub(crate) fn contains(&mut self, motion: &Motion) -> bool {
        self.next.clear();
        let directions = self.directions.iter();
        self.next
            .extend(directions.map(|&index| motion.farthest(index)));
        let mut both = self.ways.iter().zip(&self.next);
        self.cone.surely_contains(&motion.cone)
            && motion.acceleration <= self.acceleration + ROUNDING_MPS2
            && both.all(|(way, next)| way.contains(next))
    }

    /// Finds the first moment of the player whose motion was taken last, and returns whether it had to be searched.
    pub(crate) fn find(
        &mut self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        now_secs: f64,
        from: Begin,
    ) -> bool {
        let (mut found, mut is_kept) = match (from, self.moment) {
            (Begin::Kept, None) => return false,
            (Begin::Kept, Some(moment)) => {
                let reach = self.relaxed(motion);
                let is_ready = moment.secs >= motion.cone.ready_secs;
                let is_in = is_ready && reach.slack(moment.secs, moment.position) >= -ROUNDING_M;
                match is_in {
                    true => (Some((self.line, moment)), true),
                    false => (self.scan(path, motion, height_m, moment.secs), false),
                }
            }
            (Begin::Secs(secs), _) => {
                if self.directions.len() > MANY {
                    self.directions.clear();
                    self.next.clear();
                    self.spare = None;
                }
                let secs = most(secs, now_secs);
                (self.scan(path, motion, height_m, secs), false)
            }
        };
        // Each round adds a direction.
        while let Some((_, moment)) = found {
            let Some(worst) = self.worst(motion, now_secs, &moment) else {
                break;
            };
            self.directions.push(worst);
            self.next.push(motion.farthest(worst));
            found = self.scan(path, motion, height_m, moment.secs);
            is_kept = false;
        }
        if is_kept {
            return false;
        }
        self.moment = found.map(|(_, moment)| moment);
        self.line = found.map_or(0, |(line, _)| line);
        self.cone = motion.cone;
        self.acceleration = motion.acceleration;
        std::mem::swap(&mut self.ways, &mut self.next);
        true
    }

    fn relaxed(&self, motion: &Motion) -> Relaxed<'_> {
        Relaxed {
            cone: motion.cone,
            ways: &self.next,
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
        let mut metres = match &self.spare {
            Some(spare) if is_ready => spare.left(motion, moment),
            _ => [f64::NEG_INFINITY; DIRECTIONS],
        };
        let (mut least, mut worst) = (-ROUNDING_M, None);
        for (index, left) in metres.iter_mut().enumerate() {
            if *left >= 0.0 || self.directions.contains(&index) {
                continue;
            }
            *left = motion.slack(index, moment.secs, moment.position);
            if *left < least {
                (least, worst) = (*left, Some(index));
            }
        }
        self.spare = is_ready.then(|| Spare {
            metres,
            moment: *moment,
            motion: motion.clone(),
        });
        worst
    }
}

impl Spare {
    /// What is left of it for a later motion and another moment, at least.
    fn left(&self, motion: &Motion, moment: &InterceptMoment) -> [f64; DIRECTIONS] {
        let (x, z) = (
            moment.position[0] - self.moment.position[0],
            moment.position[2] - self.moment.position[2],
        );
        let loss = motion.loss(&self.motion)
            + motion.cone.speed * (moment.secs - self.moment.secs).abs()
            + (x * x + z * z).sqrt();
        self.metres.map(|metres| metres - loss)
    }
}
