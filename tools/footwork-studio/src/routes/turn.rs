//! `POST /api/undo`, `POST /api/redo` and `POST /api/discard-last`: undoing, redoing and discarding edits.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_library::{EditError, Editor, Saved};
use footwork_store::Action;

use super::rejections::record;
use crate::answer::Answer;
use crate::api::{Problem, Turned};
use crate::body::NoBody;
use crate::bursts::Bursts;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn undo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Action::Undo).await
}

pub(super) async fn redo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Action::Redo).await
}

pub(super) async fn discard_last(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Action::Discard).await
}

/// Refuses if there are unsaved edits, because the last edit in the history is then not the user's last edit.
fn refuse_unsaved(editor: &Editor) -> Result<(), Refusal> {
    match editor.unsaved().last() {
        None => Ok(()),
        Some(last) => {
            let message = format!("{} is not saved yet", last.label);
            let hint = "first save or discard the unsaved edits".to_owned();
            Err(Refusal::new(StatusCode::CONFLICT, "unsaved", message).hint(Some(hint)))
        }
    }
}

async fn turn(State(studio): State<Arc<Studio>>, action: Action) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        drop(studio.open_to_edit()?);
        if action != Action::Discard {
            refuse_unsaved(editor)?;
        }
        if let Some(turned) = turn_rejection(studio, action)? {
            return Ok(turned);
        }
        let is_over = action == Action::Redo && studio.open().bursts.ends_redo();
        let Steps { steps, problem } = if is_over {
            Steps::default()
        } else {
            all_steps(studio, editor, action)?
        };
        let files: BTreeSet<&String> = steps.iter().flat_map(|step| &step.files).collect();
        let files: Vec<String> = files.into_iter().cloned().collect();
        let mut open = studio.open();
        let of_files = open.clips_of_files(&files);
        match (steps.is_empty(), of_files.clips.as_slice()) {
            (true, _) => {}
            (false, []) => open.changed(),
            (false, clips) => studio.tell_labels(&mut open, clips),
        }
        if of_files.has_others {
            studio.tell_reworded(&mut open);
        }
        Ok(Turned {
            count: u32::try_from(steps.len()).unwrap_or(u32::MAX),
            label: steps.last().map(|step| step.label.clone()),
            was_gone: steps.iter().any(|step| step.was_gone),
            problem,
            revision: open.revision,
            rows: open.rows(&of_files.clips),
        })
    })
    .await
}

/// If the next step is a rejection of a proposal, undoes or redoes it; else returns `None`.
fn turn_rejection(studio: &Studio, action: Action) -> Result<Option<Turned>, Refusal> {
    let next = studio.open().bursts.next_rejection(action);
    let Some((label, rejection)) = next else {
        return Ok(None);
    };
    record(studio, &rejection, action == Action::Undo)?;
    let mut open = studio.open();
    open.bursts.turned_rejection(action);
    Ok(Some(Turned {
        label: Some(label),
        count: 1,
        was_gone: false,
        problem: None,
        revision: open.revision,
        rows: Vec::new(),
    }))
}

/// The steps that were undone, redone or discarded, and the problem that stopped the rest of a burst.
#[derive(Default)]
struct Steps {
    steps: Vec<Saved>,
    problem: Option<Problem>,
}

/// Undoes, redoes or discards the next step of the history, and the steps that directly follow in the same burst.
fn all_steps(studio: &Studio, editor: &mut Editor, action: Action) -> Result<Steps, Refusal> {
    let mut steps = Vec::new();
    let mut turned = one_step(editor, action)?;
    while let Some(step) = turned {
        let mut open = studio.open();
        editor.add_findings(open.library.accept(&step));
        let next = note(&mut open.bursts, action, &step);
        drop(open);
        steps.push(step);
        let Some(label) = next else { break };
        turned = match editor.turn_if(action, &label) {
            Ok(turned) => turned,
            Err(error) => {
                let problem = Some(Refusal::from(error).problem);
                return Ok(Steps { steps, problem });
            }
        };
    }
    Ok(Steps {
        steps,
        problem: None,
    })
}

fn one_step(editor: &mut Editor, action: Action) -> Result<Option<Saved>, EditError> {
    match action {
        Action::Undo => editor.undo(),
        Action::Redo => editor.redo(),
        Action::Edit | Action::Discard => editor.discard_last(),
    }
}

/// Notes that a step was undone, redone or discarded. Returns the label of the following step if it belongs to the same
/// burst.
fn note(bursts: &mut Bursts, action: Action, step: &Saved) -> Option<String> {
    match action {
        Action::Undo => bursts.undone(&step.label),
        Action::Redo => bursts.redone(&step.label),
        Action::Edit | Action::Discard => {
            bursts.discarded(&step.label);
            None
        }
    }
}
