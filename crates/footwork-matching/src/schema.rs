//! Schemas: the features of a pose, their groups, and the weights of groups.

use footwork_base::{FrameRate, Role};

/// The maximum number of features of a schema.
pub const MAX_FEATURES: usize = 256;
/// The maximum number of groups of a schema.
pub const MAX_GROUPS: usize = 32;
/// The maximum number of frames that a trajectory may look ahead.
pub const MAX_HORIZON_FRAMES: u32 = 10_000;
/// The largest weight of a group.
pub const MAX_WEIGHT: f32 = 1e4;

/// The name of a joint, and the name of the joint that replaces it in a mirrored twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The name of the joint in [`MotionClip::joints`](crate::MotionClip::joints).
    pub name: String,
    /// The name of the joint on the opposite side. For a joint in the middle, this is its own name.
    pub mirrored: String,
}

impl Joint {
    /// Creates the joint of a role. Its name is that of the role.
    ///
    /// ```
    /// use footwork_base::Role;
    /// use footwork_matching::Joint;
    ///
    /// assert_eq!(Joint::from_role(Role::LeftFoot).mirrored, "right_foot");
    /// ```
    pub fn from_role(role: Role) -> Self {
        Self {
            name: role.name().to_owned(),
            mirrored: role.mirrored().name().to_owned(),
        }
    }
}

/// The source of a group's features. Positions, velocities and directions are in the space of the character: the origin
/// is the root, +z is the facing, and +x is the left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The position of a joint, in metres: x, y and z.
    Position(Joint),
    /// The velocity of a joint over the ground, in m/s: x, y and z.
    Velocity(Joint),
    /// The future position of the root, in metres: x and z at each horizon.
    TrajectoryPosition {
        /// The horizons, in frames of the index.
        horizons_frames: Vec<u32>,
    },
    /// The future facing of the character, as a unit vector: x and z at each horizon.
    TrajectoryDirection {
        /// The horizons, in frames of the index.
        horizons_frames: Vec<u32>,
    },
    /// One number per frame, supplied with the clip.
    Channel {
        /// The name of the channel in [`MotionClip::channels`](crate::MotionClip::channels).
        name: String,
        /// The name of the channel that replaces this channel in a mirrored twin.
        mirrored: String,
        /// Whether the numbers change sign in a mirrored twin.
        is_negated: bool,
    },
}

impl Source {
    /// Returns the number of features of the group.
    pub fn feature_count(&self) -> usize {
        match self {
            Self::Position(_) | Self::Velocity(_) => 3,
            Self::TrajectoryPosition { horizons_frames }
            | Self::TrajectoryDirection { horizons_frames } => 2 * horizons_frames.len(),
            Self::Channel { .. } => 1,
        }
    }

    pub(crate) fn horizons_frames(&self) -> &[u32] {
        match self {
            Self::TrajectoryPosition { horizons_frames }
            | Self::TrajectoryDirection { horizons_frames } => horizons_frames,
            _ => &[],
        }
    }

    /// Returns a feature's name without the name of its group: an axis, perhaps with a horizon.
    fn feature_suffix(&self, feature: usize) -> String {
        match self {
            Self::Position(_) | Self::Velocity(_) => ["x", "y", "z"][feature % 3].to_owned(),
            Self::TrajectoryPosition { horizons_frames }
            | Self::TrajectoryDirection { horizons_frames } => {
                let axis = ["x", "z"][feature % 2];
                format!("{axis} in {} frames", horizons_frames[feature / 2])
            }
            Self::Channel { .. } => "value".to_owned(),
        }
    }
}

/// Features that share a unit and a weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name, as shown in explanations.
    pub name: String,
    /// The weight of differences, from 0 to [`MAX_WEIGHT`]. The cost of a pose is a sum over all features of (weight ×
    /// difference ÷ deviation of the group)². A search can override the weight.
    pub weight: f32,
    /// The source of the features.
    pub source: Source,
}

/// The features of a pose, in named groups, and the frame rate of the index.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_matching::Schema;
///
/// let schema = Schema::locomotion(FrameRate::whole(60).unwrap());
/// assert_eq!(schema.feature_count(), 27);
/// assert_eq!(schema.feature_name(26), "trajectory direction z in 60 frames");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    rate: FrameRate,
    groups: Vec<Group>,
}

impl Schema {
    /// Creates a schema of groups for poses at the frame rate `rate`.
    ///
    /// # Errors
    /// Returns an error if there is no group, or if there are more than [`MAX_GROUPS`] groups or [`MAX_FEATURES`] features.
    /// Also returns an error if a group has no features, the same name as another group, a weight out of range, or a horizon
    /// of more than [`MAX_HORIZON_FRAMES`] frames.
    pub fn new(rate: FrameRate, groups: Vec<Group>) -> Result<Self, SchemaError> {
        for (index, group) in groups.iter().enumerate() {
            let name = || group.name.clone();
            if groups[..index].iter().any(|other| other.name == group.name) {
                return Err(SchemaError::SameName { name: name() });
            }
            if !(0.0..=MAX_WEIGHT).contains(&group.weight) {
                return Err(SchemaError::Weight {
                    name: name(),
                    weight: group.weight,
                });
            }
            if group.source.feature_count() == 0 {
                return Err(SchemaError::NoFeatures { name: name() });
            }
            let horizons = group.source.horizons_frames().iter();
            if let Some(&frames) = horizons.copied().max().as_ref()
                && frames > MAX_HORIZON_FRAMES
            {
                return Err(SchemaError::Horizon {
                    name: name(),
                    frames,
                });
            }
        }
        let schema = Self { rate, groups };
        match (schema.groups.len(), schema.feature_count()) {
            (0, _) => Err(SchemaError::Empty),
            (..=MAX_GROUPS, ..=MAX_FEATURES) => Ok(schema),
            (groups, features) => Err(SchemaError::TooLarge { groups, features }),
        }
    }

