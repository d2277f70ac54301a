//! Finds the first difference between a network's specification and a running program.

use footwork_base::Role;

use super::{FeatureSpec, SpecEvent};
use crate::channel::ChannelError;
use crate::columns::Column;
use crate::heading::needed_roles;
use crate::pose_features::UnknownJoint;
use crate::skeleton::Skeleton;

/// The first difference between a specification and the running program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecDifference {
    /// The rates differ.
    Rate {
        /// Frames per second in the specification.
        spec: String,
        /// Frames per second in the program.
        running: String,
    },
    /// A column differs in name or unit, or exists on one side only.
    Column {
        /// The index of the column, from 0.
        index: usize,
        /// The column in the specification; `None` past its last column.
        spec: Option<Column>,
        /// The column in the program; `None` past its last column.
        running: Option<Column>,
    },
    /// Another value differs, such as the heading or the window of an event.
    Value {
        /// The name of the value.
        what: &'static str,
        /// The value in the specification.
        spec: String,
        /// The value in the program.
        running: String,
    },
    /// A channel cannot be computed frame by frame.
    Channel(ChannelError),
    /// The skeleton lacks a joint.
    NoJoint(UnknownJoint),
    /// The skeleton lacks a role that the columns need. The training skeleton had the role.
    NoRole {
        /// The role.
        role: Role,
        /// The joint with this role in the training skeleton.
        joint: String,
    },
    /// The skeleton has a role that the heading uses. The training skeleton lacked the role.
    UntrainedRole {
        /// The role.
        role: Role,
        /// The joint with this role in the skeleton.
        joint: String,
    },
    /// A joint has another parent than in the training skeleton.
    Parent {
        /// The joint.
        name: String,
        /// The joint's parent in the specification; `None` for a root.
        spec: Option<String>,
        /// The joint's parent in the skeleton; `None` for a root.
        running: Option<String>,
    },
}

footwork_base::display! { SpecDifference:
    Self::Rate { spec, running } => "the network's rate is {spec} frames per second, not {running}";
    Self::Column { index, spec, running } => "column {index} (from 0) of the network is {}, not {}", column(spec.as_ref()), column(running.as_ref());
    Self::Value { what, spec, running } => "the network has the {what} {spec}, not {running}";
    Self::Channel(error) => "{error}";
    Self::NoJoint(error) => "the network's columns do not fit the skeleton: {error}";
    Self::NoRole { role, joint } => "the network needs the role `{role}`, which was joint `{joint}`, and the skeleton has no joint with it";
    Self::UntrainedRole { role, joint } => "the network was trained without the role `{role}`, and the skeleton's joint `{joint}` has it";
    Self::Parent { name, spec, running } => "the network's joint `{name}` hangs from {}, and the skeleton's from {}", parent(spec.as_ref()), parent(running.as_ref());
}

impl std::error::Error for SpecDifference {}

fn column(column: Option<&Column>) -> String {
    match column {
        Some(Column { name, unit }) if unit.is_empty() => format!("`{name}`"),
        Some(Column { name, unit }) => format!("`{name}` in {unit}"),
        None => "missing".to_owned(),
    }
}

fn parent(parent: Option<&String>) -> String {
    parent.map_or_else(|| "no joint".to_owned(), |name| format!("`{name}`"))
}

/// Returns the first difference between two lists of columns; `None` if they are equal.
pub(super) fn of_columns(spec: &[Column], running: &[Column]) -> Option<SpecDifference> {
    let count = spec.len().max(running.len());
    let index = (0..count).find(|index| spec.get(*index) != running.get(*index))?;
    Some(SpecDifference::Column {
        index,
        spec: spec.get(index).cloned(),
        running: running.get(index).cloned(),
    })
}

