//! `POST /api/undo`, `POST /api/redo` and `POST /api/discard-last`: undoing, redoing and discarding edits.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_library::{EditError, Editor, Saved};

use crate::answer::Answer;
use crate::api::Turned;
use crate::body::NoBody;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

type Turn = fn(&mut Editor) -> Result<Option<Saved>, EditError>;

pub(super) async fn undo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Editor::undo, refuse_unsaved).await
}

pub(super) async fn redo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Editor::redo, refuse_unsaved).await
}

pub(super) async fn discard_last(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Editor::discard_last, |_| Ok(())).await
}

/// Refuses if there are unsaved edits: the last edit of the history is then not the last one that was made.
fn refuse_unsaved(editor: &Editor) -> Result<(), Refusal> {
    match editor.unsaved().last() {
        None => Ok(()),
        Some(last) => {
            let message = format!("{} is not saved yet", last.label);
            let hint = "save what is unsaved, or discard it, and then go back".to_owned();
            Err(Refusal::new(StatusCode::CONFLICT, "unsaved", message).hint(Some(hint)))
        }
    }
}

async fn turn(
    State(studio): State<Arc<Studio>>,
    turn: Turn,
    check: fn(&Editor) -> Result<(), Refusal>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio, editor| {
        drop(studio.open_to_edit()?);
        check(editor)?;
        let turned = turn(editor)?;
        let mut open = studio.open();
        let Some(turned) = turned else {
            return Ok(Turned {
                label: None,
                was_gone: false,
                revision: open.revision,
                rows: Vec::new(),
            });
        };
        editor.add_findings(open.library.accept(&turned));
        let of_files = open.clips_of_files(&turned.files);
        match of_files.clips.as_slice() {
            [] => open.changed(),
            clips => studio.tell_labels(&mut open, clips),
        }
        if of_files.has_others {
            studio.tell_reworded(&mut open);
        }
        Ok(Turned {
            label: Some(turned.label),
            was_gone: turned.was_gone,
            revision: open.revision,
            rows: open.rows(&of_files.clips),
        })
    })
    .await
}
