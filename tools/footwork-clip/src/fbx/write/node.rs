//! The joints of a skeleton as limb nodes, and their pose at rest.

use footwork_base::Id;
use glam::{DAffine3, DQuat, DVec3};

use super::FbxTake;
use super::euler::Order;
use super::objects::{Objects, SCENE, choice, local, number, properties, rotation_active, vector};
use super::record::Node;
use crate::clip::Clip;
use crate::skeleton::Skeleton;

/// Centimetres, the unit of FBX, per metre.
pub(super) const CENTIMETRES: f64 = 100.0;
/// The size, in centimetres, at which Blender and Maya draw a bone without a length, such as a
/// leaf.
const SIZE_CM: f64 = 10.0;

/// A joint in the file.
pub(super) struct JointNode {
    pub(super) number: i64,
    pub(super) order: Order,
    /// The rotation at rest; animated rotations are relative to it.
    pub(super) rest: DQuat,
    pub(super) is_end: bool,
}

/// Returns the rotation of a joint relative to rest on each frame.
pub(super) fn local_turns(clip: &Clip, joint: usize, rest: DQuat) -> Vec<DQuat> {
    let turns = clip
        .poses()
        .filter_map(|pose| pose.rotations.get(joint).copied());
    turns.map(|turn| rest.conjugate() * unit(turn)).collect()
}

/// Returns a rotation as f64, with length 1 to f64 precision.
fn unit(rotation: [f32; 4]) -> DQuat {
    let turn = DQuat::from_array(rotation.map(f64::from));
    turn * turn.length_recip()
}

/// Adds the joints.
pub(super) fn add_joints(
    skeleton: &Skeleton,
    takes: &[FbxTake<'_>],
    objects: &mut Objects,
) -> Vec<JointNode> {
    let mut nodes: Vec<JointNode> = Vec::with_capacity(skeleton.joint_count());
    let joints = skeleton.joints().iter().zip(skeleton.rest_rotations());
    for (index, (joint, &rest)) in joints.enumerate() {
        let rest = if joint.is_end {
            DQuat::IDENTITY
        } else {
            unit(rest)
        };
        let turns = takes
            .iter()
            .flat_map(|take| local_turns(take.clip, index, rest));
        let order = Order::best(&turns.collect::<Vec<_>>());
        let offset = joint.offset.map(|x| f64::from(x) * CENTIMETRES);
        let list = properties([
            choice("RotationOrder", order.code()),
            vector("PreRotation", Order::Xyz.degrees(rest, [0.0; 3])),
            rotation_active(),
            choice("InheritType", 1),
            local("Lcl Translation", offset),
            local("Lcl Rotation", [0.0; 3]),
            local("Lcl Scaling", [1.0; 3]),
        ]);
        let model = objects.add("Model", &joint.name, "LimbNode", model(list));
        let size = properties([number("Size", SIZE_CM)]);
        let flags = Node::new("TypeFlags").text("Skeleton");
        let attribute = objects.add("NodeAttribute", &joint.name, "LimbNode", [size, flags]);
        objects.connect(attribute, model);
        let parent = joint.parent.map(|parent| nodes[parent.index()].number);
        objects.connect(model, parent.unwrap_or(SCENE));
        nodes.push(JointNode {
            number: model,
            order,
            rest,
            is_end: joint.is_end,
        });
    }
    nodes
}

/// Returns the child nodes of a model.
pub(super) fn model(properties: Node) -> [Node; 4] {
    [
        Node::new("Version").i32(232),
        properties,
        Node::new("Shading").letter(b'Y'),
        Node::new("Culling").text("CullingOff"),
    ]
}

/// Returns the transform of each joint at rest, in centimetres.
pub(super) fn rest_transforms(skeleton: &Skeleton) -> Vec<DAffine3> {
    let (turns, places) = skeleton.rest_transforms();
    let places = turns.into_iter().zip(places);
    places
        .map(|(turn, at): (DQuat, DVec3)| {
            DAffine3::from_rotation_translation(turn, at * CENTIMETRES)
        })
        .collect()
}

/// Adds the pose in which the mesh is bound to the joints.
pub(super) fn add_bind_pose(placed: &[(i64, DAffine3)], objects: &mut Objects) {
    let poses = placed.iter().map(|&(number, transform)| {
        let matrix = Node::new("Matrix").f64s(&matrix(transform));
        Node::new("PoseNode")
            .with(Node::new("Node").i64(number))
            .with(matrix)
    });
    let count = i32::try_from(placed.len()).unwrap_or(i32::MAX);
    let head = [
        Node::new("Type").text("BindPose"),
        Node::new("Version").i32(100),
        Node::new("NbPoseNodes").i32(count),
    ];
    objects.add(
        "Pose",
        "BindPose",
        "BindPose",
        head.into_iter().chain(poses),
    );
}

/// Returns the 16 numbers of a transform, column by column.
pub(super) fn matrix(transform: DAffine3) -> [f64; 16] {
    glam::DMat4::from(transform).to_cols_array()
}
