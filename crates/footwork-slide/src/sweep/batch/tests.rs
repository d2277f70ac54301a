//! The first look never drops a triangle that the exact sweep meets, nor says that it is met later.

use glam::DVec3;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{Batch, Glance, Lane};
use crate::body::Body;
use crate::mesh::tests::soups::{below, random};
use crate::sweep::{Meeting, Outline, Sweep, meet_triangle};

fn vector(rng: &mut TestRng) -> DVec3 {
    DVec3::new(random(rng), random(rng), random(rng)) * 2.0 - DVec3::ONE
}

fn one_of<T: Copy>(rng: &mut TestRng, all: &[T]) -> T {
    all[below(rng, all.len())]
}

/// Triangles of all sizes around a body, often thin, level or just touched.
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

#[test]
fn the_first_look_keeps_whatever_is_met() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (mut met, mut dropped, mut apart) = (0, 0, 0);
    for _ in 0..30_000 {
        let radius = 0.1 + random(&mut rng);
        let half_axis = one_of(&mut rng, &[0.0, 0.5, 1.0]);
        let body = Body::Round { half_axis, radius };
        let far = one_of(&mut rng, &[0.0, 1.0, 30.0, 1.0e4]);
        let long = one_of(&mut rng, &[0.0, 1.0e-6, 0.05, 1.0, 30.0]);
        let sweep = Sweep {
            at: vector(&mut rng) * far,
            motion: vector(&mut rng) * DVec3::new(1.0, one_of(&mut rng, &[0.0, 1.0]), 1.0) * long,
            offset: one_of(&mut rng, &[0.0, 0.005, 0.1]),
            until: 1.0,
        };
        let triangles = [(); 4].map(|()| triangle(&mut rng, &body, &sweep));
        let batch = Batch::new(triangles.map(Lane::Triangle));
        let glance = Glance::new(&body, sweep.at, sweep.motion, sweep.offset);
        let seen = batch.look(&glance);
        for (lane, triangle) in triangles.iter().enumerate() {
            let outline = Outline::new(&body, triangle);
            let meeting = meet_triangle(&body, &sweep, &outline, triangle);
            let reached = seen.earliest[lane];
            let is_kept = seen.lanes >> lane & 1 != 0;
            let told = format!("{body:?} {sweep:?} {triangle:?}: {meeting:?}, {reached}");
            match meeting {
                Meeting::Apart if is_kept => apart += 1,
                Meeting::Apart => dropped += 1,
                Meeting::Meets { time, .. } => {
                    met += 1;
                    assert!(is_kept && f64::from(reached) <= time, "{told}");
                }
                Meeting::Within { .. } => {
                    met += 1;
                    assert!(is_kept && reached <= 0.0, "{told}");
                }
            }
        }
    }
    // All must happen often for this to mean anything.
    assert!(met > 10_000 && dropped > 10_000, "{met} {dropped} {apart}");
}
