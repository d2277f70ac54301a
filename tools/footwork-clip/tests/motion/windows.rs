//! Windowed channels: compared with plain loops, and checked against their laws.

use footwork_base::{Amount, FrameRate, to_f32};
use footwork_clip::{Motion, Window, WindowCall, WindowedChannel};
use proptest::prelude::*;

use crate::clips::real;

/// Returns the samples in the window around `index`, each with its weight, computed directly from the definition.
fn weighted(samples: &[f32], index: usize, width: i64) -> Vec<(f64, f64)> {
    let width = width.max(1);
    let (centre, last) = (
        i64::try_from(index).unwrap(),
        i64::try_from(samples.len()).unwrap() - 1,
    );
    let half = width / 2;
    let weight = |offset: i64| {
        if width % 2 == 0 && offset.abs() == half {
            0.5
        } else {
            1.0
        }
    };
    (-half..=half)
        .map(|offset| {
            let at = usize::try_from((centre + offset).clamp(0, last)).unwrap();
            (f64::from(samples[at]), weight(offset))
        })
        .collect()
}

/// Evaluates a function by its definition, in time that grows with the width.
fn plain(window: Window, frames: i64, samples: &[f32], rate: FrameRate) -> Vec<f32> {
    let last = i64::try_from(samples.len()).unwrap() - 1;
    let at = |index: i64| samples[usize::try_from(index.clamp(0, last)).unwrap()];
    (0..samples.len())
        .map(|index| {
            let around = weighted(samples, index, frames);
            let values = around.iter().map(|(value, _)| to_f32(*value));
            let i = i64::try_from(index).unwrap();
            match window {
                Window::Lag(_) => at(i - frames),
                Window::Lead(_) => at(i + frames),
                Window::Lowest(_) | Window::Highest(_) if values.clone().any(|v| v.is_nan()) => {
                    f32::NAN
                }
                Window::Lowest(_) => values.min_by(f32::total_cmp).unwrap(),
                Window::Highest(_) => values.max_by(f32::total_cmp).unwrap(),
                Window::Mean(_) => {
                    let sum: f64 = around.iter().map(|(value, weight)| value * weight).sum();
                    let all: f64 = around.iter().map(|(_, weight)| weight).sum();
                    to_f32(sum / all)
                }
                Window::Rate => {
                    let (before, after) = ((i - 1).max(0), (i + 1).min(last));
                    let steps = to_f32((after - before).max(1) as f64);
                    let change = f64::from(at(after)) - f64::from(at(before));
                    to_f32(change / (f64::from(steps) * rate.period_secs()))
                }
            }
        })
        .collect()
}

fn all(length: Amount) -> [Window; 6] {
    [
        Window::Lag(length),
        Window::Lead(length),
        Window::Mean(length),
        Window::Lowest(length),
        Window::Highest(length),
        Window::Rate,
    ]
}

#[track_caller]
fn check(samples: &[f32], frames: u32, rate: FrameRate) {
    for window in all(Amount::Frames(frames)) {
        let found = window.apply(samples, rate);
        let expected = plain(window, i64::from(frames), samples, rate);
        assert_eq!(found.len(), expected.len());
        let largest = samples.iter().fold(0.0f32, |most, x| most.max(x.abs()));
        for (index, (a, b)) in found.iter().zip(&expected).enumerate() {
            // Sums are added in another order. In f64 the difference is far below the last bit of the
            // largest sample, but may exceed the last bit of a mean near 0.
            let slack = match window {
                Window::Mean(_) => f64::from(largest) * 1e-13 + f64::from(b.abs()) * 6e-8,
                _ => 0.0,
            };
            let gap = f64::from(*a) - f64::from(*b);
            let is_same = a.to_bits() == b.to_bits() || gap.abs() <= slack && slack > 0.0;
            assert!(is_same, "{window:?} at {index}: {a:e} is not {b:e}");
        }
    }
}

#[test]
fn channels_of_the_samples_agree_with_plain_loops() {
    for (_, clip) in real().into_iter().step_by(5) {
        let motion = Motion::new(&clip);
        for name in ["speed", "turn", "height"] {
            let samples = motion.channel(&name.parse().unwrap()).unwrap();
            for frames in [0, 1, 2, 9, 36, 1000] {
                let samples = &samples[..samples.len().min(500)];
                check(samples, frames, clip.rate());
            }
        }
    }
}

#[test]
fn times_become_frames_at_the_clips_rate() {
    let samples: Vec<f32> = (0..100u16).map(f32::from).collect();
    let rate = FrameRate::whole(25).unwrap();
    for (text, frames) in [("0.3s", 8), ("20ms", 1), ("19ms", 0), ("0s", 0), ("7", 7)] {
        let [lag, lead, mean, lowest, highest, _] = all(text.parse().unwrap());
        let same = all(Amount::Frames(frames));
        for (window, other) in [lag, lead, mean, lowest, highest].iter().zip(same) {
            assert_eq!(
                window.apply(&samples, rate),
                other.apply(&samples, rate),
                "{text}"
            );
        }
    }
}

#[test]
fn a_huge_sample_costs_only_its_own_window_precision() {
    // Running and prefix sums would leave an error of 1e38 · 2^-53 in every later mean.
    let mut samples = vec![1.0f32; 10_000];
    samples[100] = 3e38;
    samples[101] = -3e38;
    let mean = Window::Mean(Amount::Frames(31)).apply(&samples, FrameRate::ONE);
    assert!(mean.iter().skip(117).all(|&x| x == 1.0));
    assert!(mean.iter().take(85).all(|&x| x == 1.0));
}

