//! The specification of a network's columns. It travels with the network.

mod difference;
mod event;
mod file;
mod onnx;
mod rows;

use footwork_base::{FrameRate, Heading, Role};

use crate::channel::ChannelFeatures;
use crate::columns::{Column, PoseColumns, PoseGroup};
use crate::pose_features::PoseFeatures;
use crate::skeleton::Skeleton;

pub use difference::SpecDifference;
pub use event::{SpecEvent, SpecTarget};
pub use file::{ReadSpecError, SPEC_KEY, SPEC_VERSION};
pub use rows::{Scaling, ScalingError, SpecRows};

/// The maximum frame rate, in frames per second.
const MAX_RATE: f64 = 1000.0;

/// The maximum number of columns.
const MAX_COLUMNS: usize = 65_536;

/// The maximum number of frames.
const MAX_FRAMES: u32 = 4096;

/// The maximum product of frames and inputs.
const MAX_NUMBERS: u64 = 1 << 24;

/// A joint with pose columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecJoint {
    /// The role or name of the joint, as in the names of columns.
    pub name: String,
    /// The name of the joint's parent in the skeleton of the training data; `None` for a root.
    pub parent: Option<String>,
}

/// The specification of a network: everything that a program needs to fill its input and to read its output. It lists
/// the columns with their order, units, rate and scaling, and the columns that the network takes and returns.
///
/// The columns of the channels come first, followed by those of the events, the tags and the poses, as in
/// [`Self::columns`]. [`Self::to_json`] writes them with their names and units. [`Self::from_json`] rejects a text if
/// this version would compute its columns differently.
///
/// ```
/// use footwork_features::{FeatureSpec, PoseGroup, SpecEvent};
///
/// let mut spec = FeatureSpec::new("30".parse().unwrap());
/// spec.events = vec![SpecEvent::encoded("Foot.Left", 0.3, 0.03)];
/// spec.poses = vec![PoseGroup::Root];
/// spec.travelling = Some("hips".into());
/// spec.inputs = spec.columns()[2..].iter().map(|column| column.name.clone()).collect();
/// spec.outputs = vec!["Foot.Left.sin".into(), "Foot.Left.cos".into()];
/// let text = spec.to_json().unwrap();
/// assert_eq!(FeatureSpec::from_json(&text).unwrap(), spec);
/// assert!(FeatureSpec::from_json(&text.replace("0.03", "0.04")).unwrap_err().to_string().contains("changed"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureSpec {
    /// Frames per second of all columns.
    pub rate: FrameRate,
    /// The source of the heading.
    pub heading: Heading,
    /// The role of the travelling joint, or its name if it has no role; `None` if no column depends on the joint.
    pub travelling: Option<String>,
    /// The channels of clips and their units. The program computes their values.
    pub channels: Vec<Column>,
    /// The events.
    pub events: Vec<SpecEvent>,
    /// Tags, as 0 or 1.
    pub tags: Vec<String>,
    /// The groups of pose columns.
    pub poses: Vec<PoseGroup>,
    /// The joints of the pose columns.
    pub joints: Vec<SpecJoint>,
    /// The joints of the training skeleton by role, in the order of the roles.
    pub roles: Vec<(Role, String)>,
    /// The mean and deviation of each column; `None` if the columns are not scaled.
    pub scaling: Option<Scaling>,
    /// The number of consecutive frames that the network takes, at least 1. The newest frame is last.
    pub frames: u32,
    /// The columns that the network takes, in the order of its input.
    pub inputs: Vec<String>,
    /// The columns that the network returns, in the order of its output.
    pub outputs: Vec<String>,
}

/// The reason why a specification is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// Two columns have the same name, or a column is listed twice as an input or an output.
    Twice {
        /// The name.
        name: String,
    },
    /// An input, an output or an unscaled column is not among the columns.
    NoColumn {
        /// The name.
        name: String,
    },
    /// The window or the smoothing of an event is out of range.
    BadEvent {
        /// The event.
        name: String,
    },
    /// The threshold or the shortest gap of an event is out of range.
    BadProbability {
        /// The event.
        name: String,
    },
    /// The number of frames is 0.
    NoFrames,
    /// There are too many frames.
    TooManyFrames {
        /// The number of frames.
        frames: u32,
    },
    /// The network takes too many numbers at once.
    TooManyNumbers {
        /// The number of frames.
        frames: u32,
        /// The number of inputs.
        inputs: usize,
    },
    /// There are too many columns.
    TooManyColumns {
        /// The number of columns.
        columns: usize,
    },
    /// The rate is out of range.
    BadRate {
        /// Frames per second.
        rate: FrameRate,
    },
    /// Columns of poses depend on the travelling joint, but the specification has none.
    NoTravelling,
    /// The means and deviations do not fit the columns.
    Scaling(ScalingError),
    /// The groups of poses are not in the order of [`PoseGroup::ALL`], or one occurs twice.
    Groups,
}

