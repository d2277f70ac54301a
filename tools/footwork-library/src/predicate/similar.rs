//! Similar poses: evaluates `similar("walk.bvh", 30, 10)` in queries.
//!
//! The caller decides which poses are alike by giving the library a [`PoseComparison`], which indexes the poses of all
//! clips at the first query. The index and its answers stay valid, because motion does not change while a library is
//! open: a reopened library has new predicates and so a new index.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use footwork_base::{Diagnostic, FrameRange, FrameRate, Role, TextSpan};
use footwork_clip::ClipError;
use footwork_store::Progress;
use footwork_tags::{ClipId, RangeSet, Ranges, Similar};

use super::lock;
use super::signals::Signals;
use crate::motion_source::MotionSource;

/// The maximum number of cached answers.
const MAX_KEPT_ANSWERS: usize = 256;

/// A clip whose poses are compared.
#[derive(Clone, Copy, Debug)]
pub struct PoseClip<'a> {
    /// Its id.
    pub id: ClipId,
    /// Its name.
    pub name: &'a str,
    /// Its length in frames at the time when the library was opened.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
    /// The source of its motion.
    pub motion: &'a MotionSource,
}

/// Compares the poses of clips, for `similar` in queries; see
/// [`Library::compare_poses_by`](crate::Library::compare_poses_by).
pub trait PoseComparison: fmt::Debug + Send + Sync {
    /// Returns the roles of the compared joints. A clip without all compared joints has no poses to compare.
    fn roles(&self) -> &[Role];

    /// Reads the motion of the clips, which have joints for all [`roles`](Self::roles).
    fn index(&self, clips: &[PoseClip<'_>], progress: &dyn Progress) -> Box<dyn ComparedPoses>;
}

/// A place that is similar to given frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimilarPlace {
    /// Its clip.
    pub clip: ClipId,
    /// Its frames.
    pub range: FrameRange,
    /// The distance from the given frames, 0 for the same motion: the root mean square of the differences between
    /// features, each in standard deviations over the library.
    pub distance: f32,
}

/// The poses of a library, ready to be compared.
pub trait ComparedPoses: Send + Sync {
    /// Returns the places most similar to the given frames, the most similar first, at most as many as `asked`
    /// requests.
    fn similar(&self, asked: &Similar) -> Vec<SimilarPlace>;

    /// Returns the clips whose motion could not be read or compared.
    fn failures(&self) -> &[(ClipId, ClipError)];
}

/// Answers `similar` over the clips of a library.
#[derive(Default)]
pub(super) struct SimilarPoses {
    comparison: OnceLock<Arc<dyn PoseComparison>>,
    index: OnceLock<Box<dyn ComparedPoses>>,
    answers: Mutex<HashMap<Similar, Answer>>,
    /// Whether a query used `similar` since [`take_lacking`](Self::take_lacking) was last called.
    asked: AtomicBool,
}

/// The answer to a query: places, the most similar first, and their frames.
pub(super) struct Answered {
    pub(super) places: Vec<SimilarPlace>,
    frames: RangeSet,
}

impl From<Vec<SimilarPlace>> for Answered {
    fn from(places: Vec<SimilarPlace>) -> Self {
        let mut found: Vec<(ClipId, FrameRange)> = places
            .iter()
            .map(|place| (place.clip, place.range))
            .collect();
        found.sort_unstable();
        let by_clip = found.chunk_by(|a, b| a.0 == b.0).map(|of_clip| {
            let ranges: Ranges = of_clip.iter().map(|(_, range)| *range).collect();
            (of_clip[0].0, ranges)
        });
        Self {
            frames: RangeSet::from_clips(by_clip).unwrap_or_default(),
            places,
        }
    }
}

/// An answer that one thread finds and others wait for.
type Answer = Arc<OnceLock<Answered>>;

impl SimilarPoses {
    /// Sets the comparison, unless one is already set.
    pub(super) fn compare_by(&self, comparison: Arc<dyn PoseComparison>) {
        _ = self.comparison.set(comparison);
    }

