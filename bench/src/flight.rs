//! The ball's flight: the cost of a step and of a frame of prediction; the number of samples in a flight, compared with the
//! fewest possible, fixed steps and a plain array; whether the live ball follows the prediction, also with rapier3d as an
//! implementation of the same trait; and the cost of finding the players who can take the ball.
//!
//! The bars come from the specification of `footwork-flight`.

mod agreement;
mod kicks;
mod optimum;
mod rapier;
mod search;
mod situations;

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, Pitch, Prediction, PredictionOptions,
    SampleReading, Statics, StepEvents,
};

use rapier::{RapierBall, RapierState};

use crate::figure;
use crate::measure::{Contender, in_turn};
use crate::report::{Bar, Block, Outcome, Section, Table};

const KICKS: usize = 300;
const FRAMES: u32 = 8;
const STEPS: u32 = 2400;

const STEP: &str = "ours: `BallPhysics::step`, the ground, two goals, four banners";
const EMPTY: &str = "the same without a world: the flight alone";
const PREDICTED: &str = "the same with a `Prediction`: adaptive samples and events";
const CHORDS: &str = "the same with samples read as chords";

const RAPIER: &str = "rapier3d as a `BallStep`: no air, the same statics";
const RAPIER_CLONED: &str = "the same with a `Prediction` that begins with a clone of the world";

const STEP_BAR: Bar = Bar::secs(200e-9);
const FRAME_BAR: Bar = Bar::secs(60e-6);
const SAMPLES_BAR: Bar = Bar::at_most(40.0);
const OPTIMUM_BAR: Bar = Bar::at_most(1.1);
const FIXED_BAR: Bar = Bar::at_least(6.0);

/// Measures everything about the flight of a ball.
pub(crate) fn run() -> Outcome<Section> {
    let statics = Pitch::default().statics()?;
    let rapier = RapierBall::new(BallParams::default(), &statics);
    let physics = BallPhysics::new(BallParams::default(), statics)?;
    let kicks = kicks::kicks(KICKS)?;
    let mut losses = Vec::new();
    let [search, nearness] = search::run(&physics, &mut losses)?;
    let [situations, about_situations] = situations::run(&physics, &mut losses)?;
    let blocks = vec![
        Block::Text(format!(
            "{KICKS} random kicks over 10 s, a fifth each of lobs, drives, rolls, kicks at the frame of the goal and \
             kicks at the banners, with up to 60 rad/s of spin. Every prediction ends bit for bit where the live ball \
             does."
        )),
        Block::Table(samples(&physics, &kicks, &mut losses)?),
        Block::Table(times(&physics, &rapier, &kicks, &mut losses)?),
        Block::Table(agreement::agreement(&physics, &rapier)?),
        Block::Text(
            "Predictions begin up to a second after the kick. In the game with rapier3d, ten boxes fall and come to rest \
             out of the ball's reach; the shadow has only the statics and the ball, and steps together with the game. \
             rapier3d has no air."
                .to_owned(),
        ),
        Block::Table(search),
        Block::Table(nearness),
        situations,
        about_situations,
    ];
    Ok(Section {
        title: "Flight",
        peers: &["rapier3d"],
        blocks,
        losses,
    })
}

fn prediction(
    physics: &BallPhysics<Statics>,
    kick: &BallState,
    reading: SampleReading,
) -> Outcome<Prediction<BallState>> {
    let options = PredictionOptions {
        reading,
        ..PredictionOptions::default()
    };
    Ok(Prediction::new(physics, kick, options)?)
}

