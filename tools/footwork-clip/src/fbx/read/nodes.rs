//! The nodes of a scene, as a rig.

use glam::{DQuat, DVec3};
use ufbx::{Scene, Transform};

use super::{FbxError, fail};
use crate::limits::Limits;
use crate::rig::{Local, Node, Rig, RigError};

pub(super) fn rig(scene: &Scene, limits: &Limits) -> Result<Rig, FbxError> {
    let nodes = scene.nodes.iter().enumerate().map(|(index, node)| {
        let name: &str = &node.element.name;
        let parent = node.parent.as_ref();
        Node {
            name: if name.is_empty() {
                format!("node_{index}")
            } else {
                name.to_owned()
            },
            parent: parent.and_then(|parent| usize::try_from(parent.element.typed_id).ok()),
            rest: local(&node.local_transform),
            is_joint: node.bone.is_some(),
            moves: !node.is_root,
            is_end: false,
            is_first: false,
        }
    });
    let unit = scene.root_node.local_transform.scale.x;
    let rig = Rig::new(nodes.collect(), limits).map(|rig| rig.with_unit(unit));
    rig.map_err(|error| match error {
        RigError::Empty => fail("no-joints", "there is no node to animate"),
        RigError::Cycle { node } => fail("cycle", format!("node {node} stands above itself")),
        RigError::TooDeep { limit, .. } => fail(
            "too-deep",
            format!("a node hangs deeper than the limit of {limit}"),
        ),
        RigError::TooManyJoints { limit } => fail(
            "too-many-joints",
            format!("there are more joints than the limit of {limit}"),
        ),
        RigError::OutOfRange => fail(
            "shape",
            "a joint at rest is not at a place within a million kilometres",
        ),
    })
}

pub(super) fn local(transform: &Transform) -> Local {
    let Transform {
        translation,
        rotation,
        scale,
    } = transform;
    Local::new(
        DVec3::new(translation.x, translation.y, translation.z),
        DQuat::from_xyzw(rotation.x, rotation.y, rotation.z, rotation.w),
        DVec3::new(scale.x, scale.y, scale.z),
    )
}
