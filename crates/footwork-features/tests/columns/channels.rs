//! Channels: a stream has the rows of a whole clip, and errors name the mistake.

use std::sync::Arc;

use footwork_base::{FrameRate, Heading, Role};
use footwork_features::{
    ChannelError, ChannelFeatures, ChannelStream, Column, FeatureSpec, FrameError, Skeleton,
    SkeletonJoint, SpecDifference,
};
use footwork_testkit::Random;

use super::motion::{motion, skeleton};

const ALL: [&str; 11] = [
    "time",
    "frame",
    "speed",
    "speed_x",
    "speed_z",
    "turn",
    "accel",
    "height",
    "hips.height",
    "left_foot.speed",
    "left_foot.x",
];

fn features(names: &[&str], skeleton: &Skeleton) -> Result<ChannelFeatures, ChannelError> {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    let rate = FrameRate::whole(30).unwrap();
    ChannelFeatures::new(names, skeleton.clone(), Heading::Body, rate)
}

#[test]
fn a_stream_has_the_rows_of_a_window_some_frames_late() {
    for case in 0..100 {
        let mut random = Random::for_case("channels", case);
        let skeleton = skeleton(&mut random);
        let names: Vec<&str> = ALL.into_iter().filter(|_| random.below(2) == 0).collect();
        let features = features(&names, &skeleton).unwrap();
        let count = 1 + random.below(9);
        let motion = motion(&mut random, &skeleton, count);
        let window = features.rows(motion.frames()).unwrap();
        let width = features.count();
        assert_eq!(window.len(), width * motion.roots.len());

        let mut stream = ChannelStream::new(Arc::new(features));
        let mut row = vec![0.0; width];
        // The second round checks that a restart forgets the first.
        for _ in 0..2 {
            let mut rows = Vec::new();
            stream.restart(0.0);
            for (index, frame) in motion.frames().enumerate() {
                let late = usize::try_from(stream.features().delay_frames()).unwrap();
                let is_written = stream.push(&frame, &mut row).unwrap();
                assert_eq!(is_written, index >= late);
                if is_written {
                    rows.extend_from_slice(&row);
                }
            }
            while stream.finish(&mut row) {
                rows.extend_from_slice(&row);
            }
            // A window begins with its first heading, a stream with 0. Whole turns between the two do not show in a
            // row.
            assert_eq!(rows.len(), window.len());
            for (a, b) in rows.iter().zip(&window) {
                assert!((a - b).abs() < 1e-4, "case {case}: {a} {b}");
            }
        }
    }
}

#[test]
fn a_bad_frame_is_ignored() {
    let mut random = Random::for_case("channels", 0);
    let skeleton = skeleton(&mut random);
    let motion = motion(&mut random, &skeleton, 6);
    let features = Arc::new(features(&["speed", "accel"], &skeleton).unwrap());
    let rows = |with_bad: bool| {
        let mut stream = ChannelStream::new(Arc::clone(&features));
        let (mut row, mut rows) = ([0.0; 2], Vec::new());
        for frame in motion.frames() {
            if with_bad {
                let mut bad = frame;
                bad.root_position_m[1] = f64::NAN;
                let error = stream.push(&bad, &mut row).unwrap_err();
                assert_eq!(error, FrameError::NotFinite { index: 0 });
            }
            if stream.push(&frame, &mut row).unwrap() {
                rows.push(row);
            }
        }
        rows
    };
    assert_eq!(rows(true), rows(false));
    assert_eq!(rows(true).len(), 4);
    let mut stream = ChannelStream::new(features);
    let error = stream.push(&motion.frames().next().unwrap(), &mut [0.0; 3]);
    let (expected, found) = (2, 3);
    assert_eq!(error, Err(FrameError::RowLength { expected, found }));
}

#[test]
fn errors_name_the_unknown_channel_or_joint() {
    let skeleton = skeleton(&mut Random::for_case("channels", 1));
    let check = |name: &str, expected: &str| {
        let error = features(&["time", name], &skeleton).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check("sped", "`sped` is not a channel; did you mean `speed`?");
    check(
        "Hips.hieght",
        "`Hips.hieght` is not a channel; did you mean `Hips.height`?",
    );
    check("", "`` is not a channel");
    check(
        "Hipps.x",
        "the skeleton has no joint or role `Hipps`; did you mean `Hips`?",
    );
    for name in ["phase", "gait_speed", "mean(speed, 0.3s)"] {
        let whole = ChannelError::WholeClip { name: name.into() };
        assert_eq!(features(&[name], &skeleton).unwrap_err(), whole);
    }
}

#[test]
fn a_specification_checks_units_and_the_travelling_joint() {
    let skeleton = skeleton(&mut Random::for_case("channels", 2));
    let mut spec = FeatureSpec::new(FrameRate::whole(30).unwrap());
    spec.set_skeleton(&skeleton, Some(&[]));
    spec.channels = vec![Column::new("speed", "m/s"), Column::new("time", "s")];
    assert_eq!(spec.channel_features(&skeleton).unwrap().count(), 2);
    spec.travelling = Some("Chest".into());
    let error = spec.channel_features(&skeleton).unwrap_err();
    assert!(matches!(error, SpecDifference::Value { .. }), "{error}");
    spec.channels[0].unit = "cm/s".into();
    let error = spec.channel_features(&skeleton).unwrap_err().to_string();
    assert_eq!(
        error,
        "column 0 (from 0) of the network is `speed` in cm/s, not `speed` in m/s"
    );
}

#[test]
fn the_height_of_a_foot_role_is_measured_at_its_sole() {
    let joint = |name: &str, parent, y: f32| SkeletonJoint {
        name: name.into(),
        parent,
        offset_m: [0.0, y, 0.0],
        is_end: false,
    };
    let joints = vec![
        joint("Hips", None, 0.0),
        joint("Ankle", Some(0), -0.8),
        joint("Ball", Some(1), -0.1),
        joint("ik", Some(1), -5.0),
    ];
    let roles = [(Role::LeftFoot, 1), (Role::LeftToe, 2)];
    let skeleton = Skeleton::new(joints, &roles, 0).unwrap();
    let heights = |skeleton: &Skeleton| {
        let features = features(&["left_foot.height", "Ankle.height"], skeleton).unwrap();
        let frame = footwork_features::Frame {
            root_position_m: [0.0, 1.0, 0.0],
            rotations: &[[0.0, 0.0, 0.0, 1.0]; 4],
            translations: None,
            contacts: [false; 2],
            heading_rad: None,
        };
        let rows = features.rows([frame].into_iter()).unwrap();
        [rows[0], rows[1]].map(|height| (height * 100.0).round())
    };
    assert_eq!(heights(&skeleton), [-480.0, 20.0]);
    let without = skeleton.clone().with_soles([vec![1, 2], vec![]]).unwrap();
    assert_eq!(heights(&without), [10.0, 20.0]);
    assert!(skeleton.with_soles([vec![4], vec![]]).is_err());
}
