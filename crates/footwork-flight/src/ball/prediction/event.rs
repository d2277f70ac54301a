//! What happens on the way, and how the way ends.

use crate::ball::step::TouchKind;
use crate::ball::world::HitId;

/// Something that happens to a predicted ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightEvent {
    /// When, in seconds.
    pub secs: f64,
    /// What.
    pub kind: FlightEventKind,
    /// What the ball touches; `None` at the end.
    pub hit: Option<HitId>,
    /// Where its centre is.
    pub position: [f64; 3],
    /// Away from what it touches, of length 1; zeros at the end.
    pub normal: [f64; 3],
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightEventKind {
    /// The ball bounces.
    Bounce,
    /// The ball stays down and rolls or slides, or rolls against something and goes on along it.
    Roll,
    /// The prediction ends.
    End(FlightEnd),
}

impl FlightEventKind {
    /// `bounce`, `roll` or `end`.
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
pub enum FlightEnd {
    /// The ball lies still, from then on to the horizon.
    Rest,
    /// The ball has left the bounds, or the world: 10,000 km from the origin.
    Out,
    /// The horizon is reached.
    Horizon,
    /// There are [`MAX_EVENTS`]: the ball rattles in a gap that is hardly wider than itself.
    Full,
    /// What moves the ball gave a number that is NaN or infinite; the last one that was none is the end.
    Lost,
}

/// A prediction with so many touches ends.
pub const MAX_EVENTS: usize = 100_000;

impl FlightEnd {
    /// `rest`, `out`, `horizon`, `full` or `lost`.
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
