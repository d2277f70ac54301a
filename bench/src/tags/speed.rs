//! The speed of queries, with one group of contenders for each workload and query.

use footwork_tags::RangeSet;

use super::article::Reference;
use super::bandwidth::{self, Storage, Touched, Traffic};
use super::bars::{DEFAULT, GOAL, PINNED, SpeedBar};
use super::blaze::Blaze;
use super::ours::{self, Ours};
use super::roaring::{Containers, Roaring};
use super::workload::{Query, RECIPES, Workload};
use crate::figure;
use crate::measure::{self, Contender, Timing};
use crate::report::{Block, Outcome, Table, mark};

const REFERENCE: &str = "reference: the article's evaluator";
pub(crate) const OURS: &str = "ours, ranges";
const OURS_REUSED: &str = "ours, ranges, into a reused buffer";
pub(crate) const OURS_PINNED: &str = "ours, pinned, ranges";
const OURS_MASKS: &str = "ours, masks";
const PAIRWISE: &str = "the oracle of tests, `Pairwise`";
const CALL: &str = "ours, `Database::ranges`";
const BLAZE: &str = "range-set-blaze";
const BITMAPS: &str = "roaring bitmaps, to ranges";
const BITMAPS_ONLY: &str = "roaring bitmaps, no ranges";
const RUNS: &str = "roaring runs, to ranges";
const RUNS_ONLY: &str = "roaring runs, no ranges";

/// The contenders in the order of the report.
const CONTENDERS: [&str; 12] = [
    REFERENCE,
    OURS,
    OURS_REUSED,
    OURS_PINNED,
    OURS_MASKS,
    CALL,
    PAIRWISE,
    BLAZE,
    BITMAPS,
    RUNS,
    BITMAPS_ONLY,
    RUNS_ONLY,
];
/// Crates that return ranges, as `Database::ranges` does.
const RANGE_PEERS: [&str; 3] = [BLAZE, BITMAPS, RUNS];
/// Crates that return bits, as `Database::masks` does.
const BIT_PEERS: [&str; 2] = [BITMAPS_ONLY, RUNS_ONLY];

/// The timings of one workload and query.
pub(crate) struct Speed {
    workload: &'static str,
    query: Query,
    timings: Vec<Timing>,
    /// The bytes that the query reads and writes, as stored and pinned.
    touched: [usize; 2],
}

/// Checks that the contenders agree, then times them in turn. [`OURS_REUSED`], [`BITMAPS_ONLY`] and [`RUNS_ONLY`] are
/// timed without a check.
pub(crate) fn measure(workload: &Workload, query: Query) -> Outcome<Speed> {
    let ours = Ours::new(&workload.database, query)?;
    let reference = Reference::new(workload, query)?;
    let blaze = Blaze::new(workload, query)?;
    let bitmaps = Roaring::new(workload, query, Containers::Bitmaps)?;
    let runs = Roaring::new(workload, query, Containers::Runs)?;
    let with_words = ours::pinned(workload, query)?;
    let pinned = Ours::new(&with_words, query)?;

    let found = ours.ranges();
    let touched = |storage| bandwidth::touched(workload, storage, query, &found);
    let touched = [touched(Storage::BySize)?, touched(Storage::Pinned)?];
    let on_axis: Vec<(u32, u32)> = workload.on_axis(&found).collect();
    let answers = [
        (REFERENCE, reference.agrees(&found)),
        (PAIRWISE, ours.pairwise() == found),
        (CALL, ours.call() == found),
        (OURS_MASKS, ours.masks().to_ranges() == found),
        (OURS_PINNED, pinned.ranges() == found),
        (BLAZE, blaze.ranges() == on_axis),
        (BITMAPS, bitmaps.ranges() == on_axis),
        (RUNS, runs.ranges() == on_axis),
    ];
    let on = workload.name;
    if let Some((name, _)) = answers.iter().find(|(_, agrees)| !agrees) {
        return Err(format!("{name} and ours answer {query:?} on {on} differently").into());
    }
    if found.is_empty() {
        return Err(format!("{query:?} finds nothing on {on}").into());
    }

    let mut reused = RangeSet::new();
    let ours_ref = &ours;
    let contenders = vec![
        Contender::new(REFERENCE, || reference.evaluate()),
        Contender::new(OURS, || ours.ranges()),
        Contender::new(OURS_REUSED, move || ours_ref.ranges_into(&mut reused)),
        Contender::new(OURS_PINNED, || pinned.ranges()),
        Contender::new(OURS_MASKS, || ours.masks()),
        Contender::new(CALL, || ours.call()),
        Contender::new(PAIRWISE, || ours.pairwise()),
        Contender::new(BLAZE, || blaze.ranges()),
        Contender::new(BITMAPS, || bitmaps.ranges()),
        Contender::new(RUNS, || runs.ranges()),
        Contender::new(BITMAPS_ONLY, || bitmaps.bitmap()),
        Contender::new(RUNS_ONLY, || runs.bitmap()),
    ];
    Ok(Speed {
        workload: workload.name,
        query,
        timings: measure::in_turn(contenders),
        touched,
    })
}

