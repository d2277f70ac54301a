//! `GET /api/agreement`: the agreement with a second labeller. `GET /api/second?clip=`: the second labeller's labels of
//! a clip.

use std::sync::Arc;

use axum::extract::State;
use footwork_base::Name;
use footwork_pipeline::{self as pipeline, NotCompared, SecondLabels};
use footwork_sidecar::{Finding, Sidecar, TagSpan};
use serde::Deserialize;

use super::rules::pairs;
use crate::answer::Answer;
use crate::api::{
    AgreementAnswer, ClipAgreement, LabelDifference, LeftOut, Moment, SecondAnswer, Span,
    TagAgreement,
};
use crate::body::Parameters;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer, answer_query};

pub(super) async fn show(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer_query(studio, |studio, _| {
        let (library, second, revision) = {
            let mut open = studio.open();
            (open.copy(), second_of(&open)?, open.revision)
        };
        // The comparison reads a file for each clip, so release the lock meanwhile.
        let found = pipeline::agreement(&library, &second);
        let name = |clip| library.clips()[clip].name.clone();
        let left_out = || found.left_out.iter();
        let is_of_one =
            |why: &NotCompared| matches!(why, NotCompared::NotOurs | NotCompared::NotTheirs);
        let only_one = left_out().filter(|(_, why)| is_of_one(why));
        let failed = left_out().filter(|(_, why)| {
            matches!(why, NotCompared::OtherVersion | NotCompared::Unreadable(_))
        });
        Ok(AgreementAnswer {
            revision,
            tags: found.tags.iter().map(of_tag).collect(),
            clips: found
                .clips
                .iter()
                .map(|of_clip| ClipAgreement {
                    clip: name(of_clip.clip),
                    differences: of_clip.differences.iter().map(difference).collect(),
                })
                .collect(),
            only_one: u32::try_from(only_one.count()).unwrap_or(u32::MAX),
            left_out: failed
                .map(|(clip, why)| LeftOut {
                    clip: name(*clip),
                    why: why.to_string(),
                })
                .collect(),
            warnings: found.findings.iter().map(warning).collect(),
        })
    })
    .await
}

/// Names the file and the line of a warning.
fn warning(finding: &Finding) -> String {
    let line = finding.position.map(|at| format!(" line {}", at.line));
    let line = line.unwrap_or_default();
    format!("{}{line}: {}", finding.file, finding.message)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
}

pub(super) async fn second(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    answer(studio, move |studio| {
        let (second, entry) = {
            let open = studio.open();
            let entry = open.entry(open.clip(&asked.clip)?).clone();
            (second_of(&open)?, entry)
        };
        let (theirs, why) = match second.of_clip(&entry) {
            Ok((theirs, _)) => (theirs, None),
            Err(why) => (Sidecar::default(), Some(why.to_string())),
        };
        Ok(SecondAnswer {
            clip: asked.clip,
            why,
            spans: theirs.tags().map(span).collect(),
            events: theirs.events().map(moment).collect(),
        })
    })
    .await
}

fn second_of(open: &OpenLibrary) -> Result<SecondLabels, Refusal> {
    open.second.clone().ok_or_else(|| {
        let message = "there is no second labeller; start the studio with --compare";
        Refusal::not_found("no-second", message)
    })
}

fn of_tag(of_tag: &pipeline::TagAgreement) -> TagAgreement {
    let counts = of_tag.counts;
    TagAgreement {
        tag: of_tag.tag.to_string(),
        both: counts.both,
        only_ours: counts.only_ours,
        only_theirs: counts.only_theirs,
        kappa: counts.kappa(),
        clips_apart: of_tag.clips_apart,
    }
}

fn difference(difference: &pipeline::LabelDifference) -> LabelDifference {
    LabelDifference {
        tag: difference.tag.to_string(),
        start: difference.range.start(),
        stop: difference.range.stop(),
        ours: pairs(&difference.ours),
        theirs: pairs(&difference.theirs),
        edges_apart: difference.edges_apart(),
        is_kept: difference.is_kept,
    }
}

fn span(span: &TagSpan) -> Span {
    Span {
        tag: span.name.to_string(),
        start: span.range.start(),
        stop: span.range.stop(),
        by_rule: span.by_rule,
    }
}

fn moment((name, time): (&Name, f64)) -> Moment {
    Moment {
        event: name.to_string(),
        time,
        data: None,
    }
}
