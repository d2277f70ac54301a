//! The numbered rules of signals and triggers, one test per rule.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{
    EncodeError, Encoding, EventTrack, Guards, MIN_GAP_FRAMES, Passing, TooClose, TrackError,
    Trigger, column_names, encode_oracle, score,
};

fn rate(frames_per_sec: u64) -> FrameRate {
    FrameRate::whole(frames_per_sec).unwrap()
}

fn track(times: &[f64]) -> EventTrack {
    EventTrack::new(times.to_vec()).unwrap()
}

fn encode(
    encoding: &Encoding,
    track: &EventTrack,
    rate: FrameRate,
    frames: usize,
) -> Vec<[f32; 2]> {
    let rows = encoding.encode(std::slice::from_ref(track), rate, frames);
    rows.unwrap().as_chunks().0.to_vec()
}

fn round_trip(encoding: &Encoding, track: &EventTrack, rate: FrameRate, frames: usize) -> Vec<f64> {
    let signal = encode(encoding, track, rate, frames);
    encoding
        .decode_all(&signal, rate, Guards::default())
        .unwrap()
        .times
}

#[test]
fn rule_01_times_are_seconds_and_may_lie_between_frames() {
    let encoding = Encoding::new(0.5, 0.0).unwrap();
    // The frames of NTSC have times that are not short decimals.
    let ntsc = FrameRate::new(30_000, 1001).unwrap();
    let signal = encode(&encoding, &track(&[0.507_5]), ntsc, 30);
    for (frame, pair) in signal.iter().enumerate() {
        let at = frame as f64 * 1001.0 / 30_000.0;
        let truth = 0.507_5 - at;
        match encoding.decode(*pair) {
            Some(found) => assert!(
                (found - truth).abs() < 1e-7,
                "frame {frame}: {found} {truth}"
            ),
            None => assert!(truth.abs() > 0.49, "frame {frame}"),
        }
    }
}

#[test]
fn rule_02_a_tie_between_two_events_goes_to_the_coming_one() {
    assert_eq!(track(&[1.0, 2.0]).signed_time(1.5), Some(0.5));
    let looped = EventTrack::looped(vec![0.0], 1.0).unwrap();
    assert_eq!(looped.signed_time(0.5), Some(0.5));
    // Signals resolve the tie in the same way. Frame 3 is in the middle.
    let encoding = Encoding::new(10.0, 0.0).unwrap();
    let signal = encode(&encoding, &track(&[1.0, 5.0]), rate(1), 7);
    assert!(signal[2][0] < 0.0 && signal[3][0] > 0.0);
}

#[test]
fn rule_03_far_from_events_the_pair_is_0_and_minus_1_and_decodes_to_unknown() {
    let encoding = Encoding::new(0.2, 0.0).unwrap();
    let signal = encode(&encoding, &track(&[1.0]), rate(10), 20);
    for frame in (0..=7).chain(13..20) {
        assert_eq!(signal[frame], [0.0, -1.0], "frame {frame}");
    }
    assert_eq!(
        encode(&encoding, &track(&[]), rate(10), 3),
        [[0.0, -1.0]; 3]
    );
    assert_eq!(encoding.decode([0.0, -1.0]), None);
    // The angles are on both sides of 1 - 1/64 of half a turn.
    let at = |turns: f64| {
        let (sine, cosine) = libm::sincos(turns * std::f64::consts::PI);
        encoding.decode([sine as f32, cosine as f32])
    };
    assert!(at(0.984).is_some() && at(-0.984).is_some());
    assert!(at(0.985).is_none() && at(-0.985).is_none());
    assert!(encoding.decode([0.0, 0.0501]).is_some());
    assert!(encoding.decode([0.0, 0.0499]).is_none());
    assert!(encoding.decode([f32::NAN, 1.0]).is_none());
    assert!(encoding.decode([1.0, f32::NAN]).is_none());
    assert!(encoding.decode([f32::INFINITY, 1.0]).is_none());
}

