//! `GET /api/changes`: a WebSocket that sends changes to a page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};

use crate::api::Change;
use crate::news::{self, Text};
use crate::refusal::Refusal;
use crate::studio::{Studio, work};
use crate::watcher::reopened;

/// The largest message accepted from a page, in bytes. Pages have nothing to send.
const MAX_BYTES: usize = 1 << 10;

/// The maximum number of bytes that wait to be sent to a page.
const MAX_WAITING_BYTES: usize = 8 << 20;

/// The interval of pings to a page.
const BEAT: Duration = Duration::from_secs(20);

/// How long a send may take before the page counts as gone.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn follow(
    State(studio): State<Arc<Studio>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let mut upgrade = upgrade.map_err(|error| {
        let status = StatusCode::UPGRADE_REQUIRED;
        Refusal::new(status, "no-websocket", error.body_text())
    })?;
    let place = Arc::clone(&studio.sockets).try_acquire_owned();
    let place = place.map_err(|_| {
        let status = StatusCode::TOO_MANY_REQUESTS;
        Refusal::new(status, "too-many", "too many pages are open")
    })?;
    // The guard has accepted one of the offered protocols. The response must repeat it.
    let is_own = |protocol: &&HeaderValue| {
        let text = protocol.to_str().unwrap_or_default();
        studio.guard.is_protocol(text)
    };
    let own = upgrade.requested_protocols().find(is_own).cloned();
    if let Some(protocol) = own {
        upgrade.set_selected_protocol(protocol);
    }
    let upgrade = upgrade
        .max_message_size(MAX_BYTES)
        .max_frame_size(MAX_BYTES)
        .max_write_buffer_size(MAX_WAITING_BYTES);
    Ok(upgrade.on_upgrade(move |socket| tell(socket, studio, place)))
}

/// Sends changes to a page until the page is gone.
async fn tell(mut socket: WebSocket, studio: Arc<Studio>, place: OwnedSemaphorePermit) {
    // Listen before sending the first message, so that no change in between is missed.
    let mut changes = studio.news.listen();
    let hello = work(Arc::clone(&studio), |studio| {
        let open = studio.open();
        Ok(news::text(&Change::Hello {
            generation: open.generation,
            revision: open.revision,
            lost: open.lost.clone(),
        }))
    });
    if let Ok(Some(hello)) = hello.await
        && send(&mut socket, &hello).await
    {
        follow_up(&mut socket, &studio, &mut changes).await;
    }
    drop(place);
}

async fn follow_up(socket: &mut WebSocket, studio: &Arc<Studio>, changes: &mut Receiver<Text>) {
    let mut beat = interval(BEAT);
    loop {
        let is_there = tokio::select! {
            change = changes.recv() => match change {
                Ok(text) => send(socket, &text).await,
                Err(RecvError::Lagged(_)) => begin_again(socket, studio).await,
                Err(RecvError::Closed) => false,
            },
            // Any message, such as a pong, shows that the page is alive.
            said = socket.recv() => matches!(said, Some(Ok(message)) if !is_close(&message)),
            _ = beat.tick() => send_message(socket, Message::Ping(Vec::new().into())).await,
        };
        if !is_there {
            return;
        }
    }
}

/// Tells a page that missed changes that the library was reopened, so that the page requests everything again. Returns
/// whether the message was sent.
async fn begin_again(socket: &mut WebSocket, studio: &Arc<Studio>) -> bool {
    let again = work(Arc::clone(studio), |studio| {
        let open = studio.open();
        let all = open
            .library
            .clips()
            .values()
            .map(|entry| entry.name.clone());
        Ok(news::text(&reopened(&open, all.collect())))
    });
    match again.await {
        Ok(Some(text)) => send(socket, &text).await,
        _ => false,
    }
}

async fn send(socket: &mut WebSocket, text: &str) -> bool {
    send_message(socket, Message::text(text)).await
}

async fn send_message(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}

fn is_close(message: &Message) -> bool {
    matches!(message, Message::Close(_))
}
