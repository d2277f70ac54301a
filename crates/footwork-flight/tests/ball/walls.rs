//! Walls are not ground, and no ball tunnels through a wall: one test per bug.

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, FlightEnd, FlightEventKind, Pitch, Prediction,
    Rest, Shape, Statics, StepEvents,
};

use footwork_testkit::Random;

use crate::flights::{ball, finished, spinning};
use crate::kicks::count;
use crate::scenery::{block, capsule, floor, plane, until, world};

fn thin_wall() -> Shape {
    block([10.0, 0.0, -50.0], [10.02, 1.0, 50.0])
}

fn flown(params: BallParams, world: Statics, kick: BallState, secs: f64) -> Prediction<BallState> {
    let physics = BallPhysics::new(params, world).unwrap();
    finished(&physics, &kick, until(secs))
}

/// A ball with sidespin that came down next to a banner used to roll along the banner forever, as if the banner were
/// ground.
#[test]
fn a_wall_does_not_become_the_ground() {
    let banner = block([-100.0, 0.0, -0.2], [100.0, 0.9, 0.0]);
    let kick = spinning([0.0, 0.3, 0.12], [4.0, 0.0, -0.2], [0.0, 20.0, 0.0]);
    let flight = flown(BallParams::default(), world(&[floor(), banner]), kick, 40.0);
    let end = flight.state();
    assert_eq!(flight.end(), Some(FlightEnd::Rest));
    assert!(end.position[0] < 12.0, "{end:?}");
    assert_eq!(end.ground.unwrap().normal, [0.0, 1.0, 0.0]);
}

#[test]
fn no_ball_on_the_floor_keeps_a_wall_as_its_ground() {
    let mut random = Random::new(11);
    let pitch = Pitch {
        nets: true,
        ..Pitch::default()
    };
    for wind in [0.0, 4.0, 6.0] {
        let params = BallParams {
            wind_mps: [wind * 0.6, 0.0, wind * 0.8],
            ..BallParams::default()
        };
        let physics = BallPhysics::new(params, pitch.statics().unwrap()).unwrap();
        for number in 0..count(150, 5000) {
            // Half of the balls start at the banners and half in a goal.
            let position = match number % 2 {
                0 => [
                    random.between(-50.0, 50.0),
                    random.between(0.11, 2.0),
                    random.between(30.0, 37.0),
                ],
                _ => [
                    random.between(52.7, 54.3),
                    random.between(0.11, 2.3),
                    random.between(-3.5, 3.5),
                ],
            };
            let speed = random.between(0.0, 35.0);
            let velocity = random.vector(1.0).map(|part| part * speed);
            let mut ball = spinning(position, velocity, random.vector(80.0));
            let (mut events, mut on_wall) = (StepEvents::default(), 0);
            while events.rest == Rest::Moving {
                physics.step(&mut ball, &mut events);
                let on = ball
                    .ground
                    .is_some_and(|ground| ground.normal[1].abs() < 0.5);
                on_wall = if on && ball.position[1] < 0.1101 {
                    on_wall + 1
                } else {
                    0
                };
                assert!(on_wall < 4, "wind {wind}, {number}: {ball:?}");
                assert!(ball.secs() < 40.0, "wind {wind}, {number}: {ball:?}");
            }
        }
    }
}

/// After a hop within one step, the rest of the step used to move the ball without a sweep.
#[test]
fn no_ball_goes_through_a_wall_on_a_small_hop() {
    let check = |params: BallParams, x: f64, velocity: [f64; 3]| {
        let kick = ball([x, 0.11, 0.0], velocity);
        let flight = flown(params, world(&[floor(), thin_wall()]), kick, 0.5);
        let end = flight.state();
        assert!(end.position[0] < 9.9, "{x} {velocity:?}: {end:?}");
    };
    check(BallParams::default(), 9.87, [36.0, 0.02, 0.0]);
    let mut random = Random::new(7);
    for _ in 0..count(500, 10_000) {
        for params in [BallParams::default(), BallParams::ideal()] {
            let velocity = [random.between(20.0, 60.0), random.between(0.0, 0.02), 0.0];
            check(params, random.between(9.5, 9.88), velocity);
        }
    }
}

/// A ball on tiny hops used to lose most of each step.
#[test]
fn tiny_hops_do_not_shorten_a_step() {
    for hop in [0.0, 0.0001, 0.002, 0.003, 0.004, 0.005, 0.01, 0.05] {
        let kick = ball([0.0, 0.11, 0.0], [10.0, hop, 0.0]);
        let flight = flown(BallParams::ideal(), world(&[floor()]), kick, 10.0);
        let end = flight.state();
        assert!((end.position[0] - 100.0).abs() < 1e-6, "{hop}: {end:?}");
        // The only lost energy is that of suppressed hops.
        let energy = 0.5 * end.velocity[1] * end.velocity[1] + 9.81 * (end.position[1] - 0.11);
        let lost = 0.5 * hop * hop - energy;
        let most = if hop < 0.0034 { 0.5 * hop * hop } else { 0.0 };
        assert!((lost - most).abs() < 1e-9, "{hop}: {lost}");
    }
}

/// Contacts of a slowly rolling ball used not to be reported.
#[test]
fn a_slow_ball_reports_each_contact_once() {
    let post = capsule([1.5, 0.0, 0.0], [1.5, 2.0, 0.0], 0.06);
    let params = BallParams {
        rolling_mps2: 0.8,
        ..BallParams::default()
    };
    for speed in [0.8, 0.9, 1.0, 1.2, 2.0] {
        let spin = [0.0, 0.0, -speed / 0.11];
        let kick = spinning([1.0, 0.11, 0.0], [speed, 0.0, 0.0], spin);
        let flight = flown(params, world(&[floor(), post]), kick, 10.0);
        let hits = flight.events().iter().filter_map(|event| event.hit);
        assert_eq!(hits.filter(|hit| hit.number() == 1).count(), 1, "{speed}");
    }
    // Wind holds a ball against the wall: there are a few bounces, and then no more events.
    let wall = plane([0.0, 0.0, 1.0], -1.0);
    let params = BallParams {
        wind_mps: [0.0, 0.0, -12.0],
        ..BallParams::default()
    };
    let kick = ball([0.0, 0.11, 0.0], [6.0, 0.0, 0.0]);
    let flight = flown(params, world(&[floor(), wall]), kick, 20.0);
    assert_eq!(flight.end(), Some(FlightEnd::Rest));
    let at_wall = flight
        .events()
        .iter()
        .filter(|event| event.hit.is_some_and(|hit| hit.number() == 1));
    let kinds: Vec<_> = at_wall.map(|event| event.kind).collect();
    assert_eq!(kinds.last(), Some(&FlightEventKind::Roll), "{kinds:?}");
    let rolls = kinds
        .iter()
        .filter(|kind| **kind == FlightEventKind::Roll)
        .count();
    assert!(rolls == 1 && kinds.len() < 12, "{kinds:?}");
}
