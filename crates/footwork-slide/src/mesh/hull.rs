//! The convex hull of points, as triangles.
//!
//! Adds the points one by one. A cone of triangles, from the new point to the outline of the faces that it sees,
//! replaces those faces (M. Kallay, *The Complexity of Incremental Convex Hull Algorithms in R^d*, 1984). Points are
//! rounded to a grid of 2³⁰ cells along the longest side. On the grid determinants are exact, so rounding cannot tear
//! the hull. Neighbouring points on a face make triangles in one plane. The points are sorted first, so their order
//! does not matter.

use std::cmp::Ordering;

use glam::DVec3;

use crate::vector::{lower, upper};

/// The number of cells along the longest side.
const CELLS: f64 = (1_u32 << 30) as f64;

/// A point on the grid, and its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    at: [i64; 3],
    index: usize,
}

/// Returns the hull's triangles as the indices of three points each, counter-clockwise from outside; `None` if all points
/// lie in a plane.
pub(super) fn hull(points: &[DVec3]) -> Option<Vec<[usize; 3]>> {
    let points = on_grid(points);
    let mut faces = simplex(&points)?;
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for (next, point) in points.iter().enumerate() {
        let sees = |face: &[usize; 3]| height(&points, face, point) > 0;
        edges.clear();
        edges.extend(faces.iter().filter(|face| sees(face)).flat_map(sides));
        if edges.is_empty() {
            continue;
        }
        faces.retain(|face| !sees(face));
        edges.sort_unstable();
        // The border of the visible faces: edges with an invisible face on their other side.
        let is_border = |[a, b]: &[usize; 2]| edges.binary_search(&[*b, *a]).is_err();
        let border = edges.iter().filter(|edge| is_border(edge));
        faces.extend(border.map(|[a, b]| [*a, *b, next]));
    }
    let index = |face: [usize; 3]| face.map(|at| points[at].index);
    Some(faces.into_iter().map(index).collect())
}

fn sides(face: &[usize; 3]) -> [[usize; 2]; 3] {
    let [a, b, c] = *face;
    [[a, b], [b, c], [c, a]]
}

/// Returns the points on the grid, sorted and without duplicates.
fn on_grid(points: &[DVec3]) -> Vec<Point> {
    let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for point in points {
        (min, max) = (lower(min, *point), upper(max, *point));
    }
    let extent = (max - min).max_element();
    // If all points are so close together that the scale is not finite, they count as one point.
    let scale = match CELLS / extent {
        scale if scale.is_finite() => scale,
        _ => 0.0,
    };
    // Points in one cell are sorted by value, so that the kept point does not depend on the order of the points.
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| {
        let [a, b] = [points[*a], points[*b]].map(|point| point.to_array());
        let pairs = a.into_iter().zip(b).map(|(a, b)| a.total_cmp(&b));
        pairs.fold(Ordering::Equal, Ordering::then)
    });
    let mut all: Vec<Point> = order
        .into_iter()
        .map(|index| Point {
            at: ((points[index] - min) * scale).to_array().map(cell),
            index,
        })
        .collect();
    all.sort_by_key(|point| point.at);
    all.dedup_by_key(|point| point.at);
    all
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it is from 0 to 2^30 and becomes a cell"
)]
fn cell(at: f64) -> i64 {
    at as i64
}

/// Returns the faces of a tetrahedron of the points; `None` if all points lie in a plane.
fn simplex(points: &[Point]) -> Option<Vec<[usize; 3]>> {
    let (first, last) = (0, points.len().checked_sub(1)?);
    let is_aside = |at: &usize| {
        let [a, b] = [last, *at].map(|at| apart(&points[at], &points[first]));
        cross(a, b) != [0; 3]
    };
    let third = (0..points.len()).find(is_aside)?;
    let base = [first, last, third];
    let above = |at: &usize| height(points, &base, &points[*at]) != 0;
    let top = (0..points.len()).find(above)?;
    let [a, b, c] = if height(points, &base, &points[top]) < 0 {
        base
    } else {
        [first, third, last]
    };
    Some(vec![[a, b, c], [a, top, b], [b, top, c], [c, top, a]])
}

