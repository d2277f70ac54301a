//! What all open pages are told.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::api::Change;

/// News that a page may be behind before it has to ask for everything again.
const MOST_WAITING: usize = 256;

/// What happened, as JSON.
pub(crate) type Text = Arc<str>;

/// Tells all open pages what happened.
#[derive(Clone, Debug)]
pub(crate) struct News {
    sender: broadcast::Sender<Text>,
}

impl News {
    pub(crate) fn new() -> Self {
        let (sender, _) = broadcast::channel(MOST_WAITING);
        Self { sender }
    }

    /// Everything from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Text> {
        self.sender.subscribe()
    }

    /// Tells it to whoever listens.
    pub(crate) fn tell(&self, change: &Change) {
        if let Some(text) = text(change) {
            // Nobody may be listening.
            _ = self.sender.send(text);
        }
    }
}

/// A change as JSON, which no change fails to be.
pub(crate) fn text(change: &Change) -> Option<Text> {
    serde_json::to_string(change).ok().map(Text::from)
}
