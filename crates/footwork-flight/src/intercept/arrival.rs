//! The time at which a player is at the ball, as far as it is known.

/// The time at which a player can first take the ball.
///
/// An incomplete prediction does not show yet which players cannot reach the ball. Until it is complete, the arrival of a
/// player without a window is [`Arrival::Unknown`], with a time before which the player does not arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arrival {
    /// At this time, in seconds.
    At(f64),
    /// Never, up to the horizon of the prediction.
    Never,
    /// Unknown. The player cannot take the ball on the flight predicted so far, or could not be searched.
    Unknown {
        /// The time before which the player does not arrive, in seconds. It is the end of the flight predicted so far, or
        /// the time of the search if the player could not be searched.
        not_before_secs: f64,
    },
}

impl Arrival {
    /// Returns the time of the arrival, in seconds, if it is known.
    pub fn secs(self) -> Option<f64> {
        match self {
            Self::At(secs) => Some(secs),
            Self::Never | Self::Unknown { .. } => None,
        }
    }
}
