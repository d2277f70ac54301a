//! Where a player can be, and when: the two models of reach.

mod area;
mod cone;
mod full;
mod simple;

pub(crate) use area::{Reach, Way};
pub(crate) use cone::Cone;
pub(crate) use full::Full;

use crate::intercept::player::{Player, PlayerError};

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
            Self::Simple => Cone::new(player, now_secs).slack(secs, place),
            Self::Full => Full::new(player, now_secs).slack(secs, place),
        })
    }
}
