//! The traits through which the search uses a model of reach.

use super::cone::Cone;
use crate::intercept::path::Line;
use crate::intercept::player::Player;
use crate::intercept::window::InterceptWindow;

/// A player who is inside by less than this, in metres, has just arrived: such a distance is rounding error.
pub(crate) const ROOM_M: f64 = 1e-6;

/// A straight run from the position at which the player is ready.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The unit vector, as x and z.
    pub(crate) along: [f64; 2],
    pub(crate) metres: f64,
    pub(crate) until_secs: f64,
}

/// The area in reach of a player: a growing disc, or part of one.
pub(crate) trait Area {
    /// Whether the area is the whole disc.
    const IS_DISC: bool;

    /// Returns a disc that contains the area.
    fn cone(&self) -> &Cone;

    /// Returns a disc that the area contains, and the time in seconds from which it does.
    fn sure(&self) -> (Cone, f64);

    /// Returns the windows in which the ball is inside the area, on a part of a line inside the disc. A reach
    /// used only for first moments may leave out all windows but the first.
    fn cut(&self, line: &Line, outer: InterceptWindow) -> impl AsRef<[InterceptWindow]>;
}

/// The places that one player can reach from now on.
pub(crate) trait Reach: Area + Clone {
    /// Returns the reach of a checked player from `now_secs` on.
    fn new(player: &Player, now_secs: f64) -> Self;

    /// Returns the distance of a place inside the reach, in metres, at a time when the player is ready; negative
    /// outside.
    fn slack_when_ready(&self, secs: f64, at: [f64; 3]) -> f64;

    /// Returns the earliest time from which a player who is at a place at `secs` could have waited there.
    fn arrival_secs(&self, secs: f64, at: [f64; 3]) -> f64;

    /// Returns the speed to change to for a straight run, once the player is ready and turned, in metres per second.
    fn cruise_mps(&self, player: &Player, way: Way) -> f64;

    /// Returns the time at which the player is ready, in seconds.
    fn ready_secs(&self) -> f64 {
        self.cone().ready_secs
    }

    /// Returns the distance of a place inside the reach, in metres: negative outside, `None` before the player is
    /// ready.
    fn slack(&self, secs: f64, at: [f64; 3]) -> Option<f64> {
        (secs >= self.ready_secs()).then(|| self.slack_when_ready(secs, at))
    }
}
