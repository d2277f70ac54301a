//! The shapes that a body can have.

use std::error::Error;

/// The shape of a body around its centre. A mover stands along [`MoveConfig::up`](crate::MoveConfig::up), y by default,
/// and does not turn otherwise; queries of a world place it upright, along y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// An axis-aligned box.
    Box {
        /// Half the extents.
        half_m: [f32; 3],
    },
    /// An upright capsule.
    Capsule {
        /// The radius.
        radius_m: f32,
        /// The total height, caps included: at least twice the radius.
        height_m: f32,
    },
    /// A sphere.
    Sphere {
        /// The radius.
        radius_m: f32,
    },
}

impl Shape {
    /// The largest half extent, radius or height.
    pub const MAX_LENGTH_M: f32 = 1.0e4;

    /// Checks that a body can have this shape.
    ///
    /// # Errors
    ///
    /// A length that is NaN, not above zero, or above [`Shape::MAX_LENGTH_M`]; a capsule lower than twice its radius.
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
            Self::Box { half_m } => half_m
                .into_iter()
                .try_for_each(|length| check_length("half_m", length)),
            Self::Sphere { radius_m } => check_length("radius_m", radius_m),
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
        }
    }
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
        /// Its value.
        metres: f32,
    },
    /// A capsule is lower than twice its radius.
    LowCapsule {
        /// Its height.
        height_m: f32,
        /// Twice its radius.
        min_m: f32,
    },
}

footwork_base::display! { ShapeError:
    Self::Length { field, metres } => "`{field}` is {metres}, but it must be above 0 and at most {}", Shape::MAX_LENGTH_M;
    Self::LowCapsule { height_m, min_m } => "a capsule {height_m} m high is lower than twice its radius, {min_m} m";
}

impl Error for ShapeError {}
