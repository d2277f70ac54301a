//! The bones of an average person in the joint tree of SMPL, from anthropometry rather than from a body model.
//!
//! Heights and lengths are the segment lengths of Drillis and Contini as shares of the stature, as printed in D. A.
//! Winter, *Biomechanics and Motor Control of Human Movement*: ankle 0.039, knee 0.285, hip 0.530, shoulder 0.818,
//! upper arm 0.186, forearm 0.146, hand 0.108, half the shoulder width 0.129. Joints of the trunk and fingers divide
//! the lengths between them. At rest the body stands along +y with its arms along x and faces +z, as SMPL's template
//! does.

use crate::skeleton::{Joint, JointId, Skeleton, SkeletonError};

/// The stature in metres.
pub(super) const STATURE_M: f32 = 1.70;

/// The number of joints of the body without hands and face, in every model.
pub(super) const BODY_JOINTS: usize = 22;

/// A joint: its name, its parent, and its offset in statures.
pub(super) type Bone = (&'static str, Option<u32>, [f32; 3]);

/// The joints of SMPL, in its order. The last two are the hands, which SMPL-H and SMPL-X replace with fingers.
#[rustfmt::skip]
pub(super) const SMPL: [Bone; 24] = [
    ("Pelvis", None, [0.0; 3]),
    ("L_Hip", Some(0), [0.05, 0.0, 0.0]),
    ("R_Hip", Some(0), [-0.05, 0.0, 0.0]),
    ("Spine1", Some(0), [0.0, 0.07, 0.0]),
    ("L_Knee", Some(1), [0.0, -0.245, 0.0]),
    ("R_Knee", Some(2), [0.0, -0.245, 0.0]),
    ("Spine2", Some(3), [0.0, 0.08, 0.0]),
    ("L_Ankle", Some(4), [0.0, -0.246, 0.0]),
    ("R_Ankle", Some(5), [0.0, -0.246, 0.0]),
    ("Spine3", Some(6), [0.0, 0.05, 0.0]),
    ("L_Foot", Some(7), [0.0, -0.03, 0.09]),
    ("R_Foot", Some(8), [0.0, -0.03, 0.09]),
    ("Neck", Some(9), [0.0, 0.12, 0.0]),
    ("L_Collar", Some(9), [0.045, 0.07, 0.0]),
    ("R_Collar", Some(9), [-0.045, 0.07, 0.0]),
    ("Head", Some(12), [0.0, 0.05, 0.0]),
    ("L_Shoulder", Some(13), [0.084, 0.018, 0.0]),
    ("R_Shoulder", Some(14), [-0.084, 0.018, 0.0]),
    ("L_Elbow", Some(16), [0.186, 0.0, 0.0]),
    ("R_Elbow", Some(17), [-0.186, 0.0, 0.0]),
    ("L_Wrist", Some(18), [0.146, 0.0, 0.0]),
    ("R_Wrist", Some(19), [-0.146, 0.0, 0.0]),
    ("L_Hand", Some(20), [0.05, 0.0, 0.0]),
    ("R_Hand", Some(21), [-0.05, 0.0, 0.0]),
];

/// The joints of the face of SMPL-X, below the head.
#[rustfmt::skip]
const FACE: [Bone; 3] = [
    ("Jaw", Some(15), [0.0, -0.01, 0.02]),
    ("L_Eye", Some(15), [0.018, 0.03, 0.04]),
    ("R_Eye", Some(15), [-0.018, 0.03, 0.04]),
];

/// The fingers in the order of SMPL-H, each with the distance of its start from the middle of the hand, in statures.
const FINGERS: [(&str, f32); 5] = [
    ("Index", 0.014),
    ("Middle", 0.004),
    ("Pinky", -0.014),
    ("Ring", -0.006),
    ("Thumb", 0.02),
];

/// The body models, distinguished by the number of joints that a file rotates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// 24 joints, without fingers.
    Smpl,
    /// 52 joints, with fingers.
    SmplH,
    /// 55 joints, with fingers and a face.
    SmplX,
    /// The 22 joints that all models share.
    Body,
}

impl Model {
    /// Returns the model with this number of joints.
    pub(super) fn with_joints(count: usize) -> Option<Self> {
        let models = [Self::Smpl, Self::SmplH, Self::SmplX, Self::Body];
        models.into_iter().find(|model| model.joints() == count)
    }

    /// Returns the number of rotated joints.
    pub(super) fn joints(self) -> usize {
        match self {
            Self::Smpl => 24,
            Self::SmplH => 52,
            Self::SmplX => 55,
            Self::Body => BODY_JOINTS,
        }
    }

    /// Returns the average person's skeleton: the rotated joints in the order of the model, and then the top of the
    /// head.
    pub(super) fn skeleton(self) -> Result<Skeleton, SkeletonError> {
        let joint = |name: &str, parent: Option<u32>, offset: [f32; 3]| Joint {
            name: name.to_owned(),
            parent: parent.map(JointId::new),
            offset: offset.map(|share| share * STATURE_M),
            is_end: false,
        };
        let shared = if self == Self::Smpl { 24 } else { BODY_JOINTS };
        let mut joints: Vec<Joint> = SMPL
            .iter()
            .take(shared)
            .map(|&(n, p, o)| joint(n, p, o))
            .collect();
        if self == Self::SmplX {
            joints.extend(FACE.iter().map(|&(n, p, o)| joint(n, p, o)));
        }
        if matches!(self, Self::SmplH | Self::SmplX) {
            for (side, wrist, sign) in [("L", 20, 1.0), ("R", 21, -1.0)] {
                for (finger, across) in FINGERS {
                    let mut parent = wrist;
                    for (number, along) in [(1, 0.055), (2, 0.02), (3, 0.015)] {
                        let across = if number == 1 { across } else { 0.0 };
                        let name = format!("{side}_{finger}{number}");
                        let next = u32::try_from(joints.len()).unwrap_or(u32::MAX);
                        joints.push(joint(&name, Some(parent), [sign * along, 0.0, across]));
                        parent = next;
                    }
                }
            }
        }
        let top = joint("Head.End", Some(15), [0.0, 0.1, 0.0]);
        joints.push(Joint {
            is_end: true,
            ..top
        });
        Skeleton::new(joints)
    }
}
