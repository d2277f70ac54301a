//! `POST /api/undo`, `POST /api/redo` and `POST /api/skip-undo`: taking edits back.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{self as library, EditError, Library};

use super::edit::tell_labels;
use crate::answer::Answer;
use crate::api::Turned;
use crate::body::NoBody;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};
use crate::watcher::reopened;

type Turn = fn(&mut Library) -> Result<Option<library::Turned>, EditError>;

pub(super) async fn undo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Library::undo).await
}

pub(super) async fn redo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Library::redo).await
}

pub(super) async fn skip_undo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, Library::skip_undo).await
}

async fn turn(State(studio): State<Arc<Studio>>, turn: Turn) -> Result<Answer, Refusal> {
    answer(studio, move |studio| {
        let mut open = studio.open_to_edit()?;
        let Some(turned) = turn(&mut open.library)? else {
            return Ok(Turned {
                label: None,
                was_gone: false,
                revision: open.revision,
                rows: Vec::new(),
            });
        };
        let of_files = open.clips_of_files(&turned.files);
        tell_labels(studio, &mut open, &of_files.clips);
        if of_files.has_others {
            studio.tell(&reopened(&open, Vec::new()));
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
