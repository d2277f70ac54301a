//! `GET /api/play`: the WebSocket of a page, which sends frames and receives commands.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};

use crate::server::command::Command;
use crate::server::refusal::Refusal;
use crate::server::table::{Order, Sent, Table};

/// The maximum size of a message from a page, in bytes: the longest text as JSON.
const MAX_BYTES: usize = 32 << 10;

/// The maximum number of bytes waiting to be sent to a page.
const MAX_WAITING_BYTES: usize = 4 << 20;

/// The maximum rate at which messages of a page are read, per second; further messages wait.
const MAX_PER_SEC: u32 = 200;

/// How long a send may take before the page counts as disconnected.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn play(
    State(table): State<Arc<Table>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let mut upgrade = upgrade.map_err(|error| {
        let status = StatusCode::UPGRADE_REQUIRED;
        Refusal::new(status, "no-websocket", error.body_text())
    })?;
    let place = Arc::clone(&table.pages).try_acquire_owned();
    let place = place.map_err(|_| {
        let status = StatusCode::TOO_MANY_REQUESTS;
        Refusal::new(status, "too-many", "too many pages are open")
    })?;
    // The guard accepted one of the protocols; the response must name it.
    let is_own = |protocol: &&HeaderValue| {
        let text = protocol.to_str().unwrap_or_default();
        table.guard.is_protocol(text)
    };
    let own = upgrade.requested_protocols().find(is_own).cloned();
    if let Some(protocol) = own {
        upgrade.set_selected_protocol(protocol);
    }
    let upgrade = upgrade
        .max_message_size(MAX_BYTES)
        .max_frame_size(MAX_BYTES)
        .max_write_buffer_size(MAX_WAITING_BYTES);
    Ok(upgrade.on_upgrade(move |socket| watch(socket, table, place)))
}

/// Serves a page until it disconnects.
async fn watch(mut socket: WebSocket, table: Arc<Table>, place: OwnedSemaphorePermit) {
    let (first, mut coming) = table.join();
    for sent in first {
        if !send(&mut socket, sent).await {
            return;
        }
    }
    let mut left = MAX_PER_SEC;
    let mut second = interval(Duration::from_secs(1));
    loop {
        let is_there = tokio::select! {
            sent = coming.recv() => match sent {
                Ok(sent) => send(&mut socket, sent).await,
                // A slow page misses frames and continues with the next one.
                Err(RecvError::Lagged(_)) => true,
                Err(RecvError::Closed) => false,
            },
            said = socket.recv(), if left > 0 => {
                left -= 1;
                said.and_then(Result::ok).is_some_and(|said| take(&table, &said))
            }
            _ = second.tick() => {
                left = MAX_PER_SEC;
                true
            }
        };
        if !is_there {
            break;
        }
    }
    drop(place);
}

/// Handles a message of a page; `false` ends the connection.
fn take(table: &Table, said: &Message) -> bool {
    match said {
        Message::Text(text) => match serde_json::from_str::<Command>(text) {
            Ok(command) => table.order(Order::Page(command)),
            // The page sends only valid commands, so the sender is another program.
            Err(_) => false,
        },
        Message::Binary(_) | Message::Close(_) => false,
        Message::Ping(_) | Message::Pong(_) => true,
    }
}

async fn send(socket: &mut WebSocket, sent: Sent) -> bool {
    let message = match sent {
        Sent::Text(text) => Message::text(&*text),
        Sent::Bytes(bytes) => Message::Binary(bytes),
    };
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}
