//! `GET /api/rules` and `POST /api/try-rule` return the changes that the rules, or one more rule, would make. `POST
//! /api/follow-rules` applies these changes clip by clip.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_pipeline::{
    RuleError, RuleProposal, follow_rules, propose_rules, propose_these_rules,
};
use footwork_sidecar::RuleText;
use footwork_tags::{ClipId, Ranges, SetAlgebra};

use super::edit::{edited, name};
use super::query::refuse_missing;
use crate::answer::Answer;
use crate::api::{FollowRules, NewRule, Rule, RuleChange, RulesAnswer};
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit, answer_query};
use crate::text_places::mistakes;

pub(super) async fn show(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer_query(studio, |studio, _| {
        let (library, revision) = read(studio);
        let proposals = propose_rules(&library).map_err(|errors| mistaken(&errors))?;
        Ok(answered(&library, revision, &proposals))
    })
    .await
}

/// Returns the changes to a tag if the given rule were added, or replaced the tag's rule.
pub(super) async fn try_rule(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<NewRule>,
) -> Result<Answer, Refusal> {
    answer_query(studio, move |studio, _| {
        let (library, revision) = read(studio);
        let tag = name(&request.tag)?;
        let mut rules = library.settings().rules.clone();
        rules.insert(tag.clone(), RuleText::last(request.query));
        let proposals = propose_these_rules(&library, &rules);
        let mut proposals = proposals.map_err(|errors| mistaken(&errors))?;
        proposals.retain(|proposal| proposal.tag == tag);
        Ok(answered(&library, revision, &proposals))
    })
    .await
}

/// Returns a snapshot of the library. Rules run without the library's lock, because on many clips they would block
/// other requests for too long.
fn read(studio: &Studio) -> (Arc<Library>, u32) {
    let mut open = studio.open();
    (open.copy(), open.revision)
}

fn answered(library: &Library, revision: u32, proposals: &[RuleProposal]) -> RulesAnswer {
    let mut rules: Vec<_> = library.settings().rules.iter().collect();
    rules.sort_by_key(|(_, text)| text.place);
    let rules = rules.into_iter().map(|(tag, text)| Rule {
        tag: tag.to_string(),
        query: text.query.clone(),
    });
    RulesAnswer {
        revision,
        rules: rules.collect(),
        changes: proposals
            .iter()
            // In an unreadable clip, a rule finds nothing and would remove the tags that it placed earlier.
            .filter(|one| library.is_whole(one.clip) && library.knows_motion(one.clip))
            .map(|one| change(library, one))
            .collect(),
    }
}

pub(super) async fn follow(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<FollowRules>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        let (clips, library) = {
            let mut open = studio.open_to_edit()?;
            let clips = request.clips.iter().map(|name| open.clip(name));
            let clips: BTreeSet<ClipId> = clips.collect::<Result<_, Refusal>>()?;
            (clips, open.copy())
        };
        let mut proposals = propose_rules(&library).map_err(|errors| mistaken(&errors))?;
        refuse_missing(&library, Some(&clips), false)?;
        proposals.retain(|proposal| clips.contains(&proposal.clip));
        let edit = follow_rules(&proposals);
        let clips: Vec<ClipId> = clips.into_iter().collect();
        let (saved, mut open) = studio.commit(editor, None, |library| library.plan(&edit))?;
        Ok(edited(studio, &mut open, saved.change(), &clips))
    })
    .await
}

/// Returns the mistakes of all rules as one refusal. Only mistakes in the first bad rule have text positions.
pub(super) fn mistaken(errors: &[RuleError]) -> Refusal {
    let said: Vec<String> = errors.iter().map(RuleError::to_string).collect();
    let mut refusal = Refusal::unprocessable("bad-rule", said.join("; "));
    if let Some(RuleError::Query { text, errors, .. }) = errors.first() {
        let found: Vec<_> = errors.iter().map(|error| error.to_diagnostic()).collect();
        refusal.problem.mistakes = mistakes(&text.query, &found);
        refusal.problem.hint = found.first().and_then(|first| first.hint.clone());
    }
    refusal
}

fn change(library: &Library, proposal: &RuleProposal) -> RuleChange {
    let RuleProposal { before, after, .. } = proposal;
    let entry = &library.clips()[proposal.clip];
    RuleChange {
        tag: proposal.tag.to_string(),
        clip: entry.name.clone(),
        frames: entry.frames,
        added: pairs(&after.difference(before)),
        removed: pairs(&before.difference(after)),
    }
}

/// Converts ranges to pairs of numbers.
pub(super) fn pairs(ranges: &Ranges) -> Vec<[u32; 2]> {
    let pair = |range: FrameRange| [range.start(), range.stop()];
    ranges.iter().map(pair).collect()
}
