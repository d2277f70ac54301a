//! Roles: which joint of a skeleton is the left foot, the head or the hips, whatever its name.
//!
//! A role comes from three sources, in this order:
//!
//! 1. the settings, which name a joint;
//! 2. the names: tables of the conventions in use ([`Convention`]). The convention that explains the most joints wins.
//!    Names match only as a whole, so `LeftFootIndex` and `foot_ik.L` have no role;
//! 3. the shape: two legs and two arms of equal length on a spine that stands upright at rest.
//!
//! If the sources are ambiguous about a role, it has no joint, and its outcome gives the reason.

mod convention;
mod limb;
mod names;
mod shape;
mod spelling;
mod tables;

use std::collections::BTreeMap;
use std::fmt;

use footwork_base::{Id, Role};
use serde::{Deserialize, Serialize};

use crate::joint::{Joint, JointId};
use crate::side::Side;
pub use convention::Convention;

/// The joints that settings assign to roles.
pub type RoleNames = BTreeMap<Role, String>;

/// How the joint of a role was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RoleSource {
    /// The settings name it.
    Settings,
    /// Its name matches a convention.
    Names(Convention),
    /// The shape of the skeleton shows it.
    Shape,
}

impl fmt::Display for RoleSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings => f.write_str("settings"),
            Self::Names(convention) => write!(f, "name ({convention})"),
            Self::Shape => f.write_str("shape"),
        }
    }
}

/// The result of the search for the joint of a role.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoleOutcome {
    /// This joint has the role.
    Joint {
        /// The joint.
        joint: JointId,
        /// The source that gave the joint.
        source: RoleSource,
    },
    /// No joint has the role, for this reason.
    Missing(String),
}

/// The joint of each role in one skeleton.
///
/// ```
/// use footwork_base::Role;
/// use footwork_clip::{Joint, JointId, Skeleton};
///
/// let joint = |name: &str, parent: Option<u32>| Joint {
///     name: name.into(),
///     parent: parent.map(JointId::new),
///     offset: [0.0; 3],
///     is_end: false,
/// };
/// let joints = vec![joint("pelvis", None), joint("thigh_l", Some(0)), joint("calf_l", Some(1)), joint("foot_l", Some(2))];
/// let skeleton = Skeleton::new(joints).unwrap();
/// assert_eq!(skeleton.roles().joint(Role::LeftFoot), Some(JointId::new(3)));
/// assert_eq!(skeleton.roles().joint(Role::LeftToe), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roles {
    /// The outcomes in the order of [`Role::ALL`].
    outcomes: Vec<RoleOutcome>,
}

impl Roles {
    /// Creates the roles from one outcome for each of [`Role::ALL`]; `None` if the number of outcomes differs.
    pub fn from_outcomes(outcomes: Vec<RoleOutcome>) -> Option<Self> {
        (outcomes.len() == Role::ALL.len()).then_some(Self { outcomes })
    }

    /// Finds the joint of each role; `rest` has the rest position of each joint. Names that the skeleton lacks are
    /// ignored.
    pub(crate) fn find(joints: &[Joint], rest: &[[f64; 3]], given: &RoleNames) -> Self {
        let by_name = names::find(joints);
        let mut outcomes: BTreeMap<Role, RoleOutcome> = BTreeMap::new();
        for role in Role::ALL {
            let given = given.get(&role);
            let given = given.and_then(|name| joints.iter().position(|j| j.name == *name));
            let outcome = match (given.and_then(JointId::from_index), by_name.get(&role)) {
                (Some(joint), _) => RoleOutcome::Joint {
                    joint,
                    source: RoleSource::Settings,
                },
                (None, Some(Ok(found))) => RoleOutcome::Joint {
                    joint: found.joint,
                    source: RoleSource::Names(found.convention),
                },
                (None, Some(Err(why))) => RoleOutcome::Missing(why.clone()),
                (None, None) => RoleOutcome::Missing(NO_NAME.to_owned()),
            };
            outcomes.insert(role, outcome);
        }
        let mut roles = Self {
            outcomes: outcomes.into_values().collect(),
        };
        if limb::ROLES.iter().any(|role| roles.joint(*role).is_none()) {
            roles.complete(joints, rest);
        }
        roles
    }

    /// Assigns joints to the remaining roles by the shape of the skeleton, unless the shape contradicts a role that a
    /// name gave.
    fn complete(&mut self, joints: &[Joint], rest: &[[f64; 3]]) {
        let found = shape::find(joints, rest).and_then(|found| {
            let contradicts = |role: &&Role| match &self.outcomes[**role as usize] {
                RoleOutcome::Joint {
                    joint,
                    source: RoleSource::Names(_),
                } => found.get(*role).is_some_and(|other| other != joint),
                _ => false,
            };
            match limb::ROLES.iter().find(contradicts) {
                Some(_) => Err("it contradicts the names"),
                None => Ok(found),
            }
        });
        let taken: Vec<JointId> = self
            .iter()
            .filter_map(|(role, _)| self.joint(role))
            .collect();
        for (role, outcome) in Role::ALL.into_iter().zip(&mut self.outcomes) {
            let RoleOutcome::Missing(why) = outcome else {
                continue;
            };
            match &found {
                Ok(found) => match found.get(&role).filter(|joint| !taken.contains(joint)) {
                    Some(&joint) => {
                        let source = RoleSource::Shape;
                        *outcome = RoleOutcome::Joint { joint, source };
                    }
                    None => *why += ", and no joint is in its place",
                },
                Err(reason) => *why = format!("{why}, and the shape does not show it: {reason}"),
            }
        }
    }

    /// Returns the joint of a role; `None` if it has none.
    pub fn joint(&self, role: Role) -> Option<JointId> {
        match self.outcomes.get(role as usize)? {
            RoleOutcome::Joint { joint, .. } => Some(*joint),
            RoleOutcome::Missing(_) => None,
        }
    }

    /// Returns the role of a joint, the first if the joint has several; `None` if the joint has no role.
    pub fn role(&self, joint: JointId) -> Option<Role> {
        let mut roles = Role::ALL.into_iter();
        roles.find(|role| self.joint(*role) == Some(joint))
    }

    /// Iterates over all roles with their outcomes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Role, &RoleOutcome)> {
        Role::ALL.into_iter().zip(&self.outcomes)
    }
}

/// No role has a joint.
impl Default for Roles {
    fn default() -> Self {
        let outcomes = vec![RoleOutcome::Missing(NO_NAME.to_owned()); Role::ALL.len()];
        Self { outcomes }
    }
}

/// The reason that a role has no joint if it matches no name.
const NO_NAME: &str = "no joint's name matches this role";

/// Returns the side of a role; `None` in the middle.
pub(crate) fn side(role: Role) -> Option<Side> {
    match role.name().split_once('_') {
        Some(("left", _)) => Some(Side::Left),
        Some(("right", _)) => Some(Side::Right),
        _ => None,
    }
}
