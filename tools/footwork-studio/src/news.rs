//! News for all open pages.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::api::Change;

/// The number of messages a page may fall behind before it must reload everything.
const MAX_WAITING: usize = 256;

/// A message about a change, as JSON.
pub(crate) type Text = Arc<str>;

/// A channel to all open pages.
#[derive(Clone, Debug)]
pub(crate) struct News {
    sender: broadcast::Sender<Text>,
}

impl News {
    pub(crate) fn new() -> Self {
        let (sender, _) = broadcast::channel(MAX_WAITING);
        Self { sender }
    }

    /// Receives all news from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Text> {
        self.sender.subscribe()
    }

    /// Sends a change to all listening pages.
    pub(crate) fn tell(&self, change: &Change) {
        if let Some(text) = text(change) {
            // An error means that no page is listening.
            _ = self.sender.send(text);
        }
    }
}

/// Returns a change as JSON. No change fails to convert.
pub(crate) fn text(change: &Change) -> Option<Text> {
    serde_json::to_string(change).ok().map(Text::from)
}
