//! Every clip reads back as it was written: generated skeletons, rest poses, rates and motions, and rotations at which
//! Euler angles are ambiguous.

use std::sync::Arc;

use footwork_base::{FrameRate, to_f32};
use footwork_clip::{Clip, ClipParts, Joint, JointId, Skeleton};
use glam::{DQuat, EulerRot};
use proptest::prelude::*;

use crate::back::{MAX_BETWEEN_DEGREES, MAX_UNRELATED_DEGREES, assert_reads_back};

const RATES: [&str; 9] = [
    "24000/1001",
    "24",
    "25",
    "30000/1001",
    "30",
    "60",
    "120",
    "7",
    "1000",
];

/// A joint: its name, the number of joints from its parent to it in the list, its offset, and its rotation at rest.
type Bone = (String, usize, [f32; 3], [f32; 4]);

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9_:. ]{1,12}",
        "\\PC{0,8}",
        Just("Bein \"links\"".to_owned()),
        Just("左足::ik|end".to_owned()),
        Just(" \u{1}\n\t".to_owned()),
        Just("x".repeat(300)),
    ]
}

fn rotation() -> impl Strategy<Value = [f32; 4]> {
    prop_oneof![
        3 => prop::array::uniform4(-1.0..1.0f32).prop_filter("a direction", |turn| {
            turn.iter().map(|x| x * x).sum::<f32>() > 0.01
        }),
        1 => Just([0.0, 0.0, 0.0, 1.0]),
        // Gimbal lock of each order: a quarter turn about y, z and x.
        1 => (0..3usize, any::<bool>()).prop_map(|(axis, back)| {
            let half = std::f32::consts::FRAC_1_SQRT_2;
            let mut turn = [0.0, 0.0, 0.0, half];
            turn[axis] = if back { -half } else { half };
            turn
        }),
    ]
}

fn bones() -> impl Strategy<Value = Vec<Bone>> {
    let offset = prop::array::uniform3(-2.0..2.0f32);
    let chain = (name(), 1..2usize, offset.clone(), rotation());
    let branch = (name(), 1..5usize, offset, rotation());
    prop_oneof![
        prop::collection::vec(branch, 1..12),
        prop::collection::vec(chain, 30..60),
    ]
}

fn clip(bones: &[Bone], rate: &str, parts: Motion) -> Clip {
    let mut ends = vec![true; bones.len()];
    let parent =
        |index: usize, back: usize| index.checked_sub(back.min(index)).filter(|_| index > 0);
    for (index, bone) in bones.iter().enumerate() {
        if let Some(parent) = parent(index, bone.1) {
            ends[parent] = false;
        }
    }
    let joints = bones
        .iter()
        .enumerate()
        .map(|(index, (name, back, offset, _))| Joint {
            name: name.clone(),
            parent: parent(index, *back).map(|at| JointId::new(u32::try_from(at).unwrap())),
            offset: *offset,
            is_end: parts.has_ends && ends[index] && index > 0,
        });
    let rests = bones.iter().map(|(.., rest)| *rest).collect();
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let skeleton = skeleton.with_rest_rotations(rests).unwrap();
    let count = bones.len();
    let take = |at: usize| parts.rotations[at % parts.rotations.len()];
    let places = |at: usize| parts.places[at % parts.places.len()];
    Clip::new(ClipParts {
        skeleton: Arc::new(skeleton),
        rate: rate.parse::<FrameRate>().unwrap(),
        looping: false,
        root_positions: (0..parts.frames)
            .map(|at| places(at).map(|x| f64::from(x) * 100.0))
            .collect(),
        rotations: (0..parts.frames * count).map(take).collect(),
        translations: parts
            .moves
            .then(|| (0..parts.frames * count).map(places).collect()),
    })
    .unwrap()
}

#[derive(Clone, Debug)]
struct Motion {
    frames: usize,
    rotations: Vec<[f32; 4]>,
    places: Vec<[f32; 3]>,
    moves: bool,
    has_ends: bool,
}

