//! Counts allocations to show that functions documented not to allocate do not.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_events::{Encoding, EventTrack, Guards, Trigger};
use footwork_testkit::allocations;

#[test]
fn a_trigger_allocates_nothing() {
    let encoding = Encoding::new(0.3, 0.0).unwrap();
    let mut fired = 0;
    let (made, ()) = allocations(|| {
        let mut trigger = Trigger::new(encoding, Guards::default())
            .unwrap()
            .with_lead(0.02)
            .with_smoothing(0.01);
        for frame in 0..1000 {
            let (sine, cosine) = libm::sincosf(-0.05 * frame as f32);
            let passing = trigger.advance([sine, cosine], 0.005);
            fired += usize::from(passing.fired_ago_secs.is_some());
            let _ = trigger.fires_within(0.1);
        }
    });
    assert!(fired > 5);
    assert_eq!(made.count, 0);
}

#[test]
fn reading_a_track_allocates_nothing() {
    let track = EventTrack::looped(vec![0.1, 0.2, 0.9], 1.0).unwrap();
    let mut passed = 0;
    let (made, ()) = allocations(|| {
        passed += track.between(0.0, 50.05).count() + track.between(50.05, 0.0).count();
        passed += track.start(0.1).count();
        assert_eq!(track.signed_time(7.15), Some(7.2 - 7.15));
    });
    assert_eq!(passed, 301);
    assert_eq!(made.count, 0);
}
