//! The takes of a library: the motion of each clip, and what its sidecar says about the tags to learn.

use std::collections::BTreeSet;
use std::sync::Arc;

use footwork_base::{FrameRange, Name};
use footwork_clip::ClipError;
use footwork_library::{ClipEntry, Library, clip_finding};
use footwork_sidecar::{Finding, Line, Severity, TagSpan, WorkState};
use footwork_tags::ClipId;
use rayon::prelude::*;

use super::columns::MotionColumns;
use super::labels::{Coverage, TagLayers, TakeLabels, TrainingTake};
use super::proposal::ProposedPlace;
use super::rejected::Rejections;

/// The name of this task in progress reports.
const READING: &str = "reading motion";

/// A clip of a library, without its mirrored twin.
#[derive(Clone, Debug)]
pub struct LibraryTake {
    /// The clip.
    pub clip: ClipId,
    /// Its motion.
    pub columns: Arc<MotionColumns>,
    /// Its labels; `None` if nothing is known about it.
    pub labels: Option<TakeLabels>,
    /// The motion and the labels of its mirrored twin, if it is labelled and has one.
    twin: Option<(MotionColumns, TakeLabels)>,
}

/// The takes of a library, for some of its tags.
#[derive(Clone, Debug)]
pub struct LibraryTakes {
    /// The takes, in the order of clips.
    pub takes: Vec<LibraryTake>,
    /// The tags to learn: the requested ones, and those that exclude one of them or are its opposite side.
    pub layers: TagLayers,
    /// The requested tags and those below them.
    pub asked: BTreeSet<Name>,
    /// Clips that changed since they were tagged, or without known hips and legs, which get no proposals.
    pub findings: Vec<Finding>,
    /// Clips whose motion could not be read.
    pub unread: Vec<Finding>,
}

impl LibraryTakes {
    /// Reads the motion and the labels of all clips. A requested tag stands for the labelled tags at and below it; no
    /// requested tag stands for all.
    ///
    /// A clip counts as labelled if its state is `done` or `reviewed`, or if it has no state, but perhaps an assignee, and a
    /// hand-placed span of a tag to learn. Frames without a span then have no tag. If the state is `in-progress`, only frames with spans
    /// are known. `not` lines and rejected proposals are known in every clip.
    pub fn read(library: &Library, requested: &[Name]) -> Self {
        Self::read_with(library, requested, &|clip| read_columns(library, clip))
    }

    /// Like [`read`](Self::read), with the motion of clips from `columns`, which may keep it between calls. `None` means that
    /// a clip has no known hips with legs.
    pub fn read_with(
        library: &Library,
        requested: &[Name],
        columns: &(dyn Fn(ClipId) -> ReadColumns + Sync),
    ) -> Self {
        let used = used_tags(library);
        let is_asked = |tag: &Name| {
            requested.is_empty() || requested.iter().any(|r| r == tag || tag.is_below(r))
        };
        let asked: BTreeSet<Name> = used.iter().filter(|tag| is_asked(tag)).cloned().collect();
        let groups = &library.settings().exclusive;
        let excludes = |a: &Name, b: &Name| groups.iter().any(|group| group.excludes(a, b));
        let learned = used.into_iter();
        let learned =
            learned.filter(|tag| asked.contains(tag) || asked.iter().any(|a| excludes(a, tag)));
        let learned: BTreeSet<Name> = learned.collect();
        let originals = library.originals().map(|(clip, _)| clip);
        let originals: Vec<ClipId> = originals
            .filter(|&clip| is_current(library, clip))
            .collect();
        let (rejections, unread_rejections) = Rejections::of(library);
        library.progress().begin(READING, originals.len());
        let read: Vec<_> = originals
            .par_iter()
            .map(|&clip| {
                let columns = columns(clip);
                let take = columns.map(|columns| {
                    columns.map(|columns| read_take(library, clip, columns, &learned, &rejections))
                });
                library.progress().step(READING);
                (clip, take)
            })
            .collect();
        let mut takes = Self {
            takes: Vec::new(),
            layers: TagLayers::new(&learned, groups),
            asked,
            findings: stale_clips(library),
            unread: Vec::new(),
        };
        takes.findings.extend(unread_rejections);
        for (clip, take) in read {
            let name = &library.clips()[clip].name;
            match take {
                Ok(Some(take)) => takes.takes.push(take),
                Ok(None) => takes.findings.push(Finding {
                    severity: Severity::Note,
                    file: name.clone(),
                    position: None,
                    code: "no-legs",
                    message: "it has no known hips with legs, so nothing is proposed; \
                              `footwork info --joints` says why"
                        .to_owned(),
                }),
                Err(error) => takes.unread.push(clip_finding(name, &error)),
            }
        }
        takes
    }

