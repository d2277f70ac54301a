//! Channels: their measures, and their names in queries.

use std::fmt;
use std::str::FromStr;

use footwork_base::{Name, nearest};
use thiserror::Error;

/// A channel: a measure of a clip or its root, or of one joint.
///
/// ```
/// use footwork_clip::{Channel, JointMeasure};
///
/// let foot: Channel = "LeftFoot.height".parse().unwrap();
/// let expected = Channel::Joint { joint: "LeftFoot".into(), measure: JointMeasure::Height };
/// assert_eq!(foot, expected);
/// let hand: Channel = r#""left hand".speed"#.parse().unwrap();
/// assert_eq!(hand.to_string(), r#""left hand".speed"#);
/// let error = "sped".parse::<Channel>().unwrap_err();
/// assert_eq!(error.suggestion.as_deref(), Some("speed"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// A measure of the clip or its root.
    Root(RootMeasure),
    /// A measure of one joint.
    Joint {
        /// The name of the joint, as spelt in its file, or its role.
        joint: String,
        /// The measure.
        measure: JointMeasure,
    },
}

/// A measure of a clip or its root, the [travelling joint](crate::Clip::travelling_joint).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootMeasure {
    /// Seconds from the first frame.
    Time,
    /// The frame index, from 0.
    Frame,
    /// From 0 on the first frame to 1 on the last.
    Phase,
    /// Horizontal speed, m/s.
    Speed,
    /// Horizontal speed to the character's left, m/s.
    SpeedX,
    /// Horizontal speed straight ahead, m/s.
    SpeedZ,
    /// Rate of change of the heading, rad/s, positive to the left.
    Turn,
    /// Rate of change of the horizontal speed, m/s².
    Accel,
    /// Height of the root above y = 0, m.
    Height,
    /// Speed of the ground below the standing feet, m/s.
    GaitSpeed,
}

impl RootMeasure {
    /// All measures.
    pub const ALL: [Self; 10] = [
        Self::Time,
        Self::Frame,
        Self::Phase,
        Self::Speed,
        Self::SpeedX,
        Self::SpeedZ,
        Self::Turn,
        Self::Accel,
        Self::Height,
        Self::GaitSpeed,
    ];

    /// Returns the name of the channel.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Frame => "frame",
            Self::Phase => "phase",
            Self::Speed => "speed",
            Self::SpeedX => "speed_x",
            Self::SpeedZ => "speed_z",
            Self::Turn => "turn",
            Self::Accel => "accel",
            Self::Height => "height",
            Self::GaitSpeed => "gait_speed",
        }
    }
}

/// A measure of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointMeasure {
    /// Height above y = 0, m. The roles `left_foot` and `right_foot` give the height of the [sole](crate::Roles::sole).
    Height,
    /// Speed in three dimensions, m/s.
    Speed,
    /// World x, m.
    X,
    /// World y, m.
    Y,
    /// World z, m.
    Z,
}

impl JointMeasure {
    /// All measures.
    pub const ALL: [Self; 5] = [Self::Height, Self::Speed, Self::X, Self::Y, Self::Z];

    /// Returns the part of the channel name after the joint and a dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::Speed => "speed",
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// Parses a channel name. A joint name that is not plain identifiers joined by dots is written as a JSON
/// string. Whether the clip has the joint is only checked when the channel is computed.
impl FromStr for Channel {
    type Err = ParseChannelError;

    fn from_str(text: &str) -> Result<Self, ParseChannelError> {
        let fail = |suggestion: Option<String>| ParseChannelError {
            text: text.to_owned(),
            suggestion,
        };
        let name: Name = text.parse().map_err(|_| fail(None))?;
        let parts: Vec<_> = name.parts().collect();
        let Some((last, joint)) = parts.split_last() else {
            return Err(fail(None));
        };
        if joint.is_empty() {
            return match RootMeasure::ALL.into_iter().find(|m| m.name() == last) {
                Some(measure) => Ok(Self::Root(measure)),
                None => {
                    let names = RootMeasure::ALL.map(RootMeasure::name);
                    Err(fail(nearest(last, names).map(str::to_owned)))
                }
            };
        }
        let joint = joint.join(".");
        match JointMeasure::ALL.into_iter().find(|m| m.name() == last) {
            Some(measure) => Ok(Self::Joint { joint, measure }),
            None => {
                let measure = nearest(last, JointMeasure::ALL.map(JointMeasure::name));
                let parent = name.parent();
                let both = measure.zip(parent);
                Err(fail(
                    both.map(|(measure, parent)| format!("{parent}.{measure}")),
                ))
            }
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(measure) => f.write_str(measure.name()),
            Self::Joint { joint, measure } => {
                let parts = joint.split('.');
                match Name::from_parts(parts) {
                    Some(name) => write!(f, "{name}.{}", measure.name()),
                    // An empty part of the joint's name cannot be written as an identifier, so the whole name is one
                    // quoted part.
                    None => match Name::from_parts([joint.as_str()]) {
                        Some(name) => write!(f, "{name}.{}", measure.name()),
                        None => write!(f, "\"\".{}", measure.name()),
                    },
                }
            }
        }
    }
}

/// The list of channels, for the hint of an error.
pub(super) const KNOWN_CHANNELS: &str = "channels are time, frame, phase, speed, speed_x, speed_z, turn, accel, \
    height, gait_speed, and height, speed, x, y or z after a joint and a dot";

/// The text is not the name of a channel.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{text}` is not a channel; {}",
    .suggestion.as_ref().map_or(
        KNOWN_CHANNELS.to_owned(),
        |name| format!("did you mean `{name}`?")
    )
)]
pub struct ParseChannelError {
    /// The parsed text.
    pub text: String,
    /// The most likely intended channel.
    pub suggestion: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_channels_parse_back() {
        for text in [
            "time",
            "speed_x",
            "LeftFoot.height",
            "LeftToeBase.End.y",
            r#""mixamorig:Hips".x"#,
            r#""left hand".speed"#,
        ] {
            let channel: Channel = text.parse().unwrap();
            assert_eq!(channel.to_string(), text);
        }
    }

    #[test]
    fn errors_about_unknown_channels_name_the_nearest_channel() {
        let check = |text: &str, suggestion: Option<&str>| {
            let error = text.parse::<Channel>().unwrap_err();
            assert_eq!(error.suggestion.as_deref(), suggestion, "{text}");
        };
        check("spede", Some("speed"));
        check("LeftFoot.hieght", Some("LeftFoot.height"));
        check("elephants", None);
        check("", None);
        check("Left Foot.height", None);
    }
}
