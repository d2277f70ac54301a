//! Frames as whole numbers, places and times.

use footwork_base::FrameRate;

/// The most frames of a signal: an f64 counts them exactly, with room for those around them. Where memory has 32 bits, fewer fit
/// into it than that.
pub(super) const MAX_FRAMES: usize = if usize::BITS > 48 {
    1 << (usize::BITS - 16)
} else {
    1 << (usize::BITS - 4)
};

/// A number of frames, at most [`MAX_FRAMES`] and the radius of smoothing.
#[allow(clippy::cast_possible_wrap, reason = "far below 2^63")]
pub(super) fn signed(frames: usize) -> i64 {
    frames as i64
}

/// A number as a place in memory; 0 for negative ones.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places in memory"
)]
pub(super) fn place(number: i64) -> usize {
    number.max(0) as usize
}

/// The time of a frame, which may lie before the first one.
pub(crate) fn frame_time(frame: i64, rate: FrameRate) -> f64 {
    frame as f64 * rate.denominator() as f64 / rate.numerator() as f64
}
