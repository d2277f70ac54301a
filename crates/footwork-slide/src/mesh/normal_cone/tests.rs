//! The normals that each feature of a triangle allows, as cases. The triangle lies in y = 0 and faces up. Edge 0 lies
//! along z, and the space beyond it is at negative x. Edge 2 lies along x, and the space beyond it is at negative z.
//! Vertex 0 joins the two edges at the origin.

use glam::DVec3;

use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{Edge, Face, INSIDE, exactly_on_arc, limited_normal, on_arc};
use crate::mesh::tests::soups::{below, random};

const VERTICES: [DVec3; 3] = [DVec3::ZERO, DVec3::Z, DVec3::X];
const ABOVE: DVec3 = DVec3::new(0.2, 1.0, 0.2);
const BELOW: DVec3 = DVec3::new(0.2, -1.0, 0.2);

fn unit(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z) / DVec3::new(x, y, z).length()
}

fn convex(x: f64, y: f64, z: f64) -> Edge {
    Edge::Convex {
        normal: unit(x, y, z),
    }
}

fn concave(x: f64, y: f64, z: f64) -> Edge {
    Edge::Concave {
        normal: unit(x, y, z),
    }
}

/// Returns the normal that the triangle allows for a contact.
fn limited(contact: DVec3, vertices: &[DVec3; 3], edges: [Edge; 3], centre: DVec3) -> DVec3 {
    let [a, b, c] = *vertices;
    let normal = (b - a).cross(c - a).normalize();
    limited_normal(contact, &Face { vertices, normal }, |at| edges[at], centre)
}

#[track_caller]
fn check(edge_0: Edge, edge_2: Edge, cases: &[(DVec3, DVec3)]) {
    for centre in [ABOVE, BELOW] {
        for &(contact, expected) in cases {
            let found = limited(contact, &VERTICES, [edge_0, Edge::Flat, edge_2], centre);
            let is_near = (found - expected).length() < 1e-12;
            assert!(is_near, "{contact} becomes {found}, not {expected}");
            // The same triangle wound the other way, with its sides swapped.
            let other_side = |edge: Edge| match edge {
                Edge::Convex { normal } => Edge::Concave { normal: -normal },
                Edge::Concave { normal } => Edge::Convex { normal: -normal },
                edge => edge,
            };
            let [a, b, c] = VERTICES;
            let edges = [edge_2, Edge::Flat, edge_0].map(other_side);
            let flipped = limited(contact, &[a, c, b], edges, centre);
            assert!((flipped - expected).length() < 1e-12, "{flipped}");
        }
    }
}

#[test]
fn a_contact_on_a_face_gets_the_face_normal_on_its_side() {
    let any = [
        Edge::Border,
        Edge::Flat,
        convex(-1.0, 0.0, 0.0),
        concave(1.0, 1.0, 0.0),
    ];
    for edge in any {
        check(edge, edge, &[(DVec3::Y, DVec3::Y), (-DVec3::Y, -DVec3::Y)]);
    }
}

#[test]
fn a_contact_on_a_flat_edge_gets_the_face_normal() {
    check(
        Edge::Flat,
        Edge::Flat,
        &[
            (unit(-1.0, 1.0, 0.0), DVec3::Y),
            (unit(-1.0, 0.2, 0.0), DVec3::Y),
            (unit(-1.0, -1.0, 0.0), -DVec3::Y),
        ],
    );
    for y in [-0.05, 0.0, 0.05] {
        // If the contact normal is edge-on, the body's centre decides.
        for (centre, expected) in [(ABOVE, DVec3::Y), (BELOW, -DVec3::Y)] {
            let found = limited(unit(-1.0, y, 0.0), &VERTICES, [Edge::Flat; 3], centre);
            assert_eq!(found, expected, "edge-on at {y}, from {centre}");
        }
    }
}

