//! A range of frames as an argument, such as `12..96` or `0.5s..2s`.

use footwork::base::{FrameRange, FrameRate};
use footwork::tags::Amount;

/// A range of frames or times. A missing start is the start of the clip, a missing stop its end.
#[derive(Clone, Copy)]
pub(crate) struct FramesArg {
    start: Option<Amount>,
    stop: Option<Amount>,
}

impl FramesArg {
    /// Returns the range in a clip. If no frame of the clip is in the range, returns a range beyond the end of the
    /// clip, so that the caller reports the clip.
    pub(crate) fn in_clip(self, frames: u32, rate: FrameRate) -> Option<FrameRange> {
        let start = self.start.map_or(0, |amount| amount.in_frames(rate));
        let stop = self.stop.map_or(frames, |amount| amount.in_frames(rate));
        let outside = start.clamp(frames, u32::MAX - 1);
        FrameRange::new(start, stop).or_else(|| FrameRange::new(outside, outside + 1))
    }

    /// Whether the range is empty in every clip.
    fn is_empty(self) -> bool {
        match (self.start, self.stop) {
            (Some(Amount::Frames(start)), Some(Amount::Frames(stop))) => start >= stop,
            (Some(Amount::Time(start)), Some(Amount::Time(stop))) => {
                start.as_f64() >= stop.as_f64()
            }
            (None, Some(stop)) => match stop {
                Amount::Frames(stop) => stop == 0,
                Amount::Time(stop) => stop.as_f64() <= 0.0,
            },
            _ => false,
        }
    }
}

impl std::str::FromStr for FramesArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a range of frames (12..96) or times (0.5s..2s)");
        let (start, stop) = text.split_once("..").ok_or_else(wrong)?;
        let end = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| wrong()),
        };
        let range = Self {
            start: end(start)?,
            stop: end(stop)?,
        };
        if range.is_empty() {
            return Err(format!("`{text}` is empty: a range stops after its start"));
        }
        Ok(range)
    }
}