/// Returns Footwork's speed as a multiple of the reference's, with tags as stored and pinned, measured without other
/// contenders.
pub(crate) fn ratios_of_ours(workload: &Workload, query: Query) -> Outcome<[f64; 2]> {
    let ours = Ours::new(&workload.database, query)?;
    let reference = Reference::new(workload, query)?;
    let with_words = ours::pinned(workload, query)?;
    let pinned = Ours::new(&with_words, query)?;
    let timings = measure::in_turn(vec![
        Contender::new(REFERENCE, || reference.evaluate()),
        Contender::new(OURS, || ours.ranges()),
        Contender::new(OURS_PINNED, || pinned.ranges()),
    ]);
    let secs = |name| measure::median_secs(&timings, name);
    Ok([OURS, OURS_PINNED].map(|name| secs(REFERENCE) / secs(name)))
}

impl Speed {
    fn name(&self) -> String {
        format!("{} {:?}", self.workload, self.query)
    }

    fn secs(&self, contender: &str) -> Option<f64> {
        let timing = self.timings.iter().find(|t| t.name == contender)?;
        Some(timing.median_secs)
    }

    fn traffic(&self) -> Option<Traffic> {
        let [stored, pinned] = self.touched;
        let touched = |bytes, contender| {
            let secs = self.secs(contender)?;
            Some(Touched { bytes, secs })
        };
        Some(Traffic {
            workload: self.workload,
            name: self.name(),
            stored: touched(stored, OURS)?,
            pinned: touched(pinned, OURS_PINNED)?,
        })
    }

    /// Returns the speed of a contender as a multiple of the reference's; `None` if one of the two was not measured.
    pub(crate) fn ratio(&self, contender: &str) -> Option<f64> {
        Some(self.secs(REFERENCE)? / self.secs(contender)?)
    }

