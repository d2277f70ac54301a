//! Proposed spans and events, for `python/footwork/_proposals.py`. The functions here accept and return plain values.

use footwork::base::{FrameRange, Id, Name};
use footwork_pipeline::{
    Certainty, ClipFrames, ContactSource, LearnedSource, Proposal, ProposalSource, ProposedPlace,
    Rejections, RuleSource, SimilarSource, SourceProposals, TagQuality, accept_proposals,
};
use footwork_sidecar::Finding as Found;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::finding::Finding;
use crate::library::Library;
use crate::library_work::unchanged;
use crate::names::name;
use crate::pool::in_own_pool;
use crate::whole::whole;

/// Clip number, tag or event, start and stop in frames (equal for an event), score, and whether the proposal is an
/// event, is likely, and reaches the threshold.
type Row = (usize, String, f64, f64, f64, bool, bool, bool);

/// Tag, number of its labelled spans, number of clips with such a span, precision and recall of frames, precision and
/// recall of spans, and the median distance of the edges of matched spans in seconds.
type Quality = (String, usize, usize, Option<[f64; 4]>, Option<f64>);

/// Clip name, tag or event, and start and stop in frames (equal for an event).
type Rejected = (String, String, f64, f64);

/// Proposals, the quality of each tag, the threshold, the order of clips with their uncertainty, and findings.
type Answer = (
    Vec<Row>,
    Vec<Quality>,
    Option<f64>,
    Vec<(usize, f64)>,
    Vec<Finding>,
);

/// Proposes spans or events.
#[pyfunction]
pub(crate) fn _propose(
    py: Python<'_>,
    library: &Library,
    tags: Vec<String>,
    source: &str,
    like: Option<(Bound<'_, PyAny>, u32, u32)>,
    count: usize,
) -> PyResult<Answer> {
    let tags: Vec<Name> = tags.iter().map(|tag| name(tag)).collect::<PyResult<_>>()?;
    let one_tag = || match &tags[..] {
        [tag] => Ok(tag.clone()),
        _ => Err(PyValueError::new_err("this source needs exactly one tag")),
    };
    let folder = &library.folder;
    remembered(library)?;
    let source: Box<dyn ProposalSource + Send + Sync> = match source {
        "learned" => {
            footwork_pipeline::check_known_tags(folder, &tags).map_err(|error| {
                let near = error.near.as_ref();
                let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                value_error(format!("{error}{near}"))
            })?;
            let learned = in_own_pool(py, || LearnedSource { tags }.learn(folder))?;
            let order = learned.order.iter().map(|(clip, of)| (clip.index(), *of));
            let quality = learned.quality.iter().map(quality).collect();
            let findings = findings(&learned.found);
            let rows = learned.found.proposals.iter().map(row).collect();
            return Ok((rows, quality, learned.threshold, order.collect(), findings));
        }
        "contacts" => Box::new(ContactSource {
            below: one_tag()?,
            options: footwork::events::ContactOptions::default(),
        }),
        "rules" => Box::new(RuleSource { tags }),
        "similar" => {
            let (clip, start, stop) =
                like.ok_or_else(|| PyValueError::new_err("`similar` needs `like`"))?;
            let clip = library.find(&clip)?;
            let frames = folder.clips()[clip].frames;
            let range = FrameRange::new(start, stop).filter(|range| range.stop() <= frames);
            let range = range.ok_or_else(|| {
                value_error(format!(
                    "[{start}, {stop}) is not a range of frames in a clip with {frames} frames"
                ))
            })?;
            Box::new(SimilarSource {
                like: ClipFrames { clip, range },
                tag: one_tag()?,
                count,
            })
        }
        other => return Err(value_error(format!("there is no source {other:?}"))),
    };
    let found = in_own_pool(py, || source.propose(folder))?;
    let found = found.map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        PyValueError::new_err(errors.join("\n"))
    })?;
    let rows = found.proposals.iter().map(row).collect();
    Ok((rows, Vec::new(), None, Vec::new(), findings(&found)))
}

