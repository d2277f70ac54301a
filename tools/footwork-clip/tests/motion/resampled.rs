//! The same motion at other rates.

use std::sync::Arc;

use footwork_base::FrameRate;
use footwork_clip::{Clip, ClipParts, Limits, ResampleError, Skeleton, is_plausible_rate};
use glam::DQuat;
use proptest::prelude::*;

use crate::clips::{any_clip, bits, joint, real, sample};

fn resampled(clip: &Clip, rate: FrameRate) -> Clip {
    clip.resampled(rate, &Limits::default()).unwrap()
}

fn times(rate: FrameRate, n: u64) -> FrameRate {
    FrameRate::new(rate.numerator() * n, rate.denominator()).unwrap()
}

/// Returns the whole part of a number that is not negative.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "frames of short clips"
)]
fn whole(number: f64) -> u32 {
    number as u32
}

/// Checks the rules that the documentation of `Clip::resampled` states.
fn check(name: &str, clip: &Clip, n: u64) {
    assert_eq!(bits(&resampled(clip, clip.rate())), bits(clip), "{name}");
    let fine = resampled(clip, times(clip.rate(), n));
    let steps = u32::try_from(n).unwrap();
    assert_eq!(
        fine.frame_count(),
        (clip.frame_count() - 1) * steps + 1,
        "{name}"
    );
    assert_eq!(fine.is_looping(), clip.is_looping());
    if is_plausible_rate(fine.rate()) {
        let back = resampled(&fine, clip.rate());
        assert_eq!(bits(&back), bits(clip), "{name}");
        assert_eq!(back, *clip);
    }

    let coarse = FrameRate::new(clip.rate().numerator(), clip.rate().denominator() * n).unwrap();
    let coarse = resampled(clip, coarse);
    let every: Vec<_> = clip.poses().step_by(usize::try_from(n).unwrap()).collect();
    assert_eq!(coarse.poses().count(), every.len(), "{name}");
    for (found, expected) in coarse.poses().zip(every) {
        assert_eq!(found.root_position, expected.root_position);
        assert_eq!(found.rotations, expected.rotations);
        assert_eq!(found.translations, expected.translations);
    }
}

#[test]
fn sample_clips_keep_the_rules_of_resampling() {
    for (name, clip) in real() {
        for n in [1, 2, 5] {
            check(&name, &clip, n);
        }
    }
}

#[test]
fn between_frames_rotations_agree_with_those_of_glam() {
    // At this film rate, only every 1001st frame of the clip coincides with a resampled frame.
    let rate: FrameRate = "24000/1001".parse().unwrap();
    let wide = |rotation: [f32; 4]| DQuat::from_array(rotation.map(f64::from));
    for (name, clip) in real() {
        let slow = resampled(&clip, rate);
        assert!(
            slow.duration_secs() <= clip.duration_secs() + 1e-9,
            "{name}"
        );
        assert!(
            slow.duration_secs() > clip.duration_secs() - rate.period_secs(),
            "{name}"
        );
        for (index, pose) in (0u32..).zip(slow.poses()) {
            let at = f64::from(index) * rate.period_secs() / clip.rate().period_secs();
            let (before, fraction) = (whole(at), at - at.floor());
            let Some(next) = clip.pose(before + 1) else {
                continue;
            };
            let before = clip.pose(before).unwrap();
            for ((a, b), found) in before
                .rotations
                .iter()
                .zip(next.rotations)
                .zip(pose.rotations)
            {
                let expected = wide(*a).slerp(wide(*b), fraction);
                let dot = expected.dot(wide(*found)).abs();
                assert!(dot > 1.0 - 1e-6, "{name} {index}: {a:?} {b:?} {found:?}");
            }
            let ends = before.root_position.iter().zip(next.root_position);
            for ((a, b), found) in ends.zip(pose.root_position) {
                assert!(
                    (a + (b - a) * fraction - found).abs() < 1e-6,
                    "{name} {index}"
                );
            }
        }
    }
}

