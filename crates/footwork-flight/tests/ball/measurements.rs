//! Checks the figures in `docs/measurements.md` that compare with measurements. The tests of `closed_form` check most
//! of the closed forms on that page.

use footwork_flight::{
    BallParams, BallPhysics, BallStep, FlightEnd, Pitch, PredictionOptions, StepEvents,
};

use crate::flights::{ball, finished, on_pitch, spinning};

/// Returns the height of a ball's rebound after a fall of 2 m. Both heights are those of the ball's lowest point.
fn rebound(params: BallParams) -> f64 {
    let physics = BallPhysics::new(params, Pitch::default().statics().unwrap()).unwrap();
    let mut state = ball([0.0, 2.11, 0.0], [0.0; 3]);
    let mut events = StepEvents::default();
    while events.touches.is_empty() {
        physics.step(&mut state, &mut events);
    }
    let mut highest = 0.0;
    while state.velocity[1] > 0.0 {
        highest = state.position[1] - 0.11;
        physics.step(&mut state, &mut events);
    }
    highest
}

/// Lets a ball roll over a plane without slip, at the speed with which it leaves a ramp 1 m high. Returns this speed
/// and the distance of the roll.
fn roll(params: BallParams) -> (f64, f64) {
    let speed = (2.0 * 9.81 * 1.0 * 0.6_f64).sqrt();
    let physics = BallPhysics::new(params, Pitch::default().statics().unwrap()).unwrap();
    let spin = [0.0, 0.0, -speed / 0.11];
    let state = spinning([0.0, 0.11, 0.0], [speed, 0.0, 0.0], spin);
    let flight = finished(&physics, &state, PredictionOptions::default());
    assert_eq!(flight.end(), Some(FlightEnd::Rest));
    (speed, flight.state().position[0])
}

fn check(what: &str, found: f64, allowed: [f64; 2], in_table: &str) {
    assert!(
        found >= allowed[0] && found <= allowed[1],
        "{what}: {found} is not within {allowed:?}"
    );
    let table = include_str!("../../docs/measurements.md");
    let row = table.lines().find(|line| line.contains(what));
    let row = row.unwrap_or_else(|| panic!("no row for {what}"));
    assert!(
        row.contains(in_table),
        "{what}: {found}, in the table {row}"
    );
    assert_eq!(format!("{found:.2}"), in_table, "{what}: {found}");
}

#[test]
fn a_ball_rebounds_from_turf_as_measured() {
    let steep = BallParams {
        restitution: 0.66,
        ..BallParams::default()
    };
    check("Rebound from turf", rebound(steep), [0.60, 0.85], "0.84");
}

/// The default restitution is between those of steep and of slanted bounces in matches. So a ball that falls vertically
/// rebounds higher than the manual allows.
#[test]
fn the_default_ball_rebounds_higher_than_the_manual_allows() {
    let (steep, slanted) = (2.0 * 0.66 * 0.66, 2.0 * 0.75 * 0.75);
    check(
        "Rebound by default",
        rebound(BallParams::default()),
        [steep, slanted],
        "0.95",
    );
}

#[test]
fn a_ball_rebounds_from_a_hard_floor_as_measured() {
    let hard = BallParams {
        restitution: 0.85,
        ..BallParams::default()
    };
    check(
        "Rebound from a hard floor",
        rebound(hard),
        [1.20, 1.65],
        "1.39",
    );
}

#[test]
fn a_ball_rolls_as_far_as_measured() {
    let (_, distance) = roll(BallParams::default());
    check("Roll off a 1 m ramp", distance, [4.0, 8.0], "5.65");
}

#[test]
fn without_air_the_length_of_a_roll_has_a_closed_form() {
    let (speed, distance) = roll(BallParams {
        air_density: 0.0,
        ..BallParams::default()
    });
    let exact = speed * speed / (2.0 * 1.0);
    assert!((distance - exact).abs() < 2e-3, "{distance}, {exact}");
}

/// Returns the lift coefficient, from the acceleration of a ball that flies along x and spins around y.
fn lift(ratio: f64) -> f64 {
    let params = BallParams {
        spin_decay_per_m: 0.0,
        ..BallParams::default()
    };
    let physics = BallPhysics::new(params, ()).unwrap();
    let speed = 25.0;
    let spin = [0.0, ratio * speed / 0.11, 0.0];
    let mut state = spinning([0.0; 3], [speed, 0.0, 0.0], spin);
    physics.step(&mut state, &mut StepEvents::default());
    let force = 0.43 * state.velocity[2].abs() * 240.0;
    force / (0.5 * 1.225 * std::f64::consts::PI * 0.11 * 0.11 * speed * speed)
}

#[test]
fn the_lift_is_as_measured() {
    check(
        "Lift coefficient at S = 0.2",
        lift(0.2),
        [0.23, 0.29],
        "0.24",
    );
    check(
        "Lift coefficient at S = 0.3",
        lift(0.3),
        [0.23, 0.29],
        "0.28",
    );
    for ratio in [0.1, 0.2, 0.3, 0.4_f64] {
        let sheffield = 0.385 * ratio.sqrt().sqrt();
        assert!((lift(ratio) - sheffield).abs() < 0.05, "S = {ratio}");
    }
    // The lift is linear near zero spin and bounded for large spin.
    assert!((lift(0.002) / lift(0.001) - 2.0).abs() < 0.02);
    assert!(lift(20.0) < 0.4);
}

/// A free kick over 25 m at 25 m/s with 60 rad/s of sidespin bends by metres and loses 4 % of its spin.
#[test]
fn a_free_kick_bends_and_keeps_its_spin() {
    let physics = on_pitch();
    let mut state = spinning([0.0, 0.11, 0.0], [23.5, 8.0, 0.0], [0.0, 60.0, 0.0]);
    let mut events = StepEvents::default();
    while state.position[0] < 25.0 {
        physics.step(&mut state, &mut events);
    }
    assert!(events.touches.is_empty() && state.position[2] < -3.0);
    let lost = 1.0 - state.spin[1] / 60.0;
    assert!(lost > 0.03 && lost < 0.05, "{lost}");
}
