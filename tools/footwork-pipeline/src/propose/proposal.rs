//! A proposal: a span or an event that a program suggests. It becomes a label when it is accepted.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};
use footwork_library::{Edit, Library, Operation};
use footwork_sidecar::{SignedState, WorkState};
use footwork_tags::ClipId;

use super::learned::Certainty;

/// The frames or the time of a proposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProposedPlace {
    /// These frames have the tag.
    Span(FrameRange),
    /// The event is at this time, in frames.
    Event(f64),
}

/// A proposed span or event.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The clip; never a mirrored twin.
    pub clip: ClipId,
    /// The tag or the event.
    pub name: Name,
    /// The frames or the time.
    pub place: ProposedPlace,
    /// How sure the source is, from 0 to 1; always 1 if the source has no scores.
    pub score: f64,
    /// The name of the source.
    pub source: String,
    /// Whether it is likely or only possible.
    pub certainty: Certainty,
    /// Whether it reaches the calibrated threshold of its source, so that it can be accepted in bulk.
    pub is_bulk: bool,
}

impl ProposedPlace {
    /// Returns the first frame and the one after the last, or twice the time of an event.
    pub fn ends(self) -> [f64; 2] {
        match self {
            Self::Span(range) => [range.start().into(), range.stop().into()],
            Self::Event(time) => [time, time],
        }
    }
}

/// Sorts proposals by how useful a decision is: clips on which work has begun, then clips in the order in which labels teach
/// most, each in the order of its frames; at the end what is only possible, the highest score first. `order` lists the
/// clips without labels, the most useful first.
pub fn sort_for_deciding(proposals: &mut [Proposal], order: &[(ClipId, f64)]) {
    let ranks: BTreeMap<ClipId, usize> = order
        .iter()
        .enumerate()
        .map(|(rank, (clip, _))| (*clip, rank + 1))
        .collect();
    let rank = |proposal: &Proposal| ranks.get(&proposal.clip).copied().unwrap_or(0);
    proposals.sort_by(|a, b| {
        let by_certainty = a.certainty.cmp(&b.certainty);
        let within = match a.certainty {
            Certainty::Possible => b.score.total_cmp(&a.score),
            Certainty::Likely => rank(a).cmp(&rank(b)),
        };
        let by_place = || a.place.ends()[0].total_cmp(&b.place.ends()[0]);
        let by_clip = || a.clip.cmp(&b.clip).then_with(by_place);
        by_certainty.then(within).then_with(by_clip)
    });
}

/// Returns the edit that accepts proposals. With `[studio] provenance = true`, it also records the source and the score of each span.
/// A clip without a state and without hand-placed spans of the proposed tags becomes
/// `in-progress`, so that its other frames still count as unlabelled.
pub fn accept_proposals(library: &Library, label: &str, proposals: &[Proposal]) -> Edit {
    let mut by_clip: BTreeMap<ClipId, Vec<Operation>> = BTreeMap::new();
    for proposal in proposals {
        let operation = match proposal.place {
            ProposedPlace::Span(range) => Operation::AddSpan {
                tag: proposal.name.clone(),
                range,
            },
            ProposedPlace::Event(time) => Operation::AddEvent {
                event: proposal.name.clone(),
                time,
                data: None,
            },
        };
        let operations = by_clip.entry(proposal.clip).or_default();
        operations.push(operation);
        if let ProposedPlace::Span(range) = proposal.place
            && library.settings().studio.provenance
        {
            operations.push(Operation::SetProvenance {
                tag: proposal.name.clone(),
                range,
                source: proposal.source.clone(),
                score: proposal.score,
            });
        }
    }
    let with_span = proposals
        .iter()
        .filter(|p| matches!(p.place, ProposedPlace::Span(_)));
    let with_span: BTreeSet<ClipId> = with_span.map(|proposal| proposal.clip).collect();
    for (clip, operations) in &mut by_clip {
        let own = proposals.iter().filter(|p| p.clip == *clip);
        let tags: BTreeSet<&Name> = own.map(|proposal| &proposal.name).collect();
        if with_span.contains(clip) && begins_work(library, *clip, &tags) {
            // The assignee stays.
            let labels = library.clips()[*clip].labels();
            let signed = labels.and_then(|labels| labels.signed_state());
            let state = SignedState {
                assignee: signed.and_then(|signed| signed.assignee.clone()),
                ..WorkState::InProgress.into()
            };
            operations.push(Operation::SetState { state: Some(state) });
        }
    }
    let edit = Edit::new(label);
    by_clip
        .into_iter()
        .fold(edit, |edit, (clip, operations)| edit.with(clip, operations))
}

/// Returns whether a span of the given tags would be the first that a person placed in a clip without a state. The edit
/// that adds it should then set the state `in-progress`, or frames without a span would count as labelled.
pub fn begins_work(library: &Library, clip: ClipId, tags: &BTreeSet<&Name>) -> bool {
    let entry = &library.clips()[clip];
    let signed = entry.labels().and_then(|labels| labels.signed_state());
    let is_signed = signed.is_some_and(|signed| !signed.only_assigns());
    let groups = &library.settings().exclusive;
    let is_related = |tag: &Name, other: &Name| {
        tag == other
            || tag.is_below(other)
            || other.is_below(tag)
            || groups.iter().any(|group| group.excludes(tag, other))
    };
    let mut by_hand = entry.tags().filter(|span| !span.by_rule);
    let has_related = by_hand.any(|span| tags.iter().any(|tag| is_related(tag, &span.name)));
    entry.work_state() == WorkState::Untouched || !is_signed && !has_related
}
