//! The direction the character faces, as an angle about y.
//!
//! The direction is perpendicular to the hip line, because the hips of a recorded person turn with the body
//! while the axes of its root joint depend on the tool that wrote the file. The angle is unwrapped: between
//! two frames it changes by at most half a turn, so its derivative has no jumps.

use std::f64::consts::{PI, TAU};

use footwork_base::{Id, Role};
use glam::DQuat;

use crate::clip::{Clip, Pose};
use crate::kinematics::{ForwardKinematics, WorldPositions};
use crate::skeleton::{JointId, Skeleton};

/// The smallest horizontal part of a unit direction from which a heading is still read.
const MIN_HORIZONTAL_SHARE: f64 = 0.2;

/// The left and the right hip joint, if they are known.
type Hips = Option<(JointId, JointId)>;

/// Returns the heading of every frame in radians, unwrapped: 0 is +z, growing to the left, which is towards
/// +x. A frame without a heading keeps the previous one; frames before the first heading get that one, or 0
/// if the clip has no heading at all.
pub(super) fn headings(clip: &Clip, positions: &WorldPositions) -> Vec<f64> {
    let hips = hips(clip.skeleton());
    let poses = positions.frames().zip(clip.poses());
    let known: Vec<_> = poses
        .map(|(row, pose)| heading(clip, hips, row, pose))
        .collect();
    unwrapped(&known)
}

/// Returns the first value of [`headings`], solving only as many frames as needed.
pub(crate) fn first_heading_rad(clip: &Clip) -> f64 {
    let hips = hips(clip.skeleton());
    let mut kinematics = ForwardKinematics::new(clip.skeleton());
    let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
    let mut known = clip.poses().filter_map(|pose| {
        kinematics.solve(pose, &mut row);
        heading(clip, hips, &row, pose)
    });
    known.next().unwrap_or(0.0)
}

/// Returns the left and right hip joint, if they are known and apart at rest.
fn hips(skeleton: &Skeleton) -> Option<(JointId, JointId)> {
    let joint = |role| skeleton.roles().joint(role);
    let (left, right) = (joint(Role::LeftUpperLeg)?, joint(Role::RightUpperLeg)?);
    let rest = skeleton.rest_positions();
    (rest[left.index()] != rest[right.index()]).then_some((left, right))
}

/// Returns the heading of one pose; `None` if the direction is too close to vertical.
fn heading(clip: &Clip, hips: Hips, row: &[[f64; 3]], pose: Pose<'_>) -> Option<f64> {
    let [x, y, z] = match hips {
        Some((left, right)) => {
            let (l, r) = (row[left.index()], row[right.index()]);
            // Perpendicular to the hip line: left × up.
            [r[2] - l[2], l[1] - r[1], l[0] - r[0]]
        }
        None => forward(world_rotation(clip, pose)),
    };
    let length = (x * x + y * y + z * z).sqrt();
    let horizontal = libm::hypot(x, z);
    (length > 1e-9 && horizontal > MIN_HORIZONTAL_SHARE * length).then(|| libm::atan2(x, z))
}

/// Returns the world rotation of the travelling joint.
fn world_rotation(clip: &Clip, pose: Pose<'_>) -> DQuat {
    let joints = clip.skeleton().joints();
    let mut rotation = DQuat::IDENTITY;
    let mut at = Some(clip.travelling_joint().index());
    while let Some(joint) = at {
        let own = pose
            .rotations
            .get(joint)
            .copied()
            .unwrap_or([0.0, 0.0, 0.0, 1.0]);
        rotation = DQuat::from_array(own.map(f64::from)) * rotation;
        at = joints
            .get(joint)
            .and_then(|joint| joint.parent)
            .map(Id::index);
    }
    rotation
}

/// Returns +z rotated by the quaternion.
fn forward(quaternion: DQuat) -> [f64; 3] {
    let [x, y, z, w] = quaternion.to_array();
    [
        2.0 * (x * z + w * y),
        2.0 * (y * z - w * x),
        1.0 - 2.0 * (x * x + y * y),
    ]
}

/// Returns the angles without jumps of a full turn, with gaps filled from the previous frame.
fn unwrapped(angles: &[Option<f64>]) -> Vec<f64> {
    let mut last = angles.iter().copied().flatten().next().unwrap_or(0.0);
    angles
        .iter()
        .map(|angle| {
            if let Some(angle) = angle {
                let step = libm::remainder(angle - last, TAU);
                debug_assert!(step.abs() <= PI + 1e-9);
                last += step;
            }
            last
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_turn_on_past_half_a_turn() {
        let angles = [Some(3.0), None, Some(-3.0), Some(-2.0)];
        let unwrapped = unwrapped(&angles);
        assert!((unwrapped[2] - (TAU - 3.0)).abs() < 1e-12, "{unwrapped:?}");
        assert!((unwrapped[3] - (TAU - 2.0)).abs() < 1e-12, "{unwrapped:?}");
        assert_eq!(unwrapped[1], 3.0);
    }
}
