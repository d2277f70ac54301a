//! The shapes as callers give them, and what is wrong with some.

use std::fmt;

use crate::ball::state::MAX_POSITION_M;
use crate::ball::world::Surface;
use crate::vector::{DVec3, least, length, most, vector};

/// A part of [`Statics`](crate::Statics), in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// The points p with `normal · p = offset`, and solid on the other side of the normal, which need not
    /// have length 1.
    Plane {
        /// Out of the solid.
        normal: [f64; 3],
        /// In metres times the length of the normal.
        offset: f64,
    },
    /// A solid box along the axes.
    Box {
        /// Its lowest corner.
        min: [f64; 3],
        /// Its highest corner.
        max: [f64; 3],
    },
    /// All that is within `radius` of the line from a to b; a sphere where they are one point.
    Capsule {
        /// One end.
        a: [f64; 3],
        /// The other end.
        b: [f64; 3],
        /// Above 0.
        radius: f64,
    },
}

/// Why a shape cannot be added, or a [`Pitch`](crate::Pitch) cannot be laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShapeError {
    /// A number is NaN or out of range.
    OutOfRange {
        /// The field of the shape, of its surface or of the pitch.
        name: &'static str,
        /// The first such number.
        value: f64,
    },
    /// The normal of a plane has no direction.
    NoNormal,
    /// A box whose `min` is not below its `max`.
    Inverted {
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// There are 2^32 shapes.
    TooMany,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { name, value } => write!(f, "{name}: {value} is out of range"),
            Self::NoNormal => f.write_str("normal: its length is above 0"),
            Self::Inverted { axis } => {
                let axis = ["x", "y", "z"].get(*axis).unwrap_or(&"?");
                write!(f, "min: its {axis} is below that of max")
            }
            Self::TooMany => f.write_str("there are too many shapes"),
        }
    }
}

impl std::error::Error for ShapeError {}

impl Shape {
    pub(super) fn check(&self, surface: Surface) -> Result<(), ShapeError> {
        within("restitution", &[surface.restitution], 0.0, 100.0)?;
        within("friction", &[surface.friction], 0.0, 100.0)?;
        let far = MAX_POSITION_M;
        match self {
            Self::Plane { normal, offset } => {
                within("normal", normal, -1e6, 1e6)?;
                let length = length(vector(*normal));
                if length < 1e-6 {
                    return Err(ShapeError::NoNormal);
                }
                within("offset", &[*offset], -far * length, far * length)
            }
            Self::Box { min, max } => {
                within("min", min, -far, far)?;
                within("max", max, -far, far)?;
                match (0..3).find(|&axis| min[axis] >= max[axis]) {
                    Some(axis) => Err(ShapeError::Inverted { axis }),
                    None => Ok(()),
                }
            }
            Self::Capsule { a, b, radius } => {
                within("a", a, -far, far)?;
                within("b", b, -far, far)?;
                within("radius", &[*radius], 1e-6, far)
            }
        }
    }
}

/// The first number that is out of range.
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

/// The box around the way from a to b, with a margin.
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
    fn what_is_no_shape_is_refused() {
        let plane = |normal, offset| Shape::Plane { normal, offset };
        check(plane([0.0; 3], 0.0), "normal: its length is above 0");
        check(
            plane([0.0, f64::NAN, 0.0], 0.0),
            "normal: NaN is out of range",
        );
        check(
            plane([0.0, 1.0, 0.0], f64::INFINITY),
            "offset: inf is out of range",
        );
        let boxed = |min, max| Shape::Box { min, max };
        check(
            boxed([0.0; 3], [1.0, 0.0, 1.0]),
            "min: its y is below that of max",
        );
        check(boxed([0.0; 3], [f64::NAN; 3]), "max: NaN is out of range");
        let capsule = |radius| Shape::Capsule {
            a: [0.0; 3],
            b: [1.0; 3],
            radius,
        };
        check(capsule(0.0), "radius: 0 is out of range");
        check(capsule(f64::NAN), "radius: NaN is out of range");
        assert_eq!(ShapeError::TooMany.to_string(), "there are too many shapes");
    }
}
