//! A library on disk that a simulated person labels, with the labels that it should get.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use footwork_base::{FrameRange, Name, to_u32};
use footwork_events::ContactOptions;
use footwork_library::{Edit, Editor, Library, Operation};
use footwork_pipeline::{
    ContactSource, LearnedProposals, LearnedTags, LibraryTakes, MIN_COMMON_SPANS, MotionColumns,
    Proposal, ProposalSource, ProposedPlace, ReadColumns, Rejection, Rejections, read_columns,
    sort_for_deciding,
};
use footwork_sidecar::WorkState;
use footwork_tags::ClipId;
use tempfile::TempDir;

/// Labels that are off by more than this time, in seconds, are corrected.
const NEAR_SECS: f64 = 1.0 / 30.0;

/// A span or an event. An event starts and stops at its time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) name: Name,
    pub(super) is_event: bool,
    pub(super) start: f64,
    pub(super) stop: f64,
}

impl Label {
    pub(super) fn apart(&self, other: &Self) -> f64 {
        (self.start - other.start).abs() + (self.stop - other.stop).abs()
    }

    /// Returns the overlap as a share of the union. For events, returns 1 within a tenth of a second.
    pub(super) fn overlap(&self, other: &Self, rate: f64) -> f64 {
        if self.is_event || other.is_event {
            let is_same = self.is_event == other.is_event;
            let is_near = (self.start - other.start).abs() <= 0.1 * rate;
            return f64::from(u8::from(is_same && is_near));
        }
        let both = (self.stop.min(other.stop) - self.start.max(other.start)).max(0.0);
        both / (self.stop.max(other.stop) - self.start.min(other.start))
    }

    fn range(&self) -> Option<FrameRange> {
        FrameRange::new(to_u32(self.start), to_u32(self.stop))
    }

    /// Returns the operation that adds the label. A painted span joins others of its tag.
    pub(super) fn added(&self, is_painted: bool) -> Option<Operation> {
        let (tag, time) = (self.name.clone(), self.start);
        if self.is_event {
            let data = None;
            return Some(Operation::AddEvent {
                event: tag,
                time,
                data,
            });
        }
        let range = self.range()?;
        Some(if is_painted {
            Operation::Paint { tag, range }
        } else {
            Operation::AddSpan { tag, range }
        })
    }
}

impl From<&Proposal> for Label {
    fn from(proposal: &Proposal) -> Self {
        let [start, stop] = match proposal.place {
            ProposedPlace::Span(range) => [range.start(), range.stop()].map(f64::from),
            ProposedPlace::Event(time) => [time, time],
        };
        Self {
            name: proposal.name.clone(),
            is_event: matches!(proposal.place, ProposedPlace::Event(_)),
            start,
            stop,
        }
    }
}

/// A library and its true labels.
pub(super) struct Desk {
    pub(super) library: Library,
    editor: Editor,
    truth: BTreeMap<ClipId, Vec<Label>>,
    /// The proposed strikes of feet, if there are events to label.
    pub(super) contacts: Vec<Proposal>,
    columns: Known,
    _folder: TempDir,
}

impl Desk {
    /// Takes over a library whose labels are the true ones, and removes the labels from the clips.
    pub(super) fn new(folder: TempDir, ignored: &[&str]) -> Self {
        let library = Library::open(folder.path()).unwrap();
        let mut truth = BTreeMap::new();
        for (clip, entry) in library.originals() {
            let is_asked =
                |name: &Name| !ignored.iter().any(|root| name.as_str().starts_with(root));
            let tags = entry.tags().filter(|span| !span.by_rule).map(|span| Label {
                name: span.name.clone(),
                is_event: false,
                start: span.range.start().into(),
                stop: span.range.stop().into(),
            });
            let events = entry.events().map(|(name, time)| Label {
                name: name.clone(),
                is_event: true,
                start: time,
                stop: time,
            });
            let mut labels: Vec<Label> = tags.chain(events).filter(|l| is_asked(&l.name)).collect();
            labels.sort_by(|a, b| a.start.total_cmp(&b.start));
            truth.insert(clip, labels);
            let path = folder.path().join(format!("{}.tags", entry.name));
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let kept = text.lines().filter(|line| {
                let word = line.split(' ').next().unwrap_or_default();
                !["tag", "event", "not", "state"].contains(&word)
            });
            let kept: Vec<&str> = kept.collect();
            std::fs::write(&path, kept.join("\n") + "\n").unwrap();
        }
        let library = Library::open(folder.path()).unwrap();
        let source = ContactSource {
            below: "Foot".parse().unwrap(),
            options: ContactOptions::default(),
        };
        let has_strikes = truth.values().flatten().any(|label: &Label| label.is_event);
        let contacts = has_strikes.then(|| source.propose(&library).unwrap().proposals);
        Self {
            contacts: contacts.unwrap_or_default(),
            editor: library.editor(),
            library,
            truth,
            columns: Mutex::default(),
            _folder: folder,
        }
    }

    pub(super) fn clips(&self) -> Vec<ClipId> {
        self.truth.keys().copied().collect()
    }

    pub(super) fn truth(&self, clip: ClipId) -> &[Label] {
        &self.truth[&clip]
    }

    pub(super) fn frames(&self, clip: ClipId) -> f64 {
        self.library.clips()[clip].frames.into()
    }

