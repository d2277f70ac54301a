//! Predicates of queries, such as `{ mean(speed, 0.3s) > 2.5 }`: expressions over channels.
//!
//! The text between the braces is an expression of [`footwork_expr`] whose variables are the
//! [channels](footwork_clip::Channel) of a clip. Any expression may also be evaluated over a
//! [window](footwork_clip::Window) of time:
//!
//! | call | value |
//! |---|---|
//! | `lag(c, t)` | the expression, `t` earlier |
//! | `lead(c, t)` | the expression, `t` later |
//! | `mean(c, w)` | its mean over a window of length `w` around the frame |
//! | `lowest(c, w)`, `highest(c, w)` | its least and greatest value in that window |
//! | `rate(c)` | its rate of change per second |
//! | `data(e, field)` | a field of the data that an event carries, on the event's frame; NaN on all others |
//!
//! Windows and expressions nest in each other, as in `mean(rate(Hips.x), 0.5s)`, `mean(speed > 1, 2s) > 0.5` or
//! `rate(left_foot.y - Hips.y)`. Lengths are frames or times. Outside the clip, an expression keeps its value on the
//! first or last frame. A window in which the expression is NaN on some frame is NaN.
//!
//! The predicate holds on the frames where the expression is neither zero nor NaN. A joint is written as its file
//! spells it, or by its [role](footwork_clip::Roles). In a clip that lacks the joint, the joint's channels are NaN:
//! comparisons with `<`, `<=`, `>`, `>=` and `==` are false, so `left.y < 1 || links.y < 1` works on clips with either
//! joint. But `!=` is true, and so is `!(…)` around such a comparison. A joint that no clip has is an error.
//!
//! Caches make repeated queries cheap. Memory holds compiled predicates, by text, and channels, by clip; each cache is
//! bounded, and emptied when full. Channels are also [stored](stored) on disk for the next program. The extremes of
//! channels are stored too; on most clips they are enough to [decide](bounds) a predicate. If clips change, the library
//! is opened again and gets new predicates. Until then, only the data of events can change. Each change of the data
//! begins a new revision: results are cached per revision, and predicates are compiled again, because the set of fields
//! may be different.

mod bounds;
mod clip_source;
mod event_data;
mod expression;
mod payloads;
mod signals;
mod similar;
mod stored;
mod text;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, RwLock, RwLockReadGuard};

use footwork_base::{Diagnostic, FrameRange, IdVec};
use footwork_clip::ClipError;
use footwork_tags::{ClipId, Ranges, Resolver, Similar};

use crate::clip_entry::ClipEntry;
use crate::open_files::OpenFiles;
use crate::skeleton_family::SkeletonFamily;

use bounds::Bounds;
pub use expression::Predicate;
use footwork_sidecar::Settings;
use footwork_store::{LibraryFolder, Progress};
use payloads::Payloads;
use signals::Signals;
use similar::{Answered, SimilarPoses};
pub use similar::{ComparedPoses, PoseClip, PoseComparison, SimilarPlace};

/// The task name that progress reports.
const READING: &str = "reading motion";

/// The maximum number of compiled predicates kept.
const MAX_KEPT_PREDICATES: usize = 256;

/// Finds the places that `similar` selects in a query, in order of similarity.
#[derive(Clone, Debug)]
pub struct PoseSearch {
    predicates: Arc<Predicates>,
}

impl PoseSearch {
    pub(crate) fn new(predicates: Arc<Predicates>) -> Self {
        Self { predicates }
    }

    /// Returns the places, the most similar first. Empty if no comparison is set, or if the poses of the clip cannot be
    /// compared. The motion of all clips is read when poses are first compared.
    pub fn places(&self, asked: &Similar) -> Vec<SimilarPlace> {
        self.predicates.similar_places(asked)
    }
}

/// Answers the predicates of queries over a library from the motion of its clips.
///
/// A clip is read when a predicate first needs one of its channels; channels are then cached.
pub(crate) struct Predicates {
    signals: Signals,
    /// The names of all channels of all clips.
    names: Vec<String>,
    payloads: RwLock<Payloads>,
    compiled: Mutex<HashMap<String, Arc<Predicate>>>,
    similar: SimilarPoses,
    progress: Arc<dyn Progress>,
    /// Runs when the first clip is read.
    begun: Once,
    /// Clips whose files could no longer be read. They are kept, because cached results leave them out.
    failed: Mutex<BTreeMap<ClipId, ClipError>>,
    /// The failed clips that [`take_failures`](Self::take_failures) has not returned yet.
    untaken: Mutex<BTreeSet<ClipId>>,
    /// The clips that lack a joint, by joint.
    lacking: Mutex<BTreeMap<String, BTreeSet<ClipId>>>,
}

