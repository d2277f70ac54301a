//! Phases of a match: play, and what comes between.

use crate::flat::Flat;

/// What brings the ball back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartKind {
    /// From the centre, at the start of a half and after a goal.
    KickOff,
    /// From the touchline.
    KickIn,
    /// From the corner: a kick-in too.
    Corner,
    /// By the keeper, from before its goal.
    GoalKick,
    /// Where the ball was lost from sight.
    DropBall,
}

impl RestartKind {
    /// Its name, such as `kick-in`.
    pub fn name(self) -> &'static str {
        match self {
            Self::KickOff => "kick-off",
            Self::KickIn => "kick-in",
            Self::Corner => "corner",
            Self::GoalKick => "goal-kick",
            Self::DropBall => "drop-ball",
        }
    }
}

/// A restart that is about to be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Restart {
    /// Of what kind.
    pub kind: RestartKind,
    /// By which team.
    pub team: usize,
    /// From where, x and z.
    pub spot_m: Flat,
    /// By whom.
    pub taker: usize,
    /// Since when, on the clock of the ball.
    pub since_secs: f64,
    /// How far it has got.
    pub stage: RestartStage,
}

/// How far a restart has got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RestartStage {
    /// The ball that went out rolls on.
    Out,
    /// The ball lies on the spot, and others take their places.
    Placed,
    /// It may be taken.
    Ready {
        /// Since when, on the clock of the ball.
        since_secs: f64,
    },
}

impl Restart {
    /// Since when it may be taken, on the clock of the ball; `None` if it may not yet.
    pub fn ready_secs(&self) -> Option<f64> {
        match self.stage {
            RestartStage::Ready { since_secs } => Some(since_secs),
            _ => None,
        }
    }
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The ball is about to come back into play.
    Restart(Restart),
    /// The ball is in play.
    Play,
    /// A goal was scored.
    Celebration {
        /// By which team.
        team: usize,
        /// For how long, on the clock of the ball.
        until_secs: f64,
    },
    /// Between the halves.
    HalfTime {
        /// Until when, on the clock of the ball.
        until_secs: f64,
    },
    /// The match is over.
    Over,
}

impl Phase {
    /// Its name: `play`, `goal`, `half-time`, `over` or that of the restart.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Restart(restart) => restart.kind.name(),
            Self::Play => "play",
            Self::Celebration { .. } => "goal",
            Self::HalfTime { .. } => "half-time",
            Self::Over => "over",
        }
    }

    /// Whose it is: the team that takes the restart, or that has scored.
    pub fn team(&self) -> Option<usize> {
        match self {
            Self::Restart(Restart { team, .. }) | Self::Celebration { team, .. } => Some(*team),
            Self::Play | Self::HalfTime { .. } | Self::Over => None,
        }
    }

    /// The restart that is about to be taken.
    pub fn restart(&self) -> Option<&Restart> {
        match self {
            Self::Restart(restart) => Some(restart),
            _ => None,
        }
    }
}
