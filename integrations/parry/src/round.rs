//! Shapes with round edges as exact compounds: a shape grown by a radius is the union of the shape, of its faces moved
//! outwards, and of capsules along its edges.

use footwork_slide::{Pose, Solid, Volume};
use parry3d::shape::ConvexPolyhedron;

use crate::error::ConvertError;
use crate::pieces::{Piece, hull, point, rod};

/// Returns a cuboid with half extents, grown by a radius.
pub(crate) fn cuboid(half: [f32; 3], radius: f32) -> Result<Vec<Piece>, ConvertError> {
    let mut pieces = Vec::with_capacity(15);
    for axis in 0..3 {
        let mut half_m = half;
        half_m[axis] += radius;
        pieces.push((Solid::Volume(Volume::Box { half_m }), Pose::IDENTITY));
    }
    if radius > 0.0 {
        let half = half.map(f64::from);
        for axis in 0..3 {
            for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                let mut end = half;
                end[(axis + 1) % 3] *= signs[0];
                end[(axis + 2) % 3] *= signs[1];
                let mut start = end;
                start[axis] = -start[axis];
                pieces.push(rod(start, end, radius)?);
            }
        }
    }
    Ok(pieces)
}

/// Returns a triangle, grown by a radius.
pub(crate) fn triangle(corners: [[f64; 3]; 3], radius: f32) -> Result<Vec<Piece>, ConvertError> {
    let [a, b, c] = corners;
    let normal = unit(cross(sub(b, a), sub(c, a)));
    let mut points = Vec::with_capacity(6);
    for corner in corners {
        points.push(add(corner, normal, f64::from(radius)));
        points.push(add(corner, normal, -f64::from(radius)));
    }
    let mut pieces = vec![(hull(&points)?, Pose::IDENTITY)];
    for (from, to) in [(a, b), (b, c), (c, a)] {
        pieces.push(rod(from, to, radius)?);
    }
    Ok(pieces)
}

/// Returns a convex polyhedron, grown by a radius.
pub(crate) fn polyhedron(
    inner: &ConvexPolyhedron,
    radius: f32,
) -> Result<Vec<Piece>, ConvertError> {
    let corners: Vec<[f64; 3]> = inner.points().iter().copied().map(point).collect();
    let corner = |at: &u32| corners.get(*at as usize).copied();
    let mut pieces = vec![(hull(&corners)?, Pose::IDENTITY)];
    if radius <= 0.0 {
        return Ok(pieces);
    }
    let around = inner.vertices_adj_to_face();
    for face in inner.faces() {
        let first = face.first_vertex_or_edge as usize;
        let last = first + face.num_vertices_or_edges as usize;
        let normal = unit(point(face.normal));
        let sides = around.get(first..last).unwrap_or_default();
        let sides = sides.iter().filter_map(corner);
        let points: Vec<_> = sides
            .flat_map(|at| [at, add(at, normal, f64::from(radius))])
            .collect();
        pieces.push((hull(&points)?, Pose::IDENTITY));
    }
    for edge in inner.edges() {
        if let [Some(a), Some(b)] = edge.vertices.map(|at| corner(&at)) {
            pieces.push(rod(a, b, radius)?);
        }
    }
    Ok(pieces)
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

fn add(a: [f64; 3], b: [f64; 3], times: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] + b[axis] * times)
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns a vector at length 1; a vector without length becomes NaN, which no hull accepts.
fn unit(vector: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = vector;
    let length = (x * x + y * y + z * z).sqrt();
    vector.map(|part| part / length)
}
