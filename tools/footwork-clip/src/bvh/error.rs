//! Why a BVH file cannot be read.

use std::fmt;

use footwork_base::Position;

/// A mistake in a BVH file, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BvhError {
    /// The position of the mistake.
    pub position: Position,
    /// What is wrong there.
    pub kind: BvhErrorKind,
}

/// Why a BVH file cannot be read. Quoted text is cut to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BvhErrorKind {
    /// The format requires one thing and the file has another.
    Expected {
        /// What the format requires here.
        what: &'static str,
        /// What the file has here; empty at the end of the file.
        found: String,
    },
    /// A keyword appears twice in one joint.
    Repeated {
        /// `OFFSET` or `CHANNELS`.
        keyword: &'static str,
    },
    /// A channel name is unknown.
    UnknownChannel {
        /// The text found.
        found: String,
        /// The channel name that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// A joint lists the same channel twice.
    RepeatedChannel {
        /// The name of the channel.
        name: &'static str,
    },
    /// The text is not a number.
    NotANumber {
        /// The text found.
        found: String,
    },
    /// The number is NaN, infinite or too large.
    NotFinite {
        /// The text found.
        found: String,
    },
    /// The frame time is not a number of seconds above 0, or cannot be represented.
    FrameTime {
        /// The text found.
        found: String,
    },
    /// No joint has a channel, so rows would be empty.
    NoChannels,
    /// The motion does not have a single complete row.
    NoFrames,
    /// A row ends in the middle of a line, because one of its earlier lines has too few numbers.
    RowTooShort {
        /// The row, from 0.
        row: usize,
        /// How many numbers the line has.
        found: usize,
        /// How many numbers a row has.
        columns: usize,
    },
    /// A line continues after the last number of its row.
    RowTooLong {
        /// The row, from 0.
        row: usize,
        /// How many numbers a row has.
        columns: usize,
    },
    /// The file is larger than [`Limits::bytes`](crate::limits::Limits::bytes).
    TooManyBytes {
        /// The limit.
        limit: usize,
    },
    /// More joints than [`Limits::joints`](crate::limits::Limits::joints).
    TooManyJoints {
        /// The limit.
        limit: usize,
    },
    /// Joints nested deeper than [`Limits::depth`](crate::limits::Limits::depth).
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// More rows than [`Limits::frames`](crate::limits::Limits::frames).
    TooManyFrames {
        /// The limit.
        limit: usize,
    },
    /// More numbers than [`Limits::values`](crate::limits::Limits::values).
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

    /// Returns how to fix the mistake, if that is known.
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

impl fmt::Display for BvhErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { what, found } if found.is_empty() => {
                write!(f, "{what} is expected, and the file ends here")
            }
            Self::Expected { what, found } => {
                write!(f, "{what} is expected here, and not {found:?}")
            }
            Self::Repeated { keyword } => write!(f, "this joint has {keyword} twice"),
            Self::UnknownChannel { found, .. } => write!(f, "{found:?} is no channel"),
            Self::RepeatedChannel { name } => write!(f, "this joint has {name} twice"),
            Self::NotANumber { found } => write!(f, "{found:?} is no number"),
            Self::NotFinite { found } => write!(f, "{found:?} is no finite number"),
            Self::FrameTime { found } => {
                write!(
                    f,
                    "the frame time {found:?} is no number of seconds above 0"
                )
            }
            Self::NoChannels => f.write_str("no joint has a channel, so nothing can move"),
            Self::NoFrames => f.write_str("there is no whole row of motion after this"),
            Self::RowTooShort {
                row,
                found,
                columns,
            } => write!(
                f,
                "row {row} has {found} numbers on this line, and {columns} are needed"
            ),
            Self::RowTooLong { row, columns } => {
                write!(
                    f,
                    "the line goes on after the {columns} numbers of row {row}"
                )
            }
            Self::TooManyBytes { limit } => {
                write!(f, "the file is larger than the limit of {limit} bytes")
            }
            Self::TooManyJoints { limit } => {
                write!(f, "the skeleton is larger than the limit of {limit} joints")
            }
            Self::TooDeep { limit } => {
                write!(f, "joints are nested deeper than the limit of {limit}")
            }
            Self::TooManyFrames { limit } => {
                write!(f, "the motion is longer than the limit of {limit} frames")
            }
            Self::TooManyValues { limit } => {
                write!(f, "the motion is larger than the limit of {limit} numbers")
            }
        }
    }
}

impl fmt::Display for BvhError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "line {line}, column {column}: {}", self.kind)?;
        match self.kind.hint() {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BvhError {}
