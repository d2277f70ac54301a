//! What a decision is made of.

use crate::control::candidate::ControlCandidate;
use crate::intercept::player::{PlayerId, TeamId};

footwork_base::typed_id! {
    /// Someone with a controller. The caller numbers them.
    pub struct HumanId;
}

/// A human at one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Human {
    /// Which human; each at most once.
    pub id: HumanId,
    /// Whose players it controls.
    pub team: TeamId,
    /// The player that it controls now: one of the candidates, of its team and of nobody else's. `None` for one who
    /// joins, or whose player is gone; it is given one.
    pub player: Option<PlayerId>,
    /// What it wants. May change at any decision.
    pub settings: ControlSettings,
}

/// What a human wants done automatically (rule 12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControlSettings {
    /// How much.
    pub mode: ControlMode,
    /// Only while the ball is in the air.
    pub air_balls_only: bool,
    /// Whether the keeper is a player like any other (rule 7).
    pub allows_keeper: bool,
}

/// How much is done automatically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ControlMode {
    /// Only the human switches.
    Manual,
    /// Switches only right after a touch, or away from a player that cannot reach the ball.
    Assisted,
    /// Switches whenever the rules see a gain.
    #[default]
    Automatic,
}

/// All that a decision looks at, besides what [`ControlState`](crate::ControlState) remembers. To be filled anew
/// and used again. The orders of the lists mean nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControlSituation {
    /// The time in seconds, never before that of the last decision.
    pub now_secs: f64,
    /// Whether somebody touched the ball since the last decision: a kick, a pass, a tackle, a header. Not a bounce.
    pub is_touched: bool,
    /// Who touched it, if that is known. Another touch of the one who touched it last, as in a dribble, counts as none.
    pub touched_by: Option<PlayerId>,
    /// Whether the ball is in the air.
    pub is_in_air: bool,
    /// The players of all teams that have humans; others do no harm.
    pub candidates: Vec<ControlCandidate>,
    /// The humans who play. One who is new has joined; one who is missing has left.
    pub humans: Vec<Human>,
    /// The switches that humans asked for since the last decision.
    pub requests: Vec<ManualSwitch>,
}

/// A human's wish for another player. Of several by one human the last counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManualSwitch {
    /// Who.
    pub human: HumanId,
    /// For whom: a candidate of its team. `None` for the one that the indicator shows, or else the best free one.
    pub to: Option<PlayerId>,
}
