//! The humanoid of DeepMimic, rotated to face +z.
//!
//! Lengths are from `humanoid3d.txt` of the DeepMimic project; PyBullet's `humanoid.urdf` has the same lengths times 4.
//! The ends of the soles are the bottom edges of its foot box (centre 0.045 ahead of and 0.0225 below the ankle, 0.177
//! long, 0.055 high), and the top of the head is the top of its head sphere (centre 0.175 above the neck, diameter
//! 0.205).

use crate::skeleton::{Joint, JointId, Skeleton};

/// The rotation of a joint in a row of the file.
pub(super) enum Turn {
    /// By the quaternion `w x y z` that starts at this column.
    Quaternion { column: usize },
    /// By the angle in this column, about the z axis of the file.
    Angle { column: usize },
    /// The joint does not rotate.
    Fixed,
}

pub(super) struct HumanoidJoint {
    pub(super) name: &'static str,
    parent: Option<u32>,
    offset: [f32; 3],
    pub(super) turn: Turn,
}

const fn joint(
    name: &'static str,
    parent: Option<u32>,
    offset: [f32; 3],
    turn: Turn,
) -> HumanoidJoint {
    HumanoidJoint {
        name,
        parent,
        offset,
        turn,
    }
}

const fn quaternion(column: usize) -> Turn {
    Turn::Quaternion { column }
}

const fn angle(column: usize) -> Turn {
    Turn::Angle { column }
}

/// All joints, parents before children. Left is +x and forward is +z.
pub(super) const JOINTS: [HumanoidJoint; 20] = [
    joint("root", None, [0.0; 3], quaternion(4)),
    joint("chest", Some(0), [0.0, 0.236_151, 0.0], quaternion(8)),
    joint("neck", Some(1), [0.0, 0.223_894, 0.0], quaternion(12)),
    joint("head", Some(2), [0.0, 0.277_5, 0.0], Turn::Fixed),
    joint("right_hip", Some(0), [-0.084_887, 0.0, 0.0], quaternion(16)),
    joint("right_knee", Some(4), [0.0, -0.421_546, 0.0], angle(20)),
    joint(
        "right_ankle",
        Some(5),
        [0.0, -0.409_870, 0.0],
        quaternion(21),
    ),
    joint("right_heel", Some(6), [0.0, -0.05, -0.043_5], Turn::Fixed),
    joint("right_toe", Some(6), [0.0, -0.05, 0.133_5], Turn::Fixed),
    joint(
        "right_shoulder",
        Some(1),
        [-0.183_11, 0.243_5, -0.024_05],
        quaternion(25),
    ),
    joint("right_elbow", Some(9), [0.0, -0.274_788, 0.0], angle(29)),
    joint("right_wrist", Some(10), [0.0, -0.258_947, 0.0], Turn::Fixed),
    joint("left_hip", Some(0), [0.084_887, 0.0, 0.0], quaternion(30)),
    joint("left_knee", Some(12), [0.0, -0.421_546, 0.0], angle(34)),
    joint(
        "left_ankle",
        Some(13),
        [0.0, -0.409_870, 0.0],
        quaternion(35),
    ),
    joint("left_heel", Some(14), [0.0, -0.05, -0.043_5], Turn::Fixed),
    joint("left_toe", Some(14), [0.0, -0.05, 0.133_5], Turn::Fixed),
    joint(
        "left_shoulder",
        Some(1),
        [0.183_11, 0.243_5, -0.024_05],
        quaternion(39),
    ),
    joint("left_elbow", Some(17), [0.0, -0.274_788, 0.0], angle(43)),
    joint("left_wrist", Some(18), [0.0, -0.258_947, 0.0], Turn::Fixed),
];

/// Builds the skeleton shared by all DeepMimic clips.
pub(super) fn skeleton() -> Skeleton {
    let joints = JOINTS.iter().map(|joint| Joint {
        name: joint.name.to_owned(),
        parent: joint.parent.map(JointId::new),
        offset: joint.offset,
        is_end: false,
    });
    Skeleton::new(joints.collect()).unwrap_or_else(|_| unreachable!("the table above is in order"))
}
