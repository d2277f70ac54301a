//! Triggers on noisy streams: which crossings they reject, and which events they miss.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{Encoding, EventTrack, Guards, GuardsError, Rejections, Trigger, score};

/// Normally distributed noise from a seed: sums of twelve uniform numbers.
struct Noise(u64);

impl Noise {
    fn even(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.even()).sum::<f64>() - 6.0
    }
}

const RATE: u64 = 240;

/// Returns strikes with gaps of half a second to a second, their encoding, and their signal with
/// noise of the given size.
fn noisy(seed: u64, size: f64, count: usize) -> (Vec<f64>, Encoding, Vec<[f32; 2]>) {
    noisy_at(RATE, seed, size, count)
}

fn noisy_at(rate: u64, seed: u64, size: f64, count: usize) -> (Vec<f64>, Encoding, Vec<[f32; 2]>) {
    let mut noise = Noise(seed);
    let mut times = Vec::new();
    let mut at = 1.0;
    for _ in 0..count {
        times.push(at);
        at += 0.5 + 0.5 * noise.even();
    }
    let frames = (at * rate as f64) as usize;
    let rate = FrameRate::whole(rate).unwrap();
    let track = EventTrack::new(times.clone()).unwrap();
    let encoding = Encoding::from_gaps(std::slice::from_ref(&track), rate);
    let mut signal = encoding.encode(&[track], rate, frames).unwrap();
    for value in &mut signal {
        *value += (size * noise.normal()) as f32;
    }
    (times, encoding, signal.as_chunks().0.to_vec())
}

/// The documentation of `Guards` promises this for noise of 0.15.
#[test]
fn a_noisy_rising_signal_never_fires() {
    let fired = |rate: u64, seed: u64, size: f64, guards: Guards| {
        let (_, encoding, mut signal) = noisy_at(rate, seed, size, 400);
        signal.reverse();
        let rate = FrameRate::whole(rate).unwrap();
        let decoded = encoding.decode_all(&signal, rate, guards).unwrap();
        (decoded.times.len(), decoded.rejected)
    };
    let pairwise = Guards {
        falling: false,
        ..Guards::STEADY
    };
    let (mut refused, mut would_fire) = (0, 0);
    for rate in [30, 60, 120, 240] {
        for seed in 0..4 {
            for size in [0.0, 0.05, 0.1, 0.15] {
                let (count, rejected) = fired(rate, seed, size, Guards::STEADY);
                assert_eq!(count, 0, "noise of {size} at {rate}, seed {seed}");
                refused += rejected.falling + rejected.approach;
            }
            would_fire += fired(rate, seed, 0.15, pairwise).0;
        }
    }
    // The streams have jittering crossings that only the `falling` guard rejects.
    assert!(refused > 1000 && would_fire > 10, "{refused} {would_fire}");
}

/// A signal also rises between two events if the window reaches over the middle between them.
#[test]
fn a_window_longer_than_the_gap_loses_no_clean_event() {
    let rate = FrameRate::whole(60).unwrap();
    for (percent, sigma, every) in [(100, 0.0, 1), (120, 1.0, 2), (150, 2.0, 1), (150, 0.0, 4)] {
        let mut at = 30.0;
        let mut times = Vec::new();
        for event in 0..200 {
            times.push(at / 60.0);
            at += 20.0 + if event % 3 == 0 { 37.3 } else { 0.13 };
        }
        let window = f64::from(percent) / 100.0 * 20.0 / 60.0;
        let encoding = Encoding::new(window, sigma / 60.0).unwrap();
        let track = EventTrack::new(times.clone()).unwrap();
        let signal = encoding.encode(&[track], rate, at as usize).unwrap();
        let pairs = signal.as_chunks().0.iter().step_by(every);
        let pairs: Vec<[f32; 2]> = pairs.copied().collect();
        let slow = FrameRate::new(60, every as u64).unwrap();
        let decoded = encoding
            .decode_all(&pairs, slow, Guards::default())
            .unwrap();
        let f1 = score(&times, &decoded.times, 2.0 / 60.0).unwrap().f1;
        assert_eq!(f1, 1.0, "{percent} % {:?}", decoded.rejected);
    }
}

