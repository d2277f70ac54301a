//! `POST /api/retry` and `POST /api/discard`: edits that could not be saved.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::Change;

use super::edit::tell_labels;
use crate::answer::Answer;
use crate::api::Retried;
use crate::body::NoBody;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};
use crate::watcher::reopened;

pub(super) async fn retry(State(studio): State<Arc<Studio>>, _: NoBody) -> Result<Answer, Refusal> {
    answer(studio, |studio| {
        let mut open = studio.open_to_edit()?;
        let retried = open.library.retry().map_err(|error| {
            let mut refusal = Refusal::from(error);
            refusal.problem.kept = open.library.unsaved().len() > 0;
            refusal
        })?;
        let of_files = open.clips_of_files(&retried.files);
        if retried.change == Change::Saved {
            tell_labels(studio, &mut open, &of_files.clips);
        }
        if of_files.has_others {
            studio.tell(&reopened(&open, Vec::new()));
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
    })
    .await
}

pub(super) async fn discard(
    State(studio): State<Arc<Studio>>,
    _: NoBody,
) -> Result<Answer, Refusal> {
    answer(studio, |studio| {
        let mut open = studio.open();
        open.library.discard_all_unsaved();
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
