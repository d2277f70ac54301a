//! `footwork studio LIB [--clip CLIP] [--frame N] [--query TEXT] [--compare OTHER] [--recording FILE] [--port N] [--no-open]`: opens
//! a library in a browser to watch, query and tag it.

use std::path::PathBuf;

use footwork_studio::{
    Doorway, End, LEADS, Options, PAGE_FOLDER, Place, PlaceError, Server, StartError,
};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, say, warning};
use crate::progress;
use crate::source::LibraryArg;
use crate::table::{Table, cells};

/// Watch, query and tag a library in a browser.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork studio samples
  footwork studio samples --clip backflip --frame 20 --query 'Phase.Airborne'
  footwork studio samples --compare ../samples-by-ann
  footwork studio samples --recording played.fwrec
  footwork studio samples --port 8000 --no-open

Prints the address of the page on one line, and serves the page to this machine only. The address
contains a new token each time; requests without it are refused. Every edit is on disk before the
page shows it as saved. The page also shows changes that other programs make on disk. Ctrl-C ends
the studio. If standard input is a pipe, closing it ends the studio too, except on Windows.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The clip to open.
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,

    /// The frame of the clip to show, from 0.
    #[arg(long, value_name = "N", requires = "clip")]
    frame: Option<u32>,

    /// The query to show first.
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,

    /// A folder with the sidecars of a second labeller. The page compares them with the library's, and lets you choose
    /// between the two.
    #[arg(long, value_name = "OTHER")]
    compare: Option<PathBuf>,

    /// The recording of a character to show in the panel Recording, such as a file written by
    /// `footwork sim matching -o FILE.fwrec`.
    #[arg(long, value_name = "FILE")]
    recording: Option<PathBuf>,

    /// The port; 0 means any free port. By default the first free port from 4747 on.
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let end = End::listen().map_err(Failure::cannot_listen)?;
    let options = Options {
        port: args.port,
        page: std::env::var_os(PAGE_FOLDER).map(PathBuf::from),
        compare: args.compare.clone(),
        recording: args.recording.clone(),
        follow: args.library.read.follow_links(),
        opening: progress::bars(),
        ..Options::default()
    };
    let server = Server::start(args.library.folder()?, &options)?;
    speech.note(&server.findings());
    if let Some(how) = server.lacks_page() {
        speech.note(&[warning("studio", "no-page", how)]);
    }
    let url = server.url_at(&Place {
        clip: args.clip.clone(),
        frame: args.frame,
        query: args.query.clone(),
    })?;
    let line = match speech.format {
        Format::Json => {
            let root = args.library.library.display().to_string();
            let (port, token) = (server.port(), server.token());
            json!({ "url": url, "port": port, "token": token, "root": root }).to_string() + "\n"
        }
        Format::Csv => {
            let mut table = Table::new(["url"]);
            table.row(cells![url.as_str()]);
            table.csv()
        }
        Format::Table => format!("{url}\n"),
    };
    let opens = say(&line, speech.format)? && !args.no_open;
    let doorway = opens.then(|| Doorway::open(&url, LEADS)).flatten();
    end.wait();
    drop(doorway);
    Ok(Done::text(String::new()))
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Open(error) => error.into(),
            other => Self::plain(other.code(), other.to_string()).maybe_hint(other.hint()),
        }
    }
}

impl From<PlaceError> for Failure {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Clip(error) => error.into(),
            other => Self::plain("no-such-frame", other.to_string()),
        }
    }
}