/// Returns the first joint or role of the specification that does not fit the skeleton; `None` if all fit.
pub(super) fn of_skeleton(spec: &FeatureSpec, skeleton: &Skeleton) -> Option<SpecDifference> {
    let joints = skeleton.joints();
    for joint in &spec.joints {
        let Some(found) = skeleton.resolve(&joint.name) else {
            return Some(SpecDifference::NoJoint(UnknownJoint {
                name: joint.name.clone(),
                suggestion: skeleton.suggestion(&joint.name),
            }));
        };
        let running = joints[found]
            .parent
            .map(|parent| joints[parent].name.clone());
        if !is_by_role(spec, &joint.name, skeleton, found) && joint.parent != running {
            return Some(SpecDifference::Parent {
                name: joint.name.clone(),
                spec: joint.parent.clone(),
                running,
            });
        }
    }
    if !spec.needs_travelling() {
        return None;
    }
    let mut needed = needed_roles(spec.heading).iter();
    let role = needed.find_map(|&role| match (trained(spec, role), skeleton.role(role)) {
        (Some(joint), None) => Some(SpecDifference::NoRole {
            role,
            joint: joint.to_owned(),
        }),
        (None, Some(found)) => Some(SpecDifference::UntrainedRole {
            role,
            joint: joints[found].name.clone(),
        }),
        _ => None,
    });
    role.or_else(|| of_travelling(spec, skeleton))
}

/// Returns the joint with a role in the training skeleton.
fn trained(spec: &FeatureSpec, role: Role) -> Option<&str> {
    let known = spec.roles.iter().find(|(other, _)| *other == role);
    known.map(|(_, joint)| &**joint)
}

/// Returns whether the joint was chosen by its role in the specification or in the skeleton. The names of parents may
/// then differ.
fn is_by_role(spec: &FeatureSpec, name: &str, skeleton: &Skeleton, found: usize) -> bool {
    let Ok(role) = name.parse::<Role>() else {
        return false;
    };
    let is_named = skeleton.joints()[found].name == name;
    let was_named = trained(spec, role).is_none_or(|joint| joint == name);
    skeleton.role(role) == Some(found) && !(is_named && was_named)
}

/// Returns the difference between the travelling joints; `None` if they agree.
pub(super) fn of_travelling(spec: &FeatureSpec, skeleton: &Skeleton) -> Option<SpecDifference> {
    let name = spec.travelling.as_deref()?;
    let running = skeleton.travelling();
    let role = name.parse::<Role>().ok();
    let was = role.and_then(|role| trained(spec, role));
    // The skeleton may have the joint of the training skeleton, but without the role.
    let is_same =
        skeleton.resolve(name) == Some(running) || was == Some(&*skeleton.joints()[running].name);
    (!is_same).then(|| SpecDifference::Value {
        what: "travelling joint",
        spec: name.to_owned(),
        running: skeleton.travelling_name().to_owned(),
    })
}

impl FeatureSpec {
    /// Compares this specification of a network with that of the running program. Returns the first difference in the
    /// meaning of columns; `None` if they agree. Compared are rate, columns and units, heading, travelling joint,
    /// events, inputs and outputs. Scaling is not compared, because it belongs to the network.
    pub fn first_difference(&self, running: &Self) -> Option<SpecDifference> {
        if self.rate != running.rate {
            return Some(SpecDifference::Rate {
                spec: self.rate.to_string(),
                running: running.rate.to_string(),
            });
        }
        if let Some(difference) = of_columns(&self.columns(), &running.columns()) {
            return Some(difference);
        }
        let value = |what, spec: String, running: String| {
            (spec != running).then_some(SpecDifference::Value {
                what,
                spec,
                running,
            })
        };
        let events = |spec: &Self| {
            let each = spec.events.iter();
            each.map(SpecEvent::describe).collect::<Vec<_>>()
        };
        let pairs = events(self).into_iter().zip(events(running));
        value(
            "heading",
            self.heading.to_string(),
            running.heading.to_string(),
        )
        .or_else(|| {
            // Skip the comparison if this specification leaves the joint out because no column depends on it.
            let spec = self.travelling.clone()?;
            value("travelling joint", spec, running.travelling.clone()?)
        })
        .or_else(|| {
            pairs
                .into_iter()
                .find_map(|(spec, running)| value("event", spec, running))
        })
        .or_else(|| {
            value(
                "number of frames",
                self.frames.to_string(),
                running.frames.to_string(),
            )
        })
        .or_else(|| value("inputs", self.inputs.join(", "), running.inputs.join(", ")))
        .or_else(|| {
            value(
                "outputs",
                self.outputs.join(", "),
                running.outputs.join(", "),
            )
        })
    }
}
