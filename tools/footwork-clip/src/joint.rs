//! One joint of a skeleton.

use footwork_base::{Id, typed_id};
use glam::{DQuat, DVec3};

typed_id! {
    /// A joint of a skeleton; joints are numbered from 0 in skeleton order.
    pub struct JointId;
}

/// One joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name as spelt in the file. It need not be unique, and may contain spaces, dots and colons.
    pub name: String,
    /// The parent joint; `None` for a root.
    pub parent: Option<JointId>,
    /// The rest position in the parent's frame, in metres.
    pub offset: [f32; 3],
    /// Whether the joint is only the far end of its parent's bone and cannot rotate, such as an `End Site` of a BVH
    /// file. The name of such a joint is derived from its parent's.
    pub is_end: bool,
}

/// Returns the rotation and the position in metres of every joint at rest, with roots at their offsets. `joints` has
/// parents before children, and there is one local rotation per joint; rotations of ends are ignored.
pub(crate) fn rest_transforms(
    joints: &[Joint],
    rotations: &[[f32; 4]],
) -> (Vec<DQuat>, Vec<DVec3>) {
    let mut turns: Vec<DQuat> = Vec::with_capacity(joints.len());
    let mut places: Vec<DVec3> = Vec::with_capacity(joints.len());
    for (joint, rotation) in joints.iter().zip(rotations) {
        let (turn, place) = match joint.parent {
            Some(parent) => (turns[parent.index()], places[parent.index()]),
            None => (DQuat::IDENTITY, DVec3::ZERO),
        };
        places.push(place + turn * DVec3::from_array(joint.offset.map(f64::from)));
        turns.push(if joint.is_end {
            turn
        } else {
            turn * DQuat::from_array(rotation.map(f64::from))
        });
    }
    (turns, places)
}
