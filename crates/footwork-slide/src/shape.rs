//! What moves: a body that keeps upright.

use std::error::Error;
use std::fmt;

/// The shape of what moves, around its centre; y is up and no shape turns. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// An axis-aligned box.
    Box {
        /// Half its extents.
        half: [f32; 3],
    },
    /// An upright capsule.
    Capsule {
        /// Its radius.
        radius: f32,
        /// Its total height, both caps in it: at least twice the radius.
        height: f32,
    },
    /// A sphere.
    Sphere {
        /// Its radius.
        radius: f32,
    },
}

impl Shape {
    /// The longest half extent or height a shape may have, in metres.
    pub const LONGEST: f32 = 1.0e4;

    /// Whether a body can have this shape.
    ///
    /// # Errors
    ///
    /// A length that is not finite, not above zero or longer than [`Shape::LONGEST`]; a capsule lower
    /// than it is wide.
    ///
    /// ```
    /// use footwork_slide::{Shape, ShapeError};
    ///
    /// assert_eq!(Shape::Sphere { radius: 0.11 }.check(), Ok(()));
    /// let low = Shape::Capsule { radius: 0.3, height: 0.5 };
    /// assert_eq!(low.check(), Err(ShapeError::TooLow { height: 0.5, least: 0.6 }));
    /// ```
    pub fn check(&self) -> Result<(), ShapeError> {
        match *self {
            Self::Box { half } => half
                .into_iter()
                .try_for_each(|length| check_length("half", length)),
            Self::Sphere { radius } => check_length("radius", radius),
            Self::Capsule { radius, height } => {
                check_length("radius", radius)?;
                check_length("height", height)?;
                let least = 2.0 * radius;
                match height < least {
                    true => Err(ShapeError::TooLow { height, least }),
                    false => Ok(()),
                }
            }
        }
    }
}

fn check_length(what: &'static str, metres: f32) -> Result<(), ShapeError> {
    match metres > 0.0 && metres <= Shape::LONGEST {
        true => Ok(()),
        false => Err(ShapeError::Length { what, metres }),
    }
}

/// Why no body can have a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A length is not finite, not above zero or too long.
    Length {
        /// Which: `half`, `radius` or `height`.
        what: &'static str,
        /// The length.
        metres: f32,
    },
    /// A capsule is lower than twice its radius.
    TooLow {
        /// Its height in metres.
        height: f32,
        /// The least height, twice the radius.
        least: f32,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { what, metres } => write!(
                f,
                "`{what}` is {metres}: it must be above 0 and at most {} m",
                Shape::LONGEST
            ),
            Self::TooLow { height, least } => write!(
                f,
                "`height` is {height}, the total height of the capsule: it must be at least twice the radius, {least} m"
            ),
        }
    }
}

impl Error for ShapeError {}
