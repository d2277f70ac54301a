//! The page of the match: its files, and the rules for admitting requests.

use std::path::Path;

use axum::response::IntoResponse;
use footwork_loopback::{Leads, Page, PageError, PagePlaces, Rules};

use crate::server::refusal::Refusal;

/// The environment variable with the folder of a built page.
pub const PAGE_FOLDER: &str = "FOOTWORK_MATCH_PAGE";

/// The route of the WebSocket.
pub(super) const PLAY: &str = "/api/play";

/// The file that starts a browser.
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
    command: "footwork match",
    deny: |denied| Refusal::from(denied).into_response(),
};

/// The packed files of the page.
#[cfg(feature = "embed-ui")]
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
#[cfg(not(feature = "embed-ui"))]
const EMBEDDED: &[(&str, &[u8])] = &[];

/// Finds the page: the folder named by the environment, or the page in this binary, or the one built next to its sources, or
/// none.
///
/// # Errors
/// Returns an error if the environment names a folder that is not a page.
pub(super) fn find(named: Option<&Path>) -> Result<Page, PageError> {
    Page::find(PagePlaces {
        variable: PAGE_FOLDER,
        named,
        embedded: EMBEDDED,
        beside: &Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist"),
        lack: include_str!("no_page.html"),
    })
}
