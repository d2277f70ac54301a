//! A first look, in f32, at four triangles at a time: which of them a body may come near on its way.
//!
//! First, bounds: which of them the way passes by, and when it reaches the others. To a box the axes of `screen` say the
//! rest. A round body has no such list: any direction proves that the two stay apart if the gap along it is wide enough,
//! so it need only be found about. It is the triangle's normal, or that from the nearest point of the triangle's edges to
//! the nearest place of the way. Of the triangles below a body that slides over ground this leaves few.
//!
//! As in `screen`, a triangle is dropped only by a margin larger than the error of f32 and all tolerances together, so
//! the look never shows in a result, and whatever overflows or is NaN is kept.

use footwork_base::to_f32;
use glam::{DVec3, Vec4};

use crate::body::Body;

/// A vector for each lane.
type Lanes = [Vec4; 3];

/// The error of a gap, as a share of the sizes that it is made of: twice the sum of all roundings on the way.
const ERROR: f32 = 64.0 * f32::EPSILON;

/// Sizes count as at least this, so that errors are larger than the distances that count as touching.
const MIN_SIZE: f32 = 1.0e-3;

/// Times are compared with this relative error.
const TIME_ERROR: f32 = 1.0e-6;

/// A motion along an axis that is a smaller share of the sizes counts as none.
const STILL: f32 = 1.0e-6;

/// The least squared length of a direction that counts.
const MIN_SQUARE: f32 = 1.0e-30;

/// Up to four triangles side by side, or the bounds of other things.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    vertices: [Lanes; 3],
    /// The largest coordinate of each, either way from zero.
    size: Vec4,
    /// A bit for each lane that is in use.
    used: u32,
    /// A bit for each lane that has a triangle.
    triangles: u32,
}

/// What a lane of a batch holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lane {
    Triangle([DVec3; 3]),
    /// Anything between two corners.
    Bounds([DVec3; 2]),
}

impl Batch {
    /// Up to four lanes.
    #[inline]
    pub(crate) fn new(lanes: impl IntoIterator<Item = Lane>) -> Self {
        let mut rows = [[[0.0; 4]; 3]; 3];
        let (mut used, mut triangles) = (0, 0);
        for (at, lane) in lanes.into_iter().take(4).enumerate() {
            let corners = match lane {
                Lane::Triangle(vertices) => {
                    triangles |= 1 << at;
                    vertices
                }
                Lane::Bounds([min, max]) => [min, max, max],
            };
            used |= 1 << at;
            for (row, corner) in rows.iter_mut().zip(corners) {
                let corner = corner.as_vec3();
                for axis in 0..3 {
                    row[axis][at] = corner[axis];
                }
            }
        }
        let vertices = rows.map(|row| row.map(Vec4::from_array));
        let size = vertices
            .iter()
            .flatten()
            .fold(Vec4::ZERO, |size, part| size.max(part.abs()));
        Self {
            vertices,
            size,
            used,
            triangles,
        }
    }

    /// Returns what a round body may meet on a way.
    #[inline]
    pub(crate) fn look(&self, glance: &Glance) -> Seen {
        let error = self.error(glance);
        let vertices = self.vertices.map(|vertex| minus(vertex, glance.at));
        let Seen {
            mut lanes,
            mut earliest,
        } = glance.passes(&vertices, error);
        lanes &= self.used;
        if lanes & self.triangles != 0 {
            let exact = glance.earliest(&vertices, error, lanes);
            lanes &= !(exact.cmpgt(Vec4::ONE).bitmask() & self.triangles);
            // The bounds of other things say no more.
            if self.triangles == self.used {
                earliest = earliest.max(exact);
            }
        }
        Seen { lanes, earliest }
    }

    #[inline(always)]
    fn error(&self, glance: &Glance) -> Vec4 {
        ERROR * (self.size + Vec4::splat(glance.size))
    }
}

/// What may be met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// A bit for each lane.
    pub(crate) lanes: u32,
    /// The share of the way before which it is surely not met.
    pub(crate) earliest: Vec4,
}

/// A body on its way, each number four times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    /// Where the way begins.
    at: Lanes,
    way: Lanes,
    /// One over each component of the way; zero if it counts as none.
    per_way: [f32; 3],
    /// One over the squared length of the way; zero if there is none.
    per_square: Vec4,
    /// Half the extents; of a round body, those of its axis.
    half: [f32; 3],
    /// The distance that is kept, and the radius of a round body.
    offset: f32,
    /// The largest coordinate of the way, either way from zero, and the body's extent.
    size: f32,
}

impl Glance {
    /// A body that moves straight from a place and meets what comes within `offset`.
    pub(crate) fn new(body: &Body, at: DVec3, way: DVec3, offset: f64) -> Self {
        let (half, offset) = match *body {
            Body::Box { half } => (half, offset),
            Body::Round { half_axis, radius } => (DVec3::new(0.0, half_axis, 0.0), radius + offset),
        };
        let (at, way, half) = (at.as_vec3(), way.as_vec3(), half.as_vec3());
        let offset = to_f32(offset);
        let size = (at.abs() + way.abs() + half).max_element() + offset + MIN_SIZE;
        let square = way.length_squared();
        Self {
            at: at.to_array().map(Vec4::splat),
            way: way.to_array().map(Vec4::splat),
            per_way: way
                .to_array()
                .map(|along| match along.abs() > STILL * size {
                    true => along.recip(),
                    false => 0.0,
                }),
            per_square: Vec4::splat(match square > STILL * STILL * size * size {
                true => square.recip(),
                false => 0.0,
            }),
            half: half.to_array(),
            offset,
            size,
        }
    }

