//! What a signal is: every step of it on every frame.
//!
//! Tests and comparisons hold [`Encoding::encode`] against this; nothing else uses it.

use footwork_base::FrameRate;

use super::kernel::Kernel;
use super::{EncodeError, frame_time};
use crate::encoding::Encoding;
use crate::track::EventTrack;

/// The signal of one track as pairs of sine and cosine, before they are rounded to f32.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_events::{Encoding, EventTrack, encode::plain};
///
/// let track = EventTrack::new(vec![0.5]).unwrap();
/// let encoding = Encoding::new(0.2, 0.0).unwrap();
/// let pairs = plain::encode(&encoding, &track, FrameRate::whole(10).unwrap(), 8).unwrap();
/// assert_eq!(pairs[5], (0.0, 1.0), "at the event");
/// assert!((pairs[4].0 - 1.0).abs() < 1e-15, "half a window before it");
/// assert_eq!(pairs[0], (0.0, -1.0), "nowhere near it");
/// ```
///
/// # Errors
/// As [`Encoding::encode`].
pub fn encode(
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
