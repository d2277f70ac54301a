//! What a strip shows, and why one cannot be drawn.

use std::fmt;

use footwork_base::FrameRange;

use crate::canvas::{Color, EncodePngError};

/// The most that a picture may be wide, in pixels.
pub const MAX_WIDTH_PIXELS: u32 = 4096;

/// The most that a picture may be high, in pixels.
pub const MAX_HEIGHT_PIXELS: u32 = 8192;

/// The least width of a strip, in pixels.
pub const MIN_WIDTH_PIXELS: u32 = 320;

/// What a strip shows beside the figures, and how large it is.
#[derive(Clone, Debug, PartialEq)]
pub struct StripOptions {
    /// The heading, such as the name of the clip; may be empty. Characters beyond Latin-1 show
    /// as `?`.
    pub title: String,
    /// The width in pixels, 320 to [`MAX_WIDTH_PIXELS`].
    pub width: u32,
    /// Frames from one figure to the next, at least 1; `None` chooses a number that fills at
    /// most three rows.
    pub every: Option<u32>,
    /// The lanes below each row, from the top down.
    pub lanes: Vec<StripLane>,
}

impl Default for StripOptions {
    fn default() -> Self {
        Self {
            title: String::new(),
            width: 1280,
            every: None,
            lanes: Vec::new(),
        }
    }
}

/// One lane of bars and marks, such as a tag or an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StripLane {
    /// The name to the left of the lane; cut when it is too long.
    pub label: String,
    /// Red, green and blue; `None` takes the next of the palette.
    pub color: Option<Color>,
    /// The bars, in frames. What lies past the clip is not shown.
    pub ranges: Vec<FrameRange>,
    /// The marks, in frames, which may lie between two. What lies past the clip is not shown.
    pub marks: Vec<f64>,
}

/// Why a strip cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StripError {
    /// The width is outside its range.
    Width {
        /// The width asked for.
        width: u32,
    },
    /// The picture would be higher than [`MAX_HEIGHT_PIXELS`].
    TooHigh {
        /// A number of frames between figures that fits, if one does; else there are too many
        /// lanes.
        every: Option<u32>,
    },
    /// A figure every 0 frames was asked for.
    EveryZero,
    /// The picture could not be encoded.
    Encoding(EncodePngError),
}

impl fmt::Display for StripError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { width } => {
                write!(
                    f,
                    "a strip is {MIN_WIDTH_PIXELS} to {MAX_WIDTH_PIXELS} pixels wide, not {width}"
                )
            }
            Self::TooHigh { every: Some(every) } => write!(
                f,
                "the strip would be higher than {MAX_HEIGHT_PIXELS} pixels; draw a figure every {every} \
                 frames or fewer figures"
            ),
            Self::TooHigh { every: None } => write!(
                f,
                "the strip would be higher than {MAX_HEIGHT_PIXELS} pixels; show fewer lanes"
            ),
            Self::EveryZero => f.write_str("figures stand at least 1 frame apart"),
            Self::Encoding(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StripError {}

impl From<EncodePngError> for StripError {
    fn from(error: EncodePngError) -> Self {
        Self::Encoding(error)
    }
}