/// Accepts spans and events that a source proposed as one edit, and returns the changed files. A row has the number of
/// a clip, the name, the start and stop in frames, the score, and whether it is an event.
#[pyfunction]
pub(crate) fn _accept(
    py: Python<'_>,
    library: &Library,
    rows: Vec<(usize, String, f64, f64, f64, bool)>,
    source: &str,
    partial: bool,
) -> PyResult<Vec<String>> {
    let mut proposals = Vec::new();
    for (clip, text, start, stop, score, is_event) in rows {
        let clip = footwork::tags::ClipId::from_index(clip)
            .filter(|clip| library.folder.clips().get(*clip).is_some())
            .ok_or_else(|| PyValueError::new_err("there is no such clip"))?;
        let frame = footwork::base::to_u32;
        let place = if is_event {
            ProposedPlace::Event(start)
        } else {
            let range = FrameRange::new(frame(start), frame(stop));
            let range =
                range.ok_or_else(|| value_error(format!("[{start}, {stop}) holds no frame")));
            ProposedPlace::Span(range?)
        };
        proposals.push(Proposal {
            clip,
            name: name(&text)?,
            place,
            score,
            source: source.to_owned(),
            certainty: Certainty::Likely,
            is_bulk: false,
        });
    }
    let opened = &library.folder;
    in_own_pool(py, || -> PyResult<_> {
        let mut now = unchanged(opened)?;
        whole(&now, partial, "nothing is written")?;
        let edit = accept_proposals(&now, "propose", &proposals);
        let mut editor = now.editor();
        Ok(now.edit(&mut editor, &edit).map_err(value_error)?.files)
    })?
}

/// Lists the rejected proposals for these tags and the tags below them, or all rejected proposals if `tags` is empty.
#[pyfunction]
pub(crate) fn _rejected(library: &Library, tags: Vec<String>) -> PyResult<Vec<Rejected>> {
    let tags: Vec<Name> = tags.iter().map(|tag| name(tag)).collect::<PyResult<_>>()?;
    let is_asked =
        |name: &Name| tags.is_empty() || tags.iter().any(|tag| name == tag || name.is_below(tag));
    let all = remembered(library)?;
    let asked = all.iter().filter(|one| is_asked(&one.name));
    let rows = asked.map(|one| {
        let [start, stop] = one.place.ends();
        (one.clip.clone(), one.name.to_string(), start, stop)
    });
    Ok(rows.collect())
}

/// Withdraws rejections.
#[pyfunction]
pub(crate) fn _forget(library: &Library, rows: Vec<Rejected>) -> PyResult<()> {
    let all = remembered(library)?;
    let mut withdrawn = Vec::new();
    for (clip, text, start, stop) in rows {
        let mut own = all.of_clip(&clip);
        let found = own.find(|one| one.name.as_str() == text && one.place.ends() == [start, stop]);
        let found = found.ok_or_else(|| {
            value_error(format!(
                "no proposal of {text} at [{start}, {stop}) of {clip} is rejected; nothing is withdrawn"
            ))
        })?;
        withdrawn.push(found.clone());
    }
    if withdrawn.is_empty() {
        return Ok(());
    }
    Rejections::record_all(library.folder.root(), &withdrawn, true)
        .map_err(|error| PyOSError::new_err(format!("nothing is withdrawn: {error}")))
}

fn remembered(library: &Library) -> PyResult<Rejections> {
    Rejections::read_known(library.folder.root())
        .map_err(|error| PyOSError::new_err(error.to_string()))
}

fn row(proposal: &Proposal) -> Row {
    let (start, stop, is_event) = match proposal.place {
        ProposedPlace::Span(range) => (f64::from(range.start()), f64::from(range.stop()), false),
        ProposedPlace::Event(time) => (time, time, true),
    };
    (
        proposal.clip.index(),
        proposal.name.to_string(),
        start,
        stop,
        proposal.score,
        is_event,
        proposal.certainty == Certainty::Likely,
        proposal.is_bulk,
    )
}

fn quality(quality: &TagQuality) -> Quality {
    let measured = quality.measured;
    (
        quality.tag.to_string(),
        quality.spans,
        quality.takes,
        measured.map(|m| {
            [
                m.frame_precision,
                m.frame_recall,
                m.span_precision,
                m.span_recall,
            ]
        }),
        measured.and_then(|m| m.edge_secs),
    )
}

fn findings(found: &SourceProposals) -> Vec<Finding> {
    let all: Vec<&Found> = found.unread.iter().chain(&found.findings).collect();
    all.into_iter().map(Finding::from).collect()
}
