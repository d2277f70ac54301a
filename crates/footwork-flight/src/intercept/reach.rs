//! Two models of reach, which is the set of places where a player can be at each time.

mod area;
mod cone;
mod dash;
mod farthest;
mod full;
mod motion;
mod simple;

pub(crate) use area::{Area, ROOM_M, Reach, Way};
pub(crate) use cone::{Cone, ROUNDING_M};
pub(crate) use dash::Dash;
pub(crate) use farthest::Farthest;
pub(crate) use full::{Full, Relaxed};
pub(crate) use motion::{DIRECTIONS, Follows, Motion, Spot};

use crate::intercept::player::{Player, PlayerError};

/// A model of the places where a player can be.
///
/// A ball is in reach at a time T under three conditions. The ball is not too high, the player is ready by T, and the
/// ball is in a set of places that depends on the player and T. Whatever the player does within the model, this set
/// never grows. The [`InterceptCache`](crate::InterceptCache) relies on that property:
///
/// `reach(T | now + dt) ⊆ reach(T | now)`.
///
/// # Simple
/// Until it is ready, the player stands still. After that it can be anywhere within `top_speed · (T − ready)`. The set
/// is a disc whose radius is this distance plus the reach. The player moves at up to top speed, so by the triangle
/// inequality, a disc computed later lies inside a disc computed earlier.
///
/// # Full
/// Until it is ready, the player drifts at its present velocity v to the place p. After that, three rules hold:
/// 1. the player's speed is at most s, the larger of its top speed and |v|;
/// 2. the player's acceleration is at most a;
/// 3. the player accelerates only within 90° of its facing: along any other direction it may brake to a stop but not
///    speed up. In its turn time it turns by at most 180°.
///
/// These rules bound the player's progress along a direction n by a one-dimensional motion. If n·v is negative, the
/// player first brakes at a. Then it waits until the body can face to within 90° of n, and accelerates at a up to s.
/// The distance of this motion is d(n, T). The set is the disc around p with radius `s (T − ready)`, cut by the
/// half-planes `n · (q − p) ≤ d(n, T)` of 16 directions and grown by the reach.
///
/// *Why the set never grows.* d is the distance of the fastest motion along n. Suppose that a second player starts no
/// farther along n, is no faster along n, and faces n no earlier. Then the second player's fastest motion never
/// overtakes the first player's, because once their speeds are equal they accelerate alike. Whatever the player does
/// within the model during dt, it is then at most as far, as fast and as turned as the fastest motion. So d computed at
/// now + dt never exceeds d computed now, at any T. This holds for each of the 16 directions, which are fixed in the
/// world. The disc never grows, as in the simple model. An intersection of sets that do not grow does not grow.
///
/// The outline for 16 directions exceeds the outline for all directions by less than 2 % of its radius. For a player
/// who can run sideways or backwards without turning, set the turn time to 0 or the facing to zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ReachModel {
    /// A disc that grows at top speed.
    Simple,
    /// A disc cut by the limits of acceleration and turning, with a drift until the player is ready.
    #[default]
    Full,
}

impl ReachModel {
    /// Returns the distance of a place inside a player's reach, in metres. The result is negative outside the reach,
    /// and `None` before the player is ready. Heights are ignored. In the full model, the result is the smallest of the
    /// distances into the disc and into each half-plane.
    ///
    /// ```
    /// use footwork_flight::{Player, PlayerId, ReachModel};
    ///
    /// let player = Player::new(PlayerId::new(0), [0.0; 3]);
    /// let slack = |model: ReachModel| {
    ///     model.slack(&player, 0.0, 2.0, [10.0, 0.0, 0.0]).unwrap().unwrap()
    /// };
    /// // 6.5 m/s for 2 s and 1.2 m of reach.
    /// assert!((slack(ReachModel::Simple) - 4.2).abs() < 1e-12);
    /// // From a standing start, the acceleration costs 6.5² / (2 · 8) m.
    /// assert!((slack(ReachModel::Full) - (4.2 - 42.25 / 16.0)).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    /// Returns [`PlayerError`] if a number of the player is out of range.
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
