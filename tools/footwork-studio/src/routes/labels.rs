//! `GET /api/labels?clip=`: the tags and events of a clip.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;

use crate::answer::Answer;
use crate::body::Parameters;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
}

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    answer(studio, move |studio| {
        let open = studio.open();
        Ok(open.labels(open.clip(&asked.clip)?))
    })
    .await
}