footwork_base::display! { SpecError:
    Self::Twice { name } => "the column `{name}` occurs twice";
    Self::NoColumn { name } => "there is no column `{name}`";
    Self::BadEvent { name } => "the event `{name}` needs a window above 0 s, and a smoothing from 0 s to the window";
    Self::BadProbability { name } => "the event `{name}` needs a threshold above 0 and at most 1, and a shortest gap of at least 0 s";
    Self::NoFrames => "a network takes at least 1 frame";
    Self::TooManyFrames { frames } => "a network takes at most {MAX_FRAMES} frames, not {frames}";
    Self::TooManyNumbers { frames, inputs } => "a network takes at most {MAX_NUMBERS} numbers at once, not {frames} frames of {inputs} inputs";
    Self::TooManyColumns { columns } => "a specification has at most {MAX_COLUMNS} columns, not {columns}";
    Self::BadRate { rate } => "the rate must be above 0 and at most {MAX_RATE} frames per second, not {rate}";
    Self::NoTravelling => "the columns of poses need a travelling joint, such as hips";
    Self::Scaling(_) => "the means and deviations do not fit the columns";
    Self::Groups => "groups of poses must be in the order rotations, positions, velocities, root, contacts, each once";
}

impl std::error::Error for SpecError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Scaling(error) => Some(error),
            _ => None,
        }
    }
}

