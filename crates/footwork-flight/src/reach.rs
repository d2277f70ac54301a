//! Where a player can be, and when: the two models of reach.

mod full;
mod simple;

pub(crate) use full::Full;
pub(crate) use simple::Cone;

use crate::path::Line;
use crate::player::{Player, PlayerError};
use crate::window::{Pieces, Window};

/// Who is inside by less than this, in metres, is at the edge: it has only just come. The less is rounding.
const ROOM_M: f64 = 1e-6;

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
        Ok(match self {
            Self::Simple => Cone::of(player, now_secs).slack(secs, place),
            Self::Full => Full::of(player, now_secs).slack(secs, place),
        })
    }
}

/// A straight way from where the player is when it is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The unit vector, as x and z.
    pub(crate) along: [f64; 2],
    pub(crate) metres: f64,
    pub(crate) until_secs: f64,
}

/// Where one player can be from now on, ready to be asked: a disc that grows, or what is cut out of it.
pub(crate) trait Reach: Clone {
    /// Whether the disc is all there is to it.
    const IS_DISC: bool;

    /// The reach from now on, of a player that was checked.
    fn of(player: &Player, now_secs: f64) -> Self;

    /// The disc around it all.
    fn cone(&self) -> &Cone;

    /// A disc that lies inside it all, and from when on it does.
    fn sure(&self) -> (Cone, f64);

    /// How far inside the set the place is, in metres, at a time when the player is ready.
    fn slack_when_ready(&self, secs: f64, at: [f64; 3]) -> f64;

    /// When the ball is inside on a part of a line on which the disc contains it.
    fn cut(&self, line: &Line, outer: Window) -> Pieces;

    /// Since when a player who is at the place at `secs` could have been there and stayed.
    fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64;

    /// Whether a later reach of the same model lies inside this one, by what the model allows.
    fn contains(&self, later: &Self) -> bool;

    /// Before this the player cannot have lost so much slack, if it does what the model allows.
    fn next_look_secs(&self, slack: f64, now_secs: f64) -> f64;

    /// The speed to change to when the player is ready and has turned, in metres a second, for a straight way.
    fn cruise_mps(&self, player: &Player, way: Way) -> f64;

    /// From when on the player acts.
    fn ready_secs(&self) -> f64 {
        self.cone().ready_secs
    }

    /// How far inside the set the place is at this time, in metres; less than 0 outside. `None` before the player is ready.
    fn slack(&self, secs: f64, at: [f64; 3]) -> Option<f64> {
        (secs >= self.ready_secs()).then(|| self.slack_when_ready(secs, at))
    }
}
