//! The screen never changes a result: with and without it, sweeps give the same bits.

use glam::DVec3;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::body::Body;
use crate::mesh::tests::soups::{below, random};
use crate::sweep::box_triangle::{ALL, BoxTriangle, meet};
use crate::sweep::meeting::{Meeting, Sweep};
use crate::sweep::screen::Outline;
use crate::sweep::slab::{rest_in_slabs, sweep_slabs, widest_gap};

fn vector(rng: &mut TestRng) -> DVec3 {
    DVec3::new(random(rng), random(rng), random(rng)) * 2.0 - DVec3::ONE
}

fn one_of<T: Copy>(rng: &mut TestRng, all: &[T]) -> T {
    all[below(rng, all.len())]
}

/// Moves a box and a triangle by a random vector, which leaves the vector between the two nearly unchanged.
fn elsewhere(rng: &mut TestRng, triangle: &[DVec3; 3]) -> (DVec3, [DVec3; 3]) {
    let far = one_of(rng, &[0.0, 1.0e-3, 0.1, 0.1, 1.0, 10.0, 1.0e3, 1.0e6]);
    let place = vector(rng) * far;
    (place, triangle.map(|vertex| vertex + place))
}

/// Returns a box, a motion, a triangle and an offset of random sizes. The triangle is often thin or level, and often
/// just touches the box.
fn case(rng: &mut TestRng) -> (DVec3, DVec3, [DVec3; 3], f64) {
    let size = one_of(rng, &[1.0, 1.0, 1.0, 1.0e-6, 1.0e3, 1.0e9, 1.0e25]);
    let half = (vector(rng).abs() + DVec3::splat(0.01)) * one_of(rng, &[1.0, 1.0, size]);
    let offset = one_of(rng, &[0.0, 0.001, 0.005, 0.02, 0.02 * size]);
    let place = vector(rng) * (2.0 * half + DVec3::ONE);
    let spread = one_of(rng, &[0.5, 1.0, 1.0, size]);
    let mut triangle = [(); 3].map(|()| place + vector(rng) * spread);
    match below(rng, 6) {
        0 => triangle[2] = triangle[0].lerp(triangle[1], 0.3) + vector(rng) * 1.0e-4,
        1 => triangle[2] = triangle[1],
        2 => {
            let axis = below(rng, 3);
            triangle.iter_mut().for_each(|at| at[axis] = place[axis]);
        }
        _ => {}
    }
    if below(rng, 2) == 0 {
        let slabs = BoxTriangle {
            half,
            motion: DVec3::ZERO,
            triangle: &triangle,
            axes: ALL,
        };
        let (gap, normal) = widest_gap(&slabs);
        let off = one_of(rng, &[0.0, 0.0, 1.0e-9, -1.0e-9, 1.0e-6, -1.0e-6, -1.0e-3]);
        let closer = normal * (gap - offset + off * one_of(rng, &[1.0, size]));
        triangle.iter_mut().for_each(|at| *at += closer);
    }
    let motion = match below(rng, 4) {
        0 => vector(rng),
        1 => vector(rng) * 0.05,
        2 => vector(rng) * one_of(rng, &[1.0e-9, 100.0, size]),
        _ => DVec3::new(random(rng) - 0.5, 0.0, 0.0),
    };
    (half, motion, triangle, offset)
}

#[test]
fn sweeps_have_the_same_bits_with_and_without_the_screen() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (mut met, mut decided) = (0, 0);
    for _ in 0..100_000 {
        let (half, motion, triangle, offset) = case(&mut rng);
        let (place, placed) = elsewhere(&mut rng, &triangle);
        let triangle = placed.map(|vertex| vertex - place);
        let outline = Outline::new(&Body::Box { half }, &placed);
        for motion in [motion, DVec3::ZERO] {
            let slabs = BoxTriangle {
                half,
                motion,
                triangle: &triangle,
                axes: ALL,
            };
            let expected = if motion == DVec3::ZERO {
                rest_in_slabs(&slabs, offset)
            } else {
                sweep_slabs(&slabs, &slabs, motion, [offset, 1.0])
            };
            let sweep = Sweep::new(place, motion, offset);
            let found = meet(half, &sweep, &outline, &placed);
            assert_eq!(
                found, expected,
                "{half} {place} {motion} {placed:?} {offset}"
            );
            let screen = outline.screen(place, motion, offset);
            let is_apart = screen.meeting().is_none();
            assert!(!is_apart || expected == Meeting::Apart);
            met += usize::from(expected != Meeting::Apart);
            decided += usize::from(is_apart && expected == Meeting::Apart);
        }
    }
    // The test is meaningful only if both outcomes happen often.
    assert!(met > 20_000 && decided > 100_000, "{met} {decided}");
}
