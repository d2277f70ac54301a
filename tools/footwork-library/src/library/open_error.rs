//! Why a folder cannot be opened as a library.

use std::io;
use std::path::PathBuf;

use footwork_sidecar::SettingsError;
use footwork_tags::DatabaseError;
use thiserror::Error;

/// Why a folder cannot be opened as a library.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder does not exist or cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The path is a file.
    #[error("{}: a library is a folder of clips, and this is a file", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// `footwork.toml` cannot be read.
    #[error("{error}")]
    Settings {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: SettingsError,
    },
    /// There are more clips, tags or events than available ids.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}
