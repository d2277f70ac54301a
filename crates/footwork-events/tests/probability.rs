//! Events as probabilities: peaks agree with a plain search, frame by frame too, and share a clock with signals.

#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{
    Encoding, EventTarget, EventTrack, Guards, NetworkEvents, Probability, ProbabilityError,
    Trigger, TuneError,
};
use proptest::prelude::*;

/// Returns the frames of local maxima at or above the threshold that are at least `gap_frames` apart.
fn peaks(chances: &[f32], threshold: f64, gap_frames: usize) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for (frame, chance) in chances.iter().enumerate() {
        let before = frame.checked_sub(1).map(|before| chances[before]);
        let rises = before.is_none_or(|before| *chance > before);
        let falls = chances.get(frame + 1).is_none_or(|after| chance >= after);
        let is_apart = found.last().is_none_or(|last| frame - last >= gap_frames);
        if rises && falls && f64::from(*chance) >= threshold && is_apart {
            found.push(frame);
        }
    }
    found
}

fn chances() -> impl Strategy<Value = Vec<f32>> {
    // Uses few distinct values, so that neighbours are often equal.
    prop::collection::vec((0..=8_u8).prop_map(|eighth| f32::from(eighth) / 8.0), 0..60)
}

proptest! {
    #[test]
    fn times_are_those_of_a_plain_search(
        chances in chances(), threshold in 0.05..1.0_f64, gap_frames in 0..6_usize, rate in 10_u64..120,
    ) {
        let rate = FrameRate::whole(rate).unwrap();
        let gap_secs = gap_frames as f64 * rate.period_secs();
        let decoder = Probability::new(threshold, gap_secs).unwrap();
        let found = decoder.decode_all(&chances, rate);
        let expected: Vec<f64> = peaks(&chances, threshold, gap_frames)
            .into_iter()
            .map(|frame| frame as f64 / rate.as_f64())
            .collect();
        prop_assert_eq!(found.len(), expected.len(), "{:?} {:?}", found, expected);
        for (a, b) in found.iter().zip(&expected) {
            prop_assert!((a - b).abs() < 1e-9);
        }
        // `NetworkEvents` finds the same events frame by frame, except for a maximum on the last frame.
        let target = EventTarget::Probability(decoder);
        let mut events = NetworkEvents::from_targets(rate, &[target], Guards::STEADY).unwrap().with_lead(0.1);
        let (mut passed, mut previous) = (Vec::new(), -1.0);
        for chance in &chances {
            let now = events.next_frame_secs();
            prop_assert_eq!(events.coming(0, now, 1.0), None);
            events.push(&[[*chance, f32::NAN]]).unwrap();
            passed.extend(events.between(0, previous, now));
            previous = now;
        }
        let last = (chances.len() as f64 - 1.5) / rate.as_f64();
        let known: Vec<f64> = expected.into_iter().filter(|at| *at < last).collect();
        prop_assert_eq!(passed.len(), known.len());
        for (a, b) in passed.iter().zip(&known) {
            prop_assert!((a - b).abs() < 1e-9);
        }
    }

    #[test]
    fn events_come_back_on_their_frames(
        gaps in prop::collection::vec(0.15..1.0_f64, 0..12), rate in 20_u64..120, looping: bool,
    ) {
        let rate = FrameRate::whole(rate).unwrap();
        let mut at = 0.0;
        let mut times: Vec<f64> = gaps.iter().map(|gap| { at += gap; at }).collect();
        let frames = ((at + 0.5) * rate.as_f64()) as usize;
        let loop_secs = frames as f64 / rate.as_f64();
        let track = if looping {
            EventTrack::looped(times.clone(), loop_secs).unwrap()
        } else {
            EventTrack::new(times.clone()).unwrap()
        };
        let chances = Probability::encode(&[track], rate, frames + 1).unwrap();
        let decoder = Probability::default();
        let found = if looping {
            prop_assert_eq!(chances[0], chances[frames]);
            decoder.decode_loop(&chances, rate)
        } else {
            decoder.decode_all(&chances, rate)
        };
        times.retain(|at| *at < loop_secs);
        prop_assert_eq!(found.len(), times.len(), "{:?} {:?}", found, times);
        for (a, b) in found.iter().zip(&times) {
            prop_assert!((a - b).abs() <= 0.5 * rate.period_secs() + 1e-9);
        }
    }
}

