//! `footwork match [LIB] [--a-side N] [--humans N] [--seed N] [--port N] [--no-open]`: a football match in a browser.

mod headless;
mod serve;

use std::path::PathBuf;

use footwork_football::{Cast, CastError, MAX_HALF_SECS, MAX_LEAVES, Setup};

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::reading::ReadArgs;

/// Play a football match in a browser: all of Footwork at once.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork match
  footwork match --humans 2 --a-side 11
  footwork match --port 8000 --no-open
  footwork match --headless --seconds 300 --seed 7
  footwork match --headless --record cup.match
  footwork match --headless --replay cup.match

Prints one line, the address of the page, and serves it to this machine only. The address holds a
new token each time, without which every request is refused. Ctrl-C ends it, and so does the end of
a pipe on standard input.")]
pub(crate) struct Args {
    /// The library of clips that footballers play.
    #[arg(value_name = "LIB", default_value = "samples/football")]
    library: PathBuf,

    #[command(flatten)]
    read: ReadArgs,

    /// Footballers in a team, the keeper among them: 5 or 11.
    #[arg(long, value_name = "N", default_value_t = 5)]
    a_side: u8,

    /// How many humans play, 0 to 2; the first in the red team, the second in the blue one. By default one, and none
    /// without a browser.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=2))]
    #[arg(allow_negative_numbers = true)]
    humans: Option<u8>,

    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,

    /// How long a half is, in seconds.
    #[arg(long, value_name = "SECS", default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_HALF_SECS)))]
    #[arg(allow_negative_numbers = true)]
    half: u32,

    /// How many leaves and grains of dust there are.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_LEAVES)))]
    leaves: u32,

    /// The port; 0 is any free one. By default the first free one from 4748 on.
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,

    /// Begin paused, instead of waiting for a key of a player.
    #[arg(long)]
    paused: bool,

    #[command(flatten)]
    headless: headless::Headless,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let humans = humans(args)?;
    let cast = Cast::open(&args.library)?;
    let mut reading = args.read.of(cast.library());
    speech.note(cast.library().findings());
    reading.note(cast.character().findings(), speech);
    let setup = Setup {
        a_side: args.a_side,
        humans,
        seed: args.seed,
        half_secs: args.half,
        leaves: args.leaves,
    };
    if args.headless.headless {
        let done = headless::run(&args.headless, &cast, setup, &reading, speech)?;
        return Ok(reading.end(done, speech));
    }
    serve::run(args, &cast, setup, speech)
}

/// How many humans play; without a browser, nobody is there to.
fn humans(args: &Args) -> Result<u8, Failure> {
    match (args.headless.headless, args.humans) {
        (false, humans) => Ok(humans.unwrap_or(1)),
        (true, None | Some(0)) => Ok(0),
        (true, Some(_)) => Err(Failure::plain("no-match", "a headless match has no humans")),
    }
}

impl From<CastError> for Failure {
    fn from(error: CastError) -> Self {
        match error {
            CastError::Library(error) => error.into(),
            other => Self::plain("no-cast", other.to_string()),
        }
    }
}
