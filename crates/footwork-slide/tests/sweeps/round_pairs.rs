//! Round bodies and volumes. The time of impact is the time at which the distance of the two shrinks to the offset,
//! found by sampling and bisection.

use footwork_slide::{Shape, Swept, sweep_triangle, sweep_volume};
use glam::DVec3;

use crate::hull::Hull;
use crate::random::{Random, cases};

/// The largest error, relative to the sizes.
const ERROR: f64 = 1.0e-9;

/// Returns the time at which the distance first equals `offset`. The distance is a convex function of time, so it falls
/// until its minimum. The minimum lies between samples that rise on both sides.
fn first_within(body: &Hull, motion: DVec3, other: &Hull, offset: f64) -> (f64, Option<f64>) {
    let distance = |time: f64| body.moved(motion * time).distance(other) - offset;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let (a, b) = (low + (high - low) * 0.45, low + (high - low) * 0.55);
        if distance(a) <= distance(b) {
            high = b
        } else {
            low = a
        }
    }
    let bottom = [0.0, 1.0, low, high, 0.5 * (low + high)].into_iter().fold(
        (f64::INFINITY, 0.0),
        |best: (f64, f64), time| {
            let found = distance(time);
            if found < best.0 { (found, time) } else { best }
        },
    );
    if bottom.0 > 0.0 {
        return (bottom.0, None);
    }
    let (mut outside, mut inside) = (0.0, bottom.1);
    for _ in 0..60 {
        let middle = 0.5 * (outside + inside);
        if distance(middle) > 0.0 {
            outside = middle
        } else {
            inside = middle
        }
    }
    (bottom.0, Some(inside))
}

/// Checks a sweep. Returns whether the body hits the obstacle.
fn check(
    about: &str,
    size: f64,
    body: &Hull,
    motion: DVec3,
    other: &Hull,
    swept: Swept,
    offset: f64,
) -> bool {
    let about = format!("{about}, {offset} by {motion}: {swept:?}");
    let touch = 1.0e-8 * size + 2.0e-10;
    let start = body.distance(other);
    match swept {
        Swept::Within { gap, normal } => {
            assert!(start < offset + touch, "{about}: {start}");
            if body.core_distance(other) > 1.0e-6 * size {
                assert!((gap - start).abs() < ERROR * size, "{about}: {start}");
            }
            assert!(
                (DVec3::from(normal).length() - 1.0).abs() < 1.0e-9,
                "{about}"
            );
        }
        Swept::Meets { time, normal } => {
            let normal = DVec3::from(normal);
            assert!((normal.length() - 1.0).abs() < 1.0e-9, "{about}");
            assert!(
                normal.dot(motion) < 0.0,
                "{about}: the normal does not oppose the motion"
            );
            let gap = body.moved(motion * time).distance(other) - offset;
            assert!(
                gap.abs() < ERROR * size + if time > 0.0 { 0.0 } else { touch },
                "{about}: {gap}"
            );
            let (_, first) = first_within(body, motion, other, offset + touch);
            let Some(first) = first else {
                panic!("{about}: the oracle finds no meeting");
            };
            let steep = normal.dot(motion).abs() / motion.length();
            let error = (time - first).abs() * motion.length();
            assert!(
                error * steep <= ERROR * size + 2.0 * touch,
                "{about}: the time is {error} m off {first}"
            );
            let parts = -other.support(normal) - body.moved(motion * time).support(-normal);
            assert!(
                (parts - gap - offset).abs() < 1.0e-6 * size,
                "{about}: {parts}"
            );
        }
        Swept::Apart => {
            let (least, _) = first_within(body, motion, other, offset);
            assert!(
                least > -touch,
                "{about}: the sweep misses a gap of {least} m"
            );
        }
    }
    matches!(swept, Swept::Meets { .. })
}

fn offset(random: &mut Random, size: f64) -> f64 {
    random.one_of(&[0.0, 0.0, 0.01, 0.3]) * size
}

#[test]
fn round_bodies_meet_triangles_when_the_distance_is_the_offset() {
    let count = cases(3_000, 100_000);
    let mut hits = 0;
    for case in 0..count {
        let mut random = Random::new(case ^ 0x2000_0000);
        let size = random.size();
        let shape = random.round(size);
        let triangle = random.triangle(size, 2.0);
        let motion = random.motion(size, triangle[0]);
        let offset = offset(&mut random, size);
        let vertices = triangle.map(|v| v.to_array());
        let swept = sweep_triangle(&shape, motion.to_array(), &vertices, offset);
        let (body, other) = (Hull::of_shape(&shape), Hull::of_triangle(&triangle));
        let about = format!("case {case}: {shape:?} and {triangle:?}");
        hits += u64::from(check(&about, size, &body, motion, &other, swept, offset));
    }
    assert!(hits > count / 6, "only {hits} of {count} pairs meet");
}

#[test]
fn round_bodies_meet_volumes_when_the_distance_is_the_offset() {
    let count = cases(3_000, 50_000);
    let mut hits = 0;
    for case in 0..count {
        let mut random = Random::new(case ^ 0x3000_0000);
        let size = random.size();
        let (shape, volume): (Shape, _) = match random.one_of(&[0, 1, 2]) {
            0 => (random.round(size), random.box_volume(size)),
            1 => (random.upright_box(size), random.round_volume(size)),
            _ => (random.round(size), random.round_volume(size)),
        };
        let placed = random.placed(volume, size, 3.0);
        let motion = random.motion(size, DVec3::from(placed.centre));
        let offset = offset(&mut random, size);
        let swept = sweep_volume(&shape, motion.to_array(), &placed, offset);
        let (body, other) = (Hull::of_shape(&shape), Hull::of_volume(&placed));
        let about = format!("case {case}: {shape:?} and {placed:?}");
        hits += u64::from(check(&about, size, &body, motion, &other, swept, offset));
    }
    assert!(hits > count / 5, "only {hits} of {count} pairs meet");
}
