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
mod measure;
mod media;
mod mesh;
mod motion;
mod page;
mod proposals;
mod query;
mod recording;
mod rejections;
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

/// Defines the router of the API and the list of its routes from one table.
macro_rules! api {
    ($($method:ident $path:literal => $module:ident::$handler:ident,)*) => {
        /// The method and the path of each route of the API, in the router's syntax. `{…}` is a variable part.
        pub const ROUTES: &[(&str, &str)] = &[$((stringify!($method), $path)),*];

        fn api() -> Router<Arc<Studio>> {
            Router::new()$(.route($path, $method($module::$handler)))*
        }
    };
}

api! {
    get "/api/library" => library::show,
    get "/api/clips" => clips::list,
    get "/api/labels" => clips::labels,
    post "/api/strips" => clips::strips,
    get "/api/motion" => motion::show,
    get "/api/media" => media::list,
    get "/media/{ticket}/{*file}" => media::show,
    get "/api/turns" => motion::show_turns,
    get "/api/mesh" => mesh::show,
    get "/api/curve" => curve::show,
    post "/api/encode" => encode::encode,
    post "/api/query" => query::find,
    post "/api/explain" => query::explain,
    post "/api/save-query" => settings::save_query,
    post "/api/rename-query" => settings::rename_query,
    post "/api/remove-query" => settings::remove_query,
    post "/api/add-label" => settings::add_label,
    post "/api/set-up" => settings::set_up,
    post "/api/edit" => edit::edit,
    post "/api/apply" => apply::apply,
    post "/api/would-apply" => apply::would_apply,
    post "/api/rename-tag" => rename::rename_tag,
    get "/api/check" => check::show,
    post "/api/measure" => measure::show,
    get "/api/rules" => rules::show,
    post "/api/try-rule" => rules::try_rule,
    post "/api/follow-rules" => rules::follow,
    get "/api/proposals" => proposals::show,
    post "/api/reject" => rejections::reject,
    get "/api/rejected" => rejections::list,
    post "/api/withdraw" => rejections::withdraw,
    get "/api/recording" => recording::show,
    post "/api/recording" => recording::open,
    get "/api/roots" => recording::roots,
    get "/api/agreement" => agreement::show,
    get "/api/second" => agreement::second,
    post "/api/undo" => turn::undo,
    post "/api/redo" => turn::redo,
    post "/api/discard-last" => turn::discard_last,
    post "/api/retry" => retry::retry,
    post "/api/discard" => retry::discard,
    get "/api/changes" => changes::follow,
}

/// Returns the router with all routes, behind the guard.
pub(crate) fn router(studio: Arc<Studio>, page: Arc<Page>) -> Router {
    let own_guard = Arc::clone(&studio.guard);
    let api = api()
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
    let message = "this address needs another method";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}

pub(crate) use recording::open_in as open_recording;

#[cfg(test)]
mod long_work;
