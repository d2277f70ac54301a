//! Finds the skeleton among the nodes of a scene file and bakes their motion into a clip.
//!
//! A [`Skeleton`] has no scale and no nodes above its root; a scene has both. They are baked into the positions of the
//! joints, so every joint has the same position as in the scene. The joints are found as follows:
//!
//! * The joints are the nodes that the file calls joints, and the nodes between them. If it names none, they
//!   are all nodes of the trees in which something moves, from the first node that moves or branches.
//! * Transforms above a root joint are baked into that joint's position and rotation.
//! * Joint 0 is the root with the most joints, unless the file names another one. More roots may follow.
//! * Joints are in file order if that puts parents first, else depth first.

mod attach;
mod node;
mod scale;
mod solver;
mod unbake;

use std::sync::Arc;

use footwork_base::{FrameRate, Id};

pub(crate) use attach::Attachment;
pub(crate) use node::{Local, Node};
pub use scale::JointScale;
pub(crate) use unbake::JointNode;

use crate::clip::{Clip, ClipParts, ClipShapeError};
use crate::finding::Finding;
use crate::limits::Limits;
use crate::number::{to_f32, to_f32x3};
use crate::skeleton::{Joint, JointId, Skeleton};
use scale::{ScaleWatch, joint_scale};
use solver::{Hierarchy, Solver};

/// The distance in metres, along each axis, within which a joint counts as at its rest offset.
const RESTING_M: f32 = 1e-6;

/// Why some nodes do not make a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RigError {
    Empty,
    /// The parents of this node lead back to it, or its parent is not a node.
    Cycle {
        node: usize,
    },
    TooDeep {
        node: usize,
        limit: usize,
    },
    TooManyJoints {
        limit: usize,
    },
    /// A joint is too far away at rest.
    OutOfRange,
}

/// The nodes of a scene with the skeleton found in them.
#[derive(Debug)]
pub(crate) struct Rig {
    hierarchy: Hierarchy,
    /// The node of each joint.
    joints: Vec<usize>,
    skeleton: Arc<Skeleton>,
    /// The scale of the scene's nodes that stands for the unit of length.
    unit: f64,
}

/// A clip from a scene, and the facts about its scale.
pub(crate) struct Baked {
    pub(crate) clip: Clip,
    /// The finding about scale that the clip cannot hold.
    pub(crate) finding: Option<Finding>,
    /// The scale on the first frame; `None` if there are no frames.
    pub(crate) scale: Option<JointScale>,
}

impl Rig {
    /// Finds the joints.
    pub(crate) fn new(nodes: Vec<Node>, limits: &Limits) -> Result<Self, RigError> {
        let order = parents_first(&nodes, limits)?;
        let is_joint = joints(&nodes, &order);
        let count = is_joint.iter().filter(|&&is| is).count();
        if count == 0 {
            return Err(RigError::Empty);
        }
        if count > limits.joints {
            return Err(RigError::TooManyJoints {
                limit: limits.joints,
            });
        }
        let joints = in_order(&nodes, &order, &is_joint);
        let mut joint_of = vec![None; nodes.len()];
        for (joint, &node) in joints.iter().enumerate() {
            joint_of[node] = Some(joint);
        }
        let mut needed = is_joint;
        for &node in order.iter().rev() {
            if let (true, Some(parent)) = (needed[node], nodes[node].parent) {
                needed[parent] = true;
            }
        }
        let hierarchy = Hierarchy {
            needed: order.into_iter().filter(|&node| needed[node]).collect(),
            nodes,
            joint_of,
        };
        let skeleton = Arc::new(rest_skeleton(&hierarchy, &joints)?);
        Ok(Self {
            hierarchy,
            joints,
            skeleton,
            unit: 1.0,
        })
    }

    /// Declares that a scale of `unit` above all nodes stands for the unit of length.
    #[cfg(feature = "fbx")]
    pub(crate) fn with_unit(self, unit: f64) -> Self {
        Self { unit, ..self }
    }

