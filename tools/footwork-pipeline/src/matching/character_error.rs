//! [`CharacterError`]: why no character can be built from a library.

use thiserror::Error;

/// Why a character cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CharacterError {
    /// No clip was given.
    #[error("there is no clip to play: the query finds none")]
    NoClips,
    /// No clip can be played, because none has hips and legs.
    #[error("no clip has hips and two legs of an upper leg, a lower leg and a foot")]
    NoLegs,
    /// A clip that is in the pose index cannot be played.
    #[error("{clip}: {message}")]
    Clip {
        /// Its name.
        clip: String,
        /// The error.
        message: String,
    },
}
