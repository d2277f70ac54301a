//! The quality of motion matching beyond the search, measured on a character with simulated stick input that plays the
//! football library.
//!
//! The bars come from the specification of `footwork-matching`.

use std::path::Path;

use footwork_base::FrameRate;
use footwork_library::Library;
use footwork_matching::{Figures, Filter, Rules, Search, Simulation, Sticks, simulate};
use footwork_pipeline::ClipCharacter;

use crate::figure;
use crate::report::{Bar, Block, Outcome, Section, Table};

const QUERY: &str = "Gait & !Kick";
const SECS: f64 = 200.0;
/// The seeds of random stick movement.
const SEEDS: [u64; 3] = [0, 1, 2];
/// The bar and the goal for the speed of standing feet with the stick held straight, in cm/s.
const SKATE_STRAIGHT: [f64; 2] = [3.5, 3.0];
/// The bar and the goal for the speed of standing feet with mixed sticks, in cm/s.
const SKATE_MIXED: [f64; 2] = [19.0, 10.0];
const ACCELERATION: [f64; 2] = [1.1, 1.0];

/// A case: its name, the stick, the seeds, and the bars for standing feet.
type Case = (&'static str, Sticks, &'static [u64], Option<[f64; 2]>);

const CASES: [Case; 4] = [
    ("straight", Sticks::Straight, &[0], Some(SKATE_STRAIGHT)),
    ("circle", Sticks::Circle, &[0], None),
    ("mixed", Sticks::Mixed, &SEEDS, Some(SKATE_MIXED)),
    ("turns", Sticks::Turns, &[0], None),
];

/// Plays the library.
pub(crate) fn run() -> Outcome<Section> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/football");
    let library = Library::open(&samples)?;
    let mut losses = Vec::new();
    let played = played(&library, &mut losses)?;
    Ok(Section {
        title: "Motion matching at play",
        peers: &[],
        blocks: vec![Block::Table(played)],
        losses,
    })
}

/// Returns the cells of the bar and of the goal. Only a missed bar is a loss.
fn verdicts(
    [must, goal]: [Bar; 2],
    what: &str,
    found: f64,
    losses: &mut Vec<String>,
) -> [String; 2] {
    let goal = goal.judge(what, found, &mut Vec::new());
    [must.judge(what, found, losses), goal]
}

fn played(library: &Library, losses: &mut Vec<String>) -> Outcome<Table> {
    let found = library.database().query(QUERY)?;
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
    let rate = FrameRate::whole(60).ok_or("the frame rate is 0")?;
    let character = ClipCharacter::build(library, clips, rate)?;
    let (poses, index) = (character.poses(), character.poses().index());
    let runway_secs = Rules::default().overrun_secs.into();
    let filter = Filter::new(index, poses.landing_spans(&found, runway_secs));
    let search = Search {
        filter: Some(&filter),
        ..Search::default()
    };
    let mut allowed = index.candidates().filter(|&it| filter.allows(index, it));
    let start = allowed.next().ok_or("nothing may play")?;
    let usual = poses.usual_speed_mps(|pose| filter.allows(index, pose));
    let speed_mps = usual.ok_or("nothing moves")?;
    let mut table = Table::new(
        format!(
            "A character that plays `{QUERY}` of `samples/football`, {SECS} s at {} m/s, mixed sticks with three seeds: means, \
             and 99th percentiles of joint accelerations",
            figure::plain(speed_mps)
        ),
        "stick | feet that stand, cm/s | must | goal | from the stick, cm | jumps a second | within 0.1 s after jumps, m/s² | \
         elsewhere | ratio | must | goal",
    );
    for (name, sticks, seeds, skate_bars) in CASES {
        let mut runs = Vec::new();
        for &seed in seeds {
            let simulation = Simulation {
                sticks,
                seed,
                secs: SECS,
                speed_mps,
                playback: character.playback_config(),
                ..Simulation::default()
            };
            runs.push(simulate(
                index,
                &character,
                character.rig(),
                start,
                &search,
                &simulation,
            )?);
        }
        let mean = |of: fn(&Figures) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
        let skate = 100.0 * mean(|run| run.skate_mps.mean);
        let (at, away) = (
            mean(|run| run.at_jumps_mps2.p99),
            mean(|run| run.away_mps2.p99),
        );
        let [must, goal] = skate_bars.map_or_else(Default::default, |bars| {
            let what = format!("{name} stick, feet that stand, cm/s");
            verdicts(bars.map(Bar::at_most), &what, skate, losses)
        });
        let what = format!("{name} stick, acceleration at jumps ÷ elsewhere");
        let bars = ACCELERATION.map(Bar::at_most);
        let [calm, calmer] = verdicts(bars, &what, at / away, losses);
        table.row([
            name.to_owned(),
            figure::plain(skate),
            must,
            goal,
            figure::plain(100.0 * mean(|run| run.distance_m.mean)),
            figure::plain(mean(|run| run.jumps_per_sec)),
            figure::plain(at),
            figure::plain(away),
            figure::plain(at / away),
            calm,
            calmer,
        ]);
    }
    Ok(table)
}
