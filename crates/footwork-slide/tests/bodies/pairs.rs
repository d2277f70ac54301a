//! Compares sweeps of single pairs with sweeps of boxes, and with sweeps of prisms around and inside cylinders.

use footwork_slide::{PlacedVolume, Pose, Shape, Swept, Volume, sweep_triangle, sweep_volume};
use footwork_testkit::Random;

use crate::{any_rotation, any_vector, box_as_hull, cases, prism};

type Triangle = [[f64; 3]; 3];

/// Returns a triangle near the origin, at times a sliver.
fn any_triangle(random: &mut Random) -> Triangle {
    let at = any_vector(random, 2.0);
    let size = *random.pick(&[0.2, 1.0, 8.0]);
    let mut corner = || {
        let off = any_vector(random, size);
        [0, 1, 2].map(|axis| at[axis] + off[axis])
    };
    let [a, b, mut c] = [corner(), corner(), corner()];
    if random.one_in(8) {
        c = [0, 1, 2].map(|axis| b[axis] + 1e-4 * (c[axis] - b[axis]));
    }
    [a, b, c]
}

fn any_half(random: &mut Random) -> [f32; 3] {
    [0; 3].map(|_| random.between(0.1, 1.2) as f32)
}

/// Returns the time of a meeting; 0 if the two start within the offset, `None` if they stay apart.
fn time(swept: Swept) -> Option<f64> {
    match swept {
        Swept::Apart => None,
        Swept::Meets { time, .. } => Some(time),
        Swept::Within { .. } => Some(0.0),
    }
}

fn check_same(case: u64, found: Swept, expected: Swept, is_deep_known: bool) {
    let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-5);
    let is_same = match (found, expected) {
        (Swept::Apart, Swept::Apart) => true,
        (
            Swept::Meets { time: a, normal },
            Swept::Meets {
                time: b,
                normal: other,
            },
        ) => {
            // Nearly parallel edges that meet have no certain normal.
            (a - b).abs() < 1e-8 && (near(normal, other) || a > 0.0)
        }
        (Swept::Within { gap: a, .. }, Swept::Within { gap: b, .. }) => {
            (a - b).abs() < 1e-8 || !is_deep_known && a <= b + 1e-8
        }
        // The pair grazes within rounding.
        _ => {
            let [a, b] = [time(found), time(expected)];
            a.is_none_or(|a| a > 1.0 - 1e-8) && b.is_none_or(|b| b > 1.0 - 1e-8)
        }
    };
    assert!(is_same, "case {case}: {found:?}, expected {expected:?}");
}

#[test]
fn a_box_as_a_hull_meets_triangles_when_the_box_does() {
    let mut met = 0;
    for case in 0..cases(4000) {
        let random = &mut Random::for_case("box as hull", case);
        let (half_m, triangle) = (any_half(random), any_triangle(random));
        let motion = any_vector(random, 3.0);
        let expected = sweep_triangle(&Shape::Box { half_m }, motion, &triangle, 0.0);
        let found = sweep_triangle(&box_as_hull(half_m), motion, &triangle, 0.0);
        check_same(case, found, expected, false);
        met += u32::from(matches!(found, Swept::Meets { .. }));
    }
    assert!(met > 200, "{met}");
}

#[test]
fn a_turned_box_meets_what_a_box_meets_in_a_turned_world() {
    let mut met = 0;
    for case in 0..cases(4000) {
        let random = &mut Random::for_case("turned box", case);
        let (half_m, rotation) = (any_half(random), any_rotation(random));
        let (triangle, motion) = (any_triangle(random), any_vector(random, 3.0));
        let pose = Pose::new([0.0; 3], rotation).unwrap();
        let turned = |at: [f64; 3]| pose.to_world(at);
        let expected = sweep_triangle(&Shape::Box { half_m }, motion, &triangle, 0.005);
        let body = Shape::TurnedBox {
            half_m,
            rotation: pose.rotation(),
        };
        let found = sweep_triangle(&body, turned(motion), &triangle.map(turned), 0.005);
        let back = |normal: [f64; 3]| pose.to_local(normal);
        let found = match found {
            Swept::Meets { time, normal } => Swept::Meets {
                time,
                normal: back(normal),
            },
            Swept::Within { gap, normal } => Swept::Within {
                gap,
                normal: back(normal),
            },
            Swept::Apart => Swept::Apart,
        };
        // The shapes store their rotations in f32, which limits the accuracy.
        let is_same = match (time(found), time(expected)) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-4,
            (a, b) => a == b || a.or(b).is_some_and(|time| time > 0.999),
        };
        met += u32::from(matches!(found, Swept::Meets { .. }));
        assert!(is_same, "case {case}: {found:?}, expected {expected:?}");
    }
    assert!(met > 200, "{met}");
}

