//! Converts a clip of any origin to a BVH document.

use footwork_base::{Id, IdVec};
use glam::{DMat3, DQuat};

use super::document::{Axis, BvhChannel, BvhDocument, BvhJoint};
use crate::clip::{Clip, Pose};
use crate::skeleton::{JointId, Skeleton};

const POSITIONS: [BvhChannel; 3] = [
    BvhChannel::Position(Axis::X),
    BvhChannel::Position(Axis::Y),
    BvhChannel::Position(Axis::Z),
];
const ROTATIONS: [BvhChannel; 3] = [
    BvhChannel::Rotation(Axis::Z),
    BvhChannel::Rotation(Axis::Y),
    BvhChannel::Rotation(Axis::X),
];

impl BvhDocument {
    /// Converts a clip, with lengths divided by `metres_per_unit`, which must be finite and above 0.
    ///
    /// The root gets position and rotation channels, and every other joint rotation channels. A joint whose position
    /// leaves its rest offset gets both. Rotations are in the order Z, Y, X. In names, control characters and braces
    /// become underscores, and surrounding white space is removed, because BVH names cannot hold them. The loop flag is
    /// lost.
    ///
    /// Returns `None` if the rate has no printed period, if the unit is not above 0, or if the unit is so small that a
    /// number would be infinite.
    pub fn from_clip(clip: &Clip, metres_per_unit: f64) -> Option<Self> {
        if !(metres_per_unit.is_finite() && metres_per_unit > 0.0) {
            return None;
        }
        let frame_time = clip.rate().printed_period()?;
        let moves = moving_joints(clip);
        let skeleton = clip.skeleton().joints();
        let order = nested_order(clip.skeleton());
        let mut numbers = vec![None; skeleton.len()];
        let mut joints: IdVec<JointId, BvhJoint> = IdVec::new();
        for &index in &order {
            let joint = skeleton.get(index)?;
            let channels = match (joint.is_end, index == 0 || moves[index]) {
                (true, _) => Vec::new(),
                (false, true) => [POSITIONS, ROTATIONS].concat(),
                (false, false) => ROTATIONS.to_vec(),
            };
            let name = if joint.is_end {
                "Site".into()
            } else {
                printable(&joint.name)
            };
            let joint = BvhJoint {
                name,
                parent: joint.parent.and_then(|parent| numbers[parent.index()]),
                offset: joint.offset.map(|x| f64::from(x) / metres_per_unit),
                channels,
                is_end: joint.is_end,
            };
            numbers[index] = Some(joints.push(joint).ok()?);
        }
        let mut values = Vec::new();
        for pose in clip.poses() {
            push_row(&mut values, &joints, &order, pose, metres_per_unit);
        }
        let offsets = joints.values().flat_map(|joint| &joint.offset);
        if !offsets.chain(&values).all(|value| value.is_finite()) {
            return None;
        }
        Some(Self {
            columns: joints.values().map(|joint| joint.channels.len()).sum(),
            joints,
            frame_time,
            rate: clip.rate(),
            frame_count: clip.frame_count(),
            values,
            invalid: Vec::new(),
        })
    }
}

/// The distance from the rest offset within which a joint does not move, in metres.
const STILL_M: f32 = 1e-6;

/// Returns, for each joint, whether its position in its parent's space leaves its rest offset.
fn moving_joints(clip: &Clip) -> Vec<bool> {
    let joints = clip.skeleton().joints();
    let mut moves = vec![false; joints.len()];
    for pose in clip.poses() {
        let Some(translations) = pose.translations else {
            continue;
        };
        for ((moves, joint), at) in moves.iter_mut().zip(joints).zip(translations) {
            let off = |(a, b): (&f32, &f32)| (a - b).abs() > STILL_M;
            *moves |= at.iter().zip(&joint.offset).any(off);
        }
    }
    moves
}

/// Returns the joints depth first, so that each joint is written directly inside the braces of its parent.
fn nested_order(skeleton: &Skeleton) -> Vec<usize> {
    let mut children = vec![Vec::new(); skeleton.joint_count()];
    let mut stack = Vec::new();
    for (id, joint) in skeleton.iter() {
        match joint.parent {
            Some(parent) => children[parent.index()].push(id.index()),
            None => stack.push(id.index()),
        }
    }
    stack.reverse();
    let mut order = Vec::with_capacity(skeleton.joint_count());
    while let Some(joint) = stack.pop() {
        order.push(joint);
        stack.extend(children[joint].iter().rev());
    }
    order
}

fn push_row(
    values: &mut Vec<f64>,
    joints: &IdVec<JointId, BvhJoint>,
    order: &[usize],
    pose: Pose<'_>,
    metres_per_unit: f64,
) {
    for (&index, joint) in order.iter().zip(joints.values()) {
        if joint.is_end {
            continue;
        }
        if joint.channels.len() > ROTATIONS.len() {
            let position = match pose.translations {
                Some(all) if index > 0 => all[index].map(f64::from),
                _ => pose.root_position,
            };
            values.extend(position.map(|x| x / metres_per_unit));
        }
        values.extend(zyx_degrees(pose.rotations[index]));
    }
}

/// Returns the angles z, y and x, in degrees, whose rotations multiplied in this order give the quaternion. If y is
/// ±90°, z and x rotate about the same axis, so z takes the whole rotation.
fn zyx_degrees(quaternion: [f32; 4]) -> [f64; 3] {
    let m = DMat3::from_quat(DQuat::from_array(quaternion.map(f64::from)));
    let sin_y = -m.x_axis.z;
    let cos_y = libm::hypot(m.x_axis.x, m.x_axis.y);
    let y = libm::atan2(sin_y, cos_y);
    let (z, x) = if cos_y > 1e-6 {
        (
            libm::atan2(m.x_axis.y, m.x_axis.x),
            libm::atan2(m.y_axis.z, m.z_axis.z),
        )
    } else {
        (libm::atan2(-m.y_axis.x, m.y_axis.y), 0.0)
    };
    [z, y, x].map(f64::to_degrees)
}

/// Returns the name with control characters and braces replaced by underscores, and without surrounding white space;
/// `_` if nothing remains.
fn printable(name: &str) -> String {
    let is_bad = |c: char| c.is_control() || matches!(c, '{' | '}');
    let name: String = name
        .chars()
        .map(|c| if is_bad(c) { '_' } else { c })
        .collect();
    match name.trim_ascii() {
        "" => "_".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}
