//! `GET /api/proposals?source=&tag=…`: the proposals of a source.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::{FrameRange, Name};
use footwork_events::ContactOptions;
use footwork_library::Library;
use footwork_pipeline::{
    Certainty, ClipFrames, ContactSource, LearnedProposals, LearnedTags, LibraryTakes, Proposal,
    ProposalSource, ProposedPlace, Rejections, RuleSource, SimilarSource, SourceProposals,
    TagQuality, begins_work, sort_for_deciding,
};
use footwork_tags::ClipId;
use serde::Deserialize;

use super::edit::name;
use crate::answer::Answer;
use crate::api::{LabelKind, ProposalQuality, ProposalsAnswer, Proposed, Source};
use crate::body::Parameters;
use crate::open_library::{OpenLibrary, findings};
use crate::proposals;
use crate::refusal::Refusal;
use crate::studio::{Studio, Wanted, not_sent, query};

/// The maximum number of proposals in an answer.
const MAX_PROPOSALS: usize = 5_000;
/// The maximum number of findings in an answer.
const MAX_FINDINGS: usize = 100;
/// The maximum number of similar places in an answer.
const SIMILAR_PLACES: usize = 24;
/// The name above the proposed events `Left` and `Right`, which is also the default of `footwork events detect`.
const CONTACTS_BELOW: &str = "Foot";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    source: Source,
    /// The tag to propose, with the tags below it; all tags if missing.
    tag: Option<String>,
    /// The frames of the example for [`Source::Similar`]: a clip, a start and a stop.
    clip: Option<String>,
    start: Option<u32>,
    stop: Option<u32>,
}

/// The state of the library for which proposals are made.
struct Moment {
    library: Arc<Library>,
    generation: u32,
    revision: u32,
}

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    query(studio, move |studio, wanted| {
        let tag = asked.tag.as_deref().map(name).transpose()?;
        let rejected_bytes = Rejections::file_bytes(studio.root());
        let rejections = rejections(studio)?;
        let (moment, like) = {
            let mut open = studio.open();
            let like = like(&open, &asked)?;
            let moment = Moment {
                library: open.copy(),
                generation: open.generation,
                revision: open.revision,
            };
            (moment, like)
        };
        let key = proposals::Asked {
            what: format!("{asked:?}"),
            state: [moment.generation, moment.revision],
            rejected_bytes,
        };
        let answer = match studio.proposals.answer(&key) {
            Some(answer) => answer,
            None => {
                let proposed = propose(studio, wanted, &moment, asked.source, tag, like)?;
                wanted.check()?;
                let answer = Arc::new(answer(&moment, asked.source, proposed, &rejections));
                studio.proposals.keep(key, &answer);
                answer
            }
        };
        Answer::json(&*answer).map_err(|error| not_sent(&error))
    })
    .await
}

/// Reads the rejected proposals of the library.
pub(super) fn rejections(studio: &Studio) -> Result<Rejections, Refusal> {
    Rejections::read_known(studio.root())
        .map_err(|error| Refusal::unprocessable("rejected-file", error.to_string()))
}

/// Returns the frames to which similar places are searched; `None` for other sources.
fn like(open: &OpenLibrary, asked: &Asked) -> Result<Option<ClipFrames>, Refusal> {
    if asked.source != Source::Similar {
        return Ok(None);
    }
    let (Some(clip), Some(start), Some(stop)) = (&asked.clip, asked.start, asked.stop) else {
        let message = "similar places need a clip, a start and a stop";
        return Err(Refusal::bad_request("bad-parameters", message));
    };
    let clip = open.clip(clip)?;
    let range = range_in(open, clip, start, stop)?;
    Ok(Some(ClipFrames { clip, range }))
}

pub(super) fn range_in(
    open: &OpenLibrary,
    clip: ClipId,
    start: u32,
    stop: u32,
) -> Result<FrameRange, Refusal> {
    let frames = open.entry(clip).frames;
    let range = FrameRange::new(start, stop).filter(|range| range.stop() <= frames);
    range.ok_or_else(|| {
        let message = format!("[{start}, {stop}) is no range in the {frames} frames of the clip");
        Refusal::unprocessable("bad-range", message)
    })
}

/// The proposals of a source. The other fields are empty if the source does not learn.
struct Found {
    found: SourceProposals,
    learned: Option<Learned>,
}

struct Learned {
    labelled: usize,
    threshold: Option<f64>,
    quality: Vec<TagQuality>,
    order: Vec<(ClipId, f64)>,
}

