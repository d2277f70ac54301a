//! The page of the match: its files, and the rules for admitting requests.

use std::path::Path;

use axum::response::IntoResponse;
use footwork_loopback::{Leads, Page, Rules};

use crate::server::refusal::Refusal;

/// The route of the WebSocket.
pub(super) const PLAY: &str = "/api/play";

/// The names and the text of the file that leads a browser to the page.
pub(super) const LEADS: Leads = Leads {
    prefix: "footwork-match-",
    link: "To the match",
};

/// The hint for a missing page.
pub(super) const HOW_TO_BUILD: &str = "the page of the match is not built: run `cargo xtask match` in \
     Footwork's sources, which needs Node 20.19 or later";

/// The rules for admitting requests and for the headers of responses.
pub(super) const RULES: Rules = Rules {
    socket: PLAY,
    command: "cargo xtask match",
    deny: |denied| Refusal::from(denied).into_response(),
};

/// Returns the page built next to these sources, or one that says that it is not built.
pub(super) fn find() -> Page {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
    Page::beside(&dist, include_str!("no_page.html"))
}
