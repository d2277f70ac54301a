//! The programs that propose, behind one interface.

use footwork_base::Name;
use footwork_events::ContactOptions;
use footwork_library::Library;
use footwork_sidecar::Finding;
use footwork_tags::{ClipId, SetAlgebra};

use super::attract::attract;
use super::learned::{Certainty, LearnedTags, ProposedSpan};
use super::order::{Candidate, labelling_order};
use super::proposal::{Proposal, ProposedPlace};
use super::quality::TagQuality;
use super::rejected::Rejections;
use super::takes::{LibraryTakes, is_current, read_columns, stale_clips};
use crate::detect::{Detection, detect_strikes_in, missing_events};
use crate::interchange::{PlacedRows, SpanKind, TableItem};
use crate::rules::{IsWanted, RuleError, propose_rules_while};

/// The number of takes in a batch of the order.
const BATCH: usize = 4;

/// A program that proposes spans or events.
pub trait ProposalSource {
    /// Returns the name of the source, as shown on its lane.
    fn name(&self) -> &str;

    /// Proposes for the clips of a library; changes nothing.
    ///
    /// # Errors
    /// If the source cannot propose at all. The answer lists clips that it cannot read.
    fn propose(&self, library: &Library) -> Result<SourceProposals, Vec<RuleError>> {
        self.propose_while(library, &|| true)
    }

    /// Like [`propose`](Self::propose), but asks between clips, or between rules, whether the answer is still wanted. If
    /// not, it ends early, with incomplete proposals.
    ///
    /// # Errors
    /// As [`propose`](Self::propose).
    fn propose_while(
        &self,
        library: &Library,
        is_wanted: &IsWanted<'_>,
    ) -> Result<SourceProposals, Vec<RuleError>>;
}

/// The proposals of a source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceProposals {
    /// The proposals, by clip.
    pub proposals: Vec<Proposal>,
    /// Facts about clips worth knowing.
    pub findings: Vec<Finding>,
    /// Clips whose motion could not be read.
    pub unread: Vec<Finding>,
}

impl SourceProposals {
    /// Leaves out rejected proposals and, with a note, clips that changed since they were tagged.
    pub(super) fn of_current_clips(mut self, library: &Library) -> Self {
        let (rejections, unread) = Rejections::of(library);
        self.proposals.retain(|proposal| {
            is_current(library, proposal.clip) && !rejections.has(library, proposal)
        });
        self.findings.extend(stale_clips(library));
        self.findings.extend(unread);
        self
    }
}

/// Strikes of feet, as `events detect` finds them, except those that the clips already have.
#[derive(Clone, Debug)]
pub struct ContactSource {
    /// The name above the events `Left` and `Right`.
    pub below: Name,
    /// What counts as a contact.
    pub options: ContactOptions,
}

impl ProposalSource for ContactSource {
    fn name(&self) -> &'static str {
        "contacts"
    }

    fn propose_while(
        &self,
        library: &Library,
        is_wanted: &IsWanted<'_>,
    ) -> Result<SourceProposals, Vec<RuleError>> {
        let mut found = Detection::default();
        for (clip, _) in library.originals().take_while(|_| is_wanted()) {
            let of_clip = detect_strikes_in(library, &[clip], &self.below, &self.options);
            found.events.extend(of_clip.events);
            found.findings.extend(of_clip.findings);
            found.unread.extend(of_clip.unread);
        }
        let new = missing_events(library, found.events).into_iter();
        let proposals = new.map(|event| {
            let place = ProposedPlace::Event(event.frame);
            certain(event.clip, event.name, place, self.name())
        });
        let found = SourceProposals {
            proposals: proposals.collect(),
            findings: found.findings,
            unread: found.unread,
        };
        Ok(found.of_current_clips(library))
    }
}

/// The spans that the rules of the library would add.
#[derive(Clone, Debug, Default)]
pub struct RuleSource {
    /// The tags, each with those below it; all if empty.
    pub tags: Vec<Name>,
}

impl ProposalSource for RuleSource {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn propose_while(
        &self,
        library: &Library,
        is_wanted: &IsWanted<'_>,
    ) -> Result<SourceProposals, Vec<RuleError>> {
        let mut all = SourceProposals::default();
        for change in propose_rules_while(library, &library.settings().rules, is_wanted)? {
            let is_asked = |tag: &Name| *tag == change.tag || change.tag.is_below(tag);
            if !self.tags.is_empty() && !self.tags.iter().any(is_asked) {
                continue;
            }
            for range in change.after.difference(&change.before).iter() {
                let place = ProposedPlace::Span(range);
                let proposal = certain(change.clip, change.tag.clone(), place, self.name());
                all.proposals.push(proposal);
            }
        }
        all.proposals.sort_by_key(|proposal| proposal.clip);
        all.unread = library.take_unread();
        Ok(all.of_current_clips(library))
    }
}

/// The rows of another labeller or program, as proposals instead of an import.
#[derive(Clone, Debug)]
pub struct ImportedSource {
    /// The name of the labeller or program.
    pub name: String,
    /// Its rows, placed on the clips.
    pub rows: PlacedRows,
}

