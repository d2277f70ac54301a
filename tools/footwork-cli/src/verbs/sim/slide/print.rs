//! Prints a trace: as JSON, as CSV with a row for each step, or as text with a line for each run of similar moves.

use std::collections::BTreeSet;

use footwork::slide::Outcome;
use serde::{Serialize, Serializer};

use super::trace::{Contact, Ground, GroundState, Hit, Kind, Moving, Step, Trace};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::table::{Cell, Table, cells, count};
use crate::verbs::sim::numbers::{decimals, hash};

/// The largest number of listed obstacles; further ones are only counted.
const MAX_SHOWN: usize = 3;

pub(super) fn print(trace: &Trace, speech: Speech) -> Result<Done, Failure> {
    let hash = hash(trace.steps().map(|step| step.moved.position));
    let answer = Answer { steps: trace, hash };
    speech.answer(&answer, || csv(trace), || text(trace, &answer.hash))
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(serialize_with = "steps")]
    steps: &'a Trace,
    hash: String,
}

#[derive(Serialize)]
struct StepJson {
    position: [f64; 3],
    velocity: [f32; 3],
    outcome: &'static str,
    ground: Ground,
    normals: Vec<[f32; 3]>,
    points: Vec<[f64; 3]>,
    depths: Vec<f32>,
    velocities: Vec<[f32; 3]>,
    closings: Vec<f32>,
    hits: Vec<Hit>,
    sensors: Vec<Hit>,
    obstacles: Vec<Moving>,
}

impl From<Step<'_>> for StepJson {
    fn from(step: Step<'_>) -> Self {
        let touched = step.contacts.iter().map(|contact| contact.touched);
        Self {
            position: step.moved.position,
            velocity: step.moved.velocity,
            outcome: outcome(step.moved.outcome),
            ground: step.moved.ground,
            normals: touched.clone().map(|touched| touched.normal).collect(),
            points: touched.clone().map(|touched| touched.point).collect(),
            depths: step.contacts.iter().map(|contact| contact.depth).collect(),
            velocities: touched.map(|touched| touched.velocity).collect(),
            closings: (step.contacts.iter())
                .map(|contact| contact.closing)
                .collect(),
            hits: hits(step.contacts),
            sensors: step.sensors.to_vec(),
            obstacles: step.movers.to_vec(),
        }
    }
}

fn steps<S: Serializer>(trace: &&Trace, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(trace.steps().map(StepJson::from))
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Free => "free",
        Outcome::Slid => "slid",
        Outcome::Blocked => "blocked",
    }
}

fn ground(state: GroundState) -> &'static str {
    match state {
        GroundState::Ground => "ground",
        GroundState::Wedged => "wedged",
        GroundState::Steep => "steep",
        GroundState::Air => "air",
    }
}

fn hits(contacts: &[Contact]) -> Vec<Hit> {
    contacts.iter().map(|contact| contact.touched.hit).collect()
}

fn name(hit: &Hit) -> String {
    let kind = match hit.kind {
        Kind::Triangle => "triangle",
        Kind::Box => "box",
        Kind::Sphere => "sphere",
        Kind::Capsule => "capsule",
        Kind::Hull => "hull",
        Kind::Heights => "heights",
        Kind::Compound => "compound",
    };
    match hit.part {
        Some(part) => format!("{kind} {} part {part}", hit.index),
        None => format!("{kind} {}", hit.index),
    }
}

fn names(hits: &[Hit], between: &str) -> String {
    let names: Vec<String> = hits.iter().map(name).collect();
    names.join(between)
}

fn csv(trace: &Trace) -> String {
    let mut table = Table::new([
        "step", "x", "y", "z", "outcome", "ground", "hits", "sensors",
    ]);
    for (index, step) in trace.steps().enumerate() {
        let [x, y, z] = step.moved.position;
        let hits: Vec<String> = hits(step.contacts).iter().map(name).collect();
        table.row(cells![
            index,
            x,
            y,
            z,
            outcome(step.moved.outcome),
            ground(step.moved.ground.state),
            hits.join("; "),
            names(step.sensors, "; ")
        ]);
    }
    table.csv()
}

