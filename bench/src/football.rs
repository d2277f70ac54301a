//! A match of eleven a side without a browser. The target is a hundred times real time on one
//! core.
//!
//! There is no other program to compare with. Times are processor times of the thread.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use footwork_football::{Cast, FRAME_RATE, Inputs, Match, Part, Setup};

use crate::figure;
use crate::measure::cpu_time;
use crate::report::{Block, Outcome, Section, Table};

/// The time a match is played before it is measured, in seconds.
const WARM_UP_SECS: u32 = 5;
/// The measured time of a match, in seconds of play.
const SECS: u32 = 120;
/// The seeds of the matches. The match with the median time counts.
const SEEDS: [u64; 3] = [1, 2, 3];
const BAR: f64 = 100.0;
/// The budget of each part, in microseconds per frame. The target allows 166 µs for a whole
/// frame.
const BUDGET_US: [(Part, &str, f64); 8] = [
    (
        Part::Ball,
        "the ball: 4 steps in the wind, and the referee",
        4.0,
    ),
    (Part::Prediction, "a slice of its future", 12.0),
    (Part::Outlook, "who can take it when, and who should", 20.0),
    (Part::Control, "the player each human controls", 1.0),
    (
        Part::Minds,
        "what footballers want, and passes they look at",
        14.0,
    ),
    (
        Part::Bodies,
        "searches, blends, feet, kicks and sliding",
        100.0,
    ),
    (Part::Touches, "touches, and steps that are heard", 5.0),
    (Part::Leaves, "2000 leaves in the same wind", 10.0),
];

struct Run {
    seed: u64,
    secs: f64,
    /// The time of each part.
    parts: [Duration; Part::ALL.len()],
}

pub(crate) fn run() -> Outcome<Section> {
    let football = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/characters/football");
    let cast = Cast::open(&football)?;
    let mut runs = Vec::new();
    for seed in SEEDS {
        runs.push(play(&cast, seed)?);
    }
    runs.sort_by(|a, b| a.secs.total_cmp(&b.secs));
    let middle = &runs[runs.len() / 2];
    let times = f64::from(SECS) / middle.secs;
    let mut whole = Table::new("Eleven a side without a browser", "what | figure | bar");
    let verdict = if times >= BAR { "met" } else { "missed" };
    whole.row([
        "times real time, on one core".to_owned(),
        figure::plain(times),
        format!("{BAR} {verdict}"),
    ]);
    let frames = f64::from(SECS * FRAME_RATE);
    whole.row([
        "a frame".to_owned(),
        figure::secs(middle.secs / frames),
        String::new(),
    ]);
    let mut parts = Table::new("By part, of a frame", "part | time | budget");
    let mut losses = Vec::new();
    if times < BAR {
        let times = figure::plain(times);
        losses.push(format!(
            "The match runs at {times} times real time; the bar is {BAR}."
        ));
    }
    for ((_, what, budget), taken) in BUDGET_US.iter().zip(middle.parts) {
        let taken_us = taken.as_secs_f64() * 1e6 / frames;
        parts.row([
            (*what).to_owned(),
            figure::secs(taken_us * 1e-6),
            figure::secs(budget * 1e-6),
        ]);
        if taken_us > *budget {
            let taken = figure::plain(taken_us);
            losses.push(format!(
                "{what}: {taken} µs of a frame; the budget is {budget} µs."
            ));
        }
    }
    let seeds: Vec<String> = runs
        .iter()
        .map(|run| format!("{} ({} s)", run.seed, figure::plain(run.secs)))
        .collect();
    let text = format!(
        "Each match runs for {SECS} s of play. Seeds, with processor times: {}.",
        seeds.join(", ")
    );
    Ok(Section {
        title: "The match",
        peers: &[],
        blocks: vec![Block::Table(whole), Block::Table(parts), Block::Text(text)],
        losses,
    })
}

fn play(cast: &Arc<Cast>, seed: u64) -> Outcome<Run> {
    let setup = Setup {
        a_side: 11,
        seed,
        ..Setup::default()
    };
    let mut game = Match::new(Arc::clone(cast), setup)?;
    let inputs = Inputs::default();
    for _ in 0..WARM_UP_SECS * FRAME_RATE {
        game.step(&inputs);
    }
    // Measure whole steps on a copy, without the cost of reading the clock after each part.
    let mut plain = game.clone();
    let start = cpu_time();
    for _ in 0..SECS * FRAME_RATE {
        plain.step(&inputs);
    }
    let secs = cpu_time().saturating_sub(start).as_secs_f64();
    let mut parts = [Duration::ZERO; Part::ALL.len()];
    for _ in 0..SECS * FRAME_RATE {
        let mut last = cpu_time();
        game.step_by_parts(&inputs, |part| {
            let now = cpu_time();
            parts[part as usize] += now.saturating_sub(last);
            last = now;
        });
    }
    if game.hash() != plain.hash() {
        return Err("a copy of the match diverged".into());
    }
    Ok(Run { seed, secs, parts })
}
