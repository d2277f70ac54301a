//! A convex hull prepared for sweeps.

use glam::DVec3;

use crate::mesh::hull_faces;
use crate::shape::{HullPoints, bounds};
use crate::vector::larger;

/// Two directions are equal if the sine of the angle between them is below this.
const SAME: f64 = 1.0e-7;

/// Vertices are on the side that faces a direction if, along it, they are within this share of the size from the
/// farthest vertex.
const ON_SIDE: f64 = 1.0e-3;

/// The corners of a hull, relative to the middle of its bounds, and the directions of its faces and edges.
#[derive(Debug)]
pub(crate) struct Polytope {
    vertices: Vec<DVec3>,
    /// The unit normals of the faces, outwards.
    pub(crate) normals: Vec<DVec3>,
    /// The unit directions of the edges. Parallel edges have a single direction.
    pub(crate) edges: Vec<DVec3>,
    /// Half the extents of the bounds.
    pub(crate) half: DVec3,
    /// A point inside the hull: the mean of the vertices. The middle of the bounds may be outside the hull.
    pub(crate) inner: DVec3,
}

impl Polytope {
    pub(crate) fn new(points: &HullPoints) -> Self {
        let points = points.positions();
        let (min, max) = bounds(&points);
        let middle = 0.5 * (min + max);
        let faces = hull_faces(&points);
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        let mut is_corner = vec![false; points.len()];
        for face in &faces {
            let [a, b, c] = face.map(|at| points[at]);
            face.iter().for_each(|at| is_corner[*at] = true);
            let Some(normal) = (b - a).cross(c - a).try_normalize() else {
                continue;
            };
            let is_known =
                |known: &DVec3| known.cross(normal).length() < SAME && known.dot(normal) > 0.0;
            if !normals.iter().any(is_known) {
                normals.push(normal);
            }
            for edge in [b - a, c - b, a - c] {
                if let Some(edge) = edge.try_normalize()
                    && !edges
                        .iter()
                        .any(|known: &DVec3| known.cross(edge).length() < SAME)
                {
                    edges.push(edge);
                }
            }
        }
        let corners = points.iter().zip(is_corner);
        let vertices: Vec<DVec3> = corners
            .filter_map(|(at, is_corner)| is_corner.then_some(*at - middle))
            .collect();
        Self {
            inner: mean(vertices.iter()),
            vertices,
            normals,
            edges,
            half: 0.5 * (max - min),
        }
    }

    /// Returns the vertex that lies farthest along a direction; the first such vertex if several are equally far.
    #[inline]
    pub(crate) fn farthest(&self, direction: DVec3) -> DVec3 {
        let (mut best, mut most) = (DVec3::ZERO, f64::NEG_INFINITY);
        for vertex in &self.vertices {
            let along = vertex.dot(direction);
            if along > most {
                (best, most) = (*vertex, along);
            }
        }
        best
    }

    /// Returns the middle of the side, edge or corner that lies farthest along a unit vector.
    pub(crate) fn facing(&self, direction: DVec3) -> DVec3 {
        let most = self.farthest(direction).dot(direction);
        let least = most - ON_SIDE * larger(self.half.max_element(), 0.0);
        let side = self.vertices.iter().filter(|at| at.dot(direction) >= least);
        mean(side)
    }
}

/// Returns the mean of points; zero without points.
fn mean<'a>(points: impl Iterator<Item = &'a DVec3>) -> DVec3 {
    let (sum, count) = points.fold((DVec3::ZERO, 0.0), |(sum, count), at| {
        (sum + *at, count + 1.0)
    });
    sum / larger(count, 1.0)
}
