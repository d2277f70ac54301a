//! The table between requests and the thread that plays: orders go in, frames and texts come out.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use footwork_loopback::Guard;
use tokio::sync::{Semaphore, broadcast, oneshot};

use crate::server::command::Command;

/// The maximum number of pages at the same time.
const MAX_PAGES: usize = 8;

/// The number of messages that wait for a slow page before it misses some: more than one second.
const MAX_WAITING: usize = 128;

/// A message to pages.
#[derive(Clone, Debug)]
pub(super) enum Sent {
    /// JSON.
    Text(Arc<str>),
    /// A frame, or leaves.
    Bytes(Bytes),
}

/// An order to the thread that plays.
pub(super) enum Order {
    /// A command of a page.
    Page(Command),
    /// Save the match so far as a recording.
    Recording(oneshot::Sender<Vec<u8>>),
    /// Play this recording; the error says why it cannot be played.
    Load(Bytes, oneshot::Sender<Result<(), String>>),
    /// Export the last seconds as GLB.
    Replay(oneshot::Sender<Result<Vec<u8>, String>>),
    /// Stop.
    Stop,
}

/// The state shared by all requests.
pub(super) struct Table {
    pub(super) guard: Arc<Guard>,
    pub(super) pages: Arc<Semaphore>,
    orders: Mutex<Sender<Order>>,
    sent: broadcast::Sender<Sent>,
    /// The messages that a new page receives first.
    first: Mutex<Vec<Sent>>,
}

impl Table {
    /// Creates the table and the receiver of its orders.
    pub(super) fn new(guard: Arc<Guard>) -> (Self, Receiver<Order>) {
        let (orders, arriving) = channel();
        let table = Self {
            guard,
            pages: Arc::new(Semaphore::new(MAX_PAGES)),
            orders: Mutex::new(orders),
            sent: broadcast::channel(MAX_WAITING).0,
            first: Mutex::default(),
        };
        (table, arriving)
    }

    /// Sends an order; `false` if the player has stopped.
    pub(super) fn order(&self, order: Order) -> bool {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.send(order).is_ok()
    }

    /// Sends a message to all pages.
    pub(super) fn send(&self, sent: Sent) {
        // An error only means that no page is connected.
        _ = self.sent.send(sent);
    }

    /// Returns whether any page is connected.
    pub(super) fn is_watched(&self) -> bool {
        self.sent.receiver_count() > 0
    }

    /// Sets the messages that pages receive first when they join from now on.
    pub(super) fn set_first(&self, first: Vec<Sent>) {
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = first;
    }

    /// Joins a page: returns the first messages, and a receiver of all later ones.
    pub(super) fn join(&self) -> (Vec<Sent>, broadcast::Receiver<Sent>) {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        // Subscribe under the lock, so that no message is lost in between.
        (first.clone(), self.sent.subscribe())
    }
}
