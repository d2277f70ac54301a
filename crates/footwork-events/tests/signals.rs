//! Signals agree with the oracle and decode to their events.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{EncodeError, Encoding, EventTrack, Guards, encode_oracle, score};
use proptest::prelude::*;

/// Returns the times in seconds of events, given the gaps between them in frames.
fn events(gaps: &[f64], first: f64, rate: FrameRate) -> Vec<f64> {
    let mut at = first;
    let mut times = vec![at / rate.as_f64()];
    for gap in gaps {
        at += gap;
        times.push(at / rate.as_f64());
    }
    times
}

fn rates() -> impl Strategy<Value = FrameRate> {
    prop::sample::select(vec![
        (30, 1),
        (60, 1),
        (120, 1),
        (24_000, 1001),
        (1, 1),
        (10_000, 417),
    ])
    .prop_map(|(numerator, denominator)| FrameRate::new(numerator, denominator).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Covers any gaps, windows and smoothings, events on frames and between frames, and loops.
    #[test]
    fn signals_agree_with_the_oracle(
        gaps in prop::collection::vec(prop_oneof![0.0..3.0, 3.0..100.0, Just(7.0), Just(0.0)], 0..40),
        first in prop_oneof![-50.0..50.0, Just(0.0)],
        window in prop_oneof![0.5..60.0, Just(8.0)],
        sigma in prop_oneof![Just(0.0), 0.0..4.0],
        rate in rates(),
        frames in 0usize..1400,
        looped in any::<bool>(),
    ) {
        let times = events(&gaps, first, rate);
        let track = if looped && times[0] >= 0.0 {
            let length = times.last().unwrap() + 20.0 * rate.period_secs();
            EventTrack::looped(times, length).unwrap()
        } else {
            EventTrack::new(times).unwrap()
        };
        let secs = rate.period_secs();
        let encoding = Encoding::new(window * secs, libm::fmin(sigma, window) * secs).unwrap();
        let plain = encode_oracle(&encoding, &track, rate, frames).unwrap();
        let fast = encoding.encode(&[track.clone(), track], rate, frames).unwrap();
        prop_assert_eq!(fast.len(), frames * 4);
        for (frame, (row, plain)) in fast.as_chunks::<4>().0.iter().zip(plain).enumerate() {
            prop_assert_eq!(row[..2].to_vec(), row[2..].to_vec());
            let error = libm::fmax((f64::from(row[0]) - plain.0).abs(), (f64::from(row[1]) - plain.1).abs());
            prop_assert!(error < 1e-7, "frame {} of {}: {:?} {:?}", frame, frames, row, plain);
        }
    }

    /// Holds for gaps of at least 20 frames and a smoothing of one frame.
    #[test]
    fn events_come_back_to_a_hundredth_of_a_frame(
        gaps in prop::collection::vec(prop_oneof![20.0..90.0, Just(20.0), Just(21.0)], 0..30),
        first in prop_oneof![0.0..20.0, Just(0.0), Just(1.0)],
        rate in rates(),
    ) {
        // Without gaps, the window is half a second, which is too short at one frame per second.
        prop_assume!(!gaps.is_empty() || rate.as_f64() > 20.0);
        let times = events(&gaps, first, rate);
        let track = EventTrack::new(times.clone()).unwrap();
        // The last event is on the last frame, or between the last frame and the one before.
        let frames = (times.last().unwrap() * rate.as_f64() - 1e-9).ceil() as usize + 1;
        let encoding = Encoding::from_gaps(std::slice::from_ref(&track), rate);
        let signal = encoding.encode(&[track], rate, frames).unwrap();
        let decoded = encoding.decode_all(signal.as_chunks().0, rate, Guards::default()).unwrap();
        prop_assert_eq!(decoded.times.len(), times.len(), "{:?} {:?}", &decoded, &times);
        for (found, truth) in decoded.times.iter().zip(&times) {
            let frames_off = (found - truth).abs() * rate.as_f64();
            prop_assert!(frames_off <= 0.01, "off by {} frames", frames_off);
        }
    }

    /// Holds for a smoothing of up to two frames, and for reading only every fourth frame.
    #[test]
    fn no_event_is_lost_or_found_twice(
        gaps in prop::collection::vec(20.0..120.0, 3..40),
        first in 0.0..30.0,
        sigma in 0.0..2.0,
        every in prop::sample::select(vec![1usize, 4]),
    ) {
        let rate = FrameRate::whole(60).unwrap();
        let times = events(&gaps, first, rate);
        let track = EventTrack::new(times.clone()).unwrap();
        let window = Encoding::from_gaps(std::slice::from_ref(&track), rate).window_secs();
        let encoding = Encoding::new(window, sigma / 60.0).unwrap();
        let frames = (times.last().unwrap() * 60.0) as usize + 10;
        let signal = encoding.encode(&[track], rate, frames).unwrap();
        let pairs: Vec<[f32; 2]> = signal.as_chunks().0.iter().step_by(every).copied().collect();
        let slow = FrameRate::new(60, every as u64).unwrap();
        let decoded = encoding.decode_all(&pairs, slow, Guards::default()).unwrap();
        let score = score(&times, &decoded.times, 2.0 / 60.0 + 1e-9).unwrap();
        prop_assert_eq!(score.f1, 1.0, "{:?} {:?}", times, decoded);
    }

    /// A signal played backwards but decoded as if played forwards rises through zero, which never fires.
    #[test]
    fn rising_signals_never_fire(
        gaps in prop::collection::vec(20.0..120.0, 3..40),
        reach in 0.3..1.9,
    ) {
        let rate = FrameRate::whole(60).unwrap();
        let times = events(&gaps, 30.0, rate);
        let track = EventTrack::new(times.clone()).unwrap();
        let window = reach * Encoding::from_gaps(std::slice::from_ref(&track), rate).window_secs();
        let encoding = Encoding::new(window, 1.0 / 60.0).unwrap();
        let frames = (times.last().unwrap() * 60.0) as usize + 30;
        prop_assume!(encoding.warnings(&track).is_empty());
        let mut signal = encoding.encode(std::slice::from_ref(&track), rate, frames).unwrap().as_chunks().0.to_vec();
        signal.reverse();
        // If the window reaches over the middle between two events, the reversed signal jumps down there.
        let guards = Guards { jump: Some(0.25), ..Guards::default() };
        let decoded = encoding.decode_all(&signal, rate, guards).unwrap();
        prop_assert_eq!(decoded.times, Vec::<f64>::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Covers windows that are too long for a single sine, and smoothing over many events.
    #[test]
    fn long_windows_and_wide_smoothings_agree_too(
        gaps in prop::collection::vec(prop_oneof![0.0..30.0, 300.0..900.0], 0..12),
        first in -300.0..300.0,
        window in 60.0..900.0,
        sigma in 0.0..60.0,
        rate in rates(),
    ) {
        const FRAMES: usize = 150;
        let track = EventTrack::new(events(&gaps, first, rate)).unwrap();
        let secs = rate.period_secs();
        let encoding = Encoding::new(window * secs, sigma * secs).unwrap();
        let plain = encode_oracle(&encoding, &track, rate, FRAMES).unwrap();
        let fast = encoding.encode(&[track], rate, FRAMES).unwrap();
        for (frame, (pair, plain)) in fast.as_chunks::<2>().0.iter().zip(plain).enumerate() {
            let error = libm::fmax((f64::from(pair[0]) - plain.0).abs(), (f64::from(pair[1]) - plain.1).abs());
            prop_assert!(error < 1e-7, "frame {}: {:?} {:?}", frame, pair, plain);
        }
    }
}

#[test]
fn a_buffer_that_does_not_fit_is_rejected() {
    let rate = FrameRate::whole(30).unwrap();
    let encoding = Encoding::new(0.3, rate.period_secs()).unwrap();
    let tracks = [vec![0.5], vec![0.1, 1.0]].map(|times| EventTrack::new(times).unwrap());
    let mut rows = vec![f32::NAN; 45 * 4];
    encoding.encode_into(&tracks, rate, &mut rows).unwrap();
    assert_eq!(rows, encoding.encode(&tracks, rate, 45).unwrap());
    let refused = Err(EncodeError::NotRows { width: 4 });
    assert_eq!(encoding.encode_into(&tracks, rate, &mut rows[..6]), refused);
    let refused = Err(EncodeError::NotRows { width: 0 });
    assert_eq!(encoding.encode_into(&[], rate, &mut rows), refused);
    assert_eq!(encoding.encode_into(&[], rate, &mut []), Ok(()));
}

#[test]
fn a_loop_with_too_many_events_is_rejected() {
    let rate = FrameRate::whole(60).unwrap();
    let encoding = Encoding::new(0.3, rate.period_secs()).unwrap();
    let encode = |times: Vec<f64>, loop_secs: f64, frames: usize| {
        let track = EventTrack::looped(times, loop_secs).unwrap();
        encoding
            .encode(&[track], rate, frames)
            .map(|rows| rows.len())
    };
    let refused = Err(EncodeError::TooManyEvents);
    assert_eq!(encode(vec![0.0], 1e-6, 1000), refused);
    assert_eq!(encode(vec![0.0], 1e-300, 1), refused);
    assert_eq!(encode(vec![0.0; 100], 1e-4, 1000), refused);
    assert_eq!(encode(vec![0.0], 1e-4, 1000), Ok(2000));
    // A loop without events is accepted, and so are two events per frame of a long signal.
    assert_eq!(encode(vec![], 1e-300, 1000), Ok(2000));
    assert_eq!(
        encode(vec![0.0, 0.001], 1.0 / 30.0, 2_000_000),
        Ok(4_000_000)
    );
}

#[test]
fn the_window_of_a_single_event_is_half_its_loop() {
    let rate = FrameRate::whole(60).unwrap();
    for loop_secs in [0.25, 0.75, 3.0] {
        let track = EventTrack::looped(vec![0.125], loop_secs).unwrap();
        let encoding = Encoding::from_gaps(std::slice::from_ref(&track), rate);
        assert_eq!(encoding.window_secs(), 0.5 * loop_secs);
        assert_eq!(encoding.warnings(&track), []);
    }
    let once = EventTrack::new(vec![0.1]).unwrap();
    assert_eq!(Encoding::from_gaps(&[once], rate).window_secs(), 0.5);
}
