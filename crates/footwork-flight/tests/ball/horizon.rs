//! As time passes, samples are dropped, the horizon moves, and a ball at rest stays at rest.

use footwork_flight::{
    BallParams, BallPhysics, BallStep, Explosion, FlightEnd, FlightEventKind, Pitch, Prediction,
    PredictionOptions, StepEvents,
};

use crate::flights::{READINGS, ball, dense, finished, on_pitch};
use crate::kicks::kick;
use crate::scenery::until;

#[test]
fn only_past_samples_are_dropped() {
    for number in 0..40 {
        let kick = kick(number);
        let mut flight =
            Prediction::new(&kick.physics, &kick.state, PredictionOptions::default()).unwrap();
        let mut whole = flight.clone();
        whole.finish(&kick.physics);
        let mut frame = 0;
        while frame < 700 {
            let secs = f64::from(frame) / 60.0;
            flight.advance_steps(&kick.physics, 37);
            flight.advance(secs);
            if secs <= flight.known_secs() {
                assert_eq!(flight.position_at(secs), whole.position_at(secs));
                assert!(flight.samples()[0].secs <= secs);
            }
            if let Some(second) = flight.samples().get(1) {
                assert!(second.secs > secs);
            }
            // An earlier time has no effect.
            flight.advance(secs - 1.0);
            frame += 1;
        }
        assert_eq!(
            flight.samples(),
            &whole.samples()[whole.samples().len() - 1..]
        );
        assert_eq!(flight.events(), whole.events());
    }
}

#[test]
fn an_extended_prediction_equals_one_with_the_later_horizon() {
    for number in 0..40 {
        let kick = kick(number);
        for reading in READINGS {
            let options = |horizon_secs| PredictionOptions {
                horizon_secs,
                reading,
                ..PredictionOptions::default()
            };
            let whole = finished(&kick.physics, &kick.state, options(8.0));
            let mut grown = Prediction::new(&kick.physics, &kick.state, options(2.0)).unwrap();
            for _ in 0..60 {
                grown.finish(&kick.physics);
                grown.extend(0.1).unwrap();
            }
            grown.finish(&kick.physics);
            assert_eq!(
                grown.samples(),
                whole.samples(),
                "kick {number}, {reading:?}"
            );
            assert_eq!(grown.events(), whole.events(), "kick {number}, {reading:?}");
            assert_eq!(grown.known_secs(), whole.known_secs());
        }
    }
}

/// The game always predicts the next two seconds, or falls behind and catches up.
#[test]
fn a_moving_horizon_predicts_the_same_flight() {
    for number in 0..40 {
        let kick = kick(number);
        let options = |horizon_secs| PredictionOptions {
            horizon_secs,
            ..PredictionOptions::default()
        };
        let whole = finished(&kick.physics, &kick.state, options(12.0));
        for behind in [0.0, 3.0] {
            let mut moving = finished(&kick.physics, &kick.state, options(2.0));
            for frame in 0..600 {
                let secs = f64::from(frame) / 60.0;
                moving.advance(secs + behind);
                moving.extend(4.0 / 240.0).unwrap();
                moving.finish(&kick.physics);
                let ahead = moving.known_secs();
                let (ours, all) = (moving.position_at(ahead), whole.position_at(ahead));
                let (ours, all) = (ours.unwrap(), all.unwrap());
                for axis in 0..3 {
                    // The end of a horizon is a sample, and so it is exact.
                    assert!(
                        (ours[axis] - all[axis]).abs() <= 0.11,
                        "kick {number}, {secs} s"
                    );
                }
            }
            let end = moving.samples().last().unwrap().position;
            assert_eq!(end, moving.state().position);
            let events = moving.events().len().saturating_sub(1);
            assert_eq!(moving.events()[..events], whole.events()[..events]);
        }
    }
}