/// A prism inside a cylinder meets an obstacle no earlier than the cylinder does. A prism around the cylinder meets it
/// no later.
#[test]
fn a_cylinder_meets_obstacles_between_the_prisms_inside_and_around_it() {
    let sides = 16;
    let around = 1.0 / libm::cos(std::f64::consts::PI / sides as f64);
    let mut met = 0;
    for case in 0..cases(3000) {
        let random = &mut Random::for_case("cylinder", case);
        let (radius, height) = (random.between(0.2, 0.8), random.between(0.3, 2.0));
        let cylinder = Shape::Cylinder {
            radius_m: radius as f32,
            height_m: height as f32,
        };
        let inner = prism(sides, radius - 1e-6, height - 1e-6);
        let outer = prism(sides, radius * around + 1e-6, height + 1e-6);
        let motion = any_vector(random, 3.0);
        let placed = any_placed(random);
        let triangle = any_triangle(random);
        let sweep = |shape: &Shape| {
            if case % 2 == 0 {
                sweep_triangle(shape, motion, &triangle, 0.005)
            } else {
                sweep_volume(shape, motion, &placed, 0.005)
            }
        };
        let [early, found, late] = [&outer, &cylinder, &inner].map(sweep);
        let order = |swept: Swept| time(swept).unwrap_or(2.0);
        let told = || format!("case {case}: {early:?}, {found:?}, {late:?}");
        assert!(order(early) <= order(found) + 1e-6, "{}", told());
        assert!(order(found) <= order(late) + 1e-6, "{}", told());
        met += u32::from(matches!(found, Swept::Meets { .. }));
    }
    assert!(met > 150, "{met}");
}

fn any_placed(random: &mut Random) -> PlacedVolume {
    let [a, b, c] = any_half(random);
    let volume = match random.below(4) {
        0 => Volume::Box { half_m: [a, b, c] },
        1 => Volume::Sphere { radius_m: a },
        2 => Volume::Capsule {
            radius_m: a,
            half_axis_m: b,
        },
        _ => Volume::Cylinder {
            radius_m: a,
            half_height_m: b,
        },
    };
    PlacedVolume {
        volume,
        centre: any_vector(random, 2.5),
        rotation: any_rotation(random),
    }
}

/// A body that leaves an overlap along the reported normal, by the reported depth, is out of it: nearly always to a
/// micrometre, and always to a tenth of a millimetre.
#[test]
fn a_body_leaves_an_overlap_along_the_reported_normal() {
    let (mut inside, mut rough) = (0, 0);
    for case in 0..cases(3000) {
        let random = &mut Random::for_case("way out", case);
        let body = match random.below(3) {
            0 => Shape::Cylinder {
                radius_m: 0.4,
                height_m: 1.2,
            },
            1 => prism(3 + random.below(6), 0.5, 1.0),
            _ => Shape::Box {
                half_m: [0.4, 0.6, 0.3],
            },
        };
        let (mut placed, triangle) = (any_placed(random), any_triangle(random));
        if matches!(body, Shape::Box { .. }) {
            placed.volume = Volume::Cylinder {
                radius_m: 0.5,
                half_height_m: 0.7,
            };
        }
        let is_triangle = case % 2 == 0 && !matches!(body, Shape::Box { .. });
        let rest = |off: [f64; 3]| {
            let moved = |at: [f64; 3]| [0, 1, 2].map(|axis| at[axis] - off[axis]);
            if is_triangle {
                sweep_triangle(&body, [0.0; 3], &triangle.map(moved), 0.1)
            } else {
                let placed = PlacedVolume {
                    centre: moved(placed.centre),
                    ..placed
                };
                sweep_volume(&body, [0.0; 3], &placed, 0.1)
            }
        };
        let Swept::Within { gap, normal } = rest([0.0; 3]) else {
            continue;
        };
        inside += u32::from(gap < 0.0);
        let out = normal.map(|part| part * (0.01 - gap));
        let after = rest(out);
        let gap_after = match after {
            Swept::Within { gap, .. } => gap,
            _ => 0.1,
        };
        let short = 0.01 - gap_after;
        assert!(
            short <= 1e-4,
            "case {case}: {body:?} {gap} along {normal:?}, then {after:?}"
        );
        rough += u32::from(short > 1e-6);
    }
    assert!(inside > 150, "{inside}");
    // The search for the way out of a rim ends after a fixed number of steps.
    assert!(u64::from(rough) <= cases(3000) / 10_000, "{rough}");
}
