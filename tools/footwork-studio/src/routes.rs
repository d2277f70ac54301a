//! The routes of the server: one file for each kind of request.

mod agreement;
mod apply;
mod changes;
mod check;
mod clips;
mod curve;
mod edit;
mod encode;
mod library;
mod media;
mod mesh;
mod motion;
mod page;
mod query;
mod rename;
mod retry;
mod rules;
mod settings;
mod turn;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{any, get, post};
use footwork_loopback::{Page, guarded};

use crate::refusal::Refusal;
use crate::studio::Studio;

/// Returns all routes, behind the guard.
pub(crate) fn router(studio: Arc<Studio>, page: Arc<Page>) -> Router {
    let own_guard = Arc::clone(&studio.guard);
    let api = Router::new()
        .route("/api/library", get(library::show))
        .route("/api/clips", get(clips::list))
        .route("/api/labels", get(clips::labels))
        .route("/api/strips", post(clips::strips))
        .route("/api/motion", get(motion::show))
        .route("/api/media", get(media::list))
        .route("/media/{ticket}/{*file}", get(media::show))
        .route("/api/turns", get(motion::show_turns))
        .route("/api/mesh", get(mesh::show))
        .route("/api/curve", get(curve::show))
        .route("/api/encode", post(encode::encode))
        .route("/api/query", post(query::find))
        .route("/api/explain", post(query::explain))
        .route("/api/save-query", post(settings::save_query))
        .route("/api/rename-query", post(settings::rename_query))
        .route("/api/remove-query", post(settings::remove_query))
        .route("/api/add-label", post(settings::add_label))
        .route("/api/set-up", post(settings::set_up))
        .route("/api/edit", post(edit::edit))
        .route("/api/apply", post(apply::apply))
        .route("/api/would-apply", post(apply::would_apply))
        .route("/api/rename-tag", post(rename::rename_tag))
        .route("/api/check", get(check::show))
        .route("/api/rules", get(rules::show))
        .route("/api/try-rule", post(rules::try_rule))
        .route("/api/follow-rules", post(rules::follow))
        .route("/api/agreement", get(agreement::show))
        .route("/api/second", get(agreement::second))
        .route("/api/undo", post(turn::undo))
        .route("/api/redo", post(turn::redo))
        .route("/api/discard-last", post(turn::discard_last))
        .route("/api/retry", post(retry::retry))
        .route("/api/discard", post(retry::discard))
        .route("/api/changes", get(changes::follow))
        .route("/api", any(unknown))
        .route("/api/", any(unknown))
        .route("/api/{*rest}", any(unknown))
        .with_state(studio);
    let page = Router::new().fallback(page::show).with_state(page);
    let all = api.merge(page).method_not_allowed_fallback(other_method);
    guarded(all, own_guard)
}

async fn unknown() -> Refusal {
    Refusal::not_found("unknown-request", "the API has no such request")
}

async fn other_method() -> Refusal {
    let message = "this is asked for by another method";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}

#[cfg(test)]
mod long_work;
