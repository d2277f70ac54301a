//! Why a cast could not be loaded.

use std::io;
use std::path::PathBuf;

use footwork::events::TrackError;
use footwork::poses::PoseFileError;
use footwork::tags::TagDbError;
use footwork::{CompressedPosesError, NoCommonClip};
use thiserror::Error;

use crate::setup::FRAME_RATE;

/// Why a cast could not be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CastError {
    /// A file cannot be read.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The bytes are not a file of tags.
    #[error("the file of tags: {0}")]
    Tags(#[from] TagDbError),
    /// The bytes are not a file of poses.
    #[error("the file of poses: {0}")]
    Poses(#[from] PoseFileError),
    /// The poses cannot be played.
    #[error("the file of poses: {0}")]
    Unplayable(#[from] CompressedPosesError),
    /// The files come from different libraries.
    #[error(transparent)]
    NoCommonClip(#[from] NoCommonClip),
    /// A clip has poses and no tags.
    #[error(
        "the clip {clip} is in the file of poses and not in the file of tags; compile both from the same library"
    )]
    Untagged {
        /// The clip.
        clip: String,
    },
    /// The poses do not have the frame rate of a match.
    #[error(
        "the poses have {rate} frames per second; a match needs {FRAME_RATE}: compile them with `--fps {FRAME_RATE}`"
    )]
    Rate {
        /// Their rate.
        rate: f64,
    },
    /// The tags lack an event that every match needs.
    #[error("the file of tags declares no event {name}")]
    NoEvent {
        /// The event.
        name: &'static str,
    },
    /// The times of an event cannot be used.
    #[error("{clip}: {error}")]
    Track {
        /// The clip.
        clip: String,
        /// The reason.
        error: TrackError,
    },
    /// A query that every match needs finds nothing or has mistakes.
    #[error("the query {query}: {message}")]
    Query {
        /// The query.
        query: &'static str,
        /// The error.
        message: String,
    },
}
