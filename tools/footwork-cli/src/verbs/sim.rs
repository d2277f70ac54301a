//! `footwork sim slide SCENE` and `footwork sim flight SCENE` run a scene file and print the result. `footwork sim
//! matching LIB` plays poses of a library and prints figures of the motion.

mod flight;
mod matching;
mod numbers;
mod slide;

use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Run a scene file, or play a library with a character, and print the result.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork sim slide corner.json
  footwork sim slide corner.json --format json
  footwork sim flight crossbar.json
  footwork sim matching samples --stick circle")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Slide(slide::Args),
    Flight(flight::Args),
    Matching(matching::Args),
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    match &args.verb {
        Verb::Slide(args) => slide::run(args, speech),
        Verb::Flight(args) => flight::run(args, speech),
        Verb::Matching(args) => matching::run(args, speech),
    }
}
