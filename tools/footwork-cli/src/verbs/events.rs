//! `footwork events encode|decode|score|detect`: turns events into signals for networks and back.

mod decode;
mod detect;
mod encode;
mod score;
mod times;

use crate::failure::Failure;
use crate::output::{Done, Speech};

/// Encode events as signals for networks, decode, score and detect them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork events encode --times 0.5,1.1 --frames 60 --rate 30 --window 0.3
  footwork events encode samples Foot.Left > left.csv
  footwork events decode left.csv --library samples --window 0.3
  footwork events score --truth 0.5,1.1 --found 0.51,1.4 --tolerance 0.05
  footwork events detect samples --prefix Foot")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Encode(encode::Args),
    Decode(decode::Args),
    Score(score::Args),
    Detect(detect::Args),
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    match &args.verb {
        Verb::Encode(args) => encode::run(args, speech),
        Verb::Decode(args) => decode::run(args, speech),
        Verb::Score(args) => score::run(args, speech),
        Verb::Detect(args) => detect::run(args, speech),
    }
}