    /// Returns the usual schema of the literature (Clavet 2016; Holden et al. 2020). It has 27 features: the position
    /// and velocity of both feet, the velocity of the hips, and the position and direction of the trajectory after 1/3,
    /// 2/3 and 1 second.
    pub fn locomotion(rate: FrameRate) -> Self {
        let thirds = |count: u128| {
            let (frames, secs) = (
                u128::from(rate.numerator()) * count,
                3 * u128::from(rate.denominator()),
            );
            let frames = u32::try_from((2 * frames + secs) / (2 * secs)).unwrap_or(u32::MAX);
            frames.min(MAX_HORIZON_FRAMES)
        };
        let horizons_frames = vec![thirds(1), thirds(2), thirds(3)];
        let joint = Joint::from_role;
        let group = |name: &str, weight, source| Group {
            name: name.to_owned(),
            weight,
            source,
        };
        let [left, right] = [Role::LeftFoot, Role::RightFoot];
        let groups = vec![
            group("left foot position", 0.75, Source::Position(joint(left))),
            group("right foot position", 0.75, Source::Position(joint(right))),
            group("left foot velocity", 1.0, Source::Velocity(joint(left))),
            group("right foot velocity", 1.0, Source::Velocity(joint(right))),
            group("hip velocity", 1.0, Source::Velocity(joint(Role::Hips))),
            group(
                "trajectory position",
                1.0,
                Source::TrajectoryPosition {
                    horizons_frames: horizons_frames.clone(),
                },
            ),
            group(
                "trajectory direction",
                1.5,
                Source::TrajectoryDirection { horizons_frames },
            ),
        ];
        Self { rate, groups }
    }

    /// Returns the frame rate of the index, to which clips are resampled.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Returns the groups, in the order of their features.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the number of features of a pose.
    pub fn feature_count(&self) -> usize {
        let counts = self.groups.iter().map(|group| group.source.feature_count());
        counts.sum()
    }

    /// Returns the indexes of a group's features in the features of a pose; `None` if no group has this name.
    pub fn features_of(&self, group: &str) -> Option<std::ops::Range<usize>> {
        let mut start = 0;
        for each in &self.groups {
            let stop = start + each.source.feature_count();
            if each.name == group {
                return Some(start..stop);
            }
            start = stop;
        }
        None
    }

    /// Returns the index of a feature's group, and the index of the feature within the group.
    ///
    /// # Panics
    /// Panics if there is no such feature.
    pub(crate) fn group_of(&self, feature: usize) -> (usize, usize) {
        let mut rest = feature;
        for (index, group) in self.groups.iter().enumerate() {
            match rest.checked_sub(group.source.feature_count()) {
                Some(left) => rest = left,
                None => return (index, rest),
            }
        }
        panic!("there is no feature {feature}")
    }

    /// Returns the group of each of the given features.
    ///
    /// # Panics
    /// Panics if there is no such feature.
    pub(crate) fn groups_of(&self, features: &[u16]) -> Vec<usize> {
        let group = |&feature: &u16| self.group_of(feature as usize).0;
        features.iter().map(group).collect()
    }

    /// Returns the name of a feature, such as `left foot position x`.
    ///
    /// # Panics
    /// Panics if there is no such feature.
    pub fn feature_name(&self, feature: usize) -> String {
        let (group, rest) = self.group_of(feature);
        let group = &self.groups[group];
        format!("{} {}", group.name, group.source.feature_suffix(rest))
    }

    /// Returns the farthest horizon of all trajectories, in frames of the index.
    pub(crate) fn horizon_frames(&self) -> u32 {
        let horizons = self.groups.iter().flat_map(|g| g.source.horizons_frames());
        horizons.copied().max().unwrap_or(0)
    }
}

/// The reason why groups do not form a schema.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SchemaError {
    /// There are no groups.
    Empty,
    /// Two groups have the same name.
    SameName {
        /// The name.
        name: String,
    },
    /// A weight is negative, above [`MAX_WEIGHT`] or not a number.
    Weight {
        /// The name of the group.
        name: String,
        /// The weight.
        weight: f32,
    },
    /// A trajectory has no horizons.
    NoFeatures {
        /// The name of the group.
        name: String,
    },
    /// A trajectory looks farther ahead than [`MAX_HORIZON_FRAMES`].
    Horizon {
        /// The name of the group.
        name: String,
        /// The horizon, in frames.
        frames: u32,
    },
    /// There are more than [`MAX_GROUPS`] groups or [`MAX_FEATURES`] features.
    TooLarge {
        /// The number of groups.
        groups: usize,
        /// The number of features.
        features: usize,
    },
}

footwork_base::display! { SchemaError:
    Self::Empty => "a schema needs at least one group";
    Self::SameName { name } => "two groups are called `{name}`";
    Self::Weight { name, weight } => "the weight of `{name}` is {weight}, not between 0 and {MAX_WEIGHT}";
    Self::NoFeatures { name } => "the group `{name}` has no features";
    Self::Horizon { name, frames } => "`{name}` looks {frames} frames ahead; at most {MAX_HORIZON_FRAMES} are possible";
    Self::TooLarge { groups, features } => "{groups} groups with {features} features; at most {MAX_GROUPS} with {MAX_FEATURES} are possible";
}

impl std::error::Error for SchemaError {}
