//! An axis-aligned box against a triangle: 13 separating axes.
//!
//! The three of the box, the triangle's normal and the products of its edges with the box's
//! (T. Akenine-Möller, *Fast 3D Triangle-Box Overlap Testing*, 2001; C. Ericson, *Real-Time
//! Collision Detection*, 2005, chapter 5.2.9). A triangle without area is a segment or a point: its normal and the
//! products of its missing edges are no axes then, and the others are all there is to test.

use glam::DVec3;

use super::Meeting;
use super::slab::{Slab, Slabs, sweep_slabs};
use super::vector::{larger, smaller};

/// Sweeps a box around the origin, of half extents `half`.
#[inline(always)]
pub(super) fn sweep(half: DVec3, motion: DVec3, triangle: &[DVec3; 3], offset: f64) -> Meeting {
    let pair = BoxTriangle {
        half,
        motion,
        triangle,
    };
    sweep_slabs(&pair, motion, offset)
}

/// The Minkowski difference of the two.
pub(super) struct BoxTriangle<'a> {
    pub(super) half: DVec3,
    pub(super) motion: DVec3,
    pub(super) triangle: &'a [DVec3; 3],
}

impl Slabs for BoxTriangle<'_> {
    #[inline(always)]
    fn visit(&self, mut see: impl FnMut(&Slab) -> bool) -> bool {
        let [a, b, c] = *self.triangle;
        self.faces(&mut see)
            && self.edge(b - a, a, c, &mut see)
            && self.edge(c - b, b, a, &mut see)
            && self.edge(a - c, c, b, &mut see)
    }
}

impl BoxTriangle<'_> {
    /// The slabs along the faces' normals only.
    #[inline(always)]
    pub(super) fn faces(&self, see: &mut impl FnMut(&Slab) -> bool) -> bool {
        let (half, motion) = (self.half, self.motion);
        let [a, b, c] = *self.triangle;
        see(&flat(DVec3::X, [a.x, b.x, c.x], half.x, motion.x))
            && see(&flat(DVec3::Y, [a.y, b.y, c.y], half.y, motion.y))
            && see(&flat(DVec3::Z, [a.z, b.z, c.z], half.z, motion.z))
            && see(&self.face())
    }

    /// All three vertices count: the normal of a sliver is rounding.
    #[inline(always)]
    fn face(&self) -> Slab {
        let [a, b, c] = *self.triangle;
        let normal = face_normal(self.triangle);
        let reach = normal.abs().dot(self.half);
        let on_normal = [normal.dot(a), normal.dot(b), normal.dot(c)];
        Slab {
            length_squared: normal.length_squared(),
            ..flat(normal, on_normal, reach, normal.dot(self.motion))
        }
    }

    /// The products of an edge with the box's axes. Along them both ends of the edge are at one
    /// place: `start` stands for them, beside the third vertex.
    #[inline(always)]
    fn edge(
        &self,
        edge: DVec3,
        start: DVec3,
        third: DVec3,
        see: &mut impl FnMut(&Slab) -> bool,
    ) -> bool {
        let (half, motion) = (self.half, self.motion);
        let size = edge.abs();
        let squares = edge * edge;
        let x = |v: DVec3| edge.z * v.y - edge.y * v.z;
        let y = |v: DVec3| edge.x * v.z - edge.z * v.x;
        let z = |v: DVec3| edge.y * v.x - edge.x * v.y;
        see(&Slab {
            length_squared: squares.y + squares.z,
            ..between(
                DVec3::new(0.0, edge.z, -edge.y),
                [x(start), x(third)],
                half.y * size.z + half.z * size.y,
                x(motion),
            )
        }) && see(&Slab {
            length_squared: squares.x + squares.z,
            ..between(
                DVec3::new(-edge.z, 0.0, edge.x),
                [y(start), y(third)],
                half.x * size.z + half.z * size.x,
                y(motion),
            )
        }) && see(&Slab {
            length_squared: squares.x + squares.y,
            ..between(
                DVec3::new(edge.y, -edge.x, 0.0),
                [z(start), z(third)],
                half.x * size.y + half.y * size.x,
                z(motion),
            )
        })
    }
}

/// A triangle lower than this share of its longest side at the first vertex has no face, only edges:
/// its normal would be rounding.
const FACE_SHARE: f64 = 1.0e-8;

/// The normal, of any length; zero where there is no face.
#[inline(always)]
pub(super) fn face_normal(&[a, b, c]: &[DVec3; 3]) -> DVec3 {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let least = FACE_SHARE * larger(ab.length_squared(), ac.length_squared());
    match normal.length_squared() > least * least {
        true => normal,
        false => DVec3::ZERO,
    }
}

/// The slab along a unit axis, of three vertices and a box that reaches `reach`.
#[inline(always)]
fn flat(axis: DVec3, [a, b, c]: [f64; 3], reach: f64, along: f64) -> Slab {
    let low = smaller(smaller(a, b), c);
    let high = larger(larger(a, b), c);
    Slab {
        axis,
        length_squared: 1.0,
        at: -0.5 * (low + high),
        reach: reach + 0.5 * (high - low),
        along,
    }
}

/// The slab along a unit axis, of two vertices and a box that reaches `reach`.
#[inline(always)]
fn between(axis: DVec3, [a, b]: [f64; 2], reach: f64, along: f64) -> Slab {
    Slab {
        axis,
        length_squared: 1.0,
        at: -0.5 * (a + b),
        reach: reach + 0.5 * (a - b).abs(),
        along,
    }
}
