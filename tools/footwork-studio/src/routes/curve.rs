//! `GET /api/curve?clip=&expression=`: the value of an expression over channels on each frame.

use std::sync::Arc;

use axum::extract::State;
use footwork_library::{Curve, CurveError};
use footwork_tags::MAX_QUERY_BYTES;
use serde::Deserialize;

use super::motion::unreadable;
use crate::answer::Answer;
use crate::api::CurveHeader;
use crate::body::Parameters;
use crate::frame_file::frame_file;
use crate::refusal::Refusal;
use crate::studio::{Studio, not_sent, work};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
    expression: String,
}

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    work(studio, move |studio| {
        let (clip, expressions) = {
            let open = studio.open();
            (open.clip(&asked.clip)?, open.library.expressions())
        };
        let text = &asked.expression;
        if text.len() > MAX_QUERY_BYTES {
            let message =
                format!("the expression is longer than the limit of {MAX_QUERY_BYTES} bytes");
            return Err(Refusal::unprocessable("too-large", message));
        }
        let curve = expressions.curve(text, clip).map_err(|error| match error {
            CurveError::Text(found) => Refusal::in_text("bad-expression", text, &found),
            CurveError::Clip(error) => unreadable(&asked.clip, &error),
            other => Refusal::unprocessable("bad-expression", other.to_string()),
        })?;
        let (values, lacks) = match curve {
            Curve::Values(values) => (values, None),
            Curve::Lacks(joint) => (Vec::new(), Some(joint)),
        };
        let header = CurveHeader {
            frames: u32::try_from(values.len()).unwrap_or(u32::MAX),
            lacks,
        };
        let bytes = frame_file(&header, values.into_iter());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}
