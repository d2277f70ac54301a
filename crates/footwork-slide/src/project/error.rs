//! The errors of a projection.

use std::error::Error;

use super::plane::Planes;

/// Why [`slide_direction`](crate::slide_direction) and [`project`](crate::project()) reject their input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SlideError {
    /// The wanted movement is not finite.
    Wanted,
    /// A normal is not a unit vector.
    Normal {
        /// The index of the normal in the list.
        index: usize,
        /// The length of the normal, perhaps NaN or infinite.
        length: f64,
    },
    /// An offset is not finite.
    Offset {
        /// The index of the half-space.
        index: usize,
    },
}

impl SlideError {
    /// Returns the error of one half-space.
    #[cold]
    pub(super) fn at<P: Planes + ?Sized>(half_spaces: &P, index: usize) -> Self {
        match half_spaces.planes().nth(index) {
            Some(plane) if plane.offset.is_finite() => Self::Normal {
                index,
                length: plane.normal.length(),
            },
            _ => Self::Offset { index },
        }
    }
}

footwork_base::display! { SlideError:
    Self::Wanted => "the wanted movement is not finite";
    Self::Normal { index, length } => "normal {index} has length {length}, not 1";
    Self::Offset { index } => "the offset of half-space {index} is not finite";
}

impl Error for SlideError {}
