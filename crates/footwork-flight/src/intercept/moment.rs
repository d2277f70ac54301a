//! The ball at a moment at which it can be taken.

/// The ball at a moment at which it can be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InterceptMoment {
    /// The time, in seconds.
    pub secs: f64,
    /// The centre of the ball, in metres.
    pub position: [f64; 3],
    /// The velocity of the ball along the path, in metres per second.
    pub velocity: [f64; 3],
    /// The height of the ball's centre above the ground, in metres; y if the world does not know the ground.
    pub height_m: f64,
}