/// Returns a number above zero if a point is in front of a face, below zero if it is behind, and zero if it is in the
/// plane.
fn height(points: &[Point], [a, b, c]: &[usize; 3], point: &Point) -> i128 {
    let [a, b, c] = [a, b, c].map(|at| &points[*at]);
    let normal = cross(apart(b, a), apart(c, a));
    let from = apart(point, a);
    normal[0] * from[0] + normal[1] * from[1] + normal[2] * from[2]
}

fn apart(a: &Point, b: &Point) -> [i128; 3] {
    [0, 1, 2].map(|axis| i128::from(a.at[axis] - b.at[axis]))
}

fn cross([a, b, c]: [i128; 3], [d, e, f]: [i128; 3]) -> [i128; 3] {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::*;
    use crate::mesh::{Mesh, MeshError};
    use crate::vector::larger;

    fn check(points: &[DVec3]) -> Vec<[DVec3; 3]> {
        let hull = hull(points).unwrap();
        let extent = points.iter().fold(0.0, |all, at| larger(all, at.length()));
        let faces: Vec<[DVec3; 3]> = hull.iter().map(|face| face.map(|at| points[at])).collect();
        for [a, b, c] in &faces {
            let normal = (*b - *a).cross(*c - *a);
            for point in points {
                let above = (*point - *a).dot(normal) / normal.length();
                let off = 1e-8 * extent * extent / normal.length().sqrt();
                assert!(above < larger(off, 1e-7 * extent), "{above} of {extent}");
            }
        }
        let corners: std::collections::BTreeSet<usize> = hull.iter().flatten().copied().collect();
        assert_eq!(hull.len(), 2 * corners.len() - 4, "Euler");
        faces
    }

    #[test]
    fn no_point_is_outside_of_its_hull_whatever_the_order() {
        let random = &mut Random::new(7);
        for count in [4, 5, 8, 30, 200] {
            for kind in 0..4 {
                let mut points: Vec<DVec3> = (0..count)
                    .map(|_| {
                        let at = DVec3::from_array([0; 3].map(|_| random.unit() - 0.5));
                        match kind {
                            0 => at * 10.0,
                            1 => at.normalize(),
                            // Many points are in one plane, on one line or in one place.
                            2 => (at * 4.0).round(),
                            _ => at.normalize() * 1e5 + DVec3::splat(1e6),
                        }
                    })
                    .collect();
                if hull(&points).is_none() {
                    continue;
                }
                let faces = check(&points);
                points.reverse();
                points.rotate_left(2);
                assert_eq!(check(&points), faces, "{count} {kind}");
            }
        }
    }

    #[test]
    fn a_hull_is_solid_and_flat_points_have_none() {
        let grid = (0..27).map(|at| [at % 3, at / 3 % 3, at / 9].map(f64::from));
        let mut cube: Vec<[f64; 3]> = grid.collect();
        cube.push([1.0, 1.0, 2.5]);
        let mesh = Mesh::from_hull(&cube).unwrap();
        assert!(mesh.is_solid() && mesh.dropped() == 0);
        for flat in [&cube[..9], &cube[..3], &cube[..1], &[]] {
            let refused = Mesh::from_hull(flat).unwrap_err();
            assert_eq!(refused, MeshError::Flat { points: flat.len() });
        }
        // These points are flat within the welding tolerance.
        let mut sheet = cube[..9].to_vec();
        sheet[4][2] = 1e-5;
        assert!(matches!(
            Mesh::from_hull(&sheet),
            Err(MeshError::Flat { points: 9 })
        ));
        // These points are closer together than the cells of a grid can be.
        let mut speck = [[0.0; 3]; 4];
        (0..3).for_each(|axis| speck[axis][axis] = 5e-324);
        let refused = Mesh::from_hull(&speck).unwrap_err();
        assert_eq!(refused, MeshError::Flat { points: 4 });
        cube[5][1] = f64::NAN;
        let refused = Mesh::from_hull(&cube).unwrap_err();
        assert_eq!(refused, MeshError::Point { index: 5 });
        let many = vec![[0.0; 3]; Mesh::MAX_HULL_POINTS + 1];
        assert!(matches!(
            Mesh::from_hull(&many),
            Err(MeshError::TooManyPoints { .. })
        ));
    }
}
