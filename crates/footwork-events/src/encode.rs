//! Tracks of events to signals.
//!
//! Around each event a raw signal is a point that turns at a constant rate, the same for all events;
//! elsewhere it stands still. So it takes one sine and cosine an event, and a turn a frame, out of a
//! table. Smoothing only shortens a point that turns, by the same factor all the way; what it does
//! around a change between the two, it does around each, and that is a table too.
//! [`plain`] does every step on every frame, and says what is meant.

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

use footwork_base::FrameRate;

use crate::encoding::Encoding;
use crate::track::EventTrack;
use frames::{MAX_FRAMES, narrow};
use kernel::Kernel;
use tile::Tile;

pub use error::{EncodeError, MAX_LOOP_EVENTS, MAX_SMOOTHING_FRAMES};
pub(crate) use frames::frame_time;
pub use oracle::encode_oracle;

impl Encoding {
    /// The signals of events on `frames` frames, frame i being at i / rate seconds.
    ///
    /// A row a frame; in each row the sine and then the cosine of each track in order, so
    /// `frames * 2 * tracks.len()` numbers. Events before the first frame and after the last one
    /// shape the signal as others do, as smoothing reads the frames that would be there; where the
    /// track loops these are those of the rounds before and after.
    ///
    /// # Errors
    /// [`EncodeError::TooManyFrames`], [`EncodeError::TooManyEvents`] and
    /// [`EncodeError::TooMuchSmoothing`].
    pub fn encode(
        &self,
        tracks: &[EventTrack],
        rate: FrameRate,
        frames: usize,
    ) -> Result<Vec<f32>, EncodeError> {
        let mut rows = Vec::new();
        let length = frames
            .checked_mul(2 * tracks.len())
            .filter(|_| frames <= MAX_FRAMES)
            .ok_or(EncodeError::TooManyFrames)?;
        rows.try_reserve_exact(length)
            .map_err(|_| EncodeError::TooManyFrames)?;
        rows.resize(length, 0.0);
        self.encode_into(tracks, rate, &mut rows)?;
        Ok(rows)
    }

    /// The same into rows that are there: as many frames as there are rows in them. Writing into
    /// memory that was used before is faster, as the system need not find any.
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
    /// [`EncodeError::NotRows`], [`EncodeError::TooManyEvents`] and
    /// [`EncodeError::TooMuchSmoothing`].
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

    /// The signals of events at times in seconds that need not be evenly spaced, as rows like those
    /// of [`encode`](Self::encode).
    ///
    /// Smoothing needs even samples: where there is any, `spacing_secs` says how far apart those
    /// are that each time is smoothed from, and [`EncodeError::UnevenFrames`] comes without.
    ///
    /// # Errors
    /// That one, [`EncodeError::BadSpacing`], [`EncodeError::NotATime`] and
    /// [`EncodeError::TooMuchSmoothing`].
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
                rows.extend([narrow(sine), narrow(cosine)]);
            }
        }
        Ok(rows)
    }
}

/// Whether no loop has so many rounds that going through its events takes longer than the frames do.
fn check_events(
    tracks: &[EventTrack],
    kernel: &Kernel,
    rate: FrameRate,
    frames: usize,
) -> Result<(), EncodeError> {
    // Each tile reads frames around it as well.
    let around = 2 * kernel.radius() * frames.div_ceil(TILE_FRAMES);
    let frames = (frames + around) as f64;
    let most = libm::fmax(MAX_LOOP_EVENTS as f64, frames);
    let is_too_short = |track: &EventTrack| {
        let rounds = track
            .loop_secs()
            .map(|secs| frames * rate.period_secs() / secs);
        rounds.is_some_and(|rounds| rounds * track.times().len() as f64 > most)
    };
    match tracks.iter().any(is_too_short) {
        true => Err(EncodeError::TooManyEvents),
        false => Ok(()),
    }
}

/// How many frames are encoded at a time: their rows stay in the nearest cache until all columns are
/// written.
const TILE_FRAMES: usize = 512;
