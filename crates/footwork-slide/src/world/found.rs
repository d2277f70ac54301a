//! The queries of a world, and their results.

use glam::DVec3;

use crate::bounds::Bounds;
use crate::filter::Filter;
use crate::frame::Frame;
use crate::obstacle_id::ObstacleId;

/// The first contact of a swept shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldHit {
    /// The time of the contact, as a fraction of the motion in `[0, 1]`. It is 0 if the shape starts inside and moves
    /// deeper inside.
    pub time: f64,
    /// The unit contact normal, from the obstacle to the shape.
    pub normal: [f64; 3],
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The part of a compound; 0 for any other obstacle.
    pub part: u32,
    /// For a mesh, the index of the triangle in the list that the mesh was made from.
    pub triangle: Option<u32>,
}

impl WorldHit {
    /// Returns whether this hit comes before the other: it is earlier, or at the same time with a lower id, part and
    /// triangle.
    pub(super) fn precedes(&self, other: &Self) -> bool {
        let order = |hit: &Self| (hit.obstacle, hit.part, hit.triangle);
        self.time < other.time || (self.time == other.time && order(self) < order(other))
    }
}

/// A triangle or volume that a query found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nearby {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The part of a compound; 0 for any other obstacle.
    pub part: u32,
    /// For a mesh, the index of the triangle in the list that the mesh was made from.
    pub triangle: Option<u32>,
}

/// A search for pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query<'a> {
    /// The bounds in the world that a piece's bounds must touch.
    pub(crate) near: Bounds,
    /// The local frame of the pieces.
    pub(crate) frame: Frame,
    /// If the frame is turned, the bounds in the frame that a piece's bounds must also touch.
    pub(crate) turned: Option<Bounds>,
    pub(crate) filter: &'a Filter<'a>,
}

/// An upper bound of all coordinates, in metres. It exceeds the limits of a pose, a turned mesh and a volume together.
const MAX_COORDINATE_M: f64 = 1.0e10;

impl<'a> Query<'a> {
    /// Returns a query for bounds in the world. The pieces are relative to `origin`.
    pub(super) fn upright(near: Bounds, origin: DVec3, filter: &'a Filter<'a>) -> Self {
        Self {
            near,
            frame: Frame::at(origin),
            turned: None,
            filter,
        }
    }

    /// Returns a query for bounds in a frame.
    pub(crate) fn within(frame: &Frame, near: &Bounds, filter: &'a Filter<'a>) -> Self {
        Self {
            near: frame.bounds_to_world(near),
            frame: *frame,
            turned: frame.is_turned().then_some(*near),
            filter,
        }
    }

    /// Returns whether no coordinate of the bounds is NaN or beyond [`MAX_COORDINATE_M`].
    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        // False for NaN.
        self.near.max_coordinate() <= MAX_COORDINATE_M
            && self
                .turned
                .is_none_or(|near| near.max_coordinate() <= MAX_COORDINATE_M)
    }

    /// Returns the query with bounds limited to [`MAX_COORDINATE_M`]. It finds the same pieces.
    pub(super) fn limited(&self) -> Self {
        Self {
            near: self.near.limited(MAX_COORDINATE_M),
            turned: (self.turned).map(|near| near.limited(MAX_COORDINATE_M)),
            ..*self
        }
    }
}