#[test]
fn rule_04_an_event_on_a_frame_fires_on_that_frame_and_times_are_interpolated() {
    let encoding = Encoding::new(0.3, 1.0 / 30.0).unwrap();
    for frame in 1..29 {
        let at = f64::from(frame) / 30.0;
        let plain = encode_oracle(&encoding, &track(&[at]), rate(30), 30).unwrap();
        assert!(plain[frame as usize].0.abs() < 1e-12);
        let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
        let signal = encode(&encoding, &track(&[at]), rate(30), 30);
        for (now, pair) in (0..).zip(signal) {
            let fired = trigger.advance(pair, 1.0 / 30.0).fired_ago_secs;
            assert_eq!(fired.is_some(), now == frame, "event {frame}, frame {now}");
            if let Some(ago) = fired {
                assert!(ago.abs() < 0.001 / 30.0, "{ago}");
            }
        }
    }
    // The event is between frames, and rounding makes the signal slightly late.
    let found = round_trip(&encoding, &track(&[10.37 / 30.0]), rate(30), 30);
    assert!((found[0] - 10.37 / 30.0).abs() < 0.01 / 30.0);
    let late = libm::sincos(std::f64::consts::PI * 0.000_9 / 9.0);
    let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
    trigger.advance([0.5, 0.8], 1.0 / 30.0);
    let passing = trigger.advance([late.0 as f32, late.1 as f32], 1.0 / 30.0);
    assert!(passing.fired_ago_secs.is_some());
    // The trigger must not fire again after the signal has passed zero.
    assert_eq!(trigger.advance([-0.3, 0.9], 1.0 / 30.0), Passing::default());
}

#[test]
fn rule_05_an_event_on_frame_0_fires_at_the_start_and_one_past_the_end_never() {
    let encoding = Encoding::new(0.3, 1.0 / 30.0).unwrap();
    let found = round_trip(&encoding, &track(&[0.0]), rate(30), 30);
    assert_eq!(found.len(), 1);
    assert!(found[0].abs() < 0.01 / 30.0);
    // The event is after the last frame, which is at 29/30 s. It shapes the signal but does not
    // fire.
    let after = track(&[29.2 / 30.0]);
    assert!(encode(&encoding, &after, rate(30), 30)[29][1] > 0.9);
    assert_eq!(round_trip(&encoding, &after, rate(30), 30), []);
    // An event before the first frame must not fire either.
    assert_eq!(
        round_trip(&encoding, &track(&[-0.2 / 30.0]), rate(30), 30),
        []
    );
}

