//! Samples of a flight, and the segments between them.

use crate::vector::vector;

/// How the flight is interpolated between samples. The choice decides how far apart samples can be.
///
/// Until the next sample, the ball is at `position + velocity u + ½ acceleration u²`, u seconds after a sample. The
/// table shows which velocity and acceleration a sample has in each reading. With a tolerance of ε and an acceleration
/// a of the ball, the time between samples is about the spacing:
///
/// | reading | velocity | acceleration | spacing |
/// |---|---|---|---|
/// | `Velocity` | the ball's | 0 | √(2 ε / a) |
/// | `Chord` | to the next sample | 0 | √(8 ε / a) |
/// | `Acceleration` | the ball's | the ball's | ∛(6 ε / j), with the jerk j |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SampleReading {
    /// A line along the ball's velocity at each sample.
    #[default]
    Velocity,
    /// A line from each sample to the next.
    Chord,
    /// A parabola from each sample.
    Acceleration,
}

/// The ball at one time, and its motion until the next sample.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sample {
    /// The time, in seconds.
    pub secs: f64,
    /// The centre, in metres.
    pub position: [f64; 3],
    /// The velocity in metres per second. Its meaning depends on the [`SampleReading`].
    pub velocity: [f64; 3],
    /// The acceleration in metres per second squared; zero except for [`SampleReading::Acceleration`].
    pub acceleration: [f64; 3],
    /// The height of the ground under the ball, in metres; `None` if the world does not know it.
    pub ground_m: Option<f64>,
}

impl Sample {
    /// Returns the position at `secs`, interpolated from this sample; valid until the next sample.
    pub fn position_at(&self, secs: f64) -> [f64; 3] {
        let after = secs - self.secs;
        let velocity = vector(self.velocity) + vector(self.acceleration) * (0.5 * after);
        (vector(self.position) + velocity * after).to_array()
    }
}

/// A sample and the end of the time that it describes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment {
    /// The sample at the start of the segment.
    pub start: Sample,
    /// The time at which the segment ends, in seconds.
    pub to_secs: f64,
    /// The position at the end, as the physics stepped it: that of the next sample, or of the last known step.
    pub to_position: [f64; 3],
    /// The height of the ground at `to_position`, in metres; `None` if the world does not know it.
    pub to_ground_m: Option<f64>,
}

impl Segment {
    /// Returns the sample with its velocity adjusted, so that the segment ends where the next segment starts.
    ///
    /// A line along the velocity of a sample ends up to the tolerance away from the next sample, so the ball would jump
    /// there. Joined segments are continuous. With [`SampleReading::Velocity`] they are chords, which are about four
    /// times as accurate as the unjoined segments.
    pub fn joined(&self) -> Sample {
        let end = vector(self.start.position_at(self.to_secs));
        let missing = vector(self.to_position) - end;
        let velocity = vector(self.start.velocity) + missing / (self.to_secs - self.start.secs);
        Sample {
            velocity: velocity.to_array(),
            ..self.start
        }
    }
}
