//! Channels of clips by name, and the joints and neighbouring frames that each channel needs.
//!
//! `docs/guides/queries.md` lists the channels. The reader of clips defines them for whole clips. A test in
//! `tools/footwork-pipeline` compares both definitions on the samples.

use footwork_base::{FrameRate, Heading, Name, Role, nearest};

use crate::columns::Column;
use crate::heading::Facing;
use crate::pose_features::UnknownJoint;
use crate::skeleton::Skeleton;

/// Channels of clips for one skeleton, ready to be computed by a [`ChannelStream`](crate::ChannelStream).
///
/// | channel | value | known after |
/// |---|---|---|
/// | `time`, `frame` | seconds and frames since the first frame | at once |
/// | `height`, `<joint>.height`, `<joint>.x`, `.y`, `.z` | world position, m; `left_foot.height` is that of the [sole](Skeleton::with_soles) | at once |
/// | `speed`, `speed_x`, `speed_z`, `<joint>.speed` | speed over the ground, to the left, ahead, and of a joint in space, m/s | 1 frame |
/// | `turn` | change of the heading, rad/s | 1 frame |
/// | `accel` | change of `speed`, m/s² | 2 frames |
///
/// Rates of change are central differences, so each needs the frame after its own. `phase`, `gait_speed` and windows
/// such as `mean(speed, 0.3s)` need more frames of the clip, and are not available here.
#[derive(Clone, Debug)]
pub struct ChannelFeatures {
    names: Vec<String>,
    pub(crate) measures: Vec<Measure>,
    /// The joints whose positions are kept. Measures refer to their indices in this list.
    pub(crate) joints: Vec<usize>,
    pub(crate) skeleton: Skeleton,
    pub(crate) facing: Facing,
    pub(crate) rate: FrameRate,
}

/// The value of a channel on a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Time,
    Frame,
    Speed,
    SpeedX,
    SpeedZ,
    Turn,
    Accel,
    /// The height of the travelling joint.
    Height,
    /// The lowest of one or more kept positions.
    Lowest(Vec<usize>),
    /// A coordinate of a kept position.
    Axis(usize, usize),
    /// The speed of a kept position.
    SpeedOf(usize),
}

/// The channels that name no joint.
const MEASURES: [(&str, Measure); 8] = [
    ("time", Measure::Time),
    ("frame", Measure::Frame),
    ("speed", Measure::Speed),
    ("speed_x", Measure::SpeedX),
    ("speed_z", Measure::SpeedZ),
    ("turn", Measure::Turn),
    ("accel", Measure::Accel),
    ("height", Measure::Height),
];

/// The channels that need the whole clip.
const WHOLE_CLIP: [&str; 2] = ["phase", "gait_speed"];

const OF_JOINTS: [&str; 5] = ["height", "speed", "x", "y", "z"];

impl Measure {
    fn unit(&self) -> &'static str {
        match self {
            Self::Time => "s",
            Self::Frame => "frames",
            Self::Speed | Self::SpeedX | Self::SpeedZ | Self::SpeedOf(_) => "m/s",
            Self::Turn => "rad/s",
            Self::Accel => "m/s²",
            Self::Height | Self::Lowest(_) | Self::Axis(..) => "m",
        }
    }

    /// Returns the number of later frames that the measure needs.
    fn delay_frames(&self) -> u32 {
        match self {
            Self::Time | Self::Frame | Self::Height | Self::Lowest(_) | Self::Axis(..) => 0,
            Self::Speed | Self::SpeedX | Self::SpeedZ | Self::Turn | Self::SpeedOf(_) => 1,
            Self::Accel => 2,
        }
    }

    fn needs_heading(&self) -> bool {
        matches!(self, Self::SpeedX | Self::SpeedZ | Self::Turn)
    }

    fn needs_travelling(&self) -> bool {
        self.needs_heading() || matches!(self, Self::Speed | Self::Accel | Self::Height)
    }
}

/// The reason why a channel cannot be computed frame by frame.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChannelError {
    /// The text is not the name of a channel.
    Unknown {
        /// The text.
        name: String,
        /// The channel that was probably intended.
        suggestion: Option<String>,
    },
    /// The channel needs more frames than two before and two after its own.
    WholeClip {
        /// The channel.
        name: String,
    },
    /// The skeleton lacks the joint of the channel.
    NoJoint(UnknownJoint),
}

footwork_base::display! { ChannelError:
    Self::Unknown { name, suggestion: Some(known) } => "`{name}` is not a channel; did you mean `{known}`?";
    Self::Unknown { name, suggestion: None } => "`{name}` is not a channel";
    Self::WholeClip { name } => "the channel `{name}` needs more than two frames before and after; the program must compute it";
    Self::NoJoint(error) => "{error}";
}

