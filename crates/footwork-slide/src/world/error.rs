//! Why a world refuses.

use std::error::Error;
use std::fmt;

use super::ObstacleId;
use crate::volume::VolumeError;

/// Why a world refuses. It is left as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The obstacle was removed, or is of another world.
    Stale {
        /// What was asked for.
        id: ObstacleId,
    },
    /// No obstacle can be such a volume.
    Volume(VolumeError),
    /// There are as many obstacles as a world may have.
    TooMany,
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale { id } => write!(f, "there is no obstacle {id}: it was removed"),
            Self::Volume(error) => error.fmt(f),
            Self::TooMany => f.write_str("a world has room for 2^32 - 1 obstacles"),
        }
    }
}

impl Error for WorldError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Volume(error) => Some(error),
            _ => None,
        }
    }
}
