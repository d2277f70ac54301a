//! The input of a decision: candidates, humans, touches and requests.

use crate::control::candidate::ControlCandidate;
use crate::intercept::player::{PlayerId, TeamId};

footwork_base::typed_id! {
    /// A human with a controller, numbered by the caller.
    pub struct HumanId;
}

/// A human at one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Human {
    /// The human's id. A list has each human at most once.
    pub id: HumanId,
    /// The team whose players the human controls.
    pub team: TeamId,
    /// The player that the human controls now: a candidate of its team that no other human controls. `None` if the
    /// human joins or its player is gone; the decision then gives it a player.
    pub player: Option<PlayerId>,
    /// The human's settings, which may change at any decision.
    pub settings: ControlSettings,
}

/// The settings of a human: which switches are automatic (rule 12). By default all switches are automatic, with the
/// ball in the air or on the ground, but the rules do not choose the keeper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlSettings {
    /// When to switch.
    pub mode: ControlMode,
    /// Whether the rules switch only while the ball is in the air.
    pub air_balls_only: bool,
    /// Whether the rules treat the keeper like any other player (rule 7).
    pub allows_keeper: bool,
}

/// When the rules may switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ControlMode {
    /// Never. Only the human switches.
    Manual,
    /// Only right after a touch, or if the present player cannot reach the ball.
    Assisted,
    /// Whenever there is enough to gain.
    #[default]
    Automatic,
}

/// The input of a decision. Together with the [`ControlState`](crate::ControlState), it determines the decision. Refill it
/// for each decision. The order of the lists does not matter.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlSituation {
    /// The time in seconds, at least that of the last decision.
    pub now_secs: f64,
    /// Whether a player has touched the ball since the last decision, as in a kick, a pass, a tackle or a header. A bounce
    /// does not count.
    pub is_touched: bool,
    /// The player who touched the ball, if known. If the same player touches the ball again, as in a dribble, that
    /// touch does not count.
    pub touched_by: Option<PlayerId>,
    /// Whether the ball is in the air.
    pub is_in_air: bool,
    /// The players of all teams with humans. Other players may be included too.
    pub candidates: Vec<ControlCandidate>,
    /// The humans in the game. A human who is new in this list has joined; a human who is missing has left.
    pub humans: Vec<Human>,
    /// The switches requested since the last decision.
    pub requests: Vec<ManualSwitch>,
}

/// A switch that a human requests. If a human requests several, the last counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ManualSwitch {
    /// The human.
    pub human: HumanId,
    /// The requested player, a candidate of the human's team. `None` requests the player on the indicator, or else the best
    /// free player.
    pub to: Option<PlayerId>,
}
