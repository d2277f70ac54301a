//! Events of a network on the clock of a game. Each event is passed once, on time, and announced in advance.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{Encoding, EventTrack, Guards, NetworkEvents, PairCountError};
use proptest::prelude::*;

/// Runs a clock in steps. Pushes the outputs of a network when the clock reaches them. Returns the passed event times,
/// and the clock time at which each was passed.
fn passed(
    mut events: NetworkEvents,
    pairs: &[[f32; 2]],
    steps: &[f64],
) -> (Vec<(f64, f64)>, NetworkEvents) {
    let mut passed = Vec::new();
    let (mut previous, mut pairs) = (-1.0, pairs.iter());
    let mut now = 0.0;
    for step in steps {
        while events.next_frame_secs() <= now {
            let Some(pair) = pairs.next() else { break };
            events.push(&[*pair]).unwrap();
        }
        passed.extend(events.between(0, previous, now).map(|at| (at, now)));
        (previous, now) = (now, now + step);
    }
    (passed, events)
}

proptest! {
    #[test]
    fn every_event_is_passed_once_on_time_whatever_the_clock(
        gaps in prop::collection::vec(0.35..1.5_f64, 1..8),
        steps in prop::collection::vec(0.001..0.2_f64, 60..400),
        rate in 20_u64..120,
    ) {
        let mut at = 0.0;
        let times: Vec<f64> = gaps.iter().map(|gap| { at += gap; at }).collect();
        let rate = FrameRate::whole(rate).unwrap();
        let encoding = Encoding::new(0.3, 0.5 * rate.period_secs()).unwrap();
        let end: f64 = steps.iter().sum();
        let frames = (end * rate.as_f64()) as usize + 2;
        let signal = encoding.encode(&[EventTrack::new(times.clone()).unwrap()], rate, frames).unwrap();
        let lead = rate.period_secs();
        let events = NetworkEvents::new(rate, &[encoding], Guards::default()).unwrap().with_lead(lead);
        let last = end - steps[steps.len() - 1];
        let (passed, _) = passed(events, signal.as_chunks().0, &steps);
        // Smoothing moves times by less than a hundredth of a frame.
        let tolerance = 0.02 * rate.period_secs();
        let expected = times.iter().filter(|at| **at <= last - tolerance).count();
        prop_assert!(passed.len() >= expected && passed.len() <= expected + 1, "{passed:?} {times:?} {last}");
        for ((at, now), truth) in passed.iter().zip(&times) {
            prop_assert!((at - truth).abs() < tolerance, "{at} {truth}");
            prop_assert!(at <= now && now - at < 0.2);
        }
    }
}

#[test]
fn an_event_is_announced_at_its_time() {
    let rate = FrameRate::whole(30).unwrap();
    let encoding = Encoding::new(0.3, 0.0).unwrap();
    let track = EventTrack::new(vec![0.512]).unwrap();
    let signal = encoding.encode(&[track], rate, 30).unwrap();
    let mut events = NetworkEvents::new(rate, &[encoding], Guards::default()).unwrap();
    assert_eq!(events.coming(0, 0.0, 9.0), None);
    let mut announced = 0;
    for pair in signal.as_chunks().0 {
        let now = events.next_frame_secs();
        events.push(&[*pair]).unwrap();
        if let Some(at) = events.coming(0, now, 0.2) {
            assert!((at - 0.512).abs() < 1e-4, "{at}");
            assert!(now < 0.512);
            announced += 1;
        }
    }
    // The event is announced from 0.2 s before it to the last frame before it.
    assert_eq!(announced, 6);
    assert_eq!(events.between(0, 2.0, 0.0).count(), 1);
    assert_eq!(events.between(1, 0.0, 2.0).count(), 0);
    events.restart();
    assert_eq!(events.between(0, 0.0, 2.0).count(), 0);
    assert_eq!(
        events.push(&[]),
        Err(PairCountError {
            expected: 1,
            found: 0
        })
    );
}

#[test]
fn without_a_lead_an_event_is_passed_on_the_frame_after_it() {
    let rate = FrameRate::whole(10).unwrap();
    let encoding = Encoding::new(0.4, 0.0).unwrap();
    let track = EventTrack::new(vec![0.55]).unwrap();
    let signal = encoding.encode(&[track], rate, 20).unwrap();
    let events = NetworkEvents::new(rate, &[encoding], Guards::default()).unwrap();
    let (late, _) = passed(events, signal.as_chunks().0, &[0.01; 150]);
    let [(at, now)] = late[..] else {
        panic!("{late:?}")
    };
    assert!((at - 0.55).abs() < 1e-6 && (now - 0.6).abs() < 0.011);
}
