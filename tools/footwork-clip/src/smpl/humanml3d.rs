//! HumanML3D arrays at 20 frames per second: 263 numbers per frame, or the positions of 22 joints.
//!
//! The 263 numbers are, in order, the turn of the root, its velocity over the ground and its height (4), the positions
//! of the 21 other joints relative to the root (63), and derived numbers. The reader sums up the velocities from the
//! first frame.

use footwork_base::{FrameRate, Id};
use glam::{DMat3, DQuat, DVec3};

use super::body::{BODY_JOINTS, Model};
use super::{SmplClip, Take, check_bytes, check_frames, fail, numpy};
use crate::clip_error::ClipError;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::number::{to_f32, to_f32x3};
use crate::numpy::{Array, is_array};
use crate::skeleton::{Joint, JointId, Skeleton};
use crate::unit_quaternion::{NO_ROTATION, unit_length};

/// The rate of the data set, in frames per second.
const RATE: u64 = 20;

/// The number of columns of the features.
const FEATURES: usize = 263;

/// Whether a file is an array in the shape of HumanML3D features or positions.
pub(crate) fn is_humanml3d(bytes: &[u8]) -> bool {
    is_array(bytes) && Array::shape_of(bytes).is_some_and(|shape| form(&shape).is_some())
}

/// Returns the number of frames, and whether they hold features rather than positions; `None` if the shape is neither.
fn form(shape: &[usize]) -> Option<(usize, bool)> {
    match *shape {
        [frames, FEATURES] => Some((frames, true)),
        [frames, BODY_JOINTS, 3] => Some((frames, false)),
        _ => None,
    }
}

/// Reads an array.
pub(crate) fn read_humanml3d(bytes: &[u8], limits: &Limits) -> Result<SmplClip, ClipError> {
    check_bytes(bytes, limits)?;
    let array = Array::parse(bytes, limits.values).map_err(numpy)?;
    let Some((frames, has_features)) = form(&array.shape) else {
        return Err(fail(
            "shape",
            "the array has neither 263 columns nor 22 joints",
        ));
    };
    check_frames(frames, BODY_JOINTS + 1, limits)?;
    if let Some(at) = array.values.iter().position(|value| !value.is_finite()) {
        let frame = at / (array.values.len() / frames);
        return Err(fail(
            "not-finite",
            format!("frame {frame} has a number that is not finite"),
        ));
    }
    let poses: Vec<[DVec3; BODY_JOINTS]> = if has_features {
        from_features(&array.values)
    } else {
        let triple = |xyz: &[f64]| DVec3::new(xyz[0], xyz[1], xyz[2]);
        let rows = array.values.chunks_exact(3 * BODY_JOINTS);
        rows.map(|row| std::array::from_fn(|joint| triple(&row[3 * joint..])))
            .collect()
    };
    let skeleton = fitted(&poses)?;
    let mut rotations = Vec::with_capacity(frames * (BODY_JOINTS + 1));
    for pose in &poses {
        push_rotations(&skeleton, pose, &mut rotations);
    }
    let rate = FrameRate::whole(RATE).unwrap_or(FrameRate::ONE);
    let take = Take {
        skeleton,
        rate,
        root_positions: poses.iter().map(|pose| pose[0].to_array()).collect(),
        rotations,
    };
    Ok(SmplClip {
        clip: take.into_clip()?,
        findings: vec![Finding {
            code: "from-positions",
            position: None,
            message:
                "the file holds positions; bones turn the shortest way, and their twist is unknown"
                    .into(),
        }],
        invalid: Vec::new(),
    })
}

/// Returns the positions of all joints from the features of each frame.
fn from_features(values: &[f64]) -> Vec<[DVec3; BODY_JOINTS]> {
    let mut angle = 0.0;
    let mut ground = DVec3::ZERO;
    let mut before: Option<(f64, f64, f64)> = None;
    let pose = |row: &[f64]| {
        let turn = |angle: f64| {
            let (sin, cos) = libm::sincos(angle);
            // The inverse of the rotation by twice the angle about y.
            DQuat::from_xyzw(0.0, -sin, 0.0, cos)
        };
        if let Some((spin, x, z)) = before {
            angle += spin;
            ground += turn(angle) * DVec3::new(x, 0.0, z);
        }
        before = Some((row[0], row[1], row[2]));
        let root = DVec3::new(ground.x, row[3], ground.z);
        let facing = turn(angle);
        std::array::from_fn(|joint| match joint {
            0 => root,
            _ => {
                let at = 4 + 3 * (joint - 1);
                let local = facing * DVec3::new(row[at], row[at + 1], row[at + 2]);
                DVec3::new(local.x + ground.x, local.y, local.z + ground.z)
            }
        })
    };
    values.chunks_exact(FEATURES).map(pose).collect()
}

