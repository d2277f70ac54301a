//! Laws that hold for the measures of every motion, checked on generated gaits.

use std::f64::consts::TAU;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate, LengthUnit, UpAxis};
use footwork_clip::{
    Clip, ClipFormat, ClipParts, GltfTake, Joint, JointId, JointPairs, KeyFaults, KeyPlace,
    LoadedClip, ReadOptions, Skeleton, read_clips, write_gltf,
};
use footwork_pipeline::{Measured, Measurer};
use footwork_sidecar::Measure;
use proptest::prelude::*;

/// A made-up gait: the amplitudes in radians and metres, and the speed in m/s.
#[derive(Clone, Copy, Debug)]
struct Gait {
    swing: f64,
    sway: f64,
    bob: f64,
    speed: f64,
}

const NAMES: [&str; 9] = [
    "Hips",
    "Spine",
    "Head",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "RightUpLeg",
    "RightLeg",
    "RightFoot",
];

fn skeleton() -> Arc<Skeleton> {
    let parents = [
        None,
        Some(0),
        Some(1),
        Some(0),
        Some(3),
        Some(4),
        Some(0),
        Some(6),
        Some(7),
    ];
    let offsets = [
        [0.0, 0.9, 0.0],
        [0.0, 0.2, 0.0],
        [0.0, 0.4, 0.0],
        [0.1, 0.0, 0.0],
        [0.0, -0.4, 0.0],
        [0.0, -0.4, 0.0],
        [-0.1, 0.0, 0.0],
        [0.0, -0.4, 0.0],
        [0.0, -0.4, 0.0],
    ];
    let joints = NAMES.iter().zip(parents).zip(offsets);
    let joints = joints.map(|((name, parent), offset)| Joint {
        name: (*name).to_owned(),
        parent: parent.map(JointId::new),
        offset,
        is_end: false,
    });
    Arc::new(Skeleton::new(joints.collect()).unwrap())
}

fn f32_of(value: f64) -> f32 {
    footwork_base::to_f32(value)
}

fn about_x(angle: f64) -> [f32; 4] {
    let (sin, cos) = libm::sincos(0.5 * angle);
    [f32_of(sin), 0.0, 0.0, f32_of(cos)]
}

/// Returns frames of a gait of one cycle per second.
fn walk(gait: Gait, rate: u32, frames: u32) -> Clip {
    let mut root_positions = Vec::new();
    let mut rotations = Vec::new();
    for frame in 0..frames {
        let secs = f64::from(frame) / f64::from(rate);
        let (sin, cos) = libm::sincos(TAU * secs);
        let (sin2, _) = libm::sincos(2.0 * TAU * secs);
        root_positions.push([gait.sway * sin, 0.85 + gait.bob * sin2, gait.speed * secs]);
        let angles = [
            0.0,
            0.1 * sin,
            0.1 * cos,
            gait.swing * sin,
            0.4 * gait.swing * (1.0 + cos),
            0.0,
            -gait.swing * sin,
            0.4 * gait.swing * (1.0 - cos),
            0.0,
        ];
        rotations.extend(angles.map(about_x));
    }
    Clip::new(ClipParts {
        skeleton: skeleton(),
        rate: FrameRate::whole(rate.into()).unwrap(),
        looping: false,
        root_positions,
        rotations,
        translations: None,
    })
    .unwrap()
}

/// Writes the clip to a file and returns the result of reading that file.
fn read_back(clip: &Clip, options: &ReadOptions<'_>) -> LoadedClip {
    let take = GltfTake {
        name: "walk",
        clip,
        labels: None,
    };
    let bytes = write_gltf(&[take]).unwrap();
    let mut file = read_clips("walk.glb", &bytes, options).unwrap();
    assert_eq!(file.clips[0].format, ClipFormat::Gltf);
    file.clips.pop().unwrap()
}

/// Returns the clip unchanged, with the keys of a file written from it.
fn loaded(clip: &Clip) -> LoadedClip {
    LoadedClip {
        clip: clip.clone(),
        ..read_back(clip, &ReadOptions::default())
    }
}

fn measured(clip: &Clip) -> Vec<Measured> {
    let loaded = loaded(clip);
    let whole = FrameRange::new(0, clip.frame_count()).unwrap();
    Measurer::new(&loaded).measure(whole, Measure::ALL)
}

fn value(measured: &[Measured], measure: Measure) -> f64 {
    let at = Measure::ALL.iter().position(|m| *m == measure).unwrap();
    measured[at]
        .as_ref()
        .unwrap_or_else(|e| panic!("{measure}: {e}"))
        .value
}

/// Splits a reason into its words without numbers and its numbers, sorted.
fn numbers(reason: &str) -> (String, Vec<&str>) {
    let is_number = |word: &&str| word.parse::<f64>().is_ok();
    let mut numbers: Vec<&str> = reason.split(' ').filter(is_number).collect();
    numbers.sort_unstable();
    let words = reason.split(' ').filter(|word| !is_number(word));
    (words.collect::<Vec<_>>().join(" "), numbers)
}

