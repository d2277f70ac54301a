//! `POST /api/retry` and `POST /api/discard`: edits that could not be saved.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{Change, EditError, Editor};

use crate::answer::Answer;
use crate::api::Retried;
use crate::body::NoBody;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn retry(State(studio): State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    answer_edit(studio, try_again).await
}

/// Retries all unsaved edits, and sends the result to the pages.
pub(super) fn try_again(studio: &Studio, editor: &mut Editor) -> Result<Retried, Refusal> {
    drop(studio.open_to_edit()?);
    let retried = editor.retry().map_err(|error| {
        let mut refusal = Refusal::from(error);
        refusal.problem.kept = editor.unsaved().len() > 0;
        refusal
    })?;
    let mut open = studio.open();
    open.edits.saved(&retried.places);
    let change = retried.change();
    let mut files = Vec::new();
    for saved in retried.saved {
        open.library.accept(&saved).map_err(EditError::from)?;
        files.extend(saved.files);
    }
    let of_files = open.clips_of_files(&files);
    if change == Change::Saved {
        studio.tell_labels(&mut open, &of_files.clips);
        // Fewer edits are unsaved.
        studio.tell_reworded(&mut open);
    }
    let problems = retried.errors.into_iter().map(|error| {
        let mut problem = Refusal::from(error).problem;
        problem.kept = true;
        problem
    });
    Ok(Retried {
        problems: problems.collect(),
        rows: open.rows(&of_files.clips),
        ..left(&open)
    })
}

pub(super) async fn discard(
    State(studio): State<Arc<Studio>>,
    _: NoBody,
) -> Result<Answer, Refusal> {
    answer_edit(studio, |studio, editor| {
        let mut open = studio.open();
        if editor.unsaved().len() > 0 {
            editor.discard_all_unsaved();
            open.edits.discarded();
            studio.tell_reworded(&mut open);
        }
        Ok(left(&open))
    })
    .await
}

fn left(open: &OpenLibrary) -> Retried {
    Retried {
        unsaved: open.edits.unsaved(),
        problems: Vec::new(),
        revision: open.revision,
        rows: Vec::new(),
    }
}
