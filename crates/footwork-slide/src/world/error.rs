//! Why a world refuses a call.

use std::error::Error;
use std::fmt;

use crate::obstacle_id::ObstacleId;
use crate::volume::VolumeError;

/// Why a world refuses a call. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The obstacle was removed, or belongs to another world.
    Stale {
        /// The id that was asked for.
        id: ObstacleId,
    },
    /// No obstacle can be this volume.
    Volume(VolumeError),
    /// There are 2³² − 1 obstacles already.
    TooMany,
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale { id } => write!(f, "there is no obstacle {id}: it was removed"),
            Self::Volume(_) => f.write_str("no obstacle can be this volume"),
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
