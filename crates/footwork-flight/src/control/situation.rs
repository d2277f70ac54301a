//! What a decision is made of.

use crate::control::candidate::Candidate;
use crate::control::human::{Human, HumanId};
use crate::player::PlayerId;

/// All that a decision looks at, besides what [`ControlState`](crate::control::ControlState) remembers. To be filled anew
/// and used again. The orders of the lists mean nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Situation {
    /// The time in seconds, never before that of the last decision.
    pub now_secs: f64,
    /// Whether somebody touched the ball since the last decision: a kick, a pass, a tackle, a header. Not a bounce.
    pub is_touched: bool,
    /// Who touched it, if that is known. Another touch of the one who touched it last, as in a dribble, counts as none.
    pub touched_by: Option<PlayerId>,
    /// Whether the ball is in the air.
    pub is_in_air: bool,
    /// The players of all teams that have humans; others do no harm.
    pub candidates: Vec<Candidate>,
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
