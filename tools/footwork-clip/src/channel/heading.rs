//! The direction the character faces, as an angle about y.
//!
//! The direction of a body is perpendicular to the lines through the hips and through the shoulders, because these turn
//! with the body while the axes of its root joint depend on the tool that wrote the file. Both lines count equally,
//! because in a strafe the hips turn in the direction of travel and the shoulders turn against it. The angle is
//! unwrapped: between two frames it changes by at most half a turn, so its derivative has no jumps.

use std::f64::consts::{PI, TAU};

use footwork_base::{Heading, Id, Role};
use glam::DQuat;

use crate::clip::{Clip, Pose};
use crate::kinematics::{ForwardKinematics, WorldPositions};
use crate::skeleton::{JointId, Skeleton};

/// The minimum length of the horizontal part of a unit direction that gives a heading.
const MIN_HORIZONTAL_SHARE: f64 = 0.2;

/// The time before and after a frame over which the direction of travel is measured, in seconds, so that the sway of a
/// step is not a turn.
const TRAVEL_SECS: f64 = 0.5;

/// The minimum mean speed of a travelling character, in m/s, over [`TRAVEL_SECS`] before and after a frame.
const MIN_TRAVEL_MPS: f64 = 0.1;

/// A left joint and its right counterpart.
type Line = (JointId, JointId);

/// Returns the heading of every frame in radians, unwrapped: 0 is +z, growing to the left, which is towards +x. A frame
/// without a heading keeps the previous one. Frames before the first heading take that heading, or 0 if the clip has no
/// heading at all.
pub(super) fn headings(clip: &Clip, positions: &WorldPositions, heading: Heading) -> Vec<f64> {
    if heading == Heading::Travel {
        let known = travel(clip, positions);
        if known.iter().any(Option::is_some) {
            return unwrapped(&known);
        }
    }
    let lines = lines(clip.skeleton(), heading);
    let poses = positions.frames().zip(clip.poses());
    let known: Vec<_> = poses
        .map(|(row, pose)| facing(clip, &lines, row, pose))
        .collect();
    unwrapped(&known)
}

/// Returns the first value of [`headings`], solving only as many frames as needed.
pub(crate) fn first_heading_rad(clip: &Clip) -> f64 {
    if clip.heading() == Heading::Travel {
        let headings = headings(clip, &WorldPositions::from_clip(clip), Heading::Travel);
        return headings.first().copied().unwrap_or(0.0);
    }
    let lines = lines(clip.skeleton(), clip.heading());
    let mut kinematics = ForwardKinematics::new(clip.skeleton());
    let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
    let mut known = clip.poses().filter_map(|pose| {
        kinematics.solve(pose, &mut row);
        facing(clip, &lines, &row, pose)
    });
    known.next().unwrap_or(0.0)
}

/// Returns the lines through hips and shoulders whose joints are known and lie apart at rest.
fn lines(skeleton: &Skeleton, heading: Heading) -> Vec<Line> {
    let hips = (Role::LeftUpperLeg, Role::RightUpperLeg);
    let shoulders = (Role::LeftUpperArm, Role::RightUpperArm);
    let wanted = match heading {
        Heading::Hips => vec![hips],
        Heading::Body | Heading::Travel => vec![hips, shoulders],
    };
    let rest = skeleton.rest_positions();
    let joint = |role| skeleton.roles().joint(role);
    let known = wanted.into_iter().filter_map(|(left, right)| {
        let line = (joint(left)?, joint(right)?);
        (rest[line.0.index()] != rest[line.1.index()]).then_some(line)
    });
    known.collect()
}

/// Returns the heading of one pose; `None` if the direction is too close to vertical, or hips and shoulders face
/// opposite directions.
fn facing(clip: &Clip, lines: &[Line], row: &[[f64; 3]], pose: Pose<'_>) -> Option<f64> {
    let to_left = |(left, right): Line| {
        let (l, r) = (row[left.index()], row[right.index()]);
        [l[0] - r[0], l[1] - r[1], l[2] - r[2]]
    };
    // Forward is left × up.
    let [x, y, z] = match *lines {
        [] => forward(world_rotation(clip, pose)),
        [line] => {
            let [x, y, z] = to_left(line);
            [-z, y, x]
        }
        _ => {
            let mut sum = [0.0; 3];
            for line in lines {
                let left = to_left(*line);
                let length = length(left);
                for axis in 0..3 {
                    sum[axis] += if length > 1e-9 {
                        left[axis] / length
                    } else {
                        0.0
                    };
                }
            }
            let [x, y, z] = sum.map(|axis| axis / lines.len() as f64);
            // The mean of opposite directions is short, and so is its horizontal part. The heading is then `None`.
            return direction([-z, y, x], 1.0);
        }
    };
    direction([x, y, z], length([x, y, z]))
}

/// Returns the angle of a direction; `None` if its horizontal part is too small a share of `length`.
fn direction([x, _, z]: [f64; 3], length: f64) -> Option<f64> {
    let horizontal = libm::hypot(x, z);
    (length > 1e-9 && horizontal > MIN_HORIZONTAL_SHARE * length).then(|| libm::atan2(x, z))
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

/// Returns the direction of travel on every frame; `None` on frames on which the character does not travel.
fn travel(clip: &Clip, positions: &WorldPositions) -> Vec<Option<f64>> {
    let places: Vec<[f64; 3]> = positions.joint(clip.travelling_joint()).collect();
    let reach = crate::number::to_u32(TRAVEL_SECS * clip.rate().as_f64());
    let reach = usize::try_from(reach.max(1)).unwrap_or(usize::MAX);
    let last = places.len().saturating_sub(1);
    (0..places.len())
        .map(|frame| {
            let (from, to) = (
                frame.saturating_sub(reach),
                frame.saturating_add(reach).min(last),
            );
            let secs = (to - from) as f64 * clip.rate().period_secs();
            let [x, z] = [0, 2].map(|axis| places[to][axis] - places[from][axis]);
            (libm::hypot(x, z) > MIN_TRAVEL_MPS * secs).then(|| libm::atan2(x, z))
        })
        .collect()
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
    fn headings_continue_past_half_a_turn() {
        let angles = [Some(3.0), None, Some(-3.0), Some(-2.0)];
        let unwrapped = unwrapped(&angles);
        assert!((unwrapped[2] - (TAU - 3.0)).abs() < 1e-12, "{unwrapped:?}");
        assert!((unwrapped[3] - (TAU - 2.0)).abs() < 1e-12, "{unwrapped:?}");
        assert_eq!(unwrapped[1], 3.0);
    }
}