/// Returns the skeleton with the bone directions of the average person and the mean bone lengths of the poses.
fn fitted(poses: &[[DVec3; BODY_JOINTS]]) -> Result<Skeleton, ClipError> {
    let average = Model::Body.skeleton().map_err(crate::clip_error::shape)?;
    let length = |joint: usize, parent: usize| {
        let lengths = poses
            .iter()
            .map(|pose| (pose[joint] - pose[parent]).length());
        lengths.sum::<f64>() / poses.len() as f64
    };
    let joints = average.iter().map(|(id, joint)| {
        let parent = joint
            .parent
            .map(Id::index)
            .filter(|_| id.index() < BODY_JOINTS);
        let Some(parent) = parent else {
            return joint.clone();
        };
        let direction = DVec3::from_array(joint.offset.map(f64::from)).normalize_or_zero();
        Joint {
            offset: to_f32x3((direction * length(id.index(), parent)).to_array()),
            ..joint.clone()
        }
    });
    Skeleton::new(joints.collect()).map_err(crate::clip_error::shape)
}

/// Appends the local rotation of each joint. The rotations point the bones at the joints' positions.
fn push_rotations(skeleton: &Skeleton, pose: &[DVec3; BODY_JOINTS], rotations: &mut Vec<[f32; 4]>) {
    let joints = skeleton.joints();
    let mut turned = vec![DQuat::IDENTITY; joints.len()];
    for (index, joint) in joints.iter().enumerate() {
        let above = joint
            .parent
            .map_or(DQuat::IDENTITY, |parent| turned[parent.index()]);
        let children = JointId::from_index(index)
            .into_iter()
            .flat_map(|id| skeleton.children(id));
        let bones: Vec<(DVec3, DVec3)> = children
            .filter(|child| child.index() < BODY_JOINTS && index < BODY_JOINTS)
            .filter_map(|child| {
                let offset = DVec3::from_array(skeleton.joint(child)?.offset.map(f64::from));
                Some((offset, pose[child.index()] - pose[index]))
            })
            .collect();
        let world = match bones.as_slice() {
            [] => above,
            [(rest, now)] => shortest(above * *rest, *now) * above,
            many => basis(many).unwrap_or(above),
        };
        turned[index] = world;
        let local = (above.inverse() * world).to_array().map(to_f32);
        rotations.push(unit_length(local).unwrap_or(NO_ROTATION));
    }
}

/// Returns the smallest rotation from one direction to another.
fn shortest(from: DVec3, to: DVec3) -> DQuat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => DQuat::from_rotation_arc(from, to),
        _ => DQuat::IDENTITY,
    }
}

/// Returns the rotation of a joint with several bones. It turns the rest axes to the current ones: x runs from a right
/// bone to a left bone, and y along the middle bone. `None` if these bones lie along one line.
fn basis(bones: &[(DVec3, DVec3)]) -> Option<DQuat> {
    let frame = |at: fn(&(DVec3, DVec3)) -> DVec3| {
        let [first, .., last] = bones else {
            return None;
        };
        // In the pair of bones on the two sides of the body, x goes from right to left.
        let (left, right) = match bones {
            [left, right, _] if left.0.x > 0.0 && right.0.x < 0.0 => (left, right),
            [_, left, right] => (left, right),
            _ => (first, last),
        };
        let x = (at(left) - at(right)).try_normalize()?;
        let middle = bones.iter().find(|bone| bone.0.x.abs() < 1e-6)?;
        let y = at(middle);
        let y = (y - x * x.dot(y)).try_normalize()?;
        Some(DMat3::from_cols(x, y, x.cross(y)))
    };
    let (rest, now) = (frame(|bone| bone.0)?, frame(|bone| bone.1)?);
    Some(DQuat::from_mat3(&(now * rest.transpose())))
}
