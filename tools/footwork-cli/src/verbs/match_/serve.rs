//! The match in a browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use footwork_football::{
    Cast, MATCH_PAGE_FOLDER, MatchServer, MatchStart, ServerError, ServerOptions, Setup,
};
use serde_json::json;

use super::Args;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, say, warning};
use crate::table::{Table, cells};
use crate::until_ended;
use crate::verbs::studio::has_display;

/// How often the flag to end is read.
const TICK: Duration = Duration::from_millis(100);

pub(super) fn run(
    args: &Args,
    cast: &Arc<Cast>,
    setup: Setup,
    speech: Speech,
) -> Result<Done, Failure> {
    let is_over = until_ended::listen()?;
    let options = ServerOptions {
        port: args.port,
        page: std::env::var_os(MATCH_PAGE_FOLDER).map(PathBuf::from),
        start: match args.paused {
            true => MatchStart::Paused,
            false => MatchStart::WhenAsked,
        },
    };
    let server = MatchServer::start(cast, setup, &options)?;
    if let Some(how) = server.lacks_page() {
        speech.note(&[warning("match", "no-page", how)]);
    }
    let url = server.url();
    let line = match speech.format {
        Format::Json => {
            let (port, token) = (server.port(), server.token());
            json!({ "url": url, "port": port, "token": token }).to_string() + "\n"
        }
        Format::Csv => {
            let mut table = Table::new(["url"]);
            table.row(cells![url.as_str()]);
            table.csv()
        }
        Format::Table => format!("{url}\n"),
    };
    let mut doorway = None;
    if say(&line, speech.format)? && !args.no_open && has_display() {
        // Other users can read the arguments of a browser, so it gets a file that only this user can read.
        doorway = server.doorway().ok();
        _ = doorway
            .as_ref()
            .map(|file| open::that_detached(file.path()));
    }
    while !is_over.load(Ordering::Relaxed) {
        thread::sleep(TICK);
    }
    drop(doorway);
    Ok(Done::text(String::new()))
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        Self::plain(error.code(), error.to_string()).maybe_hint(error.hint())
    }
}
