//! Screens triangles in f32, sixteen at a time, and keeps the triangles that a round body may come near in a straight
//! motion, its way.
//!
//! A first test uses bounds. It drops the triangles whose bounds the way misses, and finds when the body reaches the
//! bounds of each of the rest. A second test uses directions: if the gap between body and triangle along any direction
//! is wide enough, the two stay apart. Such a proof needs no exact direction. The test tries two: the triangle's
//! normal, and the direction from the nearest point of the triangle's edges to the nearest point of the way. When a
//! body slides over ground, it keeps few of the triangles below the body.
//!
//! [`look`] can also answer a second question: whether the body comes within a smaller distance of the triangle before
//! another end, which may be beyond the end of the way. If not, the triangle is dropped.
//!
//! As in `screen`, a triangle is dropped only if it is apart by more than the error of f32 and all tolerances together,
//! so screening never changes a result. Triangles with overflowing or NaN values are kept. Each step is a loop over the
//! lanes with the same result at every SIMD level.

use footwork_base::{SimdWork, SupportedLevel, to_f32};
use glam::{DVec3, Vec3};

use super::batches::{Batch, Batches, LANES, Row};

/// The error of a gap, as a share of the sizes from which the gap is computed: twice the sum of all roundings in
/// between.
const ERROR: f32 = 64.0 * f32::EPSILON;

/// A length in metres, added to sizes so that errors are larger than the distances that count as touching.
const MIN_SIZE: f32 = 1.0e-3;

/// The relative tolerance for comparing times.
const TIME_ERROR: f32 = 1.0e-6;

/// Motion along an axis counts as zero below this share of the sizes.
const STILL: f32 = 1.0e-6;

/// The squared length below which a direction is ignored.
const MIN_SQUARE: f32 = 1.0e-30;

/// The share of the way that stands for a meeting that never happens.
const NEVER: f32 = f32::INFINITY;

/// Screens batches and writes a row for each batch. For each triangle, the row has the share of the way before which
/// the body surely does not meet the triangle; above 1 if the two do not meet at all.
struct Look<'a> {
    batches: &'a [Batch],
    glance: &'a Glance,
    earliest: &'a mut [Row],
}

/// Calls `found` for each triangle of `batches` that the body may meet, with the index of the triangle and the share of
/// the way before which the body surely does not meet the triangle. `rows` is scratch memory.
#[inline]
pub(crate) fn look(
    level: SupportedLevel,
    batches: &Batches,
    glance: &Glance,
    rows: &mut Vec<Row>,
    mut found: impl FnMut(usize, f32),
) {
    let count = batches.batches().len();
    if rows.len() < count {
        rows.resize(count, [NEVER; LANES]);
    }
    level.run(Look {
        batches: batches.batches(),
        glance,
        earliest: &mut rows[..count],
    });
    for (at, &earliest) in rows.as_flattened().iter().enumerate().take(batches.len()) {
        // This keeps triangles whose share is NaN.
        let is_late = earliest > 1.0;
        if !is_late {
            found(at, earliest);
        }
    }
}

impl SimdWork for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let glance = *self.glance;
        for (batch, row) in self.batches.iter().zip(self.earliest) {
            *row = glance.pass(batch);
            let mut are_all_late = true;
            for earliest in &*row {
                are_all_late &= *earliest > 1.0;
            }
            if !are_all_late {
                for (earliest, later) in row.iter_mut().zip(glance.separate(batch)) {
                    *earliest = larger(later, *earliest);
                }
            }
        }
    }
}

/// A round body, and its way as a straight motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    /// The start of the way.
    at: Vec3,
    way: Vec3,
    /// One over each component of the way; zero for a component that counts as zero.
    per_way: Vec3,
    /// One over the squared length of the way; zero if the way has no length.
    per_square: f32,
    /// Half the length of the axis.
    half_axis: f32,
    /// The radius plus the distance within which triangles are kept.
    offset: f32,
    /// The radius plus the smaller distance that the second question asks about.
    inner: f32,
    /// The end of the motion that the second question asks about, in lengths of the way.
    last: f32,
    /// An upper bound of the absolute values of the coordinates of the way and the body.
    size: f32,
}

