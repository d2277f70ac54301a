//! Prints a flight: as JSON, as CSV with a row for each sample, or as tables. The tables show its events, its height
//! bands, when each player can take the ball, and which player each human controls.

use footwork::flight::{
    BallMotion, BallState, FlightEvent, HeightBands, HeightSection, Prediction, Sample,
};
use serde::{Serialize, Serializer};

use super::controlled::Controlled;
use super::fly::Flown;
use super::intercepts::Taken;
use super::players::Name;
use super::scene::Scene;
use super::statics::Hit;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::table::{Cell, Table, cells, count};
use crate::verbs::sim::numbers::{decimals, hash};

pub(super) fn print(scene: &Scene, flown: &Flown, speech: Speech) -> Result<Done, Failure> {
    let flight = &flown.flight;
    let hash = hash(flight.samples().iter().map(row));
    let text = || text(scene, flown, &hash);
    speech.answer(&answer(scene, flown, &hash), || csv(flight), text)
}

/// Returns the time, position and velocity of a sample. The hash is computed over these rows.
fn row(sample: &Sample) -> [f64; 7] {
    let ([x, y, z], [vx, vy, vz]) = (sample.position, sample.velocity);
    [sample.secs, x, y, z, vx, vy, vz]
}

#[derive(Serialize)]
struct Answer<'a> {
    samples: Vec<SampleJson>,
    events: Vec<EventJson>,
    sections: Vec<SectionJson>,
    end: &'static str,
    intercepts: &'a [Taken],
    choice: Option<&'a Name>,
    #[serde(skip_serializing_if = "<[Controlled]>::is_empty")]
    control: &'a [Controlled],
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "dense")]
    dense: Option<&'a Prediction<BallState>>,
    hash: &'a str,
}

#[derive(Serialize)]
struct SampleJson {
    t: f64,
    position: [f64; 3],
    velocity: [f64; 3],
}

#[derive(Serialize)]
struct EventJson {
    t: f64,
    kind: &'static str,
    hit: Option<Hit>,
}

#[derive(Serialize)]
struct SectionJson {
    from: f64,
    to: f64,
    band: &'static str,
}

fn answer<'a>(scene: &Scene, flown: &'a Flown, hash: &'a str) -> Answer<'a> {
    let flight = &flown.flight;
    Answer {
        samples: flight.samples().iter().map(SampleJson::from).collect(),
        events: flight
            .events()
            .iter()
            .map(|event| EventJson {
                t: event.secs,
                kind: event.kind.name(),
                hit: event.hit.map(|hit| scene.statics.hit(hit)),
            })
            .collect(),
        sections: sections(flight)
            .into_iter()
            .map(SectionJson::from)
            .collect(),
        end: end(flight),
        intercepts: &flown.intercepts.taken,
        choice: flown.intercepts.choice.as_ref(),
        control: &flown.intercepts.control,
        dense: scene.dense.then_some(flight),
        hash,
    }
}

impl From<&Sample> for SampleJson {
    fn from(sample: &Sample) -> Self {
        Self {
            t: sample.secs,
            position: sample.position,
            velocity: sample.velocity,
        }
    }
}

impl From<HeightSection> for SectionJson {
    fn from(section: HeightSection) -> Self {
        Self {
            from: section.from_secs,
            to: section.to_secs,
            band: section.band.name(),
        }
    }
}

fn dense<S: Serializer>(
    flight: &Option<&Prediction<BallState>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let steps = flight.iter().flat_map(|flight| flight.dense());
    serializer.collect_seq(steps.map(|step: BallMotion| {
        let [x, y, z] = step.position;
        [step.secs, x, y, z]
    }))
}

fn sections(flight: &Prediction<BallState>) -> Vec<HeightSection> {
    let sections = flight.sections(&HeightBands::default());
    sections.into_iter().flatten().collect()
}

fn end(flight: &Prediction<BallState>) -> &'static str {
    flight.end().map_or("horizon", |end| end.name())
}

