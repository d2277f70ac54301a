//! The position and the rotation of an obstacle.

use std::error::Error;

use footwork_base::to_f32;
use glam::{DMat3, DQuat, DVec3};

use crate::bounds::first_beyond;

/// A position in metres in the world, and a rotation as a unit quaternion.
///
/// ```
/// use footwork_slide::{Pose, PoseError};
///
/// let half = 0.5_f32.sqrt();
/// let turned = Pose::new([2.0, 0.0, -1.0], [0.0, half, 0.0, half]).unwrap();
/// assert_eq!(turned.position(), [2.0, 0.0, -1.0]);
/// assert_eq!(Pose::at([f64::NAN, 0.0, 0.0]), Err(PoseError::Position { axis: 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    position: [f64; 3],
    rotation: [f64; 4],
}

impl Pose {
    /// The pose at the origin, without a rotation.
    pub const IDENTITY: Self = Self {
        position: [0.0; 3],
        rotation: [0.0, 0.0, 0.0, 1.0],
    };

    /// The largest absolute value of a coordinate of a position, in metres.
    pub const MAX_COORDINATE_M: f64 = 1.0e9;

    /// Returns a pose at `position`, in metres, turned by `rotation`, a quaternion `[x, y, z, w]` of length 1.
    ///
    /// A quaternion with a length within a thousandth of 1 is normalised in double precision.
    ///
    /// # Errors
    ///
    /// Returns an error for a coordinate that is not finite or is beyond [`Pose::MAX_COORDINATE_M`], and for a rotation
    /// with any other length.
    pub fn new(position: [f64; 3], rotation: [f32; 4]) -> Result<Self, PoseError> {
        let unturned = Self::at(position)?;
        let turn = DQuat::from_array(rotation.map(f64::from));
        let length = turn.dot(turn).sqrt();
        // False for NaN.
        let is_unit = (length - 1.0).abs() <= 1.0e-3;
        if is_unit {
            Ok(Self {
                rotation: (turn * (1.0 / length)).to_array(),
                ..unturned
            })
        } else {
            Err(PoseError::Rotation { length })
        }
    }

    /// Returns a pose at `position`, in metres, without a rotation.
    ///
    /// # Errors
    ///
    /// Returns an error for a coordinate that is not finite or beyond [`Pose::MAX_COORDINATE_M`].
    pub fn at(position: [f64; 3]) -> Result<Self, PoseError> {
        match first_beyond(position, Self::MAX_COORDINATE_M) {
            Some(axis) => Err(PoseError::Position { axis }),
            None => Ok(Self {
                position,
                ..Self::IDENTITY
            }),
        }
    }

    /// Returns the position in metres.
    pub fn position(&self) -> [f64; 3] {
        self.position
    }

    /// Returns the rotation, `[x, y, z, w]` of length 1.
    pub fn rotation(&self) -> [f32; 4] {
        self.rotation.map(to_f32)
    }

    /// Returns the pose at a share of the motion to `other`. The rotation takes the shorter way.
    #[inline]
    pub(crate) fn towards(&self, other: &Self, share: f64) -> Self {
        let [from, to] = [self, other].map(|pose| DQuat::from_array(pose.rotation));
        let to = if from.dot(to) < 0.0 { -to } else { to };
        let place = self.place() + (other.place() - self.place()) * share;
        Self {
            position: place.to_array(),
            rotation: (from * (1.0 - share) + to * share).normalize().to_array(),
        }
    }

    /// Returns `inner`, a pose in the space of this pose, as a pose in the world.
    #[inline]
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let [outer, turn] = [self, inner].map(|pose| DQuat::from_array(pose.rotation));
        Self {
            position: self.to_world(inner.position),
            rotation: (outer * turn).to_array(),
        }
    }

    /// Returns the cosine of half the angle between this rotation and the rotation of `other`.
    pub(crate) fn half_turn_cosine(&self, other: &Self) -> f64 {
        let [a, b] = [self, other].map(|pose| DQuat::from_array(pose.rotation));
        a.dot(b).abs()
    }

    /// Transforms a point from the world into the obstacle's own space.
    pub fn to_local(&self, point: [f64; 3]) -> [f64; 3] {
        let from = DVec3::from_array(point) - self.place();
        let local = self.turn().map_or(from, |turn| turn.transpose() * from);
        local.to_array()
    }

    /// Transforms a point from the obstacle's own space into the world.
    pub fn to_world(&self, point: [f64; 3]) -> [f64; 3] {
        let point = DVec3::from_array(point);
        let turned = self.turn().map_or(point, |turn| turn * point);
        (self.place() + turned).to_array()
    }

    /// Returns whether both poses have the same bits, including the signs of zeros.
    pub(crate) fn has_bits_of(&self, other: &Self) -> bool {
        let bits = |pose: &Self| {
            (
                pose.position.map(f64::to_bits),
                pose.rotation.map(f64::to_bits),
            )
        };
        bits(self) == bits(other)
    }

    pub(crate) fn place(&self) -> DVec3 {
        DVec3::from_array(self.position)
    }

    /// Returns the rotation as a matrix; `None` if there is no rotation.
    #[inline]
    pub(crate) fn turn(&self) -> Option<DMat3> {
        if self.rotation[..3] == [0.0; 3] {
            None
        } else {
            Some(DMat3::from_quat(DQuat::from_array(self.rotation)))
        }
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Why a position and a rotation do not make a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PoseError {
    /// A coordinate is not finite or is beyond [`Pose::MAX_COORDINATE_M`].
    Position {
        /// The axis of the coordinate: 0, 1 or 2.
        axis: usize,
    },
    /// The rotation's length is not 1.
    Rotation {
        /// The length of the rotation, perhaps NaN.
        length: f64,
    },
}

footwork_base::display! { PoseError:
    Self::Position { axis } => "coordinate {axis} of the position is not finite, or is farther than {:e} m from zero", Pose::MAX_COORDINATE_M;
    Self::Rotation { length } => "the rotation has length {length}, not 1";
}

impl Error for PoseError {}
