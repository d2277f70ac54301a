//! What was decided, and why.

use crate::control::micros::Micros;
use crate::control::score::ControlScore;
use crate::control::situation::HumanId;
use crate::control::stick::StickBlend;
use crate::intercept::player::PlayerId;

/// What was decided for everybody. To be used again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ControlDecision {
    /// When.
    pub now: Micros,
    /// One a human, by number.
    pub assignments: Vec<Assignment>,
}

/// What was decided for one human.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Which human.
    pub human: HumanId,
    /// Whom it controlled before.
    pub from: Option<PlayerId>,
    /// Whom it controls now; `None` only if nobody is free.
    pub player: Option<PlayerId>,
    /// Why.
    pub reason: ControlReason,
    /// The score of the player before; `None` if it cannot reach the ball, or there was none.
    pub present: Option<ControlScore>,
    /// The player that was chosen or came nearest to it, with its score; `None` if there is nobody.
    pub best: Option<ScoredCandidate>,
    /// Whom the indicator shows: where the next switch goes if nothing changes. No two humans have the same;
    /// `None` only if no free player is left.
    pub next: Option<PlayerId>,
    /// How the stick's old direction blends out.
    pub stick: StickBlend,
}

/// A player and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredCandidate {
    /// Which player.
    pub player: PlayerId,
    /// `None` if it cannot reach the ball.
    pub score: Option<ControlScore>,
}

/// Why a human has the player that it has. In hashes a reason is its place here: new ones come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlReason {
    /// It had none and was given the best free one.
    Given,
    /// It had none, and none is free.
    NobodyFree,
    /// It asked for it.
    Asked,
    /// What it asked for was refused: the player is held by another human, was so until this decision, or is nobody.
    Refused,
    /// Switched: the present one cannot reach the ball.
    CannotReach,
    /// Switched for a gain at a touch.
    Touched,
    /// Switched for a gain.
    Gain,
    /// Kept: it switches by itself.
    ManualMode,
    /// Kept: its own switch still holds.
    Locked,
    /// Kept: the ball is on the ground, and it wants help with air balls only.
    BallOnGround,
    /// Kept: no other player that it may have can reach the ball.
    NoCandidate,
    /// Kept: it left the better one since the last touch.
    WouldGoBack,
    /// Kept: no other is better.
    Best,
    /// Kept: the gain is too small.
    Margin,
    /// Kept: it wants help only at a touch, or if the present one cannot reach the ball.
    NoTouch,
    /// Kept: it has this one for too short a time.
    Dwell,
    /// Kept: another human switches now, or had the better player before it.
    NotItsTurn,
}

impl ControlReason {
    /// Its place.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// In words with underscores, such as `cannot_reach`.
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
        }
    }

    /// Whether the rules took the human to another player.
    pub fn is_automatic_switch(self) -> bool {
        matches!(self, Self::CannotReach | Self::Touched | Self::Gain)
    }
}

impl Assignment {
    /// Whether it went from one player to another.
    pub fn is_switch(&self) -> bool {
        self.from.is_some() && self.from != self.player
    }
}

impl ControlDecision {
    /// What was decided for this human; `None` for one who is not there.
    pub fn assignment(&self, human: HumanId) -> Option<&Assignment> {
        let place = self.assignments.binary_search_by_key(&human, |x| x.human);
        place.ok().map(|place| &self.assignments[place])
    }

    /// The one who went from one player to another, of whom there is at most one (rule 8).
    pub fn switched(&self) -> Option<&Assignment> {
        self.assignments.iter().find(|x| x.is_switch())
    }
}