fn csv(flight: &Prediction<BallState>) -> String {
    let mut table = Table::new(["t", "x", "y", "z", "vx", "vy", "vz"]);
    for sample in flight.samples() {
        table.row(row(sample).map(Cell::from));
    }
    table.csv()
}

/// Returns a cell of a number with three decimals.
fn rounded(number: f64) -> Cell {
    Cell::new(number, decimals(number, 3))
}

/// The largest number of printed rows. Further rows are only counted.
const MAX_ROWS: usize = 40;

fn text(scene: &Scene, flown: &Flown, hash: &str) -> String {
    let flight = &flown.flight;
    let mut text = events(scene, flight).headed("");
    text.push('\n');
    let mut bands = Table::new(["from s", "to", "height"]);
    let all = sections(flight);
    for section in all.iter().take(MAX_ROWS) {
        let (from, to) = (rounded(section.from_secs), rounded(section.to_secs));
        bands.row([from, to, section.band.name().into()]);
    }
    text += &bands.headed("");
    text += &more(all.len());
    let taken = &flown.intercepts.taken;
    if !taken.is_empty() {
        text += &format!("\n{}\n", players(taken).headed(""));
        text += &match &flown.intercepts.choice {
            Some(player) => format!("{} should take it\n", player.plain()),
            None => format!(
                "no player{} can take it\n",
                of_teams(&flown.intercepts.teams)
            ),
        };
    }
    if !flown.intercepts.control.is_empty() {
        text += &format!("\n{}", humans(&flown.intercepts.control).headed(""));
    }
    let samples = count(flight.samples().len(), "sample");
    let secs = decimals(flight.known_secs(), 3);
    text + &format!("\n{samples} for {secs} s, {}; hash {hash}\n", end(flight))
}

fn events(scene: &Scene, flight: &Prediction<BallState>) -> Table {
    let mut table = Table::new(["at s", "", "x", "y", "z", "off"]);
    let mut line = |event: &FlightEvent| {
        let hit = event.hit.map(|hit| scene.statics.hit(hit));
        let off = hit.map(|hit| format!("{} {}", hit.kind.name(), hit.index));
        let [x, y, z] = event.position.map(rounded);
        let kind = event.kind.name().into();
        table.row([rounded(event.secs), kind, x, y, z, off.into()]);
    };
    let events = flight.events();
    let Some((last, touches)) = events.split_last() else {
        return table;
    };
    touches.iter().take(MAX_ROWS).for_each(&mut line);
    line(last);
    if touches.len() > MAX_ROWS {
        table.row(cells![format!("… {} more", touches.len() - MAX_ROWS)]);
    }
    table
}

fn players(taken: &[Taken]) -> Table {
    let mut table = Table::new(["player", "", "at s", "x", "y", "z", "waits", "windows"]);
    for taken in taken {
        let place = taken.position.unwrap_or_default();
        let number = |number: f64| match taken.t {
            Some(_) => rounded(number),
            None => Cell::right(""),
        };
        let [x, y, z] = place.map(number);
        table.row([
            taken.player.plain().into(),
            taken.kind.replace('_', " ").into(),
            number(taken.t.unwrap_or_default()),
            x,
            y,
            z,
            number(taken.wait.unwrap_or_default()),
            taken.windows.len().into(),
        ]);
    }
    table
}

fn of_teams(teams: &[Name]) -> String {
    let names: Vec<String> = teams.iter().map(Name::plain).collect();
    match names.as_slice() {
        [] => String::new(),
        [team] => format!(" of team {team}"),
        [some @ .., last] => format!(" of the teams {} and {last}", some.join(", ")),
    }
}

fn humans(control: &[Controlled]) -> Table {
    let mut table = Table::new(["human", "had", "has", "", "next"]);
    let name = |player: &Option<Name>| player.as_ref().map(Name::plain);
    for of in control {
        table.row(cells![
            of.human.plain(),
            name(&of.from),
            name(&of.player),
            of.reason.replace('_', " "),
            name(&of.next),
        ]);
    }
    table
}

fn more(rows: usize) -> String {
    match rows.saturating_sub(MAX_ROWS) {
        0 => String::new(),
        left => format!("… {left} more\n"),
    }
}