fn propose(
    studio: &Studio,
    wanted: &Wanted,
    moment: &Moment,
    source: Source,
    tag: Option<Name>,
    like: Option<ClipFrames>,
) -> Result<Found, Refusal> {
    let tags: Vec<Name> = tag.iter().cloned().collect();
    let source: Box<dyn ProposalSource> = match (source, like) {
        (Source::Learned, _) => return learn(studio, wanted, moment, &tags),
        (Source::Contacts, _) => Box::new(ContactSource {
            below: tag.map_or_else(|| name(CONTACTS_BELOW), Ok)?,
            options: ContactOptions::default(),
        }),
        (Source::Similar, Some(like)) => Box::new(SimilarSource {
            like,
            tag: tag.ok_or_else(|| {
                Refusal::bad_request("bad-parameters", "similar places need a tag")
            })?,
            count: SIMILAR_PLACES,
        }),
        (Source::Rules | Source::Similar, _) => Box::new(RuleSource { tags }),
    };
    let found = source.propose_while(&moment.library, &|| wanted.check().is_ok());
    let found = found.map_err(|errors| {
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Refusal::unprocessable("bad-rule", said.join("; "))
    })?;
    Ok(Found {
        found,
        learned: None,
    })
}

/// Trains, measures and proposes. If the answer is no longer wanted, ends early with a refusal.
fn learn(
    studio: &Studio,
    wanted: &Wanted,
    moment: &Moment,
    tags: &[Name],
) -> Result<Found, Refusal> {
    let Moment {
        library,
        generation,
        ..
    } = moment;
    let takes = LibraryTakes::read_with(library, tags, &|clip| match wanted.check() {
        Ok(()) => studio.proposals.columns(library, *generation, clip),
        // The measured takes are incomplete, so they are not used.
        Err(_) => Ok(None),
    });
    wanted.check()?;
    let learned = LearnedTags::fit(&takes.training(), takes.layers.clone());
    wanted.check()?;
    let LearnedProposals {
        found,
        quality,
        threshold,
        order,
        labelled,
    } = LearnedProposals::new(takes, &learned);
    Ok(Found {
        found,
        learned: Some(Learned {
            labelled,
            threshold,
            quality,
            order,
        }),
    })
}

fn answer(
    moment: &Moment,
    source: Source,
    proposed: Found,
    rejections: &Rejections,
) -> ProposalsAnswer {
    let Moment {
        library, revision, ..
    } = moment;
    let Found { mut found, learned } = proposed;
    found
        .proposals
        .retain(|proposal| library.is_whole(proposal.clip));
    let order = learned.as_ref().map_or(&[][..], |learned| &learned.order);
    sort_for_deciding(&mut found.proposals, order);
    let shown = found.proposals.iter().take(MAX_PROPOSALS);
    let shown = shown.map(|proposal| shown_proposal(library, source, proposal));
    let about = found.findings.iter().chain(&found.unread);
    ProposalsAnswer {
        revision: *revision,
        source,
        proposals: shown.collect(),
        total: whole(found.proposals.len()),
        labelled: learned.as_ref().map(|learned| whole(learned.labelled)),
        threshold: learned.as_ref().and_then(|learned| learned.threshold),
        quality: learned.as_ref().map_or_else(Vec::new, |learned| {
            learned.quality.iter().map(quality).collect()
        }),
        rejected: whole(rejections.count()),
        findings: findings(about.take(MAX_FINDINGS)),
    }
}

fn shown_proposal(library: &Library, source: Source, proposal: &Proposal) -> Proposed {
    let [start, stop] = proposal.place.ends();
    let is_span = matches!(proposal.place, ProposedPlace::Span(_));
    Proposed {
        clip: library.clips()[proposal.clip].name.clone(),
        kind: if is_span {
            LabelKind::Tag
        } else {
            LabelKind::Event
        },
        name: proposal.name.to_string(),
        start,
        stop,
        score: (proposal.score * 1e3).round() / 1e3,
        source,
        possible: proposal.certainty == Certainty::Possible,
        bulk: proposal.is_bulk,
        begins: is_span && begins_work(library, proposal.clip, &BTreeSet::from([&proposal.name])),
    }
}

fn quality(quality: &TagQuality) -> ProposalQuality {
    let measured = quality.measured;
    ProposalQuality {
        tag: quality.tag.to_string(),
        spans: whole(quality.spans),
        clips: whole(quality.takes),
        precision: measured.map(|measured| measured.span_precision),
        recall: measured.map(|measured| measured.span_recall),
        edge_secs: measured.and_then(|measured| measured.edge_secs),
    }
}

pub(super) fn whole(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
