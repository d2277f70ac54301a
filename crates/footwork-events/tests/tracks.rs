//! The events that an update passes, compared with a plain search.

#![allow(clippy::unwrap_used, reason = "tests")]

use footwork_base::FrameRate;
use footwork_events::{EventTrack, TooClose, TrackError};
use proptest::prelude::*;

/// Generates times on a grid, so that updates often end on events.
fn times() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((0u32..40).prop_map(|t| f64::from(t) * 0.25), 0..12)
}

fn clocks() -> impl Strategy<Value = Vec<f64>> {
    let clock = prop_oneof![
        (-200i32..200).prop_map(|t| f64::from(t) * 0.25),
        (-200i32..200).prop_map(|t| f64::from(t) * 0.125),
    ];
    prop::collection::vec(clock, 2..20)
}

proptest! {
    #[test]
    fn an_update_passes_the_events_between_its_ends(times in times(), clocks in clocks(), looped in any::<bool>()) {
        let (track, all) = if looped {
            let rounds = (-20..20).map(|round| f64::from(round) * 10.0);
            let all = rounds.flat_map(|start| times.iter().map(move |time| time + start)).collect();
            (EventTrack::looped(times, 10.0).unwrap(), all)
        } else {
            (EventTrack::new(times.clone()).unwrap(), times)
        };
        let mut all: Vec<f64> = all;
        all.sort_by(f64::total_cmp);
        for pair in clocks.windows(2) {
            let (previous, now) = (pair[0], pair[1]);
            let found: Vec<f64> = track.between(previous, now).collect();
            let mut wanted: Vec<f64> = all.clone();
            if previous <= now {
                wanted.retain(|time| previous < *time && *time <= now);
            } else {
                wanted.retain(|time| now <= *time && *time < previous);
                wanted.reverse();
            }
            prop_assert_eq!(found, wanted);
            let here: Vec<f64> = all.iter().copied().filter(|time| *time == now).collect();
            prop_assert_eq!(track.start(now).collect::<Vec<_>>(), here);
        }
    }

    /// Uses steps of any length, at any play rate, over a loop of 1/3 s, which is not exact in f64.
    #[test]
    fn consecutive_updates_pass_each_event_once(
        steps in prop::collection::vec(0.0..3.0, 1..200),
        backwards in any::<bool>(),
    ) {
        let length = 1.0 / 3.0;
        let track = EventTrack::looped(vec![0.0, 0.1, 0.2, 0.3], length).unwrap();
        let mut clock = 0.05;
        let mut passed = Vec::new();
        for step in steps {
            let next = if backwards { clock - step } else { clock + step };
            passed.extend(track.between(clock, next));
            clock = next;
        }
        let mut whole: Vec<f64> = track.between(0.05, clock).collect();
        prop_assert_eq!(&passed, &whole);
        whole.dedup();
        prop_assert_eq!(passed.len(), whole.len());
        let rounds = (clock - 0.05).abs() / length;
        prop_assert!((passed.len() as f64 - 4.0 * rounds).abs() <= 4.0);
    }

    #[test]
    fn signed_time_is_that_of_the_nearest_event(times in times(), at in -30i32..60, looped in any::<bool>()) {
        let at = f64::from(at) * 0.125;
        let all: Vec<f64> = if looped {
            (-6..8).flat_map(|round| times.iter().map(move |t| t + f64::from(round) * 10.0)).collect()
        } else {
            times.clone()
        };
        let track = if looped { EventTrack::looped(times, 10.0) } else { EventTrack::new(times) };
        // If two events are equally near, the later one counts.
        let nearest = all.iter().map(|time| time - at).min_by(|a, b| {
            a.abs().total_cmp(&b.abs()).then(b.total_cmp(a))
        });
        prop_assert_eq!(track.unwrap().signed_time(at), nearest);
    }
}

#[test]
fn invalid_clock_times_pass_no_event() {
    let track = EventTrack::looped(vec![0.5], 1.0).unwrap();
    for (previous, now) in [
        (f64::NAN, 1.0),
        (0.0, f64::NAN),
        (0.0, f64::INFINITY),
        (f64::NEG_INFINITY, 0.0),
        (0.0, 1e300),
        (1e17, 1e17),
    ] {
        assert_eq!(track.between(previous, now).count(), 0, "{previous} {now}");
    }
    assert_eq!(track.start(f64::NAN).count(), 0);
    // Events are found lazily: a long update costs nothing until its events are iterated over.
    assert_eq!(track.between(0.0, 1e15).next(), Some(0.5));
    assert_eq!(track.between(1e15, 0.0).next(), Some(1e15 - 0.5));
}

#[test]
fn invalid_times_and_loops_are_rejected() {
    for (times, length) in [
        (vec![0.5, f64::NAN], 1.0),
        (vec![0.5, -0.1], 1.0),
        (vec![1.0], 1.0),
        (vec![0.5], 0.0),
        (vec![0.5], f64::NAN),
        (vec![0.5], f64::INFINITY),
    ] {
        assert!(
            EventTrack::looped(times.clone(), length).is_err(),
            "{times:?} {length}"
        );
    }
    assert!(EventTrack::new(vec![1.0, f64::INFINITY]).is_err());
    assert!(EventTrack::new(vec![2e9]).is_err());
}

#[test]
fn a_negative_or_nan_gap_is_rejected() {
    let track = EventTrack::new(vec![0.5, 0.5, 0.6]).unwrap();
    for gap in [f64::NAN, -0.1, f64::NEG_INFINITY] {
        for too_close in [TooClose::Merge, TooClose::Refuse] {
            let kept = track.clone().with_min_gap(gap, too_close);
            assert_eq!(kept, Err(TrackError::BadGap), "{gap}");
            let kept = track
                .clone()
                .with_min_gap_frames(gap, FrameRate::ONE, too_close);
            assert_eq!(kept, Err(TrackError::BadGap), "{gap}");
        }
    }
    // A gap of 0 is valid.
    let kept = track.clone().with_min_gap(0.0, TooClose::Merge);
    assert_eq!(kept.unwrap(), track);
}