/// Counts the samples of flights.
fn samples(
    physics: &BallPhysics<Statics>,
    kicks: &[kicks::Kick],
    losses: &mut Vec<String>,
) -> Outcome<Table> {
    let title = "Samples of a flight, each within 0.11 m of the truth everywhere";
    let mut table = Table::new(title, "what | all kicks, mean | lobs, mean | bar");
    let lobs = kicks.iter().filter(|kick| kick.is_lob).count() as f64;
    let mean = |counts: &[usize]| {
        let lob = kicks.iter().zip(counts).filter(|(kick, _)| kick.is_lob);
        let lob: usize = lob.map(|(_, count)| count).sum();
        let all: usize = counts.iter().sum();
        (all as f64 / counts.len() as f64, lob as f64 / lobs)
    };
    let mut ours = [(0.0, 0.0); 3];
    let readings = [
        SampleReading::Velocity,
        SampleReading::Chord,
        SampleReading::Acceleration,
    ];
    for (found, reading) in ours.iter_mut().zip(readings) {
        let mut counts = Vec::new();
        for kick in kicks {
            let mut flight = prediction(physics, &kick.state, reading)?;
            flight.finish(physics);
            counts.push(flight.samples().len());
        }
        *found = mean(&counts);
    }
    let truths: Vec<_> = kicks
        .iter()
        .map(|kick| optimum::truth(physics, &kick.state, STEPS))
        .collect();
    for (kick, truth) in kicks.iter().zip(&truths) {
        let mut flight = prediction(physics, &kick.state, SampleReading::Velocity)?;
        flight.finish(physics);
        let last = truth.last().map(|point| point.position);
        if last != Some(flight.state().position) {
            return Err("a prediction differs from the path of the live ball".into());
        }
    }
    let fewest: Vec<usize> = truths.iter().map(|truth| optimum::fewest(truth)).collect();
    let fixed: Vec<usize> = truths.iter().map(|truth| optimum::fixed(truth)).collect();
    let (fewest, fixed) = (mean(&fewest), mean(&fixed));
    let mut row = |what: &str, (all, lob): (f64, f64), bar: String| {
        table.row([what.to_owned(), figure::plain(all), figure::plain(lob), bar]);
    };
    let [greedy, chords, accelerated] = ours;
    let bar = SAMPLES_BAR.judge("samples of all kicks", greedy.0, losses);
    row("ours, read along the velocity", greedy, bar);
    let ratio = greedy.0 / fewest.0;
    let bar = OPTIMUM_BAR.judge("samples, times the fewest", ratio, losses);
    let bar = format!("ours, times this: {bar}, {}", figure::plain(ratio));
    let what = "the fewest with the same touches, by dynamic programming";
    row(what, fewest, bar);
    let ratio = fixed.1 / greedy.1;
    let bar = FIXED_BAR.judge("samples of a fixed step, times ours on lobs", ratio, losses);
    let bar = format!("times ours on lobs: {bar}, {}", figure::plain(ratio));
    row("a fixed step that is as near", fixed, bar);
    row("an array of 100 a second", (1000.0, 1000.0), String::new());
    row("ours, read as chords", chords, String::new());
    row("ours, read with acceleration", accelerated, String::new());
    Ok(table)
}

/// Measures steps and frames.
fn times(
    physics: &BallPhysics<Statics>,
    rapier: &RapierBall,
    kicks: &[kicks::Kick],
    losses: &mut Vec<String>,
) -> Outcome<Table> {
    let empty = BallPhysics::new(BallParams::default(), ())?;
    // Flights that last the whole horizon.
    let mut long = Vec::new();
    for kick in kicks {
        let mut flight = prediction(physics, &kick.state, SampleReading::Velocity)?;
        flight.finish(physics);
        if flight.steps_done() == STEPS && long.len() < 32 {
            long.push(kick.state);
        }
    }
    let steps = f64::from(STEPS) * long.len() as f64;
    let mut flight = prediction(physics, &long[0], SampleReading::Velocity)?;
    let mut chords = prediction(physics, &long[0], SampleReading::Chord)?;
    let worlds: Vec<RapierState> = long.iter().map(|kick| rapier.kicked(kick)).collect();
    let mut cloned = Prediction::new(rapier, &worlds[0], PredictionOptions::default())?;
    let timings = in_turn(vec![
        Contender::new(STEP, || stepped(physics, &long)),
        Contender::new(EMPTY, || stepped(&empty, &long)),
        Contender::new(PREDICTED, || predicted(physics, &mut flight, &long)),
        Contender::new(CHORDS, || predicted(physics, &mut chords, &long)),
        Contender::new(RAPIER, || stepped(rapier, &worlds)),
        Contender::new(RAPIER_CLONED, || predicted(rapier, &mut cloned, &worlds)),
    ]);
    let title = format!("A step of 1/240 s, and a frame of {FRAMES} for 10 s");
    let mut table = Table::new(title, "what | a step | ± | a frame | bar");
    for timing in &timings {
        let a_step = timing.median_secs / steps;
        let a_frame = a_step * f64::from(STEPS / FRAMES);
        let bar = match timing.name {
            STEP => STEP_BAR.judge(&format!("{STEP}, a step"), a_step, losses),
            PREDICTED => FRAME_BAR.judge(&format!("{PREDICTED}, a frame"), a_frame, losses),
            _ => String::new(),
        };
        let more = [figure::secs(a_frame), bar];
        table.row(timing.cells(steps).into_iter().chain(more));
    }
    Ok(table)
}

fn stepped<B: BallStep>(physics: &B, kicks: &[B::State]) -> f64 {
    let mut events = StepEvents::default();
    let mut sum = 0.0;
    for kick in kicks {
        let mut state = kick.clone();
        for _ in 0..STEPS {
            physics.step(&mut state, &mut events);
        }
        sum += physics.motion(&state).position[0];
    }
    sum
}

fn predicted<B: BallStep>(
    physics: &B,
    flight: &mut Prediction<B::State>,
    kicks: &[B::State],
) -> usize {
    let mut samples = 0;
    for kick in kicks {
        if flight.restart(physics, kick).is_ok() {
            let now_secs = flight.known_secs();
            while !flight.advance_frame(physics, now_secs) {}
            samples += flight.samples().len();
        }
    }
    samples
}
