//! The match without a browser: played to the end or again from a recording, and its figures.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_football::{
    Cast, FRAME_RATE, Inputs, MAX_RECORDING_BYTES, Match, MatchError, Recording, RecordingError,
    ReplayError, Setup, Summary,
};

use crate::failure::Failure;
use crate::input;
use crate::output::{Done, Speech};
use crate::output_file::{refuse_replacing, save};
use crate::table::{Cell, Table, cells};

/// How recordings start.
const SIGNATURE: &[u8] = b"fwmatch";

/// How to play without a browser.
#[derive(clap::Args)]
pub(super) struct Headless {
    /// Play without a browser, by itself, and print figures and a hash of everything.
    #[arg(long)]
    pub(super) headless: bool,

    /// How long to play, in seconds; without, two halves.
    #[arg(long, value_name = "SECS", requires = "headless", value_parser = clap::value_parser!(u32).range(1..=7200))]
    seconds: Option<u32>,

    /// Write what came into each frame to FILE, from which it can be played again.
    #[arg(long, value_name = "FILE", requires = "headless")]
    record: Option<PathBuf>,

    /// Play a recording again; it must end as it did.
    #[arg(long, value_name = "FILE", requires = "headless", conflicts_with_all = ["record", "seconds"])]
    replay: Option<PathBuf>,
}

pub(super) fn run(
    args: &Headless,
    cast: &Arc<Cast>,
    setup: Setup,
    speech: Speech,
) -> Result<Done, Failure> {
    let mut summary = Summary::default();
    let game = match &args.replay {
        Some(file) => {
            let recording = read(file)?;
            recording.replay(cast, |game| summary.watch(game))?
        }
        None => play(args, cast, setup, &mut summary)?,
    };
    print(&game, &summary, speech)
}

fn read(file: &Path) -> Result<Recording, Failure> {
    let bytes = input::file(file, MAX_RECORDING_BYTES);
    let bytes = bytes.map_err(|message| Failure::plain("input", message))?;
    let named = |error: RecordingError| {
        Failure::plain("bad-recording", error.to_string()).named(&file.display().to_string())
    };
    Recording::from_bytes(&bytes).map_err(named)
}

fn play(
    args: &Headless,
    cast: &Arc<Cast>,
    setup: Setup,
    summary: &mut Summary,
) -> Result<Match, Failure> {
    if let Some(file) = &args.record {
        refuse_replacing(file, SIGNATURE, "a recording of a match")?;
    }
    let secs = args.seconds.unwrap_or(2 * setup.half_secs);
    let mut game = Match::new(Arc::clone(cast), setup)?;
    let mut recording = Recording::new(setup);
    let inputs = Inputs::default();
    for _ in 0..u64::from(secs) * u64::from(FRAME_RATE) {
        game.step(&inputs);
        summary.watch(&game);
        if args.record.is_some() && !recording.push(&inputs, game.hash()) {
            let message = "the match is too long to be recorded";
            return Err(Failure::plain("too-long", message));
        }
    }
    if let Some(file) = &args.record {
        save(file, &recording.to_bytes())?;
    }
    Ok(game)
}

fn print(game: &Match, summary: &Summary, speech: Speech) -> Result<Done, Failure> {
    let hash = format!("{:016x}", game.hash());
    let [home, away] = summary.goals;
    let [switches, touches] = summary.control;
    let mut table = Table::new(["figure", "value"]);
    let mut row = |name: &str, value: Cell| table.row([Cell::from(name), value]);
    let decimals = |value: f64| Cell::new(value, format!("{value:.2}"));
    row("frames", Cell::from(summary.frames));
    row("seconds_in_play", decimals(summary.played_secs));
    row("goals_red", Cell::from(home));
    row("goals_blue", Cell::from(away));
    row("kicks", Cell::from(summary.kicks()));
    row("kicks_met", Cell::from(summary.met));
    row("whiffs", Cell::from(summary.whiffs));
    row("farthest_foot_m", decimals(summary.farthest_m));
    for (name, count) in ["passes", "through_balls", "lobs", "shots", "clearances"]
        .into_iter()
        .zip(summary.kinds)
    {
        row(name, Cell::from(count));
    }
    row("passes_arrived", Cell::from(summary.passes[0]));
    row("touches", Cell::from(summary.touches));
    row("saves", Cell::from(summary.saves));
    row("tackles", Cell::from(summary.tackles[0]));
    row("tackles_won", Cell::from(summary.tackles[1]));
    row("restarts", Cell::from(summary.restarts));
    row("steps_heard", Cell::from(summary.steps));
    row("toe_skate_cmps", decimals(summary.skate_cmps()));
    row("deepest_overlap_m", decimals(summary.deepest_m));
    row("longest_overlap_s", decimals(summary.inside_secs));
    row("longest_untouched_s", decimals(summary.untouched_secs));
    row("control_switches", Cell::from(switches));
    row("control_touches", Cell::from(touches));
    table.row(cells!["hash", hash]);
    speech.answer(&table, || table.csv(), || table.text(""))
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        Self::plain("no-match", error.to_string())
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::plain("other-match", error.to_string())
    }
}
