//! The page and its files.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, Uri};
use axum::response::Response;
use footwork_loopback::Page;

use super::other_method;
use crate::refusal::Refusal;

pub(super) async fn show(
    State(page): State<Arc<Page>>,
    method: Method,
    uri: Uri,
) -> Result<Response, Refusal> {
    if method != Method::GET && method != Method::HEAD {
        return Err(other_method().await);
    }
    let answer = page.answer(uri.path());
    answer.ok_or_else(|| Refusal::not_found("no-such-file", "the page has no such file"))
}
