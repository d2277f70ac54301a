//! A first test, in f32 and for four axes at a time: it finds which of the 13 axes of a box and a triangle matter.
//!
//! Most pairs are apart, and a few axes decide most of the other pairs. The screen drops a pair or an axis only by a
//! margin larger than the error of f32 and all tolerances together, so it never changes a result. A test on 100,000
//! pairs checks that sweeps have the same bits with and without it. A pair or axis within the margin, or with a number
//! that overflows or is NaN, goes to the exact test in f64.
//!
//! An [`Outline`] holds the numbers that depend only on the body's shape and the triangle. It is computed once per
//! move, because a move sweeps a body against the same triangles several times, from places near each other.

use footwork_base::to_f32;
use glam::{DVec3, Vec4, Vec4Swizzles};

use crate::body::Body;

/// A bit for each axis that matters: the box's three axes, the normal, then the products of each edge with the box's
/// axes, edge by edge.
pub(super) type Axes = u32;

/// The largest errors of a coordinate, a product with an edge and a product with the normal, as shares of the sizes
/// from which they are computed. Each is at least twice the sum of all roundings in between.
const ERRORS: [f32; 3] = [
    16.0 * f32::EPSILON,
    64.0 * f32::EPSILON,
    128.0 * f32::EPSILON,
];

/// The minimum of a size, in metres. With it, errors are larger than the distances that count as touching.
const MIN_SIZE: f32 = 1.0e-3;

/// A box and a triangle along 13 axes, four per row. The first row has the box's axes and the normal. Each other row
/// has the products of one edge, and its fourth lane is unused.
pub(super) struct Screen {
    rows: [Row; 4],
    offset: f32,
}

/// Four [`Slab`](super::slab::Slab)s, and the error of each.
struct Row {
    length: Vec4,
    at: Vec4,
    reach: Vec4,
    along: Vec4,
    error: Vec4,
}

/// The part of a [`Screen`] that depends on neither the position nor the motion of the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    rows: [OutlineRow; 4],
    edges: [Vec4; 3],
    normal: Vec4,
    /// The largest absolute value of the triangle's coordinates, and the body's extent.
    size: f32,
    /// The largest component of the triangle's sides at its first vertex.
    side: f32,
}

/// A [`Row`] for a body at the origin.
#[derive(Clone, Copy, Debug)]
struct OutlineRow {
    length: Vec4,
    at: Vec4,
    reach: Vec4,
}

impl Outline {
    /// Returns the outline of a box along its own axes, of the axis of a round body, or of the bounds of any other
    /// body.
    #[inline]
    pub(crate) fn new(body: &Body, triangle: &[DVec3; 3]) -> Self {
        match body {
            Body::Box { half } => Self::of_box(*half, triangle),
            Body::Round { half_axis, .. } => {
                Self::of_box(DVec3::new(0.0, *half_axis, 0.0), triangle)
            }
            Body::Turned(turned) => {
                let own = triangle.map(|vertex| turned.to_own(vertex));
                Self::of_box(turned.half, &own)
            }
            Body::Cylinder { .. } | Body::Hull(_) => Self::of_box(body.half_extents(), triangle),
        }
    }

    #[inline]
    fn of_box(half: DVec3, triangle: &[DVec3; 3]) -> Self {
        let half = single(half);
        let [a, b, c] = triangle.map(single);
        let edges = [b - a, c - b, a - c];
        let vertices = a.abs().max(b.abs()).max(c.abs());
        let size = (vertices + half).max_element() + MIN_SIZE;
        let side = edges[0].abs().max(edges[2].abs()).max_element();
        let normal = cross(edges[2], edges[0]);
        let products = |start: Vec4, edge: Vec4| {
            let (u, v) = (edge.abs().yzxw(), edge.abs().zxyw());
            // The third vertex is as far from the edge as the normal is long, because the axis is not a unit vector.
            OutlineRow {
                length: root(u * u + v * v),
                at: 0.5 * normal - cross(start, edge),
                reach: half.zxyw() * u + half.yzxw() * v + 0.5 * normal.abs(),
            }
        };
        let on_normal = normal.dot(a);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let faces = OutlineRow {
            length: Vec4::ONE.with_w(normal.dot(normal).sqrt()),
            at: (-0.5 * (low + high)).with_w(-on_normal),
            reach: (half + 0.5 * (high - low)).with_w(normal.abs().dot(half)),
        };
        Self {
            rows: [
                faces,
                products(a, edges[0]),
                products(b, edges[1]),
                products(c, edges[2]),
            ],
            edges,
            normal,
            size,
            side,
        }
    }

