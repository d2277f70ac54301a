//! Boxes against triangles and boxes: the sweep returns the time of the first event that the oracle finds.

use footwork_slide::{PlacedVolume, Shape, Swept, sweep_triangle, sweep_volume};
use glam::DVec3;

use crate::hull::{Hull, Triangle, larger};
use crate::random::{Random, cases, single};

/// The largest error of a time of impact, as a distance along the normal relative to the size of the scene.
const ERROR: f64 = 2.0e-9;

enum Obstacle {
    Triangle(Triangle),
    Volume(PlacedVolume),
}

impl Obstacle {
    fn sweep(&self, shape: &Shape, motion: DVec3, offset: f64) -> Swept {
        let motion = motion.to_array();
        match self {
            Self::Triangle(vertices) => {
                sweep_triangle(shape, motion, &vertices.map(|v| v.to_array()), offset)
            }
            Self::Volume(placed) => sweep_volume(shape, motion, placed, offset),
        }
    }

    fn hull(&self) -> Hull {
        match self {
            Self::Triangle(triangle) => Hull::of_triangle(triangle),
            Self::Volume(placed) => Hull::of_volume(placed),
        }
    }
}

fn grown(shape: &Shape, share: f64) -> Shape {
    match *shape {
        Shape::Box { half_m: half } => Shape::Box {
            half_m: half.map(|length| single(f64::from(length) * (1.0 + share))),
        },
        other => other,
    }
}

/// Checks a sweep. Returns whether the body hits the obstacle, because callers check that enough pairs hit.
fn check(case: u64, size: f64, shape: &Shape, motion: DVec3, obstacle: &Obstacle) -> bool {
    let (body, other) = (Hull::of_shape(shape), obstacle.hull());
    let expected = |shape: &Shape| Hull::of_shape(shape).first_meeting(motion, &other);
    let swept = obstacle.sweep(shape, motion, 0.0);
    let about = format!("case {case}: {shape:?} by {motion} against {other:?} is {swept:?}");
    match swept {
        Swept::Within { gap, .. } => {
            assert!(gap < 1.0e-9 * size, "{about}");
            assert!(
                Hull::of_shape(&grown(shape, 1.0e-6)).core_distance(&other) <= 0.0,
                "{about}: the two do not overlap"
            );
        }
        Swept::Meets { time, normal } => {
            let normal = DVec3::from(normal);
            assert!((normal.length() - 1.0).abs() < 1.0e-9, "{about}");
            assert!(
                normal.dot(motion) < 0.0,
                "{about}: the normal does not oppose the motion"
            );
            let Some(first) = expected(shape).or_else(|| expected(&grown(shape, 1.0e-6))) else {
                panic!("{about}: the oracle finds no meeting");
            };
            let error = (time - first).abs() * motion.length();
            let steep = normal.dot(motion).abs() / motion.length();
            assert!(
                error * steep <= ERROR * size,
                "{about}: the time is {error} m off {first}"
            );
            // At the time of impact, the two just touch along the normal.
            let moved = body.moved(motion * time);
            let gap = -other.support(normal) - moved.support(-normal);
            assert!(
                gap.abs() <= 1.0e-10 * larger(size, motion.length()),
                "{about}: {gap}"
            );
        }
        Swept::Apart => {
            let missed = expected(&grown(shape, -1.0e-6));
            assert_eq!(missed, None, "{about}: the sweep misses a meeting");
        }
    }
    matches!(swept, Swept::Meets { .. })
}

#[test]
fn boxes_meet_triangles_at_the_first_event() {
    let count = cases(5_000, 100_000);
    let mut hits = 0;
    for case in 0..count {
        let mut random = Random::new(case);
        let size = random.size();
        let shape = random.upright_box(size);
        let triangle = random.triangle(size, 2.0);
        let motion = random.motion(size, triangle[0]);
        hits += u64::from(check(
            case,
            size,
            &shape,
            motion,
            &Obstacle::Triangle(triangle),
        ));
    }
    assert!(hits > count / 5, "only {hits} of {count} pairs meet");
}

#[test]
fn boxes_meet_boxes_at_the_first_event() {
    let count = cases(5_000, 100_000);
    let mut hits = 0;
    for case in 0..count {
        let mut random = Random::new(case ^ 0x1000_0000);
        let size = random.size();
        let shape = random.upright_box(size);
        let volume = random.box_volume(size);
        let placed = random.placed(volume, size, 3.0);
        let motion = random.motion(size, DVec3::from(placed.centre));
        hits += u64::from(check(case, size, &shape, motion, &Obstacle::Volume(placed)));
    }
    assert!(hits > count / 5, "only {hits} of {count} pairs meet");
}

/// Boxes meet at an offset when the widest gap along any axis shrinks to the offset, and never before.
#[test]
fn boxes_keep_a_mitred_offset() {
    let mut hits = 0;
    let count = cases(5_000, 100_000);
    for case in 0..count {
        let mut random = Random::new(case ^ 0x7000_0000);
        let size = random.size();
        let shape = random.upright_box(size);
        let triangle = random.triangle(size, 2.0);
        let motion = random.motion(size, triangle[0]);
        let offset = random.between(0.0, 0.5) * size;
        let gap = |time: f64| {
            let moved = triangle.map(|v| v - motion * time);
            match Obstacle::Triangle(moved).sweep(&shape, DVec3::ZERO, 100.0 * size) {
                Swept::Within { gap, .. } => gap - offset,
                _ => f64::INFINITY,
            }
        };
        let swept = Obstacle::Triangle(triangle).sweep(&shape, motion, offset);
        let about = format!(
            "case {case}: {shape:?} by {motion} against {triangle:?} at {offset} is {swept:?}"
        );
        let touch = 2.0e-9 * size + 2.0e-10;
        let end = match swept {
            Swept::Within { gap: start, .. } => {
                assert_eq!(start - offset, gap(0.0), "{about}");
                continue;
            }
            Swept::Meets { time, .. } => {
                hits += 1;
                let met = gap(time);
                assert!(met.abs() < touch, "{about}: {met}");
                time
            }
            Swept::Apart => 1.0,
        };
        for sample in 0..20 {
            let before = gap(end * f64::from(sample) / 20.0);
            assert!(before > -touch, "{about}: {before}");
        }
    }
    assert!(hits > count / 5, "only {hits} of {count} pairs meet");
}
