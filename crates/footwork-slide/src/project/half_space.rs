//! The input and the result of a projection.

use glam::DVec3;

/// The points d with `normal`·d ≥ `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// A unit vector into the half-space: a contact normal, from the obstacle to the body.
    pub normal: [f64; 3],
    /// The smallest distance along the normal that a point of the half-space may have. If negative, it is minus the
    /// distance left to an obstacle. If positive, it is the depth of the body inside an obstacle.
    pub offset: f64,
}

/// The half-spaces that keep the nearest point from the wanted point. There are at most three, and none if the nearest
/// point is the wanted point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActiveSet {
    indices: [usize; 3],
    count: usize,
}

impl ActiveSet {
    /// Returns the set of the first `count` of `indices`, which may be in any order.
    #[inline]
    pub(super) fn new(indices: [usize; 3], count: usize) -> Self {
        let ordered = |a: usize, b: usize| if b < a { (b, a) } else { (a, b) };
        let [a, b, c] = indices;
        let indices = match count {
            0 | 1 => indices,
            2 => {
                let (a, b) = ordered(a, b);
                [a, b, c]
            }
            _ => {
                let (a, b) = ordered(a, b);
                let (b, c) = ordered(b, c);
                let (a, b) = ordered(a, b);
                [a, b, c]
            }
        };
        Self { indices, count }
    }

    /// Returns the indices of the half-spaces, in ascending order.
    pub fn as_slice(&self) -> &[usize] {
        &self.indices[..self.count]
    }
}

/// The point of some half-spaces that is nearest to a wanted point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nearest {
    pub(super) point: DVec3,
    pub(super) active: ActiveSet,
}
