//! The joint that carries each node of a scene, and the node's transform at rest in the frame of that joint.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::{Rig, parents_first};
use crate::limits::Limits;

/// A node that a joint carries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attachment {
    pub(crate) joint: usize,
    /// The full transform of the node at rest, including scale, in the frame of the joint, which has no scale.
    pub(crate) joint_from_node: DAffine3,
}

impl Rig {
    /// Returns, for each node, the joint that carries it: the node itself or the nearest joint above it; `None` if no
    /// joint carries it.
    pub(crate) fn attachments(&self, limits: &Limits) -> Vec<Option<Attachment>> {
        let nodes = self.nodes();
        let mut carriers: Vec<Option<(usize, DAffine3)>> = vec![None; nodes.len()];
        let mut rotations = vec![DQuat::IDENTITY; nodes.len()];
        let mut worlds = vec![DAffine3::IDENTITY; nodes.len()];
        // The rig was built with the same order, so the order exists.
        for node in parents_first(nodes, limits).unwrap_or_default() {
            let rest = nodes[node].rest;
            let linear = rest
                .linear
                .unwrap_or_else(|| DMat3::from_quat(rest.rotation));
            let local = DAffine3::from_mat3_translation(linear, rest.translation);
            (rotations[node], worlds[node]) = match nodes[node].parent {
                Some(parent) => (rotations[parent] * rest.rotation, worlds[parent] * local),
                None => (rest.rotation, local),
            };
            let above = nodes[node].parent.and_then(|parent| carriers[parent]);
            let at: DVec3 = worlds[node].translation;
            let own = self.hierarchy.joint_of[node].map(|joint| {
                let world_from_joint = DAffine3::from_rotation_translation(rotations[node], at);
                (joint, world_from_joint.inverse())
            });
            carriers[node] = own.or(above);
        }
        let attached = carriers.into_iter().zip(worlds).map(|(carrier, world)| {
            carrier.map(|(joint, joint_from_world)| Attachment {
                joint,
                joint_from_node: joint_from_world * world,
            })
        });
        attached.collect()
    }
}
