//! The shapes that a body can have.

mod hull_points;

use std::error::Error;

pub use hull_points::HullPoints;
pub(crate) use hull_points::bounds;

/// The shape of a body around its centre. In a move, the shape's y axis points along
/// [`MoveConfig::up`](crate::MoveConfig::up), which is y by default. In queries of a world it points along y. The shape
/// has no other rotation.
///
/// A box keeps the skin along the contact normal, so its corners stay sharp. For every other shape, the skin is the
/// distance to the obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "shapes are set up once, and boxed points would not be Copy"
)]
pub enum Shape {
    /// An axis-aligned box.
    Box {
        /// Half of each extent, in metres.
        half_m: [f32; 3],
    },
    /// A box with a rotation, such as a car or an animal. [`Mover::resize`](crate::Mover::resize) can turn the box
    /// between moves.
    TurnedBox {
        /// Half of each extent along the box's own axes, in metres.
        half_m: [f32; 3],
        /// The rotation, a quaternion `[x, y, z, w]` of length 1, within a thousandth.
        rotation: [f32; 4],
    },
    /// An upright capsule.
    Capsule {
        /// The radius in metres.
        radius_m: f32,
        /// The total height including caps, in metres, at least twice the radius.
        height_m: f32,
    },
    /// An upright cylinder. It stands on narrow treads and edges that a capsule slips off.
    Cylinder {
        /// The radius in metres.
        radius_m: f32,
        /// The height in metres.
        height_m: f32,
    },
    /// A sphere.
    Sphere {
        /// The radius in metres.
        radius_m: f32,
    },
    /// The convex hull of points. The body's position is the middle of the points' bounds.
    Hull(HullPoints),
}

impl Shape {
    /// The largest half extent, radius or height, and the largest absolute coordinate of a hull's points, in metres.
    pub const MAX_LENGTH_M: f32 = 1.0e4;

    /// Checks that a body can have this shape.
    ///
    /// # Errors
    ///
    /// Returns an error for a length that is NaN, not above zero, or above [`Shape::MAX_LENGTH_M`], for a capsule lower
    /// than twice its radius, and for a rotation whose length is not 1.
    ///
    /// ```
    /// use footwork_slide::{Shape, ShapeError};
    ///
    /// assert_eq!(Shape::Sphere { radius_m: 0.11 }.check(), Ok(()));
    /// let low = Shape::Capsule { radius_m: 0.3, height_m: 0.5 };
    /// assert_eq!(low.check(), Err(ShapeError::LowCapsule { height_m: 0.5, min_m: 0.6 }));
    /// ```
    pub fn check(&self) -> Result<(), ShapeError> {
        match *self {
            Self::Box { half_m } => check_half(half_m),
            Self::TurnedBox { half_m, rotation } => {
                check_half(half_m)?;
                let length = glam::Vec4::from_array(rotation).length();
                // False for NaN.
                let is_unit = (length - 1.0).abs() <= 1.0e-3;
                if is_unit {
                    Ok(())
                } else {
                    Err(ShapeError::Rotation { length })
                }
            }
            Self::Sphere { radius_m } => check_length("radius_m", radius_m),
            Self::Cylinder { radius_m, height_m } => {
                check_length("radius_m", radius_m)?;
                check_length("height_m", height_m)
            }
            Self::Capsule { radius_m, height_m } => {
                check_length("radius_m", radius_m)?;
                check_length("height_m", height_m)?;
                let min_m = 2.0 * radius_m;
                if height_m < min_m {
                    Err(ShapeError::LowCapsule { height_m, min_m })
                } else {
                    Ok(())
                }
            }
            Self::Hull(_) => Ok(()),
        }
    }
}

fn check_half(half_m: [f32; 3]) -> Result<(), ShapeError> {
    half_m
        .into_iter()
        .try_for_each(|length| check_length("half_m", length))
}

fn check_length(field: &'static str, metres: f32) -> Result<(), ShapeError> {
    if metres > 0.0 && metres <= Shape::MAX_LENGTH_M {
        Ok(())
    } else {
        Err(ShapeError::Length { field, metres })
    }
}

/// Why a shape is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A length is NaN, not above zero, or above [`Shape::MAX_LENGTH_M`].
    Length {
        /// The field: `half_m`, `radius_m` or `height_m`.
        field: &'static str,
        /// The value of the field.
        metres: f32,
    },
    /// A capsule is lower than twice its radius.
    LowCapsule {
        /// The height of the capsule, in metres.
        height_m: f32,
        /// Twice the radius of the capsule, in metres.
        min_m: f32,
    },
    /// The length of a rotation is not 1.
    Rotation {
        /// The length of the rotation, perhaps NaN.
        length: f32,
    },
    /// A point of a hull has a coordinate that is not finite or is beyond [`Shape::MAX_LENGTH_M`].
    Point {
        /// The index of the point.
        index: usize,
    },
    /// The points of a hull lie in a plane.
    FlatHull {
        /// The number of points.
        points: usize,
    },
    /// A hull has more than [`HullPoints::MAX_POINTS`].
    TooManyPoints {
        /// The number of points.
        points: usize,
    },
}

footwork_base::display! { ShapeError:
    Self::Length { field, metres } => "`{field}` is {metres}, but it must be above 0 and at most {}", Shape::MAX_LENGTH_M;
    Self::LowCapsule { height_m, min_m } => "a capsule {height_m} m high is lower than twice its radius, {min_m} m";
    Self::Rotation { length } => "`rotation` has length {length}, not 1";
    Self::Point { index } => "point {index} is not finite, or is farther than {} m from zero", Shape::MAX_LENGTH_M;
    Self::FlatHull { points } => "{points} points in a plane have no hull";
    Self::TooManyPoints { points } => "{points} points are more than the {} that a body can have", HullPoints::MAX_POINTS;
}

impl Error for ShapeError {}
