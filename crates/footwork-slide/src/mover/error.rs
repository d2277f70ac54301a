//! The errors of a move and of a change of shape.

use std::error::Error;

use super::config::MoveConfigError;
use crate::obstacle_id::ObstacleId;
use crate::shape::ShapeError;
use crate::volume::VolumeError;

/// The largest absolute value of a position's coordinate, in metres.
pub(super) const MAX_COORDINATE_M: f64 = 1.0e9;

/// The largest absolute value of a displacement's component, in metres.
pub(super) const MAX_DISPLACEMENT_M: f32 = 1.0e6;

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoveError {
    /// A coordinate of the position is not finite or is beyond
    /// [`Mover::MAX_COORDINATE_M`](crate::Mover::MAX_COORDINATE_M).
    Position {
        /// The axis of the coordinate: 0, 1 or 2.
        axis: usize,
    },
    /// A component of the displacement is not finite or is beyond
    /// [`Mover::MAX_DISPLACEMENT_M`](crate::Mover::MAX_DISPLACEMENT_M).
    Displacement {
        /// The axis of the component: 0, 1 or 2.
        axis: usize,
    },
    /// A setting is out of its range.
    Config(MoveConfigError),
    /// An obstacle of [`Obstacles`](crate::Obstacles) near the body is an invalid volume.
    Volume {
        /// The obstacle.
        obstacle: ObstacleId,
        /// The error of the volume.
        error: VolumeError,
    },
}

footwork_base::display! { MoveError:
    Self::Position { axis } => "coordinate {axis} of the position is not finite, or is farther than {MAX_COORDINATE_M:e} m from zero";
    Self::Displacement { axis } => "component {axis} of the displacement is not finite, or is longer than {MAX_DISPLACEMENT_M:e} m";
    Self::Config(_) => "a setting of the move is out of range";
    Self::Volume { obstacle, .. } => "the volume of obstacle {obstacle} is invalid";
}

impl Error for MoveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Config(error) => Some(error),
            Self::Volume { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Why a change of shape is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResizeError {
    /// The shape is invalid.
    Shape(ShapeError),
    /// The state or a setting is out of range.
    Move(MoveError),
    /// There is no room for the shape.
    NoRoom {
        /// The obstacle that the new shape would enter most deeply or, if it would enter none, come nearest to.
        obstacle: ObstacleId,
    },
}

footwork_base::display! { ResizeError:
    Self::Shape(_) => "no body can have this shape";
    Self::Move(_) => "the state or a setting is invalid";
    Self::NoRoom { obstacle } => "there is no room: {obstacle} is in the way";
}

impl Error for ResizeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Shape(error) => Some(error),
            Self::Move(error) => Some(error),
            Self::NoRoom { .. } => None,
        }
    }
}
