//! Serves a match to a browser on this machine: `cargo xtask match` builds the page and runs this.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, value_parser};
use footwork_football::{
    Cast, MAX_HALF_SECS, MAX_LEAVES, MatchServer, MatchStart, ServerOptions, Setup,
};
use footwork_loopback::End;

/// The options, as `usage.txt` explains them.
#[derive(Parser)]
#[command(name = "cargo xtask match", override_help = include_str!("usage.txt"))]
struct Args {
    #[arg(value_name = "LIB", default_value = "samples/football")]
    library: PathBuf,

    #[arg(long, default_value_t = 5)]
    a_side: u8,

    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = value_parser!(u8).range(0..=2))]
    humans: u8,

    #[arg(long, default_value_t = 7)]
    seed: u64,

    #[arg(long, default_value_t = 150, allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u32).range(1..=i64::from(MAX_HALF_SECS)))]
    half: u32,

    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u32).range(0..=i64::from(MAX_LEAVES)))]
    leaves: u32,

    #[arg(long)]
    port: Option<u16>,

    #[arg(long)]
    no_open: bool,

    #[arg(long)]
    paused: bool,
}

fn main() -> ExitCode {
    match serve(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Serves a match until Ctrl-C or the end of standard input.
fn serve(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let end = End::listen()?;
    let cast = Cast::open(&args.library)?;
    for finding in cast.findings() {
        eprintln!("{finding}");
    }
    let setup = Setup {
        a_side: args.a_side,
        humans: args.humans,
        seed: args.seed,
        half_secs: args.half,
        leaves: args.leaves,
    };
    let options = ServerOptions {
        port: args.port,
        start: if args.paused {
            MatchStart::Paused
        } else {
            MatchStart::WhenAsked
        },
    };
    let server = MatchServer::start(&cast, setup, &options)?;
    if let Some(how) = server.lacks_page() {
        eprintln!("warning: {how}");
    }
    // Serve the page even if standard output is closed.
    _ = writeln!(io::stdout(), "{}", server.url());
    let doorway = (!args.no_open).then(|| server.open()).flatten();
    end.wait();
    drop(doorway);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::Args;

    #[test]
    fn help_names_every_option_and_no_other() {
        let said = include_str!("usage.txt").lines();
        let said = said.filter_map(|line| line.strip_prefix("  --")?.split_whitespace().next());
        let said: BTreeSet<String> = said.map(str::to_owned).collect();
        let command = Args::command();
        let options = command.get_arguments().filter_map(|arg| arg.get_long());
        assert_eq!(said, options.map(str::to_owned).collect());
    }
}
