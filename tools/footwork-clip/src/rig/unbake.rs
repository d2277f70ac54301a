//! The transforms from a clip back to the nodes of its file.

use glam::{DMat3, DQuat, DVec3};

use super::Rig;
use super::solver::Solver;

/// The transforms between a joint of a skeleton and its node, with the nodes above it at rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointNode {
    /// The node.
    pub(crate) node: usize,
    /// The rotation of the nodes above, which the skeleton includes in the joint's rotation.
    above: DQuat,
    /// The map from the joint's local position to the node's, after subtracting `origin`; `None` for the identity.
    node_from_joint: Option<DMat3>,
    origin: DVec3,
}

impl Rig {
    /// Returns the node of each joint with the transforms between them. The transforms are exact if no node above a
    /// joint scales its axes differently.
    pub(crate) fn joint_nodes(&self) -> Vec<JointNode> {
        let mut solver = Solver::new(&self.hierarchy);
        solver.solve(|node| self.nodes()[node].rest);
        let found = self.joints.iter().map(|&node| {
            let (above, linear, origin) = solver.above(node);
            JointNode {
                node,
                above,
                node_from_joint: linear.map(|linear| linear.inverse()),
                origin,
            }
        });
        found.collect()
    }
}

impl JointNode {
    /// Returns a joint node without transforms between the node and its joint.
    pub(crate) fn same(node: usize) -> Self {
        Self {
            node,
            above: DQuat::IDENTITY,
            node_from_joint: None,
            origin: DVec3::ZERO,
        }
    }

    /// Returns the local rotation of the node, given the rotation of its joint.
    pub(crate) fn rotation(&self, joint: DQuat) -> DQuat {
        if self.above == DQuat::IDENTITY {
            joint
        } else {
            self.above.conjugate() * joint
        }
    }

    /// Returns the local position of the node, given the position of its joint.
    pub(crate) fn translation(&self, joint: DVec3) -> DVec3 {
        let from_origin = joint - self.origin;
        self.node_from_joint
            .map_or(from_origin, |matrix| matrix * from_origin)
    }
}