    /// Returns the fastest of several contenders, with its time; `None` if none was measured.
    fn best(&self, contenders: &[&'static str]) -> Option<(&'static str, f64)> {
        let timed = contenders.iter().filter_map(|&c| Some((c, self.secs(c)?)));
        timed.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn bar(&self, bar: &SpeedBar) -> Option<f64> {
        let workload = RECIPES.iter().position(|r| r.name == self.workload)?;
        let query = Query::ALL.iter().position(|&q| q == self.query)?;
        Some(bar.ratios[workload][query])
    }

    /// Returns whether `contender` meets the bar; `None` if it was not measured.
    pub(crate) fn meets(&self, contender: &str, bar: &SpeedBar) -> Option<bool> {
        Some(self.ratio(contender)? >= self.bar(bar)?)
    }
}

/// Returns the system's setting for large pages, if it has one.
fn large_pages() -> Option<String> {
    std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").ok()
}

/// Returns the table of speeds as multiples of the reference's, and its explanation.
pub(crate) fn ratios(speeds: &[Speed]) -> [Block; 2] {
    let note = "The reference is the article's evaluator, written for this table: it copies a packed set at each leaf, \
        makes a fresh set for each operator with room for the largest result, walks the clips with two cursors, and has \
        one algorithm per operator. `Pairwise` is slower; the tests of large databases compare with it. All contenders \
        return ranges unless their name says otherwise. The peers know one axis of integers, so their ranges are on that \
        axis and not yet split by clip, which favours them. Building their sets is not timed. `Database::ranges` is the \
        call in the README; it makes an evaluator each time. `Database::masks` makes its masks from ranges in the same \
        call. The system's allocator provides all fresh results.";
    let pages = large_pages().map_or(String::new(), |setting| {
        let setting = setting.trim();
        format!(
            " `Database::pin` asks for large pages; this system's setting for them is `{setting}`."
        )
    });
    [
        Block::Table(ratio_table(speeds)),
        Block::Text(format!("{note}{pages}")),
    ]
}

/// Returns the tables of times and of bytes per second.
pub(crate) fn times(speeds: &[Speed]) -> Vec<Block> {
    let mut blocks = vec![Block::Table(time_table(speeds))];
    blocks.extend(bandwidth::report(speeds.iter().filter_map(Speed::traffic)));
    blocks
}

/// Returns every missed bar, and the fastest peer of each group if it is faster than Footwork.
pub(crate) fn losses(speeds: &[Speed]) -> Vec<String> {
    speeds.iter().flat_map(Speed::losses).collect()
}

pub(crate) fn head(speeds: &[Speed]) -> Vec<String> {
    let columns = speeds.iter().map(Speed::name);
    ["contender".to_owned()]
        .into_iter()
        .chain(columns)
        .collect()
}

fn ratio_table(speeds: &[Speed]) -> Table {
    let mut table = Table::with_head("Times faster than the reference", head(speeds));
    let mut row = |name: &str, cell: &dyn Fn(&Speed) -> String| table.row_of(name, speeds, cell);
    let figure_of = |value: Option<f64>| value.map_or("not built".to_owned(), figure::plain);
    for name in CONTENDERS {
        row(name, &|speed| figure_of(speed.ratio(name)));
        let bar = match name {
            OURS => &DEFAULT,
            OURS_PINNED => &PINNED,
            _ => continue,
        };
        for bar in [bar, &GOAL] {
            row(bar.name, &|speed| {
                let met = speed.meets(name, bar).unwrap_or(false);
                format!("{} {}", figure_of(speed.bar(bar)), mark(met))
            });
        }
        if name == OURS {
            row("bar, the best crate that returns ranges", &|speed| {
                let best = speed.best(&RANGE_PEERS).map(|(_, secs)| secs);
                let met = speed.secs(OURS) <= best;
                let ratio = speed.secs(REFERENCE).zip(best).map(|(r, best)| r / best);
                format!("{} {}", figure_of(ratio), mark(met))
            });
        }
    }
    table
}

fn time_table(speeds: &[Speed]) -> Table {
    let title = "Time of a query (± half the distance between the quartiles)";
    let mut table = Table::with_head(title, head(speeds));
    for name in CONTENDERS {
        table.row_of(name, speeds, |speed| {
            let timing = speed.timings.iter().find(|t| t.name == name);
            timing.map_or("not built".to_owned(), |timing| timing.cell(1.0))
        });
    }
    table.row_of("samples of each", speeds, |speed| {
        let fewest = speed.timings.iter().map(|t| t.samples).min();
        fewest.unwrap_or(0).to_string()
    });
    table
}

impl Speed {
    fn losses(&self) -> Vec<String> {
        let mut losses = Vec::new();
        let name = self.name();
        for (contender, bar) in [(OURS, &DEFAULT), (OURS_PINNED, &PINNED)] {
            let wanted = self.bar(bar).unwrap_or(f64::NAN);
            match (self.ratio(contender), self.meets(contender, bar)) {
                (Some(ratio), Some(false)) => losses.push(format!(
                    "{name}, {contender}: {} times as fast as the reference; the bar is {wanted}.",
                    figure::plain(ratio)
                )),
                (None, _) => losses.push(format!(
                    "{name}, {contender}: not built; the bar is {wanted}."
                )),
                _ => {}
            }
        }
        for (own, peers) in [
            (OURS, RANGE_PEERS.as_slice()),
            (OURS, &[REFERENCE]),
            (OURS_MASKS, &BIT_PEERS),
        ] {
            if let (Some(own_secs), Some((peer, secs))) = (self.secs(own), self.best(peers))
                && secs < own_secs
            {
                losses.push(format!(
                    "{name}, {own}: *{peer}* is {} times as fast.",
                    figure::plain(own_secs / secs)
                ));
            }
        }
        losses
    }
}
