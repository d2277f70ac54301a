//! `footwork studio LIB [--port N] [--no-open]`: see, query and tag a library in a browser.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use footwork_sidecar::{Finding, Severity};
use footwork_studio::{DEFAULT_PORT, Doorway, Options, PAGE_FOLDER, Server, StartError};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row, say};
use crate::progress;
use crate::source::LibraryArg;
use crate::until_ended;

/// See, query and tag a library in a browser.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork studio samples
  footwork studio samples --port 8000 --no-open

It prints one line, the address of the page, and serves it to this machine only. The address holds a
token, new each time, without which nothing is answered. Every edit is on disk before the page says so,
and what others change on disk shows in the page. Ctrl-C ends it, and so does the end of a pipe on
standard input.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The port; 0 is any that is free. Without it, the first free one from 4747 on.
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Open no browser.
    #[arg(long)]
    no_open: bool,
}

/// How soon the wish to end is noticed.
const TICK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let is_over = until_ended::listen()?;
    let options = Options {
        port: args.port,
        page: std::env::var_os(PAGE_FOLDER).map(PathBuf::from),
        opening: progress::bars(),
        ..Options::default()
    };
    let server = Server::start(args.library.folder()?, &options)?;
    speech.errors.note(&server.findings());
    if let Some(how) = server.lacks_page() {
        speech.errors.note(&[Finding {
            severity: Severity::Warning,
            file: "studio".to_owned(),
            position: None,
            code: "no-page",
            message: how.to_owned(),
        }]);
    }
    let url = server.url();
    let line = match speech.format {
        Format::Json => {
            let root = args.library.library.display().to_string();
            let (port, token) = (server.port(), server.token());
            json!({ "url": url, "port": port, "token": token, "root": root }).to_string() + "\n"
        }
        Format::Csv => csv_row(&["url".to_owned()]) + &csv_row(std::slice::from_ref(&url)),
        Format::Table => format!("{url}\n"),
    };
    let mut doorway = None;
    if say(&line, speech.format)? && !args.no_open && has_display() {
        // Where no browser can be started, the address was printed. What one is started with others can
        // read, so it is a file that they cannot.
        doorway = Doorway::to(&server).ok();
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

/// Whether there is a screen to open a browser on.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        let message = error.to_string();
        match error {
            StartError::Open(error) => error.into(),
            StartError::Page(_) => Self::plain("no-page", &message),
            StartError::Port { port, .. } => {
                let hint = format!(
                    "leave --port {port} out, and the first free one from {DEFAULT_PORT} on is taken"
                );
                Self::plain("port", &message).hint(Some(hint))
            }
            StartError::Machine(_) => Self::plain("machine", &message),
        }
    }
}
