//! The joints of a character, their hierarchy and their rest pose.

use footwork_base::{Id, IdVec, typed_id};
use thiserror::Error;

typed_id! {
    /// A joint of a skeleton; joints are numbered from 0 in skeleton order.
    pub struct JointId;
}

/// The largest coordinate of a skeleton or clip along one axis, in metres.
pub const MAX_COORDINATE_M: f64 = 1e9;

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

/// A tree of joints, parents before children.
///
/// Joint 0 is the root whose motion is that of the character. More roots may follow.
///
/// ```
/// use footwork_clip::{Joint, JointId, Skeleton};
///
/// let joint = |name: &str, parent, y| Joint {
///     name: name.into(),
///     parent,
///     offset: [0.0, y, 0.0],
///     is_end: false,
/// };
/// let hips = Some(JointId::new(0));
/// let skeleton = Skeleton::new(vec![joint("Hips", None, 0.0), joint("Head", hips, 0.7)]).unwrap();
/// let head = skeleton.find("Head").unwrap();
/// assert_eq!(skeleton.joint(head).unwrap().parent, hips);
/// assert!(Skeleton::new(vec![joint("Hips", hips, 0.0)]).is_err(), "its own parent");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: IdVec<JointId, Joint>,
}

impl Skeleton {
    /// Creates a skeleton from its joints.
    ///
    /// # Errors
    /// If there are no joints, if the first one has a parent, if a parent does not come before its child or is an
    /// end, or if an offset is not finite or beyond [`MAX_COORDINATE_M`].
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        let mut checked: IdVec<JointId, Joint> = IdVec::new();
        for joint in joints {
            let index = checked.len();
            match joint.parent {
                None => {}
                Some(parent) => match checked.get(parent) {
                    None => return Err(SkeletonError::ParentAfterChild { index }),
                    Some(parent) if parent.is_end => {
                        return Err(SkeletonError::ChildOfEnd { index });
                    }
                    Some(_) => {}
                },
            }
            let near = |x: f32| f64::from(x).abs() <= MAX_COORDINATE_M;
            if !joint.offset.into_iter().all(near) {
                return Err(SkeletonError::OffsetOutOfRange { index });
            }
            checked
                .push(joint)
                .map_err(|_| SkeletonError::TooManyJoints)?;
        }
        if checked.is_empty() {
            return Err(SkeletonError::Empty);
        }
        Ok(Self { joints: checked })
    }

    /// Returns the same joints with other rest offsets, which must be offsets of this skeleton up to signs.
    pub(crate) fn with_offsets(&self, offset: impl Fn(JointId) -> [f32; 3]) -> Self {
        let mut joints = self.joints.clone();
        for (id, joint) in self.joints.ids().zip(joints.values_mut()) {
            joint.offset = offset(id);
        }
        Self { joints }
    }

    /// Returns the number of joints, ends included; at least 1.
    pub fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// Returns the joint with this id; `None` if the id belongs to another skeleton.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        self.joints.get(id)
    }

    /// Returns all joints in order.
    pub fn joints(&self) -> &[Joint] {
        self.joints.as_slice()
    }

    /// Iterates over all joints with their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (JointId, &Joint)> {
        self.joints.iter()
    }

    /// Returns the first joint with exactly this name.
    pub fn find(&self, name: &str) -> Option<JointId> {
        self.joints
            .iter()
            .find(|(_, joint)| joint.name == name)
            .map(|(id, _)| id)
    }

    /// Iterates over the children of `id` in order.
    pub fn children(&self, id: JointId) -> impl Iterator<Item = JointId> {
        self.joints
            .iter()
            .filter(move |(_, joint)| joint.parent == Some(id))
            .map(|(child, _)| child)
    }

    /// Returns, for each joint, whether it has no children.
    pub fn leaves(&self) -> Vec<bool> {
        let mut leaves = vec![true; self.joint_count()];
        for joint in self.joints.values() {
            if let Some(parent) = joint.parent {
                leaves[parent.index()] = false;
            }
        }
        leaves
    }

    /// Returns the rest position of every joint in metres, with the root at its offset.
    pub fn rest_positions(&self) -> Vec<[f64; 3]> {
        let mut positions: Vec<[f64; 3]> = Vec::with_capacity(self.joint_count());
        for joint in self.joints.values() {
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
}

/// Why some joints do not make a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// There are no joints.
    #[error("a skeleton needs at least one joint")]
    Empty,
    /// There are more joints than a 32-bit id can number.
    #[error("the skeleton has more joints than can be numbered")]
    TooManyJoints,
    /// The parent of this joint does not come before it.
    #[error("the parent of joint {index} does not come before it")]
    ParentAfterChild {
        /// The index of the joint.
        index: usize,
    },
    /// The parent of this joint is an end, which cannot have children.
    #[error("joint {index} hangs from an end, which cannot have children")]
    ChildOfEnd {
        /// The index of the joint.
        index: usize,
    },
    /// An offset of this joint is not finite or farther than [`MAX_COORDINATE_M`].
    #[error("the offset of joint {index} is not a number below a million kilometres")]
    OffsetOutOfRange {
        /// The index of the joint.
        index: usize,
    },
}
