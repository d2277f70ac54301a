//! Joints in poses that no person takes, joints that do not move, and the distance from the rest pose.

use std::borrow::Cow;

use footwork_base::{FrameRange, Id, Role};
use footwork_clip::{Clip, JointId, Motion};
use glam::{DQuat, DVec3};

use super::Found;
use super::seam_gap::{above, between, local_turn, place, world_turn};

/// The largest bend of a knee or an elbow, in degrees. The American Academy of Orthopaedic Surgeons gives 135° to 150°
/// for a bend by the person's own muscles; the weight of the body and loose clothes under markers add a few degrees.
const MAX_BEND_DEG: f64 = 160.0;

/// The largest backward bend of a knee, in degrees.
const MAX_BACK_DEG: f64 = 10.0;

/// The largest angle, in degrees, and the largest distance, in metres, by which a joint moves that counts as still.
const STILL_DEG: f64 = 0.01;
const STILL_M: f32 = 1e-4;

/// The joints of the limbs from the body outwards, legs first.
const LIMBS: [[Role; 3]; 4] = [
    [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
    [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
    [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
    [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
];

/// Returns the largest angle by which a knee or an elbow bends beyond its range, in degrees; 0 if none does.
///
/// The axis about which a knee mostly bends, in the frame of the thigh, shows which side is backwards.
pub(super) fn joint_limit(
    motion: &Motion<'_>,
    range: FrameRange,
) -> Result<Found, Cow<'static, str>> {
    let clip = motion.clip();
    let roles = clip.skeleton().roles();
    let mut worst = Found::number(0.0);
    for (index, limb) in LIMBS.into_iter().enumerate() {
        let [Some(upper), Some(middle), Some(end)] = limb.map(|role| roles.joint(role)) else {
            continue;
        };
        let is_leg = index < 2;
        let bends = (range.start()..range.stop()).map(|frame| {
            let [a, b, c] = [upper, middle, end].map(|joint| place(motion, frame, joint));
            let axis = (b - a).cross(c - b);
            let thigh = world_turn(clip, frame, upper).conjugate();
            (frame, angle_deg(b - a, c - b), thigh * axis)
        });
        let bends: Vec<(u32, f64, DVec3)> = bends.collect();
        let hinge: DVec3 = bends.iter().map(|(.., axis)| *axis).sum();
        for (frame, bend, axis) in bends {
            let is_back = is_leg && axis.dot(hinge) < 0.0;
            let most = if is_back { MAX_BACK_DEG } else { MAX_BEND_DEG };
            worst.raise((bend - most).max(0.0), middle, Some(frame));
        }
    }
    if worst.joint.is_none() {
        return Err("its knees and elbows are not known".into());
    }
    Ok(worst)
}

fn angle_deg(a: DVec3, b: DVec3) -> f64 {
    libm::atan2(a.cross(b).length(), a.dot(b)).to_degrees()
}

/// Returns the number of joints that keep their local transform, with the first of them.
pub(super) fn frozen_joints(clip: &Clip, range: FrameRange) -> Result<Found, Cow<'static, str>> {
    let joints = clip.skeleton().iter().filter(|(_, joint)| !joint.is_end);
    let (mut count, mut all, mut first) = (0u32, 0u32, None);
    for (joint, _) in joints {
        all += 1;
        if is_frozen(clip, joint, range) {
            count += 1;
            first = first.or(Some(joint));
        }
    }
    if count == all {
        return Err("no joint moves".into());
    }
    Ok(Found {
        joint: first,
        ..Found::number(f64::from(count))
    })
}

/// Returns the largest angle by which a joint turns away from its first pose, in degrees, and the frame with that
/// angle.
pub(super) fn turning(clip: &Clip, range: FrameRange, joint: JointId) -> (f64, u32) {
    let first = local_turn(clip, range.start(), joint);
    let mut most = (0.0, range.start());
    for frame in range.start()..range.stop() {
        let turned = between(first, local_turn(clip, frame, joint)).length();
        if turned.to_degrees() > most.0 {
            most = (turned.to_degrees(), frame);
        }
    }
    most
}

fn is_frozen(clip: &Clip, joint: JointId, range: FrameRange) -> bool {
    let first = local_turn(clip, range.start(), joint);
    let offset = |frame: u32| {
        let pose = clip.pose(frame)?;
        match joint.index() {
            0 => Some(pose.root_position.map(footwork_base::to_f32)),
            index => pose.translations?.get(index).copied(),
        }
    };
    let start = offset(range.start()).unwrap_or_default();
    (range.start()..range.stop()).all(|frame| {
        let turned = between(first, local_turn(clip, frame, joint)).length();
        let at = offset(frame).unwrap_or(start);
        turned.to_degrees() < STILL_DEG
            && at.iter().zip(start).all(|(a, b)| (a - b).abs() < STILL_M)
    })
}

/// Returns the distance of the first frame from the rest pose: the root mean square angle of the joints, in degrees.
pub(super) fn rest_distance(clip: &Clip, range: FrameRange) -> Result<Found, Cow<'static, str>> {
    let travelling = clip.travelling_joint();
    let above = above(clip, travelling);
    let (mut sum, mut count) = (0.0, 0u32);
    for (joint, at) in clip.skeleton().iter() {
        if at.is_end || joint == travelling || above[joint.index()] || at.parent.is_none() {
            continue;
        }
        let rest = clip.skeleton().rest_rotations()[joint.index()];
        let rest = DQuat::from_array(rest.map(f64::from));
        let angle = between(rest, local_turn(clip, range.start(), joint)).length();
        sum += angle * angle;
        count += 1;
    }
    if count == 0 {
        return Err("it has no joint below the travelling one".into());
    }
    Ok(Found {
        frame: Some(range.start()),
        ..Found::number((sum / f64::from(count)).sqrt().to_degrees())
    })
}
