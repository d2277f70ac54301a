//! Shapes as callers give them, and their checks.

use crate::ball::state::MAX_POSITION_M;
use crate::ball::world::Surface;
use crate::vector::{DVec3, least, length, most, vector};

/// A part of [`Statics`](crate::Statics), in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// The half-space `normal · p ≤ offset_m`. The normal need not be a unit vector.
    Plane {
        /// The normal, pointing away from the solid side.
        normal: [f64; 3],
        /// The offset, in metres times the length of the normal.
        offset_m: f64,
    },
    /// A solid axis-aligned box.
    Box {
        /// The corner with the lowest coordinates.
        min: [f64; 3],
        /// The corner with the highest coordinates.
        max: [f64; 3],
    },
    /// Everything within `radius_m` of the segment from `a` to `b`; a sphere if they coincide.
    Capsule {
        /// One end.
        a: [f64; 3],
        /// The other end.
        b: [f64; 3],
        /// The radius in metres, above 0.
        radius_m: f64,
    },
}

/// Why a shape or a [`Pitch`](crate::Pitch) is rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN or out of range.
    OutOfRange {
        /// The field of the shape, the surface or the pitch.
        name: &'static str,
        /// The first value that is NaN or out of range.
        value: f64,
    },
    /// The normal of a plane has no direction.
    NoNormal,
    /// The `min` of a box is not below its `max` on some axis.
    Inverted {
        /// The axis: 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// There are 2^32 shapes already.
    TooMany,
}

footwork_base::display! { ShapeError:
    Self::OutOfRange { name, value } => "{name}: {value} is out of range";
    Self::NoNormal => "normal: its length is zero";
    Self::Inverted { axis } => "min: its {} is not below that of max", ["x", "y", "z"].get(*axis).unwrap_or(&"?");
    Self::TooMany => "too many shapes";
}

impl std::error::Error for ShapeError {}

impl Shape {
    pub(super) fn check(&self, surface: Surface) -> Result<(), ShapeError> {
        within("restitution", &[surface.restitution], 0.0, 100.0)?;
        within("friction", &[surface.friction], 0.0, 100.0)?;
        let far = MAX_POSITION_M;
        match self {
            Self::Plane { normal, offset_m } => {
                within("normal", normal, -1e6, 1e6)?;
                let length = length(vector(*normal));
                if length < 1e-6 {
                    return Err(ShapeError::NoNormal);
                }
                within("offset_m", &[*offset_m], -far * length, far * length)
            }
            Self::Box { min, max } => {
                within("min", min, -far, far)?;
                within("max", max, -far, far)?;
                match (0..3).find(|&axis| min[axis] >= max[axis]) {
                    Some(axis) => Err(ShapeError::Inverted { axis }),
                    None => Ok(()),
                }
            }
            Self::Capsule { a, b, radius_m } => {
                within("a", a, -far, far)?;
                within("b", b, -far, far)?;
                within("radius_m", &[*radius_m], 1e-6, far)
            }
        }
    }
}

/// Rejects the first value that is out of range.
pub(super) fn within(
    name: &'static str,
    values: &[f64],
    low: f64,
    high: f64,
) -> Result<(), ShapeError> {
    let odd = values.iter().find(|x| !(low..=high).contains(*x));
    match odd {
        Some(&value) => Err(ShapeError::OutOfRange { name, value }),
        None => Ok(()),
    }
}

/// Returns the bounding box of the segment from `a` to `b`, grown by `margin` metres to each side.
pub(super) fn around(a: DVec3, b: DVec3, margin: f64) -> (DVec3, DVec3) {
    let low = DVec3::new(least(a.x, b.x), least(a.y, b.y), least(a.z, b.z));
    let high = DVec3::new(most(a.x, b.x), most(a.y, b.y), most(a.z, b.z));
    (low - margin, high + margin)
}

#[cfg(test)]
mod tests {
    use super::{Shape, ShapeError};
    use crate::Statics;

    fn check(shape: Shape, expected: &str) {
        let error = Statics::new().add(shape).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn degenerate_shapes_are_rejected() {
        let plane = |normal, offset_m| Shape::Plane { normal, offset_m };
        check(plane([0.0; 3], 0.0), "normal: its length is zero");
        check(
            plane([0.0, f64::NAN, 0.0], 0.0),
            "normal: NaN is out of range",
        );
        check(
            plane([0.0, 1.0, 0.0], f64::INFINITY),
            "offset_m: inf is out of range",
        );
        let boxed = |min, max| Shape::Box { min, max };
        check(
            boxed([0.0; 3], [1.0, 0.0, 1.0]),
            "min: its y is not below that of max",
        );
        check(boxed([0.0; 3], [f64::NAN; 3]), "max: NaN is out of range");
        let capsule = |radius_m| Shape::Capsule {
            a: [0.0; 3],
            b: [1.0; 3],
            radius_m,
        };
        check(capsule(0.0), "radius_m: 0 is out of range");
        check(capsule(f64::NAN), "radius_m: NaN is out of range");
        assert_eq!(ShapeError::TooMany.to_string(), "too many shapes");
    }
}
