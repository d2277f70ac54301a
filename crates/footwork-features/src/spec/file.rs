//! Specifications as JSON. The text is stored next to a checkpoint and in the metadata of an ONNX file.
//!
//! `docs/formats.md` describes the keys. The hash covers the specification as this module writes it. Spaces and the
//! order of keys therefore do not matter, but every name and number does.

use footwork_base::{FrameRate, Heading};
use serde::{Deserialize, Serialize};

use super::difference::{SpecDifference, of_columns};
use super::{FeatureSpec, Scaling, SpecError, SpecEvent, SpecJoint, SpecTarget};
use crate::columns::{Column, PoseGroup};

/// The key of the specification in the metadata of ONNX files.
pub const SPEC_KEY: &str = "footwork.features";

/// The version of the format and of the computation of columns. Version 2 added events as probabilities. A
/// specification without such events is written as version 1.
pub const SPEC_VERSION: u32 = 2;

/// The reason why a text is not a specification that this version can use.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReadSpecError {
    /// The bytes are not an ONNX file.
    NotOnnx,
    /// The metadata of an ONNX file has no specification.
    NoSpec,
    /// The text is not JSON, or lacks or misspells a key.
    NotASpec {
        /// The problem, with its place in the text.
        message: String,
    },
    /// The text is from a newer version.
    Newer {
        /// The version of the text.
        version: u32,
    },
    /// The text was changed after it was written.
    Changed {
        /// The hash in the text.
        expected: String,
        /// The hash of the specification as read.
        found: String,
    },
    /// The columns in the text differ from the columns that this version computes.
    Columns(SpecDifference),
    /// The parts of the specification do not fit together.
    Invalid(SpecError),
}

footwork_base::display! { ReadSpecError:
    Self::NotOnnx => "neither an ONNX file nor the JSON of a specification";
    Self::NoSpec => "the ONNX file has no `{SPEC_KEY}` in its metadata; write it with FeatureSpec.to_onnx in Python";
    Self::NotASpec { message } => "not a specification of a network: {message}";
    Self::Newer { version } => "the specification has version {version}, newer than {SPEC_VERSION}: open it with a newer Footwork";
    Self::Changed { expected, found } => "the specification was changed after it was written: its hash is {found}, not {expected}; write it again from the program that trained the network";
    Self::Columns(_) => "this version of Footwork computes other columns";
    Self::Invalid(_) => "the parts of the specification do not fit each other";
}

impl std::error::Error for ReadSpecError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Columns(difference) => Some(difference),
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    hash: String,
    spec: Body,
}

/// Only the version, so that a text from a newer version is refused for its version and not for unknown keys.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    rate: String,
    frames: u32,
    heading: String,
    travelling: Option<String>,
    columns: Vec<[String; 2]>,
    inputs: Vec<String>,
    outputs: Vec<String>,
    channels: Vec<String>,
    events: Vec<Event>,
    tags: Vec<String>,
    poses: Vec<String>,
    joints: Vec<Joint>,
    roles: Vec<[String; 2]>,
    scaling: Option<Scale>,
}

/// An event. It has either a window and a smoothing, or a threshold and a shortest gap.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    window_secs: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sigma_secs: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_gap_secs: Option<f64>,
}

impl Event {
    fn from_spec(event: &SpecEvent) -> Self {
        let name = event.name.clone();
        match event.target {
            SpecTarget::Encoded {
                window_secs,
                sigma_secs,
            } => Self {
                name,
                window_secs: Some(window_secs),
                sigma_secs: Some(sigma_secs),
                threshold: None,
                min_gap_secs: None,
            },
            SpecTarget::Probability {
                threshold,
                min_gap_secs,
            } => Self {
                name,
                window_secs: None,
                sigma_secs: None,
                threshold: Some(threshold),
                min_gap_secs: Some(min_gap_secs),
            },
        }
    }

