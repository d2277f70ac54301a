//! The phases of a match: play, and the pauses between.

use footwork::flight::PlayerId;

use crate::flat::Flat;

/// A kind of restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartKind {
    /// From the centre, at the start of a half and after a goal.
    KickOff,
    /// From the touchline.
    KickIn,
    /// A kick-in from the corner.
    Corner,
    /// By the keeper, from in front of its goal.
    GoalKick,
    /// At the position of a ball that went untouched for too long.
    DropBall,
}

impl RestartKind {
    /// Returns its name, such as `kick-in`.
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

/// A restart in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Restart {
    /// Its kind.
    pub kind: RestartKind,
    /// The team that takes it.
    pub team: usize,
    /// Its spot, x and z in metres.
    pub spot_m: Flat,
    /// The footballer that takes it.
    pub taker: PlayerId,
    /// The time at which it was given, on the clock of the ball.
    pub since_secs: f64,
    /// Its stage.
    pub stage: RestartStage,
}

/// The stage of a restart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RestartStage {
    /// The ball is still rolling out of play.
    Out,
    /// The ball lies on the spot, and the footballers take their places.
    Placed,
    /// The restart may be taken.
    Ready {
        /// The time from which it may be taken, on the clock of the ball.
        since_secs: f64,
    },
}

impl Restart {
    /// Returns the time from which it may be taken, on the clock of the ball; `None` if it may not be taken yet.
    pub fn ready_secs(&self) -> Option<f64> {
        match self.stage {
            RestartStage::Ready { since_secs } => Some(since_secs),
            _ => None,
        }
    }
}

/// The phase of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The ball is being brought back into play.
    Restart(Restart),
    /// The ball is in play.
    Play,
    /// A goal was scored.
    Celebration {
        /// The team that scored.
        team: usize,
        /// Its end, on the clock of the ball.
        until_secs: f64,
    },
    /// The break between the halves.
    HalfTime {
        /// Its end, on the clock of the ball.
        until_secs: f64,
    },
    /// The match is over.
    Over,
}

impl Phase {
    /// Returns its name: `play`, `goal`, `half-time`, `over` or that of the restart.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Restart(restart) => restart.kind.name(),
            Self::Play => "play",
            Self::Celebration { .. } => "goal",
            Self::HalfTime { .. } => "half-time",
            Self::Over => "over",
        }
    }

    /// Returns the team that takes the restart or has scored; `None` in the other phases.
    pub fn team(&self) -> Option<usize> {
        match self {
            Self::Restart(Restart { team, .. }) | Self::Celebration { team, .. } => Some(*team),
            Self::Play | Self::HalfTime { .. } | Self::Over => None,
        }
    }

    /// Returns the restart in progress, if there is one.
    pub fn restart(&self) -> Option<&Restart> {
        match self {
            Self::Restart(restart) => Some(restart),
            _ => None,
        }
    }
}
