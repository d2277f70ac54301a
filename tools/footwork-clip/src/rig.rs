//! Nodes with positions, rotations and scales, as scene files have them, and the skeleton in them.
//!
//! A [`Skeleton`] has no scale and no nodes above its root. What a scene has of both is worked into
//! where its joints are, so that every joint is where the scene has it:
//!
//! * The joints are the nodes that the file calls joints, and those between them. Where it names
//!   none, they are all nodes of the trees in which something moves, from the first node that moves
//!   or branches on.
//! * What stands above a root joint is worked into that joint's place and rotation.
//! * Joint 0 is the root with the most joints, unless the file says another; more roots may follow.
//! * The order is that of the file where parents come first in it, else depth first.

mod bake;

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use crate::limits::Limits;
use crate::number::to_f32x3;
use crate::skeleton::{Joint, JointId, Skeleton};

/// The transform of a node in the frame of its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub(crate) translation: DVec3,
    /// Of unit length.
    pub(crate) rotation: DQuat,
    /// Rotation, scale and shear together, where there is more than rotation.
    pub(crate) linear: Option<DMat3>,
}

impl Local {
    /// The transform of these parts; `rotation` is of unit length.
    pub(crate) fn of(translation: DVec3, rotation: DQuat, scale: DVec3) -> Self {
        let is_one = scale == DVec3::ONE;
        Self {
            translation,
            rotation,
            linear: (!is_one).then(|| DMat3::from_quat(rotation) * DMat3::from_diagonal(scale)),
        }
    }
}

/// A node of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    pub(crate) rest: Local,
    /// The file names it a joint.
    pub(crate) is_joint: bool,
    /// Some animation moves it.
    pub(crate) moves: bool,
    /// It is only the far end of a bone.
    pub(crate) is_end: bool,
    /// The file says that it is joint 0.
    pub(crate) is_first: bool,
}

/// Why some nodes hold no skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RigError {
    Empty,
    /// The parents of this node lead back to it, or its parent is no node.
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

/// The nodes of a scene with the skeleton in them.
pub(crate) struct Rig {
    nodes: Vec<Node>,
    /// The joints and what stands above them, parents first.
    needed: Vec<usize>,
    /// The node of each joint.
    joints: Vec<usize>,
    /// The joint of each node, where it is one.
    joint_of: Vec<Option<usize>>,
    skeleton: Arc<Skeleton>,
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
        let placeholder = Joint {
            name: String::new(),
            parent: None,
            offset: [0.0; 3],
            is_end: false,
        };
        let skeleton = Skeleton::new(vec![placeholder]).map_err(|_| RigError::Empty)?;
        let mut rig = Self {
            needed: order.into_iter().filter(|&node| needed[node]).collect(),
            nodes,
            joints,
            joint_of,
            skeleton: Arc::new(skeleton),
        };
        rig.skeleton = Arc::new(rig.rest_skeleton()?);
        Ok(rig)
    }

    /// The joints.
    pub(crate) fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The joints and what stands above them: the nodes whose motion shows.
    pub(crate) fn needed(&self) -> &[usize] {
        &self.needed
    }

    fn rest_skeleton(&self) -> Result<Skeleton, RigError> {
        let mut solver = bake::Solver::new(self);
        solver.solve(|node| self.nodes[node].rest);
        let mut has_child = vec![false; self.nodes.len()];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            has_child[parent] = true;
        }
        let joints = self.joints.iter().map(|&node| {
            let node_of = &self.nodes[node];
            let parent = node_of.parent.and_then(|parent| self.joint_of[parent]);
            Joint {
                name: node_of.name.clone(),
                parent: parent.and_then(|joint| u32::try_from(joint).ok().map(JointId::new)),
                offset: to_f32x3(solver.offset(node).to_array()),
                is_end: node_of.is_end && !has_child[node],
            }
        });
        Skeleton::new(joints.collect()).map_err(|_| RigError::OutOfRange)
    }
}

/// All nodes, each after its parent, depth first in the order of the file.
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

/// Which nodes are joints.
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

/// The nodes of the joints, in the order that the skeleton has them.
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
        // Stable: the joints of one root stay in depth-first order.
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
