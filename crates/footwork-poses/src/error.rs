//! The reasons why a file of poses is refused.

/// The major version of files. It is raised when older readers cannot read new files.
pub(crate) const MAJOR: u16 = 2;

/// The reason why [`PoseFile::open`](crate::PoseFile::open) or [`PoseFile::verify`](crate::PoseFile::verify) refused a
/// file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoseFileError {
    /// The bytes do not begin with the magic number of a file of poses.
    NotPoses,
    /// The file was written by a newer Footwork, and this Footwork cannot read it.
    NewerVersion {
        /// The major version of the file.
        major: u16,
        /// The minor version of the file.
        minor: u16,
    },
    /// The file was written by an earlier Footwork, in a version that this Footwork does not read.
    OlderVersion {
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
    /// The header or a table was changed after it was written.
    Damaged,
    /// The motion of a clip was changed after it was written.
    DamagedClip {
        /// The name of the clip.
        name: String,
    },
    /// The checksum matches, but a table breaks a rule.
    Content {
        /// The table.
        table: &'static str,
        /// The row in the table, from 0.
        row: usize,
        /// The broken rule.
        fault: &'static str,
    },
}

footwork_base::display! { PoseFileError:
    Self::NotPoses => "this is not a .fwposes file";
    Self::NewerVersion { major, minor } => "the file is of version {major}.{minor}, and this Footwork reads {MAJOR}.x: \
                 open it with a newer one, or compile the library again";
    Self::OlderVersion { major, minor } => "the file is of version {major}.{minor}, and this Footwork reads {MAJOR}.x: \
                 compile the library again";
    Self::Length { expected: Some(expected), found } => "the file has {found} bytes instead of {expected}";
    Self::Length { expected: None, found } => "the file is cut off after {found} bytes";
    Self::Damaged => "the tables of the file are damaged: their checksum is wrong";
    Self::DamagedClip { name } => "the motion of {name} is damaged: its checksum is wrong";
    Self::Content { table, row, fault } => "{table}, row {row}: {fault}";
}

impl std::error::Error for PoseFileError {}
