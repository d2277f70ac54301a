//! The page of the match: where its files are, and the rules by which requests are let in.

use std::path::Path;

use axum::response::IntoResponse;
use footwork_loopback::{Leads, Page, PageError, PagePlaces, Rules};

use crate::server::refusal::Refusal;

/// The variable of the environment that names the folder of a built page.
pub const PAGE_FOLDER: &str = "FOOTWORK_MATCH_PAGE";

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
    command: "footwork match",
    deny: |denied| Refusal::from(denied).into_response(),
};

/// The files of the page, packed.
#[cfg(feature = "embed-ui")]
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
#[cfg(not(feature = "embed-ui"))]
const EMBEDDED: &[(&str, &[u8])] = &[];

/// The page of the folder that the environment names; else the one in this binary; else the one that was built beside
/// its sources; else none.
///
/// # Errors
/// If the environment names a folder that is not a page.
pub(super) fn find(named: Option<&Path>) -> Result<Page, PageError> {
    Page::find(PagePlaces {
        variable: PAGE_FOLDER,
        named,
        embedded: EMBEDDED,
        beside: &Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist"),
        lack: include_str!("no_page.html"),
    })
}
