//! The cast: the clips that footballers play, loaded once and shared by all matches.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use footwork::events::{EventTrack, TrackError};
use footwork::matching::{Filter, Group, PoseId, Rules, Source};
use footwork_base::{Diagnostic, FrameRate, Id, TextSpan};
use footwork_library::{Library, OpenError};
use footwork_pipeline::{CharacterError, ClipCharacter, event_track, open_library};
use footwork_sidecar::{Finding, Severity};
use thiserror::Error;

use crate::fall::{self, FallClip};
use crate::figure::{Figure, FigureError};
use crate::kicks::{self, KickClip};
use crate::setup::FRAME_RATE;
use crate::style::Styles;
use crate::wind::EditErrors;

/// The events that mark the left and the right foot coming down.
const FOOT_EVENTS: [&str; 2] = ["Foot.Left", "Foot.Right"];

/// The clips that footballers play: poses, tags, and the strikes of their feet.
#[derive(Debug)]
pub struct Cast {
    library: Library,
    character: ClipCharacter,
    figure: Figure,
    /// The strikes of each foot, by clip of the index.
    strikes: Vec<[EventTrack; 2]>,
    kicks: Vec<KickClip>,
    falls: Vec<FallClip>,
    weights: Vec<f32>,
    styles: Styles,
}

/// Why a cast could not be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CastError {
    /// The folder cannot be opened.
    #[error(transparent)]
    Library(#[from] OpenError),
    /// No clip can be played.
    #[error(transparent)]
    Character(#[from] CharacterError),
    /// The skeleton has no legs to kick with.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// The library has no such event.
    #[error("the library declares no event {name}")]
    NoEvent {
        /// The event.
        name: &'static str,
    },
    /// The times of an event cannot be used.
    #[error("{clip}: {error}")]
    Track {
        /// The clip.
        clip: String,
        /// The reason.
        error: TrackError,
    },
    /// A query that every match needs finds nothing or has mistakes.
    #[error("the query {query}: {message}")]
    Query {
        /// The query.
        query: &'static str,
        /// The error.
        message: String,
    },
}

impl Cast {
    /// Loads a library of clips.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be opened, has no clips with legs, or lacks tags and events that a match
    /// needs.
    pub fn open(folder: &Path) -> Result<Arc<Self>, CastError> {
        let library = open_library(folder, Arc::new(()))?;
        let rate = FrameRate::whole(FRAME_RATE.into()).ok_or(CharacterError::NoLegs)?;
        let found = library.database().query(PLAYED);
        let found = found.map_err(|errors| CastError::Query {
            query: PLAYED,
            message: errors.to_string(),
        })?;
        let clips = library.clips().ids();
        let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
        let character = ClipCharacter::build(&library, clips, rate)?;
        let figure = Figure::new(character.skeleton())?;
        let strikes = strikes(&library, &character)?;
        let wrong = |(query, message)| CastError::Query { query, message };
        let kicks = kicks::find(&library, &character, &figure).map_err(wrong)?;
        let styles = Styles::new(&library, &character).map_err(wrong)?;
        let falls = fall::find(&library, &character);
        let weights = weights(&character);
        Ok(Arc::new(Self {
            library,
            character,
            figure,
            strikes,
            kicks,
            falls,
            weights,
            styles,
        }))
    }

    /// Returns the library that it was loaded from.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Returns the findings about clips and tags of the library, including unreadable ones.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.library
            .findings()
            .iter()
            .chain(self.character.findings())
    }

    /// Returns the names of unreadable files and folders. A match without them plays differently from one with the
    /// whole library.
    pub fn unread(&self) -> BTreeSet<String> {
        let of_library = self.library.missing().into_iter();
        let of_character = self.character.findings().iter();
        let of_character = of_character.filter(|finding| finding.severity == Severity::Error);
        of_library
            .map(|missing| missing.file)
            .chain(of_character.map(|finding| finding.file.clone()))
            .collect()
    }

    /// Returns the motion of the poses, and the skeleton.
    pub fn character(&self) -> &ClipCharacter {
        &self.character
    }

    /// Returns the bones that all footballers share.
    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    /// Returns the clip name of a pose; empty if there is no such clip.
    pub fn clip_name(&self, pose: PoseId) -> &str {
        let clip = self.character.poses().clip(pose);
        clip.map_or("", |clip| &self.library.clips()[clip].name)
    }

    /// Returns the names of the tags that hold in a pose.
    pub fn tags(&self, pose: PoseId) -> Vec<String> {
        let Some(clip) = self.character.poses().clip(pose) else {
            return Vec::new();
        };
        let frame = self.source_frame(pose);
        let entry = &self.library.clips()[clip];
        let here = entry.tags().filter(|span| span.range.contains(frame));
        let mut names: Vec<String> = here.map(|span| span.name.to_string()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the frame of the clip, at its own rate, nearest to a pose of the index.
    fn source_frame(&self, pose: PoseId) -> u32 {
        let index = self.character.poses().index();
        let clip = &index.clips()[pose.clip.index()];
        let secs = f64::from(pose.frame) * index.schema().rate().period_secs();
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
        let period = self.character.poses().index().schema().rate().period_secs();
        (f64::from(pose.frame) + part) * period
    }

    /// Compiles a query into a filter on jump targets.
    ///
    /// # Errors
    /// Returns the mistakes in the text, or an error if no pose is left.
    pub(crate) fn filter(&self, text: &str) -> Result<Filter, EditErrors> {
        EditErrors::check_length(0, text)?;
        let found = self.library.database().query(text);
        let found = found.map_err(|errors| EditErrors {
            text: 0,
            errors: errors.to_diagnostics(),
        })?;
        let poses = self.character.poses();
        let runway_secs = Rules::default().overrun_secs.into();
        let filter = Filter::new(poses.index(), poses.landing_spans(&found, runway_secs));
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
        let index = self.character.poses().index();
        let mut allowed = index.candidates().filter(|&it| filter.allows(index, it));
        allowed.next()
    }
}

/// The factor on the weight of foot positions.
const FEET_COUNT: f32 = 3.4;
/// The query for all clips that footballers may play.
const PLAYED: &str = "Source";

/// Returns the search weights of the groups. Feet have more weight than in a stick-controlled character, because a
/// footballer is never steered so tightly that its feet must slide.
fn weights(character: &ClipCharacter) -> Vec<f32> {
    let groups = character.poses().index().schema().groups().iter();
    let of_group = |group: &Group| match &group.source {
        Source::Position(_) => group.weight * FEET_COUNT,
        _ => group.weight,
    };
    groups.map(of_group).collect()
}

fn strikes(
    library: &Library,
    character: &ClipCharacter,
) -> Result<Vec<[EventTrack; 2]>, CastError> {
    let mut events = [None; 2];
    for (event, name) in events.iter_mut().zip(FOOT_EVENTS) {
        let mut known = library.database().events();
        let found = known.find(|(known, _)| known.as_str() == name);
        *event = Some(found.ok_or(CastError::NoEvent { name })?.1);
    }
    let clips = character.poses().clips().iter();
    clips
        .map(|&clip| {
            let track = |event: Option<_>| {
                let events: Vec<_> = event.into_iter().collect();
                event_track(library, &events, clip).map_err(|error| CastError::Track {
                    clip: library.clips()[clip].name.clone(),
                    error,
                })
            };
            let [left, right] = events;
            Ok([track(left)?, track(right)?])
        })
        .collect()
}
