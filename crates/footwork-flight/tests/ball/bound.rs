//! Samples stay within one radius of the ball from the reference flight, everywhere.

use footwork_flight::{
    BallPhysics, BallState, BallStep, FlightEventKind, PredictionOptions, Sample, SampleReading,
};

use crate::agreement::Storm;
use crate::flights::{READINGS, finished};
use crate::kicks::{Kick, count, kick};
use crate::truth::{between, distance, truth};

/// Returns the largest errors of the samples and of the joined segments, in metres.
fn worst(kick: &Kick, reading: SampleReading, tolerance_m: Option<f64>) -> (f64, f64) {
    worst_of(&kick.physics, &kick.state, reading, tolerance_m)
}

fn worst_of<B: BallStep<State = BallState>>(
    physics: &B,
    state: &BallState,
    reading: SampleReading,
    tolerance_m: Option<f64>,
) -> (f64, f64) {
    let options = PredictionOptions {
        reading,
        tolerance_m,
        ..PredictionOptions::default()
    };
    let flight = finished(physics, state, options);
    let points = truth(physics, state, 2400);
    let segments: Vec<_> = flight.segments().collect();
    let joined: Vec<Sample> = segments.iter().map(|segment| segment.joined()).collect();
    let (mut index, mut worst, mut worst_joined) = (0, 0.0_f64, 0.0_f64);
    for pair in points.windows(2) {
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let (secs, position) = between(&pair[0], &pair[1], share);
            // At a time at which two segments meet, the nearer segment counts.
            let mut off = [f64::INFINITY; 2];
            while index + 1 < segments.len() && segments[index].to_secs < secs {
                index += 1;
            }
            for near in index..(index + 2).min(segments.len()) {
                let segment = &segments[near];
                if segment.start.secs <= secs {
                    let here = distance(segment.start.position_at(secs), position);
                    let there = distance(joined[near].position_at(secs), position);
                    if here < off[0] {
                        off[0] = here;
                    }
                    if there < off[1] {
                        off[1] = there;
                    }
                }
            }
            if off[0] > worst {
                worst = off[0];
            }
            if off[1] > worst_joined {
                worst_joined = off[1];
            }
        }
    }
    (worst, worst_joined)
}

#[test]
fn samples_are_within_the_radius_of_the_truth_everywhere() {
    for number in 0..count(500, 10_000) {
        let kick = kick(number);
        let reading = READINGS[(number / 5 % 3) as usize];
        let (worst, joined) = worst(&kick, reading, None);
        assert!(worst <= 0.11, "kick {number}, {reading:?}: {worst} m");
        // The bound of joined segments is not documented, but this one follows from the bound of the samples.
        assert!(
            joined <= 0.22,
            "kick {number}, {reading:?}, joined: {joined} m"
        );
        // Errors come close to the bound, so the bound is not too loose.
        if reading == SampleReading::Velocity && kick.state.velocity[1] > 5.0 {
            assert!(worst > 0.09, "kick {number}: {worst} m");
        }
    }
}

#[test]
fn samples_stay_within_any_tolerance() {
    for number in 0..30 {
        for reading in READINGS {
            for tolerance in [0.01, 0.5] {
                let (worst, _) = worst(&kick(number), reading, Some(tolerance));
                assert!(worst <= tolerance, "kick {number}, {reading:?}: {worst} m");
            }
        }
    }
}

#[test]
fn every_touch_is_a_sample_and_an_event() {
    for number in 0..100 {
        let kick = kick(number);
        let flight = finished(&kick.physics, &kick.state, PredictionOptions::default());
        let touches = truth(&kick.physics, &kick.state, 2400);
        let touches: Vec<_> = touches.iter().filter(|point| point.is_touch).collect();
        let events = flight.events();
        assert_eq!(events.len(), touches.len() + 1, "kick {number}");
        assert!(matches!(
            events.last().unwrap().kind,
            FlightEventKind::End(_)
        ));
        for (touch, event) in touches.iter().zip(events) {
            assert_eq!(touch.secs, event.secs);
            let sample = flight
                .samples()
                .iter()
                .rfind(|sample| sample.secs == touch.secs);
            assert_eq!(sample.unwrap().position, touch.position, "kick {number}");
        }
    }
}

#[test]
fn the_bound_holds_in_a_force_that_changes_with_time() {
    for number in 0..count(60, 1000) {
        let kick = kick(number);
        let world = kick.physics.world().clone();
        let physics =
            BallPhysics::with_field(*kick.physics.params(), world, Storm::new(number)).unwrap();
        for reading in READINGS {
            let (worst, _) = worst_of(&physics, &kick.state, reading, None);
            assert!(worst <= 0.11, "kick {number}, {reading:?}: {worst} m");
        }
    }
}
