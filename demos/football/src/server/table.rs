//! The table between requests and the thread that plays: orders go one way, frames and texts the other.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use footwork_loopback::Guard;
use tokio::sync::{Semaphore, broadcast, oneshot};

use crate::server::command::Command;

/// Pages that may watch at the same time.
const MAX_PAGES: usize = 8;

/// Messages that wait for a slow page before it misses some: more than a second's.
const MAX_WAITING: usize = 128;

/// What is sent to pages.
#[derive(Clone, Debug)]
pub(super) enum Sent {
    /// JSON.
    Text(Arc<str>),
    /// A frame, or leaves.
    Bytes(Bytes),
}

/// What the thread that plays is asked.
pub(super) enum Order {
    /// By a page.
    Page(Command),
    /// What was played so far, as a file.
    Recording(oneshot::Sender<Vec<u8>>),
    /// Play this file; the error says why not.
    Load(Bytes, oneshot::Sender<Result<(), String>>),
    /// The last seconds as GLB.
    Replay(oneshot::Sender<Result<Vec<u8>, String>>),
    /// Ends.
    Stop,
}

/// What all requests share.
pub(super) struct Table {
    pub(super) guard: Arc<Guard>,
    pub(super) pages: Arc<Semaphore>,
    orders: Mutex<Sender<Order>>,
    sent: broadcast::Sender<Sent>,
    /// What a new page needs first.
    first: Mutex<Vec<Sent>>,
}

impl Table {
    /// The table, and where the orders arrive.
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

    /// Gives an order; `false` if nobody plays any more.
    pub(super) fn order(&self, order: Order) -> bool {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.send(order).is_ok()
    }

    /// Sends to all pages.
    pub(super) fn send(&self, sent: Sent) {
        // Without pages there is nobody to receive it.
        _ = self.sent.send(sent);
    }

    /// Whether anybody watches.
    pub(super) fn is_watched(&self) -> bool {
        self.sent.receiver_count() > 0
    }

    /// What pages get that come from now on, before anything else.
    pub(super) fn set_first(&self, first: Vec<Sent>) {
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = first;
    }

    /// Joins: what comes first, and all that comes after it.
    pub(super) fn join(&self) -> (Vec<Sent>, broadcast::Receiver<Sent>) {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock, so that nothing falls in between.
        (first.clone(), self.sent.subscribe())
    }
}
