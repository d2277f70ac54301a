//! The reasons why a `.tagdb` file is rejected.

/// The major version of files. It is raised when older readers cannot read new files.
pub(super) const MAJOR: u16 = 1;

/// The reason why [`Database::from_bytes`](crate::Database::from_bytes) rejected a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagDbError {
    /// The bytes do not begin with the magic number of a `.tagdb`.
    NotTagDb,
    /// The file was written by a newer Footwork, and this Footwork cannot read it.
    NewerVersion {
        /// The major version of the file.
        major: u16,
        /// The minor version of the file.
        minor: u16,
    },
    /// The file was cut off or appended to.
    Length {
        /// The length that the header gives, in bytes; `None` if the header is cut off.
        expected: Option<u64>,
        /// The length of the file in bytes.
        found: u64,
    },
    /// The file was changed after it was written.
    Damaged {
        /// The first byte of the changed part.
        start: u64,
        /// The first byte after the changed part.
        stop: u64,
    },
    /// The checksums match, but the content breaks a rule.
    Content {
        /// The section or other part of the file.
        section: &'static str,
        /// The row in the section, from 0.
        row: u64,
        /// The broken rule.
        fault: &'static str,
    },
}

footwork_base::display! { TagDbError:
    Self::NotTagDb => "this is not a .tagdb file";
    Self::NewerVersion { major, minor } => "the file is of version {major}.{minor}, and this Footwork reads {MAJOR}.x: \
                 open it with a newer one, or compile the library again";
    Self::Length { expected: Some(expected), found, } => "the file has {found} bytes instead of {expected}";
    Self::Length { expected: None, found, } => "the file is cut off after {found} bytes";
    Self::Damaged { start, stop } => "the file is damaged between bytes {start} and {stop}";
    Self::Content { section, row, fault, } => "{section}, row {row}: {fault}";
}

impl std::error::Error for TagDbError {}
