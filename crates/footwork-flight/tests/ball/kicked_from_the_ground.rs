//! A rolling ball used to stay on the ground when it was kicked: it rose 0.13 m instead of 2.8 m. A new state used to
//! reset the clock.

use footwork_flight::{BallState, BallStep, StepEvents};

use crate::flights::{ball, dense, finished, on_pitch};

/// Returns a ball that has rolled for a second.
fn rolling() -> BallState {
    let physics = on_pitch();
    let mut state = ball([0.0, 0.11, 0.0], [6.0, 0.0, 0.0]);
    let mut events = StepEvents::default();
    for _ in 0..240 {
        physics.step(&mut state, &mut events);
    }
    assert!(state.ground.is_some());
    state
}

fn highest(state: &BallState) -> f64 {
    let flight = finished(&on_pitch(), state, dense());
    flight.dense().fold(0.0, |most, step| {
        if step.position[1] > most {
            step.position[1]
        } else {
            most
        }
    })
}

#[test]
fn a_kicked_rolling_ball_leaves_the_ground() {
    let rolled = rolling();
    let kicked = rolled.kick([10.0, 8.0, 0.0], [0.0; 3]).unwrap();
    let high = highest(&kicked);
    assert!((2.5..3.3).contains(&high), "{high}");
    // The kicked ball flies like a ball placed at the same position.
    let placed = BallState::new(rolled.secs(), rolled.position, [10.0, 8.0, 0.0]).unwrap();
    assert!((highest(&placed) - high).abs() < 1e-9);
    // A game may set the fields instead, even to a velocity into the ground.
    for rise in [8.0, -8.0] {
        let mut set = rolled;
        (set.velocity, set.spin) = ([10.0, rise, 0.0], [0.0; 3]);
        let high = highest(&set);
        assert!(high > if rise > 0.0 { 2.5 } else { 0.9 }, "{high}");
    }
    // A kick along the ground rolls.
    assert!(highest(&rolled.kick([10.0, 0.0, 0.0], [0.0; 3]).unwrap()) < 0.12);
}

#[test]
fn a_kick_keeps_the_clock() {
    let rolled = rolling();
    assert_eq!(rolled.secs(), 1.0);
    let kicked = rolled.kick([10.0, 8.0, 0.0], [0.0, 20.0, 0.0]).unwrap();
    assert_eq!((kicked.secs(), kicked.position), (1.0, rolled.position));
    assert_eq!(
        BallState::new(61.5, [0.0; 3], [0.0; 3]).unwrap().secs(),
        61.5
    );
    for secs in [-1.0, f64::NAN, 1e9] {
        let error = BallState::new(secs, [0.0; 3], [0.0; 3]).unwrap_err();
        assert_eq!(error.name, "now_secs");
    }
    let error = rolled.kick([0.0; 3], [0.0, f64::NAN, 0.0]).unwrap_err();
    assert_eq!(error.name, "spin");
}
