//! The data of a skeleton that a library keeps in memory, so that it need not read clips again.

use footwork_base::{Id, Role};
use footwork_clip::{Clip, JointId, RoleOutcome, RoleSource, Roles};
use serde::{Deserialize, Serialize};

/// A family of skeletons with the same joints, hierarchy and roles, shared by their clips.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkeletonFamily {
    /// The names of the joints, in the order of the skeleton.
    pub joints: Vec<String>,
    /// The parent of each joint; `None` for a root.
    pub parents: Vec<Option<JointId>>,
    /// Which joint has which role.
    pub roles: Roles,
}

impl SkeletonFamily {
    /// Returns the family of a clip.
    pub fn from_clip(clip: &Clip) -> Self {
        let skeleton = clip.skeleton();
        let joints = skeleton.joints().iter();
        Self {
            joints: joints.clone().map(|joint| joint.name.clone()).collect(),
            parents: joints.map(|joint| joint.parent).collect(),
            roles: skeleton.roles().clone(),
        }
    }

    /// Returns whether a joint has this name or this role.
    pub fn has(&self, name: &str) -> bool {
        let has_role = |role: Role| self.roles.joint(role).is_some();
        self.joints.iter().any(|joint| joint == name) || name.parse().is_ok_and(has_role)
    }

    /// Returns the name of the joint with this name or this role.
    pub fn find(&self, name: &str) -> Option<&str> {
        let of_role = || self.roles.joint(name.parse().ok()?);
        let own = self.joints.iter().position(|joint| joint == name);
        let joint = own.or_else(|| of_role().map(Id::index))?;
        self.joints.get(joint).map(String::as_str)
    }

    /// Returns the name of a role of the feet if no foot is known; `None` if one is known.
    pub(crate) fn lacks_feet(&self) -> Option<&'static str> {
        let feet = [
            Role::LeftFoot,
            Role::LeftToe,
            Role::RightFoot,
            Role::RightToe,
        ];
        let knows = feet
            .into_iter()
            .any(|role| self.roles.joint(role).is_some());
        (!knows).then_some(Role::LeftFoot.name())
    }

    /// Returns the names of the roles that a joint has.
    pub fn role_names(&self) -> impl Iterator<Item = &str> {
        let roles = self.roles.iter();
        roles.filter_map(|(role, _)| self.roles.joint(role).map(|_| role.name()))
    }
}

/// A family as the index stores it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FamilyRecord {
    joints: Vec<String>,
    parents: Vec<Option<u32>>,
    roles: Vec<RoleRecord>,
}

/// A role's joint and its source, or why it has none.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum RoleRecord {
    Joint(u32, RoleSource),
    Missing(String),
}

impl From<&SkeletonFamily> for FamilyRecord {
    fn from(family: &SkeletonFamily) -> Self {
        let role = |(_, outcome): (Role, &RoleOutcome)| match outcome {
            RoleOutcome::Joint { joint, source } => RoleRecord::Joint(joint.number(), *source),
            RoleOutcome::Missing(why) => RoleRecord::Missing(why.clone()),
        };
        let parents = family.parents.iter();
        Self {
            joints: family.joints.clone(),
            parents: parents.map(|p| p.map(JointId::number)).collect(),
            roles: family.roles.iter().map(role).collect(),
        }
    }
}

impl FamilyRecord {
    /// Returns the family; `None` if the record refers to joints that it lacks.
    pub(crate) fn family(self) -> Option<SkeletonFamily> {
        let count = self.joints.len();
        let joint = |number: u32| {
            let joint = JointId::new(number);
            (joint.index() < count).then_some(joint)
        };
        let role = |record| match record {
            RoleRecord::Joint(number, source) => {
                let joint = joint(number)?;
                Some(RoleOutcome::Joint { joint, source })
            }
            RoleRecord::Missing(why) => Some(RoleOutcome::Missing(why)),
        };
        let roles: Option<Vec<RoleOutcome>> = self.roles.into_iter().map(role).collect();
        let parents = self.parents.into_iter();
        let parents: Option<Vec<_>> = parents
            .map(|p| p.map(joint).map_or(Some(None), |p| p.map(Some)))
            .collect();
        Some(SkeletonFamily {
            parents: parents.filter(|parents| parents.len() == count)?,
            roles: Roles::from_outcomes(roles?)?,
            joints: self.joints,
        })
    }
}