/// A second question about a way: whether the body comes within `offset` metres of a triangle before `last`, in lengths
/// of the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inner {
    pub(crate) offset: f64,
    pub(crate) last: f64,
}

impl Glance {
    /// Creates a round body that moves straight from `at` by `way`. Triangles that come within `offset` metres of the
    /// body are kept.
    pub(crate) fn new(
        [half_axis, radius]: [f64; 2],
        at: DVec3,
        way: DVec3,
        offset: f64,
        inner: Option<Inner>,
    ) -> Self {
        let (at, way) = (at.as_vec3(), way.as_vec3());
        let half_axis = to_f32(half_axis);
        let outer = to_f32(radius + offset);
        let (inner, last) = match inner {
            Some(inner) => (to_f32(radius + inner.offset), to_f32(inner.last)),
            None => (outer, 1.0),
        };
        let extent = Vec3::new(0.0, half_axis, 0.0);
        let size = (at.abs() + way.abs() * (1.0 + last) + extent).max_element() + outer + MIN_SIZE;
        let still = STILL * size;
        let square = way.length_squared();
        Self {
            at,
            way,
            per_way: Vec3::select(way.abs().cmpgt(Vec3::splat(still)), way.recip(), Vec3::ZERO),
            per_square: if square > still * still {
                square.recip()
            } else {
                0.0
            },
            half_axis,
            offset: outer,
            inner,
            last: last * (1.0 + TIME_ERROR),
            size,
        }
    }

    /// Returns, for each triangle, the share of the way at which the body reaches the triangle's bounds, or [`NEVER`].
    #[inline(always)]
    fn pass(&self, batch: &Batch) -> Row {
        let mut row = [0.0; LANES];
        for (lane, row) in row.iter_mut().enumerate() {
            let [a, b, c] = batch.triangle(lane);
            let low = lower(lower(a, b), c) - self.at;
            let high = upper(upper(a, b), c) - self.at;
            let reach = self.offset + self.error(a, b, c);
            let reach = Vec3::new(reach, reach + self.half_axis, reach);
            let (ahead, behind) = (low - reach, high + reach);
            // A component that counts as zero is far smaller than the error.
            let is_x_beside = (self.per_way.x == 0.0) & ((ahead.x > 0.0) | (behind.x < 0.0));
            let is_y_beside = (self.per_way.y == 0.0) & ((ahead.y > 0.0) | (behind.y < 0.0));
            let is_z_beside = (self.per_way.z == 0.0) & ((ahead.z > 0.0) | (behind.z < 0.0));
            let (ahead, behind) = (ahead * self.per_way, behind * self.per_way);
            let (first, last) = (lower(ahead, behind), upper(ahead, behind));
            let enter = larger(first.x, larger(first.y, larger(first.z, 0.0)));
            let leave = |last: f32, per_way: f32| if per_way == 0.0 { 1.0 } else { last };
            let exit = smaller(leave(last.z, self.per_way.z), 1.0);
            let exit = smaller(leave(last.y, self.per_way.y), exit);
            let exit = smaller(leave(last.x, self.per_way.x), exit);
            let enter = enter * (1.0 - TIME_ERROR);
            let is_late = enter > exit + exit.abs() * TIME_ERROR;
            *row = if is_x_beside | is_y_beside | is_z_beside | is_late {
                NEVER
            } else {
                enter
            };
        }
        row
    }

    /// Returns, for each triangle, the share of the way before which a direction separates it from the body, or
    /// [`NEVER`].
    #[inline(always)]
    fn separate(&self, batch: &Batch) -> Row {
        let mut row = [0.0; LANES];
        for (lane, row) in row.iter_mut().enumerate() {
            let [a, b, c] = batch.triangle(lane);
            let error = self.error(a, b, c);
            let triangle = [a - self.at, b - self.at, c - self.at];
            *row = self.earliest(triangle, error);
        }
        row
    }

