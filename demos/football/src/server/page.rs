//! The page of the match: where its files are, and the rules by which requests are let in.

use std::path::Path;

use axum::response::IntoResponse;
use footwork_loopback::{Leads, Page, Rules};

use crate::server::refusal::Refusal;

/// The route of the WebSocket.
pub(super) const PLAY: &str = "/api/play";

/// The file with which a browser is started.
pub(super) const LEADS: Leads = Leads {
    prefix: "footwork-match-",
    link: "To the match",
};

/// What to do if there is no page.
pub(super) const HOW_TO_BUILD: &str = "the page of the match is not built: run `cargo xtask match` in \
     Footwork's sources, which needs Node 20.19 or later";

/// Who may ask, and how others are answered.
pub(super) const RULES: Rules = Rules {
    socket: PLAY,
    command: "cargo xtask match",
    deny: |denied| Refusal::from(denied).into_response(),
};

/// The page that was built beside these sources, or none.
pub(super) fn find() -> Page {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
    Page::beside(&dist, include_str!("no_page.html"))
}
