//! Pose search: the index against the boxes of the literature and brute force, by size; filters; and what it costs to build.
//!
//! The bars are those of the specification of `footwork-matching`.

mod baselines;
mod data;

use footwork_base::{FrameRange, SimdLevel};
use footwork_matching::{ClipId, Filter, Index, PoseSpan, Search, Twins};

use crate::figure;
use crate::measure::{Contender, cpu_time, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Section, Table};

use baselines::{Boxes, Brute, Rows};
use data::{Goals, Library};

const OURS: &str = "ours";
const PORTABLE: &str = "ours, portable";
const BOXES: &str = "boxes of 16 and 64 frames in time order, early-out, scalar";
const BRUTE: &str = "brute force over f32, AVX2";

/// Sizes with the bars over boxes and over brute force.
const SIZES: [(usize, f64, f64); 3] = [
    (10_000, 10.0, 5.0),
    (100_000, 20.0, 20.0),
    (1_000_000, 40.0, 150.0),
];
const BUILD_BAR: Bar = Bar::secs(2.0);
const PREPARE_BAR: Bar = Bar::secs(20e-3);
const FILTER_BAR: Bar = Bar::at_most(1.05);

/// Measures everything about pose search.
pub(crate) fn run() -> Outcome<Section> {
    let mut losses = Vec::new();
    let library = Library::read()?;
    let mut blocks = vec![Block::Text(library.about())];
    let mut builds = Table::new("Building an index", "poses | time | bytes a pose | bar");
    for (poses, over_boxes, over_brute) in SIZES {
        let start = cpu_time();
        let (builder, clips) = library.builder(poses)?;
        let features = cpu_time().saturating_sub(start).as_secs_f64();
        let start = cpu_time();
        let index = builder.build();
        let secs = cpu_time().saturating_sub(start).as_secs_f64();
        let bytes = index.memory_bytes() as f64 / index.pose_count() as f64;
        let bar = match poses {
            1_000_000 => BUILD_BAR.judge("building a million poses", secs, &mut losses),
            _ => String::new(),
        };
        let time = format!(
            "{} after {} for features",
            figure::secs(secs),
            figure::secs(features)
        );
        builds.row([poses.to_string(), time, figure::plain(bytes), bar]);
        blocks.push(Block::Table(searches(
            &index,
            &library,
            over_boxes,
            over_brute,
            &mut losses,
        )?));
        if poses == 1_000_000 {
            blocks.push(Block::Table(filters(&index, &library, clips, &mut losses)?));
        }
    }
    blocks.push(Block::Table(builds));
    Ok(Section {
        title: "Pose search",
        peers: &[],
        blocks,
        losses,
    })
}

fn searches(
    index: &Index,
    library: &Library,
    over_boxes: f64,
    over_brute: f64,
    losses: &mut Vec<String>,
) -> Outcome<Table> {
    let size = index.candidate_count();
    let mut table = Table::new(
        format!("A search among {size} poses, mean over 50 goals"),
        "goals | who | a search | ± | times ours | bar",
    );
    let rows = Rows::new(index);
    let (boxes, brute) = (Boxes::new(&rows), Brute::new(&rows));
    let portable = index
        .clone()
        .with_level(SimdLevel::Portable)
        .ok_or("every processor is portable")?;
    for goals in [Goals::HeldOut, Goals::Crossed, Goals::Noisy, Goals::Uniform] {
        let raw = library.goals(index, goals)?;
        let scaled: Vec<Vec<f32>> = raw.iter().map(|goal| rows.scaled(goal)).collect();
        agree(index, &rows, &boxes, &brute, &raw, &scaled)?;
        let ours = |index: &Index| {
            let found = raw
                .iter()
                .filter_map(|goal| index.search(goal, &Search::default()).ok()?.best);
            found.map(|found| f64::from(found.cost)).sum::<f64>()
        };
        let mut contenders = vec![
            Contender::new(OURS, || ours(index)),
            Contender::new(PORTABLE, || ours(&portable)),
            Contender::new(BRUTE, || {
                scaled.iter().map(|goal| brute.nearest(goal).1).sum::<f32>()
            }),
        ];
        contenders.push(Contender::new(BOXES, || {
            scaled.iter().map(|goal| boxes.nearest(goal).1).sum::<f32>()
        }));
        let timings = in_turn(contenders);
        let own = median_secs(&timings, OURS);
        for timing in &timings {
            let ratio = timing.median_secs / own;
            let what = format!(
                "{size} poses, {}: {}, times ours",
                goals.name(),
                timing.name
            );
            let bar = match (goals, timing.name) {
                (Goals::HeldOut, BOXES) => Bar::at_least(over_boxes).judge(&what, ratio, losses),
                (Goals::HeldOut, BRUTE) => Bar::at_least(over_brute).judge(&what, ratio, losses),
                (_, BRUTE) => Bar::at_least(1.0).judge(&what, ratio, losses),
                _ => String::new(),
            };
            let [name, secs, spread] = timing.cells(raw.len() as f64);
            table.row([
                goals.name().to_owned(),
                name,
                secs,
                spread,
                figure::plain(ratio),
                bar,
            ]);
        }
    }
    Ok(table)
}

