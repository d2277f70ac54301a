//! `footwork sim slide SCENE` and `footwork sim flight SCENE`: a scene in, a trace out.

mod flight;
mod numbers;
mod slide;

use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Run a scene file and print what happens in it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork sim slide corner.json
  footwork sim slide corner.json --format json
  footwork sim flight crossbar.json")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Slide(slide::Args),
    Flight(flight::Args),
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    match &args.verb {
        Verb::Slide(args) => slide::run(args, speech),
        Verb::Flight(args) => flight::run(args, speech),
    }
}
