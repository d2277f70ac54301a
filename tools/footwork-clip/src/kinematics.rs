//! Forward kinematics: computes world positions of joints from their local transforms.

use footwork_base::Id;
use glam::{DQuat, DVec3};

use crate::clip::{Clip, Pose};
use crate::skeleton::{JointId, Skeleton};

/// Computes the world transforms of a skeleton's poses, reusing its memory between frames.
///
/// Rotations and positions are accumulated in f64, which keeps rounding errors along the chain negligible.
#[derive(Clone, Debug)]
pub struct ForwardKinematics {
    parents: Vec<Option<usize>>,
    offsets: Vec<DVec3>,
    /// For each joint, whether it is an end; ends have their parent's rotation.
    is_end: Vec<bool>,
    rotations: Vec<DQuat>,
}

impl ForwardKinematics {
    /// Creates a solver for poses of `skeleton`.
    pub fn new(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints();
        Self {
            parents: joints.iter().map(|j| j.parent.map(Id::index)).collect(),
            offsets: joints
                .iter()
                .map(|j| DVec3::from_array(j.offset.map(f64::from)))
                .collect(),
            is_end: joints.iter().map(|j| j.is_end).collect(),
            rotations: vec![DQuat::IDENTITY; joints.len()],
        }
    }

    /// Writes the world position of every joint, in metres, to `positions`.
    ///
    /// `positions` has one entry per joint. If `positions` or the pose has fewer joints than the skeleton, only the
    /// joints present in all three are computed.
    pub fn solve(&mut self, pose: Pose<'_>, positions: &mut [[f64; 3]]) {
        let joints = self
            .offsets
            .len()
            .min(pose.rotations.len())
            .min(positions.len());
        for joint in 0..joints {
            let local = DQuat::from_array(pose.rotations[joint].map(f64::from));
            let offset = match pose.translations.and_then(|all| all.get(joint)) {
                Some(moved) => DVec3::from_array(moved.map(f64::from)),
                None => self.offsets[joint],
            };
            let (rotation, position) = match self.parents[joint] {
                Some(parent) => {
                    let turned = self.rotations[parent];
                    let at = DVec3::from_array(positions[parent]) + rotate(turned, offset);
                    let rotation = if self.is_end[joint] {
                        turned
                    } else {
                        turned * local
                    };
                    (rotation, at)
                }
                None if joint == 0 => (local, DVec3::from_array(pose.root_position)),
                None => (local, offset),
            };
            self.rotations[joint] = rotation;
            positions[joint] = position.to_array();
        }
    }

    /// Iterates over the world rotation `[x, y, z, w]` of every joint in the pose solved last.
    pub fn rotations(&self) -> impl ExactSizeIterator<Item = [f64; 4]> {
        self.rotations.iter().map(|q| q.to_array())
    }
}

/// Rotates `vector` by the unit quaternion: `v + w t + u × t` with `t = 2 u × v`.
pub(crate) fn rotate(by: DQuat, vector: DVec3) -> DVec3 {
    let axis = DVec3::new(by.x, by.y, by.z);
    let t = axis.cross(vector) * 2.0;
    vector + t * by.w + axis.cross(t)
}

/// The position of every joint on every frame.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldPositions {
    joint_count: usize,
    positions: Vec<[f64; 3]>,
}

impl WorldPositions {
    /// Solves all frames of `clip`.
    pub fn from_clip(clip: &Clip) -> Self {
        let joint_count = clip.skeleton().joint_count();
        let frames = clip.frame_count() as usize;
        let mut positions = vec![[0.0; 3]; frames * joint_count];
        let mut kinematics = ForwardKinematics::new(clip.skeleton());
        for (pose, row) in clip.poses().zip(positions.chunks_exact_mut(joint_count)) {
            kinematics.solve(pose, row);
        }
        Self {
            joint_count,
            positions,
        }
    }

    /// Returns the positions of the joints on `frame`, in metres; `None` past the last frame.
    pub fn frame(&self, frame: u32) -> Option<&[[f64; 3]]> {
        let start = (frame as usize).checked_mul(self.joint_count)?;
        self.positions
            .get(start..start.checked_add(self.joint_count)?)
    }

    /// Iterates over all frames in order, each with one entry per joint.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &[[f64; 3]]> {
        self.positions.chunks_exact(self.joint_count)
    }

    /// Iterates over one joint's position on every frame; zeros if the skeleton does not have the joint.
    pub fn joint(&self, joint: JointId) -> impl ExactSizeIterator<Item = [f64; 3]> {
        self.frames()
            .map(move |row| row.get(joint.index()).copied().unwrap_or_default())
    }
}
