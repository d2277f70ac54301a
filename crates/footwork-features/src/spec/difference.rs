//! The first difference between a specification and what a program runs.

use footwork_base::Role;

use super::FeatureSpec;
use crate::columns::Column;
use crate::pose_features::UnknownJoint;
use crate::skeleton::Skeleton;

/// What differs first between a specification and the running program.
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
    /// A column differs in name or unit, or exists only on one side.
    Column {
        /// Its index, from 0.
        index: usize,
        /// In the specification; `None` past its last column.
        spec: Option<Column>,
        /// In the program; `None` past its last column.
        running: Option<Column>,
    },
    /// Something else differs, such as the heading or the window of an event.
    Value {
        /// What differs.
        what: &'static str,
        /// In the specification.
        spec: String,
        /// In the program.
        running: String,
    },
    /// The skeleton lacks a joint.
    NoJoint(UnknownJoint),
    /// The skeleton has no joint in a role that the training skeleton had, and that the columns need.
    NoRole {
        /// The role.
        role: Role,
        /// The joint with this role in the training skeleton.
        joint: String,
    },
    /// A joint hangs from another joint.
    Parent {
        /// The joint.
        name: String,
        /// Its parent in the specification; `None` for a root.
        spec: Option<String>,
        /// Its parent in the skeleton; `None` for a root.
        running: Option<String>,
    },
}

footwork_base::display! { SpecDifference:
    Self::Rate { spec, running } => "the network's rate is {spec} frames per second, not {running}";
    Self::Column { index, spec, running } => "column {index} (from 0) of the network is {}, not {}", column(spec.as_ref()), column(running.as_ref());
    Self::Value { what, spec, running } => "the network has the {what} {spec}, not {running}";
    Self::NoJoint(error) => "the network's columns do not fit the skeleton: {error}";
    Self::NoRole { role, joint } => "the network needs the role `{role}`, which was joint `{joint}`, and the skeleton has no joint with it";
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

/// Returns the first column that differs.
pub(super) fn of_columns(spec: &[Column], running: &[Column]) -> Option<SpecDifference> {
    let count = spec.len().max(running.len());
    let index = (0..count).find(|index| spec.get(*index) != running.get(*index))?;
    Some(SpecDifference::Column {
        index,
        spec: spec.get(index).cloned(),
        running: running.get(index).cloned(),
    })
}

/// Returns the first joint or role that does not fit.
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
        let is_role = joint.name.parse::<Role>().is_ok();
        if !is_role && joint.parent != running {
            return Some(SpecDifference::Parent {
                name: joint.name.clone(),
                spec: joint.parent.clone(),
                running,
            });
        }
    }
    if spec.poses.is_empty() {
        return None;
    }
    // The roles that give the heading.
    let needed = [
        Role::LeftUpperLeg,
        Role::RightUpperLeg,
        Role::LeftUpperArm,
        Role::RightUpperArm,
    ];
    let mut missing = spec.roles.iter().filter(|(role, _)| needed.contains(role));
    let missing = missing.find(|(role, _)| skeleton.role(*role).is_none());
    missing.map(|(role, joint)| SpecDifference::NoRole {
        role: *role,
        joint: joint.clone(),
    })
}

impl FeatureSpec {
    /// Returns the first difference in the meaning of columns between this specification, of a network, and that of the
    /// running program: rate, columns and units, heading, events, inputs and outputs. Scaling belongs to the network and is
    /// not compared. `None` if they agree.
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
            let each = each.map(|event| {
                format!(
                    "{} ±{} s, smoothed by {} s",
                    event.name, event.window_secs, event.sigma_secs
                )
            });
            each.collect::<Vec<_>>()
        };
        let pairs = events(self).into_iter().zip(events(running));
        value(
            "heading",
            self.heading.to_string(),
            running.heading.to_string(),
        )
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
