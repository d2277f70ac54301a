//! Why there is no direction to slide in.

use std::error::Error;
use std::fmt;

use super::plane::Planes;

/// What is wrong with the input of [`slide_direction`](super::slide_direction) and
/// [`project`](super::project()).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SlideError {
    /// The wanted movement is not finite.
    Wanted,
    /// A normal is not a unit vector.
    Normal {
        /// Its place in the list.
        index: usize,
        /// Its length, perhaps NaN or infinite.
        length: f64,
    },
    /// A least distance is not finite.
    Least {
        /// Its place in the list.
        index: usize,
    },
}

impl SlideError {
    /// What is wrong with one half-space.
    #[cold]
    pub(super) fn of<P: Planes + ?Sized>(half_spaces: &P, index: usize) -> Self {
        match half_spaces.planes().nth(index) {
            Some(plane) if plane.least.is_finite() => Self::Normal {
                index,
                length: plane.normal.length(),
            },
            _ => Self::Least { index },
        }
    }
}

impl fmt::Display for SlideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wanted => write!(f, "the wanted movement is not finite"),
            Self::Normal { index, length } => write!(
                f,
                "normal {index} has the length {length}: it must be a unit vector"
            ),
            Self::Least { index } => {
                write!(f, "the least distance of half-space {index} is not finite")
            }
        }
    }
}

impl Error for SlideError {}
