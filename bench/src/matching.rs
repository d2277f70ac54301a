//! Pose search: the index compared with the boxes of the literature, brute force and trees of points, by size and by goal; and
//! the cost of building an index.
//!
//! The bars come from the specification of `footwork-matching`.

mod baselines;
mod data;
mod filters;
mod peers;

use footwork_base::SimdLevel;
use footwork_matching::{Index, Search};

use crate::figure;
use crate::measure::{Contender, Timing, cpu_time, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Section, Table, mark};

use baselines::{Boxes, Brute, Row, Rows};
use data::{Goals, Library};
use peers::{Components, Exact};

const OURS: &str = "ours, AVX2";
const COLD: &str = "ours, AVX2, one pass after the others";
const BEST: &str = "ours, AVX-512";
const PORTABLE: &str = "ours, portable";
const BOXES: &str = "boxes of 16 and 64 frames in time order, early-out, scalar";
const BRUTE: &str = "brute force over f32, AVX2";
const EXACT: &str = "kiddo, immutable, over all 27 features";
const COMPONENTS: &str = "kiddo over 4 principal components, 200 neighbours compared in full";

/// One measured call of Footwork's search repeats the search for all goals this many times. A single pass would measure
/// caches that the other contenders have filled with their data, while a game searches again and again.
const REPEATS: usize = 20;

/// A measured index, with the bar and the goal for its speed, as multiples of the speed of boxes and of brute force.
struct Case {
    poses: usize,
    is_mixed: bool,
    over_boxes: [f64; 2],
    over_brute: [f64; 2],
}

const CASES: [Case; 4] = [
    Case {
        poses: 10_000,
        is_mixed: false,
        over_boxes: [10.0, 20.0],
        over_brute: [5.0, 8.0],
    },
    Case {
        poses: 100_000,
        is_mixed: false,
        over_boxes: [20.0, 35.0],
        over_brute: [20.0, 30.0],
    },
    Case {
        poses: 1_000_000,
        is_mixed: false,
        over_boxes: [40.0, 80.0],
        over_brute: [150.0, 300.0],
    },
    Case {
        poses: 1_000_000,
        is_mixed: true,
        over_boxes: [5.0, 10.0],
        over_brute: [20.0, 40.0],
    },
];
/// The bar and the goal for searches that are hard for the index, as multiples of the speed of brute force: as fast as brute
/// force, and at most 0.6 of its time.
const HOSTILE: [f64; 2] = [1.0, 1.0 / 0.6];
/// The bar and the goal for the time to build an index of a million poses, in seconds.
const BUILD: [f64; 2] = [2.0, 1.0];

