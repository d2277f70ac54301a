//! `POST /api/undo`, `POST /api/redo` and `POST /api/skip-undo`: taking edits back.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_library::{self as library, EditError, Library, Shared as _};

use super::edit::tell_labels;
use crate::answer::Answer;
use crate::api::Turned;
use crate::body::NoBody;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{SharedLibrary, Studio, answer_edit};

type Turn = fn(&mut SharedLibrary<'_>) -> Result<Option<library::Turned>, EditError>;

pub(super) async fn undo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn_saved(studio, |shared| Library::undo_shared(shared)).await
}

pub(super) async fn redo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn_saved(studio, |shared| Library::redo_shared(shared)).await
}

pub(super) async fn skip_undo(studio: State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    turn(studio, |shared| shared.library().skip_undo(), |_| Ok(())).await
}

/// With edits that are not saved, the last one of the history is not the last one that somebody made.
async fn turn_saved(studio: State<Arc<Studio>>, turn_to: Turn) -> Result<Answer, Refusal> {
    turn(studio, turn_to, |open| {
        let unsaved = open.library.unsaved();
        match unsaved.last() {
            None => Ok(()),
            Some(last) => {
                let message = format!("{last} is not saved yet");
                let hint = "save what is unsaved, or give it up, and then go back".to_owned();
                Err(Refusal::new(StatusCode::CONFLICT, "unsaved", message).hint(Some(hint)))
            }
        }
    })
    .await
}

async fn turn(
    State(studio): State<Arc<Studio>>,
    turn: Turn,
    check: fn(&OpenLibrary) -> Result<(), Refusal>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio| {
        check(&*studio.open_to_edit()?)?;
        let lock = studio.wait_to_write()?;
        let mut shared = studio.share_to_edit()?;
        let turned = Library::holding(&mut shared, lock, turn)?;
        let open = shared.open();
        let Some(turned) = turned else {
            return Ok(Turned {
                label: None,
                was_gone: false,
                revision: open.revision,
                rows: Vec::new(),
            });
        };
        let of_files = open.clips_of_files(&turned.files);
        match of_files.clips.as_slice() {
            [] => open.changed(),
            clips => tell_labels(studio, open, clips),
        }
        if of_files.has_others {
            studio.tell_reworded(open);
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
