//! The events of a flight, and its end.

use crate::ball::step::TouchKind;
use crate::ball::world::HitId;

/// An event of a predicted flight.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FlightEvent {
    /// The time, in seconds.
    pub secs: f64,
    /// The kind of event.
    pub kind: FlightEventKind,
    /// The surface that the ball touches; `None` at the end.
    pub hit: Option<HitId>,
    /// The centre of the ball, in metres.
    pub position: [f64; 3],
    /// The unit normal, away from the surface; zeros at the end.
    pub normal: [f64; 3],
}

/// The kind of a [`FlightEvent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FlightEventKind {
    /// The ball bounces.
    Bounce,
    /// The ball starts to roll or slide, or continues along another surface.
    Roll,
    /// The prediction ends.
    End(FlightEnd),
}

impl FlightEventKind {
    /// Returns `bounce`, `roll` or `end`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bounce => "bounce",
            Self::Roll => "roll",
            Self::End(_) => "end",
        }
    }
}

impl From<TouchKind> for FlightEventKind {
    fn from(kind: TouchKind) -> Self {
        match kind {
            TouchKind::Bounce => Self::Bounce,
            TouchKind::Roll => Self::Roll,
        }
    }
}

/// Why a prediction ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FlightEnd {
    /// The ball lies still until the horizon.
    Rest,
    /// The ball has left the bounds, or the world, which ends 10,000 km from the origin.
    Out,
    /// The horizon is reached.
    Horizon,
    /// The prediction has [`MAX_EVENTS`] events, because the ball rattles in a gap hardly wider
    /// than itself.
    Full,
    /// The physics returned NaN or infinity; the flight ends at the last finite point.
    Lost,
}

/// The maximum number of events of a prediction. With this many, it ends.
pub const MAX_EVENTS: usize = 100_000;

impl FlightEnd {
    /// Returns `rest`, `out`, `horizon`, `full` or `lost`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Out => "out",
            Self::Horizon => "horizon",
            Self::Full => "full",
            Self::Lost => "lost",
        }
    }
}
