//! Three bodies with different names, proportions and rates, and the angles that pose them.

use std::sync::Arc;

use footwork_base::{FrameRate, to_f32};
use footwork_clip::{Joint, JointId, Skeleton};

/// The number of angles of a pose.
pub(super) const POSE: usize = 18;
pub(super) const LEAN: usize = 0;
pub(super) const TWIST: usize = 1;
pub(super) const NOD: usize = 2;
pub(super) const LOOK: usize = 3;
/// For each side, the first of seven angles: arm ahead, arm out, elbow, thigh ahead, thigh out,
/// knee, foot.
pub(super) const SIDES: [usize; 2] = [4, 11];

/// A body: the names of its joints, its proportions and its rate.
pub(crate) struct Rig {
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) rate: FrameRate,
    pub(super) thigh_m: f64,
    pub(super) shin_m: f64,
    pub(super) ankle_m: f64,
    pub(super) hip_m: f64,
}

/// The joints in the middle, then the joints of one side, with `@` in place of `Left` or `Right`.
const NAMES: [[&str; 14]; 3] = [
    [
        "Hips",
        "Spine",
        "Spine1",
        "Neck",
        "Head",
        "@Shoulder",
        "@Arm",
        "@ForeArm",
        "@Hand",
        "@UpLeg",
        "@Leg",
        "@Foot",
        "@ToeBase",
        "",
    ],
    [
        "pelvis",
        "spine_01",
        "spine_02",
        "neck_01",
        "head",
        "clavicle@",
        "upperarm@",
        "lowerarm@",
        "hand@",
        "thigh@",
        "calf@",
        "foot@",
        "ball@",
        "",
    ],
    [
        "hips",
        "spine",
        "chest",
        "neck",
        "head",
        "shoulder@",
        "upper_arm@",
        "forearm@",
        "hand@",
        "thigh@",
        "shin@",
        "foot@",
        "toe@",
        "",
    ],
];
const SIDE_NAMES: [[&str; 2]; 3] = [["Left", "Right"], ["_l", "_r"], [".L", ".R"]];
/// The size, the length of legs and of arms, the width, and the frames per second.
const BODIES: [(f64, f64, f64, f64, u64); 3] = [
    (1.0, 1.0, 1.0, 1.0, 60),
    (0.8, 0.85, 1.1, 1.2, 30),
    (1.2, 1.12, 0.9, 0.9, 50),
];

impl Rig {
    /// Returns one of three skeletons with different names, proportions and rates.
    pub(crate) fn numbered(number: usize) -> Self {
        let (size, leg, arm, wide, rate) = BODIES[number];
        let (thigh, shin) = (0.42 * size * leg, 0.41 * size * leg);
        let mut joints: Vec<Joint> = Vec::new();
        let mut add = |name: String, parent: Option<u32>, offset: [f64; 3]| {
            joints.push(Joint {
                name,
                parent: parent.map(JointId::new),
                offset: offset.map(to_f32),
                is_end: false,
            });
        };
        let names = NAMES[number];
        let up = [0.0, 0.14, 0.26, 0.24, 0.1].map(|up| up * size);
        for joint in 0_u32..5 {
            let at = [0.0, up[joint as usize], 0.0];
            add(names[joint as usize].to_owned(), joint.checked_sub(1), at);
        }
        for (side, sign) in [(0_u32, 1.0), (1, -1.0)] {
            let first = 5 + 8 * side;
            let name = |place: usize| names[place].replace('@', SIDE_NAMES[number][side as usize]);
            let x = sign * size * wide;
            let parts: [(u32, [f64; 3]); 8] = [
                (2, [0.05 * x, 0.16 * size, 0.0]),
                (first, [0.13 * x, 0.0, 0.0]),
                (first + 1, [0.0, -0.28 * size * arm, 0.0]),
                (first + 2, [0.0, -0.26 * size * arm, 0.0]),
                (0, [0.09 * x, -0.04 * size, 0.0]),
                (first + 4, [0.0, -thigh, 0.0]),
                (first + 5, [0.0, -shin, 0.0]),
                (first + 6, [0.0, -0.06 * size, 0.13 * size]),
            ];
            for (place, (parent, offset)) in parts.into_iter().enumerate() {
                add(name(5 + place), Some(parent), offset);
            }
        }
        Self {
            skeleton: Arc::new(Skeleton::new(joints).unwrap()),
            rate: FrameRate::whole(rate).unwrap(),
            thigh_m: thigh,
            shin_m: shin,
            ankle_m: 0.08 * size,
            hip_m: 0.04 * size,
        }
    }

    /// Returns the rotations of all joints for the angles of a pose.
    pub(super) fn pose(&self, pose: &[f64; POSE], heading: f64) -> Vec<[f32; 4]> {
        let mut rotations = vec![[0.0, 0.0, 0.0, 1.0]; self.skeleton.joint_count()];
        rotations[0] = euler(heading, 0.0, 0.0);
        rotations[1] = euler(0.5 * pose[TWIST], 0.5 * pose[LEAN], 0.0);
        rotations[2] = euler(0.5 * pose[TWIST], 0.5 * pose[LEAN], 0.0);
        rotations[3] = euler(0.0, 0.3 * pose[NOD], 0.0);
        rotations[4] = euler(pose[LOOK], 0.7 * pose[NOD], 0.0);
        for (side, sign) in SIDES.into_iter().zip([1.0, -1.0]) {
            let first = if sign > 0.0 { 5 } else { 13 };
            rotations[first + 1] = euler(0.0, -pose[side], sign * pose[side + 1]);
            rotations[first + 2] = euler(0.0, -pose[side + 2], 0.0);
            rotations[first + 4] = euler(0.0, -pose[side + 3], sign * pose[side + 4]);
            rotations[first + 5] = euler(0.0, pose[side + 5], 0.0);
            let level = pose[side + 3] - pose[side + 5] + pose[side + 6];
            rotations[first + 6] = euler(0.0, level, 0.0);
        }
        rotations
            .into_iter()
            .map(|q: [f64; 4]| q.map(to_f32))
            .collect()
    }
}

/// Returns the rotation about z, then x, then y.
fn euler(y: f64, x: f64, z: f64) -> [f64; 4] {
    let [(sy, cy), (sx, cx), (sz, cz)] = [y, x, z].map(|angle| libm::sincos(0.5 * angle));
    [
        cy * sx * cz + sy * cx * sz,
        sy * cx * cz - cy * sx * sz,
        cy * cx * sz - sy * sx * cz,
        cy * cx * cz + sy * sx * sz,
    ]
}
