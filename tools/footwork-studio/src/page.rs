//! The studio's page: where its files are, and the rules by which requests are accepted.

use std::path::Path;

use axum::response::IntoResponse;
use footwork_loopback::{Denied, Leads, Page, PageError, PagePlaces, Rules};

use crate::refusal::Refusal;

/// The environment variable that names the folder of a built page.
pub const PAGE_FOLDER: &str = "FOOTWORK_STUDIO_PAGE";

/// The file-name prefix and the link text of the files that redirect a browser to the page.
pub const LEADS: Leads = Leads {
    prefix: "footwork-studio-",
    link: "To the studio",
};

/// The hint for a build without a page.
pub(crate) const HOW_TO_BUILD: &str = "the studio's page is not built: run `cargo xtask studio` in \
     Footwork's sources, which needs Node 20.19 or later";

/// The rules by which requests are accepted, and the answer to refused requests.
pub(crate) const RULES: Rules = Rules {
    socket: "/api/changes",
    command: "footwork studio",
    deny: |Denied {
               status,
               code,
               message,
               hint,
           }| {
        Refusal::new(status, code, message)
            .hint(hint)
            .into_response()
    },
};

/// The files of the page, packed.
#[cfg(feature = "embed-ui")]
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
#[cfg(not(feature = "embed-ui"))]
const EMBEDDED: &[(&str, &[u8])] = &[];

/// Returns the first existing one of three pages: the page in the folder `named`, the embedded page, or the page built
/// next to the sources. If none exists, returns a page that says how to build one.
///
/// # Errors
/// Returns an error if the folder `named` has no page, or if the embedded page is damaged.
pub(crate) fn find(named: Option<&Path>) -> Result<Page, PageError> {
    Page::find(PagePlaces {
        variable: PAGE_FOLDER,
        named,
        embedded: EMBEDDED,
        beside: &Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist"),
        lack: include_str!("no_page.html"),
    })
}
