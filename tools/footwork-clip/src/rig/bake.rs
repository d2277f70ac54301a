//! From local transforms with scale to the transforms of a clip.

use std::sync::Arc;

use footwork_base::FrameRate;
use glam::{DMat3, DQuat, DVec3};

use super::{Local, Rig};
use crate::clip::{Clip, ClipParts, ClipShapeError};
use crate::number::{to_f32, to_f32x3};

/// How far a joint may be from its rest offset, along one axis, and still count as resting there.
const RESTING_METRES: f32 = 1e-6;

/// The world transforms of one moment.
pub(super) struct Solver<'r> {
    rig: &'r Rig,
    local: Vec<Local>,
    /// The product of all rotations.
    rotation: Vec<DQuat>,
    /// The product of all rotations, scales and shears, where there is more than rotation.
    linear: Vec<Option<DMat3>>,
    position: Vec<DVec3>,
}

impl<'r> Solver<'r> {
    pub(super) fn new(rig: &'r Rig) -> Self {
        let count = rig.nodes.len();
        Self {
            rig,
            local: rig.nodes.iter().map(|node| node.rest).collect(),
            rotation: vec![DQuat::IDENTITY; count],
            linear: vec![None; count],
            position: vec![DVec3::ZERO; count],
        }
    }

    /// Computes where all needed nodes are.
    pub(super) fn solve(&mut self, mut local: impl FnMut(usize) -> Local) {
        for &node in &self.rig.needed {
            let own = local(node);
            self.local[node] = own;
            match self.rig.nodes[node].parent {
                None => {
                    self.rotation[node] = own.rotation;
                    self.linear[node] = own.linear;
                    self.position[node] = own.translation;
                }
                Some(parent) => {
                    let turned = self.rotation[parent];
                    self.rotation[node] = turned * own.rotation;
                    let matrix = |linear: Option<DMat3>, rotation| {
                        linear.unwrap_or_else(|| DMat3::from_quat(rotation))
                    };
                    self.linear[node] = match (self.linear[parent], own.linear) {
                        (None, None) => None,
                        (above, own_linear) => {
                            Some(matrix(above, turned) * matrix(own_linear, own.rotation))
                        }
                    };
                    let moved = match self.linear[parent] {
                        None => rotate(turned, own.translation),
                        Some(linear) => linear * own.translation,
                    };
                    self.position[node] = self.position[parent] + moved;
                }
            }
        }
    }

    /// The parent of a node, if both are joints.
    fn parent_joint(&self, node: usize) -> Option<usize> {
        let parent = self.rig.nodes[node].parent?;
        self.rig.joint_of[parent].map(|_| parent)
    }

    /// Where a joint is in the frame of the joint above it; of a root, where it is in the world.
    pub(super) fn offset(&self, node: usize) -> DVec3 {
        match self.parent_joint(node) {
            None => self.position[node],
            // Unscaled numbers stay as the file has them, bit for bit.
            Some(parent) => match self.linear[parent] {
                None => self.local[node].translation,
                Some(linear) => rotate(
                    self.rotation[parent].conjugate(),
                    linear * self.local[node].translation,
                ),
            },
        }
    }

    /// The rotation of a joint in the frame of the joint above it; of a root, in the world.
    fn turn(&self, node: usize) -> DQuat {
        match self.parent_joint(node) {
            None => self.rotation[node],
            Some(_) => self.local[node].rotation,
        }
    }
}

/// `vector` turned by the unit quaternion.
fn rotate(by: DQuat, vector: DVec3) -> DVec3 {
    let axis = DVec3::new(by.x, by.y, by.z);
    let t = axis.cross(vector) * 2.0;
    vector + t * by.w + axis.cross(t)
}

impl Rig {
    /// A clip of the skeleton; `local` says how a node stands on a frame, and is asked in the order
    /// of the frames.
    ///
    /// Positions of joints are part of the clip only where some joint leaves its rest offset by
    /// more than a micrometre.
    pub(crate) fn bake(
        &self,
        frames: u32,
        rate: FrameRate,
        looping: bool,
        mut local: impl FnMut(usize, u32) -> Local,
    ) -> Result<Clip, ClipShapeError> {
        let joints = self.skeleton.joints();
        let mut root_positions = Vec::new();
        let mut rotations = Vec::new();
        let mut translations = Vec::new();
        let mut rests = true;
        let mut solver = Solver::new(self);
        for frame in 0..frames {
            solver.solve(|node| local(node, frame));
            for (joint, &node) in self.joints.iter().enumerate() {
                let offset = solver.offset(node);
                rotations.push(solver.turn(node).to_array().map(to_f32));
                if joint == 0 {
                    root_positions.push(offset.to_array());
                    translations.push([0.0; 3]);
                    continue;
                }
                let offset = to_f32x3(offset.to_array());
                let rest = joints[joint].offset;
                // Not a number counts as moved, for the clip to refuse.
                let is_near = |axis: usize| (offset[axis] - rest[axis]).abs() <= RESTING_METRES;
                rests &= (0..3).all(is_near);
                translations.push(offset);
            }
        }
        Clip::new(ClipParts {
            skeleton: Arc::clone(&self.skeleton),
            rate,
            looping,
            root_positions,
            rotations,
            translations: (!rests).then_some(translations),
        })
    }
}
