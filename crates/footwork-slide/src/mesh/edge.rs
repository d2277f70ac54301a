//! What a triangle borders on at one of its edges.

use glam::DVec3;

/// What an edge of a triangle borders on, seen from the side its normal points to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edge {
    /// No neighbour: the mesh ends here, or folds back onto itself.
    Border,
    /// A neighbour in the same plane, or neighbours that leave nothing to catch on from either side.
    Flat,
    /// The surface bends away from the front. The neighbour's normal, turned as if both were wound alike.
    Convex { normal: DVec3 },
    /// The surface bends towards the front, and so away from the back. The neighbour's normal, as above.
    Concave { normal: DVec3 },
}

/// How a surface bends at an edge, from one triangle's normal to the next one's, both turned as if they were
/// wound alike; `along` is the unit direction of the edge in the first one's winding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bend {
    Flat,
    Convex,
    Concave,
    /// Back onto itself.
    Fold,
}

/// A surface that bends by less than this, in radians, is flat: a tenth of a millimetre over a metre.
const FLAT: f64 = 1.0e-4;

/// Two triangles that leave an edge in directions this close, in radians, lie on one another: nothing fits
/// between them.
pub(super) const FOLDED: f64 = 5.0e-3;

#[inline]
pub(super) fn bend(normal: DVec3, next: DVec3, along: DVec3) -> Bend {
    let sine = normal.cross(next).dot(along);
    let is_back = normal.dot(next) < 0.0;
    if is_back && sine.abs() < FOLDED {
        Bend::Fold
    } else if sine > FLAT {
        Bend::Convex
    } else if sine < -FLAT {
        Bend::Concave
    } else {
        Bend::Flat
    }
}

/// An [`Edge`] as a mesh stores it: the neighbour's record instead of its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) kind: LinkKind,
    /// Whether the neighbour is wound the other way, so that its normal has to be reversed.
    pub(super) is_reversed: bool,
    /// The neighbour's record, of a convex or concave edge.
    pub(super) neighbour: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    Border,
    Flat,
    Convex,
    Concave,
}

impl Link {
    pub(super) const BORDER: Self = Self {
        kind: LinkKind::Border,
        is_reversed: false,
        neighbour: 0,
    };

    pub(super) const FLAT: Self = Self {
        kind: LinkKind::Flat,
        ..Self::BORDER
    };
}
