//! Why a BVH file cannot be read.

use footwork_base::Position;
use thiserror::Error;

/// A mistake in a BVH file, and its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "line {}, column {}: {kind}{}",
    .position.line,
    .position.column,
    .kind.hint().map(|hint| format!("; {hint}")).unwrap_or_default()
)]
pub struct BvhError {
    /// The position of the mistake.
    pub position: Position,
    /// The mistake.
    pub kind: BvhErrorKind,
}

/// A mistake at a byte of the file. The line number is computed only if the mistake is reported, because computing it
/// reads the file from its start.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) at: usize,
    pub(super) kind: BvhErrorKind,
}

/// Why a BVH file cannot be read. Quoted text is cut to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BvhErrorKind {
    /// The file does not have what the format requires here.
    #[error("expected {what}{}", ended(found))]
    Expected {
        /// The text that the format requires here.
        what: &'static str,
        /// The text of the file here; empty at the end of the file.
        found: String,
    },
    /// A keyword appears twice in one joint.
    #[error("this joint has {keyword} twice")]
    Repeated {
        /// `OFFSET` or `CHANNELS`.
        keyword: &'static str,
    },
    /// A channel name is unknown.
    #[error("{found:?} is not a channel")]
    UnknownChannel {
        /// The text found.
        found: String,
        /// The most likely intended channel name.
        suggestion: Option<&'static str>,
    },
    /// A joint lists the same channel twice.
    #[error("this joint has {name} twice")]
    RepeatedChannel {
        /// The name of the channel.
        name: &'static str,
    },
    /// The text is not a number.
    #[error("{found:?} is not a number")]
    NotANumber {
        /// The text found.
        found: String,
    },
    /// The number is NaN, infinite or too large.
    #[error("{found:?} is not a finite number")]
    NotFinite {
        /// The text found.
        found: String,
    },
    /// The frame time is not a number of seconds above 0, or cannot be represented.
    #[error("the frame time {found:?} is not a number of seconds above 0")]
    FrameTime {
        /// The text found.
        found: String,
    },
    /// No joint has a channel, so rows would be empty.
    #[error("no joint has a channel, so nothing can move")]
    NoChannels,
    /// The motion does not have a single complete row.
    #[error("there is no whole row of motion after this")]
    NoFrames,
    /// A line ends before its row is complete, and the row does not end with a later line.
    #[error("row {row} has {found} numbers on this line, not {columns}")]
    RowTooShort {
        /// The row, from 0.
        row: usize,
        /// The count of numbers on the line.
        found: usize,
        /// The count of numbers that a row needs.
        columns: usize,
    },
    /// A line continues after the last number of its row.
    #[error("the line goes on after the {columns} numbers of row {row}")]
    RowTooLong {
        /// The row, from 0.
        row: usize,
        /// The count of numbers that a row needs.
        columns: usize,
    },
    /// The file is larger than [`Limits::bytes`](crate::limits::Limits::bytes).
    #[error("the file is larger than the limit of {limit} bytes")]
    TooManyBytes {
        /// The limit.
        limit: usize,
    },
    /// The file has more joints than [`Limits::joints`](crate::limits::Limits::joints).
    #[error("the skeleton is larger than the limit of {limit} joints")]
    TooManyJoints {
        /// The limit.
        limit: usize,
    },
    /// Joints are nested deeper than [`Limits::depth`](crate::limits::Limits::depth).
    #[error("joints are nested deeper than the limit of {limit}")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The file has more rows than [`Limits::frames`](crate::limits::Limits::frames).
    #[error("the motion is longer than the limit of {limit} frames")]
    TooManyFrames {
        /// The limit.
        limit: usize,
    },
    /// The file has more numbers than [`Limits::values`](crate::limits::Limits::values).
    #[error("the motion is larger than the limit of {limit} numbers")]
    TooManyValues {
        /// The limit.
        limit: usize,
    },
}

impl BvhErrorKind {
    /// Returns a stable name of the kind of mistake.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Expected { .. } => "expected",
            Self::Repeated { .. } => "repeated",
            Self::UnknownChannel { .. } => "unknown-channel",
            Self::RepeatedChannel { .. } => "repeated-channel",
            Self::NotANumber { .. } => "not-a-number",
            Self::NotFinite { .. } => "not-finite",
            Self::FrameTime { .. } => "frame-time",
            Self::NoChannels => "no-channels",
            Self::NoFrames => "no-frames",
            Self::RowTooShort { .. } => "row-too-short",
            Self::RowTooLong { .. } => "row-too-long",
            Self::TooManyBytes { .. } => "too-many-bytes",
            Self::TooManyJoints { .. } => "too-many-joints",
            Self::TooDeep { .. } => "too-deep",
            Self::TooManyFrames { .. } => "too-many-frames",
            Self::TooManyValues { .. } => "too-many-values",
        }
    }

    /// Returns how to fix the mistake, if known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownChannel { suggestion, .. } => Some(match suggestion {
                Some(name) => format!("did you mean `{name}`?"),
                None => "channels are Xposition, Yposition, Zposition, Xrotation, Yrotation and \
                         Zrotation"
                    .into(),
            }),
            Self::NotANumber { found } if found.contains(',') => {
                Some("write decimals with a point".into())
            }
            Self::FrameTime { .. } => Some("write seconds, such as 0.0083333".into()),
            Self::RowTooShort { .. } | Self::RowTooLong { .. } => {
                Some("a row has one number per channel and ends where its line ends".into())
            }
            _ => None,
        }
    }
}

fn ended(found: &str) -> String {
    match found {
        "" => ", but the file ends here".into(),
        _ => format!(", found {found:?}"),
    }
}
