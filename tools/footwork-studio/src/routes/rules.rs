//! `GET /api/rules` and `POST /api/follow-rules`: what the rules would change, and making it clip by clip.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_pipeline::{RuleError, RuleProposal, follow_rules, propose_rules};
use footwork_tags::{ClipId, Ranges, SetAlgebra};

use super::edit::edited;
use crate::answer::Answer;
use crate::api::{FollowRules, Rule, RuleChange, RulesAnswer};
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit, answer_query};

pub(super) async fn show(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer_query(studio, |studio, _| {
        let open = studio.open();
        let library = &open.library;
        let mut rules: Vec<_> = library.settings().rules.iter().collect();
        rules.sort_by_key(|(_, text)| text.place);
        let rules = rules.into_iter().map(|(tag, text)| Rule {
            tag: tag.to_string(),
            query: text.query.clone(),
        });
        Ok(RulesAnswer {
            revision: open.revision,
            rules: rules.collect(),
            changes: proposals(library)?
                .iter()
                .map(|proposal| change(library, proposal))
                .collect(),
        })
    })
    .await
}

pub(super) async fn follow(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<FollowRules>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        let clips: BTreeSet<ClipId> = {
            let open = studio.open_to_edit()?;
            let clips = request.clips.iter().map(|name| open.clip(name));
            clips.collect::<Result<_, Refusal>>()?
        };
        let edit = {
            let open = studio.open_to_edit()?;
            let mut proposals = proposals(&open.library)?;
            proposals.retain(|proposal| clips.contains(&proposal.clip));
            follow_rules(&proposals)
        };
        let clips: Vec<ClipId> = clips.into_iter().collect();
        let (saved, mut open) = studio.commit(editor, None, |library| library.plan(&edit))?;
        Ok(edited(studio, &mut open, saved.change(), &clips))
    })
    .await
}

/// What the rules would change. All mistakes of rules are one refusal.
fn proposals(library: &Library) -> Result<Vec<RuleProposal>, Refusal> {
    propose_rules(library).map_err(|errors| {
        let said: Vec<String> = errors.iter().map(RuleError::to_string).collect();
        Refusal::unprocessable("bad-rule", said.join("; "))
    })
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

/// Ranges as pairs of numbers.
pub(super) fn pairs(ranges: &Ranges) -> Vec<[u32; 2]> {
    let pair = |range: FrameRange| [range.start(), range.stop()];
    ranges.iter().map(pair).collect()
}
