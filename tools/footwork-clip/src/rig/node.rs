//! A node of a scene file and its transform.

use glam::{DMat3, DQuat, DVec3};

/// The transform of a node in its parent's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub(crate) translation: DVec3,
    /// The rotation, a unit quaternion.
    pub(crate) rotation: DQuat,
    /// The product of rotation, scale and shear; `None` if there is only rotation.
    pub(crate) linear: Option<DMat3>,
}

impl Local {
    /// Builds a transform from its parts; `rotation` is of unit length.
    pub(crate) fn new(translation: DVec3, rotation: DQuat, scale: DVec3) -> Self {
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
    /// Whether the file lists the node as a joint.
    pub(crate) is_joint: bool,
    /// Whether an animation moves the node.
    pub(crate) moves: bool,
    /// Whether the node is only the far end of a bone.
    pub(crate) is_end: bool,
    /// Whether the file names the node as joint 0.
    pub(crate) is_first: bool,
}
