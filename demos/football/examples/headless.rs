//! Plays a match or a recording without a browser, and prints figures and a hash of the final state.
//!
//! ```text
//! cargo run --release -p footwork-football --example headless -- --seconds 300 --seed 7
//! cargo run --release -p footwork-football --example headless -- --record cup.match
//! cargo run --release -p footwork-football --example headless -- --replay cup.match
//! ```

use std::error::Error;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, value_parser};
use footwork_football::{
    Cast, FRAME_RATE, Inputs, MAX_RECORDING_BYTES, Match, Recording, Setup, Summary,
};

type Figures = Vec<(&'static str, String)>;

/// Plays a match without a browser, and prints figures and a hash of its state.
#[derive(Parser)]
struct Args {
    /// The motion that footballers play: the path of a `.tagdb` and a `.fwposes` file, without their extensions.
    #[arg(value_name = "FILES", default_value = "testdata/characters/football")]
    files: PathBuf,

    /// Footballers in a team, the keeper among them: 5 or 11.
    #[arg(long, value_name = "N", default_value_t = 5)]
    a_side: u8,

    /// The seed of all random numbers.
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,

    /// How long to play, in seconds.
    #[arg(long, value_name = "SECS", default_value_t = 300, value_parser = value_parser!(u32).range(1..=7200))]
    seconds: u32,

    /// Write the inputs of all frames to FILE, which must not exist yet.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Play a recording again; fails unless it ends in the same state, bit for bit.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "seconds", "seed", "a_side"])]
    replay: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(figures) => {
            for (name, value) in figures {
                println!("{name:<20} {value:>16}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<Figures, Box<dyn Error>> {
    let cast = Cast::open(&args.files)?;
    let mut summary = Summary::default();
    let game = match &args.replay {
        Some(file) => {
            let mut bytes = Vec::new();
            let opened = File::open(file).map_err(|error| named(file, &error))?;
            let limit = MAX_RECORDING_BYTES as u64 + 1;
            (opened.take(limit).read_to_end(&mut bytes)).map_err(|error| named(file, &error))?;
            let recording = Recording::from_bytes(&bytes).map_err(|error| named(file, &error))?;
            recording.replay(&cast, |game| summary.watch(game))?
        }
        None => play(args, &cast, &mut summary)?,
    };
    let mut figures = figures(&summary);
    figures.push(("hash", format!("{:016x}", game.hash())));
    Ok(figures)
}

fn named(file: &Path, error: &dyn Error) -> String {
    format!("{}: {error}", file.display())
}

fn play(args: &Args, cast: &Arc<Cast>, summary: &mut Summary) -> Result<Match, Box<dyn Error>> {
    if let Some(file) = args.record.as_ref().filter(|file| file.exists()) {
        return Err(format!("{} exists and is not replaced", file.display()).into());
    }
    let setup = Setup {
        a_side: args.a_side,
        seed: args.seed,
        ..Setup::default()
    };
    let mut game = Match::new(Arc::clone(cast), setup)?;
    let mut recording = Recording::new(setup);
    let inputs = Inputs::default();
    for _ in 0..u64::from(args.seconds) * u64::from(FRAME_RATE) {
        game.step(&inputs);
        summary.watch(&game);
        if args.record.is_some() && !recording.push(&inputs, game.hash()) {
            return Err("the match is too long to be recorded".into());
        }
    }
    if let Some(file) = &args.record {
        fs::write(file, recording.to_bytes()).map_err(|error| named(file, &error))?;
    }
    Ok(game)
}

/// Returns the figures in the order of output.
fn figures(summary: &Summary) -> Figures {
    let [home, away] = summary.goals;
    let [switches, touches] = summary.control;
    let [passes, through_balls, lobs, shots, clearances] = summary.kinds;
    let fixed = |value: f64| format!("{value:.2}");
    vec![
        ("frames", summary.frames.to_string()),
        ("seconds in play", fixed(summary.played_secs)),
        ("goals, red", home.to_string()),
        ("goals, blue", away.to_string()),
        ("kicks", summary.kicks().to_string()),
        ("kicks met", summary.met.to_string()),
        ("whiffs", summary.whiffs.to_string()),
        ("farthest foot, m", fixed(summary.farthest_m)),
        ("passes", passes.to_string()),
        ("through balls", through_balls.to_string()),
        ("lobs", lobs.to_string()),
        ("shots", shots.to_string()),
        ("clearances", clearances.to_string()),
        ("passes arrived", summary.passes[0].to_string()),
        ("touches", summary.touches.to_string()),
        ("saves", summary.saves.to_string()),
        ("tackles", summary.tackles[0].to_string()),
        ("tackles won", summary.tackles[1].to_string()),
        ("restarts", summary.restarts.to_string()),
        ("steps heard", summary.steps.to_string()),
        ("toe skate, cm/s", fixed(summary.skate_cmps())),
        ("deepest overlap, m", fixed(summary.deepest_m)),
        ("longest overlap, s", fixed(summary.inside_secs)),
        ("longest untouched, s", fixed(summary.untouched_secs)),
        ("control switches", switches.to_string()),
        ("control touches", touches.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a test says what it expects by unwrapping"
    )]

    use std::fs;

    use clap::Parser;

    use super::{Args, Figures, run};

    const FOOTBALL: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/characters/football"
    );

    fn played(options: &[&str]) -> Result<Figures, String> {
        played_in(FOOTBALL, options)
    }

    fn played_in(files: &str, options: &[&str]) -> Result<Figures, String> {
        let args = ["headless", files]
            .into_iter()
            .chain(options.iter().copied());
        run(&Args::try_parse_from(args).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_recorded_match_replays_to_the_same_figures() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cup.match");
        let file = file.to_str().unwrap();
        let first = played(&["--seconds", "3", "--seed", "2", "--record", file]).unwrap();
        assert_eq!(first[0], ("frames", "180".to_owned()));
        assert_eq!(played(&["--replay", file]).unwrap(), first);
        assert_ne!(played(&["--seconds", "3", "--seed", "3"]).unwrap(), first);
        let refused = played(&["--seconds", "3", "--record", file]).unwrap_err();
        assert!(refused.contains("exists"), "{refused}");
    }

    #[test]
    fn missing_and_damaged_files_and_wrong_options_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("football");
        let refused = |options: &[&str]| played_in(there.to_str().unwrap(), options).unwrap_err();
        assert!(refused(&[]).contains("football.tagdb"), "{}", refused(&[]));
        fs::write(there.with_extension("tagdb"), "no tags").unwrap();
        fs::copy(
            format!("{FOOTBALL}.fwposes"),
            there.with_extension("fwposes"),
        )
        .unwrap();
        assert!(
            refused(&[]).contains("the file of tags: "),
            "{}",
            refused(&[])
        );
        fs::copy(format!("{FOOTBALL}.tagdb"), there.with_extension("tagdb")).unwrap();
        let mut poses = fs::read(format!("{FOOTBALL}.fwposes")).unwrap();
        let middle = poses.len() / 2;
        poses[middle] ^= 1;
        fs::write(there.with_extension("fwposes"), poses).unwrap();
        assert!(
            refused(&[]).contains("the file of poses: "),
            "{}",
            refused(&[])
        );
        let refused = played(&["--a-side", "7"]).unwrap_err();
        assert_eq!(refused, "a_side is 7; it must be 5 or 11");
    }
}
