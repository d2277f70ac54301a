//! Why a situation is rejected.

use std::fmt;

use crate::control::micros::MAX_CONTROL_SECS;
use crate::control::situation::HumanId;
use crate::intercept::player::PlayerId;

/// Why a [`ControlSituation`](crate::ControlSituation) was rejected. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ControlError {
    /// The time is NaN or too far from 0.
    Now {
        /// In seconds.
        secs: f64,
    },
    /// The time is before that of the last decision.
    Backwards {
        /// The time in seconds.
        secs: f64,
        /// That of the last decision.
        last_secs: f64,
    },
    /// A number of a candidate is NaN or too far from 0, or its delay is negative.
    Number {
        /// The candidate.
        player: PlayerId,
        /// `first_secs`, `other_secs` or `delay_secs`.
        name: &'static str,
        /// Its value.
        secs: f64,
    },
    /// A player is a candidate twice.
    PlayerTwice {
        /// The player.
        player: PlayerId,
    },
    /// A human is listed twice.
    HumanTwice {
        /// The human.
        human: HumanId,
    },
    /// Two humans control one player.
    HeldTwice {
        /// The player.
        player: PlayerId,
        /// The humans, the lower number first.
        humans: [HumanId; 2],
    },
    /// A human controls or requests a player that is not a candidate.
    UnknownPlayer {
        /// The human.
        human: HumanId,
        /// The player.
        player: PlayerId,
    },
    /// A human controls or requests a player of another team.
    OtherTeam {
        /// The human.
        human: HumanId,
        /// The player.
        player: PlayerId,
    },
    /// A switch is requested by a human who is not listed.
    UnknownHuman {
        /// The human.
        human: HumanId,
    },
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Now { secs } => {
                write!(f, "now_secs: {secs} is not within ±{MAX_CONTROL_SECS} s")
            }
            Self::Backwards { secs, last_secs } => {
                write!(
                    f,
                    "now_secs: {secs} is before the last decision, at {last_secs}"
                )
            }
            Self::Number { player, name, secs } => {
                let low = if *name == "delay_secs" { "0 to " } else { "±" };
                let player = player.number();
                write!(
                    f,
                    "player {player}: {name}: {secs} is not within {low}{MAX_CONTROL_SECS} s"
                )
            }
            Self::PlayerTwice { player } => {
                write!(f, "player {} is a candidate twice", player.number())
            }
            Self::HumanTwice { human } => write!(f, "human {} is listed twice", human.number()),
            Self::HeldTwice { player, humans } => {
                let [first, second] = humans.map(HumanId::number);
                let player = player.number();
                write!(
                    f,
                    "player {player} is controlled by humans {first} and {second}"
                )
            }
            Self::UnknownPlayer { human, player } => {
                let (human, player) = (human.number(), player.number());
                write!(f, "human {human}: player {player} is not a candidate")
            }
            Self::OtherTeam { human, player } => {
                let (human, player) = (human.number(), player.number());
                write!(f, "human {human}: player {player} is of another team")
            }
            Self::UnknownHuman { human } => {
                write!(
                    f,
                    "human {} requests a switch and is not listed",
                    human.number()
                )
            }
        }
    }
}

impl std::error::Error for ControlError {}
