//! `GET /api/proposals?source=&tag=…`: what a source proposes, and `POST /api/reject`: remembering a rejection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_base::{FrameRange, Name};
use footwork_events::ContactOptions;
use footwork_library::Library;
use footwork_pipeline::{
    Certainty, ClipFrames, ContactSource, LearnedProposals, LearnedTags, LibraryTakes, Proposal,
    ProposalSource, ProposedPlace, Rejection, Rejections, RuleSource, SimilarSource,
    SourceProposals, TagQuality, begins_work,
};
use footwork_tags::ClipId;
use serde::Deserialize;

use super::edit::name;
use crate::answer::Answer;
use crate::api::{LabelKind, ProposalQuality, ProposalsAnswer, Proposed, Reject, Rejected, Source};
use crate::body::{Json, Parameters};
use crate::open_library::{OpenLibrary, findings};
use crate::proposals;
use crate::refusal::Refusal;
use crate::studio::{Studio, Wanted, answer_edit, not_sent, query};

/// The number of proposals in an answer.
const MAX_PROPOSALS: usize = 5_000;
/// The number of findings in an answer.
const MAX_FINDINGS: usize = 100;
/// The number of places like given frames.
const SIMILAR_PLACES: usize = 24;
/// The name above the proposed events `Left` and `Right`, as `footwork events detect` has it.
const CONTACTS_BELOW: &str = "Foot";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    source: Source,
    /// The tag, with those below it; all if missing.
    tag: Option<String>,
    /// The frames for [`Source::Similar`].
    clip: Option<String>,
    start: Option<u32>,
    stop: Option<u32>,
}

/// A state of the library to propose for.
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
        let decisions = studio.proposals.decisions();
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
            decisions,
        };
        let answer = match studio.proposals.answer(&key) {
            Some(answer) => answer,
            None => {
                let proposed = propose(studio, wanted, &moment, asked.source, tag, like)?;
                wanted.check()?;
                let answer = Arc::new(answer(&moment, asked.source, proposed));
                studio.proposals.keep(key, &answer);
                answer
            }
        };
        Answer::json(&*answer).map_err(|error| not_sent(&error))
    })
    .await
}

/// Returns the frames to find similar places for; `None` if another source is asked.
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

fn range_in(
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

/// The proposals of any source; the other fields are empty unless it learns.
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
    let found = source.propose(&moment.library).map_err(|errors| {
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Refusal::unprocessable("bad-rule", said.join("; "))
    })?;
    Ok(Found {
        found,
        learned: None,
    })
}

/// Trains, measures and proposes. Ends early, with a refusal, if the answer is no longer wanted.
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
        // The incomplete takes are not used.
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

fn answer(moment: &Moment, source: Source, proposed: Found) -> ProposalsAnswer {
    let Moment {
        library, revision, ..
    } = moment;
    let Found { mut found, learned } = proposed;
    found
        .proposals
        .retain(|proposal| library.knows_tags(proposal.clip));
    sort(&mut found.proposals, learned.as_ref());
    let shown = found.proposals.iter().take(MAX_PROPOSALS);
    let shown = shown.map(|proposal| shown_proposal(library, source, proposal));
    let about = found.findings.iter().chain(&found.unread);
    let rejected = Rejections::read(library.root()).map_or(0, |all| all.count());
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
        rejected: whole(rejected),
        findings: findings(about.take(MAX_FINDINGS)),
    }
}

/// Sorts proposals by how useful a decision is: clips on which work has begun, then clips in the order in which labels teach
/// most, each in the order of its frames; at the end what is only possible, the highest score first.
fn sort(proposals: &mut [Proposal], learned: Option<&Learned>) {
    let order = learned.map_or(&[][..], |learned| &learned.order);
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
        let by_place = || ends(a)[0].total_cmp(&ends(b)[0]);
        let by_clip = || a.clip.cmp(&b.clip).then_with(by_place);
        by_certainty.then(within).then_with(by_clip)
    });
}

/// Returns the first frame and the one after the last, or twice the time of an event.
fn ends(proposal: &Proposal) -> [f64; 2] {
    match proposal.place {
        ProposedPlace::Span(range) => [range.start().into(), range.stop().into()],
        ProposedPlace::Event(time) => [time, time],
    }
}

fn shown_proposal(library: &Library, source: Source, proposal: &Proposal) -> Proposed {
    let [start, stop] = ends(proposal);
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

pub(super) async fn reject(
    State(studio): State<Arc<Studio>>,
    Json(reject): Json<Reject>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, _| {
        let rejection = rejection(&*studio.open_to_edit()?, &reject)?;
        record(studio, &rejection, false)?;
        studio.open().bursts.rejected(rejection);
        let rejected = Rejections::read(studio.root()).map_or(0, |all| all.count());
        Ok(Rejected {
            rejected: whole(rejected),
        })
    })
    .await
}

/// Records a rejection, or withdraws it.
pub(super) fn record(
    studio: &Studio,
    rejection: &Rejection,
    withdrawn: bool,
) -> Result<(), Refusal> {
    Rejections::record(studio.root(), rejection, withdrawn).map_err(|error| {
        let message = format!("the rejection cannot be remembered: {error}");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "not-remembered", message)
    })?;
    studio.proposals.decided();
    Ok(())
}

fn rejection(open: &OpenLibrary, reject: &Reject) -> Result<Rejection, Refusal> {
    let clip = open.clip(&reject.clip)?;
    let frames = f64::from(open.entry(clip).frames);
    let bad = || {
        let message = format!(
            "{} to {} is no place in the {frames} frames of {}",
            reject.start, reject.stop, reject.clip
        );
        Refusal::unprocessable("bad-range", message)
    };
    let place = match reject.kind {
        LabelKind::Event if (0.0..frames).contains(&reject.start) => {
            ProposedPlace::Event(reject.start)
        }
        LabelKind::Event => return Err(bad()),
        LabelKind::Tag => {
            let [start, stop] = [reject.start, reject.stop].map(frame);
            let (start, stop) = start.zip(stop).ok_or_else(bad)?;
            ProposedPlace::Span(range_in(open, clip, start, stop)?)
        }
    };
    Ok(Rejection {
        clip: open.entry(clip).name.clone(),
        name: name(&reject.name)?,
        place,
    })
}

/// Returns a whole number of frames.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "only numbers that fit are cast"
)]
fn frame(number: f64) -> Option<u32> {
    let fits = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    fits.then_some(number as u32)
}

fn whole(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