    /// Returns the labelled takes and their mirrored twins.
    pub fn training(&self) -> Vec<TrainingTake<'_>> {
        let mut training = Vec::new();
        for (recording, take) in self.takes.iter().enumerate() {
            let own = take
                .labels
                .as_ref()
                .map(|labels| (take.columns.as_ref(), labels, false));
            let twin = take
                .twin
                .as_ref()
                .map(|(columns, labels)| (columns, labels, true));
            for (columns, labels, is_copy) in own.into_iter().chain(twin) {
                training.push(TrainingTake {
                    columns,
                    labels,
                    recording,
                    is_copy,
                });
            }
        }
        training
    }

    /// Returns the takes in which nothing is labelled yet.
    pub fn unlabelled(&self) -> impl Iterator<Item = &LibraryTake> {
        self.takes.iter().filter(|take| take.is_open())
    }
}

impl LibraryTake {
    /// Returns whether nothing is labelled yet: rejections alone do not count.
    pub(super) fn is_open(&self) -> bool {
        self.labels
            .as_ref()
            .is_none_or(|labels| labels.coverage == Coverage::Spans && labels.spans.is_empty())
    }
}

/// Returns whether the labels of a clip are known and fit its motion; only then it gets proposals.
pub(super) fn is_current(library: &Library, clip: ClipId) -> bool {
    !library.is_stale(clip) && library.is_whole(clip)
}

/// Returns a note for each clip that changed since it was tagged, except half-written ones: restoring them is better
/// than rebasing.
pub(super) fn stale_clips(library: &Library) -> Vec<Finding> {
    let is_changed = |entry: &ClipEntry| entry.is_stale() && !entry.is_half_written;
    let stale = library.originals().filter(|(_, entry)| is_changed(entry));
    let note = |(_, entry): (ClipId, &ClipEntry)| Finding {
        severity: Severity::Note,
        file: entry.name.clone(),
        position: None,
        code: "stale-clip",
        message: "it changed since it was tagged, so nothing is proposed; \
                  `footwork rebase` moves its labels to the new version"
            .to_owned(),
    };
    stale.map(note).collect()
}

/// Returns the tags of hand-placed spans, those of mirrored twins included.
fn used_tags(library: &Library) -> BTreeSet<Name> {
    let spans = library.clips().values().flat_map(ClipEntry::tags);
    let by_hand = spans.filter(|span| !span.by_rule);
    by_hand.map(|span| span.name.clone()).collect()
}

/// The motion of a clip; `None` if it has no known hips with legs.
pub type ReadColumns = Result<Option<Arc<MotionColumns>>, ClipError>;

/// Reads the motion of a clip.
///
/// # Errors
/// If the clip cannot be read.
pub fn read_columns(library: &Library, clip: ClipId) -> ReadColumns {
    let loaded = library.load(clip)?;
    Ok(MotionColumns::from_clip(&loaded.clip).map(Arc::new))
}

fn read_take(
    library: &Library,
    clip: ClipId,
    columns: Arc<MotionColumns>,
    learned: &BTreeSet<Name>,
    rejections: &Rejections,
) -> LibraryTake {
    let labels = take_labels(&library.clips()[clip], learned, rejections);
    let twin = library.twin(clip).filter(|_| labels.is_some());
    let twin = twin.and_then(|twin| take_labels(&library.clips()[twin], learned, rejections));
    LibraryTake {
        clip,
        twin: twin.map(|labels| (columns.mirrored(), labels)),
        labels,
        columns,
    }
}

/// Returns what a clip's labels and rejections tell about the learned tags; `None` if nothing.
fn take_labels(
    entry: &ClipEntry,
    learned: &BTreeSet<Name>,
    rejections: &Rejections,
) -> Option<TakeLabels> {
    let is_learned = |name: &Name| learned.iter().any(|tag| name == tag || name.is_below(tag));
    let tags = entry.tags().filter(|span| is_learned(&span.name));
    let (by_rule, by_hand): (Vec<_>, Vec<_>) = tags.partition(|span| span.by_rule);
    let named = |span: &TagSpan| (span.name.clone(), span.range);
    let spans: Vec<_> = by_hand.into_iter().map(named).collect();
    let sidecar = entry.labels();
    let lines = sidecar.into_iter().flat_map(|sidecar| sidecar.lines());
    let nots = lines.filter_map(|line| match line {
        Line::Not { name, range } if learned.contains(name) => Some((name.clone(), *range)),
        _ => None,
    });
    let of_clip = rejections.of_clip(&entry.name);
    let proposed = of_clip.filter_map(|rejection| match rejection.place {
        ProposedPlace::Span(range) if learned.contains(&rejection.name) => {
            let range = FrameRange::new(range.start(), range.stop().min(entry.frames))?;
            Some((rejection.name.clone(), range))
        }
        _ => None,
    });
    let rejected: Vec<_> = nots.chain(proposed).collect();
    let signed = sidecar.and_then(|sidecar| sidecar.signed_state());
    let signed = signed.filter(|signed| !signed.only_assigns());
    let coverage = match signed.map(|signed| signed.state) {
        Some(WorkState::Done | WorkState::Reviewed) => Coverage::Whole,
        None if !spans.is_empty() => Coverage::Whole,
        _ if spans.is_empty() && rejected.is_empty() => return None,
        _ => Coverage::Spans,
    };
    Some(TakeLabels {
        spans,
        by_rule: by_rule.into_iter().map(named).collect(),
        rejected,
        coverage,
    })
}
