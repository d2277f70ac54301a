//! The neighbours across the edges of a triangle.

use glam::DVec3;

/// The neighbour across an edge of a triangle, seen from the side to which the triangle's normal points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edge {
    /// No neighbour: the mesh ends here, or folds back onto itself.
    Border,
    /// A neighbour in the same plane, or several neighbours at which a body cannot catch from either side.
    Flat,
    /// The surface bends away from the front. `normal` is the normal of the neighbour, reversed if the neighbour is
    /// wound the other way.
    Convex { normal: DVec3 },
    /// The surface bends towards the front, and so away from the back. `normal` is as in [`Edge::Convex`].
    Concave { normal: DVec3 },
}

impl Edge {
    /// Returns the same edge with its normal mapped by `turn`.
    #[inline]
    pub(crate) fn turned(self, turn: impl Fn(DVec3) -> DVec3) -> Self {
        match self {
            Self::Border | Self::Flat => self,
            Self::Convex { normal } => Self::Convex {
                normal: turn(normal),
            },
            Self::Concave { normal } => Self::Concave {
                normal: turn(normal),
            },
        }
    }
}

/// How a surface bends at an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bend {
    Flat,
    Convex,
    Concave,
    /// The surface folds back onto itself.
    Fold,
}

/// The angle below which a bend is flat. It lifts a surface by a tenth of a millimetre per metre.
const FLAT_RAD: f64 = 1.0e-4;

/// The angle at an edge below which two triangles lie on one another, because nothing fits between them.
pub(super) const FOLDED_RAD: f64 = 5.0e-3;

/// Returns how a surface bends from a triangle with the normal `normal` to a triangle with the normal `next`. Both must
/// be wound alike. `along` is the unit direction of the edge, by the first triangle's winding.
#[inline]
pub(super) fn bend(normal: DVec3, next: DVec3, along: DVec3) -> Bend {
    let sine = normal.cross(next).dot(along);
    let is_back = normal.dot(next) < 0.0;
    if is_back && sine.abs() < FOLDED_RAD {
        Bend::Fold
    } else if sine > FLAT_RAD {
        Bend::Convex
    } else if sine < -FLAT_RAD {
        Bend::Concave
    } else {
        Bend::Flat
    }
}

/// An edge of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeId {
    pub(super) triangle: u32,
    /// The index of the edge in the triangle: 0, 1 or 2.
    pub(super) edge: usize,
}

/// An [`Edge`] with the neighbour's number instead of its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) kind: LinkKind,
    /// Whether the neighbour is wound the other way. Its normal must then be reversed.
    pub(super) is_reversed: bool,
    /// The neighbour's number; only for a convex or concave edge.
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

/// A [`Link`] as a mesh stores it. The two lowest bits are the kind, the next bit is `is_reversed`, and the other bits
/// are the neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedLink(u32);

impl PackedLink {
    pub(super) const BORDER: Self = Self(0);

    /// The number of bits for a neighbour's number.
    pub(super) const NEIGHBOUR_BITS: u32 = u32::BITS - Self::SHIFT;

    const SHIFT: u32 = 3;
}

impl From<Link> for PackedLink {
    fn from(link: Link) -> Self {
        let kind = match link.kind {
            LinkKind::Border => 0,
            LinkKind::Flat => 1,
            LinkKind::Convex => 2,
            LinkKind::Concave => 3,
        };
        Self(link.neighbour << Self::SHIFT | u32::from(link.is_reversed) << 2 | kind)
    }
}

impl From<PackedLink> for Link {
    #[inline]
    fn from(PackedLink(bits): PackedLink) -> Self {
        let kind = match bits & 0b11 {
            0 => LinkKind::Border,
            1 => LinkKind::Flat,
            2 => LinkKind::Convex,
            _ => LinkKind::Concave,
        };
        Self {
            kind,
            is_reversed: bits & 0b100 != 0,
            neighbour: bits >> PackedLink::SHIFT,
        }
    }
}
