//! Flights with a closed form, compared with that form.

use footwork_flight::{
    BallMotion, BallParams, BallPhysics, BallState, BallStep, Drag, PredictionOptions,
    SampleReading, StepEvents,
};

use footwork_testkit::Random;

use crate::flights::{ball, finished, spinning};
use crate::scenery::{floor, world};

fn moments(params: BallParams, state: BallState, secs: f64) -> Vec<BallMotion> {
    let physics = BallPhysics::new(params, ()).unwrap();
    let options = PredictionOptions {
        horizon_secs: secs,
        dense: true,
        ..PredictionOptions::default()
    };
    let flight = finished(&physics, &state, options);
    flight.dense().collect()
}

#[test]
fn without_air_a_flight_is_a_parabola() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let (from, velocity) = (random.vector(50.0), random.vector(30.0));
        let state = spinning(from, velocity, random.vector(50.0));
        for moment in moments(BallParams::ideal(), state, 5.0) {
            let t = moment.secs;
            for axis in 0..3 {
                let gravity = if axis == 1 { -9.81 } else { 0.0 };
                let exact = from[axis] + velocity[axis] * t + 0.5 * gravity * t * t;
                assert!((moment.position[axis] - exact).abs() < 1e-9, "{t} s");
            }
        }
    }
}

/// The speed of a fall is v(t) = v∞ tanh(g t / v∞), with v∞² = 2 m g / (ρ A c).
#[test]
fn a_fall_through_air_reaches_the_terminal_speed() {
    let params = BallParams::default();
    let area = std::f64::consts::PI * params.radius_m * params.radius_m;
    let weight = params.mass_kg * params.gravity_mps2;
    let terminal = (2.0 * weight / (params.air_density * area * 0.22)).sqrt();
    assert!((terminal - 28.7).abs() < 0.05, "{terminal}");
    let state = ball([0.0, 1000.0, 0.0], [0.0; 3]);
    let fall = moments(params, state, 30.0);
    for moment in &fall {
        let exact = terminal * libm::tanh(9.81 * moment.secs / terminal);
        assert!(
            (-moment.velocity[1] - exact).abs() < 1e-7,
            "{} s",
            moment.secs
        );
    }
    let last = fall.last().unwrap();
    assert!((-last.velocity[1] - terminal).abs() < 1e-5);
}

/// With the drag crisis, the terminal speed solves `g = k c(v) v²`.
#[test]
fn a_fall_with_a_drag_crisis_reaches_its_terminal_speed() {
    let params = BallParams {
        drag: Drag::CRISIS,
        ..BallParams::default()
    };
    let state = ball([0.0, 2000.0, 0.0], [0.0, -40.0, 0.0]);
    let speed = -moments(params, state, 60.0).last().unwrap().velocity[1];
    let coefficient = 0.155 + 0.346 / (1.0 + libm::exp((speed - 12.19) / 1.309));
    let area = std::f64::consts::PI * 0.11 * 0.11;
    let drag = 0.5 * 1.225 * area * coefficient * speed * speed;
    assert!((drag - 0.43 * 9.81).abs() < 1e-6, "{speed} m/s");
    assert!((speed - 34.2).abs() < 0.1, "{speed} m/s");
}

/// Without gravity, wind carries a ball until the ball has the wind's speed.
#[test]
fn wind_carries_the_ball() {
    let params = BallParams {
        gravity_mps2: 0.0,
        wind_mps: [8.0, 0.0, -3.0],
        ..BallParams::default()
    };
    let state = ball([0.0; 3], [0.0; 3]);
    let last = *moments(params, state, 600.0).last().unwrap();
    assert!((last.velocity[0] - 8.0).abs() < 0.2 && (last.velocity[2] + 3.0).abs() < 0.1);
}

/// Topspin makes the ball dip, backspin makes it rise, and sidespin bends its flight.
#[test]
fn spin_bends_the_flight() {
    let land = |spin| {
        let state = spinning([0.0, 50.0, 0.0], [25.0, 0.0, 0.0], spin);
        moments(BallParams::default(), state, 1.0)
            .last()
            .unwrap()
            .position
    };
    let plain = land([0.0; 3]);
    assert!(land([0.0, 0.0, -50.0])[1] < plain[1] - 1.0);
    assert!(land([0.0, 0.0, 50.0])[1] > plain[1] + 1.0);
    // Spin that is counterclockwise from above bends to the left, which is -z when looking along +x.
    assert!(land([0.0, 50.0, 0.0])[2] < -1.0);
    // Spin around the direction of flight has only a second-order effect.
    assert!((land([50.0, 0.0, 0.0])[1] - plain[1]).abs() < 1.0);
}

/// Under gravity alone, one parabola from the first sample is exact.
#[test]
fn one_parabola_is_enough_without_air() {
    let physics = BallPhysics::new(BallParams::ideal(), ()).unwrap();
    let state = ball([0.0; 3], [10.0, 10.0, 0.0]);
    let options = PredictionOptions {
        reading: SampleReading::Acceleration,
        ..PredictionOptions::default()
    };
    let flight = finished(&physics, &state, options);
    assert_eq!(flight.samples().len(), 2);
}

/// A ball of any mass and size stops slipping after 2 v / (5 µ g), at 3/5 of its speed.
#[test]
fn a_sliding_ball_rolls_with_three_fifths_of_its_speed() {
    let params = BallParams {
        air_density: 0.0,
        sliding_friction: 0.4,
        rolling_mps2: 0.0,
        ..BallParams::default()
    };
    let physics = BallPhysics::new(params, world(&[floor()])).unwrap();
    let mut state = ball([0.0, 0.11, 0.0], [10.0, 0.0, 0.0]);
    let mut events = StepEvents::default();
    let slip_secs = 0.4 * 10.0 / (0.4 * 9.81);
    while state.secs() < slip_secs - 0.01 {
        physics.step(&mut state, &mut events);
    }
    assert!(state.velocity[0] > 6.0 + 1e-3);
    for _ in 0..10 {
        physics.step(&mut state, &mut events);
    }
    assert!(
        (state.velocity[0] - 6.0).abs() < 1e-9,
        "{:?}",
        state.velocity
    );
    assert!(
        (state.spin[2] + 6.0 / 0.11).abs() < 1e-6,
        "{:?}",
        state.spin
    );
}

/// Under drag alone, x(t) = ln(1 + k v t) / k, even for a very light ball.
#[test]
fn light_balls_slow_down_by_the_formula() {
    for (mass_kg, radius_m, drag, speed) in [
        (0.003, 0.14, 0.5, 60.0),
        (0.001, 1.0, 0.5, 100.0),
        (0.001, 1.0, 0.5, 1000.0),
        (0.05, 0.5, 0.45, 60.0),
        (0.43, 0.11, 0.22, 30.0),
    ] {
        let params = BallParams {
            mass_kg,
            radius_m,
            drag: Drag::Constant(drag),
            gravity_mps2: 0.0,
            ..BallParams::default()
        };
        let per_metre = params.air_density * std::f64::consts::PI * radius_m * radius_m * drag;
        let per_metre = 0.5 * per_metre / mass_kg;
        let state = ball([0.0; 3], [speed, 0.0, 0.0]);
        for moment in moments(params, state, 1.0).iter().skip(1) {
            let exact = libm::log(1.0 + per_metre * speed * moment.secs) / per_metre;
            let off = (moment.position[0] - exact).abs() / exact;
            assert!(
                off < 1e-4,
                "{mass_kg} kg, {speed} m/s, {}: {off}",
                moment.secs
            );
        }
    }
}
