//! The edits of a clip's motion on its way to a derived clip.

use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate, LengthUnit, Role};
use footwork_clip::{
    Clip, Finding, JointPairs, Limits, Mesh, MirrorError, PairError, ResampleError, RetargetError,
    RetargetTarget, RootEdit, RootError, RootOptions, Skeleton, free_animation_name,
};
use footwork_library::ClipEntry;
use footwork_sidecar::Settings;
use thiserror::Error;

use super::DerivedFormat;
use super::frame_map::FrameMap;
use crate::closed_loop::{LoopOptions, closed_loop};
use crate::plant::{EASE_SECS, PlantError, plant_feet, standing_frames};
use crate::retarget::retarget;
use crate::target::TargetBody;

/// An edit of a clip's motion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Edit {
    /// The range is cut out, and its motion is unchanged.
    #[default]
    Cut,
    /// The motion is put on another skeleton, and then the range is cut out.
    Retarget {
        /// The skeleton.
        onto: RetargetTarget,
        /// The frame of each source to use as its reference pose; `None` chooses one, see
        /// [`RetargetOptions::rest_frame`](footwork_clip::RetargetOptions).
        rest_frame: Option<u32>,
        /// The character to which copies in GLB are added.
        body: Option<TargetBody>,
        /// The mesh that is bound to the skeleton, for copies in FBX.
        mesh: Option<Arc<Mesh>>,
    },
    /// The motion is sampled at another rate.
    Resample(FrameRate),
    /// Left and right are exchanged, in the labels too.
    Mirror,
    /// The root motion is removed, extracted to a root joint, or baked into the hips.
    Root(RootOptions),
    /// Feet stay in place during their contacts with the ground.
    PlantFeet,
    /// The best cycle in the range becomes a loop.
    Loop(LoopOptions),
}

impl Edit {
    /// Returns the edit that puts motion on a skeleton.
    pub fn onto(onto: RetargetTarget) -> Self {
        Self::Retarget {
            onto,
            rest_frame: None,
            body: None,
            mesh: None,
        }
    }

    /// Edits the whole of a clip, before ranges are cut out of it.
    pub(super) fn on_whole(
        &self,
        clip: Clip,
        settings: &Settings,
        report: &mut impl FnMut(Finding),
    ) -> Result<Clip, EditError> {
        match self {
            Self::Cut | Self::Resample(_) | Self::Loop(_) => Ok(clip),
            Self::Retarget {
                onto, rest_frame, ..
            } => {
                let moved = retarget(&clip, onto, *rest_frame)?;
                moved.findings().into_iter().for_each(report);
                Ok(moved.clip)
            }
            Self::Mirror => {
                let pairs = JointPairs::from_names_with(clip.skeleton(), &settings.mirror_joints)?;
                Ok(clip.mirrored(&pairs)?)
            }
            Self::Root(options) => Ok(clip.with_root_motion(*options)?),
            Self::PlantFeet => {
                let planted = plant_feet(&clip, &standing_frames(&clip), EASE_SECS)?;
                report(planted.finding());
                Ok(planted.clip)
            }
        }
    }

    /// Makes the derived clip from a range of the edited clip.
    pub(super) fn on_range(
        &self,
        clip: &Clip,
        range: FrameRange,
        report: &mut impl FnMut(Finding),
    ) -> Result<(Clip, FrameMap), EditError> {
        if let Self::Loop(options) = self {
            if range.stop() > clip.frame_count() {
                return Err(EditError::Range { range });
            }
            let made = closed_loop(clip, range, options).ok_or(EditError::NoCycle { range })?;
            made.findings().into_iter().for_each(report);
            let map = FrameMap::of_range(made.cycle.frames);
            return Ok((made.clip, map));
        }
        let whole = clip.slice(range).map_err(|_| EditError::Range { range })?;
        match *self {
            Self::Resample(rate) => {
                let made = whole.resampled(rate, &Limits::default())?;
                if let Some(changed) = changed_round(&whole, &made) {
                    report(changed);
                }
                let map = FrameMap::resampled(range, whole.rate(), rate, made.frame_count());
                Ok((made, map))
            }
            _ => Ok((whole, FrameMap::of_range(range))),
        }
    }

    /// Returns the mesh of the source, adapted to derived clips; `None` if the edit moves the joints that the mesh is
    /// bound to.
    pub(super) fn on_mesh(
        &self,
        mesh: Mesh,
        skeleton: &Skeleton,
        settings: &Settings,
    ) -> Option<Mesh> {
        match self {
            Self::Retarget { .. } => None,
            Self::Root(options) if options.edit != RootEdit::InPlace => None,
            Self::Mirror => {
                let pairs = JointPairs::from_names_with(skeleton, &settings.mirror_joints).ok()?;
                Some(mesh.mirrored(&pairs))
            }
            _ => Some(mesh),
        }
    }

