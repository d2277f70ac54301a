//! The skeleton of a footballer: 1.80 m tall and symmetric, so that mirroring a clip is exact.

use footwork_clip::{Joint, Skeleton, SkeletonError};

/// For each joint: its name, its parent, the offset from the parent in metres, and whether the joint is only the end of
/// a bone. The list has the joints in the middle and on the left side; each `Left…` joint also exists as `Right…`, with
/// x negated. At rest the skeleton is in a T-pose and faces +z.
const JOINTS: [(&str, &str, [f32; 3], bool); 17] = [
    ("Hips", "", [0.0, 0.0, 0.0], false),
    ("Spine", "Hips", [0.0, 0.12, -0.015], false),
    ("Spine1", "Spine", [0.0, 0.14, 0.0], false),
    ("Neck", "Spine1", [0.0, 0.24, 0.01], false),
    ("Head", "Neck", [0.0, 0.1, 0.015], false),
    ("Head_end", "Head", [0.0, 0.2, 0.0], true),
    ("LeftShoulder", "Spine1", [0.03, 0.19, 0.01], false),
    ("LeftArm", "LeftShoulder", [0.155, 0.0, -0.01], false),
    ("LeftForeArm", "LeftArm", [0.285, 0.0, 0.0], false),
    ("LeftHand", "LeftForeArm", [0.255, 0.0, 0.0], false),
    ("LeftHand_end", "LeftHand", [0.18, 0.0, 0.0], true),
    ("LeftUpLeg", "Hips", [0.09, -0.06, 0.0], false),
    ("LeftLeg", "LeftUpLeg", [0.0, -0.43, 0.0], false),
    ("LeftFoot", "LeftLeg", [0.0, -0.425, 0.0], false),
    ("LeftToeBase", "LeftFoot", [0.0, -0.07, 0.14], false),
    ("LeftToeBase_end", "LeftToeBase", [0.0, 0.0, 0.075], true),
    ("LeftHeel_end", "LeftFoot", [0.0, -0.07, -0.05], true),
];

/// Returns the skeleton.
pub(super) fn footballer() -> Result<Skeleton, SkeletonError> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut add = |name: &str, parent: &str, offset: [f32; 3], is_end: bool| {
        let parent = joints.iter().position(|joint| joint.name == parent);
        joints.push(Joint {
            name: name.to_owned(),
            parent: parent.and_then(footwork_base::Id::from_index),
            offset,
            is_end,
        });
    };
    for (name, parent, offset, is_end) in JOINTS {
        add(name, parent, offset, is_end);
    }
    for (name, parent, [x, y, z], is_end) in JOINTS {
        if name.starts_with("Left") {
            let right = |name: &str| name.replace("Left", "Right");
            add(&right(name), &right(parent), [-x, y, z], is_end);
        }
    }
    Skeleton::new(joints)
}
