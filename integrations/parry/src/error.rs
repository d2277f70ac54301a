//! Shapes that cannot be obstacles.

use std::error::Error;
use std::fmt;

use footwork_slide::{CompoundError, MeshError, PoseError, VolumeError, WorldError};
use parry3d::shape::ShapeType;

/// The reason why a shape cannot be an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConvertError {
    /// A custom shape, whose geometry is unknown.
    Custom {
        /// The kind, as parry names it.
        kind: ShapeType,
    },
    /// A compound that is a part of a compound.
    Nested,
    /// A volume with an invalid length.
    Volume(VolumeError),
    /// Triangles or a hull with an invalid vertex or without thickness.
    Mesh(MeshError),
    /// Too many parts, or an invalid part.
    Compound(CompoundError),
    /// An invalid position or rotation.
    Pose(PoseError),
    /// The world has no room.
    Obstacle(WorldError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Custom { kind } => write!(f, "a custom shape ({kind:?}) has no known geometry"),
            Self::Nested => f.write_str("a part of the compound is a compound itself"),
            Self::Volume(_) => f.write_str("a length of the shape is invalid"),
            Self::Mesh(_) => f.write_str("the shape makes no mesh"),
            Self::Compound(_) => f.write_str("the parts of the shape make no compound"),
            Self::Obstacle(_) => f.write_str("the world refuses the obstacle"),
            Self::Pose(_) => f.write_str("a position or a rotation is invalid"),
        }
    }
}

impl Error for ConvertError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Custom { .. } | Self::Nested => None,
            Self::Volume(error) => Some(error),
            Self::Mesh(error) => Some(error),
            Self::Compound(error) => Some(error),
            Self::Pose(error) => Some(error),
            Self::Obstacle(error) => Some(error),
        }
    }
}
