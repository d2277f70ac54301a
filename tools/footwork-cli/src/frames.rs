//! A range of frames as an argument, such as `12..96` or `0.5s..2s`.

use footwork::base::{FrameRange, FrameRate};
use footwork::tags::Amount;

/// A range of frames or times. Without a start it begins with the clip, without a stop it ends with it.
#[derive(Clone, Copy)]
pub(crate) struct FramesArg {
    start: Option<Amount>,
    stop: Option<Amount>,
}

impl FramesArg {
    /// Returns the range in a clip; `None` if it is empty.
    pub(crate) fn in_clip(self, frames: u32, rate: FrameRate) -> Option<FrameRange> {
        let start = self.start.map_or(0, |amount| amount.in_frames(rate));
        let stop = self.stop.map_or(frames, |amount| amount.in_frames(rate));
        FrameRange::new(start, stop)
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
        Ok(Self {
            start: end(start)?,
            stop: end(stop)?,
        })
    }
}
