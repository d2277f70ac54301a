//! World transforms of scene nodes, and the transforms of joints relative to each other.
//!
//! Two products are accumulated: the rotations alone, and the rotations together with scale and shear. World positions
//! use the second product and are therefore exact. Joints use the first product, since a clip has no scale. The offset
//! of a joint is its scaled offset, rotated back into the frame of its parent's unscaled rotation, so that forward
//! kinematics with rotations alone gives the same world positions.

use glam::{DMat3, DQuat, DVec3};

use super::node::{Local, Node};
use crate::kinematics::rotate;

/// The nodes of a scene, and which of them are joints.
#[derive(Debug)]
pub(super) struct Hierarchy {
    pub(super) nodes: Vec<Node>,
    /// The joints and the nodes above them, parents first.
    pub(super) needed: Vec<usize>,
    /// The joint index of each node that is a joint.
    pub(super) joint_of: Vec<Option<usize>>,
}

/// The world transforms on one frame.
pub(super) struct Solver<'r> {
    hierarchy: &'r Hierarchy,
    local: Vec<Local>,
    /// The product of all rotations.
    rotation: Vec<DQuat>,
    /// The product of all rotations, scales and shears; `None` if there are only rotations.
    linear: Vec<Option<DMat3>>,
    position: Vec<DVec3>,
}

impl<'r> Solver<'r> {
    pub(super) fn new(hierarchy: &'r Hierarchy) -> Self {
        let count = hierarchy.nodes.len();
        Self {
            hierarchy,
            local: hierarchy.nodes.iter().map(|node| node.rest).collect(),
            rotation: vec![DQuat::IDENTITY; count],
            linear: vec![None; count],
            position: vec![DVec3::ZERO; count],
        }
    }

    /// Computes the world transforms of all needed nodes.
    pub(super) fn solve(&mut self, mut local: impl FnMut(usize) -> Local) {
        for &node in &self.hierarchy.needed {
            let own = local(node);
            self.local[node] = own;
            match self.hierarchy.nodes[node].parent {
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

    /// Returns the scale of a node in the world: the cube root of the factor by which the node scales volumes.
    pub(super) fn scale(&self, node: usize) -> f64 {
        let linear = self.linear[node];
        linear.map_or(1.0, |linear| libm::cbrt(libm::fabs(linear.determinant())))
    }

    /// Returns the parent of a node, if both are joints.
    fn parent_joint(&self, node: usize) -> Option<usize> {
        let parent = self.hierarchy.nodes[node].parent?;
        self.hierarchy.joint_of[parent].map(|_| parent)
    }

    /// Returns the position of a joint in its parent joint's frame; for a root, in the world.
    pub(super) fn offset(&self, node: usize) -> DVec3 {
        match self.parent_joint(node) {
            None => self.position[node],
            // Without scale, numbers keep their bits.
            Some(parent) => match self.linear[parent] {
                None => self.local[node].translation,
                Some(linear) => rotate(
                    self.rotation[parent].conjugate(),
                    linear * self.local[node].translation,
                ),
            },
        }
    }

    /// Returns the rotation of a joint in its parent joint's frame; for a root, in the world.
    pub(super) fn turn(&self, node: usize) -> DQuat {
        match self.parent_joint(node) {
            None => self.rotation[node],
            Some(_) => self.local[node].rotation,
        }
    }

    /// Returns the transform between two frames: the frame of the node's parent, and the frame in which the joint of
    /// the node is given. It has the rotation, the matrix of rotation, scale and shear if there is one, and the
    /// position. If the parent is a joint too, only the parent's scale remains.
    pub(super) fn above(&self, node: usize) -> (DQuat, Option<DMat3>, DVec3) {
        let Some(parent) = self.hierarchy.nodes[node].parent else {
            return (DQuat::IDENTITY, None, DVec3::ZERO);
        };
        let rotation = self.rotation[parent];
        let linear = self.linear[parent];
        if self.parent_joint(node).is_some() {
            let scale = |linear: DMat3| DMat3::from_quat(rotation.conjugate()) * linear;
            return (DQuat::IDENTITY, linear.map(scale), DVec3::ZERO);
        }
        let turned = (rotation != DQuat::IDENTITY).then(|| DMat3::from_quat(rotation));
        (rotation, linear.or(turned), self.position[parent])
    }
}