#[test]
fn a_clean_signal_fires_within_a_frame_and_a_noisy_one_nearly_always() {
    let rate = FrameRate::whole(RATE).unwrap();
    let (times, encoding, signal) = noisy(1, 0.0, 2000);
    let decoded = encoding
        .decode_all(&signal, rate, Guards::default())
        .unwrap();
    let clean = score(&times, &decoded.times, 1.0 / RATE as f64).unwrap();
    assert_eq!(clean.f1, 1.0);
    assert_eq!(decoded.rejected, Default::default());

    let (times, encoding, signal) = noisy(2, 0.05, 2000);
    let found = |guards| {
        let decoded = encoding.decode_all(&signal, rate, guards).unwrap();
        score(&times, &decoded.times, 8.0 / RATE as f64).unwrap()
    };
    let guarded = found(Guards::STEADY);
    assert!(guarded.f1 > 0.99, "{guarded:?}");
    // Without guards, jitter makes the trigger fire repeatedly.
    let unguarded = found(Guards::NONE);
    assert!(unguarded.precision < 0.9, "{unguarded:?}");
}

#[test]
fn smoothing_by_the_trigger_helps_against_noise() {
    let (times, encoding, signal) = noisy(3, 0.25, 1000);
    let period = 1.0 / RATE as f64;
    let f1 = |secs: f64| {
        let mut trigger = Trigger::new(encoding, Guards::STEADY)
            .unwrap()
            .with_smoothing(secs);
        let mut found = Vec::new();
        for (frame, pair) in signal.iter().enumerate() {
            if let Some(ago) = trigger.advance(*pair, period).fired_ago_secs {
                found.push(frame as f64 * period - ago);
            }
        }
        score(&times, &found, 16.0 * period).unwrap().f1
    };
    let (smooth, raw) = (f1(6.0 * period), f1(0.0));
    assert!(smooth > raw + 0.01, "{smooth} {raw}");
}

/// Includes a signalling NaN. For it, ARM's maximum instruction gives another number than a
/// comparison.
#[test]
fn smoothing_of_zero_negative_or_nan_seconds_does_nothing() {
    let (_, encoding, signal) = noisy(3, 0.25, 1000);
    let trigger = || Trigger::new(encoding, Guards::default()).unwrap();
    let signalling = f64::from_bits(0x7ff0_0000_0000_0001);
    for secs in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN, signalling] {
        let (mut with, mut without) = (trigger().with_smoothing(secs), trigger());
        for pair in &signal {
            let [found, expected] =
                [&mut with, &mut without].map(|trigger| trigger.advance(*pair, 1.0 / 60.0));
            assert_eq!(found, expected, "smoothing over {secs} s");
        }
    }
}

