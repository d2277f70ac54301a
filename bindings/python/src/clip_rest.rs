//! The skeleton of a clip as arrays.

use footwork::base::Id as _;
use footwork_clip::Skeleton;

/// The parents and the offsets of the joints, in their order.
pub(crate) struct Rest {
    /// The parent of each joint; -1 for a root.
    pub(crate) parents: Vec<i32>,
    /// The offset of each joint from its parent, in metres.
    pub(crate) offsets: Vec<[f32; 3]>,
}

impl Rest {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints();
        let number = |parent: usize| i32::try_from(parent).unwrap_or(-1);
        let parents = joints
            .iter()
            .map(|joint| joint.parent.map_or(-1, |parent| number(parent.index())));
        Self {
            parents: parents.collect(),
            offsets: joints.iter().map(|joint| joint.offset).collect(),
        }
    }
}
