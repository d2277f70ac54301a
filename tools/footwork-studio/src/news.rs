//! Messages about changes for all open pages.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::api::Change;

/// The number of messages by which a page may fall behind. Beyond that, it must reload everything.
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

    /// Returns a receiver of all messages from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Text> {
        self.sender.subscribe()
    }

    /// Sends a change to all listening pages.
    pub(crate) fn tell(&self, change: &Change) {
        if let Some(text) = text(change) {
            // `send` fails only if no page is listening.
            _ = self.sender.send(text);
        }
    }
}

/// Returns a change as JSON. The conversion of a change never fails.
pub(crate) fn text(change: &Change) -> Option<Text> {
    serde_json::to_string(change).ok().map(Text::from)
}