#[test]
fn a_contact_on_a_convex_edge_gets_a_normal_between_both_faces() {
    check(
        convex(-1.0, 0.0, 0.0),
        Edge::Flat,
        &[
            (unit(-1.0, 1.0, 0.0), unit(-1.0, 1.0, 0.0)),
            (unit(-1.0, 9.0, 0.0), unit(-1.0, 9.0, 0.0)),
            (-DVec3::X, -DVec3::X),
            (unit(-1.0, -0.3, 0.0), -DVec3::X),
            (unit(-0.3, -1.0, 0.0), -DVec3::Y),
        ],
    );
    // A fin: the surface turns by 170 degrees.
    let sharp = convex(-0.173_648, -0.984_808, 0.0);
    check(
        sharp,
        Edge::Flat,
        &[
            (unit(-1.0, 0.3, 0.0), unit(-1.0, 0.3, 0.0)),
            (unit(-1.0, -0.3, 0.0), unit(-1.0, -0.3, 0.0)),
        ],
    );
}

#[test]
fn a_contact_on_a_concave_edge_gets_the_face_normal_in_front_and_a_convex_one_behind() {
    check(
        concave(1.0, 1.0, 0.0),
        Edge::Flat,
        &[
            (unit(-1.0, 1.0, 0.0), DVec3::Y),
            (unit(-0.5, -1.0, 0.0), unit(-0.5, -1.0, 0.0)),
            (unit(-1.0, -0.2, 0.0), unit(-1.0, -1.0, 0.0)),
        ],
    );
}

#[test]
fn a_contact_on_a_border_gets_a_normal_of_a_half_circle() {
    let kept = [
        unit(-1.0, 1.0, 0.0),
        -DVec3::X,
        unit(-1.0, -1.0, 0.0),
        unit(-0.1, -1.0, 0.0),
    ];
    check(
        Edge::Border,
        Edge::Flat,
        &kept.map(|normal| (normal, normal)),
    );
}

#[test]
fn a_contact_on_a_vertex_gets_a_normal_that_both_edges_allow() {
    let contact = unit(-1.0, 1.0, -1.0);
    let along_x = unit(-1.0, 1.0, 0.0);
    let (to_x, to_z) = (convex(-1.0, 0.0, 0.0), convex(0.0, 0.0, -1.0));
    check(Edge::Flat, Edge::Flat, &[(contact, DVec3::Y)]);
    check(Edge::Border, Edge::Border, &[(contact, contact)]);
    check(Edge::Border, Edge::Flat, &[(contact, along_x)]);
    check(to_x, to_z, &[(contact, contact)]);
    check(to_x, Edge::Flat, &[(contact, along_x)]);
    check(to_x, Edge::Border, &[(contact, contact)]);
    check(
        to_x,
        concave(0.0, 1.0, 1.0),
        &[
            (contact, along_x),
            (unit(-0.2, -1.0, -0.3), unit(0.0, -1.0, -0.3)),
        ],
    );
}

#[test]
fn on_arc_agrees_with_exactly_on_arc() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut kinds = [0; 3];
    for _ in 0..100_000 {
        let mut vector = || DVec3::from_array([(); 3].map(|()| random(&mut rng) * 2.0 - 1.0));
        let (a, other, off) = (vector().normalize(), vector(), vector());
        let sizes = [1.0, 1.0, 1.0e-3, 1.0e-7, 1.0e-12, 1.0e-15, 0.0];
        let b = (a + other * sizes[below(&mut rng, 7)]).normalize();
        let share = [0.0, 1.0, 0.5, -0.2, 1.0e-9, 1.0 + 1.0e-12, 0.99][below(&mut rng, 7)];
        let contact = a + (b - a) * share + off * sizes[below(&mut rng, 7)];
        let contact = contact.normalize();
        let nearer_end = if a.dot(contact) >= b.dot(contact) {
            a
        } else {
            b
        };
        let expected = exactly_on_arc([a, b], a.cross(b), contact).unwrap_or(nearer_end);
        let found = on_arc(a, b, contact);
        let is_on_arc = found == contact && expected.dot(contact) >= INSIDE;
        assert!(found == expected || is_on_arc, "{a} {b} {contact}");
        kinds[if expected == nearer_end {
            0
        } else {
            1 + usize::from(is_on_arc)
        }] += 1;
    }
    // The test is meaningful only if each kind happens often.
    assert!(kinds.iter().all(|count| *count > 5_000), "{kinds:?}");
}
