//! Which edges of a triangle soup are borders, flat, convex or concave.

mod neighbours;
pub(crate) mod soups;
mod welding;

use glam::DVec3;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{Edge, Mesh};
use soups::Soup;

/// Returns three letters for each triangle, one per edge: `b` for border, `f` for flat, `x` for convex and `v` for
/// concave; `---` for a dropped triangle.
fn letters(mesh: &Mesh) -> Vec<String> {
    edges(mesh)
        .into_iter()
        .map(|edges| match edges {
            None => "---".to_owned(),
            Some(edges) => edges
                .iter()
                .map(|edge| match edge {
                    Edge::Border => 'b',
                    Edge::Flat => 'f',
                    Edge::Convex { .. } => 'x',
                    Edge::Concave { .. } => 'v',
                })
                .collect(),
        })
        .collect()
}

fn edges(mesh: &Mesh) -> Vec<Option<[Edge; 3]>> {
    let mut edges = vec![None; mesh.len()];
    for at in mesh.triangles.ids() {
        edges[mesh.triangles.index(at) as usize] = Some([0, 1, 2].map(|edge| mesh.edge(at, edge)));
    }
    edges
}

#[track_caller]
fn check(soup: &Soup, expected: &[&str]) {
    assert_eq!(letters(&Mesh::from_triangles(soup).unwrap()), expected);
}

/// Without shared vertices, a triangle would take twice as many bytes.
#[test]
fn a_triangle_of_a_large_surface_takes_at_most_64_bytes() {
    let soup = soups::terrain(150, &mut TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mesh = Mesh::from_triangles(&soup).unwrap();
    let bytes = mesh.memory_bytes() / soup.len();
    assert!(bytes <= 64 && bytes > 40, "{bytes}");
}

/// Returns whether two edges are of the same kind, with normals equal up to rounding.
fn agree(a: &Edge, b: &Edge) -> bool {
    let near = |a: &DVec3, b: &DVec3| (*a - *b).length() < 1e-4;
    match (a, b) {
        (Edge::Convex { normal: a }, Edge::Convex { normal: b })
        | (Edge::Concave { normal: a }, Edge::Concave { normal: b }) => near(a, b),
        (a, b) => a == b,
    }
}
