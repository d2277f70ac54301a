//! `GET /api/clips`: all clips as rows.

use std::sync::Arc;

use axum::extract::State;

use crate::answer::Answer;
use crate::api::ClipList;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};

pub(super) async fn list(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer(studio, |studio| {
        let (generation, revision, rows) = {
            let mut open = studio.open();
            (open.generation, open.revision, open.all_rows())
        };
        Ok(ClipList {
            generation,
            revision,
            clips: rows.to_vec(),
        })
    })
    .await
}