    /// Returns the largest error of the gap to a triangle.
    #[inline(always)]
    fn error(&self, a: Vec3, b: Vec3, c: Vec3) -> f32 {
        let Vec3 { x, y, z } = upper(upper(a.abs(), b.abs()), c.abs());
        ERROR * (larger(larger(x, y), z) + self.size)
    }

    /// Returns the share of the way before which the body surely does not meet a triangle: the larger result of
    /// [`Self::earliest_by`] for the two directions.
    #[inline(always)]
    fn earliest(&self, triangle: [Vec3; 3], error: f32) -> f32 {
        let [a, b, c] = triangle;
        let edges = [b - a, c - b, a - c];
        let normal = edges[0].cross(edges[1]);
        let normal = normal * 1.0_f32.copysign(-normal.dot(a));
        let by_face = self.earliest_by(normal, triangle, error);
        let middle = (a + b + c) * (1.0 / 3.0);
        let nearest = nearest_on(triangle, edges, self.nearest_to(middle));
        let direction = self.nearest_to(nearest) - nearest;
        larger(by_face, self.earliest_by(direction, triangle, error))
    }

    /// Returns the share of the way before which the body and the triangle are apart along `direction`, which points
    /// from the triangle to the body. Returns [`NEVER`] if the direction also proves that the answer to the second
    /// question is no.
    #[inline(always)]
    fn earliest_by(&self, direction: Vec3, [a, b, c]: [Vec3; 3], error: f32) -> f32 {
        let square = direction.length_squared();
        let length = square.sqrt();
        let highest = larger(larger(direction.dot(a), direction.dot(b)), direction.dot(c));
        let highest = highest + self.half_axis * direction.y.abs();
        let nearing = length * error - direction.dot(self.way);
        let nearing = larger(nearing, f32::MIN_POSITIVE);
        let earliest = (-highest - length * (self.offset + error)) / nearing;
        let outside = -highest - length * (self.inner + error);
        let earliest = if outside > nearing * self.last {
            NEVER
        } else {
            earliest * (1.0 - TIME_ERROR)
        };
        // A shorter direction has no accurate digits left.
        if square > MIN_SQUARE { earliest } else { 0.0 }
    }

    /// Returns approximately the position on the way at which the body's axis is nearest to a point.
    #[inline(always)]
    fn nearest_to(&self, point: Vec3) -> Vec3 {
        let along = point.dot(self.way);
        let height = |place: f32| {
            clamp(
                point.y - self.way.y * place,
                -self.half_axis,
                self.half_axis,
            )
        };
        let place = |height: f32| clamp((along - height * self.way.y) * self.per_square, 0.0, 1.0);
        let first = height(place(height(0.5)));
        let Vec3 { x, y, z } = self.way * place(first);
        Vec3::new(x, y + first, z)
    }
}

/// Returns approximately the point of a triangle's edges that is nearest to `place`.
#[inline(always)]
fn nearest_on([a, b, c]: [Vec3; 3], edges: [Vec3; 3], place: Vec3) -> Vec3 {
    let on_edge = |start: Vec3, edge: Vec3| {
        let square = larger(edge.length_squared(), f32::MIN_POSITIVE);
        let point = start + edge * clamp((place - start).dot(edge) / square, 0.0, 1.0);
        (point, (place - point).length_squared())
    };
    let nearer = |one: (Vec3, f32), other: (Vec3, f32)| {
        let is_nearer = other.1 < one.1;
        let part = |one: f32, other: f32| if is_nearer { other } else { one };
        let (p, q) = (one.0, other.0);
        let point = Vec3::new(part(p.x, q.x), part(p.y, q.y), part(p.z, q.z));
        (point, part(one.1, other.1))
    };
    let first = nearer(on_edge(a, edges[0]), on_edge(b, edges[1]));
    nearer(first, on_edge(c, edges[2])).0
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn clamp(number: f32, low: f32, high: f32) -> f32 {
    larger(smaller(number, high), low)
}

#[inline(always)]
fn lower(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z))
}

#[inline(always)]
fn upper(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z))
}

#[cfg(test)]
mod tests;
