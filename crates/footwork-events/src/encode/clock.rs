//! Converts frames to times and back.

use footwork_base::FrameRate;

/// A frame rate with its numerator and denominator as f64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    numerator: f64,
    denominator: f64,
    per_sec: f64,
}

impl Clock {
    pub(super) fn new(rate: FrameRate) -> Self {
        Self {
            numerator: rate.numerator() as f64,
            denominator: rate.denominator() as f64,
            per_sec: rate.as_f64(),
        }
    }

    /// Returns the time of a whole frame in seconds, equal to
    /// [`frame_time`](super::frames::frame_time).
    #[inline(always)]
    pub(super) fn time(self, frame: f64) -> f64 {
        frame * self.denominator / self.numerator
    }

    /// Converts a time in seconds to frames.
    #[inline(always)]
    pub(super) fn frames(self, secs: f64) -> f64 {
        secs * self.per_sec
    }

    /// Returns the frame nearest to a time, up to rounding, clamped to the range of frames.
    #[inline(always)]
    pub(super) fn nearest(self, secs: f64) -> f64 {
        const MAX_FRAME: f64 = (1u64 << 50) as f64;
        whole(smaller(larger(self.frames(secs), -MAX_FRAME), MAX_FRAME))
    }
}

/// Rounds to the nearest whole number, for numbers up to 2^50 in size.
#[inline(always)]
pub(super) fn whole(x: f64) -> f64 {
    // Adding this number leaves no bits for a fraction.
    const ROOM: f64 = 1.5 * (1u64 << 52) as f64;
    x + ROOM - ROOM
}

/// Returns the larger of two numbers; `b` if `a` is NaN.
#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Returns the smaller of two numbers; `b` if `a` is NaN.
#[inline(always)]
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