impl ProposalSource for ImportedSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn propose_while(
        &self,
        library: &Library,
        _is_wanted: &IsWanted<'_>,
    ) -> Result<SourceProposals, Vec<RuleError>> {
        let mut proposals = Vec::new();
        for placed in &self.rows.clips {
            let entry = &library.clips()[placed.clip];
            for item in &placed.items {
                let (name, place) = match &item.item {
                    TableItem::Span {
                        kind: SpanKind::Not,
                        ..
                    } => continue,
                    TableItem::Span { name, range, .. } => {
                        let has = |span: &&footwork_sidecar::TagSpan| {
                            span.name == *name && span.range == *range
                        };
                        if entry.tags().any(|span| has(&span)) {
                            continue;
                        }
                        (name, ProposedPlace::Span(*range))
                    }
                    TableItem::Event { name, time, .. } => {
                        let is_same = |other: f64| (other - time).abs() <= item.within_frames;
                        if entry.events().any(|(n, at)| n == name && is_same(at)) {
                            continue;
                        }
                        (name, ProposedPlace::Event(*time))
                    }
                };
                proposals.push(certain(placed.clip, name.clone(), place, &self.name));
            }
        }
        let found = SourceProposals {
            proposals,
            findings: self.rows.findings.clone(),
            unread: Vec::new(),
        };
        Ok(found.of_current_clips(library))
    }
}

/// Classifiers trained on the labelled clips.
#[derive(Clone, Debug, Default)]
pub struct LearnedSource {
    /// The tags, each with those below it; all that have labels if empty.
    pub tags: Vec<Name>,
}

/// The proposals of the classifiers, their quality, and the order of the other clips.
#[derive(Clone, Debug)]
pub struct LearnedProposals {
    /// The proposals.
    pub found: SourceProposals,
    /// How good they are, for each requested tag.
    pub quality: Vec<TagQuality>,
    /// The lowest score at which proposals can be accepted in bulk; `None` if there is none.
    pub threshold: Option<f64>,
    /// The clips about which nothing is known, the most useful to label first, with their uncertainty from 0 to 1.
    pub order: Vec<(ClipId, f64)>,
    /// The number of labelled clips.
    pub labelled: usize,
}

impl LearnedSource {
    /// Trains, measures and proposes.
    pub fn learn(&self, library: &Library) -> LearnedProposals {
        let takes = LibraryTakes::read(library, &self.tags);
        let learned = LearnedTags::fit(&takes.training(), takes.layers.clone());
        LearnedProposals::new(takes, &learned)
    }
}

/// The name of the source that learns.
const LEARNED: &str = "learned";

impl LearnedProposals {
    /// Proposes for the takes from which tags were learned.
    pub fn new(takes: LibraryTakes, learned: &LearnedTags) -> Self {
        use rayon::prelude::*;
        let per_take: Vec<_> = takes
            .takes
            .par_iter()
            .map(|take| learned.propose(&take.columns, take.labels.as_ref()))
            .collect();
        let mut spans = Vec::new();
        for (take, proposals) in takes.takes.iter().zip(&per_take) {
            let mut own: Vec<ProposedSpan> = proposals.spans.clone();
            attract(&mut own, take, &takes.layers);
            let own = own
                .into_iter()
                .filter(|span| takes.asked.contains(&span.tag));
            spans.extend(own.map(|span| (take.clip, span)));
        }
        learned.keep_highest_peaks(&mut spans);
        let proposals = spans.into_iter().map(|(clip, span)| Proposal {
            clip,
            name: span.tag,
            place: ProposedPlace::Span(span.range),
            score: span.score,
            source: LEARNED.to_owned(),
            certainty: span.certainty,
            is_bulk: span.is_bulk,
        });
        let open = takes.takes.iter().zip(&per_take);
        let open: Vec<_> = open.filter(|(take, _)| take.is_open()).collect();
        let candidates: Vec<Candidate<'_>> = open
            .iter()
            .map(|(take, proposals)| Candidate {
                columns: &take.columns,
                uncertainty: proposals.uncertainty,
            })
            .collect();
        let labelled = takes.takes.iter().filter(|take| !take.is_open());
        let labelled: Vec<_> = labelled.map(|take| take.columns.as_ref()).collect();
        let order = labelling_order(&labelled, &candidates, BATCH).into_iter();
        let order = order.map(|place| (open[place].0.clip, candidates[place].uncertainty));
        let quality = learned.quality().iter();
        Self {
            order: order.collect(),
            labelled: labelled.len(),
            quality: quality
                .filter(|q| takes.asked.contains(&q.tag))
                .cloned()
                .collect(),
            threshold: learned.threshold(),
            found: SourceProposals {
                proposals: proposals.collect(),
                findings: takes.findings,
                unread: takes.unread,
            },
        }
    }
}

impl ProposalSource for LearnedSource {
    fn name(&self) -> &'static str {
        LEARNED
    }

    fn propose_while(
        &self,
        library: &Library,
        is_wanted: &IsWanted<'_>,
    ) -> Result<SourceProposals, Vec<RuleError>> {
        let takes = LibraryTakes::read_with(library, &self.tags, &|clip| {
            if is_wanted() {
                read_columns(library, clip)
            } else {
                // Incomplete takes are not used.
                Ok(None)
            }
        });
        if !is_wanted() {
            return Ok(SourceProposals::default());
        }
        let learned = LearnedTags::fit(&takes.training(), takes.layers.clone());
        Ok(LearnedProposals::new(takes, &learned).found)
    }
}

/// Returns a proposal of a source without scores.
fn certain(clip: ClipId, name: Name, place: ProposedPlace, source: &str) -> Proposal {
    Proposal {
        clip,
        name,
        place,
        score: 1.0,
        source: source.to_owned(),
        certainty: Certainty::Likely,
        is_bulk: false,
    }
}