    /// Returns the skeleton.
    pub(crate) fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// Returns the joint of a node; `None` if it is none.
    pub(crate) fn joint_of(&self, node: usize) -> Option<JointId> {
        let joint = self.hierarchy.joint_of.get(node).copied().flatten();
        joint.and_then(JointId::from_index)
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.hierarchy.nodes
    }

    /// Returns the joints and the nodes above them, which are all nodes whose motion affects the clip.
    pub(crate) fn needed(&self) -> &[usize] {
        &self.hierarchy.needed
    }

    /// Bakes a clip of the skeleton. `local` returns the transform of a node on a frame, and is called in frame
    /// order.
    ///
    /// The clip animates joint positions only if a joint leaves its rest offset by more than a micrometre. Scale that a
    /// clip cannot hold is reported as a finding.
    pub(crate) fn bake(
        &self,
        frames: u32,
        rate: FrameRate,
        looping: bool,
        mut local: impl FnMut(usize, u32) -> Local,
    ) -> Result<Baked, ClipShapeError> {
        let joints = self.skeleton.joints();
        let nodes = self.nodes();
        let joint_of = &self.hierarchy.joint_of;
        let is_below_joint =
            |node: usize| nodes[node].parent.is_some_and(|up| joint_of[up].is_some());
        let mut scales = ScaleWatch::new(nodes.len());
        let mut root_positions = Vec::new();
        let mut rotations = Vec::new();
        let mut translations = Vec::new();
        let mut rests = true;
        let mut scale = None;
        let mut solver = Solver::new(&self.hierarchy);
        for frame in 0..frames {
            solver.solve(|node| {
                let local = local(node, frame);
                scales.see(node, frame, &local, is_below_joint(node));
                local
            });
            if frame == 0 {
                let scales = self
                    .joints
                    .iter()
                    .map(|&node| (node, solver.scale(node) / self.unit));
                scale = joint_scale(scales, nodes);
            }
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
                // NaN counts as moved, so that creating the clip fails on it.
                let is_near = |axis: usize| (offset[axis] - rest[axis]).abs() <= RESTING_M;
                rests &= (0..3).all(is_near);
                translations.push(offset);
            }
        }
        let clip = Clip::new(ClipParts {
            skeleton: Arc::clone(&self.skeleton),
            rate,
            looping,
            root_positions,
            rotations,
            translations: (!rests).then_some(translations),
        })?;
        Ok(Baked {
            clip,
            finding: scales.finding(nodes),
            scale,
        })
    }
}

/// Builds the skeleton from the joints at rest.
fn rest_skeleton(hierarchy: &Hierarchy, joints: &[usize]) -> Result<Skeleton, RigError> {
    let nodes = &hierarchy.nodes;
    let mut solver = Solver::new(hierarchy);
    solver.solve(|node| nodes[node].rest);
    let mut has_child = vec![false; nodes.len()];
    for parent in nodes.iter().filter_map(|node| node.parent) {
        has_child[parent] = true;
    }
    let rotations = joints
        .iter()
        .map(|&node| solver.turn(node).to_array().map(to_f32));
    let rotations = rotations.collect();
    let joints = joints.iter().map(|&node| {
        let parent = nodes[node].parent;
        let parent = parent.and_then(|parent| hierarchy.joint_of[parent]);
        Joint {
            name: nodes[node].name.clone(),
            parent: parent.and_then(|joint| u32::try_from(joint).ok().map(JointId::new)),
            offset: to_f32x3(solver.offset(node).to_array()),
            is_end: nodes[node].is_end && !has_child[node],
        }
    });
    let skeleton = Skeleton::new(joints.collect());
    let skeleton = skeleton.and_then(|skeleton| skeleton.with_rest_rotations(rotations));
    skeleton.map_err(|_| RigError::OutOfRange)
}

