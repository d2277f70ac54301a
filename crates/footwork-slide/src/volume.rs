//! Obstacles that are not triangles: solid boxes, spheres, capsules and cylinders.

use std::error::Error;

use glam::{DQuat, DVec3};

use crate::body::rim;
use crate::bounds::Bounds;
use crate::pose::Pose;

/// A solid obstacle in its own space. The pose of the obstacle gives its position and rotation, so an axis-aligned box
/// is a box whose pose has no rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volume {
    /// A box around the origin.
    Box {
        /// Half of each extent, in metres.
        half_m: [f32; 3],
    },
    /// A sphere around the origin.
    Sphere {
        /// The radius in metres.
        radius_m: f32,
    },
    /// A capsule along y, around the origin.
    Capsule {
        /// The radius in metres.
        radius_m: f32,
        /// Half the length of the axis without the caps, in metres. Zero makes the capsule a sphere.
        half_axis_m: f32,
    },
    /// A cylinder along y, around the origin.
    Cylinder {
        /// The radius in metres.
        radius_m: f32,
        /// Half the height, in metres.
        half_height_m: f32,
    },
}

impl Volume {
    /// The largest half extent, radius or half axis, in metres.
    pub const MAX_LENGTH_M: f32 = 1.0e6;

    /// Checks that an obstacle can be this volume.
    ///
    /// # Errors
    ///
    /// Returns an error for a length that is NaN, below zero or above [`Volume::MAX_LENGTH_M`], for a radius of zero, and
    /// for a cylinder without height.
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
            Self::Cylinder {
                radius_m,
                half_height_m,
            } => {
                check("radius_m", radius_m, radius_m > 0.0)?;
                check("half_height_m", half_height_m, half_height_m > 0.0)
            }
        }
    }

    /// Returns half the extents of the core, the radius around it, and the radius of the disc across y.
    #[inline]
    fn core(&self) -> ([f64; 3], [f64; 2]) {
        let (half, radii) = match *self {
            Self::Box { half_m } => (half_m, [0.0; 2]),
            Self::Sphere { radius_m } => ([0.0; 3], [radius_m, 0.0]),
            Self::Capsule {
                radius_m,
                half_axis_m,
            } => ([0.0, half_axis_m, 0.0], [radius_m, 0.0]),
            Self::Cylinder {
                radius_m,
                half_height_m,
            } => ([0.0, half_height_m, 0.0], [0.0, radius_m]),
        };
        (half.map(f64::from), radii.map(f64::from))
    }

    /// Returns the volume at a pose.
    #[inline]
    pub(crate) fn at(&self, pose: &Pose) -> RoundZonotope {
        let ([x, y, z], [radius, disc]) = self.core();
        let generators = match pose.turn() {
            None => [DVec3::X * x, DVec3::Y * y, DVec3::Z * z],
            Some(turn) => [turn.x_axis * x, turn.y_axis * y, turn.z_axis * z],
        };
        RoundZonotope {
            centre: pose.place(),
            generators,
            radius,
            disc,
        }
    }
}

/// A volume at a place relative to a body's centre, for a single sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedVolume {
    /// The volume.
    pub volume: Volume,
    /// The vector from the body's centre to the volume's centre, in metres.
    pub centre: [f64; 3],
    /// The rotation: a quaternion `[x, y, z, w]`, normalised in double precision. Zeros mean no rotation.
    pub rotation: [f32; 4],
}

impl PlacedVolume {
    pub(crate) fn zonotope(&self) -> RoundZonotope {
        let ([x, y, z], [radius, disc]) = self.volume.core();
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
            disc,
        }
    }
}

/// A volume as a Minkowski sum, moved to `centre`: up to three segments `±generator`, a ball, and a disc across the
/// second generator. A box has three generators; a capsule has one generator and a radius; a sphere has only a radius;
/// a cylinder has one generator and a disc. Missing generators are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundZonotope {
    pub(crate) centre: DVec3,
    pub(crate) generators: [DVec3; 3],
    pub(crate) radius: f64,
    /// The radius of the disc; zero if there is no disc.
    pub(crate) disc: f64,
}

impl RoundZonotope {
    /// Returns the point of the core, which is the volume without the ball, that lies farthest along a direction of any
    /// length.
    #[inline]
    pub(crate) fn farthest(&self, direction: DVec3) -> DVec3 {
        let core = self.generators.iter().fold(self.centre, |at, half| {
            at + *half * 1.0_f64.copysign(half.dot(direction))
        });
        if self.disc > 0.0 {
            core + rim(self.across(direction), self.disc, direction)
        } else {
            core
        }
    }

    /// Returns the component of a vector along the plane of the disc.
    pub(crate) fn across(&self, vector: DVec3) -> DVec3 {
        let axis = self.generators[1];
        vector - axis * (vector.dot(axis) / axis.length_squared())
    }

    pub(crate) fn moved(&self, by: DVec3) -> Self {
        Self {
            centre: self.centre + by,
            ..*self
        }
    }

    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        let [a, b, c] = self.generators.map(DVec3::abs);
        let reach = a + b + c + DVec3::splat(self.radius) + self.disc_reach();
        Bounds {
            min: self.centre - reach,
            max: self.centre + reach,
        }
    }

    /// Returns half the extents of the disc's bounds, rounded so that they are never too small.
    #[inline]
    fn disc_reach(&self) -> DVec3 {
        if self.disc <= 0.0 {
            return DVec3::ZERO;
        }
        let axis = self.generators[1];
        let square = axis.length_squared();
        let across = |along: f64| {
            let share = 1.0 - along * along / square;
            self.disc
                * if share > 0.0 {
                    share.sqrt() + 1.0e-12
                } else {
                    1.0e-12
                }
        };
        DVec3::new(across(axis.x), across(axis.y), across(axis.z))
    }
}

/// Why a volume is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum VolumeError {
    /// A length is NaN, below zero or above [`Volume::MAX_LENGTH_M`], or a radius or the height of a cylinder is zero.
    Length {
        /// The field: `half_m`, `radius_m`, `half_axis_m` or `half_height_m`.
        field: &'static str,
        /// The value of the field.
        metres: f32,
    },
}

footwork_base::display! { VolumeError:
    Self::Length { field: field @ ("radius_m" | "half_height_m"), metres } => "`{field}` is {metres}, but it must be above 0 and at most {}", Volume::MAX_LENGTH_M;
    Self::Length { field, metres } => "`{field}` is {metres}, but it must be from 0 to {}", Volume::MAX_LENGTH_M;
}

impl Error for VolumeError {}
