//! The routes of the server: the page, the WebSocket, and uploads and downloads.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::{any, get};
use footwork_loopback::{Page, guarded};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::recording::MAX_RECORDING_BYTES;
use crate::server::page::PLAY;
use crate::server::refusal::Refusal;
use crate::server::socket;
use crate::server::table::{Order, Table};

/// The maximum time for a file to arrive, or to be produced.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns all routes, behind the guard.
pub(super) fn router(table: Arc<Table>, page: Arc<Page>) -> Router {
    let guard = Arc::clone(&table.guard);
    let api = Router::new()
        .route(PLAY, get(socket::play))
        .route("/api/recording", get(save).post(load))
        .route("/api/replay.glb", get(replay))
        .route("/api", any(unknown))
        .route("/api/", any(unknown))
        .route("/api/{*rest}", any(unknown))
        .with_state(table);
    let page = Router::new().fallback(show).with_state(page);
    let all = api.merge(page).method_not_allowed_fallback(other_method);
    guarded(all, guard)
}

async fn show(
    State(page): State<Arc<Page>>,
    method: Method,
    uri: Uri,
) -> Result<Response, Refusal> {
    if method != Method::GET && method != Method::HEAD {
        return Err(other_method().await);
    }
    let answer = page.answer(uri.path());
    answer.ok_or_else(|| {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "no-such-file",
            "the page has no such file",
        )
    })
}

async fn save(State(table): State<Arc<Table>>) -> Result<Response, Refusal> {
    let bytes = ask(&table, Order::Recording).await?;
    Ok(file(bytes, "application/octet-stream"))
}

async fn load(State(table): State<Arc<Table>>, request: Request) -> Result<(), Refusal> {
    let is_bytes = |kind: &HeaderValue| kind == "application/octet-stream";
    if !request.headers().get(CONTENT_TYPE).is_some_and(is_bytes) {
        let message = "the content type of a recording is application/octet-stream";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Refusal::new(status, "not-bytes", message));
    }
    let bytes = bounded(request.into_body()).await?;
    let played = ask(&table, |answer| Order::Load(bytes, answer)).await?;
    played.map_err(|why| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-recording", why))
}

async fn bounded(body: Body) -> Result<Bytes, Refusal> {
    match timeout(PATIENCE, to_bytes(body, MAX_RECORDING_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("the recording is larger than the limit of {MAX_RECORDING_BYTES} bytes"),
        )),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            "the file did not arrive in time",
        )),
    }
}

async fn replay(State(table): State<Arc<Table>>) -> Result<Response, Refusal> {
    let made = ask(&table, Order::Replay).await?;
    let bytes = made.map_err(|why| Refusal::new(StatusCode::CONFLICT, "no-replay", why))?;
    Ok(file(bytes, "model/gltf-binary"))
}

/// Sends an order and waits for its response.
async fn ask<T>(
    table: &Table,
    order: impl FnOnce(oneshot::Sender<T>) -> Order,
) -> Result<T, Refusal> {
    let (answer, coming) = oneshot::channel();
    table.order(order(answer));
    match timeout(PATIENCE, coming).await {
        Ok(Ok(answer)) => Ok(answer),
        _ => Err(Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "no-match",
            "the match is over, or too busy to answer",
        )),
    }
}

fn file(bytes: Vec<u8>, content_type: &'static str) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let content_type = HeaderValue::from_static(content_type);
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

async fn unknown() -> Refusal {
    let status = StatusCode::NOT_FOUND;
    Refusal::new(status, "unknown-request", "the API has no such request")
}

async fn other_method() -> Refusal {
    let status = StatusCode::METHOD_NOT_ALLOWED;
    Refusal::new(status, "method", "this request needs another HTTP method")
}
