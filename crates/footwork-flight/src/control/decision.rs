//! The result of a decision, and its reason.

use crate::control::micros::Micros;
use crate::control::score::ControlScore;
use crate::control::situation::HumanId;
use crate::control::stick::StickBlend;
use crate::intercept::player::PlayerId;

/// The decision for all humans. Reuse it to save allocations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControlDecision {
    /// The time of the decision.
    pub now: Micros,
    /// One assignment per human, in the order of their numbers.
    pub assignments: Vec<Assignment>,
}

/// The decision for one human.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Assignment {
    /// The human.
    pub human: HumanId,
    /// The player that the human controlled before.
    pub from: Option<PlayerId>,
    /// The player that the human controls now; `None` only if no player is free.
    pub player: Option<PlayerId>,
    /// The reason for the assignment.
    pub reason: ControlReason,
    /// The score of the player before the decision. `None` if there was no such player, if that player cannot reach the
    /// ball, or if its arrival is not known yet.
    pub present: Option<ControlScore>,
    /// The chosen player, or else the player that came closest to being chosen; `None` if there is none.
    pub best: Option<ScoredCandidate>,
    /// The player that the indicator shows: the target of the next switch if nothing changes. Each human has a
    /// different target. `None` only if no free player is left.
    pub next: Option<PlayerId>,
    /// How the stick's old direction blends out.
    pub stick: StickBlend,
}

/// A player and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScoredCandidate {
    /// The player.
    pub player: PlayerId,
    /// The score; `None` if the player cannot reach the ball, or if the arrival is not known yet.
    pub score: Option<ControlScore>,
}

/// Why a human controls its player. Hashes cover the position of a variant, so new reasons go last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ControlReason {
    /// The human had no player and was given the best free one.
    Given,
    /// The human had no player, and none is free.
    NobodyFree,
    /// The human requested this player.
    Asked,
    /// The request of the human was refused. Another human holds the player, or held it until this decision, or no
    /// player is free.
    Refused,
    /// Switched: the old player cannot reach the ball.
    CannotReach,
    /// Switched for a gain at a touch.
    Touched,
    /// Switched for a gain.
    Gain,
    /// Kept: in manual mode, control switches only at the human's request.
    ManualMode,
    /// Kept: the switch that the human requested still stands.
    Locked,
    /// Kept: the ball is on the ground and the human's settings allow switches for air balls only.
    BallOnGround,
    /// Kept: no other available player can reach the ball.
    NoCandidate,
    /// Kept: the human left the better player a short time ago.
    WouldGoBack,
    /// Kept: no other player is better.
    Best,
    /// Kept: the gain is too small.
    Margin,
    /// Kept: the human switches only at a touch, or if the present player cannot reach the ball.
    NoTouch,
    /// Kept: the human has had this player for too short a time.
    Dwell,
    /// Kept: another human switches in this decision, or has taken the better player first.
    NotItsTurn,
    /// Kept: the prediction does not show yet whether and when the human's player reaches the ball.
    NotPredicted,
}

impl ControlReason {
    /// Returns the position of the reason in the enum.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// Returns the name in snake case, such as `cannot_reach`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::NobodyFree => "nobody_free",
            Self::Asked => "asked",
            Self::Refused => "refused",
            Self::CannotReach => "cannot_reach",
            Self::Touched => "touched",
            Self::Gain => "gain",
            Self::ManualMode => "manual_mode",
            Self::Locked => "locked",
            Self::BallOnGround => "ball_on_ground",
            Self::NoCandidate => "no_candidate",
            Self::WouldGoBack => "would_go_back",
            Self::Best => "best",
            Self::Margin => "margin",
            Self::NoTouch => "no_touch",
            Self::Dwell => "dwell",
            Self::NotItsTurn => "not_its_turn",
            Self::NotPredicted => "not_predicted",
        }
    }

    /// Returns whether the rules moved the human from one player to another without a request.
    pub fn is_automatic_switch(self) -> bool {
        matches!(self, Self::CannotReach | Self::Touched | Self::Gain)
    }
}

impl Assignment {
    /// Returns whether the human went from one player to another.
    pub fn is_switch(&self) -> bool {
        self.from.is_some() && self.from != self.player
    }
}

impl ControlDecision {
    /// Returns the assignment of a human; `None` if the human is absent.
    pub fn assignment(&self, human: HumanId) -> Option<&Assignment> {
        let place = self.assignments.binary_search_by_key(&human, |x| x.human);
        place.ok().map(|place| &self.assignments[place])
    }

    /// Returns the assignment of the human who went from one player to another. There is at most one (rule 8).
    pub fn switched(&self) -> Option<&Assignment> {
        self.assignments.iter().find(|x| x.is_switch())
    }
}