#[track_caller]
fn check_near(a: &[[f32; 2]], b: &[[f32; 2]]) {
    for (a, b) in a.iter().zip(b) {
        assert!((a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6);
    }
}

#[test]
fn rule_06_smoothing_reads_the_frames_that_would_be_there_and_loops_wrap() {
    let encoding = Encoding::new(0.2, 2.0 / 30.0).unwrap();
    // A part of a longer signal equals that signal.
    let whole = encode(&encoding, &track(&[0.5, 1.0, 1.5]), rate(30), 60);
    let piece = encode(&encoding, &track(&[-0.5, 0.0, 0.5]), rate(30), 30);
    check_near(&whole[30..], &piece);
    // The signal of a loop equals that of its rounds written out.
    let looped = EventTrack::looped(vec![0.02, 0.53], 1.0).unwrap();
    let rounds = track(&[-0.98, -0.47, 0.02, 0.53, 1.02, 1.53]);
    let [looped, rounds] = [looped, rounds].map(|t| encode(&encoding, &t, rate(30), 30));
    check_near(&looped, &rounds);
    // An event on the first or the last frame decodes as exactly as any other event.
    for frame in [0, 1, 15, 28, 29] {
        let found = round_trip(&encoding, &track(&[f64::from(frame) / 30.0]), rate(30), 30);
        assert!(
            (found[0] * 30.0 - f64::from(frame)).abs() < 0.01,
            "{found:?}"
        );
    }
}

#[test]
fn rule_07_events_too_close_are_merged_or_rejected() {
    let close = track(&[0.5, 0.53, 0.56, 1.0]);
    let merged = close.clone().with_min_gap(0.05, TooClose::Merge).unwrap();
    assert_eq!(merged.times(), [0.53, 1.0]);
    assert_eq!(
        close.with_min_gap(0.05, TooClose::Refuse),
        Err(TrackError::TooClose {
            first_secs: 0.5,
            second_secs: 0.53
        })
    );
    // The two events are on both sides of a loop's seam.
    let seam = EventTrack::looped(vec![0.01, 0.5, 0.97], 1.0).unwrap();
    let merged = seam.clone().with_min_gap(0.05, TooClose::Merge).unwrap();
    assert_eq!(merged.times().len(), 2);
    assert!((merged.times()[1] - 0.99).abs() < 1e-12);
    assert!(seam.with_min_gap(0.05, TooClose::Refuse).is_err());
}

/// Events two frames apart are not closer than two frames, however their times are rounded.
#[test]
fn rule_07_events_exactly_the_gap_apart_stay() {
    let film = FrameRate::new(24_000, 1001).unwrap();
    for per_sec in [film, rate(30), rate(60), rate(100), rate(240)] {
        for frame in (0..600).chain([1_000_000, 100_000_000]) {
            let at = |frame: f64| frame * per_sec.denominator() as f64 / per_sec.numerator() as f64;
            let frame = f64::from(frame);
            let apart = |gap| track(&[at(frame), at(frame + gap)]);
            let kept = |gap| {
                let gaps = [
                    apart(gap).with_min_gap(2.0 / per_sec.as_f64(), TooClose::Refuse),
                    apart(gap).with_min_gap_frames(MIN_GAP_FRAMES, per_sec, TooClose::Refuse),
                ];
                gaps.map(|track| track.is_ok())
            };
            assert_eq!(kept(2.0), [true; 2], "frame {frame} of {per_sec}");
            assert_eq!(kept(1.99), [false; 2], "frame {frame} of {per_sec}");
        }
    }
    // The two events are on both sides of the seam of a loop of 57 frames.
    let period = 1.0 / 60.0;
    let seam = EventTrack::looped(vec![period, 56.0 * period], 57.0 * period).unwrap();
    let kept = seam.with_min_gap_frames(2.0, rate(60), TooClose::Refuse);
    assert_eq!(kept.unwrap().times().len(), 2);
}

#[test]
fn rule_08_play_rate_scales_and_reverse_flips() {
    let encoding = Encoding::new(0.3, 0.0).unwrap();
    let event = track(&[1.0]);
    let at = |time: f64| {
        encoding
            .encode_at(std::slice::from_ref(&event), &[time], None)
            .unwrap()
    };
    for play_rate in [0.25, 1.0, 2.0, -1.0, -2.5] {
        let start = if play_rate > 0.0 { 0.8 } else { 1.2 };
        let step = play_rate / 60.0;
        let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
        let mut clock = start;
        let mut fired = Vec::new();
        for _ in 0..100 {
            let pair = at(clock);
            if let Some(ago) = trigger.advance([pair[0], pair[1]], step).fired_ago_secs {
                fired.push(clock - ago * f64::signum(step));
            }
            clock += step;
        }
        assert_eq!(fired.len(), 1, "play rate {play_rate}");
        assert!(
            (fired[0] - 1.0).abs() < 1e-6,
            "play rate {play_rate}: {fired:?}"
        );
    }
    // The trigger passes the event forwards and backwards.
    let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
    let mut fired = 0;
    let there = (0..20).map(|i| 0.9 + f64::from(i) * 0.01);
    for (time, step) in there
        .clone()
        .map(|t| (t, 0.01))
        .chain(there.rev().map(|t| (t, -0.01)))
    {
        let pair = at(time);
        let passing = trigger.advance([pair[0], pair[1]], step);
        fired += usize::from(passing.fired_ago_secs.is_some());
    }
    assert_eq!(fired, 2);
}

#[test]
fn rule_09_a_step_as_long_as_the_window_may_have_missed_an_event() {
    let encoding = Encoding::new(0.2, 0.0).unwrap();
    let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
    // There is no event before the start.
    assert!(!trigger.advance([0.0, -1.0], 5.0).may_have_missed);
    assert!(!trigger.advance([0.0, -1.0], 0.199).may_have_missed);
    assert!(trigger.advance([0.0, -1.0], 0.2).may_have_missed);
    assert!(trigger.advance([0.0, -1.0], -0.3).may_have_missed);
}

/// Events are further apart than two windows, at any time between two updates.
#[test]
fn rule_09_shorter_steps_miss_nothing() {
    let times: Vec<f64> = (0..200)
        .map(|event| 0.5 + f64::from(event) * 0.511 + 0.1 * libm::sin(f64::from(event)).abs())
        .collect();
    let track = track(&times);
    let window = 0.2;
    assert!(track.gaps().all(|gap| gap > 2.0 * window));
    for sigma in [0.0, 0.004] {
        let encoding = Encoding::new(window, sigma).unwrap();
        for hundredths in (5..100).step_by(5).chain([51, 99]) {
            let step = window * f64::from(hundredths) / 100.0;
            let clock: Vec<f64> = (0..)
                .map(|update| f64::from(update) * step)
                .take_while(|time| *time < 103.0)
                .collect();
            let rows = encoding
                .encode_at(std::slice::from_ref(&track), &clock, Some(0.004))
                .unwrap();
            let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
            let mut fired = Vec::new();
            for (pair, now) in rows.as_chunks().0.iter().zip(clock) {
                let passing = trigger.advance(*pair, step);
                assert!(!passing.may_have_missed);
                fired.extend(passing.fired_ago_secs.map(|ago| now - ago));
            }
            let score = score(&times, &fired, 0.5 * step).unwrap();
            assert_eq!(score.f1, 1.0, "step {step}, {:?}", trigger.rejections());
        }
    }
}

#[test]
fn rule_10_with_uneven_frames_smoothing_is_rejected_or_resampled() {
    let event = [track(&[0.5])];
    let times = [0.3, 0.31, 0.4, 0.5, 0.65];
    let rough = Encoding::new(0.2, 0.0).unwrap();
    let smooth = Encoding::new(0.2, 0.01).unwrap();
    let refused = smooth.encode_at(&event, &times, None);
    assert_eq!(refused, Err(EncodeError::UnevenFrames));
    for rows in [
        rough.encode_at(&event, &times, None).unwrap(),
        smooth.encode_at(&event, &times, Some(0.01)).unwrap(),
    ] {
        for (pair, time) in rows.as_chunks().0.iter().zip(times) {
            let truth = 0.5 - time;
            let found = rough.decode(*pair);
            // Smoothing rounds off the ends of the window.
            assert!(truth.abs() > 0.15 || (found.unwrap() - truth).abs() < 1e-6);
        }
    }
    for bad in [0.0, -1.0, f64::NAN] {
        assert_eq!(
            smooth.encode_at(&event, &times, Some(bad)),
            Err(EncodeError::BadSpacing)
        );
    }
    assert_eq!(
        rough.encode_at(&event, &[0.0, f64::NAN], None),
        Err(EncodeError::NotATime { index: 1 })
    );
}

#[test]
fn rule_11_columns_are_sine_then_cosine_of_each_event_and_named_so() {
    let encoding = Encoding::new(0.4, 0.0).unwrap();
    let tracks = [track(&[0.1]), track(&[0.3])];
    let rows = encoding.encode(&tracks, rate(10), 5).unwrap();
    assert_eq!(rows.len(), 5 * 4);
    // On frame 1 the first event is reached, and the second event is next, at an angle of a quarter
    // turn.
    assert_eq!(rows[4..6], [0.0, 1.0]);
    assert!((rows[6] - 1.0).abs() < 1e-6 && rows[7].abs() < 1e-6);
    let names = ["Foot.Left", "Foot.Right"].map(|name| name.parse().unwrap());
    assert_eq!(
        column_names(&names),
        [
            "Foot.Left.sin",
            "Foot.Left.cos",
            "Foot.Right.sin",
            "Foot.Right.cos"
        ]
    );
    // The signal uses every feature, and its FNV-1a hash is the same on every machine.
    let encoding = Encoding::new(0.31, 0.021).unwrap();
    let tracks = [
        track(&[-0.1, 0.4, 0.55, 3.0, 9.99]),
        EventTrack::looped(vec![0.013, 0.7], 1.3).unwrap(),
        track(&[]),
    ];
    let rows = encoding
        .encode(&tracks, FrameRate::new(24_000, 1001).unwrap(), 2000)
        .unwrap();
    let hash = rows.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, value| {
        let bytes = value.to_bits().to_le_bytes();
        bytes.iter().fold(hash, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    });
    assert_eq!(hash, 0x1fcf_9487_e0ce_1cfb, "{hash:#x}");
}
