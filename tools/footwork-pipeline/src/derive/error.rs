//! Why clips cannot be derived.

use std::io;
use std::path::PathBuf;

use footwork_base::LengthUnit;
use footwork_clip::{ClipError, FbxWriteError, GltfWriteError};
use footwork_sidecar::SettingsError;
use thiserror::Error;

use super::edit::EditError;

/// Why clips cannot be derived. Files are paths relative to the folder of the derived clips.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// The name of a piece is not a valid file name.
    #[error("{file:?} cannot be the name of a piece: {reason}")]
    BadName {
        /// The name.
        file: String,
        /// Why the name is not valid.
        reason: String,
    },
    /// Two pieces have the same name.
    #[error("{} and {} would both be {file}", ranges[0], ranges[1])]
    SameName {
        /// The name.
        file: String,
        /// The two ranges.
        ranges: [String; 2],
    },
    /// Two names differ only by case, which some file systems do not distinguish.
    #[error("{file} differs from {other} only by case")]
    CaseTwin {
        /// The name of a piece, or of a folder for it.
        file: String,
        /// The other name, of a piece or on disk.
        other: String,
    },
    /// The same name is needed for a file and a folder.
    #[error("{file} would be a file and a folder")]
    FileAndFolder {
        /// The name.
        file: String,
    },
    /// The file or its sidecar exists already.
    #[error("{file} already exists")]
    Exists {
        /// The file.
        file: String,
    },
    /// The file is the source of a piece.
    #[error("{file} is one of the source clips, and is never replaced")]
    IsSource {
        /// The file.
        file: String,
    },
    /// The sidecar of a clip cannot be read, so its pieces would have no tags.
    #[error("the sidecar of {clip} cannot be read, so its pieces would lose their tags")]
    BrokenSidecar {
        /// The clip.
        clip: String,
    },
    /// A clip cannot be read.
    #[error("{clip}: {error}")]
    Clip {
        /// Its name.
        clip: String,
        /// The cause.
        error: ClipError,
    },
    /// The edit does not suit the motion of a clip.
    #[error("{clip}: {error}")]
    Edit {
        /// Its name.
        clip: String,
        /// The cause.
        error: EditError,
    },
    /// A clip has changed since the library was opened.
    #[error("{clip} has changed since the library was opened")]
    Changed {
        /// Its name.
        clip: String,
    },
    /// The rate of a clip cannot be written as the frame time of a BVH file.
    #[error("{file}: a BVH frame time cannot express the rate of the clip")]
    NoBvh {
        /// The name of the piece.
        file: String,
    },
    /// A piece needs a length unit, but the settings under which it would be read give it none.
    #[error(
        "{} gives no length unit to {file}, without which its speeds would be a guess",
        settings.display()
    )]
    NoUnit {
        /// The name of the piece.
        file: String,
        /// The settings.
        settings: PathBuf,
        /// The unit of its source.
        unit: LengthUnit,
    },
    /// The settings in the folder of the pieces cannot be read.
    #[error("{}: {error}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: SettingsError,
    },
    /// The lengths of a piece are too large for the unit it must be written in.
    #[error("{file}: its lengths are too large for its unit")]
    TooLarge {
        /// The name of the piece.
        file: String,
    },
    /// A piece does not fit into a GLB file.
    #[error("{file}: {error}")]
    NoGlb {
        /// The name of the piece.
        file: String,
        /// The cause.
        error: GltfWriteError,
    },
    /// A piece does not fit into an FBX file.
    #[error("{file}: {error}")]
    NoFbx {
        /// The name of the piece.
        file: String,
        /// The cause.
        error: FbxWriteError,
    },
    /// The disk failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

impl DeriveError {
    /// Returns a stable name for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadName { .. } => "bad-file-name",
            Self::SameName { .. } => "same-name",
            Self::CaseTwin { .. } => "case-twin",
            Self::FileAndFolder { .. } => "file-and-folder",
            Self::Exists { .. } => "file-exists",
            Self::IsSource { .. } => "file-is-source",
            Self::BrokenSidecar { .. } => "broken-sidecar",
            Self::Clip { error, .. } => error.code,
            Self::Edit { error, .. } => error.code(),
            Self::Changed { .. } => "changed-outside",
            Self::NoBvh { .. } => "no-bvh",
            Self::NoUnit { .. } => "no-unit",
            Self::Settings { .. } => "settings",
            Self::TooLarge { .. } => "shape",
            Self::NoGlb { .. } => "no-glb",
            Self::NoFbx { .. } => "no-fbx",
            Self::Io { .. } => "not-saved",
        }
    }

    /// Returns advice for the user, if there is any.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::BadName { .. } => "choose other names with --name",
            Self::SameName { .. } => {
                "tell them apart with {clip}, {index}, {start} or {folder} in --name"
            }
            Self::Exists { .. } => "replace it with --force, or choose another folder or name",
            Self::NoBvh { .. } | Self::NoFbx { .. } => "write GLB with --as glb",
            Self::NoGlb {
                error: GltfWriteError::TooLong { .. } | GltfWriteError::TooLarge,
                ..
            } => "cut shorter ranges",
            Self::NoUnit { unit, .. } => {
                let unit = match unit {
                    LengthUnit::Custom(metres) => metres.to_string(),
                    named => format!("{:?}", named.to_string()),
                };
                return Some(format!(
                    "add `length_unit = {{ \"**.bvh\" = {unit} }}` to it"
                ));
            }
            Self::Clip { error, .. } => return error.hint.clone(),
            Self::Edit { error, .. } => return error.hint(),
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
