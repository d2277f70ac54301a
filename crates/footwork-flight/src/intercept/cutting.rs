//! First moments of the full model, found by cutting planes.
//!
//! The full reach is a disc cut by 16 half-planes, but few of the half-planes decide a first moment: usually the one or
//! two that face the ball. So the search begins with the disc alone. It finds the half-plane that the first moment
//! violates most, adds that half-plane, and goes on from there until no half-plane is violated. With fewer half-planes
//! the reach is larger. So each round finds a moment at or before the true first moment, and the last round finds the
//! true first moment (Kelley, *The cutting-plane method for solving convex programs*, 1960, for a line of time instead
//! of a polytope).
//!
//! From frame to frame hardly any half-plane is evaluated. While the reach cut by the deciding half-planes does not
//! grow, no earlier moment becomes possible, whatever the other half-planes do. For a player who moves within the
//! model, one comparison shows that this reach does not grow ([`Motion::follows`]). For any other player, this takes
//! one comparison per deciding half-plane. For the other half-planes, a lower bound of the moment's slack follows from
//! the changes of three values: the place and the velocity of the player, and the moment ([`Slacks`]). One loop without
//! a branch computes these bounds for all 16. So for a player who wanders within the model, most frames evaluate one
//! direction: the half-plane at whose edge the moment lies.

use crate::intercept::first::Intercept;
use crate::intercept::moment::InterceptMoment;
use crate::intercept::path::BallPath;
use crate::intercept::player::Player;
use crate::intercept::reach::{
    DIRECTIONS, Dash, Farthest, Follows, Motion, ROOM_M, ROUNDING_M, Relaxed, Spot,
};
use crate::intercept::scan::{self, Start};
use crate::vector::most;

/// An upper bound of the rounding error of an acceleration, in metres per second squared.
const ROUNDING_MPS2: f64 = 1e-10;
/// The number of lines to try before a scan of the path.
const LINES: usize = 3;
/// The maximum number of times that a moment moves on in one frame. Only rounding can cause more rounds than there are
/// directions and lines.
const MAX_ROUNDS: usize = 64;

/// The first moment of one player, and the state that avoids evaluating it again.
#[derive(Clone, Debug)]
pub(crate) struct Cutting {
    first: First,
    /// The motion at the last frame. For this motion, no earlier moment is possible.
    motion: Option<Motion>,
    slacks: Slacks,
}

/// The first moment, and the directions that decide the moment.
#[derive(Clone, Debug)]
struct First {
    moment: Option<InterceptMoment>,
    /// The index of the moment's line, or a guess of it.
    line: usize,
    /// The directions that, with the disc, rule out all earlier moments.
    directions: Directions,
    /// The fastest motions along `directions`, for a scan.
    cuts: Vec<Farthest>,
}

/// A set of directions, with a bit for each direction.
#[derive(Clone, Copy, Debug, Default)]
struct Directions(u32);

/// A lower bound of the moment's slack along each direction.
///
/// The bounds are updated from frame to frame ([`Motion::carry`]). A direction is evaluated again only when its bound
/// is below zero.
#[derive(Clone, Debug)]
struct Slacks {
    /// The bounds, in metres; minus infinity if a bound is unknown.
    metres: [f64; DIRECTIONS],
    /// The moment for which the bounds hold.
    spot: Spot,
    /// The direction at whose edge the moment was last put. The ball may go out of reach there at any time, so this
    /// direction is checked before all others, and its bound is infinite.
    edge: Option<usize>,
}

/// The work done to bring a moment up to a new frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Work {
    /// The moment is kept.
    Nothing,
    /// A root on the moment's line.
    Root,
    /// A scan of the path.
    Scan,
}

/// Where to search for the first moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// At the moment found before; if there was none, nowhere.
    Kept,
    /// From this time on, in seconds.
    From(f64),
}

