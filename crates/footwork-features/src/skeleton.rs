//! The joints from which columns are computed.

use footwork_base::{Role, nearest};

/// A joint of a [`Skeleton`].
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonJoint {
    /// The name of the joint.
    pub name: String,
    /// The index of the parent, which comes before the joint; `None` for a root.
    pub parent: Option<usize>,
    /// The position at rest in the space of the parent, in metres.
    pub offset_m: [f32; 3],
    /// Whether the joint only marks the end of its parent's bone and has no rotation of its own.
    pub is_end: bool,
}

/// The joints of a character, their roles, and the *travelling joint*, which carries the character over the ground.
///
/// ```
/// use footwork_base::Role;
/// use footwork_features::{Skeleton, SkeletonError, SkeletonJoint};
///
/// let joint = |name: &str, parent| SkeletonJoint { name: name.into(), parent, offset_m: [0.0; 3], is_end: false };
/// let joints = vec![joint("Hips", None), joint("Foot.L", Some(0))];
/// let skeleton = Skeleton::new(joints.clone(), &[(Role::LeftFoot, 1)], 0).unwrap();
/// assert_eq!(skeleton.resolve("left_foot"), Some(1));
/// assert_eq!(Skeleton::new(joints, &[], 2), Err(SkeletonError::NoJoint { index: 2 }));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    joints: Box<[SkeletonJoint]>,
    roles: Vec<(Role, usize)>,
    travelling: usize,
    /// The joints of the left and the right sole; `None` for the default joints.
    soles: Option<[Vec<usize>; 2]>,
}

/// The reason why joints do not form a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkeletonError {
    /// A parent does not come before its child.
    ParentNotBefore {
        /// The index of the child.
        index: usize,
    },
    /// The index of a role or of the travelling joint has no joint.
    NoJoint {
        /// The index.
        index: usize,
    },
    /// An offset is not finite.
    NotFinite {
        /// The index of the joint.
        index: usize,
    },
}

footwork_base::display! { SkeletonError:
    Self::ParentNotBefore { index } => "the parent of joint {index} (from 0) does not come before it";
    Self::NoJoint { index } => "there is no joint {index} (from 0)";
    Self::NotFinite { index } => "the offset of joint {index} (from 0) is not finite";
}

impl std::error::Error for SkeletonError {}

impl Skeleton {
    /// Creates a skeleton. `travelling` is the index of the joint that carries the character over the ground, such as the
    /// hips. If a role appears several times, the first entry counts.
    ///
    /// # Errors
    /// Returns [`SkeletonError`] for the first joint or index that is invalid.
    pub fn new(
        joints: Vec<SkeletonJoint>,
        roles: &[(Role, usize)],
        travelling: usize,
    ) -> Result<Self, SkeletonError> {
        for (index, joint) in joints.iter().enumerate() {
            if joint.parent.is_some_and(|parent| parent >= index) {
                return Err(SkeletonError::ParentNotBefore { index });
            }
            if !joint.offset_m.iter().all(|x| x.is_finite()) {
                return Err(SkeletonError::NotFinite { index });
            }
        }
        let places = roles.iter().map(|(_, index)| *index);
        if let Some(index) = places.chain([travelling]).find(|at| *at >= joints.len()) {
            return Err(SkeletonError::NoJoint { index });
        }
        let mut known: Vec<(Role, usize)> = Vec::new();
        for &(role, joint) in roles {
            if known.iter().all(|(other, _)| *other != role) {
                known.push((role, joint));
            }
        }
        known.sort_unstable();
        Ok(Self {
            joints: joints.into_boxed_slice(),
            roles: known,
            travelling,
            soles: None,
        })
    }

    /// Sets the joints of the left and the right sole. The lowest of a sole's joints gives the height of the foot,
    /// `left_foot.height` or `right_foot.height`, which is near 0 while the foot stands. By default, the joints are the
    /// ankle, the toe and all joints below them. Set them if animation helpers, such as targets of inverse kinematics,
    /// are among these joints.
    ///
    /// # Errors
    /// Returns [`SkeletonError::NoJoint`] for an index without a joint.
    pub fn with_soles(mut self, soles: [Vec<usize>; 2]) -> Result<Self, SkeletonError> {
        let mut all = soles.iter().flatten();
        if let Some(&index) = all.find(|index| **index >= self.joints.len()) {
            return Err(SkeletonError::NoJoint { index });
        }
        self.soles = Some(soles);
        Ok(self)
    }

    /// Returns the joints of a sole. `None` if `role` is not that of a foot, or if the sole has no joints.
    pub(crate) fn sole(&self, role: Role) -> Option<Vec<usize>> {
        let (side, toe) = match role {
            Role::LeftFoot => (0, Role::LeftToe),
            Role::RightFoot => (1, Role::RightToe),
            _ => return None,
        };
        if let Some(soles) = &self.soles {
            return Some(soles[side].clone()).filter(|sole| !sole.is_empty());
        }
        let tops = [self.role(role)?, self.role(toe).unwrap_or(usize::MAX)];
        let mut is_part: Vec<bool> = Vec::with_capacity(self.joints.len());
        for (index, joint) in self.joints.iter().enumerate() {
            is_part.push(tops.contains(&index) || joint.parent.is_some_and(|at| is_part[at]));
        }
        let parts = is_part.iter().enumerate();
        Some(
            parts
                .filter_map(|(index, is_part)| is_part.then_some(index))
                .collect(),
        )
    }

    /// Returns the joints, parents before their children.
    pub fn joints(&self) -> &[SkeletonJoint] {
        &self.joints
    }

    /// Returns the known roles and the indices of their joints, in the order of the roles.
    pub fn roles(&self) -> &[(Role, usize)] {
        &self.roles
    }

    /// Returns the index of the joint that carries the character over the ground.
    pub fn travelling(&self) -> usize {
        self.travelling
    }

    /// Returns the index of the joint with a role; `None` if no joint has it.
    pub fn role(&self, role: Role) -> Option<usize> {
        let known = self.roles.iter().find(|(other, _)| *other == role);
        known.map(|(_, joint)| *joint)
    }

    /// Returns the index of the joint with this name. If no joint has the name, returns the joint whose role has the
    /// name. `None` if there is neither.
    pub fn resolve(&self, name: &str) -> Option<usize> {
        let named = self.joints.iter().position(|joint| joint.name == name);
        named.or_else(|| self.role(name.parse().ok()?))
    }

    /// Returns the role of the travelling joint. If that role does not resolve to the joint, returns the joint's name.
    pub(crate) fn travelling_name(&self) -> &str {
        let roles = self.roles.iter().map(|(role, _)| role.name());
        let resolved = |name: &&str| self.resolve(name) == Some(self.travelling);
        match roles.into_iter().find(resolved) {
            Some(role) => role,
            None => &self.joints[self.travelling].name,
        }
    }

    /// Returns the name of a joint or role that is similar to an unknown name; `None` if no name is similar.
    pub(crate) fn suggestion(&self, name: &str) -> Option<String> {
        let names = self.joints.iter().map(|joint| joint.name.as_str());
        let roles = self.roles.iter().map(|(role, _)| role.name());
        nearest(name, names.chain(roles)).map(str::to_owned)
    }
}
