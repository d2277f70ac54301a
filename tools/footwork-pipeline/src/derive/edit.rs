//! What happens to the motion of a clip on its way to a derived clip.

use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate, Role};
use footwork_clip::{
    Clip, Finding, JointPairs, Limits, MirrorError, PairError, ResampleError, RetargetError,
    Skeleton,
};
use footwork_library::ClipEntry;
use footwork_sidecar::Settings;
use thiserror::Error;

use super::DerivedFormat;
use super::frame_map::FrameMap;
use crate::retarget::retarget;

/// What happens to the motion of a clip.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Edit {
    /// Nothing: the range is cut out.
    #[default]
    Cut,
    /// The motion is put on another skeleton, and then the range is cut out.
    Retarget(Arc<Skeleton>),
    /// The motion is sampled at another rate.
    Resample(FrameRate),
    /// Left and right are exchanged, in the labels too.
    Mirror,
}

impl Edit {
    /// Edits the whole of a clip, before ranges are cut out of it.
    pub(super) fn on_whole(
        &self,
        clip: Clip,
        settings: &Settings,
        report: &mut impl FnMut(Finding),
    ) -> Result<Clip, EditError> {
        match self {
            Self::Cut | Self::Resample(_) => Ok(clip),
            Self::Retarget(onto) => {
                let moved = retarget(&clip, onto)?;
                moved.findings().into_iter().for_each(report);
                Ok(moved.clip)
            }
            Self::Mirror => {
                let pairs = JointPairs::from_names_with(clip.skeleton(), &settings.mirror_joints)?;
                Ok(clip.mirrored(&pairs)?)
            }
        }
    }

    /// Makes the derived clip from a range of the edited clip.
    pub(super) fn on_range(
        &self,
        clip: &Clip,
        range: FrameRange,
        _report: &mut impl FnMut(Finding),
    ) -> Result<(Clip, FrameMap), EditError> {
        let whole = clip.slice(range).map_err(|_| EditError::Range { range })?;
        match *self {
            Self::Resample(rate) => {
                let made = whole.resampled(rate, &Limits::default())?;
                let map = FrameMap::resampled(range, whole.rate(), rate, made.frame_count());
                Ok((made, map))
            }
            _ => Ok((whole, FrameMap::of_range(range))),
        }
    }

    /// Returns the format of a derived clip whose format is not chosen.
    pub(super) fn format_like(&self, entry: &ClipEntry) -> DerivedFormat {
        DerivedFormat::like(entry)
    }

    /// Returns the name of the travelling joint of derived clips; `None` if it is that of the source.
    pub(super) fn root(&self) -> Option<String> {
        let Self::Retarget(onto) = self else {
            return None;
        };
        let hips = onto.joint(onto.roles().joint(Role::Hips)?)?;
        Some(hips.name.clone())
    }

    /// Returns the note that says where a derived clip comes from.
    pub(super) fn origin(&self, source: &str, map: &FrameMap) -> String {
        let [start, stop] = [map.range().start(), map.range().stop()];
        match self {
            Self::Cut => format!("cut from {source}, frames {start} to {stop}"),
            Self::Retarget(_) => format!("retargeted from {source}, frames {start} to {stop}"),
            Self::Resample(rate) => format!("resampled from {source} at {rate} frames per second"),
            Self::Mirror => format!("mirrored from {source}"),
        }
    }
}

/// Why an edit does not suit a clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The motion cannot be put on the other skeleton.
    #[error("{0}")]
    Retarget(#[from] RetargetError),
    /// The motion cannot be sampled at the rate.
    #[error("{0}")]
    Resample(#[from] ResampleError),
    /// The joints are not in pairs.
    #[error("{0}")]
    Pairs(#[from] PairError),
    /// The motion cannot be mirrored.
    #[error("{0}")]
    Mirror(#[from] MirrorError),
    /// The frames are not in the clip.
    #[error("it has no frames {range}")]
    Range {
        /// The frames.
        range: FrameRange,
    },
}

impl EditError {
    /// Returns a stable name for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Retarget(_) => "no-retarget",
            Self::Resample(_) => "no-resample",
            Self::Pairs(_) | Self::Mirror(_) => "no-mirror",
            Self::Range { .. } => "changed-outside",
        }
    }

    /// Returns advice for the user, if there is any.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Retarget(RetargetError::MissingRole { .. }) => {
                "name its joint under `[roles]` in the settings; `footwork info --joints` shows all"
            }
            Self::Pairs(_) => "name the pairs under `[mirror_joints]` in footwork.toml",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
