//! `POST /api/retry` and `POST /api/discard`: retries or discards edits that could not be saved.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{Change, EditError, Editor};
use footwork_store::StoreError;

use crate::answer::Answer;
use crate::api::{Problem, Retried};
use crate::body::NoBody;
use crate::edit_ids::Outcome;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn retry(State(studio): State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    answer_edit(studio, try_again).await
}

/// Retries all unsaved edits, and sends the changes to the pages.
pub(super) fn try_again(studio: &Studio, editor: &mut Editor) -> Result<Retried, Refusal> {
    drop(studio.open_to_edit()?);
    let retried = editor.retry().map_err(|error| {
        let mut refusal = Refusal::from(error);
        refusal.problem.kept = !editor.unsaved().is_empty();
        refusal
    })?;
    let mut open = studio.open();
    let change = retried.change();
    let mut files = Vec::new();
    for saved in retried.saved {
        if let Some(id) = &saved.id {
            open.edits.remember(id, Outcome::Made { changed: true });
        }
        open.bursts.made(&saved);
        editor.add_findings(open.library.accept(&saved));
        files.extend(saved.files);
    }
    let of_files = open.clips_of_files(&files);
    if change == Change::Saved {
        studio.tell_labels(&mut open, &of_files.clips);
    }
    studio.tell_unsaved(&mut open, editor);
    let problems = retried.errors.into_iter().map(|error| {
        // The editor does not keep an edit in doubt; the journal has it.
        let kept = !matches!(error, EditError::Store(StoreError::InDoubt { .. }));
        let problem = Refusal::from(error).problem;
        Problem { kept, ..problem }
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
        let discarded = editor.discard_all_unsaved();
        for id in discarded.iter().filter_map(|unsaved| unsaved.id.as_deref()) {
            open.edits.remember(id, Outcome::Discarded);
        }
        if !discarded.is_empty() {
            studio.tell_unsaved(&mut open, editor);
        }
        Ok(left(&open))
    })
    .await
}

fn left(open: &OpenLibrary) -> Retried {
    Retried {
        unsaved: open.unsaved.clone(),
        problems: Vec::new(),
        revision: open.revision,
        rows: Vec::new(),
    }
}
