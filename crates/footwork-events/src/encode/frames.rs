//! Converts frames to numbers, indexes and times.

use footwork_base::FrameRate;

use super::error::EncodeError;

/// The maximum number of frames of a signal. An f64 counts these frames and the frames around them exactly. A 32-bit
/// address space has room for fewer frames.
const MAX_FRAMES: usize = if usize::BITS > 48 {
    1 << (usize::BITS - 16)
} else {
    1 << (usize::BITS - 4)
};

/// Converts a number of frames to a signed number. It is at most [`MAX_FRAMES`] plus the radius of smoothing.
#[allow(clippy::cast_possible_wrap, reason = "far below 2^63")]
pub(super) fn signed(frames: usize) -> i64 {
    frames as i64
}

/// Converts a number to an index; 0 if negative.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into memory"
)]
pub(super) fn place(number: i64) -> usize {
    number.max(0) as usize
}

/// Returns an empty buffer with room for one row of `width` numbers per frame.
///
/// # Errors
/// Returns [`EncodeError::TooManyFrames`] if the rows do not fit in memory.
pub(crate) fn rows(frames: usize, width: usize) -> Result<Vec<f32>, EncodeError> {
    let mut rows = Vec::new();
    let length = (frames.checked_mul(width)).filter(|_| frames <= MAX_FRAMES);
    let length = length.ok_or(EncodeError::TooManyFrames)?;
    rows.try_reserve_exact(length)
        .map_err(|_| EncodeError::TooManyFrames)?;
    Ok(rows)
}

/// Returns the time of a frame in seconds. The frame may be negative.
pub(crate) fn frame_time(frame: i64, rate: FrameRate) -> f64 {
    frame as f64 * rate.denominator() as f64 / rate.numerator() as f64
}