    /// Returns a name for the animation of a derived clip: `wanted`, or a unique form of it if the file also holds
    /// animations of the character. `None` if the file holds no others.
    pub(super) fn animation(&self, unit: LengthUnit, wanted: &str) -> Option<String> {
        match self {
            Self::Retarget {
                body: Some(body), ..
            } if !self.loses_body(unit) && !body.animations.is_empty() => {
                Some(free_animation_name(&body.animations, wanted))
            }
            _ => None,
        }
    }

    /// Returns whether the meshes of a character cannot be in a GLB file that is read in this unit.
    pub(super) fn loses_body(&self, unit: LengthUnit) -> bool {
        matches!(self, Self::Retarget { body: Some(_), .. }) && unit != LengthUnit::Metre
    }

    /// Returns the default format of a derived clip.
    pub(super) fn format_like(&self, entry: &ClipEntry) -> DerivedFormat {
        match self {
            // BVH cannot store that a clip loops.
            Self::Loop(_) => DerivedFormat::Glb,
            // BVH cannot store a mesh.
            Self::Retarget { body: Some(_), .. } => DerivedFormat::Glb,
            _ => DerivedFormat::like(entry),
        }
    }

    /// Returns the name of the travelling joint of derived clips; `None` if it is the source's.
    pub(super) fn root(&self) -> Option<String> {
        let Self::Retarget { onto, .. } = self else {
            return None;
        };
        let onto = onto.skeleton();
        let hips = onto.joint(onto.roles().joint(Role::Hips)?)?;
        Some(hips.name.clone())
    }

    /// Returns the note that names the source of a derived clip.
    pub(super) fn origin(&self, source: &str, map: &FrameMap) -> String {
        let [start, stop] = [map.range().start(), map.range().stop()];
        match self {
            Self::Cut => format!("cut from {source}, frames {start} to {stop}"),
            Self::Retarget { .. } => format!("retargeted from {source}, frames {start} to {stop}"),
            Self::Resample(rate) => format!("resampled from {source} at {rate} frames per second"),
            Self::Mirror => format!("mirrored from {source}"),
            Self::Root(options) => match options.edit {
                RootEdit::InPlace => format!("{source} in place"),
                RootEdit::Extract => format!("{source} with its root motion extracted"),
                RootEdit::Bake => format!("{source} with its root motion baked"),
            },
            Self::PlantFeet => format!("{source} with its feet planted"),
            Self::Loop(_) => format!("looped from {source}, frames {start} to {stop}"),
        }
    }
}

/// Returns the finding that a round of a resampled loop has another duration; `None` if the duration is unchanged.
fn changed_round(from: &Clip, to: &Clip) -> Option<Finding> {
    let secs = |clip: &Clip| Some(f64::from(clip.round_frames()?) * clip.rate().period_secs());
    let (was, is) = (secs(from)?, secs(to)?);
    ((was - is).abs() > 1e-9).then(|| Finding {
        code: "round-changed",
        position: None,
        message: format!(
            "a round of the loop takes {is:.4} s instead of {was:.4}, because it has a whole number of frames"
        ),
    })
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
    /// Some joints of the skeleton have no partner.
    #[error("{0}")]
    Pairs(#[from] PairError),
    /// The motion cannot be mirrored.
    #[error("{0}")]
    Mirror(#[from] MirrorError),
    /// The root motion cannot be edited.
    #[error("{0}")]
    Root(#[from] RootError),
    /// The feet cannot be planted.
    #[error("{0}")]
    Plant(#[from] PlantError),
    /// The motion does not repeat.
    #[error("on frames {range}, the motion does not return to a pose that it has left")]
    NoCycle {
        /// The searched frames.
        range: FrameRange,
    },
    /// The clip lacks some of the frames.
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
            Self::Root(_) => "no-root",
            Self::Plant(_) => "no-feet",
            Self::NoCycle { .. } => "no-cycle",
            Self::Range { .. } => "no-such-frames",
        }
    }

    /// Returns advice for the user, if there is any.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Retarget(RetargetError::MissingRoles { .. }) => {
                "name its joint under `[roles]` in the settings; `footwork info --joints` shows all"
            }
            Self::Root(RootError::NoRoot) => "`root extract` adds a root joint",
            Self::Plant(PlantError::InPlace) => "plant the feet before `root in-place`",
            Self::Plant(PlantError::NoLegs { .. }) => {
                "name its joint under `[roles]` in the settings; `footwork info --joints` shows all"
            }
            Self::NoCycle { .. } => "search other frames, or allow shorter cycles with --min",
            Self::Pairs(_) => "name the pairs under `[mirror_joints]` in footwork.toml",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