/// Consecutive moves with the same outcome, footing, touched volumes and sensors. Either all of them touch triangles,
/// or none does.
struct Stretch {
    start: usize,
    stop: usize,
    position: [f64; 3],
    outcome: Outcome,
    ground: GroundState,
    volumes: Vec<Hit>,
    triangles: BTreeSet<u32>,
    sensors: Vec<Hit>,
}

impl Stretch {
    fn new(index: usize, step: &Step<'_>) -> Self {
        let (triangles, mut volumes): (Vec<Hit>, Vec<Hit>) = hits(step.contacts)
            .into_iter()
            .partition(|hit| hit.kind == Kind::Triangle);
        volumes.sort_unstable_by_key(|hit| (hit.kind as u8, hit.index, hit.part));
        volumes.dedup();
        Self {
            start: index,
            stop: index + 1,
            position: step.moved.position,
            outcome: step.moved.outcome,
            ground: step.moved.ground.state,
            volumes,
            triangles: triangles.iter().map(|hit| hit.index).collect(),
            sensors: step.sensors.to_vec(),
        }
    }

    fn goes_on_as(&self, next: &Self) -> bool {
        (self.outcome, self.ground) == (next.outcome, next.ground)
            && self.volumes == next.volumes
            && self.triangles.is_empty() == next.triangles.is_empty()
            && self.sensors == next.sensors
    }

    /// Returns the touched obstacles as text.
    fn against(&self) -> String {
        let triangles: Vec<String> = match self.triangles.len() {
            0 => Vec::new(),
            shown if shown <= MAX_SHOWN => {
                let triangles = self.triangles.iter();
                triangles.map(|index| format!("triangle {index}")).collect()
            }
            many => vec![format!("{many} triangles")],
        };
        let mut against = triangles;
        against.extend(self.volumes.iter().take(MAX_SHOWN).map(name));
        if self.volumes.len() > MAX_SHOWN {
            against.push(format!("{} more", self.volumes.len() - MAX_SHOWN));
        }
        against.join(", ")
    }
}

fn stretches(trace: &Trace) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (index, step) in trace.steps().enumerate() {
        let next = Stretch::new(index, &step);
        match stretches.last_mut() {
            Some(last) if last.goes_on_as(&next) => {
                last.stop = next.stop;
                last.position = next.position;
                last.triangles.extend(next.triangles);
            }
            _ => stretches.push(next),
        }
    }
    stretches
}

fn text(trace: &Trace, hash: &str) -> String {
    // The column of sensors appears only if the body was in a sensor.
    let sensors: &[&str] = if trace.has_sensors() { &["in"] } else { &[] };
    let heads = ["moves", "", "to x", "y", "z", "on", "against"];
    let mut table = Table::new(heads.iter().chain(sensors).copied());
    for stretch in stretches(trace) {
        let [x, y, z] = stretch
            .position
            .map(|metres| Cell::new(metres, decimals(metres, 4)));
        let moves = format!("[{}, {})", stretch.start, stretch.stop);
        let outcome = outcome(stretch.outcome);
        let ground = ground(stretch.ground);
        let mut row = Vec::from(cells![moves, outcome, x, y, z, ground, stretch.against()]);
        if trace.has_sensors() {
            row.extend(cells![names(&stretch.sensors, ", ")]);
        }
        table.row(row);
    }
    let of = |wanted| {
        trace
            .steps()
            .filter(|step| step.moved.outcome == wanted)
            .count()
    };
    let counts = [Outcome::Free, Outcome::Slid, Outcome::Blocked]
        .map(|wanted| format!("{} {}", of(wanted), outcome(wanted)));
    let moves = count(trace.steps().len(), "move");
    format!(
        "{}\n{moves}: {}; hash {hash}\n",
        table.headed(""),
        counts.join(", ")
    )
}
