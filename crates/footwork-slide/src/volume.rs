//! Obstacles other than triangles: solid boxes, spheres and capsules.

use std::error::Error;

use glam::{DQuat, DVec3};

use crate::bounds::Bounds;
use crate::pose::Pose;

/// A solid obstacle in its own space. The obstacle's pose says where it is and how it is turned, so an
/// axis-aligned box is a box whose pose does not turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volume {
    /// A box around the origin.
    Box {
        /// Half the extents.
        half_m: [f32; 3],
    },
    /// A sphere around the origin.
    Sphere {
        /// The radius.
        radius_m: f32,
    },
    /// A capsule along y, around the origin.
    Capsule {
        /// The radius.
        radius_m: f32,
        /// Half the length of the axis, without the caps; zero makes it a sphere.
        half_axis_m: f32,
    },
}

impl Volume {
    /// The largest half extent, radius or half axis.
    pub const MAX_LENGTH_M: f32 = 1.0e6;

    /// Checks that an obstacle can be this volume.
    ///
    /// # Errors
    ///
    /// A length that is NaN, below zero or above [`Volume::MAX_LENGTH_M`], or a radius of zero.
    pub fn check(&self) -> Result<(), VolumeError> {
        let check = |field, metres: f32, is_enough: bool| {
            if is_enough && metres <= Self::MAX_LENGTH_M {
                Ok(())
            } else {
                Err(VolumeError::Length { field, metres })
            }
        };
        match *self {
            Self::Box { half_m } => half_m
                .into_iter()
                .try_for_each(|half| check("half_m", half, half >= 0.0)),
            Self::Sphere { radius_m } => check("radius_m", radius_m, radius_m > 0.0),
            Self::Capsule {
                radius_m,
                half_axis_m,
            } => {
                check("radius_m", radius_m, radius_m > 0.0)?;
                check("half_axis_m", half_axis_m, half_axis_m >= 0.0)
            }
        }
    }

    /// Returns half the extents of the core and the radius around it.
    #[inline]
    fn core(&self) -> ([f64; 3], f64) {
        let (half, radius) = match *self {
            Self::Box { half_m } => (half_m, 0.0),
            Self::Sphere { radius_m } => ([0.0; 3], radius_m),
            Self::Capsule {
                radius_m,
                half_axis_m,
            } => ([0.0, half_axis_m, 0.0], radius_m),
        };
        (half.map(f64::from), f64::from(radius))
    }

    /// Returns the volume where a pose puts it.
    #[inline]
    pub(crate) fn at(&self, pose: &Pose) -> RoundZonotope {
        let ([x, y, z], radius) = self.core();
        let generators = match pose.turn() {
            None => [DVec3::X * x, DVec3::Y * y, DVec3::Z * z],
            Some(turn) => [turn.x_axis * x, turn.y_axis * y, turn.z_axis * z],
        };
        RoundZonotope {
            centre: pose.place(),
            generators,
            radius,
        }
    }
}

/// A volume at a place relative to a body's centre, for a single sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedVolume {
    /// The volume.
    pub volume: Volume,
    /// From the body's centre to the volume's, in metres.
    pub centre: [f64; 3],
    /// How it is turned: a quaternion `[x, y, z, w]`, normalized in double precision. Zero means no rotation.
    pub rotation: [f32; 4],
}

impl PlacedVolume {
    pub(crate) fn zonotope(&self) -> RoundZonotope {
        let ([x, y, z], radius) = self.volume.core();
        let turn = DQuat::from_array(self.rotation.map(f64::from));
        let length = turn.length_squared().sqrt();
        let turn = if length > 0.0 {
            turn * (1.0 / length)
        } else {
            DQuat::IDENTITY
        };
        RoundZonotope {
            centre: DVec3::from(self.centre),
            generators: [DVec3::X * x, DVec3::Y * y, DVec3::Z * z].map(|half| turn * half),
            radius,
        }
    }
}

/// A volume as a Minkowski sum: up to three segments `±generator` and a ball of a radius, moved to `centre`. A box
/// has three generators, a capsule one and a radius, a sphere only a radius. Missing generators are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundZonotope {
    pub(crate) centre: DVec3,
    pub(crate) generators: [DVec3; 3],
    pub(crate) radius: f64,
}

impl RoundZonotope {
    pub(crate) fn moved(&self, by: DVec3) -> Self {
        Self {
            centre: self.centre + by,
            ..*self
        }
    }

    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        let [a, b, c] = self.generators.map(DVec3::abs);
        let reach = a + b + c + DVec3::splat(self.radius);
        Bounds {
            min: self.centre - reach,
            max: self.centre + reach,
        }
    }
}

/// Why a volume is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum VolumeError {
    /// A length is NaN, below zero or above [`Volume::MAX_LENGTH_M`], or a radius is zero.
    Length {
        /// The field: `half_m`, `radius_m` or `half_axis_m`.
        field: &'static str,
        /// Its value.
        metres: f32,
    },
}

footwork_base::display! { VolumeError:
    Self::Length { field: field @ "radius_m", metres } => "`{field}` is {metres}, but it must be above 0 and at most {}", Volume::MAX_LENGTH_M;
    Self::Length { field, metres } => "`{field}` is {metres}, but it must be from 0 to {}", Volume::MAX_LENGTH_M;
}

impl Error for VolumeError {}
