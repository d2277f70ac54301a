//! One joint of a skeleton.

use footwork_base::typed_id;

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
    /// Whether this is only the far end of its parent's bone, without a rotation of its own: an `End Site` of
    /// a BVH file. Its name is derived from its parent's.
    pub is_end: bool,
}

/// Returns the rest position of every joint in metres, with roots at their offsets. Parents come before children.
pub(crate) fn rest_positions(joints: &[Joint]) -> Vec<[f64; 3]> {
    use footwork_base::Id;
    let mut positions: Vec<[f64; 3]> = Vec::with_capacity(joints.len());
    for joint in joints {
        let base = joint.parent.map_or([0.0; 3], |p| positions[p.index()]);
        let offset = joint.offset.map(f64::from);
        positions.push([
            base[0] + offset[0],
            base[1] + offset[1],
            base[2] + offset[2],
        ]);
    }
    positions
}
