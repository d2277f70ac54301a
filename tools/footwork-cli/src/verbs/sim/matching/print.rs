//! Prints the figures of a simulation and the settings of the simulation.

use footwork::matching::{Figures, Filter, Responses, Simulation, Spread};
use footwork_pipeline::ClipCharacter;
use serde::Serialize;

use super::{Args, RATE};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::table::{Cell, Table, cells, count};
use crate::verbs::sim::numbers::decimals;

#[derive(Serialize)]
struct Answer {
    clips: usize,
    left_out: usize,
    poses: usize,
    allowed: usize,
    joints: usize,
    settings: Settings,
    figures: Table,
    responses: Option<Responding>,
    way_m: f64,
    jumps_per_sec: f64,
    straight_share: f64,
    clip_straight_share: f64,
    none_allowed: usize,
}

/// The times until the character responds, in seconds; 3 means that it did not respond in time.
#[derive(Serialize)]
struct Responding {
    start_secs: f64,
    quarter_turn_secs: f64,
    half_turn_secs: f64,
    stop_secs: f64,
}

impl Responding {
    fn of(responses: &Responses) -> Option<Self> {
        Some(Self {
            start_secs: responses.start_secs?,
            quarter_turn_secs: responses.quarter_turn_secs?,
            half_turn_secs: responses.half_turn_secs?,
            stop_secs: responses.stop_secs?,
        })
    }
}

#[derive(Serialize)]
struct Settings {
    filter: Option<String>,
    stick: String,
    seconds: f64,
    speed_mps: f64,
    /// Whether the speed is the default, which is the median speed of the clips.
    is_usual_speed: bool,
    seed: u64,
    foot_lock: bool,
    rate: u64,
}

/// A finished simulation.
pub(super) struct Run<'a> {
    pub(super) args: &'a Args,
    pub(super) character: &'a ClipCharacter,
    pub(super) filter: Option<&'a Filter>,
    pub(super) simulation: &'a Simulation,
}

pub(super) fn print(run: &Run<'_>, figures: &Figures, speech: Speech) -> Result<Done, Failure> {
    let Run {
        args,
        character,
        filter,
        simulation,
    } = *run;
    let poses = character.poses().index().candidate_count();
    let answer = Answer {
        clips: character.poses().clips().len(),
        left_out: (character.findings().iter())
            .filter(|finding| finding.code != "open-loop")
            .count(),
        poses,
        allowed: filter.map_or(poses, Filter::pose_count),
        joints: character.rig().joint_count(),
        settings: Settings {
            filter: args.filter.clone(),
            stick: args.stick.name(),
            seconds: args.seconds,
            speed_mps: simulation.speed_mps,
            is_usual_speed: args.speed.is_none(),
            seed: args.seed,
            foot_lock: !args.no_foot_lock,
            rate: RATE,
        },
        figures: table(figures),
        responses: Responding::of(&figures.responses),
        way_m: figures.way_m,
        jumps_per_sec: figures.jumps_per_sec,
        straight_share: figures.straight_share,
        clip_straight_share: figures.clip_straight_share,
        none_allowed: figures.none_allowed,
    };
    speech.answer(&answer, || answer.figures.csv(), || text(&answer))
}

fn table(figures: &Figures) -> Table {
    let mut table = Table::new(["figure", "unit", "mean", "p95", "p99", "count"]);
    for (name, unit, factor, spread) in [
        (
            "speed of feet that stand",
            "cm/s",
            100.0,
            &figures.skate_mps,
        ),
        ("distance from the stick", "cm", 100.0, &figures.distance_m),
        (
            "acceleration after jumps",
            "m/s²",
            1.0,
            &figures.at_jumps_mps2,
        ),
        ("acceleration elsewhere", "m/s²", 1.0, &figures.away_mps2),
        ("acceleration of feet", "m/s²", 1.0, &figures.foot_mps2),
        (
            "acceleration of feet left free",
            "m/s²",
            1.0,
            &figures.free_foot_mps2,
        ),
    ] {
        let Spread {
            mean,
            p95,
            p99,
            count,
        } = *spread;
        let number = |value: f64| {
            let value = factor * value;
            Cell::new(value, decimals(value, 1))
        };
        let mut row = Vec::from(cells![name, unit]);
        row.extend([mean, p95, p99].map(number));
        row.extend(cells![count]);
        table.row(row);
    }
    table
}

fn text(answer: &Answer) -> String {
    let Settings {
        filter,
        stick,
        seconds,
        speed_mps,
        is_usual_speed,
        seed,
        foot_lock,
        ..
    } = &answer.settings;
    let clips = count(answer.clips, "clip");
    let mut text = format!(
        "{clips}, {} of {} joints at {RATE} poses per second",
        count(answer.poses, "pose"),
        answer.joints
    );
    if let Some(filter) = filter {
        text += &format!("\n{} allowed by {filter}", count(answer.allowed, "pose"));
    }
    let feet = if *foot_lock { "feet held" } else { "feet free" };
    let usual = if *is_usual_speed {
        ", the median of the clips"
    } else {
        ""
    };
    let speed = decimals(*speed_mps, 2);
    text +=
        &format!("\n{stick} stick for {seconds} s at {speed} m/s{usual}; seed {seed}, {feet}\n\n");
    text += &answer.figures.headed("");
    text += &format!(
        "\ndistance {} m, {} jumps per second\n",
        decimals(answer.way_m, 1),
        decimals(answer.jumps_per_sec, 2)
    );
    let percent = |share: f64| decimals(100.0 * share, 1);
    text += &format!(
        "{} % of legs nearly straight, {} % in the played clips\n",
        percent(answer.straight_share),
        percent(answer.clip_straight_share)
    );
    if let Some(responses) = &answer.responses {
        let secs = |secs: f64| decimals(secs, 2);
        text += &format!(
            "response after {} s to a start, {} s to a turn by 90°, {} s to a turn by 180°, {} s to a stop\n",
            secs(responses.start_secs),
            secs(responses.quarter_turn_secs),
            secs(responses.half_turn_secs),
            secs(responses.stop_secs)
        );
    }
    if answer.none_allowed > 0 {
        text += &format!(
            "no pose was allowed in {}\n",
            count(answer.none_allowed, "update")
        );
    }
    text
}
