//! Samples of a trajectory, and the segments between them.

use crate::vector::vector;

/// How samples stand for the whole way of the ball, and so how far apart they can be.
///
/// Until the next sample, each places the ball at `position + velocity u + ½ acceleration u²`, u seconds
/// after it; what the velocity and the acceleration are depends on the reading. With a tolerance of
/// ε and a force that accelerates the ball by a, samples are about as far apart as the table says.
///
/// | reading | velocity | acceleration | apart |
/// |---|---|---|---|
/// | `Velocity` | the ball's | 0 | √(2 ε / a) |
/// | `Chord` | to where the next sample is | 0 | √(8 ε / a) |
/// | `Acceleration` | the ball's | the ball's | ∛(6 ε / j), with the change j of a |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SampleReading {
    /// Straight on from each sample.
    #[default]
    Velocity,
    /// Straight from each sample to the next.
    Chord,
    /// A parabola from each sample.
    Acceleration,
}

/// The ball at one time, and how it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When, in seconds.
    pub secs: f64,
    /// The centre in metres.
    pub position: [f64; 3],
    /// In metres a second; what it means is up to the [`SampleReading`].
    pub velocity: [f64; 3],
    /// In metres a second squared; zeros but for [`SampleReading::Acceleration`].
    pub acceleration: [f64; 3],
}

impl Sample {
    /// Where this sample says that the ball is.
    pub fn position_at(&self, secs: f64) -> [f64; 3] {
        let after = secs - self.secs;
        let velocity = vector(self.velocity) + vector(self.acceleration) * (0.5 * after);
        (vector(self.position) + velocity * after).to_array()
    }
}

/// A sample and how long it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where it begins.
    pub start: Sample,
    /// Where it ends, in seconds.
    pub to_secs: f64,
    /// Where the ball is then in truth: at the next sample, or at the last step that is known.
    pub to_position: [f64; 3],
}

impl Segment {
    /// The sample with its velocity changed such that the segment ends where the next one begins.
    ///
    /// A line along the velocity of a sample is as far off as the tolerance at its end, and the next segment
    /// begins with a jump. Joined segments are one curve without jumps; with a reading by the velocity that
    /// is the chord, some four times nearer to the truth.
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
