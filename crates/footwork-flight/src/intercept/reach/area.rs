//! What the search asks of a model of reach.

use super::cone::Cone;
use crate::intercept::path::Line;
use crate::intercept::player::Player;
use crate::intercept::window::{InterceptWindow, Pieces};

/// Who is inside by less than this, in metres, is at the edge: it has only just come. The less is rounding.
pub(super) const ROOM_M: f64 = 1e-6;

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
    fn new(player: &Player, now_secs: f64) -> Self;

    /// The disc around it all.
    fn cone(&self) -> &Cone;

    /// A disc that lies inside it all, and from when on it does.
    fn sure(&self) -> (Cone, f64);

    /// How far inside the set the place is, in metres, at a time when the player is ready.
    fn slack_when_ready(&self, secs: f64, at: [f64; 3]) -> f64;

    /// When the ball is inside on a part of a line on which the disc contains it.
    fn cut(&self, line: &Line, outer: InterceptWindow) -> Pieces;

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