impl std::error::Error for ChannelError {}

impl ChannelFeatures {
    /// Finds the channels in a skeleton. A joint is found by its name, or otherwise by its role.
    ///
    /// # Errors
    /// Returns [`ChannelError`] for the first channel that cannot be computed frame by frame.
    pub fn new(
        names: Vec<String>,
        skeleton: Skeleton,
        heading: Heading,
        rate: FrameRate,
    ) -> Result<Self, ChannelError> {
        let mut found = Self {
            facing: Facing::new(&skeleton, heading),
            measures: Vec::new(),
            joints: Vec::new(),
            names: Vec::new(),
            skeleton,
            rate,
        };
        for name in &names {
            let measure = found.measure(name)?;
            found.measures.push(measure);
        }
        found.names = names;
        Ok(found)
    }

    /// Returns the names and units, in the order of a row.
    pub fn columns(&self) -> Vec<Column> {
        let each = self.names.iter().zip(&self.measures);
        each.map(|(name, measure)| Column::new(name, measure.unit()))
            .collect()
    }

    /// Returns the number of channels.
    pub fn count(&self) -> usize {
        self.measures.len()
    }

    /// Returns the number of later frames that a row needs, from 0 to 2.
    pub fn delay_frames(&self) -> u32 {
        let each = self.measures.iter().map(Measure::delay_frames);
        each.max().unwrap_or(0)
    }

    /// Returns whether a row depends on the heading.
    pub(crate) fn needs_heading(&self) -> bool {
        self.measures.iter().any(Measure::needs_heading)
    }

    /// Returns whether a row depends on the travelling joint.
    pub(crate) fn needs_travelling(&self) -> bool {
        self.measures.iter().any(Measure::needs_travelling)
    }

    fn measure(&mut self, text: &str) -> Result<Measure, ChannelError> {
        let whole_clip = || ChannelError::WholeClip {
            name: text.to_owned(),
        };
        let unknown = |suggestion: Option<String>| ChannelError::Unknown {
            name: text.to_owned(),
            suggestion,
        };
        let Ok(name) = text.parse::<Name>() else {
            let is_window = text.contains('(');
            return Err(if is_window {
                whole_clip()
            } else {
                unknown(None)
            });
        };
        let parts: Vec<_> = name.parts().collect();
        let Some((measure, joint)) = parts.split_last() else {
            return Err(unknown(None));
        };
        if joint.is_empty() {
            if WHOLE_CLIP.contains(&&**measure) {
                return Err(whole_clip());
            }
            let found = MEASURES.into_iter().find(|(name, _)| name == measure);
            let names = MEASURES.map(|(name, _)| name);
            return found
                .map(|(_, found)| found)
                .ok_or_else(|| unknown(nearest(measure, names).map(str::to_owned)));
        }
        if !OF_JOINTS.contains(&&**measure) {
            let near = nearest(measure, OF_JOINTS).zip(name.parent());
            return Err(unknown(near.map(|(near, joint)| format!("{joint}.{near}"))));
        }
        let joint = joint.join(".");
        let Some(index) = self.skeleton.resolve(&joint) else {
            return Err(ChannelError::NoJoint(UnknownJoint {
                suggestion: self.skeleton.suggestion(&joint),
                name: joint,
            }));
        };
        Ok(match &**measure {
            "height" => Measure::Lowest(self.lowest(&joint, index)),
            "speed" => Measure::SpeedOf(self.place(index)),
            "x" => Measure::Axis(self.place(index), 0),
            "y" => Measure::Axis(self.place(index), 1),
            _ => Measure::Axis(self.place(index), 2),
        })
    }

    /// Returns the kept positions whose lowest gives the height of a joint: the joint's own position, or those of the
    /// sole for a foot named by its role.
    fn lowest(&mut self, name: &str, index: usize) -> Vec<usize> {
        let role = name.parse::<Role>().ok();
        let role = role.filter(|role| self.skeleton.role(*role) == Some(index));
        let sole = role.and_then(|role| self.skeleton.sole(role));
        let joints = sole.unwrap_or_else(|| vec![index]);
        joints.into_iter().map(|joint| self.place(joint)).collect()
    }

    /// Returns the index of a joint among the kept positions, adding the joint if needed.
    fn place(&mut self, joint: usize) -> usize {
        let known = self.joints.iter().position(|other| *other == joint);
        known.unwrap_or_else(|| {
            self.joints.push(joint);
            self.joints.len() - 1
        })
    }
}