/// Measures everything about pose search.
pub(crate) fn run() -> Outcome<Section> {
    let mut losses = Vec::new();
    let mixed = Library::read()?;
    let moving = mixed.locomotion();
    let mut blocks = vec![Block::Text(format!(
        "The poses are jittered copies at 0.85 to 1.15 times the speed and 0.9 to 1.1 times the size, each with its \
         mirrored twin, at 60 frames/s, with 27 features. Mixed: {}. Locomotion: {}. The index has copies of the first \
         three quarters of each take only. *Held-out frames* are from the last quarters; *held-out copies* are other \
         copies of motion in the index; both have noise of 0.1 deviations on each feature. An index of many copies is \
         therefore denser than one of many takes. All contenders found the same costs first, except the peers over \
         components. Ours searches for all goals 20 times in a row, like a game that searches all the time, and once \
         after the others have read all their data. The bars, must and goal, are for AVX2 and held-out frames.",
        mixed.about(),
        moving.about()
    ))];
    let mut builds = Table::new(
        "Building an index",
        "poses | time | features before that | bytes a pose | must | goal",
    );
    for case in &CASES {
        let (library, name) = if case.is_mixed {
            (&mixed, "mixed")
        } else {
            (&moving, "locomotion")
        };
        let start = cpu_time();
        let (builder, clips) = library.builder(case.poses)?;
        let features = cpu_time().saturating_sub(start).as_secs_f64();
        let start = cpu_time();
        let index = builder.build();
        let secs = cpu_time().saturating_sub(start).as_secs_f64();
        let bytes = index.memory_bytes() as f64 / index.pose_count() as f64;
        let name = format!("{} poses, {name}", case.poses);
        let bars = BUILD.map(Bar::secs);
        let [must, goal] = match case.poses {
            1_000_000 => verdicts(bars, &format!("building {name}"), secs, &mut losses),
            _ => Default::default(),
        };
        let (time, features) = (figure::secs(secs), figure::secs(features));
        builds.row([
            name.clone(),
            time,
            features,
            figure::plain(bytes),
            must,
            goal,
        ]);
        let rows = Rows::new(&index);
        blocks.push(Block::Table(searches(
            &index,
            &rows,
            library,
            case,
            &name,
            &mut losses,
        )?));
        if case.poses != 10_000 && !case.is_mixed {
            let goals = library.goals(&index, &rows, Goals::HeldOut)?;
            let table = filters::table(&index, &goals, clips, &name, &mut losses)?;
            blocks.push(Block::Table(table));
        }
    }
    blocks.push(Block::Table(builds));
    Ok(Section {
        title: "Pose search",
        peers: &[peers::CRATE],
        blocks,
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

fn searches(
    index: &Index,
    rows: &Rows,
    library: &Library,
    case: &Case,
    name: &str,
    losses: &mut Vec<String>,
) -> Outcome<Table> {
    let mut table = Table::new(
        format!(
            "A search among {} poses, {name}: mean over 50 goals",
            index.candidate_count()
        ),
        "goals | who | a search | ± | times ours | must | goal",
    );
    let (boxes, brute) = (Boxes::new(rows), Brute::new(rows));
    let at = |level| index.clone().with_level(level);
    let ours = at(SimdLevel::Avx2).unwrap_or_else(|| index.clone());
    let (best, portable) = (at(SimdLevel::Avx512), at(SimdLevel::Portable));
    for goals in Goals::ALL {
        let raw = library.goals(index, rows, goals)?;
        let scaled: Vec<Row> = raw.iter().map(|goal| rows.scaled(goal)).collect();
        let blocks = agree(index, rows, &boxes, &brute, &raw, &scaled)?;
        let search = |index: &Index| {
            let found = raw
                .iter()
                .filter_map(|goal| index.search(goal, &Search::default()).ok()?.best);
            found.map(|found| f64::from(found.cost)).sum::<f64>()
        };
        let again = |index: &Index| (0..REPEATS).map(|_| search(index)).sum::<f64>();
        let mut contenders = vec![
            Contender::new(COLD, || search(&ours)),
            Contender::new(OURS, || again(&ours)),
        ];
        if let Some(best) = &best {
            contenders.push(Contender::new(BEST, || again(best)));
        }
        if let Some(portable) = &portable {
            contenders.push(Contender::new(PORTABLE, || again(portable)));
        }
        contenders.push(Contender::new(BRUTE, || {
            scaled.iter().map(|goal| brute.nearest(goal).1).sum::<f32>()
        }));
        contenders.push(Contender::new(BOXES, || {
            scaled.iter().map(|goal| boxes.nearest(goal).1).sum::<f32>()
        }));
        let mut timings = in_turn(contenders);
        let mut found = String::new();
        if goals == Goals::HeldOut {
            let costs: Vec<f32> = scaled.iter().map(|goal| brute.nearest(goal).1).collect();
            let (peers, share) = with_peers(rows, &scaled, &costs)?;
            timings.extend(peers);
            found = format!(": {share:.0} % found");
        }
        for timing in &mut timings {
            if [OURS, BEST, PORTABLE].contains(&timing.name) {
                timing.median_secs /= REPEATS as f64;
            }
        }
        let own = median_secs(&timings, OURS);
        for timing in &timings {
            let ratio = timing.median_secs / own;
            let what = format!("{name}, {}: {}, times ours", goals.name(), timing.name);
            let bars = match timing.name {
                BOXES if goals == Goals::HeldOut => Some(case.over_boxes),
                BRUTE if goals == Goals::HeldOut => Some(case.over_brute),
                BRUTE if goals.are_hostile() => Some(HOSTILE),
                _ => None,
            };
            let [must, goal] = bars.map_or_else(Default::default, |bars| {
                verdicts(bars.map(Bar::at_least), &what, ratio, losses)
            });
            let [mut who, secs, spread] = timing.cells(raw.len() as f64);
            match timing.name {
                OURS => who.push_str(&format!(": {blocks}")),
                COMPONENTS => who.push_str(&found),
                _ => {}
            }
            let ratio = figure::plain(ratio);
            table.row([
                goals.name().to_owned(),
                who,
                secs,
                spread,
                ratio,
                must,
                goal,
            ]);
        }
    }
    Ok(table)
}

/// Measures the trees of points. Returns the timings and the share of goals for which the approximate tree finds the best pose,
/// in %.
fn with_peers(rows: &Rows, goals: &[Row], costs: &[f32]) -> Outcome<(Vec<Timing>, f64)> {
    let (exact, components) = (Exact::new(rows.rows()), Components::new(rows.rows()));
    let is_best = |found: f32, best: f32| found <= best * 1.0001 + 1e-6;
    let mut found = 0;
    for (goal, &cost) in goals.iter().zip(costs) {
        if !is_best(exact.nearest(goal), cost) {
            return Err(format!("{EXACT}: {}, brute force {cost}", exact.nearest(goal)).into());
        }
        found += usize::from(is_best(components.nearest(goal)?, cost));
    }
    let timings = in_turn(vec![
        Contender::new(EXACT, || {
            goals.iter().map(|goal| exact.nearest(goal)).sum::<f32>()
        }),
        Contender::new(COMPONENTS, || {
            let found = goals
                .iter()
                .filter_map(|goal| components.nearest(goal).ok());
            found.sum::<f32>()
        }),
    ]);
    Ok((timings, 100.0 * found as f64 / goals.len() as f64))
}

/// Checks that all contenders find poses of the same cost, up to rounding to 16 bits. Returns the work of Footwork's
/// search, as text.
fn agree(
    index: &Index,
    rows: &Rows,
    boxes: &Boxes<'_>,
    brute: &Brute,
    raw: &[Row],
    scaled: &[Row],
) -> Outcome<String> {
    let (mut blocks, mut nodes) = (0, 0);
    for (raw, scaled) in raw.iter().zip(scaled) {
        let result = index.search(raw, &Search::default())?;
        blocks += result.work.blocks;
        nodes += result.work.nodes;
        let best = result.best.ok_or("nothing was found")?;
        let (by_boxes, by_brute) = (boxes.nearest(scaled).1, brute.nearest(scaled).1);
        let ours = rows.cost(best.pose, scaled).ok_or("an unknown pose")?;
        let near = |other: f32| (ours - other).abs() <= 2e-3 * (1.0 + other);
        if !near(by_boxes) || !near(by_brute) {
            return Err(
                format!("ours costs {ours}, boxes {by_boxes}, brute force {by_brute}").into(),
            );
        }
    }
    let count = u32::try_from(raw.len())?;
    Ok(format!(
        "opens {} blocks, {} nodes",
        blocks / count,
        nodes / count
    ))
}

/// Returns a mean as text, with the word for its bar.
fn mean_of(name: &str, values: &[f64], bar: Bar) -> String {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    format!("{name} {}: {}", figure::plain(mean), mark(bar.is_met(mean)))
}