    fn into_spec(self) -> Result<SpecEvent, ReadSpecError> {
        let encoded = self.window_secs.zip(self.sigma_secs);
        let probability = self.threshold.zip(self.min_gap_secs);
        let name = self.name;
        match (encoded, probability) {
            (Some((window_secs, sigma_secs)), None) => {
                Ok(SpecEvent::encoded(name, window_secs, sigma_secs))
            }
            (None, Some((threshold, min_gap_secs))) => {
                Ok(SpecEvent::probability(name, threshold, min_gap_secs))
            }
            _ => Err(bad(format!(
                "the event `{name}` needs `window_secs` and `sigma_secs`, or `threshold` and `min_gap_secs`"
            ))),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Joint {
    name: String,
    parent: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scale {
    mean: Vec<f32>,
    deviation: Vec<f32>,
    unscaled: Vec<String>,
}

impl FeatureSpec {
    /// Returns the specification as JSON, without line breaks.
    ///
    /// # Errors
    /// Returns the first error of [`Self::check`].
    pub fn to_json(&self) -> Result<String, SpecError> {
        self.check()?;
        let spec = Body::from_spec(self);
        let file = File {
            version: if has_probabilities(self) {
                SPEC_VERSION
            } else {
                1
            },
            hash: hash(&text(&spec)),
            spec,
        };
        Ok(text(&file))
    }

    /// Returns the hash of the specification: 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        hash(&text(&Body::from_spec(self)))
    }

    /// Reads the text of [`Self::to_json`].
    ///
    /// # Errors
    /// Returns [`ReadSpecError`] if this version cannot use the text.
    pub fn from_json(json: &str) -> Result<Self, ReadSpecError> {
        let not_a_spec = |error: serde_json::Error| ReadSpecError::NotASpec {
            message: error.to_string(),
        };
        let Version { version } = serde_json::from_str(json).map_err(not_a_spec)?;
        if version > SPEC_VERSION {
            return Err(ReadSpecError::Newer { version });
        }
        let File {
            hash: expected,
            spec: body,
            ..
        } = serde_json::from_str(json).map_err(not_a_spec)?;
        let found = hash(&text(&body));
        if expected != found {
            return Err(ReadSpecError::Changed { expected, found });
        }
        let columns: Vec<Column> = body
            .columns
            .iter()
            .map(|[name, unit]| Column::new(name, unit))
            .collect();
        let spec = body.into_spec()?;
        spec.check_limits().map_err(ReadSpecError::Invalid)?;
        if let Some(difference) = of_columns(&columns, &spec.columns()) {
            return Err(ReadSpecError::Columns(difference));
        }
        spec.check().map_err(ReadSpecError::Invalid)?;
        Ok(spec)
    }
}

fn has_probabilities(spec: &FeatureSpec) -> bool {
    let is_one = |event: &SpecEvent| matches!(event.target, SpecTarget::Probability { .. });
    spec.events.iter().any(is_one)
}

/// Returns a value as JSON. The values have only lists, texts and numbers, so this cannot fail. A number that is not
/// finite becomes null.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the 64-bit FNV-1a hash of a text.
fn hash(text: &str) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(start, mix))
}

impl Body {
    fn from_spec(spec: &FeatureSpec) -> Self {
        let columns = spec.columns().into_iter();
        let joint = |joint: &SpecJoint| Joint {
            name: joint.name.clone(),
            parent: joint.parent.clone(),
        };
        let roles = spec.roles.iter();
        Self {
            rate: spec.rate.to_string(),
            frames: spec.frames,
            heading: spec.heading.to_string(),
            travelling: spec.travelling.clone(),
            columns: columns.map(|column| [column.name, column.unit]).collect(),
            inputs: spec.inputs.clone(),
            outputs: spec.outputs.clone(),
            channels: spec
                .channels
                .iter()
                .map(|channel| channel.name.clone())
                .collect(),
            events: spec.events.iter().map(Event::from_spec).collect(),
            tags: spec.tags.clone(),
            poses: spec.poses.iter().map(ToString::to_string).collect(),
            joints: spec.joints.iter().map(joint).collect(),
            roles: roles
                .map(|(role, joint)| [role.to_string(), joint.clone()])
                .collect(),
            scaling: spec.scaling.as_ref().map(|scaling| Scale {
                mean: scaling.mean.clone(),
                deviation: scaling.deviation.clone(),
                unscaled: scaling.unscaled.clone(),
            }),
        }
    }

    fn into_spec(self) -> Result<FeatureSpec, ReadSpecError> {
        // The channels are the first columns, and get their units from there.
        let units = self.columns.into_iter().map(|[_, unit]| unit);
        let units = units.chain(std::iter::repeat(String::new()));
        let channels = self.channels.into_iter().zip(units);
        let roles = self
            .roles
            .into_iter()
            .map(|[role, joint]| Ok((role.parse().map_err(bad)?, joint)));
        let poses = self
            .poses
            .iter()
            .map(|group| group.parse::<PoseGroup>().map_err(bad));
        Ok(FeatureSpec {
            rate: self.rate.parse::<FrameRate>().map_err(bad)?,
            heading: self.heading.parse::<Heading>().map_err(bad)?,
            travelling: self.travelling,
            channels: channels.map(|(name, unit)| Column { name, unit }).collect(),
            events: self
                .events
                .into_iter()
                .map(Event::into_spec)
                .collect::<Result<_, _>>()?,
            tags: self.tags,
            poses: poses.collect::<Result<_, _>>()?,
            joints: self
                .joints
                .into_iter()
                .map(|joint| SpecJoint {
                    name: joint.name,
                    parent: joint.parent,
                })
                .collect(),
            roles: roles.collect::<Result<_, _>>()?,
            scaling: self.scaling.map(|scale| Scaling {
                mean: scale.mean,
                deviation: scale.deviation,
                unscaled: scale.unscaled,
            }),
            frames: self.frames,
            inputs: self.inputs,
            outputs: self.outputs,
        })
    }
}

fn bad(error: impl ToString) -> ReadSpecError {
    ReadSpecError::NotASpec {
        message: error.to_string(),
    }
}