fn gait() -> impl Strategy<Value = Gait> {
    (0.2..0.6f64, 0.0..0.05f64, 0.0..0.03f64, 0.0..3.0f64).prop_map(|(swing, sway, bob, speed)| {
        Gait {
            swing,
            sway,
            bob,
            speed,
        }
    })
}

/// Pairs of up axes. Turning a clip for the second axis undoes the turn for the first.
const TURNS: [(UpAxis, UpAxis); 5] = [
    (UpAxis::X, UpAxis::MinusX),
    (UpAxis::MinusX, UpAxis::X),
    (UpAxis::Z, UpAxis::MinusZ),
    (UpAxis::MinusZ, UpAxis::Z),
    (UpAxis::MinusY, UpAxis::MinusY),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A loop cut from a periodic motion closes: to the precision of f32 in pose, and up to the third power of a frame's
    /// time in velocity.
    #[test]
    fn a_loop_cut_from_a_periodic_motion_closes(gait in gait(), rate in prop::sample::select(vec![30u32, 60, 120])) {
        let found = measured(&walk(gait, rate, rate + 1));
        prop_assert!(value(&found, Measure::LoopPosition) < 1e-5);
        prop_assert!(value(&found, Measure::LoopRotation) < 1e-3);
        let period = 1.0 / f64::from(rate);
        // (4π)⁴ bounds the fourth derivative of a bob of 1 m, and f32 adds noise times the rate.
        let bound = 25_000.0 * 0.1 * period * period * period + 1e-5 * f64::from(rate);
        prop_assert!(value(&found, Measure::LoopVelocity) < bound);
        // A cut in the middle of the cycle does not close.
        let open = measured(&walk(gait, rate, rate / 4 * 3));
        prop_assert!(value(&open, Measure::LoopRotation) > 5.0);
    }

    /// Mirrored twins have equal measures, up to 0.1 % where both feet stand equally well: left and right phases change places, and what has a sign changes it.
    #[test]
    fn mirrored_twins_have_equal_measures(gait in gait(), frames in 60u32..200) {
        let clip = walk(gait, 60, frames);
        let pairs = JointPairs::from_names(clip.skeleton()).unwrap();
        let mirrored = clip.mirrored(&pairs).unwrap();
        let (own, other) = (measured(&clip), measured(&mirrored));
        for (at, measure) in Measure::ALL.iter().enumerate() {
            let (partner, sign) = match measure {
                Measure::LeftPhase => (Measure::RightPhase, 1.0),
                Measure::RightPhase => (Measure::LeftPhase, 1.0),
                Measure::TurnRate | Measure::TravelX => (*measure, -1.0),
                other => (*other, 1.0),
            };
            let there = Measure::ALL.iter().position(|m| *m == partner).unwrap();
            match (&own[at], &other[there]) {
                (Ok(a), Ok(b)) if *measure == Measure::LiftPhase => {
                    let half = (a.value - b.value).abs();
                    prop_assert!((half - 0.5).abs() < 1e-3, "{a:?} {b:?}");
                }
                (Ok(a), Ok(b)) => {
                    let near = (a.value - sign * b.value).abs() <= 1e-3 * (1.0 + a.value.abs());
                    prop_assert!(near, "{measure}: {a:?} {b:?}");
                }
                // A reason names the left foot first, whichever it counts.
                (Err(a), Err(b)) => prop_assert_eq!(numbers(a), numbers(b)),
                both => prop_assert!(false, "{measure}: {both:?}"),
            }
        }
    }

    /// The unit and the axes of the file do not change the measures.
    #[test]
    fn the_unit_of_the_file_does_not_matter(gait in gait(), (up, back) in prop::sample::select(TURNS.to_vec())) {
        let clip = walk(gait, 60, 121);
        let whole = FrameRange::new(0, clip.frame_count()).unwrap();
        let in_file = |clip: &Clip, unit, up| {
            let options = ReadOptions {
                unit: Some(unit),
                up: Some(up),
                ..ReadOptions::default()
            };
            Measurer::new(&read_back(clip, &options)).measure(whole, Measure::ALL)
        };
        let own = in_file(&clip, LengthUnit::Metre, UpAxis::Y);
        let lying = clip.upright_from(back).scaled(100.0).unwrap();
        prop_assert_ne!(lying.root_positions()[60], clip.root_positions()[60]);
        let other = in_file(&lying, LengthUnit::Centimetre, up);
        for ((a, b), measure) in own.iter().zip(&other).zip(Measure::ALL) {
            let both = a.as_ref().ok().zip(b.as_ref().ok());
            prop_assert_eq!(a.is_ok(), b.is_ok());
            if let Some((a, b)) = both {
                prop_assert!((a.value - b.value).abs() <= 1e-3 * (1.0 + a.value.abs()), "{measure}");
            }
        }
    }

    /// Doubling the rate changes a measure by at most 5 % plus a small constant.
    #[test]
    fn doubling_the_rate_changes_measures_little(gait in gait()) {
        let coarse = measured(&walk(gait, 60, 181));
        let fine = measured(&walk(gait, 120, 361));
        for (measure, slack) in [
            (Measure::Speed, 0.02),
            (Measure::Duration, 0.0),
            (Measure::TravelZ, 1e-6),
            (Measure::LoopPosition, 1e-4),
            (Measure::LoopRotation, 0.01),
            (Measure::RestDistance, 0.01),
            (Measure::Jerk, 1.0),
        ] {
            let (a, b) = (value(&coarse, measure), value(&fine, measure));
            prop_assert!((a - b).abs() <= 0.05 * a.abs() + slack, "{measure}: {a} {b}");
        }
    }
}