/// Returns all nodes, parents first: depth first, in file order.
fn parents_first(nodes: &[Node], limits: &Limits) -> Result<Vec<usize>, RigError> {
    let mut children = vec![Vec::new(); nodes.len()];
    let mut stack = Vec::new();
    for (index, node) in nodes.iter().enumerate().rev() {
        match node.parent {
            None => stack.push((index, 1)),
            Some(parent) => match children.get_mut(parent) {
                Some(siblings) => siblings.push(index),
                None => return Err(RigError::Cycle { node: index }),
            },
        }
    }
    let mut order = Vec::with_capacity(nodes.len());
    let mut seen = vec![false; nodes.len()];
    while let Some((node, depth)) = stack.pop() {
        if depth > limits.depth {
            let limit = limits.depth;
            return Err(RigError::TooDeep { node, limit });
        }
        seen[node] = true;
        order.push(node);
        stack.extend(children[node].iter().map(|&child| (child, depth + 1)));
    }
    match seen.iter().position(|seen| !seen) {
        None => Ok(order),
        Some(node) => Err(RigError::Cycle { node }),
    }
}

/// Returns which nodes are joints.
fn joints(nodes: &[Node], order: &[usize]) -> Vec<bool> {
    let mut is_joint: Vec<bool> = nodes.iter().map(|node| node.is_joint).collect();
    if is_joint.contains(&true) {
        let mut below = is_joint.clone();
        for &node in order.iter().rev() {
            if let (true, Some(parent)) = (below[node], nodes[node].parent) {
                below[parent] = true;
            }
        }
        for &node in order {
            let inside = nodes[node].parent.is_some_and(|parent| is_joint[parent]);
            is_joint[node] |= inside && below[node];
        }
        return is_joint;
    }
    let mut root: Vec<usize> = (0..nodes.len()).collect();
    let mut child_count = vec![0usize; nodes.len()];
    for &node in order {
        if let Some(parent) = nodes[node].parent {
            root[node] = root[parent];
            child_count[parent] += 1;
        }
    }
    let mut alive = vec![false; nodes.len()];
    for &node in order {
        alive[root[node]] |= nodes[node].moves;
    }
    if !alive.contains(&true) {
        alive.fill(true);
    }
    for &node in order {
        let inside = nodes[node].parent.is_some_and(|parent| is_joint[parent]);
        let begins = nodes[node].moves || child_count[node] != 1;
        is_joint[node] = alive[root[node]] && (inside || begins);
    }
    is_joint
}

/// Returns the nodes of the joints in skeleton order.
fn in_order(nodes: &[Node], order: &[usize], is_joint: &[bool]) -> Vec<usize> {
    let mut root: Vec<usize> = (0..nodes.len()).collect();
    let mut count = vec![0usize; nodes.len()];
    for &node in order.iter().filter(|&&node| is_joint[node]) {
        if let Some(parent) = nodes[node].parent.filter(|&parent| is_joint[parent]) {
            root[node] = root[parent];
        }
        count[root[node]] += 1;
    }
    if let Some(first) = (0..nodes.len()).find(|&node| nodes[node].is_first && root[node] == node) {
        count[first] = usize::MAX;
    }
    let mut joints: Vec<usize> = (0..nodes.len()).filter(|&node| is_joint[node]).collect();
    let largest = count.iter().copied().max().unwrap_or(0);
    let follows = |node: usize| {
        let parent = nodes[node].parent.filter(|&parent| is_joint[parent]);
        parent.is_none_or(|parent| parent < node)
    };
    let first = joints.first().copied();
    let is_sorted = first.is_some_and(|first| root[first] == first && count[first] == largest);
    if !(is_sorted && joints.iter().all(|&node| follows(node))) {
        joints = order
            .iter()
            .copied()
            .filter(|&node| is_joint[node])
            .collect();
        // The sort is stable, so the joints of one root stay in depth-first order.
        let mut place = vec![0usize; nodes.len()];
        for (at, &node) in joints.iter().enumerate() {
            if root[node] == node {
                place[node] = at;
            }
        }
        joints.sort_by_key(|&node| (usize::MAX - count[root[node]], place[root[node]]));
    }
    joints
}
