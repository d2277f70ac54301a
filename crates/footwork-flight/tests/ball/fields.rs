//! Force fields, and when they wake a ball at rest.

use footwork_flight::{
    BallParams, BallPhysics, BallState, Explosion, Field, FlightEnd, Pitch, Prediction,
    PredictionOptions, Whirlwind,
};

use crate::flights::{ball, finished};

fn flight<F: Field>(field: F, state: BallState) -> Prediction<BallState> {
    let world = Pitch::default().statics().unwrap();
    let physics = BallPhysics::with_field(BallParams::default(), world, field).unwrap();
    finished(&physics, &state, PredictionOptions::default())
}

fn at_rest(x: f64) -> BallState {
    ball([x, 0.11, 0.0], [0.0; 3])
}

#[test]
fn an_explosion_wakes_a_ball_at_rest() {
    let blast = Explosion {
        centre: [0.0, -1.0, 0.0],
        radius_m: 10.0,
        push_n: 60.0,
        start_secs: 1.0,
        duration_secs: 0.2,
    };
    let blown = flight(blast, at_rest(2.0));
    assert_eq!(blown.position_at(0.99).unwrap(), [2.0, 0.11, 0.0]);
    assert!(blown.position_at(1.6).unwrap()[1] > 1.0);
    assert!(blown.state().position[0] > 5.0);
    // The blast never wakes a ball that is too far away, but the prediction knows this only at its horizon.
    let far = flight(blast, at_rest(20.0));
    assert_eq!((far.end(), far.steps_done()), (Some(FlightEnd::Rest), 2400));
    assert_eq!(far.state().position, [20.0, 0.11, 0.0]);
}

#[test]
fn a_whirlwind_lifts_a_ball() {
    let wind = Whirlwind {
        centre: [0.0, 0.0],
        radius_m: 5.0,
        turn_n: 4.0,
        draw_n: 4.0,
        lift_n: 3.0,
    };
    let taken = flight(wind, at_rest(2.0));
    assert!(taken.position_at(2.0).unwrap()[1] > 1.0);
    // A steady field lets a ball rest.
    let far = flight(wind, at_rest(-500.0));
    assert_eq!(far.end(), Some(FlightEnd::Rest));
    assert!(far.steps_done() < 10);
}

/// An upward force equal to the ball's weight makes the ball weightless.
#[test]
fn an_upward_force_of_the_weight_makes_a_ball_weightless() {
    struct Lift;
    impl Field for Lift {
        fn force(&self, _: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
            [0.0, 0.43 * 9.81, 0.0]
        }
    }
    let params = BallParams::ideal();
    let physics = BallPhysics::with_field(params, (), Some(&Lift)).unwrap();
    let state = ball([0.0; 3], [1.0, 2.0, 3.0]);
    let flight = finished(&physics, &state, PredictionOptions::default());
    let end = flight.state().position;
    for (found, expected) in end.iter().zip([10.0, 20.0, 30.0]) {
        assert!((found - expected).abs() < 1e-9, "{end:?}");
    }
}
