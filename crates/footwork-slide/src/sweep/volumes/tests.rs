//! The short form for upright people gives the same results as the general form, up to rounding.

use glam::DVec3;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{BoxAndSegment, Uprights, Zonotope, meet_round};
use crate::body::Body;
use crate::mesh::tests::soups::{below, random};
use crate::sweep::meeting::Meeting;
use crate::volume::RoundZonotope;

fn between(rng: &mut TestRng, low: f64, high: f64) -> f64 {
    low + (high - low) * random(rng)
}

fn around_zero(rng: &mut TestRng, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| between(rng, -size, size)))
}

/// Returns a capsule or a sphere that moves, an upright capsule or a sphere that rests, and an offset.
fn pair(rng: &mut TestRng) -> (Body, DVec3, RoundZonotope, f64) {
    let half_axis = |rng: &mut TestRng| [0.0, between(rng, 0.0, 1.0)][below(rng, 2)];
    let body = Body::Round {
        half_axis: half_axis(rng),
        radius: between(rng, 0.05, 0.5),
    };
    let half = half_axis(rng) * [1.0, -1.0][below(rng, 2)];
    let volume = RoundZonotope {
        centre: around_zero(rng, 2.0),
        generators: [DVec3::ZERO, DVec3::new(0.0, half, 0.0), DVec3::ZERO],
        radius: between(rng, 0.0, 0.5),
        disc: 0.0,
    };
    let towards = volume.centre * between(rng, 0.0, 2.0) + around_zero(rng, 0.3);
    let upright = DVec3::new(0.0, between(rng, -3.0, 3.0), 0.0);
    let motion = [DVec3::ZERO, towards, towards, upright][below(rng, 4)];
    let offset = [0.0, 0.005, between(rng, 0.0, 0.5)][below(rng, 3)];
    (body, motion, volume, offset)
}

/// Asserts that two results agree within 10⁻⁹, in metres and in shares of the motion.
#[track_caller]
fn assert_agree(short: &Meeting, general: &Meeting, told: &str) {
    let near = |a: f64, b: f64| (a - b).abs() <= 1.0e-9;
    let agree = match (short, general) {
        (Meeting::Apart, Meeting::Apart) => true,
        (Meeting::Meets { time: a, normal: m }, Meeting::Meets { time: b, normal: n })
        | (Meeting::Within { gap: a, normal: m }, Meeting::Within { gap: b, normal: n }) => {
            near(*a, *b) && (*m - *n).length() <= 1.0e-9
        }
        _ => false,
    };
    assert!(agree, "{told}: {short:?} instead of {general:?}");
}

#[test]
fn people_meet_as_a_box_and_a_segment_do() {
    let rng = &mut TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut met = 0;
    for case in 0..20_000 {
        let (body, motion, volume, offset) = pair(rng);
        let Body::Round { half_axis, radius } = body else {
            unreachable!("the body is round");
        };
        let slabs = Zonotope {
            half: DVec3::new(0.0, half_axis, 0.0),
            motion,
            volume: &volume,
        };
        let radius = radius + volume.radius;
        let short = Uprights::new(&body, &volume).expect("both are upright");
        let short = meet_round(&short, &slabs, radius, offset);
        let general = BoxAndSegment::new(&body, &volume);
        let general = meet_round(&general, &slabs, radius, offset);
        let told = format!("case {case}: {body:?}, {motion}, {volume:?}");
        assert_agree(&short, &general, &told);
        met += usize::from(short != Meeting::Apart);
    }
    assert!(met > 6_000, "only {met} pairs met");
}
