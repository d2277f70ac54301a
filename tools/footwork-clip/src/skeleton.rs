//! The joints of a character, their hierarchy and their rest pose.

use std::sync::OnceLock;

use footwork_base::{Id, IdVec, Role};
use glam::{DQuat, DVec3};
use thiserror::Error;

use crate::joint::rest_transforms;
pub use crate::joint::{Joint, JointId};
use crate::role::{self, RoleNames, Roles};
use crate::side::Side;
use crate::unit_quaternion::{NO_ROTATION, unit_length};

/// The largest coordinate of a skeleton or clip along one axis, in metres.
pub const MAX_COORDINATE_M: f64 = 1e9;

/// A tree of joints, parents before children.
///
/// Joint 0 is the root that moves with the character. More roots may follow.
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
#[derive(Clone, Debug)]
pub struct Skeleton {
    joints: IdVec<JointId, Joint>,
    /// One rotation per joint.
    rest_rotations: Vec<[f32; 4]>,
    /// The joints that settings assign to roles.
    role_names: RoleNames,
    /// Computed on first use.
    roles: OnceLock<Roles>,
}

/// Roles are not compared, because the other fields determine them.
impl PartialEq for Skeleton {
    fn eq(&self, other: &Self) -> bool {
        self.joints == other.joints
            && self.rest_rotations == other.rest_rotations
            && self.role_names == other.role_names
    }
}

impl Skeleton {
    /// Creates a skeleton from its joints.
    ///
    /// # Errors
    /// If there are no joints, if the first one has a parent, if a parent does not come before its child or is an end,
    /// or if an offset is not finite or exceeds [`MAX_COORDINATE_M`].
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
        Ok(Self {
            rest_rotations: vec![NO_ROTATION; checked.len()],
            joints: checked,
            role_names: RoleNames::new(),
            roles: OnceLock::new(),
        })
    }

    /// Returns the same skeleton with these joints assigned to roles, whatever their own names and the skeleton's shape
    /// suggest. Names of joints that the skeleton lacks are ignored.
    #[must_use]
    pub fn with_role_names(self, names: RoleNames) -> Self {
        Self {
            role_names: names,
            roles: OnceLock::new(),
            ..self
        }
    }

    /// Returns the same skeleton at rest with these local rotations `[x, y, z, w]`, one per joint, scaled to unit
    /// length. A new skeleton has no rest rotations, as in a BVH file: at rest, each joint has the world rotation of
    /// its parent.
    ///
    /// # Errors
    /// If the number of rotations is not the number of joints, or if a rotation is all zeros or not finite.
    pub fn with_rest_rotations(self, rotations: Vec<[f32; 4]>) -> Result<Self, SkeletonError> {
        if rotations.len() != self.joints.len() {
            return Err(SkeletonError::RestRotationCount {
                expected: self.joints.len(),
                found: rotations.len(),
            });
        }
        let scaled = rotations.into_iter().enumerate().map(|(index, rotation)| {
            unit_length(rotation).ok_or(SkeletonError::NoRestRotation { index })
        });
        let rest_rotations = scaled.collect::<Result<_, _>>()?;
        Ok(Self {
            rest_rotations,
            ..self
        })
    }

    /// Returns the local rotation of each joint at rest, `[x, y, z, w]`; a file without rest rotations has
    /// `[0, 0, 0, 1]` everywhere.
    pub fn rest_rotations(&self) -> &[[f32; 4]] {
        &self.rest_rotations
    }

    /// Returns the joints that settings assign to roles.
    pub fn role_names(&self) -> &RoleNames {
        &self.role_names
    }

    /// Returns the same joints with another rest pose. Offsets and rotations must equal this skeleton's up to order and
    /// signs.
    pub(crate) fn with_rest(&self, rest: impl Fn(JointId) -> ([f32; 3], [f32; 4])) -> Self {
        let mut moved = self.clone();
        for (id, joint) in self.joints.ids().zip(moved.joints.values_mut()) {
            (joint.offset, moved.rest_rotations[id.index()]) = rest(id);
        }
        moved.roles = OnceLock::new();
        moved
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

    /// Returns which joint has which role.
    pub fn roles(&self) -> &Roles {
        let find = || Roles::find(self.joints(), &self.rest_positions(), &self.role_names);
        self.roles.get_or_init(find)
    }

    /// Returns the joint that a name in a query means: the first joint with exactly this name, or else the joint with
    /// the role of this name. `None` if there is neither.
    ///
    /// ```
    /// # use footwork_clip::{Limits, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let skeleton = walk.skeleton();
    /// assert_eq!(skeleton.resolve("left_foot"), skeleton.find("left_ankle"));
    /// assert_eq!(skeleton.resolve("left_toe"), skeleton.find("left_toe"));
    /// assert_eq!(skeleton.resolve("tail"), None);
    /// ```
    pub fn resolve(&self, name: &str) -> Option<JointId> {
        let role = || self.roles().joint(name.parse::<Role>().ok()?);
        self.find(name).or_else(role)
    }

    /// Returns the side of every joint: the side that its own name states, else the side of its role, else its
    /// parent's.
    pub fn sides(&self) -> Vec<Option<Side>> {
        let mut sides: Vec<Option<Side>> = Vec::with_capacity(self.joint_count());
        for (id, joint) in self.iter() {
            let inherited = joint.parent.and_then(|parent| sides[parent.index()]);
            let of_role = || self.roles().role(id).and_then(role::side);
            sides.push(Side::from_name(&joint.name).or_else(of_role).or(inherited));
        }
        sides
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
        let (_, positions) = self.rest_transforms();
        positions.into_iter().map(|at| at.to_array()).collect()
    }

    /// Returns the rotation and the position of every joint at rest in the world, with the root at its offset.
    pub(crate) fn rest_transforms(&self) -> (Vec<DQuat>, Vec<DVec3>) {
        rest_transforms(self.joints(), &self.rest_rotations)
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
    /// A coordinate of this joint's offset is not finite or exceeds [`MAX_COORDINATE_M`].
    #[error("the offset of joint {index} is not a number below a million kilometres")]
    OffsetOutOfRange {
        /// The index of the joint.
        index: usize,
    },
    /// The number of rest rotations is not the number of joints.
    #[error("{expected} rest rotations are needed, one per joint, and there are {found}")]
    RestRotationCount {
        /// The number of joints.
        expected: usize,
        /// The number of rotations.
        found: usize,
    },
    /// The rest rotation of this joint is not finite, or all its numbers are 0.
    #[error("the rest rotation of joint {index} has no direction")]
    NoRestRotation {
        /// The index of the joint.
        index: usize,
    },
}
