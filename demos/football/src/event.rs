//! Events of a frame, for sounds, banners and statistics.

use footwork::flight::PlayerId;

use crate::pitch::{Ground, Touched};

/// How a ball is kicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KickKind {
    /// Along the ground to a teammate.
    Pass,
    /// Into the space ahead of a teammate.
    Through,
    /// Through the air to a teammate.
    Lob,
    /// At the goal.
    Shot,
    /// Away from the kicker's own goal.
    Clearance,
}

impl KickKind {
    /// Returns its name, such as `pass`.
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

/// An event of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchEvent {
    /// A foot met the ball in a kick.
    Kick {
        /// The kicker.
        footballer: PlayerId,
        /// The kind of kick.
        kind: KickKind,
        /// The place of the ball.
        position: [f64; 3],
        /// The speed of the ball after the kick.
        speed_mps: f64,
        /// The distance of the foot from the surface of the ball.
        gap_m: f64,
        /// The time between the contact frame and the meeting with the ball, in seconds.
        late_secs: f64,
    },
    /// A kick that missed the ball.
    Whiff {
        /// The kicker.
        footballer: PlayerId,
        /// The distance of the foot from the surface of the ball.
        gap_m: f64,
    },
    /// A touch without a kick: a trap, or a step of a dribble.
    Touch {
        /// The footballer that touched it.
        footballer: PlayerId,
        /// The place of the ball.
        position: [f64; 3],
    },
    /// A keeper caught the ball.
    Save {
        /// The keeper.
        footballer: PlayerId,
    },
    /// A footballer tackled another.
    Tackle {
        /// The tackler.
        footballer: PlayerId,
        /// The footballer with the ball.
        on: PlayerId,
        /// Whether the tackle won the ball.
        is_won: bool,
    },
    /// A foot came down.
    FootContact {
        /// The footballer.
        footballer: PlayerId,
        /// 0 for the left foot, 1 for the right.
        foot: usize,
        /// The place.
        position: [f64; 3],
        /// The surface under it.
        ground: Ground,
        /// From 0 for a stroll to 1 for a sprint.
        hardness: f64,
    },
    /// The ball bounced.
    Bounce {
        /// The surface.
        on: Touched,
        /// The position.
        position: [f64; 3],
        /// The speed of the ball before the bounce.
        speed_mps: f64,
    },
    /// A goal.
    Goal {
        /// The team that scored.
        team: usize,
        /// The footballer who touched the ball last.
        by: Option<PlayerId>,
    },
    /// The referee whistled.
    Whistle,
}
