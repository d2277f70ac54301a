//! Encodes tracks of events as signals.
//!
//! Around each event the raw signal is a point that turns on a circle, at the same constant rate for all events.
//! Elsewhere the raw signal is constant. Each event then needs one sine and cosine, and each frame one turn from a
//! table. While the point turns, smoothing scales its length by a constant factor. Around each start and stop of a
//! turn, smoothing has the same effect, which comes from a second table. The [oracle](encode_oracle) performs every
//! step on every frame and defines the result.

mod changes;
mod clock;
mod error;
mod frames;
mod kernel;
mod oracle;
mod origins;
mod point;
mod segments;
#[cfg(test)]
mod tests;
mod tile;
mod turns;

use footwork_base::{FrameRate, Name, to_f32};

use crate::encoding::Encoding;
use crate::track::EventTrack;
use kernel::Kernel;
use tile::Tile;

pub use error::{EncodeError, MAX_LOOP_EVENTS, MAX_SMOOTHING_FRAMES};
pub(crate) use frames::{frame_time, rows};
pub use oracle::encode_oracle;

impl Encoding {
    /// Returns the signals of events on frames 0 to `frames - 1`. Frame i is at i / rate seconds.
    ///
    /// The result has one row per frame, with the sine and then the cosine of each track in order. Its length is
    /// `frames * 2 * tracks.len()`. Events before the first frame and after the last one also shape the signal, because
    /// smoothing reads frames outside the range. A looping track repeats its events before and after its own round.
    ///
    /// # Errors
    /// Returns [`EncodeError::TooManyFrames`], [`EncodeError::TooManyEvents`] or [`EncodeError::TooMuchSmoothing`].
    pub fn encode(
        &self,
        tracks: &[EventTrack],
        rate: FrameRate,
        frames: usize,
    ) -> Result<Vec<f32>, EncodeError> {
        let width = 2 * tracks.len();
        let mut rows = frames::rows(frames, width)?;
        rows.resize(frames * width, 0.0);
        self.encode_into(tracks, rate, &mut rows)?;
        Ok(rows)
    }

    /// Encodes as many frames as the buffer has rows. Reusing a buffer is faster than [`encode`](Self::encode), which
    /// allocates one.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_events::{Encoding, EventTrack};
    ///
    /// let tracks = [EventTrack::new(vec![0.1]).unwrap()];
    /// let (encoding, rate) = (Encoding::new(0.2, 0.0).unwrap(), FrameRate::whole(10).unwrap());
    /// let mut rows = [0.0; 6];
    /// encoding.encode_into(&tracks, rate, &mut rows).unwrap();
    /// assert_eq!(rows.to_vec(), encoding.encode(&tracks, rate, 3).unwrap());
    /// ```
    ///
    /// # Errors
    /// Returns [`EncodeError::NotRows`], [`EncodeError::TooManyEvents`] or [`EncodeError::TooMuchSmoothing`].
    pub fn encode_into(
        &self,
        tracks: &[EventTrack],
        rate: FrameRate,
        rows: &mut [f32],
    ) -> Result<(), EncodeError> {
        let kernel = Kernel::new(self.sigma_secs() * rate.as_f64())?;
        let width = 2 * tracks.len();
        if rows.is_empty() {
            return Ok(());
        }
        if width == 0 || !rows.len().is_multiple_of(width) {
            return Err(EncodeError::NotRows { width });
        }
        check_events(tracks, &kernel, rate, rows.len() / width)?;
        let frames = TILE_FRAMES.max(2 * kernel.radius()).min(rows.len() / width);
        Tile::new(self, &kernel, rate, frames).encode(tracks, rows);
        Ok(())
    }

    /// Returns the signals of events at arbitrary times in seconds. The rows have the layout of
    /// [`encode`](Self::encode).
    ///
    /// Smoothing needs evenly spaced samples around each time. `spacing_secs` is the distance between these samples.
    ///
    /// # Errors
    /// Returns [`EncodeError::UnevenFrames`] if the encoding smooths and `spacing_secs` is `None`. Other errors are
    /// [`EncodeError::BadSpacing`], [`EncodeError::NotATime`] and [`EncodeError::TooMuchSmoothing`].
    pub fn encode_at(
        &self,
        tracks: &[EventTrack],
        times: &[f64],
        spacing_secs: Option<f64>,
    ) -> Result<Vec<f32>, EncodeError> {
        let spacing = match spacing_secs {
            _ if self.sigma_secs() == 0.0 => f64::INFINITY,
            None => return Err(EncodeError::UnevenFrames),
            Some(spacing) if spacing > 0.0 => spacing,
            Some(_) => return Err(EncodeError::BadSpacing),
        };
        let kernel = Kernel::new(self.sigma_secs() / spacing)?;
        let mut rows = Vec::with_capacity(times.len() * 2 * tracks.len());
        for (index, &time) in times.iter().enumerate() {
            if !time.is_finite() {
                return Err(EncodeError::NotATime { index });
            }
            for track in tracks {
                let raw = |offset: i64| match offset {
                    0 => self.pair(track.signed_time(time)),
                    _ => self.pair(track.signed_time(time + offset as f64 * spacing)),
                };
                let (sine, cosine) = kernel.smooth(raw);
                rows.extend([to_f32(sine), to_f32(cosine)]);
            }
        }
        Ok(rows)
    }
}

/// Returns the column names of events, in the order of a row: the sine and then the cosine of each event.
///
/// ```
/// let names = ["Foot.Left", "Foot.Right"].map(|name| name.parse().unwrap());
/// let columns = footwork_events::column_names(&names);
/// assert_eq!(columns, ["Foot.Left.sin", "Foot.Left.cos", "Foot.Right.sin", "Foot.Right.cos"]);
/// ```
pub fn column_names(events: &[Name]) -> Vec<String> {
    let columns = events
        .iter()
        .flat_map(|event| ["sin", "cos"].map(|part| format!("{event}.{part}")));
    columns.collect()
}

/// Rejects a loop if its events, counted over all rounds, exceed both [`MAX_LOOP_EVENTS`] and the number of frames.
fn check_events(
    tracks: &[EventTrack],
    kernel: &Kernel,
    rate: FrameRate,
    frames: usize,
) -> Result<(), EncodeError> {
    // Smoothing makes each tile read frames on both sides.
    let around = 2 * kernel.radius() * frames.div_ceil(TILE_FRAMES);
    let frames = (frames + around) as f64;
    let most = libm::fmax(MAX_LOOP_EVENTS as f64, frames);
    let is_too_short = |track: &EventTrack| {
        let rounds = track
            .loop_secs()
            .map(|secs| frames * rate.period_secs() / secs);
        rounds.is_some_and(|rounds| rounds * track.times().len() as f64 > most)
    };
    if tracks.iter().any(is_too_short) {
        Err(EncodeError::TooManyEvents)
    } else {
        Ok(())
    }
}

/// The number of frames encoded at a time. Their rows stay in the nearest cache until all columns are written.
const TILE_FRAMES: usize = 512;
