//! The time at which a player arrives at the ball, if it is known.

/// The time at which a player can first take the ball.
///
/// An incomplete prediction does not show yet which players cannot reach the ball. Until the prediction is complete, a
/// player without a window has an [`Arrival::Unknown`], with a time before which the player does not arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arrival {
    /// At this time, in seconds.
    At(f64),
    /// Never, up to the horizon of the prediction.
    Never,
    /// Unknown. The player cannot take the ball on the flight predicted so far, or could not be searched.
    Unknown {
        /// The time before which the player does not arrive, in seconds. This is the end of the flight predicted so
        /// far, or the time of the search if the player could not be searched.
        not_before_secs: f64,
    },
}

impl Arrival {
    /// Returns the time of the arrival, in seconds; `None` if the player never arrives or the time is not known.
    pub fn secs(self) -> Option<f64> {
        match self {
            Self::At(secs) => Some(secs),
            Self::Never | Self::Unknown { .. } => None,
        }
    }
}
