//! Mirrored clips are exact reflections.

use std::sync::Arc;

use footwork_base::{FrameRate, Id};
use footwork_clip::{
    Channel, Clip, ClipParts, JointMeasure, JointPairs, MirrorError, Motion, RootMeasure, Skeleton,
    WorldPositions,
};
use proptest::prelude::*;

use crate::clips::{any_clip, bits, joint, real, sample};

/// Mirrors a clip and checks that the result is its exact reflection.
fn check(name: &str, clip: &Clip) {
    let skeleton = clip.skeleton();
    let pairs = JointPairs::from_names(skeleton).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mirrored = clip.mirrored(&pairs).unwrap();
    let same = mirrored.rate() == clip.rate() && mirrored.is_looping() == clip.is_looping();
    assert!(
        same && mirrored.frame_count() == clip.frame_count(),
        "{name}"
    );
    let twice = mirrored.mirrored(&pairs).unwrap();
    assert_eq!(bits(&twice), bits(clip), "{name}: twice is the identity");
    assert_eq!(twice, *clip);

    let (was, is) = (
        WorldPositions::from_clip(clip),
        WorldPositions::from_clip(&mirrored),
    );
    for (before, after) in was.frames().zip(is.frames()) {
        for (id, joint) in skeleton.iter() {
            let [x, y, z] = before[pairs.partner(id).unwrap().index()];
            assert_eq!(after[id.index()], [-x, y, z], "{name}: {}", joint.name);
        }
    }

    let (was, is) = (Motion::new(clip), Motion::new(&mirrored));
    for measure in RootMeasure::ALL {
        let channel = Channel::Root(measure);
        let [before, after] = [&was, &is].map(|motion| motion.channel(&channel).unwrap());
        match measure {
            RootMeasure::SpeedX | RootMeasure::Turn => {
                let negated: Vec<f32> = before.iter().map(|x| -x).collect();
                assert_eq!(after, negated, "{name}: {}", measure.name());
            }
            _ => assert_eq!(after, before, "{name}: {}", measure.name()),
        }
    }
    for (id, joint) in skeleton.iter() {
        // If several joints share a name, only the first one has channels.
        let partner = &skeleton.joints()[pairs.partner(id).unwrap().index()].name;
        let firsts = [skeleton.find(&joint.name), skeleton.find(partner)];
        if firsts != [Some(id), pairs.partner(id)] {
            continue;
        }
        for measure in JointMeasure::ALL {
            let channel = |joint: &str| Channel::Joint {
                joint: joint.to_owned(),
                measure,
            };
            let before = was.channel(&channel(partner)).unwrap();
            let after = is.channel(&channel(&joint.name)).unwrap();
            let sign = match measure {
                JointMeasure::X => -1.0,
                _ => 1.0,
            };
            let expected: Vec<f32> = before.iter().map(|x| sign * x).collect();
            assert_eq!(after, expected, "{name}: {}", channel(&joint.name));
        }
    }
}

#[test]
fn sample_clips_are_mirrored_exactly() {
    for (name, clip) in real() {
        check(&name, &clip);
    }
}

#[test]
fn a_symmetric_skeleton_is_kept_and_an_asymmetric_one_is_mirrored() {
    let walk = sample("deepmimic/walk.txt");
    let pairs = JointPairs::from_names(walk.skeleton()).unwrap();
    assert_eq!(walk.skeleton().asymmetry(&pairs).unwrap().gap_m, 0.0);
    let mirrored = walk.mirrored(&pairs).unwrap();
    assert!(Arc::ptr_eq(mirrored.skeleton(), walk.skeleton()));
    assert_eq!(walk.mirrored_on_skeleton(&pairs, 0.0).unwrap(), mirrored);

    let climb = sample("cmu/playground_climb_up_01.bvh");
    let pairs = JointPairs::from_names(climb.skeleton()).unwrap();
    let asymmetry = climb.skeleton().asymmetry(&pairs).unwrap();
    assert!((0.01..0.02).contains(&asymmetry.gap_m), "{asymmetry:?}");
    let name = &climb.skeleton().joint(asymmetry.joint).unwrap().name;
    let mirrored = climb.mirrored(&pairs).unwrap();
    assert_ne!(mirrored.skeleton(), climb.skeleton());
    let error = climb.mirrored_on_skeleton(&pairs, 0.01).unwrap_err();
    assert!(
        matches!(&error, MirrorError::NotSymmetric { joint, .. } if joint == name),
        "{error}"
    );
    assert!(climb.mirrored_on_skeleton(&pairs, f64::NAN).is_err());
}

#[test]
fn rounding_by_modelling_programs_is_not_asymmetry() {
    let with_leg = |offset: [f32; 3]| {
        let joints = vec![
            joint("root", None, [0.0; 3]),
            joint("spine", Some(0), [9e-29, 0.4, 0.0]),
            joint("leg.l", Some(0), [0.17, 0.1, 0.0]),
            joint("leg.r", Some(0), offset),
        ];
        let clip = Clip::new(ClipParts {
            skeleton: Arc::new(Skeleton::new(joints).unwrap()),
            rate: FrameRate::ONE,
            looping: false,
            root_positions: vec![[0.0; 3]],
            rotations: vec![[0.0, 0.0, 0.0, 1.0]; 4],
            translations: None,
        });
        let clip = clip.unwrap();
        let pairs = JointPairs::from_names(clip.skeleton()).unwrap();
        let mirrored = clip.mirrored(&pairs).unwrap();
        Arc::ptr_eq(mirrored.skeleton(), clip.skeleton())
    };
    assert!(with_leg([-0.17, 0.1, 1e-10]));
    assert!(!with_leg([-0.17, 0.1, 1e-8]));
}

#[test]
fn joints_on_an_asymmetric_skeleton_are_near_the_reflection() {
    for (name, clip) in real() {
        let pairs = JointPairs::from_names(clip.skeleton()).unwrap();
        let kept = clip.mirrored_on_skeleton(&pairs, f64::INFINITY).unwrap();
        assert_eq!(kept.skeleton(), clip.skeleton());
        let twice = kept.mirrored_on_skeleton(&pairs, f64::INFINITY).unwrap();
        assert_eq!(bits(&twice), bits(&clip), "{name}");
        let exact = WorldPositions::from_clip(&clip.mirrored(&pairs).unwrap());
        let near = WorldPositions::from_clip(&kept);
        let mut worst = 0.0f64;
        for (a, b) in exact.frames().flatten().zip(near.frames().flatten()) {
            worst = (0..3)
                .map(|axis| (a[axis] - b[axis]).abs())
                .fold(worst, f64::max);
        }
        println!("{name}: {worst:.4} m off");
        assert!(worst < 0.1, "{name}: {worst} m");
    }
}

#[test]
fn pairs_of_another_skeleton_are_refused() {
    let (walk, climb) = (
        sample("deepmimic/walk.txt"),
        sample("cmu/playground_climb_up_01.bvh"),
    );
    let pairs = JointPairs::from_names(walk.skeleton()).unwrap();
    assert_eq!(climb.mirrored(&pairs), Err(MirrorError::OtherSkeleton));
    assert_eq!(
        climb.mirrored_on_skeleton(&pairs, 1.0),
        Err(MirrorError::OtherSkeleton)
    );
    assert!(climb.skeleton().mirrored(&pairs).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_clips_are_mirrored_exactly(clip in any_clip()) {
        check("random", &clip);
    }
}
