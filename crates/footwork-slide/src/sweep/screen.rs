//! A first look, in f32 and four axes at a time, at which of a box's and a triangle's 13 axes matter.
//!
//! Most pairs are apart, and of the others most axes have no say. What is decided here is decided with
//! more to spare than f32 and the tolerances can be off by, so that it never shows in an answer; the rest is left to
//! the exact test. Whatever overflows, or is no number, is left to it too.

use glam::{DVec3, Vec4, Vec4Swizzles};

use crate::body::Body;

/// Bits of the axes that matter: the box's three, the face's normal, then the products of each edge in turn
/// with the box's.
pub(super) type Axes = u32;

/// How far off a coordinate may be, a product with an edge, and one with the normal, in terms of the sizes that
/// they are made of: at least twice the sum of all that is rounded on the way.
const ERRORS: [f32; 3] = [
    16.0 * f32::EPSILON,
    64.0 * f32::EPSILON,
    128.0 * f32::EPSILON,
];

/// Sizes count as at least this, so that errors are larger than what counts as touching.
const LEAST_SIZE: f32 = 1.0e-3;

/// What a box and a triangle are to each other along 13 axes, four at a time: those of the box and the normal
/// first, then for each edge those of its products. The fourth of these is none.
pub(super) struct Screen {
    rows: [Row; 4],
    offset: f32,
}

/// As a [`Slab`](super::slab::Slab), of four axes.
struct Row {
    length: Vec4,
    at: Vec4,
    reach: Vec4,
    along: Vec4,
    error: Vec4,
}

/// What of a [`Screen`] depends on neither where the body is nor how it moves, to be worked out once for a body
/// and a triangle that meet often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    rows: [OutlineRow; 4],
    edges: [Vec4; 3],
    normal: Vec4,
    /// How far a coordinate of the triangle is from zero at most, and the body's extent.
    size: f32,
    /// The longest component of the sides at the first vertex.
    side: f32,
}

/// Of a [`Row`], for a body at the origin.
#[derive(Clone, Copy, Debug)]
struct OutlineRow {
    length: Vec4,
    at: Vec4,
    reach: Vec4,
}

impl Outline {
    /// Of a box, or of the axis of what is round.
    #[inline]
    pub(crate) fn new(body: &Body, triangle: &[DVec3; 3]) -> Self {
        let half = single(match *body {
            Body::Box { half } => half,
            Body::Round { half_axis, .. } => DVec3::new(0.0, half_axis, 0.0),
        });
        let [a, b, c] = triangle.map(single);
        let edges = [b - a, c - b, a - c];
        let vertices = a.abs().max(b.abs()).max(c.abs());
        let size = (vertices + half).max_element() + LEAST_SIZE;
        let side = edges[0].abs().max(edges[2].abs()).max_element();
        let normal = cross(edges[2], edges[0]);
        let of_edge = |start: Vec4, edge: Vec4| {
            let (u, v) = (edge.abs().yzxw(), edge.abs().zxyw());
            // The third vertex is as far from the edge as the normal is long.
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
                of_edge(a, edges[0]),
                of_edge(b, edges[1]),
                of_edge(c, edges[2]),
            ],
            edges,
            normal,
            size,
            side,
        }
    }

    /// Of the body at a place. How far off zero that is counts among the sizes, as the products with it are
    /// rounded too.
    #[inline(always)]
    pub(super) fn screen(&self, place: DVec3, motion: DVec3, offset: f64) -> Screen {
        let (place, motion, offset) = (single(place), single(motion), rounded(offset));
        let size = self.size + (place.abs() + motion.abs()).max_element() + offset;
        let [by_axis, by_edge, by_face] = ERRORS;
        let error = Vec4::splat(by_edge * size * size);
        let of_edge = |row: usize| {
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
            rows: [faces, of_edge(1), of_edge(2), of_edge(3)],
            offset,
        }
    }
}

impl Screen {
    /// The axes by which they may meet on the way, `None` when they stay apart.
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
            // Inside all the time: neither the side on which it may be entered nor the other is near.
            let left = reach + distance.copysign(nearing) - nearing.abs();
            let stays = (outside + 5.0 * error).cmplt(Vec4::ZERO) & left.cmpgt(2.0 * error);
            axes |= of_row(at, !stays.bitmask());
        }
        Some(axes)
    }

    /// The axes of which one parts them best, of a body at rest; `None` when they are farther apart than the
    /// offset.
    #[inline(always)]
    pub(super) fn resting(&self) -> Option<Axes> {
        let mut most = [Vec4::ZERO; 4];
        let mut least = Vec4::NEG_INFINITY;
        for (row, most) in self.rows.iter().zip(&mut most) {
            let gap = row.at.abs() - row.reach;
            let surely = gap - row.error;
            if surely.cmpgt(self.offset * row.length).any() {
                return None;
            }
            let per_length = row.length.recip();
            *most = (gap + row.error) * per_length;
            least = least.max(surely * per_length);
        }
        let least = Vec4::splat(least.max_element());
        let beaten = most.iter().enumerate();
        Some(beaten.fold(0, |axes, (at, most)| {
            axes | of_row(at, !most.cmplt(least).bitmask())
        }))
    }
}

/// The bits of a row's lanes among those of all axes.
#[inline(always)]
fn of_row(row: usize, lanes: u32) -> Axes {
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
fn root(of: Vec4) -> Vec4 {
    Vec4::from_array(of.to_array().map(f32::sqrt))
}

#[inline(always)]
fn single(vector: DVec3) -> Vec4 {
    vector.as_vec3().extend(0.0)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the nearest will do")]
fn rounded(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests;
