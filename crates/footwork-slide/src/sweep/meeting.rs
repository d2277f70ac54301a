//! The input and the result of a sweep.

use glam::{DMat3, DVec3};

/// A straight motion of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    /// The position of the body's centre at the start.
    pub(crate) at: DVec3,
    pub(crate) motion: DVec3,
    /// The distance, in metres, at which the two meet.
    pub(crate) offset: f64,
    /// The share of the motion before which the caller knows that there is no meeting; zero if unknown. Sweeps of boxes
    /// and sweeps against volumes ignore it. If it is above zero, the result is never [`Meeting::Within`].
    pub(crate) from: f64,
    /// A triangle that is met later than at this share of the motion may count as apart.
    pub(crate) until: f64,
}

impl Sweep {
    /// Returns a sweep of the whole motion.
    pub(crate) fn new(at: DVec3, motion: DVec3, offset: f64) -> Self {
        Self {
            at,
            motion,
            offset,
            from: 0.0,
            until: 1.0,
        }
    }
}

/// Whether and how a moving shape meets an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swept {
    /// The two never come within the offset of each other.
    Apart,
    /// The two come within the offset of each other during the motion.
    Meets {
        /// The time of meeting, as a fraction of the motion in `[0, 1]`.
        time: f64,
        /// The unit contact normal, from the obstacle to the shape.
        normal: [f64; 3],
    },
    /// The two are within the offset of each other from the start.
    Within {
        /// The distance between them in metres; if negative, the depth of the overlap.
        gap: f64,
        /// The unit normal of the shortest way out, from the obstacle to the shape.
        normal: [f64; 3],
    },
}

/// [`Swept`] inside this crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    Apart,
    Meets { time: f64, normal: DVec3 },
    Within { gap: f64, normal: DVec3 },
}

impl Meeting {
    /// Returns the meeting with its normal rotated by `turn`.
    #[inline]
    pub(crate) fn turned(self, turn: DMat3) -> Self {
        match self {
            Self::Apart => Self::Apart,
            Self::Meets { time, normal } => Self::Meets {
                time,
                normal: turn * normal,
            },
            Self::Within { gap, normal } => Self::Within {
                gap,
                normal: turn * normal,
            },
        }
    }
}

impl From<Meeting> for Swept {
    fn from(meeting: Meeting) -> Self {
        match meeting {
            Meeting::Apart => Self::Apart,
            Meeting::Meets { time, normal } => Self::Meets {
                time,
                normal: normal.to_array(),
            },
            Meeting::Within { gap, normal } => Self::Within {
                gap,
                normal: normal.to_array(),
            },
        }
    }
}
