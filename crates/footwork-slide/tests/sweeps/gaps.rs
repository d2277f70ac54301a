//! Gaps and overlaps: the results of sweeps with a motion of zero.

use footwork_slide::{PlacedVolume, Shape, Swept, Volume, sweep_triangle, sweep_volume};
use glam::DVec3;

use crate::hull::{Hull, Triangle};
use crate::random::{Random, cases};

/// A distance larger than any gap in a scene of size 1.
const FAR: f64 = 100.0;

fn gap_to_triangle(shape: &Shape, triangle: &Triangle) -> (f64, DVec3) {
    let vertices = triangle.map(|v| v.to_array());
    within(sweep_triangle(shape, [0.0; 3], &vertices, FAR))
}

fn gap_to_volume(shape: &Shape, placed: &PlacedVolume) -> (f64, DVec3) {
    within(sweep_volume(shape, [0.0; 3], placed, FAR))
}

fn within(swept: Swept) -> (f64, DVec3) {
    match swept {
        Swept::Within { gap, normal } => (gap, DVec3::from(normal)),
        other => panic!("{other:?}"),
    }
}

/// Checks that the two are exactly `gap` apart along the normal, and that no other direction leads out of an overlap in
/// a shorter way.
fn check(random: &mut Random, about: &str, body: &Hull, other: &Hull, (gap, normal): (f64, DVec3)) {
    let about = format!("{about}: {gap} along {normal}");
    let along = |direction: DVec3| -other.support(direction) - body.support(-direction);
    assert!((normal.length() - 1.0).abs() < 1.0e-12, "{about}");
    assert!(
        (along(normal) - gap).abs() < 1.0e-9,
        "{about}: {}",
        along(normal)
    );
    if gap < 0.0 {
        for _ in 0..100 {
            if let Some(direction) = random.vector(1.0).try_normalize() {
                assert!(along(direction) <= gap + 1.0e-9, "{about}: {direction}");
            }
        }
    } else {
        let distance = body.distance(other);
        assert!(gap <= distance + 1.0e-9, "{about}: {distance}");
    }
}

#[test]
fn the_gap_to_a_triangle_is_exact_and_the_shortest_way_out() {
    for case in 0..cases(5_000, 100_000) {
        let mut random = Random::new(case ^ 0x4000_0000);
        let shape = if random.one_of(&[false, true]) {
            random.upright_box(1.0)
        } else {
            random.round(1.0)
        };
        let triangle = random.triangle(1.0, 1.2);
        let about = format!("case {case}: {shape:?} and {triangle:?}");
        let (body, other) = (Hull::of_shape(&shape), Hull::of_triangle(&triangle));
        let found = gap_to_triangle(&shape, &triangle);
        check(&mut random, &about, &body, &other, found);
    }
}

#[test]
fn the_gap_to_a_volume_is_exact_and_the_shortest_way_out() {
    for case in 0..cases(5_000, 100_000) {
        let mut random = Random::new(case ^ 0x5000_0000);
        let shape = if random.one_of(&[false, true]) {
            random.upright_box(1.0)
        } else {
            random.round(1.0)
        };
        let volume = if random.one_of(&[false, true]) {
            random.box_volume(1.0)
        } else {
            random.round_volume(1.0)
        };
        let placed = random.placed(volume, 1.0, 1.5);
        let about = format!("case {case}: {shape:?} and {placed:?}");
        let (body, other) = (Hull::of_shape(&shape), Hull::of_volume(&placed));
        let found = gap_to_volume(&shape, &placed);
        check(&mut random, &about, &body, &other, found);
    }
}

#[test]
fn the_way_out_of_a_triangle_leads_to_the_side_of_the_centre() {
    for shape in [
        Shape::Box { half_m: [0.5; 3] },
        Shape::Sphere { radius_m: 0.5 },
        Shape::Capsule {
            radius_m: 0.25,
            height_m: 1.0,
        },
    ] {
        for side in [-1.0, 1.0] {
            let y = 0.2 * side;
            let [a, b, c] = [[-9.0, y, -9.0], [9.0, y, -9.0], [0.0, y, 9.0]];
            for triangle in [[a, b, c], [c, b, a]] {
                let (gap, normal) = within(sweep_triangle(&shape, [0.0; 3], &triangle, 0.0));
                assert!((gap + 0.3).abs() < 1.0e-7, "{shape:?}: {gap}");
                assert_eq!(normal, DVec3::new(0.0, -side, 0.0), "{shape:?}");
            }
        }
    }
}

#[test]
fn a_body_in_the_middle_of_a_triangle_leaves_against_its_motion() {
    let triangle = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]];
    let cube = PlacedVolume {
        volume: Volume::Box { half_m: [0.5; 3] },
        centre: [0.0; 3],
        rotation: [0.0, 0.0, 0.0, 1.0],
    };
    for shape in [
        Shape::Box { half_m: [0.5; 3] },
        Shape::Sphere { radius_m: 0.5 },
    ] {
        for down in [-1.0, 1.0] {
            let motion = [0.0, -down, 0.0];
            let back = DVec3::new(0.0, down, 0.0);
            let (gap, normal) = within(sweep_triangle(&shape, motion, &triangle, 0.0));
            assert_eq!((gap, normal), (-0.5, back), "{shape:?}");
        }
        let (gap, _) = within(sweep_volume(&shape, [0.0; 3], &cube, 0.0));
        assert_eq!(gap, -1.0, "{shape:?}");
    }
}
