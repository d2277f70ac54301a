//! The match without a browser: played to the end or again from a recording, and its figures.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_football::{
    Cast, FRAME_RATE, Inputs, MAX_RECORDING_BYTES, Match, MatchError, Recording, RecordingError,
    ReplayError, Setup, Summary,
};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::input;
use crate::output::{Done, Speech};
use crate::output_file::{refuse_replacing, save};
use crate::reading::Reading;
use crate::table::{Cell, Table};

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
    #[arg(allow_negative_numbers = true)]
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
    reading: &Reading,
    speech: Speech,
) -> Result<Done, Failure> {
    let mut summary = Summary::default();
    let game = match &args.replay {
        Some(file) => {
            let recording = read(file)?;
            recording.replay(cast, |game| summary.watch(game))?
        }
        None => play(args, cast, setup, reading, &mut summary)?,
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
    reading: &Reading,
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
        let whole = reading.whole("nothing is recorded")?;
        save(file, &recording.to_bytes(), &whole)?;
    }
    Ok(game)
}

fn print(game: &Match, summary: &Summary, speech: Speech) -> Result<Done, Failure> {
    let mut rows = figures(summary);
    rows.push(("hash", format!("{:016x}", game.hash()).into()));
    let object: Map<String, Value> = (rows.iter())
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    let mut table = Table::new(["figure", "value"]);
    for (name, value) in rows {
        let cell = match value.as_f64().filter(|_| value.is_f64()) {
            Some(number) => Cell::new(number, format!("{number:.2}")),
            None => Cell::from(value),
        };
        table.row([Cell::from(name), cell]);
    }
    speech.answer(&object, || table.csv(), || table.text(""))
}

/// The figures, in the order in which they are read.
fn figures(summary: &Summary) -> Vec<(&'static str, Value)> {
    let [home, away] = summary.goals;
    let [switches, touches] = summary.control;
    let [passes, through_balls, lobs, shots, clearances] = summary.kinds;
    vec![
        ("frames", summary.frames.into()),
        ("seconds_in_play", summary.played_secs.into()),
        ("goals_red", home.into()),
        ("goals_blue", away.into()),
        ("kicks", summary.kicks().into()),
        ("kicks_met", summary.met.into()),
        ("whiffs", summary.whiffs.into()),
        ("farthest_foot_m", summary.farthest_m.into()),
        ("passes", passes.into()),
        ("through_balls", through_balls.into()),
        ("lobs", lobs.into()),
        ("shots", shots.into()),
        ("clearances", clearances.into()),
        ("passes_arrived", summary.passes[0].into()),
        ("touches", summary.touches.into()),
        ("saves", summary.saves.into()),
        ("tackles", summary.tackles[0].into()),
        ("tackles_won", summary.tackles[1].into()),
        ("restarts", summary.restarts.into()),
        ("steps_heard", summary.steps.into()),
        ("toe_skate_cmps", summary.skate_cmps().into()),
        ("deepest_overlap_m", summary.deepest_m.into()),
        ("longest_overlap_s", summary.inside_secs.into()),
        ("longest_untouched_s", summary.untouched_secs.into()),
        ("control_switches", switches.into()),
        ("control_touches", touches.into()),
    ]
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
