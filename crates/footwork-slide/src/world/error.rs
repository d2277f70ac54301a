//! The errors of a world.

use std::error::Error;

use crate::obstacle_id::ObstacleId;
use crate::volume::VolumeError;

/// Why a world refuses a call. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The obstacle was removed, or belongs to another world.
    Stale {
        /// The id passed in.
        id: ObstacleId,
    },
    /// The volume is invalid.
    Volume(VolumeError),
    /// There are 2³² − 1 obstacles already.
    TooMany,
}

footwork_base::display! { WorldError:
    Self::Stale { id } => "there is no obstacle {id}: it was removed, or belongs to another world";
    Self::Volume(_) => "no obstacle can be this volume";
    Self::TooMany => "a world has room for 2^32 - 1 obstacles";
}

impl Error for WorldError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Volume(error) => Some(error),
            _ => None,
        }
    }
}