#[test]
fn a_rotation_is_resampled_evenly_along_the_shorter_arc() {
    let skeleton = Arc::new(Skeleton::new(vec![joint("Hips", None, [0.0; 3])]).unwrap());
    let (sin, cos) = libm::sincosf(50f32.to_radians());
    // From 0 to 100 degrees about y, with the second quaternion negated.
    let clip = Clip::new(ClipParts {
        skeleton,
        rate: FrameRate::whole(10).unwrap(),
        looping: false,
        root_positions: vec![[0.0; 3], [1.0, 2.0, -4.0]],
        rotations: vec![[0.0, 0.0, 0.0, 1.0], [0.0, -sin, 0.0, -cos]],
        translations: None,
    });
    let fine = resampled(&clip.unwrap(), FrameRate::whole(40).unwrap());
    for (step, pose) in fine.poses().enumerate().take(4) {
        let [x, y, z, w] = pose.rotations[0];
        let degrees = 2.0 * libm::atan2f(y, w).to_degrees();
        let expected = 25.0 * step as f32;
        assert!(
            x == 0.0 && z == 0.0 && (degrees - expected).abs() < 1e-4,
            "{degrees}"
        );
        let t = step as f64 / 4.0;
        assert_eq!(pose.root_position, [t, 2.0 * t, -4.0 * t]);
    }
}

#[test]
fn too_many_frames_are_refused_before_they_are_made() {
    let walk = sample("deepmimic/walk.txt");
    let error = walk.resampled("18446744073709551615".parse().unwrap(), &Limits::default());
    let limit = (1 << 27) / 20;
    assert!(
        matches!(error, Err(ResampleError::TooManyFrames { limit: found, .. }) if found == limit)
    );
    let limits = Limits {
        frames: 77,
        ..Limits::default()
    };
    assert!(
        walk.resampled(FrameRate::whole(60).unwrap(), &limits)
            .is_ok()
    );
    assert!(
        walk.resampled(FrameRate::whole(61).unwrap(), &limits)
            .is_err()
    );
    let slow = resampled(&walk, "1/1000".parse().unwrap());
    assert_eq!((slow.frame_count(), slow.is_looping()), (1, true));
}

fn cases() -> u32 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 100_000,
        None => 1000,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_clips_keep_the_rules_of_resampling(clip in any_clip(), n in 1..9u64) {
        check("random", &clip, n);
    }

    #[test]
    fn any_rate_gives_a_valid_clip(clip in any_clip(), numerator in 1..1000u64, denominator in 1..1000u64) {
        let rate = FrameRate::new(numerator, denominator).unwrap();
        let other = resampled(&clip, rate);
        // floor((frames - 1) * new / old) + 1, in integers.
        let frames = u64::from(clip.frame_count() - 1) * rate.numerator() * clip.rate().denominator()
            / (rate.denominator() * clip.rate().numerator());
        prop_assert_eq!(u64::from(other.frame_count()), frames + 1);
        let again = Clip::new(ClipParts {
            skeleton: Arc::clone(other.skeleton()),
            rate,
            looping: other.is_looping(),
            root_positions: other.root_positions().to_vec(),
            rotations: other.rotations().to_vec(),
            translations: other.translations().map(<[_]>::to_vec),
        });
        // Every rotation is of unit length by the criterion of `Clip::new`.
        prop_assert_eq!(again.unwrap(), other);
    }

    /// At an implausible rate the times of frames are unknown, so a clip of several frames cannot get another rate.
    #[test]
    fn only_plausible_rates_are_resampled(
        clip in any_clip(),
        numerator in prop_oneof![1..2000u64, Just(10_000_000)],
        denominator in prop_oneof![Just(1u64), 1..40u64],
    ) {
        let rate = FrameRate::new(numerator, denominator).unwrap();
        let clip = Clip::new(ClipParts {
            skeleton: Arc::clone(clip.skeleton()),
            rate,
            looping: clip.is_looping(),
            root_positions: clip.root_positions().to_vec(),
            rotations: clip.rotations().to_vec(),
            translations: clip.translations().map(<[_]>::to_vec),
        }).unwrap();
        let is_plausible = numerator >= 5 * denominator && numerator <= 1000 * denominator;
        prop_assert_eq!(is_plausible_rate(rate), is_plausible);
        prop_assert_eq!(bits(&resampled(&clip, rate)), bits(&clip));
        let other = FrameRate::new(numerator + denominator, 2 * denominator).unwrap();
        let made = clip.resampled(other, &Limits::default());
        let is_refused = matches!(made, Err(ResampleError::ImplausibleRate { .. }));
        prop_assert_eq!(is_refused, !is_plausible && clip.frame_count() > 1 && other != rate);
    }
}
