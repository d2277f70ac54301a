//! The bytes that queries read and write per second, compared with the bandwidth of memory.

use std::hint::black_box;

use footwork_base::FrameRange;
use footwork_tags::{ClipId, RangeSet};

use super::workload::{Query, Workload};
use crate::figure;
use crate::measure::{self, Contender};
use crate::report::{Block, Outcome, Table};

/// More bytes than any cache holds.
const LARGE: usize = 256 << 20;

/// The workload with more tags than caches hold.
const LARGEST: &str = "L";

/// The bytes of a query and its time.
pub(crate) struct Traffic {
    pub(crate) workload: &'static str,
    /// The query on its workload.
    pub(crate) name: String,
    pub(crate) stored: Touched,
    pub(crate) pinned: Touched,
}

/// The bytes and the time of a query with one kind of storage.
pub(crate) struct Touched {
    pub(crate) bytes: usize,
    pub(crate) secs: f64,
}

impl Touched {
    fn bytes_a_sec(&self) -> f64 {
        self.bytes as f64 / self.secs
    }
}

/// How the tags of a query are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    BySize,
    Pinned,
}

/// The largest size of a block of 64 clips without its containers, in bytes: bitmaps and the ends of containers.
const BLOCK: usize = 64 + 2 * 64;

/// Returns the bytes that a query touches: the containers of the clips it finds, the heads of all blocks, and its answer. Clips
/// without a result are left out, because the query skips most of them.
pub(crate) fn touched(
    workload: &Workload,
    storage: Storage,
    query: Query,
    found: &RangeSet,
) -> Outcome<usize> {
    let database = &workload.database;
    let mut bytes = found.clip_count() * (size_of::<ClipId>() + size_of::<usize>())
        + size_of_val::<[FrameRange]>(found.all_ranges());
    for tag in query.tags() {
        bytes += database.clips().len().div_ceil(64) * BLOCK;
        let frames = database.tag_frames(workload.tag(tag)?.id);
        for &clip in found.clips() {
            let clip_frames = database.clips()[clip].frames;
            let ranges = frames.ranges(clip);
            let words = 8 * clip_frames.div_ceil(64) as usize;
            bytes += match ranges.as_slice() {
                [] => 0,
                [all] if all.frame_count() == clip_frames => 0,
                _ if storage == Storage::Pinned => words,
                some => words.min(3 * some.len()),
            };
        }
    }
    Ok(bytes)
}

/// Returns the number of bytes that one thread sums per second.
fn of_memory() -> f64 {
    let words = vec![1_u64; LARGE / size_of::<u64>()];
    let sum = Contender::new("add up", || black_box(&words).iter().sum::<u64>());
    let secs = measure::in_turn(vec![sum])[0].median_secs;
    LARGE as f64 / secs
}

/// Returns the table and its explanation.
pub(crate) fn report(traffic: impl Iterator<Item = Traffic>) -> Vec<Block> {
    let memory = of_memory();
    let mut table = Table::new(
        "Bytes that a query reads and writes, in total and per second",
        "query | as stored | per second | share of memory bandwidth | pinned | per second | share of memory bandwidth",
    );
    // The largest share of the memory bandwidth, on the workload that no cache holds.
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
        "The bytes are the containers of the clips found, the heads of all blocks, and the answer. One thread sums {} at \
         {} GB/s, which counts as the bandwidth of memory here. The tags of S, M and N fit the processor's caches. Those \
         of L do not, and a query uses up to {:.0} % of the bandwidth: {}.",
        figure::bytes(LARGE as u64),
        figure::plain(memory / 1e9),
        100.0 * largest,
        if largest < 0.5 {
            "that is not the limit"
        } else {
            "the limit is near"
        }
    );
    vec![Block::Table(table), Block::Text(note)]
}