#[test]
fn the_time_of_long_windows_does_not_depend_on_their_width() {
    // The time must not depend on the width: plain loops would take 4e10 steps here.
    let samples: Vec<f32> = (0..200_000u32)
        .map(|i| f32::from(u16::try_from(i % 1000).unwrap()))
        .collect();
    for frames in [u32::MAX, 200_000, 100_001] {
        for window in all(Amount::Frames(frames)) {
            let found = window.apply(&samples, FrameRate::ONE);
            assert!(found.iter().all(|x| x.is_finite()));
        }
    }
    let mean = Window::Mean(Amount::Frames(u32::MAX)).apply(&samples, FrameRate::ONE);
    // Half of this window is before the first sample, and half is after the last.
    assert!((mean[100_000] - 499.5).abs() < 0.1, "{}", mean[100_000]);
}

#[test]
fn values_that_depend_on_an_unknown_sample_are_unknown() {
    let rate = FrameRate::whole(30).unwrap();
    let mut samples: Vec<f32> = (0..40u8).map(|i| f32::from(i % 7)).collect();
    for at in [0, 1, 17, 18, 39] {
        samples[at] = f32::NAN;
    }
    for frames in [0, 1, 2, 3, 8, 30, 100] {
        for window in all(Amount::Frames(frames)) {
            let found = window.apply(&samples, rate);
            let expected = plain(window, i64::from(frames), &samples, rate);
            for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let is_same = if expected.is_nan() {
                    found.to_bits() == f32::NAN.to_bits()
                } else {
                    (found - expected).abs() < 1e-5
                };
                assert!(is_same, "{window:?} at {index}: {found}, not {expected}");
            }
        }
    }
    assert!(Window::Mean(Amount::Frames(3)).apply(&samples, rate)[5].is_finite());
}

#[test]
fn no_result_is_infinite() {
    let odd = [
        1.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        -0.0,
        f32::MAX,
        f32::MIN,
    ];
    for frames in [0, 1, 2, 3, 8] {
        for window in all(Amount::Frames(frames)) {
            let found = window.apply(&odd, "1000000000000".parse().unwrap());
            assert!(found.iter().all(|x| x.is_finite()), "{window:?} {found:?}");
            assert!(window.apply(&[], FrameRate::ONE).is_empty());
            assert_eq!(window.apply(&[-3.5], FrameRate::ONE).len(), 1);
        }
    }
    let zeros = [0.0, -0.0, 0.0];
    let lowest = Window::Lowest(Amount::Frames(3)).apply(&zeros, FrameRate::ONE);
    assert!(lowest.iter().all(|x| x.is_sign_negative()), "-0 is below 0");
}

fn samples() -> impl Strategy<Value = Vec<f32>> {
    let sample = prop_oneof![-100.0..100.0f32, -3.0..3.0f32, Just(0.0f32), -1e30..1e30f32,];
    prop::collection::vec(sample, 1..80)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fast_and_plain_agree(samples in samples(), frames in 0..200u32, rate in 1..300u64) {
        check(&samples, frames, FrameRate::whole(rate).unwrap());
    }

    #[test]
    fn windows_obey_their_laws(samples in prop::collection::vec(-1000.0..1000.0f32, 1..60), frames in 0..70u32) {
        let rate = FrameRate::whole(30).unwrap();
        let [lag, lead, mean, lowest, highest, _] = all(Amount::Frames(frames));
        let of = |window: Window, samples: &[f32]| window.apply(samples, rate);
        let mut reversed = samples.clone();
        reversed.reverse();
        let back = |window: Window| {
            let mut values = of(window, &reversed);
            values.reverse();
            values
        };
        prop_assert_eq!(of(lag, &samples), back(lead));
        prop_assert_eq!(of(lowest, &samples), back(lowest));
        let negated: Vec<f32> = samples.iter().map(|x| -x).collect();
        let highest_of_negated: Vec<f32> = of(highest, &negated).iter().map(|x| -x).collect();
        prop_assert_eq!(of(lowest, &samples), highest_of_negated);
        let (low, high) = (of(lowest, &samples), of(highest, &samples));
        for ((mean, back), (low, high)) in of(mean, &samples).iter().zip(back(mean)).zip(low.iter().zip(&high)) {
            prop_assert!((low..=high).contains(&mean), "{} {} {}", low, mean, high);
            prop_assert!((mean - back).abs() <= 1e-3 * f32::EPSILON * 1000.0 + mean.abs() * f32::EPSILON);
        }
        if frames < 2 {
            prop_assert_eq!(of(mean, &samples), samples.clone());
            prop_assert_eq!(of(lowest, &samples), samples);
        }
    }

    #[test]
    fn scanning_any_text_does_not_panic(text in "((mean|lag|rate|max|)[ (]{0,2}){0,3}[a-z.\"\\\\é0-9]{0,8}[,) ]{0,3}[0-9.ms-]{0,5}.{0,6}") {
        match WindowCall::scan(&text) {
            Some(Ok(call)) => {
                prop_assert!(text[..call.length].ends_with(')'));
                prop_assert!(!call.argument.slice(&text).is_empty());
            }
            Some(Err(error)) => prop_assert!(text.get(error.span.start..error.span.stop).is_some()),
            None => {}
        }
        match text.parse::<WindowedChannel>() {
            Ok(channel) => prop_assert_eq!(channel.to_string().parse::<WindowedChannel>(), Ok(channel)),
            Err(error) => prop_assert!(text.get(error.span.start..error.span.stop).is_some(), "{:?}", error),
        }
    }

    #[test]
    fn the_mean_of_a_constant_is_that_constant(value in -1e30..1e30f32, count in 1..200usize, frames in 0..400u32) {
        let found = Window::Mean(Amount::Frames(frames)).apply(&vec![value; count], FrameRate::ONE);
        prop_assert_eq!(found, vec![value; count]);
    }
}
