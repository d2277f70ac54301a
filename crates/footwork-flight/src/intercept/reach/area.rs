//! The interface of a model of reach for the search.

use super::cone::Cone;
use crate::intercept::path::Line;
use crate::intercept::player::Player;
use crate::intercept::window::InterceptWindow;

/// A player inside by less than this, in metres, has just arrived, because such a distance is rounding.
pub(crate) const ROOM_M: f64 = 1e-6;

/// A straight run from where the player is when it is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The unit vector, as x and z.
    pub(crate) along: [f64; 2],
    pub(crate) metres: f64,
    pub(crate) until_secs: f64,
}

/// A growing disc, or part of it.
pub(crate) trait Area {
    /// Whether it is the whole disc.
    const IS_DISC: bool;

    /// Returns a disc around it.
    fn cone(&self) -> &Cone;

    /// Returns a disc inside it, and the time from which that disc is inside.
    fn sure(&self) -> (Cone, f64);

    /// Returns when the ball is inside, on a part of a line inside the disc. A reach that is only searched for first
    /// moments may leave out all windows but the first.
    fn cut(&self, line: &Line, outer: InterceptWindow) -> impl AsRef<[InterceptWindow]>;
}

/// The places where one player can be from now on.
pub(crate) trait Reach: Area + Clone {
    /// Returns the reach from now on of a checked player.
    fn new(player: &Player, now_secs: f64) -> Self;

    /// Returns how far a place is inside, in metres, at a time when the player is ready.
    fn slack_when_ready(&self, secs: f64, at: [f64; 3]) -> f64;

    /// Returns the time since which a player who is at a place at `secs` could have waited there.
    fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64;

    /// Returns the speed to change to for a straight run, once ready and turned, in metres per second.
    fn cruise_mps(&self, player: &Player, way: Way) -> f64;

    /// Returns when the player is ready.
    fn ready_secs(&self) -> f64 {
        self.cone().ready_secs
    }

    /// Returns how far a place is inside, in metres: negative outside, `None` before the player is ready.
    fn slack(&self, secs: f64, at: [f64; 3]) -> Option<f64> {
        (secs >= self.ready_secs()).then(|| self.slack_when_ready(secs, at))
    }
}