/// All find poses of the same cost, up to what 16 bits round.
fn agree(
    index: &Index,
    rows: &Rows,
    boxes: &Boxes<'_>,
    brute: &Brute,
    raw: &[Vec<f32>],
    scaled: &[Vec<f32>],
) -> Outcome<()> {
    for (raw, scaled) in raw.iter().zip(scaled) {
        let best = index
            .search(raw, &Search::default())?
            .best
            .ok_or("nothing was found")?;
        let (by_boxes, by_brute) = (boxes.nearest(scaled).1, brute.nearest(scaled).1);
        let ours = rows.cost(best.pose, scaled).ok_or("an unknown pose")?;
        let near = |other: f32| (ours - other).abs() <= 2e-3 * (1.0 + other);
        if !near(by_boxes) || !near(by_brute) {
            return Err(
                format!("ours costs {ours}, boxes {by_boxes}, brute force {by_brute}").into(),
            );
        }
    }
    Ok(())
}

/// What masks cost: runs of 30 frames, and whole clips.
fn filters(
    index: &Index,
    library: &Library,
    clips: usize,
    losses: &mut Vec<String>,
) -> Outcome<Table> {
    let mut table = Table::new(
        "Searches with a filter at a million poses, held-out goals",
        "allowed | prepared in | bar | by mask bits at once | filtered ÷ unfiltered | bar",
    );
    let goals = library.goals(index, Goals::HeldOut)?;
    let search = |filter: Option<&Filter>| {
        let search = Search {
            filter,
            ..Search::default()
        };
        let found = goals
            .iter()
            .filter_map(|goal| index.search(goal, &search).ok()?.best);
        found.map(|found| f64::from(found.cost)).sum::<f64>()
    };
    let clips = u32::try_from(clips)?;
    for every in [1, 2, 4, 10, 100] {
        let spans: Vec<PoseSpan> = (0..clips)
            .filter(|clip| clip % every == 0)
            .filter_map(|clip| {
                Some(PoseSpan {
                    clip: ClipId::new(clip),
                    frames: FrameRange::new(0, u32::MAX)?,
                    twins: Twins::Both,
                })
            })
            .collect();
        let masked = Filter::masked(index, spans.iter().copied());
        let start = cpu_time();
        let filter = masked.clone().tightened(index);
        let prepared = cpu_time().saturating_sub(start).as_secs_f64();
        let start = cpu_time();
        let at_once = Filter::masked(index, spans.iter().copied());
        let at_once = (
            at_once.pose_count(),
            cpu_time().saturating_sub(start).as_secs_f64(),
        );
        let timings = in_turn(vec![
            Contender::new("filtered", || search(Some(&filter))),
            Contender::new("unfiltered", || search(None)),
        ]);
        let ratio = median_secs(&timings, "filtered") / median_secs(&timings, "unfiltered");
        let what = format!("one clip in {every} allowed");
        table.row([
            format!("one clip in {every}: {} poses", filter.pose_count()),
            figure::secs(prepared),
            PREPARE_BAR.judge(&format!("{what}: prepared"), prepared, losses),
            figure::secs(at_once.1),
            figure::plain(ratio),
            FILTER_BAR.judge(&format!("{what}: filtered ÷ unfiltered"), ratio, losses),
        ]);
    }
    Ok(table)
}