#[test]
fn each_guard_rejects_counts_and_can_be_disabled() {
    let encoding = Encoding::new(1.0, 0.0).unwrap();
    let pair = |turns: f64, norm: f64| {
        let (sine, cosine) = libm::sincos(turns * std::f64::consts::PI);
        [(norm * sine) as f32, (norm * cosine) as f32]
    };
    // Returns the number of firings over these pairs, and the counts of rejections.
    let run = |guards: Guards, pairs: &[[f32; 2]]| {
        let mut trigger = Trigger::new(encoding, guards).unwrap();
        let fired = pairs
            .iter()
            .filter(|pair| trigger.advance(**pair, 0.1).fired_ago_secs.is_some());
        (fired.count(), *trigger.rejections())
    };
    let only = |change: fn(&mut Guards)| {
        let mut guards = Guards::NONE;
        change(&mut guards);
        guards
    };
    // Checks that the guard alone rejects a crossing that fires without it.
    let check = |guards, pairs: &[[f32; 2]], counted: fn(&Rejections) -> u64| {
        let (fired, rejections) = run(guards, pairs);
        assert_eq!((fired, counted(&rejections)), (0, 1), "{guards:?}");
        assert_eq!(run(Guards::NONE, pairs).0, 1, "without {guards:?}");
    };
    let turns = |turns: &[f64]| -> Vec<_> { turns.iter().map(|turns| pair(*turns, 1.0)).collect() };
    let near = [0.2, 0.05, -0.05].map(|turns| pair(turns, 1.0));

    let short = near.map(|[sine, cosine]| [0.04 * sine, 0.04 * cosine]);
    check(only(|g| g.norm = Some(0.05)), &short, |r| r.norm);

    // The limit is half a window plus a tenth of a window for the length of the update.
    let nearness = only(|g| g.nearness = Some(0.5));
    check(nearness, &turns(&[0.61, -0.1]), |r| r.nearness);
    assert_eq!(run(nearness, &turns(&[0.59, -0.1])).0, 1);

    // First a single step down while the signal rises. Then from 0.9 upwards, over half a turn, to
    // -0.3, which is not a fall.
    let rising = turns(&[-0.3, -0.2, -0.1, 0.02, -0.02]);
    check(only(|g| g.falling = true), &rising, |r| r.falling);
    let over = run(Guards::NONE, &turns(&[0.9, -0.3]));
    assert_eq!(over, (0, Rejections::default()));

    let jump = turns(&[0.3, -0.3]);
    check(only(|g| g.jump = Some(0.25)), &jump, |r| r.jump);

    let jitter = turns(&[-0.3, -0.02, 0.02, -0.01]);
    check(only(|g| g.approach = Some(0.125)), &jitter, |r| r.approach);

    let slope = only(|g| g.slope = Some((0.5, 2.0)));
    check(slope, &turns(&[0.01, -0.01]), |r| r.slope);
    assert_eq!(run(slope, &near).0, 1);

    let twice = turns(&[0.05, -0.05, 0.05, -0.05]);
    let (fired, rejections) = run(only(|g| g.refractory_secs = Some(0.3)), &twice);
    assert_eq!((fired, rejections.refractory), (1, 1));
    assert_eq!(run(Guards::NONE, &twice).0, 2);
}

#[test]
fn guards_out_of_range_are_refused() {
    let encoding = Encoding::new(0.3, 0.0).unwrap();
    let check = |change: &dyn Fn(&mut Guards), error: GuardsError| {
        let mut guards = Guards::NONE;
        change(&mut guards);
        assert_eq!(Trigger::new(encoding, guards).unwrap_err(), error);
        let decoded = encoding.decode_all(&[], FrameRate::ONE, guards);
        assert_eq!(decoded.unwrap_err(), error);
    };
    let share = |name, max| GuardsError::BadShare { name, max };
    for wrong in [f64::NAN, -1.0, 1.001, 5.0, f64::INFINITY].map(Some) {
        check(&|guards| guards.norm = wrong, share("norm", 1.0));
        check(&|guards| guards.nearness = wrong, share("nearness", 1.0));
        check(&|guards| guards.jump = wrong, share("jump", 1.0));
        check(&|guards| guards.approach = wrong, share("approach", 0.5));
    }
    for slope in [(2.0, 1.0), (f64::NAN, 1.0), (0.5, f64::NAN)].map(Some) {
        check(&|guards| guards.slope = slope, GuardsError::BadSlope);
    }
    for secs in [-0.1, f64::NAN].map(Some) {
        check(
            &|guards| guards.refractory_secs = secs,
            GuardsError::BadRefractory,
        );
    }
    let strict = Guards {
        norm: Some(1.0),
        nearness: Some(0.0),
        falling: true,
        jump: Some(1.0),
        approach: Some(0.5),
        slope: Some((0.5, f64::INFINITY)),
        refractory_secs: Some(0.0),
    };
    assert!(Trigger::new(encoding, strict).is_ok() && Trigger::new(encoding, Guards::NONE).is_ok());
}

