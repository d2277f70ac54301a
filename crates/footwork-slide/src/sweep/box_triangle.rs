//! An axis-aligned box against a triangle: 13 separating axes.
//!
//! The 13 are the box's axes, the triangle's normal, and the cross products of the triangle's edges with the box's axes
//! (T. Akenine-Möller, *Fast 3D Triangle-Box Overlap Testing*, 2001; C. Ericson, *Real-Time Collision Detection*, 2005,
//! chapter 5.2.9). A triangle without area is a segment or a point. Its normal and the products of its zero edges are
//! zero vectors, which separate nothing; the other axes are enough.

use glam::DVec3;

use super::meeting::{Meeting, Sweep};
use super::screen::{Axes, Outline};
use super::slab::{Slab, Slabs, rest_in_slabs, sweep_slabs};
use crate::vector::{larger, smaller};

/// Sweeps a box of half extents `half`.
#[inline(always)]
pub(super) fn meet(
    half: DVec3,
    sweep: &Sweep,
    outline: &Outline,
    triangle: &[DVec3; 3],
) -> Meeting {
    let Sweep {
        at,
        motion,
        offset,
        until,
        ..
    } = *sweep;
    let screen = outline.screen(at, motion * until, offset);
    if motion == DVec3::ZERO {
        return screen.resting().map_or(Meeting::Apart, |axes| {
            let triangle = &triangle.map(|vertex| vertex - at);
            let slabs = BoxTriangle {
                half,
                motion,
                triangle,
                axes,
            };
            rest_in_slabs(&slabs, offset)
        });
    }
    screen.meeting().map_or(Meeting::Apart, |axes| {
        let triangle = &triangle.map(|vertex| vertex - at);
        let slabs = |axes: Axes| BoxTriangle {
            half,
            motion,
            triangle,
            axes,
        };
        sweep_slabs(&slabs(axes), &slabs(ALL), motion, [offset, until])
    })
}

/// The Minkowski difference of a box and a triangle.
pub(super) struct BoxTriangle<'a> {
    pub(super) half: DVec3,
    pub(super) motion: DVec3,
    pub(super) triangle: &'a [DVec3; 3],
    /// The axes to visit.
    pub(super) axes: Axes,
}

/// All 13 axes.
pub(super) const ALL: Axes = 0x1fff;

impl Slabs for BoxTriangle<'_> {
    #[inline(always)]
    fn visit(&self, mut see: impl FnMut(&Slab) -> bool) -> bool {
        let mut left = self.axes;
        while left != 0 {
            if !see(&self.slab(left.trailing_zeros() as usize)) {
                return false;
            }
            left &= left - 1;
        }
        true
    }
}

/// The slabs of the box's axes and the normal.
pub(super) struct FaceSlabs<'a>(pub(super) &'a BoxTriangle<'a>);

impl Slabs for FaceSlabs<'_> {
    /// Visits the slabs one after the other without a loop, so that each axis is known at compile time.
    #[inline(always)]
    fn visit(&self, mut see: impl FnMut(&Slab) -> bool) -> bool {
        let Self(pair) = self;
        see(&pair.side(0)) && see(&pair.side(1)) && see(&pair.side(2)) && see(&pair.face())
    }
}

impl BoxTriangle<'_> {
    #[inline(always)]
    fn slab(&self, axis: usize) -> Slab {
        match axis {
            0..3 => self.side(axis),
            3 => self.face(),
            _ => self.product((axis - 4) / 3, (axis - 4) % 3),
        }
    }

    /// Returns the slab along one of the box's axes.
    #[inline(always)]
    fn side(&self, axis: usize) -> Slab {
        let on_axis = self.triangle.map(|vertex| vertex[axis]);
        flat(
            DVec3::AXES[axis],
            on_axis,
            self.half[axis],
            self.motion[axis],
        )
    }

    /// Returns the slab along the normal. All three vertices count, because the normal of a sliver is mostly rounding
    /// error.
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

    /// Returns the slab along the product of an edge with one of the box's axes. Along it, both ends of the edge have
    /// the same coordinate, so the start of the edge and the third vertex are enough.
    #[inline(always)]
    fn product(&self, edge: usize, axis: usize) -> Slab {
        let (half, motion) = (self.half, self.motion);
        let [start, end, third] = [0, 1, 2].map(|at| self.triangle[(edge + at) % 3]);
        let edge = end - start;
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let along = |vector: DVec3| edge[v] * vector[u] - edge[u] * vector[v];
        let mut product = DVec3::ZERO;
        (product[u], product[v]) = (edge[v], -edge[u]);
        let reach = half[u] * edge[v].abs() + half[v] * edge[u].abs();
        Slab {
            length_squared: edge[u] * edge[u] + edge[v] * edge[v],
            ..between(product, [along(start), along(third)], reach, along(motion))
        }
    }
}

/// A triangle has a face if its height over the longer side at its first vertex is at least this share of that side.
/// The normal of a lower triangle would be rounding error, so it has only edges.
const MIN_FACE: f64 = 1.0e-8;

/// Returns a triangle's normal, of any length; zero if it has no face.
#[inline(always)]
pub(super) fn face_normal(&[a, b, c]: &[DVec3; 3]) -> DVec3 {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let min_length = MIN_FACE * larger(ab.length_squared(), ac.length_squared());
    if normal.length_squared() > min_length * min_length {
        normal
    } else {
        DVec3::ZERO
    }
}

/// Returns the slab of three vertices and a box along a unit axis; the box extends by `reach` from its centre.
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

/// Returns the slab of two vertices and a box along a unit axis; the box extends by `reach` from its centre.
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
