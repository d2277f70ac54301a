//! Joints in poses that no person takes, joints that do not move, and the distance from the rest pose.

use std::borrow::Cow;

use footwork_base::{FrameRange, Id, Role};
use footwork_clip::{Clip, JointId, Motion};
use glam::{DQuat, DVec3};

use super::Found;
use super::seam_gap::{above, between, local_turn, place};

/// The largest bend of a knee or an elbow, in degrees. The American Academy of Orthopaedic Surgeons gives 135° to 150° for
/// a bend by the person's own muscles; the weight of the body and loose clothes under markers add some.
const MAX_BEND_DEG: f64 = 160.0;

/// The largest bend of a knee to the other side, in degrees.
const MAX_BACK_DEG: f64 = 10.0;

/// The front of a foot is known if its toe is this share of its length away from the line of the leg.
const FRONT_SHARE: f64 = 0.3;

/// The largest angle of a joint that does not move, in degrees, and the largest way in metres.
const STILL_DEG: f64 = 0.01;
const STILL_M: f32 = 1e-4;

/// The joints of a limb from the body outwards, and the toe of a leg.
const LIMBS: [([Role; 3], Option<Role>); 4] = [
    (
        [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot],
        Some(Role::LeftToe),
    ),
    (
        [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot],
        Some(Role::RightToe),
    ),
    (
        [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
        None,
    ),
    (
        [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
        None,
    ),
];

/// Returns how far a knee or an elbow bends beyond its range, in degrees; 0 if none does.
pub(super) fn joint_limit(
    motion: &Motion<'_>,
    range: FrameRange,
) -> Result<Found, Cow<'static, str>> {
    let roles = motion.clip().skeleton().roles();
    let mut worst = Found::number(0.0);
    for (limb, toe) in LIMBS {
        let [Some(upper), Some(middle), Some(end)] = limb.map(|role| roles.joint(role)) else {
            continue;
        };
        let toe = toe.and_then(|role| roles.joint(role));
        for frame in range.start()..range.stop() {
            let [a, b, c] = [upper, middle, end].map(|joint| place(motion, frame, joint));
            let bend = angle_deg(b - a, c - b);
            let mut beyond = bend - MAX_BEND_DEG;
            if let Some(front) = toe.and_then(|toe| front(a, c, place(motion, frame, toe)))
                && (b - 0.5 * (a + c)).dot(front) < 0.0
            {
                beyond = beyond.max(bend - MAX_BACK_DEG);
            }
            worst.raise(beyond.max(0.0), middle, Some(frame));
        }
    }
    if worst.joint.is_none() {
        return Err("its knees and elbows are not known".into());
    }
    Ok(worst)
}

/// Returns the direction in which a foot points, at a right angle to its leg; `None` if it points along the leg.
fn front(hip: DVec3, ankle: DVec3, toe: DVec3) -> Option<DVec3> {
    let leg = (ankle - hip).try_normalize()?;
    let foot = toe - ankle;
    let front = foot - leg * foot.dot(leg);
    (front.length() > FRONT_SHARE * foot.length()).then_some(front)
}

fn angle_deg(a: DVec3, b: DVec3) -> f64 {
    libm::atan2(a.cross(b).length(), a.dot(b)).to_degrees()
}

/// Returns the number of joints that keep their local transform, and the first of them.
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

/// Returns the distance of the first frame from the rest pose, in degrees.
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
