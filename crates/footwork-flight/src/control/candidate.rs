//! A player as control switching sees it.

use crate::control::team_id::TeamId;
use crate::player::PlayerId;

/// A player that humans may control, at one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Which player; each at most once.
    pub player: PlayerId,
    /// Its team.
    pub team: TeamId,
    /// The absolute time in seconds at which it can first take the ball; `None` if it never can. A time that has
    /// passed counts as now.
    pub first_secs: Option<f64>,
    /// What other criteria are worth, in seconds, added to the way to the ball: effort, difficulty, pressure from
    /// opponents, a wrong side. Lower is better; negative is a preference.
    pub other_secs: f64,
    /// What holds it up.
    pub condition: Condition,
    /// Whether it keeps the goal.
    pub is_keeper: bool,
    /// Whether the last pass was meant for it.
    pub is_pass_target: bool,
}

/// What holds a player up. The delay, zero or more, is added to the time at which it can first take the ball; what
/// the search for that time has counted already is not given here again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Condition {
    /// Nothing.
    #[default]
    Free,
    /// In an action that has to end: a tackle, a throw, a kick.
    Busy {
        /// In seconds.
        delay_secs: f64,
    },
    /// Hurt, and slower for it.
    Injured {
        /// In seconds.
        delay_secs: f64,
    },
    /// On the ground.
    Grounded {
        /// In seconds.
        delay_secs: f64,
    },
}

impl Condition {
    /// The delay in seconds.
    pub fn delay_secs(self) -> f64 {
        match self {
            Self::Free => 0.0,
            Self::Busy { delay_secs }
            | Self::Injured { delay_secs }
            | Self::Grounded { delay_secs } => delay_secs,
        }
    }
}

impl Candidate {
    /// An outfield player whom nothing holds up and for whom only the time counts.
    pub fn new(player: PlayerId, team: TeamId, first_secs: Option<f64>) -> Self {
        Self {
            player,
            team,
            first_secs,
            other_secs: 0.0,
            condition: Condition::Free,
            is_keeper: false,
            is_pass_target: false,
        }
    }
}
