//! What stands in the way, beside triangles: solid boxes, spheres and capsules.

use std::error::Error;
use std::fmt;

use glam::DVec3;

use crate::pose::Pose;

/// A solid obstacle around a place of its own. Lengths are in metres, in the obstacle's own space.
///
/// Where it is and how it is turned says the pose it is placed with: an axis-aligned box is a box
/// whose pose does not turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volume {
    /// A box around the origin.
    Box {
        /// Half its extents.
        half: [f32; 3],
    },
    /// A sphere around the origin.
    Sphere {
        /// Its radius.
        radius: f32,
    },
    /// A capsule along y, around the origin.
    Capsule {
        /// Its radius.
        radius: f32,
        /// Half the length of its axis, caps not in it; zero makes it a sphere.
        half_axis: f32,
    },
}

impl Volume {
    /// The longest length a volume may have, in metres.
    pub const LONGEST: f32 = 1.0e6;

    /// Whether an obstacle can be this.
    ///
    /// # Errors
    ///
    /// A length that is not finite, below zero or longer than [`Volume::LONGEST`], or a radius of zero.
    pub fn check(&self) -> Result<(), VolumeError> {
        match *self {
            Self::Box { half } => half
                .into_iter()
                .try_for_each(|length| check_length("half", length, true)),
            Self::Sphere { radius } => check_length("radius", radius, false),
            Self::Capsule { radius, half_axis } => {
                check_length("radius", radius, false)?;
                check_length("half_axis", half_axis, true)
            }
        }
    }

    /// The volume where a pose has it.
    #[inline]
    pub(crate) fn placed(&self, pose: &Pose) -> PlacedVolume {
        let (half, radius) = match *self {
            Self::Box { half } => (half, 0.0),
            Self::Sphere { radius } => ([0.0; 3], radius),
            Self::Capsule { radius, half_axis } => ([0.0, half_axis, 0.0], radius),
        };
        let [x, y, z] = half.map(f64::from);
        let generators = match pose.turn() {
            None => [DVec3::X * x, DVec3::Y * y, DVec3::Z * z],
            Some(turn) => [turn.x_axis * x, turn.y_axis * y, turn.z_axis * z],
        };
        PlacedVolume {
            centre: pose.place(),
            generators,
            radius: f64::from(radius),
        }
    }
}

/// A volume at its place, as the sum of up to three segments, `centre ± generator` each, grown by a radius:
/// a box has three generators, a capsule one and a radius, a sphere a radius only. What is not there is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedVolume {
    pub(crate) centre: DVec3,
    pub(crate) generators: [DVec3; 3],
    pub(crate) radius: f64,
}

impl PlacedVolume {
    /// The same elsewhere.
    pub(crate) fn moved(&self, by: DVec3) -> Self {
        Self {
            centre: self.centre + by,
            ..*self
        }
    }

    /// Half the extents of the volume's bounds, which are around its centre.
    #[inline]
    pub(crate) fn reach(&self) -> DVec3 {
        let [a, b, c] = self.generators.map(DVec3::abs);
        a + b + c + DVec3::splat(self.radius)
    }
}

fn check_length(what: &'static str, metres: f32, may_be_zero: bool) -> Result<(), VolumeError> {
    let least = match may_be_zero {
        true => metres >= 0.0,
        false => metres > 0.0,
    };
    match least && metres <= Volume::LONGEST {
        true => Ok(()),
        false => Err(VolumeError { what, metres }),
    }
}

/// Why no obstacle can be a volume: a length is not finite, too short or too long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeError {
    /// Which: `half`, `radius` or `half_axis`.
    pub what: &'static str,
    /// The length in metres.
    pub metres: f32,
}

impl fmt::Display for VolumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` of a volume is {}: it must be a length of at most {} m",
            self.what,
            self.metres,
            Volume::LONGEST
        )
    }
}

impl Error for VolumeError {}
