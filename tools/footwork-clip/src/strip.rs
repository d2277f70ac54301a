//! A strip of stick figures of a clip as a PNG picture, to look at before tagging.
//!
//! Figures stand every few frames along a time axis that runs over several rows. Each is seen
//! from its right and a little from the front, as if it always faced right; a small arrow beneath
//! shows where it really faces, as on a map with +z up and +x to the left. Heights are true: the
//! ground line is y = 0, and left out in a clip that keeps more than 2 m from it. Below each row
//! stand lanes with coloured bars.

mod canvas;
mod figure;
mod layout;
mod palette;
mod render;

use std::fmt;

use footwork_base::FrameRange;

pub use render::draw;

/// The most that a picture may be wide, in pixels.
pub const MAX_WIDTH: u32 = 4096;

/// The most that a picture may be high, in pixels.
pub const MAX_HEIGHT: u32 = 8192;

/// What a strip shows beside the figures, and how large it is.
#[derive(Clone, Debug, PartialEq)]
pub struct StripOptions {
    /// The heading, such as the name of the clip; may be empty. Characters beyond Latin-1 show
    /// as `?`.
    pub title: String,
    /// The width in pixels, 320 to [`MAX_WIDTH`].
    pub width: u32,
    /// A figure every so many frames, at least 1; `None` chooses a number that fills at most
    /// three rows.
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
    pub color: Option<[u8; 3]>,
    /// The bars, in frames. What lies past the clip is not shown.
    pub ranges: Vec<FrameRange>,
    /// The marks, in frames, which may lie between two. What lies past the clip is not shown.
    pub marks: Vec<f64>,
}

/// Why a strip cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StripError {
    /// The width is outside its range.
    Width {
        /// The width asked for.
        width: u32,
    },
    /// The picture would be higher than [`MAX_HEIGHT`].
    TooHigh {
        /// A number of frames between figures that fits, if one does; else there are too many
        /// lanes.
        every: Option<u32>,
    },
    /// A figure every 0 frames was asked for.
    EveryZero,
    /// The picture could not be encoded.
    Encoding {
        /// What the encoder says.
        message: String,
    },
}

impl fmt::Display for StripError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { width } => {
                write!(
                    f,
                    "a strip is 320 to {MAX_WIDTH} pixels wide, and not {width}"
                )
            }
            Self::TooHigh { every: Some(every) } => write!(
                f,
                "the strip would be higher than {MAX_HEIGHT} pixels; draw a figure every {every} \
                 frames or fewer figures"
            ),
            Self::TooHigh { every: None } => write!(
                f,
                "the strip would be higher than {MAX_HEIGHT} pixels; show fewer lanes"
            ),
            Self::EveryZero => f.write_str("figures stand at least 1 frame apart"),
            Self::Encoding { message } => write!(f, "the picture cannot be encoded: {message}"),
        }
    }
}

impl std::error::Error for StripError {}