impl Predicates {
    pub(crate) fn new(
        clips: &IdVec<ClipId, ClipEntry>,
        settings: &Settings,
        open_files: &Arc<OpenFiles>,
        progress: Arc<dyn Progress>,
        cache: Option<LibraryFolder>,
    ) -> Self {
        let skeletons: BTreeSet<&Arc<SkeletonFamily>> =
            clips.values().map(|clip| &clip.skeleton).collect();
        let names = skeletons.into_iter().flat_map(|skeleton| {
            let joints = skeleton.joints.iter().map(String::as_str);
            joints.chain(skeleton.role_names())
        });
        let names: BTreeSet<&str> = names.collect();
        let mut payloads = Payloads::default();
        for (clip, entry) in clips.iter() {
            payloads.set(clip, entry);
        }
        Self {
            payloads: RwLock::new(payloads),
            names: text::channel_names(names.into_iter()),
            signals: Signals::new(clips, settings, open_files, cache),
            compiled: Mutex::default(),
            similar: SimilarPoses::default(),
            progress,
            begun: Once::new(),
            failed: Mutex::default(),
            untaken: Mutex::default(),
            lacking: Mutex::default(),
        }
    }

    /// Sets the comparison that answers `similar`, unless one is already set.
    pub(crate) fn compare_poses_by(&self, comparison: Arc<dyn PoseComparison>) {
        self.similar.compare_by(comparison);
    }

    /// Returns the comparison that answers `similar`.
    pub(crate) fn pose_comparison(&self) -> Option<Arc<dyn PoseComparison>> {
        self.similar.comparison().cloned()
    }

    /// Returns the places most similar to the given frames, the most similar first.
    pub(crate) fn similar_places(&self, asked: &Similar) -> Vec<SimilarPlace> {
        if self.similar.check(asked.clip, &self.signals).is_some() {
            return Vec::new();
        }
        let places = |found: &Answered| found.places.clone();
        let answer = |index: &dyn ComparedPoses| self.similar.answered(index, asked, places);
        let index = self.similar.index(&self.signals, &*self.progress);
        index.map(answer).unwrap_or_default()
    }

    /// Returns the number of clips without comparable poses; 0 if no query has used `similar` since the last call.
    pub(crate) fn take_not_compared(&self) -> usize {
        self.similar.take_lacking(&self.signals)
    }

    fn fail(&self, clip: ClipId, error: ClipError) {
        lock(&self.failed).insert(clip, error);
        lock(&self.untaken).insert(clip);
    }

    /// Returns the clips whose files turned out to be unreadable since the last call.
    pub(crate) fn take_failures(&self) -> Vec<(ClipId, ClipError)> {
        let untaken = std::mem::take(&mut *lock(&self.untaken));
        let failed = lock(&self.failed);
        untaken
            .into_iter()
            .filter_map(|clip| Some((clip, failed.get(&clip)?.clone())))
            .collect()
    }

    /// Returns all clips whose files could not be read, with the code of the error.
    pub(crate) fn failures(&self) -> Vec<(ClipId, &'static str)> {
        let failed = lock(&self.failed);
        failed
            .iter()
            .map(|(clip, error)| (*clip, error.code))
            .collect()
    }

    /// Returns, for each joint that queries used since the last call, the number of clips that lack it.
    pub(crate) fn take_lacking(&self) -> BTreeMap<String, usize> {
        let lacking = std::mem::take(&mut *lock(&self.lacking)).into_iter();
        lacking.map(|(joint, clips)| (joint, clips.len())).collect()
    }

    /// Replaces the data of a clip's events with the data in its entry.
    pub(crate) fn set_event_data(&self, clip: ClipId, entry: &ClipEntry) {
        let mut payloads = self
            .payloads
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if payloads.set(clip, entry) {
            // Cleared first, so that no predicate compiled with the old data stays.
            lock(&self.compiled).clear();
        }
    }

