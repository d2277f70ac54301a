//! [`look`] never drops a triangle that the exact sweep meets, and never reports a later time for it than the sweep.

use glam::DVec3;
use proptest::test_runner::{RngAlgorithm, TestRng};

use footwork_base::{SimdLevel, SupportedLevel};

use super::{Batches, Glance, Inner, LANES, look};
use crate::body::Body;
use crate::mesh::tests::soups::{below, random};
use crate::sweep::{Meeting, Outline, Sweep, meet_triangle};

fn vector(rng: &mut TestRng) -> DVec3 {
    DVec3::new(random(rng), random(rng), random(rng)) * 2.0 - DVec3::ONE
}

fn one_of<T: Copy>(rng: &mut TestRng, all: &[T]) -> T {
    all[below(rng, all.len())]
}

/// Returns a triangle of random size near a body. It is often thin, level or just touched.
fn triangle(rng: &mut TestRng, body: &Body, sweep: &Sweep) -> [DVec3; 3] {
    let spread = one_of(rng, &[0.2, 0.2, 1.0, 100.0]);
    let place = sweep.at + sweep.motion * random(rng) + vector(rng) * 1.5;
    let mut triangle = [(); 3].map(|()| place + vector(rng) * spread);
    match below(rng, 6) {
        0 => triangle[2] = triangle[0].lerp(triangle[1], 0.3) + vector(rng) * 1.0e-4,
        1 => triangle[2] = triangle[1],
        2 => triangle.iter_mut().for_each(|at| at.y = place.y),
        _ => {}
    }
    let rest = Sweep {
        motion: DVec3::ZERO,
        offset: 10.0,
        ..*sweep
    };
    let outline = Outline::new(body, &triangle);
    if let (0, Meeting::Within { gap, normal }) = (
        below(rng, 2),
        meet_triangle(body, &rest, &outline, &triangle),
    ) {
        let off = one_of(
            rng,
            &[0.0, 1.0e-9, -1.0e-9, 1.0e-6, -1.0e-6, 1.0e-4, -1.0e-4],
        );
        triangle
            .iter_mut()
            .for_each(|at| *at += normal * (gap - sweep.offset + off));
    }
    triangle
}

/// Calls [`look`] at a SIMD level. Returns the share of the way for each triangle; `None` for a dropped triangle.
fn looked(
    level: SupportedLevel,
    triangles: &[[DVec3; 3]],
    glance: &Glance,
) -> [Option<f32>; TRIANGLES] {
    let mut batches = Batches::default();
    for triangle in triangles {
        batches.push(triangle);
    }
    let mut seen = [None; TRIANGLES];
    look(
        level,
        &batches,
        glance,
        &mut Vec::new(),
        |place, earliest| seen[place] = Some(earliest),
    );
    seen
}

/// The triangles of one full batch and of a part of another.
const TRIANGLES: usize = LANES + 3;

#[test]
fn a_look_keeps_every_triangle_that_the_sweep_meets() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (mut met, mut dropped, mut apart, mut by_inner) = (0, 0, 0, 0);
    for _ in 0..10_000 {
        let radius = 0.1 + random(&mut rng);
        let half_axis = one_of(&mut rng, &[0.0, 0.5, 1.0]);
        let body = Body::Round { half_axis, radius };
        let far = one_of(&mut rng, &[0.0, 1.0, 30.0, 1.0e4]);
        let long = one_of(&mut rng, &[0.0, 1.0e-6, 0.05, 1.0, 30.0]);
        let sweep = Sweep::new(
            vector(&mut rng) * far,
            vector(&mut rng) * DVec3::new(1.0, one_of(&mut rng, &[0.0, 1.0]), 1.0) * long,
            one_of(&mut rng, &[0.0, 0.005, 0.1]),
        );
        let triangles = [(); TRIANGLES].map(|()| triangle(&mut rng, &body, &sweep));
        // Half of the calls also ask whether the body comes nearer in a longer motion.
        let last = one_of(&mut rng, &[1.0, 1.3, 5.0]);
        let inner = Inner {
            offset: sweep.offset * one_of(&mut rng, &[0.0, 0.2, 1.0]),
            last,
        };
        let inner = one_of(&mut rng, &[None, Some(inner)]);
        let shape = [half_axis, radius];
        let glance = Glance::new(shape, sweep.at, sweep.motion, sweep.offset, inner);
        let mut levels = SimdLevel::available().filter_map(SupportedLevel::new);
        let seen = looked(levels.next().unwrap(), &triangles, &glance);
        for level in levels {
            let again = looked(level, &triangles, &glance);
            let bits = |seen: [Option<f32>; TRIANGLES]| seen.map(|time| time.map(f32::to_bits));
            assert_eq!(bits(again), bits(seen), "{level:?}");
        }
        for (reached, triangle) in seen.iter().zip(&triangles) {
            let outline = Outline::new(&body, triangle);
            let meet = |sweep: &Sweep| meet_triangle(&body, sweep, &outline, triangle);
            let meeting = meet(&sweep);
            let nearer = inner.map(|inner| {
                meet(&Sweep {
                    motion: sweep.motion * last,
                    offset: inner.offset,
                    ..sweep
                })
            });
            let told =
                format!("{body:?} {sweep:?} {triangle:?}: {meeting:?}, {reached:?}, {nearer:?}");
            match (meeting, reached) {
                _ if nearer == Some(Meeting::Apart) && reached.is_none() => by_inner += 1,
                (Meeting::Apart, Some(_)) => apart += 1,
                (Meeting::Apart, None) => dropped += 1,
                (Meeting::Meets { time, .. }, reached) => {
                    met += 1;
                    assert!(reached.is_some_and(|at| f64::from(at) <= time), "{told}");
                }
                (Meeting::Within { .. }, reached) => {
                    met += 1;
                    assert!(reached.is_some_and(|at| at <= 0.0), "{told}");
                }
            }
        }
    }
    // The test is meaningful only if each kind happens often.
    assert!(
        met > 10_000 && dropped > 10_000 && by_inner > 10_000,
        "{met} {dropped} {apart} {by_inner}"
    );
}
