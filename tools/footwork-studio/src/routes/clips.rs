//! `GET /api/clips`: all clips as rows. `GET /api/labels?clip=`: the tags and events of one.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;

use crate::answer::Answer;
use crate::api::ClipList;
use crate::body::Parameters;
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
}

pub(super) async fn labels(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    answer(studio, move |studio| {
        let open = studio.open();
        Ok(open.labels(open.clip(&asked.clip)?))
    })
    .await
}