    pub(super) fn comparison(&self) -> Option<&Arc<dyn PoseComparison>> {
        self.comparison.get()
    }

    /// Returns why the poses of a clip cannot be compared; `None` if they can.
    pub(super) fn check(&self, clip: ClipId, signals: &Signals) -> Option<Diagnostic> {
        let error = |code, message: String| Diagnostic::new(TextSpan::default(), code, message);
        let Some(comparison) = self.comparison.get() else {
            let message = "poses cannot be compared here";
            return Some(error("no-poses", message.to_owned()));
        };
        let Some(source) = signals.clip(clip) else {
            let message = "the motion of this clip is unknown";
            return Some(error("no-poses", message.to_owned()));
        };
        let roles = comparison.roles();
        let lacking = roles
            .iter()
            .find(|role| !source.skeleton.has(role.name()))?;
        let names: Vec<&str> = roles.iter().map(|role| role.name()).collect();
        let message = format!(
            "poses are compared by {}, and `{}` has no joint known as {lacking}",
            names.join(", "),
            source.name
        );
        let hint = "`footwork info --joints` says why, and [roles] in footwork.toml can name it";
        Some(error("no-role", message).with_hint(hint.to_owned()))
    }

    /// Sets `out` to the frames of a clip that belong to the answer, and returns the clips that could not be compared.
    pub(super) fn frames(
        &self,
        asked: &Similar,
        clip: ClipId,
        signals: &Signals,
        progress: &dyn Progress,
        out: &mut Ranges,
    ) -> &[(ClipId, ClipError)] {
        let Some(index) = self.index(signals, progress) else {
            return &[];
        };
        self.asked.store(true, Ordering::Relaxed);
        *out = self.answered(index, asked, |found| {
            found.frames.ranges(clip).iter().copied().collect()
        });
        index.failures()
    }

    /// Returns the poses of all clips, reading them on the first call; `None` if no comparison is set.
    pub(super) fn index(
        &self,
        signals: &Signals,
        progress: &dyn Progress,
    ) -> Option<&dyn ComparedPoses> {
        let comparison = self.comparison.get()?;
        let index = self.index.get_or_init(|| {
            let clips: Vec<PoseClip<'_>> = clips(&**comparison, signals).collect();
            comparison.index(&clips, progress)
        });
        Some(&**index)
    }

    /// Calls `some` with the cached or newly computed answer, and returns the result of the call.
    pub(super) fn answered<T>(
        &self,
        index: &dyn ComparedPoses,
        asked: &Similar,
        some: impl FnOnce(&Answered) -> T,
    ) -> T {
        let answer = self.answer(asked);
        some(answer.get_or_init(|| index.similar(asked).into()))
    }

    fn answer(&self, asked: &Similar) -> Answer {
        let mut answers = lock(&self.answers);
        if answers.len() >= MAX_KEPT_ANSWERS && !answers.contains_key(asked) {
            answers.clear();
        }
        Arc::clone(answers.entry(*asked).or_default())
    }

    /// Returns the number of clips that lack a compared joint; 0 if no query has used `similar` since the last call.
    pub(super) fn take_lacking(&self, signals: &Signals) -> usize {
        match self.comparison.get() {
            Some(comparison) if self.asked.swap(false, Ordering::Relaxed) => {
                signals.clip_count() - clips(&**comparison, signals).count()
            }
            _ => 0,
        }
    }
}

/// Returns the clips that have all compared joints.
fn clips<'a>(
    comparison: &'a dyn PoseComparison,
    signals: &'a Signals,
) -> impl Iterator<Item = PoseClip<'a>> {
    let has_all = |source: &super::clip_source::ClipSource| {
        let mut roles = comparison.roles().iter();
        roles.all(|role| source.skeleton.has(role.name()))
    };
    let clips = signals.clips().filter(move |(_, source)| has_all(source));
    clips.map(|(id, source)| PoseClip {
        id,
        name: &source.name,
        frames: source.frames,
        rate: source.rate,
        motion: &source.motion,
    })
}