#[test]
fn a_lead_fires_early_and_the_time_until_firing_is_known() {
    let rate = FrameRate::whole(100).unwrap();
    let encoding = Encoding::new(0.4, 0.0).unwrap();
    let signal = encoding
        .encode(&[EventTrack::new(vec![0.7]).unwrap()], rate, 100)
        .unwrap();
    let fires_at = |lead: f64| {
        let mut trigger = Trigger::new(encoding, Guards::default())
            .unwrap()
            .with_lead(lead);
        let pairs = signal.as_chunks().0.iter();
        let fired: Vec<usize> = pairs
            .enumerate()
            .filter(|(_, pair)| trigger.advance(**pair, 0.01).fired_ago_secs.is_some())
            .map(|(frame, _)| frame)
            .collect();
        fired
    };
    assert_eq!(fires_at(0.0), [70]);
    assert_eq!(fires_at(0.05), [65]);
    // A lead is limited to a quarter of the window. NaN and negative numbers mean no lead.
    assert_eq!(fires_at(9.0), [60]);
    assert_eq!(fires_at(f64::NAN), [70]);
    assert_eq!(fires_at(-1.0), [70]);

    let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
    assert_eq!(trigger.fires_within(1.0), None);
    for (frame, pair) in signal.as_chunks().0.iter().enumerate() {
        trigger.advance(*pair, 0.01);
        let until = 0.7 - frame as f64 * 0.01;
        let known = trigger.fires_within(0.1);
        assert_eq!(
            known.is_some(),
            until <= 0.1 + 1e-9 && until > 1e-6,
            "frame {frame}: {known:?}"
        );
        assert!(known.is_none_or(|known| (known - until).abs() < 1e-6));
    }
}

#[test]
fn invalid_pairs_never_fire_and_are_forgotten() {
    let encoding = Encoding::new(0.3, 0.0).unwrap();
    for nothing in [
        [f32::NAN, 1.0],
        [0.1, f32::NAN],
        [f32::INFINITY, 1.0],
        [1.0, f32::NEG_INFINITY],
    ] {
        let mut trigger = Trigger::new(encoding, Guards::NONE)
            .unwrap()
            .with_smoothing(0.01);
        trigger.advance([0.5, 0.5], 0.01);
        trigger.advance(nothing, 0.01);
        let passing = trigger.advance([-0.5, 0.5], 0.01);
        assert_eq!(passing.fired_ago_secs, None, "{nothing:?}");
    }
    // The largest floats count like any other numbers. This pair is before an event, and the
    // crossing is in the next update.
    let mut trigger = Trigger::new(encoding, Guards::NONE).unwrap();
    trigger.advance([f32::MAX, f32::MAX], 0.01);
    let ago = trigger.advance([-0.5, 0.5], 0.01).fired_ago_secs.unwrap();
    assert!((ago - 0.005).abs() < 1e-9, "{ago}");
    // Pairs after the largest floats still count.
    let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
    trigger.advance([-f32::MAX, f32::MIN_POSITIVE], 0.01);
    let mut fired = 0;
    for frame in 0..120 {
        let (sine, cosine) = libm::sincosf(3.0 - 0.1 * frame as f32);
        let passing = trigger.advance([sine, cosine], 0.01);
        fired += usize::from(passing.fired_ago_secs.is_some());
    }
    assert_eq!(fired, 1 + 120 / 63);
    let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
    trigger.advance([0.5, 0.5], 0.01);
    for step in [0.0, f64::NAN, f64::INFINITY] {
        assert_eq!(trigger.advance([-0.5, 0.5], step), Default::default());
    }
    trigger.restart();
    assert_eq!(trigger.advance([-0.5, 0.5], 0.01).fired_ago_secs, None);
}