    fn payloads(&self) -> RwLockReadGuard<'_, Payloads> {
        self.payloads.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the names of all channels of all clips.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the first joint that a predicate names and that a clip lacks.
    pub(crate) fn lacks<'a>(&self, predicate: &'a Predicate, clip: ClipId) -> Option<&'a str> {
        let mut channels = predicate.channels.iter();
        channels.find_map(|channel| self.signals.lacks(clip, channel))
    }

    /// Returns the compiled predicate of a text, cached if possible.
    pub(crate) fn compiled(&self, text: &str) -> Result<Arc<Predicate>, Vec<Diagnostic>> {
        if let Some(known) = lock(&self.compiled).get(text) {
            return Ok(Arc::clone(known));
        }
        // The lock is held until the predicate is stored, so that no predicate compiled with older data is stored.
        let payloads = self.payloads();
        let predicate = Arc::new(Predicate::compile(text, &self.names, &payloads)?);
        let mut compiled = lock(&self.compiled);
        if compiled.len() >= MAX_KEPT_PREDICATES {
            compiled.clear();
        }
        compiled.insert(text.to_owned(), Arc::clone(&predicate));
        Ok(predicate)
    }

    /// Records the joints that a predicate uses and that a clip lacks.
    fn note_lacking(&self, predicate: &Predicate, clip: ClipId) {
        let channels = predicate.channels.iter();
        for joint in channels.filter_map(|c| self.signals.lacks(clip, c)) {
            let mut lacking = lock(&self.lacking);
            lacking.entry(joint.to_owned()).or_default().insert(clip);
        }
    }

    /// Returns true if a predicate holds on all frames of a clip, false if on none, and `None` if the extremes of its
    /// channels do not decide it.
    fn decided(&self, predicate: &Predicate, clip: ClipId) -> Option<bool> {
        let channels = predicate.channels.iter();
        let bounds: Vec<Bounds> = channels
            .map(|channel| self.signals.bounds(clip, channel))
            .collect::<Option<_>>()?;
        predicate.expression.bounds(&bounds).decided()
    }

    /// Writes channels computed from motion to the user's cache folder, if there are enough values to be worth a file.
    pub(crate) fn save_channels(&self) {
        self.signals.save();
    }

    /// Returns one number per frame, or `None` if a joint was removed from the file after the library was opened.
    pub(crate) fn values(
        &self,
        predicate: &Predicate,
        clip: ClipId,
    ) -> Result<Option<Vec<f32>>, ClipError> {
        self.note_lacking(predicate, clip);
        let channels = predicate.channels.iter();
        let present = channels
            .clone()
            .filter(|c| self.signals.lacks(clip, c).is_none());
        let Some(present) = self.signals.channels(clip, present)? else {
            return Ok(None);
        };
        let mut present = present.into_iter();
        let channels = channels.map(|channel| match self.signals.lacks(clip, channel) {
            Some(_) => None,
            None => present.next(),
        });
        let Some(source) = self.signals.clip(clip) else {
            return Ok(None);
        };
        let data = {
            let payloads = self.payloads();
            let of_clip = payloads.of(clip);
            let data = predicate.data.iter();
            data.map(|data| data.values(of_clip, source.frames).into())
                .collect()
        };
        predicate
            .values_with(channels, data, source.rate, source.frames)
            .map(Some)
    }
}

impl Resolver for Predicates {
    fn check(&self, text: &str) -> Vec<Diagnostic> {
        self.compiled(text).err().unwrap_or_default()
    }

    fn frames(&self, text: &str, clip: ClipId, _: u32, out: &mut Ranges) {
        // Callers pass only texts in which `check` found no mistakes.
        let Ok(predicate) = self.compiled(text) else {
            return;
        };
        let clips = self.signals.clip_count();
        self.begun.call_once(|| self.progress.begin(READING, clips));
        self.progress.step(READING);
        let Some(source) = self.signals.clip(clip) else {
            return;
        };
        let values = match self.decided(&predicate, clip) {
            Some(holds) => {
                self.note_lacking(&predicate, clip);
                let value = if holds { 1.0 } else { 0.0 };
                Ok(Some(vec![value; source.frames as usize]))
            }
            None => self.values(&predicate, clip),
        };
        match values {
            Ok(values) => {
                let mut values = values.unwrap_or_default();
                for gap in &source.invalid {
                    let (start, stop) = (gap.start() as usize, gap.stop() as usize);
                    if let Some(gap) = values.get_mut(start..stop) {
                        gap.fill(0.0);
                    }
                }
                *out = holding(&values);
            }
            Err(error) => self.fail(clip, error),
        }
    }

    fn check_similar(&self, clip: ClipId) -> Vec<Diagnostic> {
        let wrong = self.similar.check(clip, &self.signals);
        wrong.into_iter().collect()
    }

    fn similar(&self, asked: &Similar, clip: ClipId, _: u32, out: &mut Ranges) {
        let (signals, progress) = (&self.signals, &*self.progress);
        let failures = self.similar.frames(asked, clip, signals, progress, out);
        for (clip, error) in failures {
            self.fail(*clip, error.clone());
        }
    }

    // Motion never changes while a library is open: reopening it creates a new database and a new resolver.
    fn revision(&self) -> u64 {
        self.payloads().revision()
    }

    fn clip_revision(&self, clip: ClipId) -> u64 {
        self.payloads().clip_revision(clip)
    }
}

impl fmt::Debug for Predicates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predicates").finish_non_exhaustive()
    }
}

/// Returns the frames on which a number is neither zero nor NaN.
fn holding(values: &[f32]) -> Ranges {
    let holds = |value: &f32| value.abs() > 0.0;
    let mut spans = Vec::new();
    let mut frame = 0u32;
    for run in values.chunk_by(|a, b| holds(a) == holds(b)) {
        let stop = frame.saturating_add(u32::try_from(run.len()).unwrap_or(u32::MAX));
        spans.extend(FrameRange::new(frame, stop).filter(|_| run.first().is_some_and(holds)));
        frame = stop;
    }
    Ranges::from_iter(spans)
}

/// Locks a cache. If a thread panicked while it held the lock, the cache is still valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
