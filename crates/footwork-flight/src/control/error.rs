//! The errors for a rejected situation.

use crate::control::micros::{MAX_CONTROL_SECS, MAX_LATE_SECS};
use crate::control::situation::HumanId;
use crate::intercept::player::PlayerId;

/// Why a [`ControlSituation`](crate::ControlSituation) was rejected. The state and the decision are unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ControlError {
    /// The time is NaN or more than [`MAX_CONTROL_SECS`] from 0.
    Now {
        /// The time in seconds.
        secs: f64,
    },
    /// The time is before that of the last decision.
    Backwards {
        /// The time in seconds.
        secs: f64,
        /// The time of the last decision, in seconds.
        last_secs: f64,
    },
    /// A candidate has a time that is NaN or more than [`MAX_CONTROL_SECS`] from 0, or a negative delay.
    Number {
        /// The candidate.
        player: PlayerId,
        /// The field: `arrival`, `other_secs` or `delay_secs`.
        name: &'static str,
        /// The value of the field, in seconds.
        secs: f64,
    },
    /// An arrival is more than [`MAX_LATE_SECS`] in the past: it is from another clock than `now_secs`, or from an old
    /// search.
    Past {
        /// The candidate.
        player: PlayerId,
        /// The candidate's arrival, in seconds.
        arrival_secs: f64,
        /// The time of the decision, in seconds.
        now_secs: f64,
    },
    /// A player appears twice among the candidates.
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
    /// A human who is not listed requests a switch.
    UnknownHuman {
        /// The human.
        human: HumanId,
    },
}

footwork_base::display! { ControlError:
    Self::Now { secs } => "now_secs: {secs} is not within ±{MAX_CONTROL_SECS} s";
    Self::Backwards { secs, last_secs } => "now_secs: {secs} is before the last decision, at {last_secs}";
    Self::Number { player, name: name @ "delay_secs", secs } => "player {}: {name}: {secs} is not within 0 to {MAX_CONTROL_SECS} s", player.number();
    Self::Number { player, name, secs } => "player {}: {name}: {secs} is not within ±{MAX_CONTROL_SECS} s", player.number();
    Self::Past { player, arrival_secs, now_secs } => "player {}: arrival: {arrival_secs} is more than {MAX_LATE_SECS} s before now, {now_secs}; ball and control share one clock", player.number();
    Self::PlayerTwice { player } => "player {} is a candidate twice", player.number();
    Self::HumanTwice { human } => "human {} is listed twice", human.number();
    Self::HeldTwice { player, humans: [a, b] } => "player {} is controlled by humans {} and {}", player.number(), a.number(), b.number();
    Self::UnknownPlayer { human, player } => "human {}: player {} is not a candidate", human.number(), player.number();
    Self::OtherTeam { human, player } => "human {}: player {} is of another team", human.number(), player.number();
    Self::UnknownHuman { human } => "human {} requests a switch and is not listed", human.number();
}

impl std::error::Error for ControlError {}
