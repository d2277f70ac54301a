//! `GET /api/clips`: all clips as rows.

use std::sync::Arc;

use axum::extract::State;

use crate::answer::Answer;
use crate::api::ClipList;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};

pub(super) async fn list(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer(studio, |studio| {
        let open = studio.open();
        Ok(ClipList {
            generation: open.generation,
            revision: open.revision,
            clips: open.all_rows(),
        })
    })
    .await
}
