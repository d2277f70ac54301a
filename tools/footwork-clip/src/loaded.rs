//! The clips of a file once they are read, in metres.

use footwork_base::{FrameRange, LengthUnit};

use crate::clip::Clip;
use crate::clip_error::{ClipError, shape};
use crate::evidence::{Evidence, travelling_link};
use crate::finding::{Finding, RejectedAnimation};
use crate::format::ClipFormat;
use crate::gltf::Labels;
use crate::key_faults::KeyFaults;
use crate::plausible_rate::{odd_rate, slow_motion};
use crate::read_options::ReadOptions;
use crate::rig::JointScale;
use crate::unit::UnitChoice;

/// A clip and the facts about how it was read.
#[derive(Clone, Debug)]
pub struct LoadedClip {
    /// The clip, in metres and with +y up.
    pub clip: Clip,
    /// The format of its file.
    pub format: ClipFormat,
    /// The name of the clip's animation, if the file holds several; else `None`.
    pub animation: Option<String>,
    /// The mistakes that the reader noticed or repaired.
    pub findings: Vec<Finding>,
    /// The frames whose motion is only estimated, because the file lacks it for more than 0.1 s.
    pub invalid: Vec<FrameRange>,
    /// The estimated length unit and the reason; `None` if it was given or the format defines it.
    pub estimated_unit: Option<UnitChoice>,
    /// The evidence about the skeleton's size and travelling joint, in the file's unit of length.
    pub evidence: Evidence,
    /// The labels stored with the clip in its file.
    pub labels: Option<Labels>,
    /// The xxh3-64 hash of the clip's own content; `None` if that content is exactly the file's. It is not if the file
    /// holds several clips or refers to other files.
    pub fingerprint: Option<u64>,
    /// The faults of the keys in its file; `None` for formats other than glTF, FBX and DeepMimic.
    pub keys: Option<KeyFaults>,
    /// The scale of the joint that differs most from 1 on the first frame; `None` for formats without scale.
    pub joint_scale: Option<JointScale>,
}

impl LoadedClip {
    /// Creates a clip from a format with one clip per file and no labels.
    pub(crate) fn new(
        clip: Clip,
        format: ClipFormat,
        mut findings: Vec<Finding>,
        evidence: Evidence,
    ) -> Self {
        findings.extend(odd_rate(&clip));
        findings.extend(slow_motion(&clip, &evidence));
        Self {
            clip,
            format,
            animation: None,
            findings,
            invalid: Vec::new(),
            estimated_unit: None,
            evidence,
            labels: None,
            fingerprint: None,
            keys: None,
            joint_scale: None,
        }
    }

    /// Creates a clip from a format that defines its unit. Scales it if the options give another unit, and sets its
    /// travelling joint and heading.
    pub(crate) fn in_metres(
        clip: Clip,
        format: ClipFormat,
        findings: Vec<Finding>,
        options: &ReadOptions<'_>,
    ) -> Result<Self, ClipError> {
        let evidence = Evidence::measured(&clip, 1.0, format.states_y_up());
        let clip = match options.unit {
            None | Some(LengthUnit::Metre) => clip,
            Some(unit) => clip.scaled(unit.metres()).map_err(shape)?,
        };
        Ok(Self::new(clip, format, findings, evidence).rooted(options))
    }

    /// Turns the clip upright, and sets the travelling joint and the source of the heading.
    pub(crate) fn rooted(mut self, options: &ReadOptions<'_>) -> Self {
        let up = options.up.unwrap_or(self.evidence.up);
        self.evidence.up = up;
        let named = options
            .root
            .and_then(|root| self.clip.skeleton().resolve(root));
        let found = || self.evidence.joint(travelling_link(&[&self.evidence]));
        let joint = named.unwrap_or_else(found);
        Self {
            clip: self
                .clip
                .upright_from(up)
                .with_travelling_joint(joint)
                .with_heading(options.heading),
            ..self
        }
    }
}

/// The clips of a file.
#[derive(Clone, Debug, Default)]
pub struct LoadedFile {
    /// The clips, in file order.
    pub clips: Vec<LoadedClip>,
    /// The animations that cannot be read, in file order.
    pub rejected: Vec<RejectedAnimation<ClipError>>,
}

impl LoadedFile {
    pub(crate) fn single(clip: LoadedClip) -> Self {
        Self {
            clips: vec![clip],
            rejected: Vec::new(),
        }
    }

    /// Returns the error if the only animation, or the requested one, was rejected or is missing; else returns the
    /// file.
    pub(crate) fn or_rejected(
        mut self,
        is_one: bool,
        only: Option<&str>,
    ) -> Result<Self, ClipError> {
        match self.rejected.pop() {
            Some(rejected) if is_one || only.is_some() => Err(rejected.error),
            Some(rejected) => {
                self.rejected.push(rejected);
                Ok(self)
            }
            None if self.clips.is_empty() => Err(no_animation(only)),
            None => Ok(self),
        }
    }
}

pub(crate) fn no_animation(only: Option<&str>) -> ClipError {
    ClipError {
        position: None,
        code: "no-animation",
        message: match only {
            Some(name) => format!("the file has no animation {name:?}"),
            None => "the file has no animation".into(),
        },
        hint: None,
    }
}

impl Clip {
    /// Returns the clip with the [travelling joint](Clip::travelling_joint) found from this clip alone.
    #[must_use]
    pub fn with_found_travelling_joint(self) -> Self {
        let evidence = Evidence::from_clip(&self, 1.0);
        let joint = evidence.joint(travelling_link(&[&evidence]));
        self.with_travelling_joint(joint)
    }
}
