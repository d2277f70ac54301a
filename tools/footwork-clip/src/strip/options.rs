//! The options of a strip, and the errors of drawing one.

use footwork_base::FrameRange;
use thiserror::Error;

use crate::canvas::{Color, EncodePngError};

/// The maximum width of a strip, in pixels.
pub const MAX_WIDTH_PIXELS: u32 = 4096;

/// The maximum height of a strip, in pixels.
pub const MAX_HEIGHT_PIXELS: u32 = 8192;

/// The minimum width of a strip, in pixels.
pub const MIN_WIDTH_PIXELS: u32 = 320;

/// The content of a strip besides the figures, and its size.
#[derive(Clone, Debug, PartialEq)]
pub struct StripOptions {
    /// The title, such as the name of the clip; may be empty. Characters beyond Latin-1 appear as `?`.
    pub title: String,
    /// The width in pixels, 320 to [`MAX_WIDTH_PIXELS`].
    pub width: u32,
    /// The number of frames between figures, at least 1. With `None`, a number is chosen that fills at most three rows.
    pub every: Option<u32>,
    /// The lanes below each row, from top to bottom.
    pub lanes: Vec<StripLane>,
    /// The displayed number of the first frame, if the clip is a part of another clip.
    pub first_frame: u32,
}

impl Default for StripOptions {
    fn default() -> Self {
        Self {
            title: String::new(),
            width: 1280,
            every: None,
            lanes: Vec::new(),
            first_frame: 0,
        }
    }
}

/// One lane of bars and marks, such as a tag or an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StripLane {
    /// The name to the left of the lane; truncated if it is too long.
    pub label: String,
    /// Red, green and blue; `None` uses the next colour of the palette.
    pub color: Option<Color>,
    /// The bars, in frames. Parts outside the clip are not shown.
    pub ranges: Vec<FrameRange>,
    /// The marks, in frames; may be fractional. Marks outside the clip are not shown.
    pub marks: Vec<f64>,
}

/// Why a strip cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StripError {
    /// The width is outside its range.
    #[error("a strip is {MIN_WIDTH_PIXELS} to {MAX_WIDTH_PIXELS} pixels wide, not {width}")]
    Width {
        /// The requested width.
        width: u32,
    },
    /// The picture would be higher than [`MAX_HEIGHT_PIXELS`].
    #[error("the strip would be higher than {MAX_HEIGHT_PIXELS} pixels; {}", too_high(*every))]
    TooHigh {
        /// A spacing of figures, in frames, with which the strip fits; `None` if there are too many lanes for any
        /// spacing.
        every: Option<u32>,
    },
    /// The requested spacing of figures is 0 frames.
    #[error("the spacing of figures must be at least 1 frame")]
    EveryZero,
    /// The picture could not be encoded.
    #[error(transparent)]
    Encoding(#[from] EncodePngError),
}

fn too_high(every: Option<u32>) -> String {
    match every {
        Some(every) => format!("draw a figure every {every} frames or less often"),
        None => "show fewer lanes".to_owned(),
    }
}
