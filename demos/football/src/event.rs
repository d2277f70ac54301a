//! What happens in a frame: for sounds, banners and figures.

use crate::pitch::{Ground, Touched};

/// How a ball is kicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KickKind {
    /// Along the ground to somebody.
    Pass,
    /// Into the space before somebody.
    Through,
    /// Through the air to somebody.
    Lob,
    /// At the goal.
    Shot,
    /// Away from the own goal.
    Clearance,
}

impl KickKind {
    /// Its name, such as `pass`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Through => "through",
            Self::Lob => "lob",
            Self::Shot => "shot",
            Self::Clearance => "clearance",
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchEvent {
    /// A foot met the ball as its clip says.
    Kick {
        /// Who.
        footballer: usize,
        /// How.
        kind: KickKind,
        /// Where the ball was.
        position: [f64; 3],
        /// How fast it leaves.
        speed_mps: f64,
        /// How far the foot was from the surface of the ball.
        gap_m: f64,
        /// How far the frame of the contact was from when the ball was met.
        late_secs: f64,
    },
    /// A kick for which the ball was not there.
    Whiff {
        /// Who.
        footballer: usize,
        /// How far the foot was from the surface of the ball.
        gap_m: f64,
    },
    /// A touch without a kick: a trap, or a step of a dribble.
    Touch {
        /// Who.
        footballer: usize,
        /// Where the ball was.
        position: [f64; 3],
    },
    /// A keeper has the ball in its hands.
    Save {
        /// Who.
        footballer: usize,
    },
    /// Somebody went for the ball of another.
    Tackle {
        /// Who.
        footballer: usize,
        /// Whose ball it was.
        on: usize,
        /// Whether the ball was met.
        is_won: bool,
    },
    /// A foot came down.
    FootContact {
        /// Who.
        footballer: usize,
        /// 0 is the left one.
        foot: usize,
        /// Where.
        position: [f64; 3],
        /// What is under it.
        ground: Ground,
        /// From 0 for a stroll to 1 for a sprint.
        hardness: f64,
    },
    /// The ball bounced.
    Bounce {
        /// Off what.
        on: Touched,
        /// Where.
        position: [f64; 3],
        /// How fast it came.
        speed_mps: f64,
    },
    /// A goal.
    Goal {
        /// For which team.
        team: usize,
        /// Who touched the ball last.
        by: Option<usize>,
    },
    /// The referee whistled.
    Whistle,
}