#[test]
fn a_ball_at_rest_stays_at_rest_up_to_the_horizon() {
    let physics = on_pitch();
    let ball = ball([1.0, 0.11, 2.0], [0.0; 3]);
    let mut flight = finished(&physics, &ball, dense());
    assert_eq!(flight.end(), Some(FlightEnd::Rest));
    assert!(flight.steps_done() < 3);
    assert_eq!(flight.known_secs(), 10.0);
    assert_eq!(flight.dense().count(), 2401);
    assert!(
        flight
            .dense()
            .all(|moment| moment.position == [1.0, 0.11, 2.0])
    );
    assert_eq!(flight.dense().last().unwrap().secs, 10.0);
    assert_eq!(flight.position_at(9.9), Some([1.0, 0.11, 2.0]));
    let kinds: Vec<_> = flight
        .events()
        .iter()
        .map(|event| event.kind.name())
        .collect();
    assert_eq!(kinds, ["roll", "end"]);
    assert_eq!(
        flight.events()[1].kind,
        FlightEventKind::End(FlightEnd::Rest)
    );

    flight.extend(2.0).unwrap();
    assert_eq!(flight.known_secs(), 12.0);
    assert_eq!(flight.dense().count(), 2881);
}

#[test]
fn the_horizon_ends_a_flight() {
    let physics = on_pitch();
    let ball = ball([0.0, 0.11, 0.0], [5.0, 12.0, 0.0]);
    let mut flight = Prediction::new(&physics, &ball, until(1.0)).unwrap();
    flight.finish(&physics);
    assert_eq!(flight.end(), Some(FlightEnd::Horizon));
    assert_eq!(flight.end().unwrap().name(), "horizon");
    assert_eq!((flight.known_secs(), flight.steps_done()), (1.0, 240));
    assert_eq!(flight.samples().last().unwrap().secs, 1.0);
}

/// A prediction that ended at rest used to stay at rest even if a later force woke the ball.
#[test]
fn a_later_horizon_wakes_a_ball_that_a_force_wakes() {
    for start_secs in [1.0, 3.0, 5.0, 6.5] {
        let blast = Explosion {
            centre: [0.0; 3],
            radius_m: 10.0,
            push_n: 80.0,
            start_secs,
            duration_secs: 0.2,
        };
        let world = Pitch::default().statics().unwrap();
        let physics = BallPhysics::with_field(BallParams::default(), world, blast).unwrap();
        let ball = ball([1.0, 0.11, 0.0], [0.5, 0.0, 0.0]);
        for reading in READINGS {
            let options = |horizon_secs| PredictionOptions {
                horizon_secs,
                reading,
                dense: true,
                ..PredictionOptions::default()
            };
            let whole = finished(&physics, &ball, options(8.0));
            assert!(whole.state().position[0] > 5.0);
            let mut grown = Prediction::new(&physics, &ball, options(0.5)).unwrap();
            for secs in [3.5, 0.1, 2.4, 1.5] {
                grown.finish(&physics);
                grown.extend(secs).unwrap();
            }
            grown.finish(&physics);
            assert_eq!(
                grown.samples(),
                whole.samples(),
                "{start_secs}, {reading:?}"
            );
            assert_eq!(grown.events(), whole.events(), "{start_secs}, {reading:?}");
            assert!(grown.dense().eq(whole.dense()));
        }
    }
}

/// The predicted times of a ball at rest have the same bits as those of the live ball, even if the prediction started
/// late.
#[test]
fn a_ball_at_rest_keeps_the_clock_of_the_live_one() {
    let physics = on_pitch();
    let mut live = ball([0.0, 0.11, 0.0], [1.0, 0.0, 0.0]);
    let mut events = StepEvents::default();
    for _ in 0..199 {
        physics.step(&mut live, &mut events);
    }
    let flight = finished(&physics, &live, dense());
    assert!(flight.steps_done() < 500);
    for moment in flight.dense() {
        assert_eq!(moment.secs.to_bits(), live.secs().to_bits());
        physics.step(&mut live, &mut events);
    }
    let last = flight.dense().last().unwrap();
    assert_eq!(flight.horizon_secs().to_bits(), last.secs.to_bits());
}

/// Extending a prediction by 0 s used to add a step.
#[test]
fn extending_by_0_s_adds_no_step() {
    let ball = kick(3);
    let options = PredictionOptions {
        horizon_secs: 0.5,
        ..PredictionOptions::default()
    };
    let mut flight = finished(&ball.physics, &ball.state, options);
    let before = (flight.known_secs(), flight.end(), flight.samples().len());
    flight.extend(0.0).unwrap();
    flight.finish(&ball.physics);
    let after = (flight.known_secs(), flight.end(), flight.samples().len());
    assert_eq!(before, after);
}