impl FeatureSpec {
    /// Creates a specification without columns, for a network that takes one frame.
    pub fn new(rate: FrameRate) -> Self {
        Self {
            rate,
            heading: Heading::default(),
            travelling: None,
            channels: Vec::new(),
            events: Vec::new(),
            tags: Vec::new(),
            poses: Vec::new(),
            joints: Vec::new(),
            roles: Vec::new(),
            scaling: None,
            frames: 1,
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Sets the joints, the roles and the travelling joint from a skeleton. `joints` are roles or names. `None` stands
    /// for all joints.
    pub fn set_skeleton(&mut self, skeleton: &Skeleton, joints: Option<&[String]>) {
        let all = skeleton.joints();
        let parent = |index: usize| all[index].parent.map(|parent| all[parent].name.clone());
        let spec_joint = |name: &str, index: Option<usize>| SpecJoint {
            name: name.to_owned(),
            parent: index.and_then(parent),
        };
        self.joints = match joints {
            Some(joints) => {
                let each = joints.iter();
                each.map(|name| spec_joint(name, skeleton.resolve(name)))
                    .collect()
            }
            None => {
                let each = all.iter().enumerate();
                each.map(|(index, joint)| spec_joint(&joint.name, Some(index)))
                    .collect()
            }
        };
        self.travelling = Some(skeleton.travelling_name().to_owned());
        let roles = skeleton.roles().iter();
        self.roles = roles
            .map(|(role, joint)| (*role, all[*joint].name.clone()))
            .collect();
    }

    /// Returns the pose columns.
    pub fn pose_columns(&self) -> PoseColumns {
        let joints = self.joints.iter().map(|joint| joint.name.clone());
        PoseColumns::new(&self.poses, joints.collect())
    }

    /// Returns all columns in order: channels, events, tags, poses.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = self.channels.clone();
        for event in &self.events {
            let names = event.columns().into_iter();
            columns.extend(names.map(|name| Column::new(name, "")));
        }
        columns.extend(self.tags.iter().map(|tag| Column::new(tag, "")));
        columns.extend(self.pose_columns().columns());
        columns
    }

    /// Checks that the columns, the scaling, the inputs and the outputs fit each other.
    ///
    /// # Errors
    /// Returns the first [`SpecError`] that it finds.
    pub fn check(&self) -> Result<(), SpecError> {
        self.check_limits()?;
        if self.poses != self.pose_columns().groups() {
            return Err(SpecError::Groups);
        }
        let columns = self.columns();
        let mut names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
        names.sort_unstable();
        let twice = |names: &[&str]| {
            let pair = names.windows(2).find(|pair| pair[0] == pair[1]);
            pair.map(|pair| SpecError::Twice {
                name: pair[0].to_owned(),
            })
        };
        if let Some(error) = twice(&names) {
            return Err(error);
        }
        let unscaled = self.scaling.iter().flat_map(|scaling| &scaling.unscaled);
        for name in self.inputs.iter().chain(&self.outputs).chain(unscaled) {
            if names.binary_search(&name.as_str()).is_err() {
                return Err(SpecError::NoColumn { name: name.clone() });
            }
        }
        for list in [&self.inputs, &self.outputs] {
            let mut names: Vec<&str> = list.iter().map(String::as_str).collect();
            names.sort_unstable();
            if let Some(error) = twice(&names) {
                return Err(error);
            }
        }
        for event in &self.events {
            event.check()?;
        }
        if self.travelling.is_none() && self.needs_travelling() {
            return Err(SpecError::NoTravelling);
        }
        let scaling = self.scaling.as_ref();
        scaling
            .map_or(Ok(()), |scaling| scaling.check(columns.len()))
            .map_err(SpecError::Scaling)
    }

    /// Checks the rate and the sizes, before the names of columns are built.
    fn check_limits(&self) -> Result<(), SpecError> {
        let rate = self.rate.as_f64();
        if !(rate > 0.0 && rate <= MAX_RATE) {
            return Err(SpecError::BadRate { rate: self.rate });
        }
        let own = self.channels.len() + 2 * self.events.len() + self.tags.len();
        let columns = own + self.pose_columns().count();
        if columns > MAX_COLUMNS {
            return Err(SpecError::TooManyColumns { columns });
        }
        let (frames, inputs) = (self.frames, self.inputs.len());
        if frames == 0 {
            return Err(SpecError::NoFrames);
        }
        if frames > MAX_FRAMES {
            return Err(SpecError::TooManyFrames { frames });
        }
        let per_frame = u64::try_from(inputs).unwrap_or(u64::MAX);
        if u64::from(frames).saturating_mul(per_frame) > MAX_NUMBERS {
            return Err(SpecError::TooManyNumbers { frames, inputs });
        }
        Ok(())
    }

    /// Returns whether any column depends on the heading and the travelling joint.
    fn needs_travelling(&self) -> bool {
        self.poses.iter().any(|group| *group != PoseGroup::Contacts)
    }

    /// Prepares the pose columns for a skeleton.
    ///
    /// # Errors
    /// Returns the first [`SpecDifference`]. It can be a joint or role that the skeleton lacks, a role of the heading
    /// that the training skeleton lacked, a joint with another parent, or another travelling joint. The parents of
    /// joints found by role are not compared, because they differ between skeletons.
    pub fn pose_features(&self, skeleton: &Skeleton) -> Result<PoseFeatures, SpecDifference> {
        if let Some(difference) = difference::of_skeleton(self, skeleton) {
            return Err(difference);
        }
        let columns = self.pose_columns();
        PoseFeatures::new(columns, skeleton.clone(), self.heading, self.rate)
            .map_err(SpecDifference::NoJoint)
    }

    /// Prepares the channels for a skeleton.
    ///
    /// # Errors
    /// Returns the first [`SpecDifference`]. It can be a channel that cannot be computed frame by frame, a unit that
    /// differs from the training data, or another travelling joint.
    pub fn channel_features(&self, skeleton: &Skeleton) -> Result<ChannelFeatures, SpecDifference> {
        let names = self.channels.iter().map(|column| column.name.clone());
        let (names, skeleton) = (names.collect(), skeleton.clone());
        let found = ChannelFeatures::new(names, skeleton, self.heading, self.rate)
            .map_err(SpecDifference::Channel)?;
        let mut difference = difference::of_columns(&self.channels, &found.columns());
        if difference.is_none() && found.needs_travelling() {
            difference = difference::of_travelling(self, &found.skeleton);
        }
        difference.map_or(Ok(found), Err)
    }
}
