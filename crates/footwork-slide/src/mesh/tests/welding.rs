//! Welded vertices, and input that is not a mesh.

use proptest::test_runner::{RngAlgorithm, TestRng};

use super::soups::{Soup, cube, random, sphere};
use super::{Mesh, letters};
use crate::MeshError;

fn shaken(soup: &Soup, metres: f64) -> Soup {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut soup = soup.clone();
    for coordinate in soup.as_flattened_mut().as_flattened_mut() {
        *coordinate += metres * (random(&mut rng) - 0.5);
    }
    soup
}

#[test]
fn near_vertices_are_welded_and_others_are_not() {
    let soup = shaken(&sphere(3), 5e-5);
    assert_eq!(letters(&Mesh::from_triangles(&soup).unwrap()), ["xxx"; 512]);
    let apart = shaken(&sphere(3), 2e-3);
    let borders = |mesh: &Mesh| letters(mesh).concat().matches('b').count();
    assert!(borders(&Mesh::from_triangles(&apart).unwrap()) > 1400);
    assert_eq!(
        borders(&Mesh::from_triangles_welded(&apart, 4e-3).unwrap()),
        0
    );
    assert!(borders(&Mesh::from_triangles_welded(&soup, 0.0).unwrap()) == 3 * 512);
    assert_eq!(
        borders(&Mesh::from_triangles_welded(&sphere(3), 0.0).unwrap()),
        0
    );
}

#[test]
fn triangles_smaller_than_the_tolerance_are_dropped() {
    let small: Soup = sphere(4)
        .into_iter()
        .map(|triangle| triangle.map(|vertex| vertex.map(|metres| 2e-5 * metres)))
        .collect();
    let mesh = Mesh::from_triangles(&small).unwrap();
    assert_eq!((mesh.len(), mesh.dropped()), (2048, 2048));
    // 2048 triangles of a hundredth of a millimetre crowd a cell, but are not all within the tolerance of each other.
    let larger: Soup = sphere(4)
        .into_iter()
        .map(|triangle| triangle.map(|vertex| vertex.map(|metres| 2e-4 * metres)))
        .collect();
    assert_eq!(Mesh::from_triangles(&larger).unwrap().dropped(), 2048);
    assert_eq!(
        Mesh::from_triangles_welded(&larger, 0.0).unwrap().dropped(),
        0
    );
}

#[test]
fn vertices_keep_their_precision_far_from_zero() {
    let far: Soup = cube()
        .into_iter()
        .map(|triangle| triangle.map(|[x, y, z]| [x + 1e8, y, z - 1e8]))
        .collect();
    assert_eq!(
        letters(&Mesh::from_triangles(&far).unwrap()),
        ["xxf", "fxx"].repeat(6)
    );
}

#[test]
fn triangles_that_make_no_mesh_are_rejected() {
    let with = |value: f64| {
        let mut soup = cube();
        soup[7][2][1] = value;
        Mesh::from_triangles(&soup).err()
    };
    let error = Some(MeshError::Coordinate {
        triangle: 7,
        corner: 2,
    });
    for value in [f64::NAN, f64::INFINITY, -1.1e9] {
        assert_eq!(with(value), error);
    }
    assert_eq!(with(1e9), None);
    for metres in [-1.0, 1e-12, 2.0, f64::NAN, f64::INFINITY] {
        let error = Mesh::from_triangles_welded(&cube(), metres).err();
        assert!(matches!(error, Some(MeshError::Welding { .. })));
    }
}
