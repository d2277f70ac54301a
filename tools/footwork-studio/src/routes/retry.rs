//! `POST /api/retry` and `POST /api/discard`: edits that could not be saved.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{Change, Library};
use footwork_store::{LockError, WriteLock};

use super::edit::tell_labels;
use crate::answer::Answer;
use crate::api::Retried;
use crate::body::NoBody;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{SharedLibrary, Studio, answer_edit};

pub(super) async fn retry(State(studio): State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    answer_edit(studio, |studio| {
        let lock = studio.wait_to_write()?;
        try_again(studio, &mut studio.share_to_edit()?, lock)
    })
    .await
}

/// Tries to save what could not be saved, and tells the pages what came of it.
pub(super) fn try_again(
    studio: &Studio,
    shared: &mut SharedLibrary<'_>,
    lock: Result<WriteLock, LockError>,
) -> Result<Retried, Refusal> {
    let retried = Library::holding(shared, lock, Library::retry_shared);
    let open = shared.open();
    let retried = retried.map_err(|error| {
        let mut refusal = Refusal::from(error);
        refusal.problem.kept = open.library.unsaved().len() > 0;
        refusal
    })?;
    open.edits.saved(&retried.places);
    let of_files = open.clips_of_files(&retried.files);
    if retried.change == Change::Saved {
        tell_labels(studio, open, &of_files.clips);
        // Less is unsaved now.
        studio.tell_reworded(open);
    }
    let problems = retried.errors.into_iter().map(|error| {
        let mut problem = Refusal::from(error).problem;
        problem.kept = true;
        problem
    });
    Ok(Retried {
        problems: problems.collect(),
        rows: open.rows(&of_files.clips),
        ..left(open)
    })
}

pub(super) async fn discard(
    State(studio): State<Arc<Studio>>,
    _: NoBody,
) -> Result<Answer, Refusal> {
    answer_edit(studio, |studio| {
        let mut open = studio.open();
        if open.library.unsaved().len() > 0 {
            open.library.discard_all_unsaved();
            open.edits.discarded();
            studio.tell_reworded(&mut open);
        }
        Ok(left(&open))
    })
    .await
}

fn left(open: &OpenLibrary) -> Retried {
    Retried {
        unsaved: open.library.unsaved().map(str::to_owned).collect(),
        problems: Vec::new(),
        revision: open.revision,
        rows: Vec::new(),
    }
}
