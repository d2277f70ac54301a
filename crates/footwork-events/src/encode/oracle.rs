//! The oracle of the encoder. It performs every step of a signal on every frame.
//!
//! Only tests and benchmarks use it, to check [`Encoding::encode`].

use footwork_base::FrameRate;

use super::error::EncodeError;
use super::frames::frame_time;
use super::kernel::Kernel;
use crate::encoding::Encoding;
use crate::track::EventTrack;

/// Computes the signal of one track in the plainest way, as pairs of sine and cosine before rounding to f32.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{Encoding, EventTrack, encode_oracle};
///
/// let track = EventTrack::new(vec![0.5]).unwrap();
/// let encoding = Encoding::new(0.2, 0.0).unwrap();
/// let pairs = encode_oracle(&encoding, &track, FrameRate::whole(10).unwrap(), 8).unwrap();
/// assert_eq!(pairs[5], (0.0, 1.0), "at the event");
/// assert!((pairs[4].0 - 1.0).abs() < 1e-15, "half a window before it");
/// assert_eq!(pairs[0], (0.0, -1.0), "nowhere near it");
/// ```
///
/// # Errors
/// Returns the errors of [`Encoding::encode`].
pub fn encode_oracle(
    encoding: &Encoding,
    track: &EventTrack,
    rate: FrameRate,
    frames: usize,
) -> Result<Vec<(f64, f64)>, EncodeError> {
    let kernel = Kernel::new(encoding.sigma_secs() * rate.as_f64())?;
    let frames = i64::try_from(frames).map_err(|_| EncodeError::TooManyFrames)?;
    let raw = |frame| encoding.pair(track.signed_time(frame_time(frame, rate)));
    let pairs = (0..frames).map(|frame| kernel.smooth(|offset| raw(frame + offset)));
    Ok(pairs.collect())
}