    pub(super) fn rate(&self, clip: ClipId) -> f64 {
        self.library.clips()[clip].rate.as_f64()
    }

    pub(super) fn secs(&self, clip: ClipId) -> f64 {
        self.frames(clip) / self.rate(clip)
    }

    /// Returns the number of frames by which a label may be off.
    pub(super) fn near(&self, clip: ClipId) -> f64 {
        (NEAR_SECS * self.rate(clip)).round().max(1.0)
    }

    /// Returns the labels of a clip, sorted by their starts.
    pub(super) fn labels(&self, clip: ClipId) -> Vec<Label> {
        let entry = &self.library.clips()[clip];
        let tags = entry.tags().map(|span| Label {
            name: span.name.clone(),
            is_event: false,
            start: span.range.start().into(),
            stop: span.range.stop().into(),
        });
        let events = entry.events().map(|(name, time)| Label {
            name: name.clone(),
            is_event: true,
            start: time,
            stop: time,
        });
        let mut labels: Vec<Label> = tags.chain(events).collect();
        labels.sort_by(|a, b| a.start.total_cmp(&b.start));
        labels
    }

    /// Returns the true labels that the clip lacks, each with the nearest existing label of the same name.
    pub(super) fn wrong(&self, clip: ClipId) -> Vec<(Label, Option<Label>)> {
        let near = self.near(clip);
        let there = self.labels(clip);
        let mut wrong = Vec::new();
        for label in self.truth(clip) {
            let own = there
                .iter()
                .filter(|other| other.name == label.name && other.is_event == label.is_event);
            let nearest = own.min_by(|a, b| a.apart(label).total_cmp(&b.apart(label)));
            let is_near = nearest.is_some_and(|other| {
                (other.start - label.start).abs() <= near && (other.stop - label.stop).abs() <= near
            });
            if !is_near {
                wrong.push((label.clone(), nearest.cloned()));
            }
        }
        wrong
    }

    /// Returns the number of labels that are not near a true label.
    pub(super) fn surplus(&self, clip: ClipId) -> usize {
        let near = self.near(clip);
        let is_true = |label: &Label| {
            self.truth(clip).iter().any(|other| {
                other.name == label.name
                    && (other.start - label.start).abs() <= near
                    && (other.stop - label.stop).abs() <= near
            })
        };
        let labels = self.labels(clip);
        labels.iter().filter(|label| !is_true(label)).count()
    }

    pub(super) fn apply(&mut self, clip: ClipId, operations: Vec<Operation>) {
        if !operations.is_empty() {
            let edit = Edit::new("label").with(clip, operations);
            self.library.edit(&mut self.editor, &edit).unwrap();
        }
    }

    /// Replaces a label by another one.
    pub(super) fn replace(&mut self, clip: ClipId, old: &Label, new: &Label) {
        let removed = if old.is_event {
            Some(Operation::RemoveEvent {
                event: old.name.clone(),
                time: old.start,
            })
        } else {
            old.range().map(|range| Operation::RemoveSpan {
                tag: old.name.clone(),
                range,
            })
        };
        self.apply(clip, removed.into_iter().chain(new.added(false)).collect());
    }

    pub(super) fn set_state(&mut self, clip: ClipId, state: WorkState) {
        let state = Some(state.into());
        self.apply(clip, vec![Operation::SetState { state }]);
    }

    pub(super) fn reject(&self, proposal: &Proposal) {
        let rejection = Rejection {
            clip: self.library.clips()[proposal.clip].name.clone(),
            name: proposal.name.clone(),
            place: proposal.place,
        };
        Rejections::record(self.library.root(), &rejection, false).unwrap();
    }

    /// Trains as the studio does, and returns the proposals of common tags in the order of the studio's queue, with the
    /// clips in the order in which to label them.
    pub(super) fn learn(&self) -> (Vec<Proposal>, Vec<ClipId>) {
        let (library, known) = (&self.library, &self.columns);
        let takes = LibraryTakes::read_with(library, &[], &|clip| columns(library, known, clip));
        let learned = LearnedTags::fit(&takes.training(), takes.layers.clone());
        let learned = LearnedProposals::new(takes, &learned);
        let mut proposals = learned.found.proposals;
        let common = learned.quality.iter();
        let common = common.filter(|quality| quality.spans >= MIN_COMMON_SPANS);
        let common: BTreeSet<_> = common.map(|quality| &quality.tag).collect();
        proposals.retain(|proposal| common.contains(&proposal.name));
        sort_for_deciding(&mut proposals, &learned.order);
        (
            proposals,
            learned.order.iter().map(|(clip, _)| *clip).collect(),
        )
    }
}

/// The motion of the clips that were read.
type Known = Mutex<BTreeMap<ClipId, Option<Arc<MotionColumns>>>>;

fn columns(library: &Library, known: &Known, clip: ClipId) -> ReadColumns {
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(columns) = lock().get(&clip) {
        return Ok(columns.clone());
    }
    let columns = read_columns(library, clip)?;
    lock().insert(clip, columns.clone());
    Ok(columns)
}

impl Drop for Desk {
    fn drop(&mut self) {
        // Rejections are stored in the user's state folder.
        let state = footwork_store::UserFolder::State.of_library(self.library.root());
        if let Ok(folder) = state {
            _ = std::fs::remove_dir_all(folder.path());
        }
    }
}
