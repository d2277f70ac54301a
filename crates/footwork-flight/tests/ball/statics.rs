//! Compares sweeps of the built-in shapes with distances found by other formulas and by search.

use footwork_flight::{BallParams, BallPhysics, Pitch, Shape, StaticWorld, Statics};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert, proptest};

use crate::flights::finished;
use crate::kicks::kick;
use crate::scenery::until;

type Point = [f64; 3];

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: Point, b: Point) -> Point {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

fn at(from: Point, motion: Point, share: f64) -> Point {
    [0, 1, 2].map(|axis| from[axis] + motion[axis] * share)
}

/// Returns the distance from a point to the surface of a shape; negative inside, but 0 inside a box.
fn distance(shape: &Shape, p: Point) -> f64 {
    match *shape {
        Shape::Plane {
            normal,
            offset_m: offset,
        } => (dot(normal, p) - offset) / dot(normal, normal).sqrt(),
        Shape::Box { min, max } => {
            let beyond = [0, 1, 2].map(|axis| p[axis] - p[axis].clamp(min[axis], max[axis]));
            dot(beyond, beyond).sqrt()
        }
        Shape::Capsule {
            a,
            b,
            radius_m: radius,
        } => {
            let axis = minus(b, a);
            let square = dot(axis, axis);
            let share = if square > 0.0 {
                dot(minus(p, a), axis) / square
            } else {
                0.0
            };
            let away = minus(p, at(a, axis, share.clamp(0.0, 1.0)));
            dot(away, away).sqrt() - radius
        }
    }
}

fn point(size: f64) -> impl Strategy<Value = Point> {
    [-size..size, -size..size, -size..size]
}

fn shape() -> impl Strategy<Value = Shape> {
    let plane = (point(1.0), -1.0..1.0).prop_filter_map("no normal", |(normal, offset)| {
        (dot(normal, normal) > 0.01).then_some(Shape::Plane {
            normal,
            offset_m: offset,
        })
    });
    let boxed = (point(1.0), point(1.0)).prop_filter_map("flat", |(a, b)| {
        let min = [0, 1, 2].map(|axis| if a[axis] < b[axis] { a[axis] } else { b[axis] });
        let max = [0, 1, 2].map(|axis| if a[axis] < b[axis] { b[axis] } else { a[axis] });
        min.iter()
            .zip(max)
            .all(|(a, b)| *a < b)
            .then_some(Shape::Box { min, max })
    });
    let capsule = (point(1.0), point(1.0), 0.01..0.5).prop_map(|(a, b, radius)| Shape::Capsule {
        a,
        b,
        radius_m: radius,
    });
    let upright = (point(1.0), 0.0..2.0, 0.01..0.5).prop_map(|(a, up, radius)| Shape::Capsule {
        a,
        b: [a[0], a[1] + up, a[2]],
        radius_m: radius,
    });
    proptest::prop_oneof![plane, boxed, capsule, upright]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_sweep_finds_the_first_touch(
        shape in shape(),
        from in point(3.0),
        motion in point(4.0),
        still in 0_u8..8,
        radius in 0.01..0.6,
    ) {
        // Some motions are along an axis or zero.
        let motion = [0, 1, 2].map(|axis| if still >> axis & 1 == 1 { 0.0 } else { motion[axis] });
        let mut statics = Statics::new();
        statics.add(shape).unwrap();
        let found = statics.sweep(from, motion, radius);
        let gap = |share: f64| distance(&shape, at(from, motion, share)) - radius;
        let start = gap(0.0);
        if start < -1e-9 {
            // A ball that starts inside has a contact at the start, or no contact if it moves out.
            if let Some(contact) = found {
                prop_assert!(contact.fraction == 0.0 && dot(contact.normal, motion) < 0.0);
                let out = at(from, contact.normal, contact.depth);
                prop_assert!((distance(&shape, out) - radius).abs() < 1e-9);
            } else if dot(motion, motion) > 0.0 {
                prop_assert!(gap(1e-4) >= start - 1e-9);
            }
            return Ok(());
        }
        if start < 1e-9 {
            return Ok(());
        }
        let until = found.map_or(1.0, |contact| contact.fraction);
        for step in 0..=200 {
            let share = until * f64::from(step) / 200.0;
            prop_assert!(gap(share) > -1e-9, "the ball is inside at {share} of {until}: {}", gap(share));
        }
        if let Some(contact) = found {
            prop_assert!((0.0..=1.0).contains(&contact.fraction));
            prop_assert!(gap(contact.fraction).abs() < 1e-9, "{}", gap(contact.fraction));
            prop_assert!((dot(contact.normal, contact.normal) - 1.0).abs() < 1e-9);
            prop_assert!(dot(contact.normal, motion) < 1e-9);
            prop_assert!(contact.depth == 0.0);
            // The distance grows along the normal.
            let touching = at(from, motion, contact.fraction);
            let away = distance(&shape, at(touching, contact.normal, 1e-3));
            prop_assert!((away - radius - 1e-3).abs() < 1e-6);
        }
    }
}

#[test]
fn a_sweep_returns_the_first_of_several_contacts() {
    let mut statics = Statics::new();
    let wall = |x| Shape::Box {
        min: [x, -1.0, -1.0],
        max: [x + 1.0, 1.0, 1.0],
    };
    statics.add(wall(5.0)).unwrap();
    let near = statics.add(wall(2.0)).unwrap();
    statics.add(wall(2.0)).unwrap();
    let contact = statics.sweep([0.0; 3], [10.0, 0.0, 0.0], 0.5).unwrap();
    assert_eq!((contact.hit, contact.fraction), (near, 0.15));
    assert_eq!(statics.shape(near), Some(&wall(2.0)));
    assert_eq!(statics.sweep([0.0; 3], [1.0, 0.0, 0.0], 0.5), None);
    assert_eq!(statics.sweep([0.0; 3], [0.0; 3], 0.5), None);
}

/// `ground_m` raises the whole pitch, so callers need not move its eleven shapes one by one.
#[test]
fn a_ball_flies_over_a_raised_pitch_as_over_a_level_one() {
    let fly = |ground_m: f64, number: u64| {
        let pitch = Pitch {
            nets: true,
            ground_m,
            ..Pitch::default()
        };
        let physics = BallPhysics::new(BallParams::default(), pitch.statics().unwrap()).unwrap();
        let mut ball = kick(number).state;
        ball.position[1] += ground_m;
        let flight = finished(&physics, &ball, until(2.0));
        let at = flight.state().position;
        (flight.events().len(), [at[0], at[1] - ground_m, at[2]])
    };
    for number in 0..40 {
        let (level, hill, hollow) = (fly(0.0, number), fly(128.0, number), fly(-16.0, number));
        for other in [hill, hollow] {
            assert_eq!(other.0, level.0, "kick {number}");
            let off = minus(other.1, level.1);
            assert!(dot(off, off) < 1e-12, "kick {number}: {off:?}");
        }
    }
    for ground_m in [f64::NAN, 1001.0] {
        let pitch = Pitch {
            ground_m,
            ..Pitch::default()
        };
        assert!(pitch.statics().is_err());
    }
}
