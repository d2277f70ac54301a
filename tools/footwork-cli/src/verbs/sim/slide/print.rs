//! A trace as JSON, a row a step, or a line for every stretch of moves that met the same.

use std::collections::BTreeSet;

use footwork::slide::Outcome;
use serde::{Serialize, Serializer};

use super::trace::{Contact, Hit, Kind, Step, Trace};
use crate::failure::Failure;
use crate::output::{Done, Format, csv_row};
use crate::table::{Table, count};
use crate::verbs::sim::trace_hash;

/// Of more obstacles the table shows only how many there are.
const MOST_SHOWN: usize = 3;

pub(super) fn print(trace: &Trace, format: Format) -> Result<Done, Failure> {
    let hash = trace_hash::of_rows(trace.steps().map(|step| step.position));
    match format {
        Format::Json => Done::json(&Answer { steps: trace, hash }),
        Format::Csv => Ok(Done::csv(csv(trace))),
        Format::Table => Ok(Done::text(table(trace, &hash))),
    }
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
    outcome: &'static str,
    normals: Vec<[f32; 3]>,
    hits: Vec<Hit>,
}

impl From<Step<'_>> for StepJson {
    fn from(step: Step<'_>) -> Self {
        Self {
            position: step.position,
            outcome: outcome(step.outcome),
            normals: step.contacts.iter().map(|contact| contact.normal).collect(),
            hits: hits(step.contacts),
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

fn hits(contacts: &[Contact]) -> Vec<Hit> {
    contacts.iter().map(|contact| contact.hit).collect()
}

fn name(hit: &Hit) -> String {
    let kind = match hit.kind {
        Kind::Triangle => "triangle",
        Kind::Box => "box",
        Kind::Sphere => "sphere",
        Kind::Capsule => "capsule",
    };
    format!("{kind} {}", hit.index)
}

fn csv(trace: &Trace) -> String {
    let header = ["step", "x", "y", "z", "outcome", "hits"];
    let mut text = csv_row(&header.map(str::to_owned));
    for (index, step) in trace.steps().enumerate() {
        let [x, y, z] = step.position.map(|metres| metres.to_string());
        let hits: Vec<String> = hits(step.contacts).iter().map(name).collect();
        let outcome = outcome(step.outcome).to_owned();
        text += &csv_row(&[index.to_string(), x, y, z, outcome, hits.join("; ")]);
    }
    text
}

/// Moves one after the other that went the same way, along the same volumes, and along triangles or not.
struct Stretch {
    start: usize,
    stop: usize,
    position: [f64; 3],
    outcome: Outcome,
    volumes: Vec<Hit>,
    triangles: BTreeSet<u32>,
}

impl Stretch {
    fn of(index: usize, step: &Step<'_>) -> Self {
        let (triangles, mut volumes): (Vec<Hit>, Vec<Hit>) = hits(step.contacts)
            .into_iter()
            .partition(|hit| hit.kind == Kind::Triangle);
        volumes.sort_unstable_by_key(|hit| (hit.kind as u8, hit.index));
        volumes.dedup();
        Self {
            start: index,
            stop: index + 1,
            position: step.position,
            outcome: step.outcome,
            volumes,
            triangles: triangles.iter().map(|hit| hit.index).collect(),
        }
    }

    fn goes_on_as(&self, next: &Self) -> bool {
        self.outcome == next.outcome
            && self.volumes == next.volumes
            && self.triangles.is_empty() == next.triangles.is_empty()
    }

    /// What it was along, in words.
    fn against(&self) -> String {
        let triangles: Vec<String> = match self.triangles.len() {
            0 => Vec::new(),
            shown if shown <= MOST_SHOWN => {
                let triangles = self.triangles.iter();
                triangles.map(|index| format!("triangle {index}")).collect()
            }
            many => vec![format!("{many} triangles")],
        };
        let mut against = triangles;
        against.extend(self.volumes.iter().take(MOST_SHOWN).map(name));
        if self.volumes.len() > MOST_SHOWN {
            against.push(format!("{} more", self.volumes.len() - MOST_SHOWN));
        }
        against.join(", ")
    }
}

fn stretches(trace: &Trace) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (index, step) in trace.steps().enumerate() {
        let next = Stretch::of(index, &step);
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

/// Nothing is a little less than zero.
fn in_tenths_of_millimetres(metres: f64) -> String {
    let text = format!("{metres:.4}");
    match text.as_str() {
        "-0.0000" => "0.0000".to_owned(),
        _ => text,
    }
}

fn table(trace: &Trace, hash: &str) -> String {
    let mut table = Table::with_numbers(&[2, 3, 4]);
    let header = ["moves", "", "to x", "y", "z", "against"];
    table.row(header.map(str::to_owned));
    for stretch in stretches(trace) {
        let [x, y, z] = stretch.position.map(in_tenths_of_millimetres);
        let moves = format!("[{}, {})", stretch.start, stretch.stop);
        let outcome = outcome(stretch.outcome).to_owned();
        table.row([moves, outcome, x, y, z, stretch.against()]);
    }
    let of = |wanted| trace.steps().filter(|step| step.outcome == wanted).count();
    let counts = [Outcome::Free, Outcome::Slid, Outcome::Blocked]
        .map(|wanted| format!("{} {}", of(wanted), outcome(wanted)));
    let moves = count(trace.steps().len(), "move");
    format!(
        "{}\n{moves}: {}; hash {hash}\n",
        table.print(""),
        counts.join(", ")
    )
}
