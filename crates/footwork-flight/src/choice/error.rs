//! Why a choice cannot be made.

use std::fmt;

use crate::player::PlayerId;
use crate::search::UnpairedError;

/// What is wrong with a choice. Nothing has been chosen and nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChoiceError {
    /// Players and what was found for them are not of the same players in the same order.
    Unpaired(UnpairedError),
    /// A number that is given for all is NaN or infinite.
    Number {
        /// `now_secs`, `goal`, the name of a weight, or `lead_secs`, which may be infinite.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A criterion of a player is NaN or infinite.
    Criterion {
        /// Whose.
        player: PlayerId,
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

impl From<UnpairedError> for ChoiceError {
    fn from(error: UnpairedError) -> Self {
        Self::Unpaired(error)
    }
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpaired(error) => error.fmt(f),
            Self::Number { name, value } => write!(f, "{name} is {value}, not a number to use"),
            Self::Criterion {
                player,
                name,
                value,
            } => {
                let player = player.number();
                write!(f, "player {player}: {name} is {value}, not a number to use")
            }
        }
    }
}

impl std::error::Error for ChoiceError {}
