//! A ball without air and friction keeps its energy, and a real ball gains none.

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, PredictionOptions, Statics, StepEvents,
};

use footwork_testkit::Random;

use crate::flights::{ball, finished, spinning};
use crate::scenery::{block, capsule, plane, world};

fn energy(state: &BallState) -> f64 {
    let square: f64 = state.velocity.iter().map(|v| v * v).sum();
    0.5 * square + 9.81 * state.position[1]
}

/// Returns a room with a floor, four walls, a bar and a box.
fn room() -> Statics {
    world(&[
        plane([0.0, 1.0, 0.0], 0.0),
        plane([1.0, 0.0, 0.0], -6.0),
        plane([-1.0, 0.0, 0.0], -6.0),
        plane([0.0, 0.0, 2.0], -12.0),
        plane([0.0, 0.0, -1.0], -6.0),
        capsule([-4.0, 2.0, -3.0], [4.0, 2.5, 3.0], 0.06),
        block([-2.0, 0.0, 1.0], [-1.0, 1.0, 4.0]),
    ])
}

#[test]
fn the_ideal_scene_conserves_energy() {
    let physics = BallPhysics::new(BallParams::ideal(), room()).unwrap();
    let mut random = Random::new(5);
    let mut bounces = 0;
    for number in 0..100 {
        let position = [random.between(-5.0, 5.0), random.between(0.2, 5.0), -5.0];
        let velocity = random.vector(if number % 2 == 0 { 3.0 } else { 15.0 });
        let mut state = ball(position, velocity);
        let start = energy(&state);
        let mut events = StepEvents::default();
        for step in 0..2400 {
            physics.step(&mut state, &mut events);
            bounces += events.touches.len();
            let change = (energy(&state) - start) / start;
            assert!(
                change.abs() < 1e-3,
                "ball {number}, step {step}: the energy changes by {change}"
            );
            assert!(state.position.iter().all(|x| x.abs() < 30.0));
        }
    }
    assert!(bounces > 1500, "only {bounces} bounces");
}

/// On an ideal floor, a sliding ball keeps its speed and a dropped ball rebounds to its initial height.
#[test]
fn an_ideal_floor_conserves_energy() {
    let check = |position, velocity| {
        let physics = BallPhysics::new(BallParams::ideal(), room()).unwrap();
        let mut state = ball(position, velocity);
        let start = energy(&state);
        let mut events = StepEvents::default();
        for _ in 0..2400 {
            physics.step(&mut state, &mut events);
        }
        let change = (energy(&state) - start) / start;
        assert!(change.abs() < 1e-3, "{change}");
        state
    };
    check([0.0, 0.11, -3.0], [3.0, 0.0, 0.0]);
    let dropped = check([3.0, 1.11, -3.0], [0.0; 3]);
    assert_eq!([dropped.position[0], dropped.position[2]], [3.0, -3.0]);
    check([3.0, 0.13, -3.0], [0.0; 3]);
}

/// A real ball loses energy and never gains any.
#[test]
fn a_real_ball_gains_no_energy() {
    let params = BallParams::default();
    let physics = BallPhysics::new(params, room()).unwrap();
    let mut random = Random::new(6);
    for number in 0..60 {
        let position = [random.between(-5.0, 5.0), random.between(0.2, 5.0), -5.0];
        let state = spinning(position, random.vector(15.0), random.vector(50.0));
        // Includes the energy of the spin, because friction converts spin into motion and back.
        let whole = |state: &BallState| {
            let square: f64 = state.spin.iter().map(|w| w * w).sum();
            energy(state) + square * params.radius_m * params.radius_m / 3.0
        };
        let mut live = state;
        let mut events = StepEvents::default();
        let mut last = whole(&live);
        for step in 0..2400 {
            physics.step(&mut live, &mut events);
            let now = whole(&live);
            assert!(
                now <= last + 2e-3,
                "ball {number}, step {step}: the energy grows from {last} to {now}"
            );
            last = now;
        }
        let flight = finished(&physics, &state, PredictionOptions::default());
        assert_eq!(flight.bad_forces(), 0);
    }
}
