//! Where a player can be, and when: the two models of reach.

mod full;
mod simple;

pub(crate) use simple::Cone;

use crate::path::Line;
use crate::player::{Player, PlayerError};
use crate::vector::{least, most};
use crate::window::{Pieces, Window};
use full::Full;

/// A window that ends this little before a moment contains it, but for rounding.
const EDGE_SECS: f64 = 1e-6;

/// How far a player gets.
///
/// A ball is in reach at T if it is not too high, T is no earlier than the player is ready, and it is in a set of
/// places that depends on the player and on T. Both models keep one promise, on which the
/// [`InterceptCache`](crate::InterceptCache) stands: whatever the player does of what the model allows,
///
/// `reach(T | now + dt) ⊆ reach(T | now)`.
///
/// # Simple
/// Until it is ready, the player stands still; from then on it is anywhere within `top_speed · (T − ready)`, so the set is a disc
/// with that and the reach as its radius. It moves freely below its top speed, so the disc of later lies inside that of
/// before by the triangle inequality.
///
/// # Full
/// Until it is ready, the player drifts at its present velocity, to the place p with the velocity v. From then on
/// 1. its speed is at most s, the larger of its top speed and |v|;
/// 2. its velocity changes by at most its acceleration a;
/// 3. it speeds up only where it faces: along a direction more than 90° from its facing it may brake to a stop but not
///    speed up, and it turns by at most 180° in its turn time.
///
/// Along any direction n these bound how far it gets by a motion on a line: brake at a from n·v if that is negative, then
/// wait until the body can face to within 90° of n, then speed up at a to s. Call that d(n, T). The set
/// is the disc of p with radius `s (T − ready)`, cut by the half-planes `n · (q − p) ≤ d(n, T)` of 16 directions, and
/// grown by the reach.
///
/// *Why it never grows.* The half-plane of n holds for a motion on a line, whose fastest one d is. If a second player starts no
/// farther along n, no faster along n and with no earlier turn, its fastest motion never overtakes the first one's: at the
/// place where their speeds are equal they have the same acceleration from then on. What the model allows in dt leaves
/// the player at most as far, as fast and as turned as that fastest motion is at now + dt; so d from there is at most what
/// is left of d from here, for each of the 16 directions, which are fixed in the world. The disc is the first case again. An
/// intersection of sets that do not grow does not grow.
///
/// With 16 directions the outline is less than 2 % of its radius outside that of all directions. A player who moves
/// sideways or backward without turning has a turn time of 0, or faces everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReachModel {
    /// A disc that grows at top speed: the default of scene files, easy to check.
    Simple,
    /// Acceleration, turning, and drift until ready.
    #[default]
    Full,
}

impl ReachModel {
    /// How far inside the player's reach a place is at a time, in metres; less than 0 outside, `None` before the player
    /// is ready. Heights do not count.
    ///
    /// In the full model it is the least of how far inside the disc and each half-plane the place is.
    ///
    /// ```
    /// use footwork_flight::{Player, PlayerId, ReachModel};
    ///
    /// let player = Player::new(PlayerId::new(0), [0.0; 3]);
    /// let slack = |model: ReachModel| {
    ///     model.slack(&player, 0.0, 2.0, [10.0, 0.0, 0.0]).unwrap().unwrap()
    /// };
    /// // 8 m/s for 2 s and 0.8 m of reach.
    /// assert!((slack(ReachModel::Simple) - 6.8).abs() < 1e-12);
    /// // From a stand it takes 8² / (2 · 6) m of way to get fast.
    /// assert!((slack(ReachModel::Full) - (6.8 - 64.0 / 12.0)).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    /// A number of the player that is out of its range.
    pub fn slack(
        self,
        player: &Player,
        now_secs: f64,
        secs: f64,
        place: [f64; 3],
    ) -> Result<Option<f64>, PlayerError> {
        player.check()?;
        Ok(Reach::of(self, player, now_secs).slack(secs, place))
    }
}

/// Where one player can be, ready to be asked.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    Simple(Cone),
    Full(Box<Full>),
}

impl Reach {
    /// The reach from now on, of a player that was checked.
    pub(crate) fn of(model: ReachModel, player: &Player, now_secs: f64) -> Self {
        match model {
            ReachModel::Simple => Self::Simple(Cone::of(player, now_secs)),
            ReachModel::Full => Self::Full(Box::new(Full::of(player, now_secs))),
        }
    }

    /// Makes this the reach of another player, in the memory that is there.
    pub(crate) fn become_of(&mut self, model: ReachModel, player: &Player, now_secs: f64) {
        match (self, model) {
            (Self::Full(full), ReachModel::Full) => **full = Full::of(player, now_secs),
            (this, _) => *this = Self::of(model, player, now_secs),
        }
    }

    /// The disc around it all.
    pub(crate) fn cone(&self) -> &Cone {
        match self {
            Self::Simple(cone) => cone,
            Self::Full(full) => &full.cone,
        }
    }

    /// Whether the disc is all there is to it.
    pub(crate) fn is_disc(&self) -> bool {
        matches!(self, Self::Simple(_))
    }

    /// A disc that lies inside it all, and from when on it does.
    pub(crate) fn sure(&self) -> (Cone, f64) {
        match self {
            Self::Simple(cone) => (*cone, cone.ready_secs),
            Self::Full(full) => (full.inner, full.all_secs),
        }
    }

    /// From when on the player acts.
    pub(crate) fn ready_secs(&self) -> f64 {
        self.cone().ready_secs
    }

    /// How far inside the set the place is at this time, in metres; less than 0 outside. `None` before the player is ready.
    pub(crate) fn slack(&self, secs: f64, at: [f64; 3]) -> Option<f64> {
        (secs >= self.ready_secs()).then(|| match self {
            Self::Simple(cone) => cone.slack(secs, at[0], at[2]),
            Self::Full(full) => full.slack(secs, at),
        })
    }

    /// When the ball is inside on a part of a line on which the disc contains it.
    pub(crate) fn cut(&self, line: &Line, outer: Window) -> Pieces {
        match self {
            Self::Simple(_) => Pieces::one(outer.from_secs, outer.to_secs),
            Self::Full(full) => full.windows(line, outer),
        }
    }

    /// Since when a player who is at the place at `secs` could have been there and stayed.
    pub(crate) fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64 {
        let ready = self.ready_secs();
        if let Self::Simple(cone) = self {
            let slack = cone.slack(secs, at[0], at[2]);
            let early = slack / most(cone.speed, 1e-9);
            return most(ready, least(secs, secs - early));
        }
        let still = Line {
            from_secs: ready,
            from: at,
            velocity: [0.0; 3],
        };
        let part = Window {
            from_secs: ready,
            to_secs: secs,
        };
        let inside = [ready, secs].map(|secs| self.cone().excess(secs, at[0], at[2]) <= 0.0);
        let Some(outer) = self.cone().window(&still, part, inside) else {
            return secs;
        };
        let windows = self.cut(&still, outer);
        match windows.as_slice().last() {
            Some(last) if last.to_secs >= secs - EDGE_SECS => last.from_secs,
            _ => secs,
        }
    }

    /// Whether a later reach of the same model lies inside this one, by what the model allows.
    pub(crate) fn contains(&self, later: &Self) -> bool {
        match (self, later) {
            (Self::Simple(cone), Self::Simple(later)) => cone.contains(later),
            (Self::Full(full), Self::Full(later)) => full.contains(later),
            _ => false,
        }
    }
}
