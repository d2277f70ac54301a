//! Goals: where the character should go. All other features come from its playing pose.

use crate::index::Index;
use crate::pose_id::PoseId;
use crate::schema::{MAX_GROUPS, Schema};

/// The goal of a [`Matcher`](crate::Matcher). The game sets some groups of features, usually the trajectory, from a
/// player's input or a path. The features of all other groups come from the playing pose, so that the result continues
/// it.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_matching::{Goal, GoalError, Schema};
///
/// let schema = Schema::locomotion(FrameRate::whole(60).unwrap());
/// let mut goal = Goal::new(&schema);
/// // The character should walk ahead at 1.5 m/s.
/// goal.set("trajectory position", &[0.0, 0.5, 0.0, 1.0, 0.0, 1.5]).unwrap();
/// goal.set("trajectory direction", &[0.0, 1.0, 0.0, 1.0, 0.0, 1.0]).unwrap();
///
/// let error = goal.set("trajectory position", &[0.0, f32::NAN, 0.0, 1.0, 0.0, 1.5]).unwrap_err();
/// assert_eq!(error, GoalError::NotFinite { index: 1 });
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    schema: Schema,
    values: Vec<f32>,
    is_set: [bool; MAX_GROUPS],
}

impl Goal {
    /// Creates a goal without set groups. Such a goal continues the current motion.
    pub fn new(schema: &Schema) -> Self {
        Self {
            schema: schema.clone(),
            values: vec![0.0; schema.feature_count()],
            is_set: [false; MAX_GROUPS],
        }
    }

    /// Sets the features of a group, in the order and the units of its [`Source`](crate::Source). The values are not clamped
    /// to the range of the poses.
    ///
    /// # Errors
    /// Returns an error if no group has this name, if the number of values is not the number of features, or if a value
    /// is not finite. After an error, the goal is unchanged.
    pub fn set(&mut self, group: &str, values: &[f32]) -> Result<(), GoalError> {
        let (features, place) = (self.schema.features_of(group), self.place(group));
        let (Some(features), Some(place)) = (features, place) else {
            return Err(GoalError::UnknownGroup);
        };
        if values.len() != features.len() {
            let (values, expected) = (values.len(), features.len());
            return Err(GoalError::Length { values, expected });
        }
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(GoalError::NotFinite { index });
        }
        self.values[features].copy_from_slice(values);
        self.is_set[place] = true;
        Ok(())
    }

    /// Unsets a group, so that its features come from the playing pose again. Returns `false` if no group has this
    /// name.
    pub fn unset(&mut self, group: &str) -> bool {
        let place = self.place(group);
        place.inspect(|&place| self.is_set[place] = false).is_some()
    }

    fn place(&self, group: &str) -> Option<usize> {
        self.schema
            .groups()
            .iter()
            .position(|each| each.name == group)
    }

    /// Writes the features of the goal for a search from a pose. Returns `false` and writes nothing if the index has a
    /// different schema or no such pose, or if `features` has the wrong length.
    pub fn write(&self, index: &Index, from: PoseId, features: &mut [f32]) -> bool {
        if *index.schema() != self.schema || !index.features(from, features) {
            return false;
        }
        let mut start = 0;
        for (group, is_set) in self.schema.groups().iter().zip(self.is_set) {
            let stop = start + group.source.feature_count();
            if is_set {
                features[start..stop].copy_from_slice(&self.values[start..stop]);
            }
            start = stop;
        }
        true
    }
}

/// The reason why a group of a goal could not be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalError {
    /// The schema has no group with this name.
    UnknownGroup,
    /// The number of values is not the number of the group's features.
    Length {
        /// The number of given values.
        values: usize,
        /// The number of features of the group.
        expected: usize,
    },
    /// A value is NaN or infinite.
    NotFinite {
        /// The index of the value.
        index: usize,
    },
}

footwork_base::display! { GoalError:
    Self::UnknownGroup => "the schema has no group of this name";
    Self::Length { values, expected } => "{values} values for a group of {expected} features";
    Self::NotFinite { index } => "value {index} is not a finite number";
}

impl std::error::Error for GoalError {}