fn motion() -> impl Strategy<Value = Motion> {
    let rotations = prop::collection::vec(rotation(), 1..40);
    let places = prop::collection::vec(prop::array::uniform3(-3.0..3.0f32), 1..20);
    (1..8usize, rotations, places, any::<bool>(), any::<bool>()).prop_map(
        |(frames, rotations, places, moves, has_ends)| Motion {
            frames,
            rotations,
            places,
            moves,
            has_ends,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("FOOTWORK_SOAK").is_some() { 4000 } else { 60 },
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_clip_reads_back(bones in bones(), rate in 0..RATES.len(), motion in motion()) {
        let errors = assert_reads_back(&clip(&bones, RATES[rate], motion));
        assert!(errors.between_degrees <= MAX_UNRELATED_DEGREES, "{errors:?}");
    }
}

/// Returns a clip of one joint at 30 fps with these angles about x, y and z, in degrees.
fn turning(angles: impl Iterator<Item = [f64; 3]>) -> Clip {
    let turns = angles.map(|angles| {
        let [x, y, z] = angles.map(f64::to_radians);
        DQuat::from_euler(EulerRot::ZYX, z, y, x)
            .to_array()
            .map(to_f32)
    });
    let rotations: Vec<[f32; 4]> = turns.collect();
    let identity = [0.0, 0.0, 0.0, 1.0];
    let bone = ("Hips".to_owned(), 0, [0.0; 3], identity);
    let parts = Motion {
        frames: rotations.len(),
        rotations,
        places: vec![[0.0; 3]],
        moves: false,
        has_ends: false,
    };
    clip(&[bone], "30", parts)
}

fn assert_smooth(what: &str, clip: &Clip) {
    let errors = assert_reads_back(clip);
    println!("{what}: {errors:?}");
    assert!(
        errors.between_degrees <= MAX_BETWEEN_DEGREES,
        "{what}: {errors:?}"
    );
}

#[test]
fn turning_about_an_axis_never_jumps() {
    for axis in 0..3 {
        let spin = (0..200).map(|frame| {
            let mut angles = [3.0, 5.0, 2.0];
            angles[axis] = f64::from(frame) * 11.0;
            angles
        });
        assert_smooth("spin", &turning(spin));
    }
}

#[test]
fn gimbal_lock_in_every_order_is_crossed() {
    // Each order's middle axis passes a quarter turn, so no order avoids gimbal lock.
    let through = (0..240).map(|frame| {
        let part = f64::from(frame % 80) * 180.0 / 80.0;
        match frame / 80 {
            0 => [part, 0.4, 0.3],
            1 => [180.0, part, 0.2],
            _ => [180.0, 180.0, part],
        }
    });
    assert_smooth("through", &turning(through));
    let locked = (0..60).map(|frame| [f64::from(frame) * 7.0, 90.0, f64::from(frame) * -5.0]);
    assert_smooth("locked", &turning(locked));
    let near = (0..60).map(|frame| {
        let wave = f64::from(frame) * 0.7;
        let (sine, cosine) = libm::sincos(wave);
        [sine * 90.0, 89.9 + cosine * 0.3, sine * 85.0]
    });
    assert_smooth("near", &turning(near));
}

#[test]
fn a_long_spin_keeps_its_precision() {
    let spin = (0..6000).map(|frame| [0.0, f64::from(frame) * 17.0, 0.0]);
    let errors = assert_reads_back(&turning(spin));
    // Every 45 turns, whole turns are dropped from the angles, and the pose holds for one frame.
    assert!(errors.degrees < 0.002, "{errors:?}");
    assert!(errors.between_degrees <= 17.0, "{errors:?}");
}

#[test]
fn far_from_the_origin_positions_round_by_less_than_a_tenth_of_a_millimetre() {
    let mut parts = Motion {
        frames: 3,
        rotations: vec![[0.0, 0.0, 0.0, 1.0]],
        places: vec![[26.0, 0.0, -25.9]],
        moves: false,
        has_ends: false,
    };
    parts.places.push([25.123_45, 1.0, 3.0]);
    let bone = ("Hips".to_owned(), 0, [0.0; 3], [0.0, 0.0, 0.0, 1.0]);
    assert_reads_back(&clip(&[bone], "30", parts));
}
