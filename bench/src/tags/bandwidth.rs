//! What queries read and write, against what memory gives: whether its bandwidth is the limit.

use std::hint::black_box;

use footwork_base::FrameRange;
use footwork_tags::{ClipId, Database, RangeSet};

use super::workload::{Query, Workload};
use crate::figure;
use crate::measure::{self, Contender};
use crate::report::{Block, Table};

/// More than any cache holds.
const LARGE: usize = 256 << 20;

/// The workload whose tags are more than caches hold.
const LARGEST: &str = "L";

/// The bytes of a query and its time.
pub(crate) struct Traffic {
    pub(crate) workload: &'static str,
    /// The query on its workload.
    pub(crate) name: String,
    pub(crate) stored: Touched,
    pub(crate) pinned: Touched,
}

/// What one way to store the tags makes of it.
pub(crate) struct Touched {
    pub(crate) bytes: usize,
    pub(crate) secs: f64,
}

impl Touched {
    fn bytes_a_sec(&self) -> f64 {
        self.bytes as f64 / self.secs
    }
}

/// All that the tags of a query take, and its answer: clips that are passed over count too, so that it is the most that can
/// be touched.
pub(crate) fn touched(
    workload: &Workload,
    database: &Database,
    query: Query,
    found: &RangeSet,
) -> Result<usize, String> {
    let mut bytes = found.clip_count() * (size_of::<ClipId>() + size_of::<usize>())
        + size_of_val::<[FrameRange]>(found.ranges());
    for tag in query.tags() {
        bytes += database.tag_frames(workload.tag(tag)?.id).bytes();
    }
    Ok(bytes)
}

/// How many bytes one thread adds up in a second.
fn of_memory() -> f64 {
    let words = vec![1_u64; LARGE / size_of::<u64>()];
    let sum = Contender::new("add up", || black_box(&words).iter().sum::<u64>());
    let secs = measure::in_turn(vec![sum])[0].median_secs;
    LARGE as f64 / secs
}

/// The table, and what it says.
pub(crate) fn report(traffic: impl Iterator<Item = Traffic>) -> Vec<Block> {
    let memory = of_memory();
    let mut table = Table::new(
        "Bytes that a query touches at most, and a second",
        &[
            "query",
            "as stored",
            "a second",
            "of what memory gives",
            "pinned",
            "a second",
            "of what memory gives",
        ],
    );
    // The share of what caches do not hold.
    let mut largest: f64 = 0.0;
    for query in traffic {
        let mut row = vec![query.name.clone()];
        for touched in [&query.stored, &query.pinned] {
            let share = touched.bytes_a_sec() / memory;
            if query.workload == LARGEST {
                largest = largest.max(share);
            }
            row.extend([
                figure::bytes(touched.bytes as u64),
                format!("{} GB", figure::plain(touched.bytes_a_sec() / 1e9)),
                format!("{:.0} %", 100.0 * share),
            ]);
        }
        table.row(row);
    }
    let note = format!(
        "Everything that the query's tags take counts, and the answer once, although clips that whole bitmaps decide are not \
         read. One thread adds up {} at {} GB a second, which is what memory gives here. The tags of S, M and N fit the \
         processor's caches. Those of L do not, and it takes {:.0} % of memory's bandwidth: {}.",
        figure::bytes(LARGE as u64),
        figure::plain(memory / 1e9),
        100.0 * largest,
        match largest < 0.5 {
            true => "that is not the limit",
            false => "that is the limit",
        }
    );
    vec![Block::Table(table), Block::Text(note)]
}
