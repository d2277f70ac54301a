//! Why a `.tagdb` is refused.

use std::fmt;

/// The major version that is written and read: raised when older readers cannot read the file.
pub(super) const MAJOR: u16 = 1;

/// Why [`Database::from_bytes`](crate::Database::from_bytes) refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagDbError {
    /// The bytes do not begin as a `.tagdb` does.
    NotTagDb,
    /// The file was written by a newer Footwork, in a way that this one cannot read.
    NewerVersion {
        /// The major version of the file.
        major: u16,
        /// The minor version of the file.
        minor: u16,
    },
    /// The file was cut off, or something was appended.
    Length {
        /// How long the file says it is, in bytes; `None` when the cut is before it says so.
        expected: Option<u64>,
        /// How long it is.
        found: u64,
    },
    /// Bytes were changed.
    Damaged {
        /// The first byte of the part in which one was changed.
        start: u64,
        /// The first byte after that part.
        stop: u64,
    },
    /// No byte was changed since the file was written, but its content breaks a rule.
    Content {
        /// The section, or other part of the file.
        section: &'static str,
        /// The row in it, from 0.
        row: u64,
        /// What is wrong.
        fault: &'static str,
    },
}

impl fmt::Display for TagDbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTagDb => f.write_str("this is not a .tagdb file"),
            Self::NewerVersion { major, minor } => write!(
                f,
                "the file is of version {major}.{minor}, and this Footwork reads {MAJOR}.x; \
                 a newer Footwork wrote it"
            ),
            Self::Length {
                expected: Some(expected),
                found,
            } => write!(f, "the file has {found} bytes instead of {expected}"),
            Self::Length {
                expected: None,
                found,
            } => write!(f, "the file is cut off after {found} bytes"),
            Self::Damaged { start, stop } => {
                write!(f, "the file is damaged between bytes {start} and {stop}")
            }
            Self::Content {
                section,
                row,
                fault,
            } => write!(f, "{section}, row {row}: {fault}"),
        }
    }
}

impl std::error::Error for TagDbError {}
