//! When a player is at the ball, as far as that is known.

/// When a player can first take the ball.
///
/// A prediction made in slices does not say at once who cannot reach the ball: until it is complete, a player without
/// a window so far is [`Arrival::Unknown`], and control does not act on that.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arrival {
    /// At this time, in seconds.
    At(f64),
    /// Never, up to the horizon of the prediction.
    Never,
    /// Not on the flight predicted so far, or the player could not be searched.
    Unknown,
}

impl Arrival {
    /// Returns the time, in seconds, if it is known.
    pub fn secs(self) -> Option<f64> {
        match self {
            Self::At(secs) => Some(secs),
            Self::Never | Self::Unknown => None,
        }
    }
}
