//! The joints that columns are computed from.

use footwork_base::{Role, nearest};

/// A joint of a [`Skeleton`].
#[derive(Clone, Debug, PartialEq)]
pub struct SkeletonJoint {
    /// Its name.
    pub name: String,
    /// The index of its parent, which comes before it; `None` for a root.
    pub parent: Option<usize>,
    /// Its position in the space of its parent at rest, in metres.
    pub offset_m: [f32; 3],
    /// Whether it only marks the end of its parent's bone and has no rotation of its own.
    pub is_end: bool,
}

/// The joints of a character, their roles, and the joint whose motion over the ground is that of the character.
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
}

/// Why joints do not form a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkeletonError {
    /// A parent does not come before its child.
    ParentNotBefore {
        /// The index of the child.
        index: usize,
    },
    /// A role or the travelling joint is an index without a joint.
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
    /// hips. Later entries of the same role are ignored.
    ///
    /// # Errors
    /// Returns [`SkeletonError`] for the first joint that does not fit.
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
        })
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

    /// Returns the index of the joint in a role.
    pub fn role(&self, role: Role) -> Option<usize> {
        let known = self.roles.iter().find(|(other, _)| *other == role);
        known.map(|(_, joint)| *joint)
    }

    /// Returns the index of the joint with this name or, if none has it, this role.
    pub fn resolve(&self, name: &str) -> Option<usize> {
        let named = self.joints.iter().position(|joint| joint.name == name);
        named.or_else(|| self.role(name.parse().ok()?))
    }

    /// Returns the role of the travelling joint or, if that role does not resolve to it, its name.
    pub(crate) fn travelling_name(&self) -> &str {
        let roles = self.roles.iter().map(|(role, _)| role.name());
        let resolved = |name: &&str| self.resolve(name) == Some(self.travelling);
        match roles.into_iter().find(resolved) {
            Some(role) => role,
            None => &self.joints[self.travelling].name,
        }
    }

    /// Returns the name of a joint or role similar to an unknown one.
    pub(crate) fn suggestion(&self, name: &str) -> Option<String> {
        let names = self.joints.iter().map(|joint| joint.name.as_str());
        let roles = self.roles.iter().map(|(role, _)| role.name());
        nearest(name, names.chain(roles)).map(str::to_owned)
    }
}
