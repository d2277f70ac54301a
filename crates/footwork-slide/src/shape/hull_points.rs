//! The corners of a body that is a convex hull.

use std::fmt;

use glam::DVec3;

use super::{Shape, ShapeError};
use crate::mesh::is_flat;
use crate::vector::{lower, upper};

/// Points whose convex hull is the shape of a body.
///
/// ```
/// use footwork_slide::{HullPoints, Mover, Shape};
///
/// // A wedge 2 m long.
/// let points = [[-1.0, 0.0, -0.4], [1.0, 0.0, -0.4], [-1.0, 0.0, 0.4], [1.0, 0.0, 0.4], [1.0, 0.8, -0.4], [1.0, 0.8, 0.4]];
/// let wedge = HullPoints::new(&points)?;
/// assert_eq!(wedge.as_slice(), points);
/// let mover = Mover::new(Shape::Hull(wedge))?;
/// # Ok::<(), footwork_slide::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct HullPoints {
    points: [[f32; 3]; Self::MAX_POINTS],
    len: usize,
}

impl HullPoints {
    /// The largest number of points.
    pub const MAX_POINTS: usize = 32;

    /// Creates the hull of points, in metres. The order of the points does not matter, and points inside the hull are
    /// ignored.
    ///
    /// # Errors
    ///
    /// Returns [`ShapeError::TooManyPoints`] for more than [`HullPoints::MAX_POINTS`] points, [`ShapeError::Point`] for
    /// a point that is not finite or is beyond [`Shape::MAX_LENGTH_M`], and [`ShapeError::FlatHull`] if all points lie
    /// in a plane.
    pub fn new(points: &[[f32; 3]]) -> Result<Self, ShapeError> {
        let len = points.len();
        if len > Self::MAX_POINTS {
            return Err(ShapeError::TooManyPoints { points: len });
        }
        // False for NaN.
        let is_near = |metres: &f32| metres.abs() <= Shape::MAX_LENGTH_M;
        if let Some(index) = (points.iter()).position(|point| !point.iter().all(is_near)) {
            return Err(ShapeError::Point { index });
        }
        let mut all = Self {
            points: [[0.0; 3]; Self::MAX_POINTS],
            len,
        };
        all.points[..len].copy_from_slice(points);
        if is_flat(&all.positions()) {
            return Err(ShapeError::FlatHull { points: len });
        }
        Ok(all)
    }

    /// Returns the points in the given order.
    #[must_use]
    pub fn as_slice(&self) -> &[[f32; 3]] {
        &self.points[..self.len]
    }

    /// Returns half the extents of the points' bounds.
    pub(crate) fn half_extents(&self) -> DVec3 {
        let points = self.as_slice().iter();
        let (min, max) = ends(points.map(|at| DVec3::from_array(at.map(f64::from))));
        0.5 * (max - min)
    }

    pub(crate) fn positions(&self) -> Vec<DVec3> {
        let points = self.as_slice().iter();
        points
            .map(|point| DVec3::from_array(point.map(f64::from)))
            .collect()
    }
}

/// Returns the lower and the upper corner of the points' bounds.
pub(crate) fn bounds(points: &[DVec3]) -> (DVec3, DVec3) {
    ends(points.iter().copied())
}

fn ends(points: impl Iterator<Item = DVec3>) -> (DVec3, DVec3) {
    let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    points.fold(none, |(min, max), at| (lower(min, at), upper(max, at)))
}

impl fmt::Debug for HullPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HullPoints").field(&self.as_slice()).finish()
    }
}
