//! Rebasing refuses unrelated clips and clips that cannot be compared.

use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};
use footwork_clip::{Clip, ClipParts, Joint, JointId, Skeleton};
use footwork_library::{Signature, SignatureError};
use footwork_pipeline::{AlignError, align};

use crate::samples;

/// Compares every clip with others of its skeleton that show another motion; nearly all pairs must
/// be refused.
#[test]
fn other_motions_are_unrelated() {
    let all = samples::all();
    let mut pairs = 0;
    for (index, sample) in all.iter().enumerate() {
        // Compares each clip with later ones, cyclically, so that every clip is both old and new.
        for step in [1, 3] {
            let other = &all[(index + step) % all.len()];
            let Ok(new) = sample.old.with_same_joints(&other.clip) else {
                continue;
            };
            pairs += 1;
            match align(&sample.old, &new) {
                Err(AlignError::Unrelated { residual_m }) => assert!(residual_m > 0.0),
                found => panic!("{} is found in {}: {found:?}", sample.name, other.name),
            }
        }
    }
    assert!(pairs >= 30, "{pairs}");
}

#[test]
fn a_few_frames_are_too_short() {
    let walk = samples::named("walk.txt");
    for frames in [1, 4] {
        let short = walk
            .clip
            .slice(FrameRange::new(0, frames).unwrap())
            .unwrap();
        let short = walk.old.with_same_joints(&short).unwrap();
        let new = align(&walk.old, &short).unwrap_err();
        assert_eq!(new, AlignError::TooShort { old: false, frames });
        let old = align(&short, &walk.old).unwrap_err();
        assert_eq!(old, AlignError::TooShort { old: true, frames });
    }
}

#[test]
fn a_pose_that_is_held_is_still() {
    let walk = samples::named("walk.txt");
    let joints = walk.clip.skeleton().joint_count();
    let held = Clip::new(ClipParts {
        skeleton: Arc::clone(walk.clip.skeleton()),
        rate: walk.clip.rate(),
        looping: false,
        root_positions: vec![[0.0, 0.9, 0.0]; 60],
        rotations: vec![[0.0, 0.0, 0.0, 1.0]; 60 * joints],
        translations: None,
    });
    let held = walk.old.with_same_joints(&held.unwrap()).unwrap();
    assert_eq!(
        align(&walk.old, &held),
        Err(AlignError::Still { old: false })
    );
    assert_eq!(
        align(&held, &walk.old),
        Err(AlignError::Still { old: true })
    );
}

#[test]
fn another_skeleton_is_an_error_that_counts_missing_joints() {
    let walk = samples::named("walk.txt");
    let jump = samples::named("forward_jump_01.bvh");
    let error = walk.old.with_same_joints(&jump.clip).unwrap_err();
    let SignatureError::OtherSkeleton { missing, of, .. } = &error else {
        panic!("{error}");
    };
    assert!(missing <= of && *missing > 0);
    assert!(error.to_string().contains("another skeleton"), "{error}");
    assert_eq!(align(&walk.old, &jump.old), Err(AlignError::OtherJoints));
}

/// A single joint that only moves forward has no poses, and neither does a lone root.
#[test]
fn skeletons_without_poses_do_no_harm() {
    for joints in [1, 2] {
        let joint = |index: u32| Joint {
            name: format!("joint {index}"),
            parent: index.checked_sub(1).map(JointId::new),
            offset: [0.0, 0.5, 0.0],
            is_end: false,
        };
        let skeleton = Skeleton::new((0..joints).map(joint).collect()).unwrap();
        let clip = Clip::new(ClipParts {
            skeleton: Arc::new(skeleton),
            rate: FrameRate::whole(30).unwrap(),
            looping: false,
            root_positions: (0..40).map(|frame| [0.0, 1.0, f64::from(frame)]).collect(),
            rotations: vec![[0.0, 0.0, 0.0, 1.0]; 40 * joints as usize],
            translations: None,
        });
        let signature = Signature::from_clip(&clip.unwrap(), &Default::default()).unwrap();
        assert_eq!(
            align(&signature, &signature),
            Err(AlignError::Still { old: true })
        );
    }
}