impl Cutting {
    pub(crate) fn new() -> Self {
        Self {
            first: First {
                moment: None,
                line: 0,
                directions: Directions::default(),
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

    /// Returns whether the reach cut by the deciding directions has not grown since the last frame; false without a
    /// last frame.
    #[inline]
    pub(crate) fn contains(&self, motion: &Motion) -> bool {
        let Some(before) = &self.motion else {
            return false;
        };
        motion.learn(before);
        let is_disc = before.cone.surely_contains(&motion.cone)
            & (motion.acceleration <= before.acceleration + ROUNDING_MPS2);
        if !is_disc || self.first.directions.is_empty() {
            return is_disc;
        }
        match motion.follows(before) {
            Follows::All => true,
            follows => {
                let mut directions = self.first.directions.list();
                directions.all(|index| motion.follows_along(before, index, follows))
            }
        }
    }

    /// Finds the first moment of a player with this motion, from this frame on. Returns the work done.
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
                // The directions ruled out the moments before `secs`, which are all past. Keeping the directions would
                // only add constraints: a motion that breaks a constraint costs another search.
                if secs <= now_secs {
                    self.first.directions = Directions::default();
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

    /// Returns the intercept at the moment, for the player of the last frame; `None` if there is no moment.
    #[inline(always)]
    pub(crate) fn intercept(
        &self,
        path: &BallPath,
        player: &Player,
        now_secs: f64,
    ) -> Option<Intercept> {
        let (moment, motion) = (self.first.moment.as_ref()?, self.motion.as_ref()?);
        let secs = if self.is_arriving(motion, moment) {
            moment.secs
        } else {
            motion.arrival_secs(moment.secs, moment.position)
        };
        let cone = &motion.cone;
        Some(Intercept::arriving(
            path, player, cone, secs, moment, now_secs,
        ))
    }

    /// Returns whether the disc or a deciding direction shows that the player arrives at the same time as the ball.
    /// This is true for most players, and then the other directions need no check.
    #[inline]
    fn is_arriving(&self, motion: &Motion, moment: &InterceptMoment) -> bool {
        (motion.cone.speed > 0.0) && (self.slacks.edge.is_some() || self.is_at_edge(motion, moment))
    }

    /// Returns whether the moment is at the edge of the disc or of a deciding direction.
    #[inline(never)]
    fn is_at_edge(&self, motion: &Motion, moment: &InterceptMoment) -> bool {
        let ([x, _, z], secs) = (moment.position, moment.secs);
        let is_at_edge = |index: usize| motion.dash(index).slack(secs, moment.position) <= ROOM_M;
        motion.cone.inside(secs, x, z) <= ROOM_M || self.first.directions.list().any(is_at_edge)
    }

    /// Moves the moment on until no direction keeps the ball out. Each direction that kept the ball out becomes a
    /// deciding direction.
    ///
    /// Usually only the direction at the edge keeps the ball out, if any direction does.
    #[inline]
    fn settle(&mut self, path: &BallPath, motion: &Motion, height_m: f64) -> Work {
        let (first, slacks) = (&mut self.first, &mut self.slacks);
        let mut work = Work::Nothing;
        let Some(moment) = &first.moment else {
            slacks.clear();
            return work;
        };
        let secs = moment.secs;
        // Keeps the next moment in registers, because reading it back immediately would wait for the write.
        let mut spot = Spot::new(moment);
        let mut scan_from = (!motion.cone.lets_in(secs, moment.position)).then_some(secs);
        if scan_from.is_none()
            && let Some(edge) = slacks.edge
        {
            let dash = motion.dash(edge);
            let slack = dash.slack(secs, moment.position);
            if slack < -ROUNDING_M {
                work = Work::Root;
                first.directions.add(edge);
                match first.later(path, motion, height_m, secs, (&dash, -slack)) {
                    Ok(later) => {
                        spot = Spot::new(&later);
                        first.moment = Some(later);
                    }
                    Err(secs) => scan_from = Some(secs),
                }
            } else {
                slacks.leave();
            }
        }
        if let Some(secs) = scan_from {
            work = Work::Scan;
            first.scan(path, motion, height_m, secs);
            slacks.leave();
            let Some(moment) = &first.moment else {
                slacks.clear();
                return work;
            };
            spot = Spot::new(moment);
        }
        let least = match &self.motion {
            Some(before) => slacks.carry(before, motion, spot),
            None => {
                slacks.spot = spot;
                f64::NEG_INFINITY
            }
        };
        if least >= 0.0 {
            work
        } else {
            work.max(self.settle_others(path, motion, height_m))
        }
    }

    /// Like [`Self::settle`], for directions whose bounds do not let the ball in. The direction at the edge and the
    /// disc must let the ball in.
    #[inline(never)]
    fn settle_others(&mut self, path: &BallPath, motion: &Motion, height_m: f64) -> Work {
        let (first, slacks) = (&mut self.first, &mut self.slacks);
        let mut work = Work::Nothing;
        for _ in 0..MAX_ROUNDS {
            let Some(moment) = &first.moment else {
                slacks.clear();
                break;
            };
            let Some((direction, out_m)) = slacks.worst(motion, moment) else {
                break;
            };
            first.directions.add(direction);
            let dash = motion.dash(direction);
            match first.later(path, motion, height_m, moment.secs, (&dash, out_m)) {
                Ok(later) => {
                    work = work.max(Work::Root);
                    first.moment = Some(later);
                    slacks.touch(direction);
                }
                Err(secs) => {
                    work = Work::Scan;
                    first.scan(path, motion, height_m, secs);
                    slacks.leave();
                }
            }
            if let Some(moment) = &first.moment {
                slacks.carry(motion, motion, Spot::new(moment));
            }
        }
        work
    }
}

impl First {
    /// Returns the later moment at which a direction that keeps the ball out by `out_m` metres lets it in again. This
    /// moment is usually on the same line or the next line, and costs one root. If the disc or the height keeps the
    /// ball out at that moment, returns as the error the time from which to scan the path.
    #[inline(always)]
    fn later(
        &mut self,
        path: &BallPath,
        motion: &Motion,
        height_m: f64,
        mut secs: f64,
        (dash, mut out_m): (&Dash, f64),
    ) -> Result<InterceptMoment, f64> {
        for index in self.line..self.line + LINES {
            let Some(line) = path.line(index) else { break };
            let to_secs = path.end_secs(index);
            if !((secs >= line.from_secs) & (secs >= motion.cone.ready_secs) & (secs <= to_secs)) {
                break;
            }
            self.line = index;
            if let Some(back_secs) = dash.return_secs(line, secs, to_secs, out_m) {
                let later = InterceptMoment::on(line, back_secs);
                let [x, _, z] = later.position;
                let is_in =
                    (motion.cone.excess(back_secs, x, z) <= 0.0) & (later.height_m <= height_m);
                return if is_in { Ok(later) } else { Err(back_secs) };
            }
            secs = to_secs;
            out_m = most(-dash.slack(secs, line.at(secs)), 0.0);
        }
        Err(secs)
    }

    /// Finds the first moment from `secs` on, using only the disc and the deciding directions.
    fn scan(&mut self, path: &BallPath, motion: &Motion, height_m: f64, secs: f64) {
        self.cuts.clear();
        let directions = self.directions.list();
        self.cuts
            .extend(directions.map(|index| motion.farthest(index)));
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

impl Directions {
    fn add(&mut self, index: usize) {
        self.0 |= 1 << (index % DIRECTIONS);
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the indices of the directions.
    fn list(self) -> impl Iterator<Item = usize> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let index = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (index < u32::BITS).then_some(index as usize)
        })
    }
}

impl Slacks {
    /// Returns a state without known bounds.
    fn new() -> Self {
        Self {
            metres: [f64::NEG_INFINITY; DIRECTIONS],
            spot: Spot::ANYWHERE,
            edge: None,
        }
    }

    fn clear(&mut self) {
        *self = Self::new();
    }

    /// Updates the bounds to this motion and moment. Returns the smallest bound.
    #[inline]
    fn carry(&mut self, before: &Motion, motion: &Motion, spot: Spot) -> f64 {
        let least = motion.carry(before, [self.spot, spot], &mut self.metres);
        self.spot = spot;
        least
    }

    /// Records that the moment is now at the edge of this direction.
    #[inline]
    fn touch(&mut self, direction: usize) {
        if self.edge != Some(direction) {
            self.leave();
            self.edge = Some(direction);
        }
        self.metres[direction % DIRECTIONS] = f64::INFINITY;
    }

    /// Records that the moment is no longer at an edge. The slack along the former edge is then unknown.
    #[inline]
    fn leave(&mut self) {
        if let Some(before) = self.edge.take() {
            self.metres[before % DIRECTIONS] = f64::NEG_INFINITY;
        }
    }

    /// Returns the direction that keeps the ball out farthest at the moment, and by how many metres; `None` if no
    /// direction does. Evaluates only the directions that may keep the ball out.
    fn worst(&mut self, motion: &Motion, moment: &InterceptMoment) -> Option<(usize, f64)> {
        // Collects these directions as bits, because branches on them would be unpredictable.
        let mut due = Directions::default();
        for (index, slack) in self.metres.iter().enumerate() {
            let is_in = *slack >= 0.0;
            due.0 |= u32::from(!is_in) << index;
        }
        let behind = motion.most_behind();
        let (mut least_slack, mut worst) = (-ROUNDING_M, None);
        for index in due.list() {
            // For most directions a bound is enough.
            let mut slack = motion.least_slack(index, moment.secs, moment.position, behind);
            if slack < 0.0 {
                slack = motion.dash(index).slack(moment.secs, moment.position);
                if slack < least_slack {
                    (least_slack, worst) = (slack, Some(index));
                }
            }
            self.metres[index] = slack;
        }
        worst.map(|direction| (direction, -least_slack))
    }
}
