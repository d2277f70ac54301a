//! A ball between two surfaces comes to rest there.

use footwork_flight::{BallParams, BallPhysics, BallState, BallStep, FlightEnd, Rest, StepEvents};

use crate::flights::{ball, finished, spinning};
use crate::scenery::{plane, until, world};

fn check(name: &str, planes: &[[f64; 4]], start: BallState) -> BallState {
    let planes: Vec<_> = planes
        .iter()
        .map(|&[x, y, z, offset_m]| plane([x, y, z], offset_m))
        .collect();
    let physics = BallPhysics::new(BallParams::default(), world(&planes)).unwrap();
    let flight = finished(&physics, &start, until(30.0));
    assert_eq!(
        flight.end(),
        Some(FlightEnd::Rest),
        "{name}: {:?}",
        flight.state()
    );
    let end = *flight.state();
    assert_eq!(end.velocity, [0.0; 3], "{name}");
    // The ball may still spin about the normal.
    let normal = end.ground.unwrap().normal;
    let upright: f64 = (0..3).map(|axis| end.spin[axis] * normal[axis]).sum();
    for (spin, normal) in end.spin.iter().zip(normal) {
        assert!((spin - upright * normal).abs() < 1e-9, "{name}: {end:?}");
    }
    // The ball's position does not change by a single bit.
    let (mut later, mut events) = (end, StepEvents::default());
    for _ in 0..240 {
        physics.step(&mut later, &mut events);
        assert_ne!(events.rest, Rest::Moving, "{name}");
    }
    assert_eq!(
        (later.position, later.ground),
        (end.position, end.ground),
        "{name}"
    );
    end
}

#[test]
fn a_ball_comes_to_rest_at_the_foot_of_a_slope() {
    for degrees in [2.0_f64, 10.0, 30.0, 60.0] {
        let (sine, cosine) = (
            libm::sin(degrees.to_radians()),
            libm::cos(degrees.to_radians()),
        );
        let planes = [[sine, cosine, 0.0, 0.0], [-1.0, 0.0, 0.0, -5.0]];
        let start = ball([0.0, 0.5, 0.0], [1.0, 0.0, 0.3]);
        let end = check(&format!("{degrees} degrees"), &planes, start);
        assert!(end.position[0] < 4.89001, "{end:?}");
        assert!(degrees < 10.0 || end.position[0] > 4.88, "{end:?}");
    }
}

#[test]
fn a_ball_comes_to_rest_in_a_groove() {
    for steep in [0.3, 1.0, 3.0] {
        let planes = [[0.0, 1.0, steep, 0.0], [0.0, 1.0, -steep, 0.0]];
        for aside in [0.0, 0.01, 0.2] {
            let start = spinning([0.0, 1.0, aside], [3.0, 0.0, 0.0], [9.0; 3]);
            let end = check(&format!("{steep} {aside}"), &planes, start);
            assert!(end.position[2].abs() < 1e-4, "{end:?}");
        }
    }
}

#[test]
fn a_ball_comes_to_rest_in_a_corner_of_three_planes() {
    let planes = [
        [0.0, 1.0, 0.0, 0.0],
        [1.0, 0.1, 0.0, 0.0],
        [0.0, 0.1, 1.0, 0.0],
        [0.2, 1.0, 0.2, 0.02],
    ];
    let start = spinning([2.0, 0.5, 1.5], [-3.0, 0.0, -2.0], [0.0, 30.0, 0.0]);
    check("corner", &planes, start);
}

/// The ball rolls down one ramp, across the floor and up another, back and forth.
#[test]
fn a_ball_comes_to_rest_in_a_valley() {
    let planes = [
        [0.0, 1.0, 0.0, 0.0],
        [0.3, 1.0, 0.0, -0.6],
        [-0.3, 1.0, 0.0, -0.6],
    ];
    let start = ball([-4.0, 1.0, 0.0], [0.0, 0.0, 0.2]);
    let end = check("valley", &planes, start);
    assert!(end.position[0].abs() < 2.1, "{end:?}");
}