#[test]
fn a_maximum_too_soon_after_an_event_is_counted() {
    let mut trigger = Trigger::from_probability(Probability::new(0.5, 0.25).unwrap());
    let fired: Vec<_> = [0.0, 0.9, 0.0, 0.8, f32::NAN, 0.7, 0.0]
        .iter()
        .map(|chance| trigger.advance([*chance, 0.0], 0.1).fired_ago_secs)
        .collect();
    assert_eq!(fired, [None, None, Some(0.1), None, None, None, Some(0.1)]);
    assert_eq!(trigger.rejections().refractory, 1);
    // A step of 0 s does nothing. Backwards, the same maxima count again.
    assert_eq!(trigger.advance([1.0, 0.0], 0.0).fired_ago_secs, None);
    trigger.advance([0.7, 0.0], -0.1);
    let passing = trigger.advance([0.0, 0.0], -0.1);
    assert_eq!(
        (passing.fired_ago_secs, passing.may_have_missed),
        (Some(0.1), false)
    );
}

#[test]
fn a_plateau_before_the_maximum_counts_and_starts_the_gap() {
    let rate = FrameRate::whole(10).unwrap();
    let chances = [0.0, 0.6, 0.6, 0.9, 0.0];
    let frames = |gap_secs: f64| -> Vec<f64> {
        let decoder = Probability::new(0.5, gap_secs).unwrap();
        let times = decoder.decode_all(&chances, rate);
        times.iter().map(|at| (at * 10.0).round()).collect()
    };
    assert_eq!(frames(0.3), [1.0]);
    assert_eq!(frames(0.2), [1.0, 3.0]);
}

#[test]
fn an_event_midway_between_frames_is_on_one_of_them() {
    for rate in ["30", "60", "24", "30000/1001", "120"] {
        let rate: FrameRate = rate.parse().unwrap();
        for frame in 0..200 {
            let at = (f64::from(frame) + 0.5) / rate.as_f64();
            let track = [EventTrack::new(vec![at]).unwrap()];
            let chances = Probability::encode(&track, rate, 202).unwrap();
            assert_eq!(chances.iter().sum::<f32>(), 1.0, "{at} s at {rate}");
        }
    }
}

#[test]
fn signals_and_probabilities_share_a_clock() {
    let rate = FrameRate::whole(30).unwrap();
    let encoding = Encoding::new(0.3, 0.0).unwrap();
    let track = [EventTrack::new(vec![0.5, 1.0]).unwrap()];
    let signal = encoding.encode(&track, rate, 45).unwrap();
    let chances = Probability::encode(&track, rate, 45).unwrap();
    let targets = [
        EventTarget::Encoded(encoding),
        EventTarget::Probability(Probability::default()),
    ];
    let mut events = NetworkEvents::from_targets(rate, &targets, Guards::default()).unwrap();
    for (pair, chance) in signal.as_chunks().0.iter().zip(&chances) {
        events.push(&[*pair, [*chance, 0.0]]).unwrap();
    }
    for event in 0..2 {
        let found: Vec<f64> = events.between(event, -1.0, 2.0).collect();
        assert_eq!(found.len(), 2);
        assert!(
            (found[0] - 0.5).abs() < 1e-6 && (found[1] - 1.0).abs() < 1e-6,
            "{found:?}"
        );
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for threshold in [0.0, -1.0, 1.5, f64::NAN] {
        assert_eq!(
            Probability::new(threshold, 0.1),
            Err(ProbabilityError::BadThreshold)
        );
    }
    for gap in [-0.1, f64::NAN, f64::INFINITY] {
        assert_eq!(Probability::new(0.5, gap), Err(ProbabilityError::BadGap));
        let tuned = Probability::tuned(&[], FrameRate::whole(30).unwrap(), 0.05, gap);
        assert_eq!(tuned, Err(TuneError::Probability(ProbabilityError::BadGap)));
    }
    let clip: (&[f32], &[f64]) = (&[0.0], &[f64::NAN]);
    let tuned = Probability::tuned(&[clip], FrameRate::whole(30).unwrap(), 0.05, 0.1);
    assert!(matches!(tuned, Err(TuneError::Score(_))));
}
