//! Why a DeepMimic file cannot be read.

use std::fmt;

use footwork_base::Position;

use crate::clip::ClipShapeError;

/// A mistake in a DeepMimic file, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepMimicError {
    /// Where in the text, if the mistake is at one position.
    pub position: Option<Position>,
    /// What is wrong.
    pub kind: DeepMimicErrorKind,
}

/// Why a DeepMimic file cannot be read. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeepMimicErrorKind {
    /// The text is not valid JSON, or not in the form of a DeepMimic file.
    Json {
        /// What is wrong with it.
        message: String,
    },
    /// There are no rows.
    NoFrames,
    /// A duration is negative.
    NegativeDuration {
        /// The row.
        row: usize,
    },
    /// All durations are 0.
    NoTime,
    /// A rotation has no direction.
    NoRotation {
        /// The row.
        row: usize,
        /// The joint.
        joint: &'static str,
    },
    /// The file is larger than [`crate::limits::Limits::bytes`].
    TooManyBytes {
        /// The limit.
        limit: usize,
    },
    /// Resampling would need more frames than [`crate::limits::Limits::frames`], or more than 10,000 plus 100 per
    /// row.
    TooManyFrames {
        /// The limit.
        limit: usize,
    },
    /// A position is too far away.
    Shape(ClipShapeError),
}

impl DeepMimicError {
    pub(super) fn new(kind: DeepMimicErrorKind) -> Self {
        Self {
            position: None,
            kind,
        }
    }
}

impl DeepMimicErrorKind {
    /// Returns a stable name of the kind of mistake.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Json { .. } => "json",
            Self::NoFrames => "no-frames",
            Self::NegativeDuration { .. } => "negative-duration",
            Self::NoTime => "no-time",
            Self::NoRotation { .. } => "no-rotation",
            Self::TooManyBytes { .. } => "too-many-bytes",
            Self::TooManyFrames { .. } => "too-many-frames",
            Self::Shape(_) => "shape",
        }
    }
}

impl fmt::Display for DeepMimicErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { message } => f.write_str(message),
            Self::NoFrames => write!(f, "Frames is empty, but a clip needs at least one row"),
            Self::NegativeDuration { row } => write!(f, "the duration of row {row} is negative"),
            Self::NoTime => f.write_str("the durations of all rows are 0, so no time passes"),
            Self::NoRotation { row, joint } => {
                write!(f, "the rotation of {joint} in row {row} has no direction")
            }
            Self::TooManyBytes { limit } => {
                write!(f, "the file is larger than the limit of {limit} bytes")
            }
            Self::TooManyFrames { limit } => {
                write!(f, "the motion is longer than the limit of {limit} frames")
            }
            Self::Shape(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for DeepMimicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(at) => write!(f, "line {}, column {}: {}", at.line, at.column, self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for DeepMimicError {}
