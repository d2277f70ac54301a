//! Kinematics, channels and pictures of the small clip in `testdata`, and of synthetic motion.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::path::PathBuf;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};
use footwork_clip::{
    Clip, ClipParts, Joint, JointId, Limits, LoadedClip, Motion, Skeleton, StripError, StripLane,
    StripOptions, WorldPositions, draw_strip, read_clip,
};

fn small() -> LoadedClip {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bvh/small.bvh");
    read_clip(
        "small.bvh",
        &std::fs::read(path).unwrap(),
        None,
        &Limits::default(),
    )
    .unwrap()
}

/// Returns a character whose hips walk a circle to its left at 1 m/s, half a turn per second.
fn circle() -> Clip {
    let joint = |name: &str, parent: Option<u32>, offset| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset,
        is_end: false,
    };
    let skeleton = Skeleton::new(vec![
        joint("Hips", None, [0.0; 3]),
        joint("LeftUpLeg", Some(0), [0.1, 0.0, 0.0]),
        joint("RightUpLeg", Some(0), [-0.1, 0.0, 0.0]),
    ]);
    let radius = 1.0 / std::f64::consts::PI;
    let angles: Vec<f64> = (0..=120)
        .map(|i| f64::from(i) * std::f64::consts::PI / 60.0)
        .collect();
    #[allow(clippy::cast_possible_truncation, reason = "test data")]
    let turned = |angle: &f64| {
        let (sin, cos) = libm::sincos(angle / 2.0);
        [
            [0.0, sin as f32, 0.0, cos as f32],
            [0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    };
    let place = |angle: &f64| {
        let (sin, cos) = libm::sincos(*angle);
        [radius * (1.0 - cos), 1.0, radius * sin]
    };
    Clip::new(ClipParts {
        skeleton: Arc::new(skeleton.unwrap()),
        rate: FrameRate::whole(60).unwrap(),
        looping: true,
        root_positions: angles.iter().map(place).collect(),
        rotations: angles.iter().flat_map(turned).collect(),
        translations: None,
    })
    .unwrap()
}

fn near(values: &[f32], expected: f32) {
    let inner = &values[1..values.len() - 1];
    for value in inner {
        assert!((value - expected).abs() < 2e-3, "{value} is not {expected}");
    }
}

#[test]
fn channels_of_a_circle_to_the_left() {
    let clip = circle();
    let motion = Motion::new(&clip);
    let channel = |name: &str| motion.channel(&name.parse().unwrap()).unwrap();
    near(&channel("speed"), 1.0);
    near(&channel("speed_z"), 1.0);
    near(&channel("speed_x"), 0.0);
    near(&channel("turn"), std::f32::consts::PI);
    near(&channel("accel")[2..118], 0.0);
    near(&channel("height"), 1.0);
    near(&channel("LeftUpLeg.y"), 1.0);
    // The left hip is on the inside of the circle.
    assert!(channel("LeftUpLeg.speed")[60] < channel("RightUpLeg.speed")[60]);
    assert_eq!(channel("time")[120], 2.0);
    assert_eq!(channel("frame")[7], 7.0);
    assert_eq!(channel("phase")[30], 0.25);
    let unknown = motion.channel(&"LeftUpLg.y".parse().unwrap()).unwrap_err();
    assert_eq!(unknown.suggestion.as_deref(), Some("LeftUpLeg"));
}

#[test]
fn a_clip_of_one_frame_stands_still() {
    let clip = circle().slice(FrameRange::new(5, 6).unwrap()).unwrap();
    assert!(!clip.is_looping());
    for name in ["time", "phase", "speed", "turn", "accel", "LeftUpLeg.speed"] {
        assert_eq!(
            clip.channel(&name.parse().unwrap()).unwrap(),
            [0.0],
            "{name}"
        );
    }
}

#[test]
fn joints_of_the_small_clip_are_where_its_angles_put_them() {
    let loaded = small();
    assert_eq!(
        loaded.estimated_unit.unwrap().unit,
        footwork_base::LengthUnit::Centimetre
    );
    assert!(loaded.findings.is_empty());
    let clip = loaded.clip;
    let positions = WorldPositions::from_clip(&clip);
    let foot = clip.skeleton().find("LeftFoot").unwrap();
    // Frame 0: the thigh, 84 cm long and 4 cm below the hips, is turned 20.5 degrees about x.
    let (sin, cos) = libm::sincos(20.5f64.to_radians());
    let [x, y, z] = positions.joint(foot).next().unwrap();
    let expected = [0.095, 0.941_234 - 0.04 - 0.84 * cos, -0.84 * sin];
    for (found, expected) in [x, y, z].into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    let toe = clip.skeleton().find("LeftFoot.End").unwrap();
    assert!(clip.skeleton().joint(toe).unwrap().is_end);
    let lowest = clip
        .channel(&"LeftFoot.End.height".parse().unwrap())
        .unwrap();
    assert!(lowest[2].abs() < 0.02, "{lowest:?}");
}

#[test]
fn strips_beyond_their_limits_are_rejected() {
    let clip = circle();
    let motion = Motion::new(&clip);
    let draw = |width, every, lanes: usize| {
        let lanes = vec![
            StripLane {
                label: "a very long name of a lane that cannot be shown as a whole ü ∂".into(),
                color: None,
                ranges: vec![FrameRange::new(3, 4_000_000_000).unwrap()],
                marks: vec![f64::NAN, -1.0, 5.5, 1e300, f64::INFINITY],
            };
            lanes
        ];
        let title = "title ".repeat(200);
        draw_strip(
            &motion,
            &StripOptions {
                title,
                width,
                every,
                lanes,
                ..StripOptions::default()
            },
        )
    };
    for width in [320, 641, 4096] {
        for every in [None, Some(1), Some(7), Some(u32::MAX)] {
            let png = draw(width, every, 2).unwrap();
            assert_eq!(
                png[16..20],
                width.to_be_bytes(),
                "the width in the PNG header"
            );
        }
    }
    assert_eq!(draw(319, None, 0), Err(StripError::Width { width: 319 }));
    assert_eq!(draw(4097, None, 0), Err(StripError::Width { width: 4097 }));
    assert_eq!(draw(640, Some(0), 0), Err(StripError::EveryZero));
    assert_eq!(
        draw(640, None, 2000),
        Err(StripError::TooHigh { every: None })
    );
    let Err(StripError::TooHigh { every: Some(every) }) = draw(320, Some(1), 30) else {
        panic!("121 figures with 30 lanes must not fit");
    };
    assert!(
        draw(320, Some(every), 30).is_ok(),
        "a figure every {every} frames must fit"
    );
}

#[test]
fn strips_of_hostile_motion_are_drawn() {
    let base = circle();
    for place in [[1e9, -1e9, 1e9], [0.0, 1e9, 0.0], [0.0, 1e-30, -1e9]] {
        let mut root_positions = base.root_positions().to_vec();
        root_positions[50] = place;
        let clip = Clip::new(ClipParts {
            skeleton: Arc::clone(base.skeleton()),
            rate: base.rate(),
            looping: false,
            root_positions,
            rotations: base
                .poses()
                .flat_map(|pose| pose.rotations.to_vec())
                .collect(),
            translations: None,
        });
        let clip = clip.unwrap();
        let options = StripOptions {
            every: Some(1),
            ..StripOptions::default()
        };
        assert!(
            draw_strip(&Motion::new(&clip), &options).is_ok(),
            "{place:?}"
        );
    }
}