/// Played backwards, a lift phase becomes the rest of the cycle.
#[test]
fn a_lift_phase_played_backwards_is_the_rest_of_the_cycle() {
    let gait = Gait {
        swing: 0.4,
        sway: 0.0,
        bob: 0.0,
        speed: 0.0,
    };
    let clip = walk(gait, 60, 121);
    let phase = value(&measured(&clip), Measure::LiftPhase);
    let joints = clip.skeleton().joint_count();
    let rotations = clip.rotations().chunks_exact(joints).rev().flatten();
    let reversed = Clip::new(ClipParts {
        skeleton: Arc::clone(clip.skeleton()),
        rate: clip.rate(),
        looping: false,
        root_positions: clip.root_positions().iter().rev().copied().collect(),
        rotations: rotations.copied().collect(),
        translations: None,
    });
    let back = value(&measured(&reversed.unwrap()), Measure::LiftPhase);
    assert!((phase + back - 1.0).abs() < 1e-3, "{phase} {back}");
    assert!((0.05..0.95).contains(&phase), "{phase}");
}

/// A loop ends with one copy of its first pose, and a hold adds copies.
#[test]
fn copies_of_the_first_pose_are_counted() {
    let gait = Gait {
        swing: 0.4,
        sway: 0.01,
        bob: 0.0,
        speed: 1.0,
    };
    for (frames, copies) in [(60, 0.0), (61, 1.0), (62, 0.0)] {
        let found = measured(&walk(gait, 60, frames));
        assert_eq!(value(&found, Measure::EndCopies), copies, "{frames}");
    }
}

/// A measure that cannot be taken gives a reason instead of a number.
#[test]
fn a_single_joint_has_reasons_in_place_of_numbers() {
    let bone = Joint {
        name: "prop".to_owned(),
        parent: None,
        offset: [0.0; 3],
        is_end: false,
    };
    let clip = Clip::new(ClipParts {
        skeleton: Arc::new(Skeleton::new(vec![bone]).unwrap()),
        rate: FrameRate::whole(30).unwrap(),
        looping: false,
        root_positions: vec![[0.0; 3]; 2],
        rotations: vec![[0.0, 0.0, 0.0, 1.0]; 2],
        translations: None,
    })
    .unwrap();
    let found = measured(&clip);
    let at = |measure| Measure::ALL.iter().position(|m| *m == measure).unwrap();
    for (measure, reason) in [
        (Measure::LoopPosition, "at least four frames"),
        (Measure::FootSlide, "feet are not known"),
        (Measure::CycleTime, "feet are not known"),
        (Measure::RootTravel, "no joint above"),
        (Measure::JointLimit, "not known"),
        (Measure::FrozenJoints, "no joint moves"),
        (Measure::Jerk, "too short"),
    ] {
        let said = found[at(measure)].as_ref().unwrap_err();
        assert!(said.contains(reason), "{measure}: {said}");
    }
    assert_eq!(value(&found, Measure::Frames), 2.0);
}

/// Each fault in a file's keys is counted by its own measure.
#[test]
fn faulty_keys_are_counted() {
    let clip = walk(
        Gait {
            swing: 0.4,
            sway: 0.0,
            bob: 0.0,
            speed: 1.0,
        },
        30,
        31,
    );
    let own = measured(&clip);
    for measure in [
        Measure::KeysNotUnit,
        Measure::KeysFlipped,
        Measure::KeysNotFinite,
        Measure::KeysScaled,
        Measure::ConstantTracks,
        Measure::KeysOffGrid,
    ] {
        assert_eq!(value(&own, measure), 0.0, "{measure} of our own export");
    }
    let bytes = include_bytes!("faulty_keys.gltf");
    let file = read_clips("faulty_keys.gltf", bytes, &ReadOptions::default()).unwrap();
    let expected = KeyFaults {
        not_unit: 1,
        flipped: 1,
        not_finite: 1,
        scaled: 1,
        constant_tracks: 1,
        off_grid: 0,
        first_rotation: Some(KeyPlace {
            frame: 1,
            joint: JointId::new(1),
        }),
    };
    assert_eq!(file.clips[0].keys, Some(expected));
}