    /// Returns the screen of a body at `place`. The place counts among the sizes, because products with it are rounded
    /// too.
    #[inline(always)]
    pub(super) fn screen(&self, place: DVec3, motion: DVec3, offset: f64) -> Screen {
        let (place, motion, offset) = (single(place), single(motion), to_f32(offset));
        let size = self.size + (place.abs() + motion.abs()).max_element() + offset;
        let [by_axis, by_edge, by_face] = ERRORS;
        let error = Vec4::splat(by_edge * size * size);
        let products = |row: usize| {
            let (outline, edge) = (&self.rows[row], self.edges[row - 1]);
            Row {
                length: outline.length,
                at: outline.at + cross(place, edge),
                reach: outline.reach,
                along: cross(motion, edge),
                error,
            }
        };
        let [faces, ..] = &self.rows;
        let faces = Row {
            length: faces.length,
            at: faces.at + place.with_w(self.normal.dot(place)),
            reach: faces.reach,
            along: motion.with_w(self.normal.dot(motion)),
            error: Vec4::splat(by_axis * size).with_w(by_face * self.side * size * size),
        };
        Screen {
            rows: [faces, products(1), products(2), products(3)],
            offset,
        }
    }
}

impl Screen {
    /// Returns the axes that matter for a meeting during the motion; `None` if the two stay apart.
    #[inline(always)]
    pub(super) fn meeting(&self) -> Option<Axes> {
        let mut axes = 0;
        for (at, row) in self.rows.iter().enumerate() {
            let error = row.error;
            let reach = row.reach + self.offset * row.length;
            let (distance, nearing) = (row.at.abs(), -row.along * Vec4::ONE.copysign(row.at));
            let outside = distance - reach;
            let parts = (outside - error).cmpgt((nearing + error).max(Vec4::ZERO));
            if parts.any() {
                return None;
            }
            // The point stays inside the slab all the time: both the side of entry and the other side are far.
            let left = reach + distance.copysign(nearing) - nearing.abs();
            let stays = (outside + 5.0 * error).cmplt(Vec4::ZERO) & left.cmpgt(2.0 * error);
            axes |= row_bits(at, !stays.bitmask());
        }
        Some(axes)
    }

    /// Returns the axes that may have the widest gap between the two, for a body at rest; `None` if the two are farther
    /// apart than the offset.
    #[inline(always)]
    pub(super) fn resting(&self) -> Option<Axes> {
        let mut high = [Vec4::ZERO; 4];
        let mut low = Vec4::NEG_INFINITY;
        for (row, high) in self.rows.iter().zip(&mut high) {
            let gap = row.at.abs() - row.reach;
            let surely = gap - row.error;
            if surely.cmpgt(self.offset * row.length).any() {
                return None;
            }
            let per_length = row.length.recip();
            *high = (gap + row.error) * per_length;
            low = low.max(surely * per_length);
        }
        let low = Vec4::splat(low.max_element());
        let rows = high.iter().enumerate();
        Some(rows.fold(0, |axes, (at, high)| {
            axes | row_bits(at, !high.cmplt(low).bitmask())
        }))
    }
}

/// Returns the bits that a row's lanes have in [`Axes`].
#[inline(always)]
fn row_bits(row: usize, lanes: u32) -> Axes {
    match row {
        0 => lanes & 0b1111,
        _ => (lanes & 0b111) << (1 + 3 * row),
    }
}

#[inline(always)]
fn cross(a: Vec4, b: Vec4) -> Vec4 {
    (a.zxyw() * b - a * b.zxyw()).zxyw()
}

#[inline(always)]
fn root(squares: Vec4) -> Vec4 {
    Vec4::from_array(squares.to_array().map(f32::sqrt))
}

#[inline(always)]
fn single(vector: DVec3) -> Vec4 {
    vector.as_vec3().extend(0.0)
}

#[cfg(test)]
mod tests;
