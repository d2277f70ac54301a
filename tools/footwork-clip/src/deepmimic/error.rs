//! Why a DeepMimic file cannot be read.

use footwork_base::Position;
use thiserror::Error;

use crate::clip::ClipShapeError;

/// A mistake in a DeepMimic file, and its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}{kind}",
    .position.map(|at| format!("line {}, column {}: ", at.line, at.column)).unwrap_or_default()
)]
pub struct DeepMimicError {
    /// The position in the text, if the mistake has one.
    pub position: Option<Position>,
    /// The mistake.
    pub kind: DeepMimicErrorKind,
}

/// Why a DeepMimic file cannot be read. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeepMimicErrorKind {
    /// The text is not valid JSON, or does not have the structure of a DeepMimic file.
    #[error("{message}")]
    Json {
        /// The mistake in the text.
        message: String,
    },
    /// There are no rows.
    #[error("Frames is empty, but a clip needs at least one row")]
    NoFrames,
    /// A duration is negative.
    #[error("the duration of row {row} is negative")]
    NegativeDuration {
        /// The row.
        row: usize,
    },
    /// All durations are 0.
    #[error("the durations of all rows are 0, so no time passes")]
    NoTime,
    /// A rotation has no direction.
    #[error("the rotation of {joint} in row {row} has no direction")]
    NoRotation {
        /// The row.
        row: usize,
        /// The joint.
        joint: &'static str,
    },
    /// The file is larger than [`crate::limits::Limits::bytes`].
    #[error("the file is larger than the limit of {limit} bytes")]
    TooManyBytes {
        /// The limit.
        limit: usize,
    },
    /// Resampling would need more frames than [`crate::limits::Limits::frames`], more numbers than
    /// [`crate::limits::Limits::values`], or more than 10,000 frames plus 100 per interval between rows.
    #[error("the motion is longer than the limit of {limit} frames")]
    TooManyFrames {
        /// The limit.
        limit: usize,
    },
    /// A position is too far away.
    #[error("{0}")]
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