    /// Returns the lanes whose bounds the way passes by, and the share of the way until it reaches the others.
    #[inline(always)]
    fn passes(&self, vertices: &[Lanes; 3], error: Vec4) -> Seen {
        let (mut enter, mut exit) = (Vec4::ZERO, Vec4::ONE);
        let mut beside = 0;
        for axis in 0..3 {
            let [a, b, c] = vertices.map(|vertex| vertex[axis]);
            let reach = Vec4::splat(self.half[axis] + self.offset) + error;
            let ahead = a.min(b).min(c) - reach;
            let behind = a.max(b).max(c) + reach;
            let per_way = self.per_way[axis];
            if per_way == 0.0 {
                // What counts as no motion is far less than the error.
                beside |= (ahead.cmpgt(Vec4::ZERO) | behind.cmplt(Vec4::ZERO)).bitmask();
            } else {
                let (ahead, behind) = (ahead * per_way, behind * per_way);
                enter = enter.max(ahead.min(behind));
                exit = exit.min(ahead.max(behind));
            }
        }
        enter *= 1.0 - TIME_ERROR;
        exit += exit.abs() * TIME_ERROR;
        Seen {
            lanes: !(beside | enter.cmpgt(exit).bitmask()),
            earliest: enter,
        }
    }

    /// Returns the share of the way before which a direction, from the triangle to the body, separates a round body from
    /// it; above 1 if it does all the way.
    #[inline(always)]
    fn earliest_by(&self, direction: Lanes, vertices: &[Lanes; 3], error: Vec4) -> Vec4 {
        let [a, b, c] = vertices.map(|vertex| dot(direction, vertex));
        let square = dot(direction, direction);
        let length = root(square);
        let highest = a.max(b).max(c) + self.half[1] * direction[1].abs();
        let outside = -highest - length * (Vec4::splat(self.offset) + error);
        let nearing = length * error - dot(direction, self.way);
        let earliest = outside / nearing.max(Vec4::splat(f32::MIN_POSITIVE)) * (1.0 - TIME_ERROR);
        // A shorter direction has lost its digits.
        Vec4::select(square.cmpgt(Vec4::splat(MIN_SQUARE)), earliest, Vec4::ZERO)
    }

    /// Returns the share of the way before which the best of two directions separates the body from a triangle; the second
    /// is tried only if the first leaves any of `lanes`.
    #[inline(always)]
    fn earliest(&self, vertices: &[Lanes; 3], error: Vec4, lanes: u32) -> Vec4 {
        let [a, b, c] = *vertices;
        let edges = [minus(b, a), minus(c, b), minus(a, c)];
        let normal = cross(edges[0], edges[1]);
        let side = Vec4::ONE.copysign(-dot(normal, a));
        let normal = normal.map(|part| part * side);
        let by_face = self.earliest_by(normal, vertices, error);
        if lanes & !by_face.cmpgt(Vec4::ONE).bitmask() == 0 {
            return by_face;
        }
        let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) * (1.0 / 3.0));
        let nearest = nearest_on(vertices, &edges, self.nearest_to(middle));
        let direction = minus(self.nearest_to(nearest), nearest);
        by_face.max(self.earliest_by(direction, vertices, error))
    }

    /// Returns about where the axis of a round body is nearest to a point on the way.
    #[inline(always)]
    fn nearest_to(&self, point: Lanes) -> Lanes {
        let half = Vec4::splat(self.half[1]);
        let along = dot(point, self.way);
        let mut place = Vec4::splat(0.5);
        let mut height = Vec4::ZERO;
        for _ in 0..2 {
            height = (point[1] - self.way[1] * place).clamp(-half, half);
            place = (along - height * self.way[1]) * self.per_square;
            place = place.clamp(Vec4::ZERO, Vec4::ONE);
        }
        let [x, y, z] = self.way.map(|part| part * place);
        [x, y + height, z]
    }
}

/// Returns about the point of the triangles' edges that is nearest to a place.
#[inline(always)]
fn nearest_on(vertices: &[Lanes; 3], edges: &[Lanes; 3], place: Lanes) -> Lanes {
    let (mut nearest, mut least) = (vertices[0], Vec4::INFINITY);
    for (&start, &edge) in vertices.iter().zip(edges) {
        let square = dot(edge, edge).max(Vec4::splat(f32::MIN_POSITIVE));
        let share = (dot(minus(place, start), edge) / square).clamp(Vec4::ZERO, Vec4::ONE);
        let point = [0, 1, 2].map(|axis| start[axis] + edge[axis] * share);
        let apart = minus(place, point);
        let square = dot(apart, apart);
        let is_nearer = square.cmplt(least);
        nearest = [0, 1, 2].map(|axis| Vec4::select(is_nearer, point[axis], nearest[axis]));
        least = Vec4::select(is_nearer, square, least);
    }
    nearest
}

#[inline(always)]
fn minus(a: Lanes, b: Lanes) -> Lanes {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot(a: Lanes, b: Lanes) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: Lanes, b: Lanes) -> Lanes {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
fn root(squares: Vec4) -> Vec4 {
    Vec4::from_array(squares.to_array().map(f32::sqrt))
}

#[cfg(test)]
mod tests;
