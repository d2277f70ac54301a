//! The cast: the motion that footballers play, from a file of tags and one of poses. It is loaded once and shared by all
//! matches.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use footwork::CompressedPosesError;
use footwork::events::EventTrack;
use footwork::matching::{Filter, Group, Index, PlaybackConfig, PoseId, Rules, Source};
use footwork_base::{Diagnostic, Id, TextSpan};

use crate::cast_error::CastError;
use crate::fall::{self, FallClip};
use crate::figure::Figure;
use crate::kicks::{self, KickClip};
use crate::labelled::{Labelled, Poses};
use crate::setup::FRAME_RATE;
use crate::style::Styles;
use crate::wind::EditErrors;

/// The clips that footballers play: poses, tags, and the strikes of their feet.
#[derive(Debug)]
pub struct Cast {
    motion: Labelled,
    playback: PlaybackConfig,
    figure: Figure,
    /// The strikes of each foot, by clip of the index.
    strikes: Vec<[EventTrack; 2]>,
    kicks: Vec<KickClip>,
    falls: Vec<FallClip>,
    weights: Vec<f32>,
    styles: Styles,
}

impl Cast {
    /// Loads two files that `footwork compile --poses` writes: `stem` with the extension `.tagdb`, and `stem` with
    /// `.fwposes`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, and those of [`new`](Self::new).
    pub fn open(stem: &Path) -> Result<Arc<Self>, CastError> {
        let read = |extension| {
            let path = stem.with_extension(extension);
            fs::read(&path).map_err(|error| CastError::File { path, error })
        };
        Self::new(read("tagdb")?, read("fwposes")?)
    }

    /// Loads the bytes of a `.tagdb` file and of a `.fwposes` file, which `footwork compile --poses` writes.
    ///
    /// # Errors
    /// Returns an error if the bytes are not such files, if they come from different libraries, if the poses have no legs or
    /// another rate than [`FRAME_RATE`], or if tags and events are missing that a match needs.
    pub fn new(tags: Vec<u8>, poses: Vec<u8>) -> Result<Arc<Self>, CastError> {
        let motion = Labelled::new(tags, poses)?;
        let rate = motion.index().schema().rate().as_f64();
        if rate != f64::from(FRAME_RATE) {
            return Err(CastError::Rate { rate });
        }
        let wrong = |(query, message)| CastError::Query { query, message };
        let figure = Figure::new(&motion.poses).ok_or(CompressedPosesError::NoLegs)?;
        let strikes = motion.strikes()?;
        let kicks = kicks::find(&motion, &figure).map_err(wrong)?;
        let styles = Styles::new(&motion).map_err(wrong)?;
        let falls = fall::find(&motion);
        Ok(Arc::new(Self {
            playback: motion.poses.playback_config(),
            weights: weights(motion.index()),
            motion,
            figure,
            strikes,
            kicks,
            falls,
            styles,
        }))
    }

    /// Returns the index of all poses.
    pub fn index(&self) -> &Index {
        self.motion.index()
    }

    /// Returns the motion of the poses.
    pub(crate) fn poses(&self) -> &Poses {
        &self.motion.poses
    }

    /// Returns the names of the joints, in the order of [`Figure`].
    pub fn joint_names(&self) -> impl Iterator<Item = &str> {
        self.poses().joint_names()
    }

    /// Returns the configuration to play the poses with.
    pub(crate) fn playback_config(&self) -> PlaybackConfig {
        self.playback.clone()
    }

    /// Returns the bones that all footballers share.
    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    /// Returns the clip name of a pose; empty if there is no such clip.
    pub fn clip_name(&self, pose: PoseId) -> &str {
        let clip = self.index().clips().get(pose.clip.index());
        clip.map_or("", |clip| clip.name())
    }

    /// Returns the names of the tags that hold in a pose, in alphabetical order.
    pub fn tags(&self, pose: PoseId) -> Vec<String> {
        let Some(&clip) = self.motion.tagged().get(pose.clip.index()) else {
            return Vec::new();
        };
        let frame = self.source_frame(pose);
        let tags = &self.motion.tags;
        let here = tags
            .tags()
            .filter(|(_, tag)| tags.tag_frames(*tag).ranges(clip).contains(frame));
        let mut names: Vec<String> = here.map(|(name, _)| name.to_string()).collect();
        names.sort();
        names
    }

    /// Returns the frame of the clip, at its own rate, nearest to a pose of the index.
    fn source_frame(&self, pose: PoseId) -> u32 {
        let clip = &self.index().clips()[pose.clip.index()];
        let secs = f64::from(pose.frame) * self.index().schema().rate().period_secs();
        footwork::base::to_u32(secs * clip.rate().as_f64())
    }

    /// Returns the strikes of the left and the right foot in the clip of a pose, in seconds of the clip.
    pub(crate) fn strikes(&self, pose: PoseId) -> Option<&[EventTrack; 2]> {
        self.strikes.get(pose.clip.index())
    }

    /// Returns all kicks.
    pub(crate) fn kicks(&self) -> &[KickClip] {
        &self.kicks
    }

    /// Returns all falls.
    pub(crate) fn falls(&self) -> &[FallClip] {
        &self.falls
    }

    /// Returns the pose costs of tired footballers.
    pub(crate) fn styles(&self) -> &Styles {
        &self.styles
    }

    /// Returns the search weight of each group of the schema.
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns the time of a pose in its clip, in seconds.
    pub(crate) fn pose_secs(&self, pose: PoseId, part: f64) -> f64 {
        (f64::from(pose.frame) + part) * self.index().schema().rate().period_secs()
    }

    /// Compiles a query into a filter on jump targets.
    ///
    /// # Errors
    /// Returns the mistakes in the text, or an error if no pose is left.
    pub(crate) fn filter(&self, text: &str) -> Result<Filter, EditErrors> {
        EditErrors::check_length(0, text)?;
        let found = self.motion.tags.query(text);
        let found = found.map_err(|errors| EditErrors {
            text: 0,
            errors: errors.to_diagnostics(),
        })?;
        let runway_secs = Rules::default().overrun_secs.into();
        let spans = self.motion.landing_spans(&found, runway_secs);
        let filter = Filter::new(self.index(), spans);
        if filter.pose_count() == 0 {
            let span = TextSpan::new(0, text.len());
            let message = "no playable pose is left";
            let errors = vec![Diagnostic::new(span, "nothing-found", message)];
            return Err(EditErrors { text: 0, errors });
        }
        Ok(filter)
    }

    /// Returns the first pose that a filter allows, to begin with.
    pub(crate) fn start(&self, filter: &Filter) -> Option<PoseId> {
        let index = self.index();
        let mut allowed = index.candidates().filter(|&it| filter.allows(index, it));
        allowed.next()
    }
}

/// The factor on the weight of foot positions.
const FEET_COUNT: f32 = 3.4;

/// Returns the search weights of the groups. Feet have more weight than in a stick-controlled character, because a
/// footballer is never steered so tightly that its feet must slide.
fn weights(index: &Index) -> Vec<f32> {
    let of_group = |group: &Group| match &group.source {
        Source::Position(_) => group.weight * FEET_COUNT,
        _ => group.weight,
    };
    index.schema().groups().iter().map(of_group).collect()
}
