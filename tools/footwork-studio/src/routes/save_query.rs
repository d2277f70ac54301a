//! `POST /api/save-query`: keeping a query under a name.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::Change;

use super::edit::kept;
use super::library::info;
use super::query::Asked;
use crate::answer::Answer;
use crate::api::SaveQuery;
use crate::body::Json;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_edit};

pub(super) async fn save(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<SaveQuery>,
) -> Result<Answer, Refusal> {
    answer_edit(studio, move |studio| {
        // Only a query that can be asked is kept.
        Asked::of(&mut *studio.open_to_edit()?, &request.text)?.parse()?;
        let lock = studio.wait_to_write()?;
        let mut open = studio.open_to_edit()?;
        let before = open.library.unsaved().len();
        let library = &mut open.library;
        let saved = library.holding(lock, |library| {
            library.save_query(&request.name, &request.text)
        });
        let change = saved.map_err(|error| kept(studio, &mut open, before, None, error.into()))?;
        if change == Change::Saved {
            open.changed();
            studio.tell_reworded(&mut open);
        }
        Ok(info(&mut open))
    })
    .await
}
